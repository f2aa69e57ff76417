"""A round while it is being read, a person's name, points, and why an entry may say nothing.

Owns `Page`, `clean_name`, `clean_note` and the reasons (`NO`). Refuses the meaning of entries: `match_reading`.
Start reading at `NO`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final

from referee.engine.match_state import Asked, Change, Meld, Value
from referee.engine.switches import Contract

NO: Final = (
    "bad-entry", "no-match", "second-opening", "unknown-player", "unknown-round", "not-open", "already-closed",
    "already-down", "already-counted", "old-value", "old-meld", "finished", "not-finished", "not-undoable",
    "too-few-players", "too-many-players", "bad-name", "bad-rules", "bad-cards", "not-here",
)  # fmt: skip
"""Why an entry says nothing; the closed list."""

LONGEST_NAME: Final = 20
MOST_PLAYERS: Final = 12
MOST_POINTS: Final = 100_000


class NoError(Exception):
    """The entry says nothing; `code` is one of `NO`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


_UNSEEN: Final = dict.fromkeys(
    (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFDD0, 0xFDF0),
     *(plane + end for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF)))
)  # fmt: skip
"""Signs that nobody sees in a name: the first two ranges would have the total beside it read backwards, the rest
are no characters, and no picture or XML file may have them."""


def clean_note(note: Any) -> str:
    """What somebody wrote about an entry, as it is kept: composed, without the signs that no name may have."""
    return unicodedata.normalize("NFC", str(note).translate(_UNSEEN)).strip()


def clean_name(name: Any) -> str:
    """A person's name as it is kept: composed, without spaces around or doubled, without signs that turn the
    direction of what is written after it, 1–20 characters, none of them a control character. Raises `NoError`
    for anything else."""
    if not isinstance(name, str):
        raise NoError("bad-name")
    kept = " ".join(clean_note(name).split())
    odd = any(unicodedata.category(c) in ("Cc", "Cs", "Co") for c in kept)
    if odd or not any(c.isprintable() and not c.isspace() for c in kept) or len(kept) > LONGEST_NAME:
        raise NoError("bad-name")
    return kept


def kept_points(value: Any) -> int:
    """Points as they are kept: a whole number within bounds. Raises `NoError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise NoError("bad-entry")
    return value


@dataclass(slots=True)
class Page:
    """A round while it is being read."""

    number: int
    contract: Contract | None
    closed_at: str | None = None
    skipped: bool = False
    out: int | None = None
    out_bonus: int = 0
    values: dict[int, Value] = field(default_factory=dict)
    changes: dict[int, list[Change]] = field(default_factory=dict)
    bonuses: dict[int, int] = field(default_factory=dict)
    melds: list[Meld] = field(default_factory=list)
    down: dict[int, int] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    dealer: int | None = None
    starter: int | None = None
    seats: list[int] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.skipped or self.closed_at is not None
