"""The long runs that a hand could lay down, for the solver.

Owns the choice of thirteen cards, one of each rank, under each long run's rule of
suits and colours. Refuses sets and common runs: `candidates`.
Start reading at `long_runs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from referee.engine.cards import Card
from referee.engine.placing import bounds
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Kind


@dataclass(frozen=True, slots=True)
class LongRun:
    """A long run from low to high; None where a joker lies, `joker_marks` those it may be ("" plain)."""

    cards: tuple[Card | None, ...]
    joker_marks: tuple[str, ...] = ()

    @property
    def naturals(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card is not None)

    @property
    def jokers(self) -> int:
        return self.cards.count(None)


Fits = Callable[[Card, int], bool]
"""Whether a card may stand at a place, counted from the start of the run."""


def _ways(kind: Kind) -> Iterator[tuple[Fits, tuple[str, ...]]]:
    """The ways a kind may be filled, with the jokers it then takes."""
    if kind == "dirty-run":
        yield (lambda card, at: True), ()
    elif kind == "imperial-run":
        yield (lambda card, at: card.suit == "s"), ()
    elif kind == "royal-run":
        for suit in "shdc":
            yield (lambda card, at, suit=suit: card.suit == suit), ()  # type: ignore[misc]
    elif kind == "color-run":
        for color, mark in (("red", "r"), ("black", "b")):
            yield (lambda card, at, color=color: card.color == color), ("", mark)  # type: ignore[misc]
    else:
        for odd in (0, 1):
            yield (lambda card, at, odd=odd: (card.color == "red") == (at % 2 == odd)), ()  # type: ignore[misc]


def long_runs(
    cards: Sequence[Card], kinds: Sequence[Kind], rules: RuleSet, marks: Sequence[Card], jokers: int
) -> Iterator[list[LongRun]]:
    """All ways worth weighing to lay these long runs from these naturals and so many jokers."""
    if not kinds:
        yield []
        return
    for run in _long_run(cards, kinds[0], rules, marks, jokers):
        rest = list((Counter(cards) - Counter(run.naturals)).elements())
        free = list(marks)
        if run.joker_marks:
            for _ in range(run.jokers):
                free.remove(next(mark for mark in reversed(free) if mark.suit in run.joker_marks))
        for others in long_runs(rest, kinds[1:], rules, free, jokers - run.jokers):
            yield [run, *others]


def _long_run(
    cards: Sequence[Card], kind: Kind, rules: RuleSet, marks: Sequence[Card], jokers: int
) -> Iterator[LongRun]:
    top = rules.pack.top
    low, high = bounds(rules)
    starts = range(1, top + 1) if rules.ace == "around" else range(low, high - top + 2)
    limit = min(rules.joker_limit(kind, "laydown") or 0, jokers)
    if kind == "dirty-run":
        starts = starts[:1]
    for start in starts:
        ranks = [(start + at - 1) % top + 1 for at in range(top)]
        for fits, allowed in _ways(kind):
            own = [
                next((c for c in cards if c.rank == rank and fits(c, at)), None) for at, rank in enumerate(ranks)
            ]
            able = min(limit, sum(mark.suit in allowed for mark in marks)) if allowed else limit
            holes = own.count(None)
            for number in range(able - holes + 1):
                run = _with_jokers(own, number, rules)
                if run is not None and any(card is not None for card in run):
                    yield LongRun(run, allowed)


def _with_jokers(own: Sequence[Card | None], number: int, rules: RuleSet) -> tuple[Card | None, ...] | None:
    """The run with this many of its cheapest cards kept in hand for jokers; None where spacing forbids it."""
    worth = {at: rules.points_of(card) for at, card in enumerate(own) if card is not None}
    for given_up in combinations(sorted(worth, key=lambda at: worth[at]), number):
        run = tuple(None if at in given_up else card for at, card in enumerate(own))
        empty = [at for at, card in enumerate(run) if card is None]
        if all(after - before > rules.joker_gap for before, after in pairwise(empty)):
            return run
    return None
