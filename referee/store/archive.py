"""The archive: a whole instance as one file of compressed JSON Lines, which no program is needed to read.

Owns the format and its writing: a head, then match by match its keys, photos and
entries, closed by its fingerprint; the photos' bytes; the table's own rules; a last
line that counts and seals all before it. Refuses databases: `backup` feeds it.
Start reading at `LINES`, then `write`; reading is `archive_reading`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Literal

VERSION: Final = 1

Line = Mapping[str, Any]
Photos = Literal["inside", "beside"]

_TEXT, _NUMBER, _DATA = (str,), (int,), (dict,)
_MAYBE = (str, type(None))

LINES: Final[Mapping[str, Mapping[str, tuple[type, ...]]]] = {
    "archive": {"version": _NUMBER, "release": _TEXT, "made_at": _TEXT, "photos": _TEXT},
    "match": {"uid": _TEXT, "made_at": _TEXT, "binned_at": _MAYBE},
    "key": {"hash": _TEXT, "role": _TEXT, "made_at": _TEXT, "revoked_at": _MAYBE},
    "seat": {"player": _NUMBER, "person": _TEXT, "name": _TEXT, "made_at": _TEXT},
    "photo": {"number": _NUMBER, "hash": _TEXT, "size": _NUMBER, "width": _NUMBER, "height": _NUMBER}
    | {"made_at": _TEXT, "reading": _DATA},
    "entry": {"number": _NUMBER, "kind": _TEXT, "at": _TEXT, "by": _MAYBE, "deed": _NUMBER, "key": _MAYBE}
    | {"data": _DATA},
    "fingerprint": {"sha256": _TEXT},
    "jpeg": {"hash": _TEXT, "base64": _TEXT},
    "lost": {"hash": _TEXT},
    "rules": {"name": _TEXT, "text": _TEXT},
    "end": {"lines": _NUMBER, "sha256": _TEXT},
}
"""By what a line says it is (its key `line`): its other keys, each with the types it may have.

`seat` is whose seat it was, where that was told by hand. Keys to a match are there as the
database has them: their SHA-256 alone. `lost` is a photo whose bytes were gone when the
archive was made.
"""


@dataclass(slots=True)
class Match:
    """A match as an archive has it: its own line, then those of its keys, seats, photos and entries in order."""

    head: Line
    keys: list[Line] = field(default_factory=list)
    seats: list[Line] = field(default_factory=list)
    photos: list[Line] = field(default_factory=list)
    entries: list[Line] = field(default_factory=list)

    @property
    def uid(self) -> str:
        return str(self.head["uid"])

    @property
    def fingerprint(self) -> str:
        """SHA-256 over its seats, photos and entries: two copies of a match are the same where this is."""
        digest = hashlib.sha256(self.uid.encode())
        for line in (*self.seats, *self.photos, *self.entries):
            digest.update(b"\n" + written(line))
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive holds; `photos` says whether their bytes are inside or stay with the instance."""

    made_at: str
    release: str
    photos: Photos
    fingerprints: Mapping[str, str]
    """By the match's uid."""
    jpegs: int
    """How many photos' bytes are inside."""
    lost: tuple[str, ...]
    """The photos whose bytes were gone when it was made."""

    @property
    def fingerprint(self) -> str:
        """One for all matches, whatever their order."""
        return hashlib.sha256(written(self.fingerprints)).hexdigest()


def written(line: Line) -> bytes:
    """A line as the file has it, without its end."""
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def write(
    path: Path,
    *,
    made_at: str,
    release: str,
    matches: Iterable[Match],
    jpegs: Iterable[tuple[str, bytes | None]] | None,
    rules: Iterable[tuple[str, str]],
) -> Contents:
    """Write an archive, whole or not at all, over one of that name.

    `jpegs` are hash and bytes (None for a lost one), or None to leave all of them with
    the instance; `rules` name and text. Raises OSError.
    """
    photos: Photos = "beside" if jpegs is None else "inside"
    fingerprints: dict[str, str] = {}
    inside, lost = 0, []
    with _whole(path) as file:
        sealed = _Sealed(file)
        sealed.write(
            {"line": "archive", "version": VERSION, "release": release, "made_at": made_at, "photos": photos}
        )
        for match in matches:
            fingerprints[match.uid] = match.fingerprint
            for line in (match.head, *match.keys, *match.seats, *match.photos, *match.entries):
                sealed.write(line)
            sealed.write({"line": "fingerprint", "sha256": match.fingerprint})
        for name, data in jpegs or ():
            if data is None:
                lost.append(name)
                sealed.write({"line": "lost", "hash": name})
            else:
                inside += 1
                sealed.write({"line": "jpeg", "hash": name, "base64": base64.b64encode(data).decode()})
        for name, text in rules:
            sealed.write({"line": "rules", "name": name, "text": text})
        sealed.end()
    return Contents(made_at, release, photos, fingerprints, inside, tuple(lost))


class _Sealed:
    """Lines on their way into the file, counted and added to the seal."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._lines = 0

    def write(self, line: Line) -> None:
        data = written(line) + b"\n"
        self._digest.update(data)
        self._lines += 1
        self._file.write(data)

    def end(self) -> None:
        end = {"line": "end", "lines": self._lines, "sha256": self._digest.hexdigest()}
        self._file.write(written(end) + b"\n")


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A compressed file that appears under its name when all of it is on the disk; readable by its owner alone."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0) as file:
                yield file  # type: ignore[misc]
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
