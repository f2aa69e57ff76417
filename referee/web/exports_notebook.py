"""A match as a file: the notebook line by line, and its reading back.

Owns the format, with its version and its checksum, and the reasons for which a file is
not taken. Refuses to keep anything: `imports` asks the store.
Start reading at `as_file` and `read_file`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from referee.engine.match import Entry, Kind, MatchState, NoMatchError, fold, pin
from referee.engine.match_entries import well_formed
from referee.store.notebook import LONGEST_ENTRY, LONGEST_WRITER

FORMAT: Final = "referee-match"
VERSION: Final = 1
LARGEST_FILE: Final = 8_000_000
MOST_ENTRIES: Final = 3_000


class FileRefusedError(Exception):
    """A file that is not taken; `code` is one of too-large not-json not-ours other-version altered damaged
    reads-differently."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def as_file(state: MatchState, app_version: str) -> dict[str, Any]:
    """The match as plain data: every entry as it was written, the rules in force, how it stood."""
    entries = [
        {"number": e.number, "kind": e.kind.value, "at": e.at, "by": e.by, "deed": e.deed, "data": dict(e.data)}
        for e in state.entries
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "referee": app_version,
        "rules": pin(state.rules),
        "result": result_of(state),
        "checksum": checksum(entries),
        "entries": entries,
    }


def result_of(state: MatchState) -> list[dict[str, Any]]:
    """How a match stands, for a reader, and to notice a house that reads the notebook otherwise."""
    return [
        {
            "name": state.players[line.player].label,
            "total": line.total,
            "pending": line.pending,
            "place": line.place,
        }
        for line in state.standings
    ]


def checksum(entries: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256 of the entries in their one canonical writing."""
    text = json.dumps(entries, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_file(data: bytes) -> MatchState:
    """The match in a file, folded. Raises `FileRefusedError`."""
    file = _json(data)
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise FileRefusedError("not-ours")
    if file.get("version") != VERSION:
        raise FileRefusedError("other-version")
    entries = file.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        raise FileRefusedError("damaged")
    if file.get("checksum") != checksum(entries):
        raise FileRefusedError("altered")
    try:
        state = fold([_entry(number, entry) for number, entry in enumerate(entries, 1)])
    except (NoMatchError, ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise FileRefusedError("damaged") from error
    if file.get("result") != result_of(state):
        raise FileRefusedError("reads-differently")
    return state


def _no_constant(_text: str) -> None:
    raise ValueError("no JSON")


def _json(data: bytes) -> Any:
    if len(data) > LARGEST_FILE:
        raise FileRefusedError("too-large")
    try:
        file = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
        # A lone surrogate is JSON's and nobody else's: no database keeps it.
        json.dumps(file, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise FileRefusedError("not-json") from error
    return file


def _entry(number: int, line: Any) -> Entry:
    """One line as an entry. Raises ValueError, KeyError or TypeError for what no notebook holds."""
    kind, at, by, deed, data = Kind(line["kind"]), line["at"], line["by"], line["deed"], line["data"]
    whole = type(line["number"]) is int and type(deed) is int
    if not whole or line["number"] != number or not 1 <= deed <= number:
        raise ValueError(f"entry {number}: number {line['number']!r}, deed {deed!r}")
    if not isinstance(data, dict) or (key := well_formed(kind, data)) is not None:
        raise ValueError(f"entry {number}: {key if isinstance(data, dict) else data!r}")
    if len(json.dumps(data, ensure_ascii=False)) > LONGEST_ENTRY:
        raise ValueError(f"entry {number}: too long")
    if by is not None and not (isinstance(by, str) and by.isprintable() and len(by) <= LONGEST_WRITER):
        raise ValueError(f"entry {number}: by {by!r}")
    if len(at) > 32 or datetime.fromisoformat(at).tzinfo is None:
        raise ValueError(f"entry {number}: at {at!r}")
    return Entry(number, kind, at, by, data, deed)
