"""Two phones wrote about one round: what is written, and what the second one had, side by side.

Owns that comparison. Refuses to choose: a person does, in `settling`.
Start reading at `differences`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.engine.match import ABSENT, Draft, Kind, Points, Round, Value, points_of_cards
from referee.web.access import Table

COUNT: Final = frozenset({"cards", "points", "typed", "photo", "absent"})
"""What may be known of a hand: the keys of a `counted` entry beside round and player."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One player's value: what is written (None: pending) and what the second phone had, with its data as JSON."""

    player: int
    there: Value
    mine: Points
    data: str

    @property
    def old(self) -> str:
        """The written value as a field carries it, so that it is only replaced by who saw it."""
        return "" if self.there.points is None else str(self.there.points)


@dataclass(frozen=True, slots=True)
class Differences:
    """Of one round: `out` is who went out as the second phone had it, where that is not what is written."""

    round: Round
    values: tuple[Difference, ...]
    out: int | None
    closes: bool


def differences(drafts: Sequence[Draft], here: Table) -> Differences | None:
    """What of these drafts stands against what is written, or is still missing there; None for other deeds."""
    numbers = {draft.data["round"] for draft in drafts if draft.kind in (Kind.COUNTED, Kind.CORRECTED)}
    each = here.state.round(numbers.pop()) if len(numbers) == 1 else None
    if each is None:
        return None
    values = []
    for draft in drafts:
        there = each.values.get(draft.data.get("player", -1))
        if draft.kind not in (Kind.COUNTED, Kind.CORRECTED) or there is None:
            continue
        data = {key: value for key, value in draft.data.items() if key in COUNT}
        if draft.kind is Kind.CORRECTED:
            data |= {"absent": True} if draft.data["new"] == ABSENT else {"points": draft.data["new"]}
        mine = points_in(data, here)
        if there.points is None or there.points != mine:
            values.append(Difference(draft.data["player"], there, mine, json.dumps(data)))
    outs = [draft.data["player"] for draft in drafts if draft.kind is Kind.WENT_OUT]
    out = outs[0] if outs and outs[0] != each.out else None
    closes = not each.closed and any(draft.kind is Kind.ROUND_CLOSED for draft in drafts)
    return Differences(each, tuple(values), out, closes) if values or out is not None else None


def points_in(data: dict[str, Any], here: Table) -> Points:
    """What a count comes to. Raises `NotationError` for cards that cannot be read."""
    if data.get("absent"):
        return ABSENT
    if data.get("cards"):
        return points_of_cards(here.rules, data["cards"])
    points = data.get("points")
    return points if isinstance(points, int) else None


def value_from(text: str) -> Points:
    """A value as a form's field carries it: empty is pending."""
    if text == ABSENT:
        return ABSENT
    try:
        return int(text)
    except ValueError:
        return None
