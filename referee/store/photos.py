"""Photos: kept by their content, outside the web root, without what the camera wrote into them.

Owns the photo folder and its bounds. Refuses to read cards: `vision` does, before
a photo comes here.
Start reading at `keep_photo`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import current_app
from sqlalchemy import func, select

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.tables import PhotoRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

LONGEST_SIDE: Final = 1600
"""Enough to see every index again; a night of photos stays small."""
MOST_OF_A_MATCH: Final = 80_000_000
MOST_OF_ALL: Final = 8_000_000_000


class PhotoRoomError(Exception):
    """No room for another photo; `whose` is "match" or "all"."""

    def __init__(self, whose: str) -> None:
        super().__init__(whose)
        self.whose = whose


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A kept photo; `width` and `height` are those of the kept file, `reading` what was seen on it."""

    id: int
    match: int
    hash: str
    width: int
    height: int
    made_at: str
    reading: Mapping[str, Any]


def _folder() -> Path:
    return Path(current_app.instance_path) / "photos"


def _kept(row: PhotoRow) -> KeptPhoto:
    return KeptPhoto(row.id, row.match_id, row.hash, row.width, row.height, row.made_at, row.reading)


def _redrawn(pixels: Pixels) -> tuple[bytes, int, int]:
    """The picture alone, at most `LONGEST_SIDE` long: no place, no device, no comment."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])
    if not done:
        raise ValueError(f"a picture of {width} × {height} that cannot be written")
    return data.tobytes(), *size


def keep_photo(match: int, pixels: Pixels, reading: Mapping[str, Any]) -> KeptPhoto:
    """Keep a photo that was read; the same photo of a match is kept once.

    `pixels` are the upright picture, of shape (height, width, 3), blue-green-red. Raises
    `PhotoRoomError` where the match or the instance is full.
    """
    data, width, height = _redrawn(pixels)
    name = hashlib.sha256(data).hexdigest()
    with writing() as session:
        there = session.scalar(select(PhotoRow).where(PhotoRow.match_id == match, PhotoRow.hash == name))
        if there is not None:
            there.reading = dict(reading)
            session.commit()
            return _kept(there)
        total = session.scalar(select(func.coalesce(func.sum(PhotoRow.size), 0))) or 0
        of_match = select(func.coalesce(func.sum(PhotoRow.size), 0)).where(PhotoRow.match_id == match)
        if total + len(data) > current_app.config.get("PHOTO_ROOM", MOST_OF_ALL):
            raise PhotoRoomError("all")
        if (session.scalar(of_match) or 0) + len(data) > current_app.config.get(
            "PHOTO_ROOM_MATCH", MOST_OF_A_MATCH
        ):
            raise PhotoRoomError("match")
        _write(_folder() / name[:2] / f"{name}.jpg", data)
        row = PhotoRow(
            match_id=match,
            hash=name,
            size=len(data),
            width=width,
            height=height,
            made_at=now(),
            reading=dict(reading),
        )
        session.add(row)
        session.commit()
        return _kept(row)


def _write(path: Path, data: bytes) -> None:
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(data)
    part.replace(path)


def photo_of(match: int, photo: int) -> KeptPhoto | None:
    """A photo of this match; None where it has none of that number."""
    row = db.session.scalar(select(PhotoRow).where(PhotoRow.match_id == match, PhotoRow.id == photo))
    return _kept(row) if row is not None else None


def photo_bytes(kept: KeptPhoto) -> bytes:
    """The kept JPEG. Raises FileNotFoundError where the folder was emptied by hand."""
    return (_folder() / kept.hash[:2] / f"{kept.hash}.jpg").read_bytes()
