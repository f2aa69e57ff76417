"""Counting: the points of a hand, and who leads.

Owns rules.md section 6. Refuses to know how a round came about: `match`.
Start reading at `judge_score`, `standings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.engine.cards import Card
from referee.engine.melds import impossible_copies
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling, illegal, legal

Score = int | None | Literal["absent"]
"""Points of one seat in one round: a number, None while pending, "absent" for who did not play it."""


def judge_score(cards: Sequence[Card], rules: RuleSet) -> Ruling:
    """Count a hand; facts `points`, and `each`, the points of every card in the order given."""
    broken = impossible_copies(cards, rules)
    if broken:
        return illegal("score", rules, broken)
    each = [rules.points_of(card) for card in cards]
    return legal("score", rules, ("card-copies",), points=sum(each), each=each, switch="scoring")


@dataclass(frozen=True, slots=True)
class Standings:
    """Totals and places by seat, and the winners: nobody while a value is pending."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    rounds_won: tuple[int, ...]
    pending: bool


def standings(
    scores: Sequence[Sequence[Score]], out: Sequence[int | None] | None, ties: Literal["shared", "rounds-won"]
) -> Standings:
    """Add up rounds (one list of seats each); fewest points first, equal totals share a place.

    `out` is the seat that went out, by round (None: nobody); not given, the seats
    with 0 won the round. With `rounds-won` equal totals are parted by rounds won.
    """
    seats = len(scores[0]) if scores else 0
    totals = tuple(sum(row[seat] for row in scores if isinstance(row[seat], int)) for seat in range(seats))  # type: ignore[misc]
    won = [0] * seats
    for place, row in enumerate(scores):
        if out is not None:
            seat = out[place] if place < len(out) else None
            if seat is not None:
                won[seat] += 1
        else:
            for seat in range(seats):
                # `is` keeps a False that slipped in from counting as a round won.
                won[seat] += row[seat] == 0 and row[seat] is not False
    keys = [(totals[seat], -won[seat] if ties == "rounds-won" else 0) for seat in range(seats)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    pending = any(value is None for row in scores for value in row)
    winners = () if pending or not scores else tuple(seat for seat in range(seats) if places[seat] == 1)
    return Standings(totals, places, winners, tuple(won), pending)


def judge_standings(
    scores: Sequence[Sequence[Score]], rules: RuleSet, *, out: Sequence[int | None] | None = None
) -> Ruling:
    """Say who leads; facts `totals`, `places`, `winners`, `rounds_won`."""
    result = standings(scores, out, rules.ties)
    return legal(
        "standings",
        rules,
        totals=list(result.totals),
        places=list(result.places),
        winners=list(result.winners),
        rounds_won=list(result.rounds_won),
        switch="ties",
    )
