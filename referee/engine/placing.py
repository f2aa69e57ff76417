"""Placing the cards of a run: which place each card takes, jokers included.

Owns "reading a run with jokers" (rules.md section 3): first as it lies, upwards or
downwards; only then put in order, jokers filling the gaps, those left over going
to the end at which they were named, else to the high end, else to the low one.
Refuses suits, sizes and limits: `melds`.
Start reading at `place_run`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet


class Placed(NamedTuple):
    """The cards of a run from low to high, and the place of the first (ace low 1, king 13, ace high 14)."""

    cards: tuple[Card, ...]
    low: int


def bounds(rules: RuleSet) -> tuple[int, int]:
    """The lowest and highest place of a run where it may not pass the ace."""
    top = rules.pack.top
    return (2 if rules.ace == "high" else 1), (top if rules.ace == "low" else top + 1)


def place_run(cards: Sequence[Card], rules: RuleSet) -> Placed | None:
    """Place the cards of a run; None where they are not consecutive under this table's ace.

    Expects at least one natural and no more cards than the longest run.
    """
    top = rules.pack.top
    if rules.ace == "around":
        return _as_it_lies_around(cards, top) or _in_order_around(cards, rules.joker_gap, top)
    low, high = bounds(rules)
    return _as_it_lies(cards, low, high, top) or _in_order(cards, low, high, top, rules.joker_gap)


def place_round_the_corner(cards: Sequence[Card], top: int) -> Placed | None:
    """Place the cards as if the ace could stand anywhere; None where even so they do not follow."""
    if len(cards) > top:
        return None
    return _as_it_lies_around(cards, top) or _in_order_around(cards, 0, top)


def place_long_run(cards: Sequence[Card], rules: RuleSet, *, alternating: bool) -> Placed | None:
    """Place thirteen cards, one of each rank, from a low ace or to a high one.

    An alternating run takes the order in which its colours do alternate, where
    one does. None where a rank is there twice.
    """
    naturals = [card for card in cards if card.rank]
    if len({card.rank for card in naturals}) < len(naturals):
        return None
    top = rules.pack.top
    low, high = bounds(rules)
    around = rules.ace == "around"
    lying = _as_it_lies_around(cards, top) if around else _as_it_lies(cards, low, high, top)
    starts: Sequence[int] = range(1, top + 1) if around else range(low, high - top + 2)
    if not around and cards[0].rank and all(card.rank != 1 for card in naturals):
        # A joker is the ace, and was not named at the low end: the high one comes first.
        starts = starts[::-1]
    candidates = [lying] if lying else []
    candidates += [_filled(cards, start, top) for start in starts]
    if alternating:
        for placed in candidates:
            if _alternates(placed.cards):
                return placed
    return candidates[0]


def _alternates(cards: Sequence[Card]) -> bool:
    return len({(card.color == "red") ^ (place % 2 == 0) for place, card in enumerate(cards) if card.rank}) == 1


def _filled(cards: Sequence[Card], start: int, top: int) -> Placed:
    """All ranks from `start` on, each natural in its place, the jokers in the rest."""
    by_rank = {card.rank: card for card in cards if card.rank}
    jokers = iter([card for card in cards if not card.rank])
    ranks = [(start + place - 1) % top + 1 for place in range(top)]
    return Placed(tuple(by_rank[rank] if rank in by_rank else next(jokers) for rank in ranks), start)


def _as_it_lies(cards: Sequence[Card], low: int, high: int, top: int) -> Placed | None:
    first, anchor = next((place, card.rank) for place, card in enumerate(cards) if card.rank)
    last = len(cards) - 1
    for step in (1, -1):
        for position in (1, top + 1) if anchor == 1 else (anchor,):
            start = position - step * first
            lowest = start if step == 1 else start - last
            if lowest < low or lowest + last > high:
                continue
            if all(not card.rank or (start + step * i - 1) % top + 1 == card.rank for i, card in enumerate(cards)):
                return Placed(tuple(cards if step == 1 else reversed(cards)), lowest)
    return None


def _as_it_lies_around(cards: Sequence[Card], top: int) -> Placed | None:
    first, anchor = next((place, card.rank) for place, card in enumerate(cards) if card.rank)
    for step in (1, -1):
        start = anchor - step * first
        if all(not card.rank or (start + step * i - card.rank) % top == 0 for i, card in enumerate(cards)):
            lowest = start if step == 1 else start - (len(cards) - 1)
            return Placed(tuple(cards if step == 1 else reversed(cards)), (lowest - 1) % top + 1)
    return None


def _in_order(cards: Sequence[Card], low: int, high: int, top: int, gap: int) -> Placed | None:
    naturals = [card for card in cards if card.rank]
    aces = [card for card in naturals if card.rank == 1]
    others = [card for card in naturals if card.rank != 1]
    choices: Iterator[dict[int, Card]]
    if len(aces) > 2 or len({card.rank for card in others}) < len(others):
        return None
    held = {card.rank: card for card in others}
    if len(aces) == 2:
        choices = iter([{1: aces[0], **held, top + 1: aces[1]}])
    elif aces:
        choices = iter([{1: aces[0], **held}, {top + 1: aces[0], **held}])
    else:
        choices = iter([held])
    fitting = [
        at for at in choices if min(at) >= low and max(at) <= high and _holes(at) <= len(cards) - len(naturals)
    ]
    return _best((_with_jokers(cards, at, low, high) for at in sorted(fitting, key=_holes)), gap)


def _in_order_around(cards: Sequence[Card], gap: int, top: int) -> Placed | None:
    naturals = [card for card in cards if card.rank]
    if len({card.rank for card in naturals}) < len(naturals):
        return None
    choices = [
        {start + (card.rank - start) % top: card for card in naturals} for start in sorted(c.rank for c in naturals)
    ]
    jokers = len(cards) - len(naturals)
    fitting = sorted((at for at in choices if _holes(at) <= jokers), key=_holes)
    reach = len(cards)
    placed = _best((_with_jokers(cards, at, min(at) - reach, max(at) + reach) for at in fitting), gap)
    return placed and Placed(placed.cards, (placed.low - 1) % top + 1)


def _best(ways: Iterable[Iterable[Placed]], gap: int) -> Placed | None:
    """The first placing that leaves its jokers far enough apart, else the first at all."""
    first: Placed | None = None
    for placed in chain.from_iterable(ways):
        if not gap or _wide_enough(placed.cards, gap):
            return placed
        first = first or placed
    return first


def _holes(at: dict[int, Card]) -> int:
    return max(at) - min(at) + 1 - len(at)


def _with_jokers(cards: Sequence[Card], at: dict[int, Card], low: int, high: int) -> Iterator[Placed]:
    """Fill the holes, then give the jokers left over to the ends; the placings in order of preference."""
    jokers = [card for card in cards if not card.rank]
    first, last = min(at), max(at)
    holes = _holes(at)
    spare = len(jokers) - holes
    named_low = _named_low(cards, holes)
    # Each goes to the end at which it was named; one that cannot moves to the high end before the low.
    for below in sorted(range(spare + 1), key=lambda below: (abs(below - named_low), below)):
        if first - below < low or last + spare - below > high:
            continue
        queue = iter([*jokers[holes : holes + below], *jokers[:holes], *jokers[holes + below :]])
        lying = tuple(
            at[position] if position in at else next(queue)
            for position in range(first - below, last + spare - below + 1)
        )
        yield Placed(lying, first - below)


def _wide_enough(cards: Sequence[Card], gap: int) -> bool:
    places = [place for place, card in enumerate(cards) if not card.rank]
    return all(after - before > gap for before, after in pairwise(places))


def _named_low(cards: Sequence[Card], holes: int) -> int:
    """How many of the jokers left over were named before any other card.

    Jokers named between other cards fill the holes first, so that those named at an
    end stay there.
    """
    naturals = [place for place, card in enumerate(cards) if card.rank]
    between = naturals[-1] - naturals[0] + 1 - len(naturals)
    return max(0, naturals[0] - max(0, holes - between))
