"""Reading an archive back: all of it is checked before any of it is believed.

Owns the refusals. Refuses a file that was cut or altered, one from a newer release, and
any line it would have to guess at. Start reading at `verify`.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from referee.engine.match import Kind
from referee.store.archive import LINES, VERSION, Contents, Line, Match
from referee.store.photo_store import NAME

LONGEST_LINE: Final = 64_000_000
"""Bytes; the longest honest line is a photo of some 1,000,000."""

RULES_NAME: Final = re.compile(r"[^./\\\x00][^/\\\x00]{0,120}\.toml")
"""A name in one folder, and no way out of it."""

Code = Literal["no-archive", "cut", "altered", "newer"]


class ArchiveError(Exception):
    """The file is no archive that may be read back.

    `code` is "no-archive", "cut", "altered" or "newer", its sentence
    `trust.archive.<code>`; `line` the number of the first bad line, from 1.
    """

    def __init__(self, code: Code, line: int) -> None:
        super().__init__(f"{code} at line {line}")
        self.code = code
        self.line = line


def verify(path: Path) -> Contents:
    """Read all of it once: seal, counts, fingerprints, photos. Raises `ArchiveError`, and OSError for no file."""
    head: Line = {}
    fingerprints: dict[str, str] = {}
    promised: set[str] = set()
    inside: set[str] = set()
    lost: list[str] = []
    last = 0
    for last, part in _parts(path):
        if isinstance(part, Match):
            fingerprints[part.uid] = part.fingerprint
            promised.update(photo["hash"] for photo in part.photos)
        elif part["line"] == "archive":
            head = part
        elif part["line"] == "jpeg":
            if hashlib.sha256(_jpeg(part)).hexdigest() != part["hash"]:
                raise ArchiveError("altered", last)
            inside.add(part["hash"])
        elif part["line"] == "lost":
            lost.append(part["hash"])
        elif part["line"] == "rules" and not RULES_NAME.fullmatch(part["name"]):
            raise ArchiveError("altered", last)
    if head["photos"] == "inside" and promised - inside - set(lost):
        raise ArchiveError("altered", last)
    return Contents(head["made_at"], head["release"], head["photos"], fingerprints, len(inside), tuple(lost))


def matches_in(path: Path) -> Iterator[Match]:
    """The matches, one at a time, of an archive that was verified."""
    return (part for _, part in _parts(path) if isinstance(part, Match))


def jpegs_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """Hash and bytes of each photo inside an archive that was verified."""
    for _, part in _parts(path):
        if not isinstance(part, Match) and part["line"] == "jpeg":
            yield part["hash"], _jpeg(part)


def rules_in(path: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each rule file inside an archive that was verified."""
    for _, part in _parts(path):
        if not isinstance(part, Match) and part["line"] == "rules":
            yield part["name"], part["text"]


def _jpeg(line: Line) -> bytes:
    try:
        return base64.b64decode(line["base64"], validate=True)
    except (binascii.Error, ValueError):
        return b""


def _parts(path: Path) -> Iterator[tuple[int, Match | Line]]:
    """The lines in order, those of a match gathered under it, each with its number."""
    here: Match | None = None
    for number, line in _lines(path):
        kind = line["line"]
        if kind == "match" and here is None:
            here = Match(line)
        elif here is None and kind in ("archive", "jpeg", "lost", "rules"):
            yield number, line
        elif here is None or kind not in ("key", "seat", "photo", "entry", "fingerprint"):
            raise ArchiveError("altered", number)
        elif kind == "fingerprint":
            if line["sha256"] != here.fingerprint or not here.entries:
                raise ArchiveError("altered", number)
            yield number, here
            here = None
        else:
            _gather(here, line, number)
    if here is not None:
        raise ArchiveError("altered", number)


def _gather(match: Match, line: Line, number: int) -> None:
    if line["line"] == "entry":
        if line["kind"] not in list(Kind):
            raise ArchiveError("newer", number)
        if line["number"] != len(match.entries) + 1:
            raise ArchiveError("altered", number)
        match.entries.append(line)
    elif line["line"] == "photo":
        if not NAME.fullmatch(line["hash"]):
            raise ArchiveError("altered", number)
        match.photos.append(line)
    else:
        (match.keys if line["line"] == "key" else match.seats).append(line)


def _lines(path: Path) -> Iterator[tuple[int, Line]]:
    """The lines between file's begin and end, each of a known kind and shape; the end is checked, not given."""
    digest = hashlib.sha256()
    number = 0
    end: Line | None = None
    with path.open("rb") as raw, gzip.GzipFile(fileobj=raw, mode="rb") as file:
        while data := _read(file, number + 1):
            number += 1
            if end is not None:
                raise ArchiveError("altered", number)
            line = _line(data, number)
            if line["line"] == "end":
                end = line
                continue
            digest.update(data)
            yield number, line
    if end is None:
        raise ArchiveError("cut" if number else "no-archive", number + 1)
    if end["lines"] != number - 1 or end["sha256"] != digest.hexdigest():
        raise ArchiveError("altered", number)


def _read(file: gzip.GzipFile, number: int) -> bytes:
    try:
        data = file.readline(LONGEST_LINE)
    except EOFError as error:
        raise ArchiveError("cut", number) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ArchiveError("no-archive" if number == 1 else "altered", number) from error
    if data and not data.endswith(b"\n"):
        raise ArchiveError("no-archive" if number == 1 else "cut", number)
    return data


def _line(data: bytes, number: int) -> Line:
    bad: Code = "no-archive" if number == 1 else "altered"
    try:
        line = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(bad, number) from error
    if not isinstance(line, dict) or (line.get("line") == "archive") != (number == 1):
        raise ArchiveError(bad, number)
    if number == 1 and isinstance(line.get("version"), int) and line["version"] > VERSION:
        raise ArchiveError("newer", number)
    shape = LINES.get(str(line.get("line")))
    if shape is None or line.keys() - {"line"} != shape.keys():
        raise ArchiveError(bad, number)
    for key, types in shape.items():
        if type(line[key]) not in types:
            raise ArchiveError(bad, number)
    return line
