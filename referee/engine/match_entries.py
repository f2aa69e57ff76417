"""The entries of a match's notebook: the closed list of what can happen at a table.

Owns `Kind`, `Entry` and `Draft`, with the keys that each kind carries, and the
subject that an entry is about (what two phones could both be writing). Refuses to
know what an entry leads to: that is `match_reading`.
Start reading at `Kind`, then `DATA`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Kind(StrEnum):
    """Everything that can be written in the notebook; a round opens of itself when the one before is closed."""

    OPENED = "opened"
    LAID_DOWN = "laid-down"
    LAID_OFF = "laid-off"
    SWAPPED = "swapped"
    RULED = "ruled"
    WENT_OUT = "went-out"
    COUNTED = "counted"
    ROUND_CLOSED = "round-closed"
    CORRECTED = "corrected"
    BONUS = "bonus"
    RULE_AGREED = "rule-agreed"
    PLAYER_JOINED = "player-joined"
    PLAYER_LEFT = "player-left"
    PLAYER_RENAMED = "player-renamed"
    SEATS_ORDERED = "seats-ordered"
    ROUND_SKIPPED = "round-skipped"
    ROUND_ADDED = "round-added"
    DEALER_SET = "dealer-set"
    UNDONE = "undone"
    FINISHED = "finished"
    REOPENED = "reopened"


DATA: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.OPENED: ("players rules dealer", "name hints rematch_of"),
    Kind.LAID_DOWN: ("round player melds", "question code fingerprint photo"),
    Kind.LAID_OFF: ("round player meld before after", "cards question code fingerprint photo"),
    Kind.SWAPPED: ("round player meld before after", "card joker_to question code fingerprint photo"),
    Kind.RULED: ("question code fingerprint", "round player legal photo"),
    Kind.WENT_OUT: ("round player", "same_turn"),
    Kind.COUNTED: ("round player", "cards points typed photo absent"),
    Kind.ROUND_CLOSED: ("round", ""),
    Kind.CORRECTED: ("round player old new note", "cards photo"),
    Kind.BONUS: ("round player points note", ""),
    Kind.RULE_AGREED: ("changes reason", ""),
    Kind.PLAYER_JOINED: ("name how", "points seat"),
    Kind.PLAYER_LEFT: ("player", ""),
    Kind.PLAYER_RENAMED: ("player name", ""),
    Kind.SEATS_ORDERED: ("seats", ""),
    Kind.ROUND_SKIPPED: ("round", "note"),
    Kind.ROUND_ADDED: ("contract", "after"),
    Kind.DEALER_SET: ("round player", "starter"),
    Kind.UNDONE: ("deed", ""),
    Kind.FINISHED: ("", ""),
    Kind.REOPENED: ("", ""),
}
"""By kind: the keys its data must have, then those it may have.

`players` is a list of names in seat order, which is the direction of play; a
`player` is his number from 0 in order of joining, and keeps it for good. `rules` is
what `match_rules.pin` gives. `cards` are texts in the JSON notation; `melds` a list of
`{"cards", "kind", "as"}`, `before` and `after` one such; `meld` the number of a meld
on the table from 0. `new` and `old` are points, null (pending) or "absent". `how` is
`zero`, `average`, `worst` or `points`. `deed` is the number of the first entry of what
is taken back; taking back an undoing does it again.
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry not yet written: what happened, without number and time."""

    kind: Kind
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the notebook.

    `number` counts from 1 within the match; `at` is an ISO 8601 time in UTC given by
    the caller; `by` says who wrote it, where known; `deed` is the number of the first
    entry of what was written in one go (closing a round writes several), its own
    number when it stands alone.
    """

    number: int
    kind: Kind
    at: str
    by: str | None
    data: Mapping[str, Any]
    deed: int


Subject = tuple[Any, ...]


def subjects(kind: Kind, data: Mapping[str, Any]) -> frozenset[Subject]:
    """What an entry is about: two writers who did not see each other must not touch the same subject."""
    number, player = data.get("round"), data.get("player")
    match kind:
        case Kind.COUNTED | Kind.CORRECTED:
            return frozenset({("value", number, player)})
        case Kind.WENT_OUT:
            return frozenset({("out", number), ("value", number, player)})
        case Kind.ROUND_CLOSED | Kind.ROUND_SKIPPED:
            return frozenset({("close", number)})
        case Kind.LAID_DOWN:
            return frozenset({("down", number, player)})
        case Kind.LAID_OFF | Kind.SWAPPED:
            return frozenset({("meld", number, data.get("meld"))})
        case Kind.BONUS:
            return frozenset({("bonus", number, player)})
        case Kind.DEALER_SET:
            return frozenset({("dealer", number)})
        case Kind.RULE_AGREED:
            return frozenset({("rules",)})
        case Kind.PLAYER_JOINED | Kind.PLAYER_LEFT | Kind.SEATS_ORDERED:
            return frozenset({("seats",)})
        case Kind.PLAYER_RENAMED:
            return frozenset({("name", player)})
        case Kind.ROUND_ADDED:
            return frozenset({("schedule",)})
        case Kind.OPENED | Kind.FINISHED | Kind.REOPENED:
            return frozenset({("match",)})
        case Kind.UNDONE:
            return frozenset({("undo",)})
        case Kind.RULED:
            return frozenset()


def well_formed(kind: Kind, data: Mapping[str, Any]) -> str | None:
    """The first key that is missing or that this kind does not carry; None when all is well."""
    must, may = (keys.split() for keys in DATA[kind])
    for key in must:
        if key not in data:
            return key
    for key in data:
        if key not in must and key not in may:
            return key
    return None
