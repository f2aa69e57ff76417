"""What a match is after its entries: players, rounds, values, standing. Frozen values only.

Owns the shapes that pages and exports read. Refuses to compute: `match_reading` reads the
entries, `match_scores` adds up.
Start reading at `MatchState`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from referee.engine.match_entries import Entry
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract

ABSENT: Final = "absent"
Points = int | Literal["absent"] | None
"""The value of a round for a player: points, None while not entered (never 0), or "absent"."""


@dataclass(frozen=True, slots=True)
class Player:
    """One at the table; `number` is his for good, `label` his name told apart from an equal one.

    `joined` is the first round he plays, `left` the first he no longer plays. `start`
    are the points a late joiner begins with; None while they cannot be known yet.
    """

    number: int
    name: str
    label: str
    joined: int
    left: int | None
    how: Literal["zero", "average", "worst", "points"]
    start: int | None

    def plays(self, round_number: int) -> bool:
        return self.joined <= round_number and (self.left is None or round_number < self.left)


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table as it lies now; `shown` names what each joker stands for (runs only)."""

    number: int
    owner: int
    cards: str
    kind: str
    shown: str | None
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A value that was replaced: what it was, what it became, by which entry, why."""

    old: Points
    new: Points
    entry: int
    at: str
    by: str | None
    note: str


Source = Literal["none", "out", "cards", "points", "absent", "corrected"]


@dataclass(frozen=True, slots=True)
class Value:
    """What a round cost a player; `source` says how it was entered.

    `bonus` stands apart from `points` and is added to the total with it.
    """

    points: Points
    bonus: int = 0
    source: Source = "none"
    cards: str | None = None
    typed: str | None = None
    photo: str | None = None
    entry: int | None = None
    at: str | None = None
    by: str | None = None
    changes: tuple[Change, ...] = ()

    @property
    def pending(self) -> bool:
        return self.points is None


@dataclass(frozen=True, slots=True)
class Asked:
    """A ruling that was asked: the question, the verdict then, and the rules it was given under."""

    entry: int
    at: str
    by: str | None
    round: int | None
    player: int | None
    question: Mapping[str, Any]
    code: str
    legal: bool | None
    fingerprint: str
    photo: str | None


@dataclass(frozen=True, slots=True)
class Round:
    """One deal. `number` is its name in the entries, `label` its place among those not skipped.

    `contract` is None where each player is at his own; `contracts` and `stages` (the
    1-based place of a player's contract in the rules) are by player. `seats` are the
    players of this round in the direction of play.
    """

    number: int
    label: int
    contract: Contract | None
    contracts: Mapping[int, Contract]
    stages: Mapping[int, int]
    seats: tuple[int, ...]
    dealer: int
    starter: int
    cards_each: Mapping[int, int]
    packs: int
    stock: int
    closed: bool
    closed_at: str | None
    skipped: bool
    out: int | None
    values: Mapping[int, Value]
    melds: tuple[Meld, ...]
    down: Mapping[int, int]
    """Who is down, and by which entry."""
    asked: tuple[Asked, ...]

    @property
    def pending(self) -> tuple[int, ...]:
        """The players whose value is still to be entered, in seat order."""
        return tuple(p for p in self.seats if self.values[p].pending)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table: `total` counts what is known, `pending` says that something is not.

    `place` is 1-based, shared by ties, lowest total first; None for who has left.
    """

    player: int
    total: int
    bonus: int
    pending: bool
    won: int
    place: int | None
    last: Points


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match after all its entries. `number` is that of the last entry.

    `rules` are in force now; `rules_since` holds each rule set with the entry that
    brought it. `rounds` are all that were opened, the open one last; `ahead` the
    contracts still to come (by table). `ignored` names entries that say nothing any
    more, with the reason; `undone` those taken back.
    """

    number: int
    opened: Entry
    rules: RuleSet
    rules_since: tuple[tuple[int, RuleSet], ...]
    players: tuple[Player, ...]
    seats: tuple[int, ...]
    rounds: tuple[Round, ...]
    ahead: tuple[Contract, ...]
    standings: tuple[Standing, ...]
    running: tuple[Mapping[int, int], ...]
    asked: tuple[Asked, ...]
    played_out: bool
    finished: bool
    finished_at: str | None
    winners: tuple[int, ...]
    entries: tuple[Entry, ...]
    undone: frozenset[int]
    ignored: Mapping[int, str]

    @property
    def current(self) -> Round | None:
        """The open round; None when the last one is closed."""
        open_ones = [r for r in self.rounds if not r.closed and not r.skipped]
        return open_ones[0] if open_ones else None

    @property
    def closed(self) -> tuple[Round, ...]:
        return tuple(r for r in self.rounds if r.closed)

    @property
    def rounds_total(self) -> int | None:
        """How many rounds the match has; None where each player is at his own contract."""
        if self.rules.progress == "player":
            return None
        return sum(not r.skipped for r in self.rounds) + len(self.ahead)

    def round(self, number: int) -> Round | None:
        return next((r for r in self.rounds if r.number == number), None)

    def player(self, number: int) -> Player | None:
        return self.players[number] if 0 <= number < len(self.players) else None

    def standing(self, player: int) -> Standing:
        return next(s for s in self.standings if s.player == player)

    def rules_at(self, entry: int) -> RuleSet:
        """The rules in force when this entry was written."""
        return [rules for since, rules in self.rules_since if since <= entry][-1]

    def last_deed(self) -> int | None:
        """The number of the last deed that can be taken back; None when there is none."""
        for entry in reversed(self.entries):
            if entry.number not in self.undone and entry.kind not in ("opened", "undone"):
                return entry.deed
        return None
