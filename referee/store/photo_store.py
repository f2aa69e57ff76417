"""Where the bytes of photos lie: under the hash of what they hold, never in the web's reach.

Owns the choice by URL (a folder, or a bucket that speaks S3) and the folder. Refuses to
know matches: whose photo it is, the database says.
Start reading at `photo_store`.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from flask import Flask

from referee.store.trouble import StoreTroubleError

NAME: Final = re.compile(r"[0-9a-f]{64}")
"""The SHA-256 of the kept JPEG."""


class PhotoLostError(FileNotFoundError):
    """A photo that the database knows has no file any more, or one that holds something else."""


class PhotoStore(Protocol):
    """What keeps bytes under a name. `StoreTroubleError` where it cannot."""

    def put(self, name: str, data: bytes) -> None:
        """Keep them; on the disk when this returns. Kept already, they count as kept anew."""

    def get(self, name: str) -> bytes:
        """The bytes. Raises `PhotoLostError`."""

    def remove(self, name: str) -> None:
        """Forget them; nothing happens where there are none."""

    def names(self) -> Iterator[tuple[str, datetime]]:
        """Every name, with the time in UTC at which it was last put."""


class FolderStore:
    """Photos in a folder, in 256 others by the first two signs of their name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / f"{name}.jpg"

    def put(self, name: str, data: bytes) -> None:
        path = self._path(name)
        with _explained():
            if path.exists():
                os.utime(path)
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            try:
                with part.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
            _settle(path.parent)

    def get(self, name: str) -> bytes:
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError as error:
            raise PhotoLostError(str(error)) from error

    def remove(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def names(self) -> Iterator[tuple[str, datetime]]:
        for path in self.folder.glob("??/*.jpg"):
            if NAME.fullmatch(path.stem):
                yield path.stem, datetime.fromtimestamp(path.stat().st_mtime, UTC)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        causes = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EROFS: "read-only", errno.EACCES: "read-only"}
        raise StoreTroubleError(causes.get(error.errno or 0, "disk"), str(error)) from error


def _settle(folder: Path) -> None:
    """Have the new name itself on the disk, where a folder can be asked for that (not on Windows)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def photo_store(app: Flask) -> PhotoStore:
    """The store that PHOTO_STORE names: `file:///folder`, or `s3://bucket/prefix?endpoint=…&region=…`;
    without it the folder `photos` of the instance. Raises ValueError for any other URL."""
    found: PhotoStore | None = app.extensions.get("referee.photos")
    if found is None:
        found = app.extensions["referee.photos"] = _open(app)
    return found


def _open(app: Flask) -> PhotoStore:
    url = str(app.config.get("PHOTO_STORE") or os.environ.get("PHOTO_STORE", "")).strip()
    parts = urlsplit(url)
    if not url:
        return FolderStore(Path(app.instance_path) / "photos")
    if parts.scheme == "file" and parts.path:
        return FolderStore(Path(url2pathname(parts.path)))
    if parts.scheme == "s3" and parts.netloc:
        from referee.store.photo_store_s3 import BucketStore

        return BucketStore.from_url(url)
    raise ValueError(f"PHOTO_STORE={url!r}: expected file:///folder or s3://bucket/prefix")
