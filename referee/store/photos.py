"""Photos: kept by their content, outside the web root, without what the camera wrote into them.

Owns what a photo is stripped of, its number in the match and the bounds. Refuses to
read cards: `vision` does, before a photo comes here; where bytes lie is `photo_store`'s.
Start reading at `keep_photo`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import current_app
from sqlalchemy import func, select
from sqlalchemy.orm import Session, scoped_session

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.photo_store import PhotoLostError, photo_store
from referee.store.tables import MatchRow, PhotoRow

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
    """A kept photo; `width` and `height` are those of the kept file, `reading` what was seen on it.

    `id` counts from 1 within the match, and is what an entry names the photo by.
    """

    id: int
    match: int
    hash: str
    width: int
    height: int
    made_at: str
    reading: Mapping[str, Any]


def _kept(row: PhotoRow) -> KeptPhoto:
    return KeptPhoto(row.number, row.match_id, row.hash, row.width, row.height, row.made_at, row.reading)


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

    `pixels` are the upright picture, of shape (height, width, 3), blue-green-red.
    Raises `PhotoRoomError` where the match or the instance is full, KeyError for an
    unknown match, `StoreTroubleError`.
    """
    data, width, height = _redrawn(pixels)
    name = hashlib.sha256(data).hexdigest()
    _check_room(db.session, match, name, len(data))
    # The bytes first: should the row fail, they lie there unnamed and are swept in their time; a row
    # without bytes would be a promise broken.
    photo_store(current_app).put(name, data)
    with writing() as session:
        if session.scalar(select(MatchRow.id).where(MatchRow.id == match).with_for_update()) is None:
            raise KeyError(match)
        row = session.scalar(select(PhotoRow).where(PhotoRow.match_id == match, PhotoRow.hash == name))
        if row is None:
            _check_room(session, match, name, len(data))
            last = session.scalar(select(func.max(PhotoRow.number)).where(PhotoRow.match_id == match))
            row = PhotoRow(match_id=match, number=(last or 0) + 1, hash=name, size=len(data), made_at=now())
            row.width, row.height = width, height
            session.add(row)
        row.reading = dict(reading)
        session.commit()
        return _kept(row)


def _check_room(session: Session | scoped_session[Any], match: int, name: str, size: int) -> None:
    """Raise `PhotoRoomError` where a photo of this size, not kept before, would be too much."""
    total = select(func.coalesce(func.sum(PhotoRow.size), 0))
    of_match = total.where(PhotoRow.match_id == match)
    if session.scalar(select(PhotoRow.id).where(PhotoRow.match_id == match, PhotoRow.hash == name)):
        return
    if (session.scalar(total) or 0) + size > current_app.config.get("PHOTO_ROOM", MOST_OF_ALL):
        raise PhotoRoomError("all")
    if (session.scalar(of_match) or 0) + size > current_app.config.get("PHOTO_ROOM_MATCH", MOST_OF_A_MATCH):
        raise PhotoRoomError("match")


def photo_of(match: int, photo: int) -> KeptPhoto | None:
    """A photo of this match; None where it has none of that number."""
    row = db.session.scalar(select(PhotoRow).where(PhotoRow.match_id == match, PhotoRow.number == photo))
    return _kept(row) if row is not None else None


def photo_bytes(kept: KeptPhoto) -> bytes:
    """The kept JPEG. Raises `PhotoLostError` where it is gone, or is not what was kept."""
    data = photo_store(current_app).get(kept.hash)
    if hashlib.sha256(data).hexdigest() != kept.hash:
        raise PhotoLostError(f"photo {kept.hash}: its file holds something else")
    return data
