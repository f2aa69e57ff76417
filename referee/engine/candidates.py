"""The melds that a hand could lay down, for the solver.

Owns the enumeration of sets and runs from the cards held, equal cards and jokers
counted, and the dealing out of real cards in the end. Refuses to choose: `solver`.
Start reading at `meld_candidates`.

A candidate takes the jokers it cannot do without, and those that free a card for
another meld; jokers that are laid only to be rid of them come last (`room`,
`cheapest`), so that their places need not be enumerated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Final

from referee.engine.cards import Card
from referee.engine.long_runs import LongRun
from referee.engine.placing import bounds
from referee.engine.ruleset import RuleSet
from referee.engine.switches import OF_ONE_RANK, Contract, Demand, Kind

_BITS: Final = 8
"""Bits a kind of card takes in a packed count; the highest is the guard that catches a borrow."""


@dataclass(slots=True)
class Candidate:
    """One meld that could be laid: what it takes, and what jokers could still be laid on it.

    `value` counts its naturals alone. `low` is the place of a run's first card, or
    the rank of a set; `taken` the naturals of a run by place, or of a set by suit
    ("" where any will do) with their number.
    """

    kind: Kind
    size: int
    value: int
    naturals: int
    jokers: int
    low: int
    suit: str
    taken: tuple[tuple[int, str], ...]
    need: int = 0
    capacity: int = 0
    room: int = 0
    cheapest: tuple[int, ...] = ()


class Held:
    """The cards of a hand, counted: each kind of card has a field in one packed number.

    Cards that no run can use are pooled by rank, their suits making no difference.
    """

    def __init__(self, cards: Sequence[Card], rules: RuleSet) -> None:
        self.rules = rules
        self.cards = tuple(cards)
        self.by_card: Counter[tuple[int, str]] = Counter((c.rank, c.suit) for c in cards if c.rank)
        self.marks = tuple(card for card in cards if not card.rank)
        self.jokers = len(self.marks)
        worth = sorted((rules.points_of(card) for card in self.marks), reverse=True)
        self._worth = [sum(worth[:n]) for n in range(len(worth) + 1)]
        self.apart: frozenset[tuple[int, str]] = frozenset()
        self._field: dict[tuple[int, str], int] = {}
        self.counts = self.guard = 0
        self.deck = rules.pack.deck

    def joker_value(self, number: int) -> int:
        """Points of the dearest jokers held, this many of them."""
        return self._worth[number]

    def pool(self, apart: set[tuple[int, str]]) -> None:
        """Give fields to the cards in `apart` one by one, to all others by rank."""
        self.apart = frozenset(apart)
        for (rank, suit), number in self.by_card.items():
            key = (rank, suit) if (rank, suit) in apart else (rank, "")
            at = self._field.setdefault(key, len(self._field) * _BITS)
            self.counts += number << at
        self.guard = sum(1 << (at + _BITS - 1) for at in self._field.values())

    def need(self, taken: dict[tuple[int, str], int]) -> int:
        return sum(number << self._field[key] for key, number in taken.items())

    def fields_of(self, rank: int) -> list[tuple[str, int]]:
        """The fields of one rank: suit ("" for the pool) and the number held."""
        mask = (1 << (_BITS - 1)) - 1
        return [(suit, (self.counts >> at) & mask) for (r, suit), at in self._field.items() if r == rank]

    def natural_cards(self, counts: int) -> list[Card]:
        """The naturals that a packed count still holds, as cards; of pooled ones the first that serve."""
        mask = (1 << (_BITS - 1)) - 1
        dealer = self.dealer()
        left: list[Card] = []
        for (rank, suit), at in self._field.items():
            left += dealer.take(rank, suit, (counts >> at) & mask)
        return left

    def dealer(self) -> Dealer:
        return Dealer(self)


class Dealer:
    """Deals the real cards of a hand out to the melds chosen."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._left = list(held.cards)
        self._apart = held.apart
        worth = held.rules.points_of
        self._jokers = sorted(held.marks, key=worth, reverse=True)

    def take(self, rank: int, suit: str, number: int) -> list[Card]:
        """Take cards of a rank and suit; "" means any that is pooled."""
        taken: list[Card] = []
        for card in list(self._left):
            if len(taken) == number:
                break
            same = (card.rank, card.suit) == (rank, suit)
            if same or (not suit and card.rank == rank and (rank, card.suit) not in self._apart):
                taken.append(card)
                self._left.remove(card)
        return taken

    def joker(self, colors: tuple[str, ...] = ()) -> Card:
        """Take the dearest joker left, or one of these marks."""
        card = next(card for card in self._jokers if not colors or card.suit in colors)
        self._jokers.remove(card)
        self._left.remove(card)
        return card

    def meld(self, each: Candidate, added: int, replaced: int) -> tuple[Card, ...]:
        """The cards of a candidate, with jokers added to it and jokers in the place of its cheapest cards."""
        if each.kind in OF_ONE_RANK:
            taken = [card for number, suit in each.taken for card in self.take(each.low, suit, number)]
            self._left += taken[len(taken) - replaced :]
            del taken[len(taken) - replaced :]
            return (*taken, *(self.joker() for _ in range(each.jokers + added + replaced)))
        top = self._held.rules.pack.top
        worth = self._held.rules.rank_points
        naturals = {place: (place - 1) % top + 1 for place, _ in each.taken}
        cheapest = sorted(naturals, key=lambda place: worth[naturals[place]])
        for place in cheapest[:replaced]:
            del naturals[place]
        lying = [
            self.take(naturals[place], each.suit, 1)[0] if place in naturals else self.joker()
            for place in range(each.low, each.low + each.size)
        ]
        high_room = _room_above(each, self._held.rules)
        above = min(added, high_room)
        return (*(self.joker() for _ in range(added - above)), *lying, *(self.joker() for _ in range(above)))

    def long_run(self, run: LongRun) -> tuple[Card, ...]:
        """The cards of a long run, in order."""
        lying = []
        for card in run.cards:
            if card is None:
                lying.append(self.joker(run.joker_marks))
            else:
                self._left.remove(card)
                lying.append(card)
        return tuple(lying)

    def left(self) -> list[Card]:
        return self._left


def _room_above(each: Candidate, rules: RuleSet) -> int:
    if rules.ace == "around":
        return rules.pack.top - each.size
    return bounds(rules)[1] - (each.low + each.size - 1)


def meld_candidates(
    held: Held, contract: Contract, rules: RuleSet, *, suits_matter: bool = False
) -> dict[Demand, list[Candidate]]:
    """The candidates for every demand, the most valuable first; fills the fields of `held`.

    With `suits_matter` no cards are pooled: something else wants them by suit.
    """
    demands = dict.fromkeys(contract)
    sets = [demand for demand in contract if demand.kind in OF_ONE_RANK]
    runs = [demand for demand in contract if demand.kind == "run"]
    found: dict[Demand, list[Candidate]] = {}
    for demand in demands:
        if demand.kind == "run":
            found[demand] = list(_runs(held, demand, rules, contested=len(runs) > 1, sets=sets))
    apart = {
        ((place - 1) % rules.pack.top + 1, each.suit)
        for candidates in found.values()
        for each in candidates
        for place, _ in each.taken
    }
    if suits_matter or (rules.set_suits == "distinct" and sets):
        apart = set(held.by_card)
    held.pool(apart)
    for candidates in found.values():
        for each in candidates:
            taken = Counter(((place - 1) % rules.pack.top + 1, each.suit) for place, _ in each.taken)
            each.need = held.need(taken)
    for demand in demands:
        if demand.kind in OF_ONE_RANK:
            found[demand] = list(_sets(held, demand, rules))
    for candidates in found.values():
        candidates.sort(key=lambda each: (-each.value, each.jokers))
    return {demand: found[demand] for demand in demands}


def _limit(rules: RuleSet, kind: Kind, jokers: int) -> int:
    limit = rules.joker_limit(kind, "laydown")
    return jokers if limit is None else min(limit, jokers)


def _sets(held: Held, demand: Demand, rules: RuleSet) -> Iterator[Candidate]:
    size = rules.size_of(demand)
    limit = _limit(rules, demand.kind, held.jokers)
    for rank in sorted({rank for rank, _ in held.by_card}):
        fields = held.fields_of(rank)
        most = 1 if rules.set_suits == "distinct" else size if rules.size == "exact" else 99
        worth = rules.rank_points[rank]
        for numbers in product(*(range(min(number, most) + 1) for _, number in fields)):
            naturals = sum(numbers)
            jokers = max(0, size - naturals)
            if not naturals or jokers > limit or (rules.size == "exact" and naturals > size):
                continue
            taken = tuple((number, suit) for (suit, _), number in zip(fields, numbers, strict=True) if number)
            capacity = limit - jokers
            yield Candidate(
                demand.kind, naturals + jokers, naturals * worth, naturals, jokers, rank, "", taken,
                held.need({(rank, suit): number for number, suit in taken}),
                capacity,
                0 if rules.size == "exact" else capacity,
                (worth,) * (naturals - 1),
            )  # fmt: skip


def _runs(
    held: Held, demand: Demand, rules: RuleSet, *, contested: bool, sets: Sequence[Demand]
) -> Iterator[Candidate]:
    size = rules.size_of(demand)
    limit = _limit(rules, "run", held.jokers)
    top = rules.pack.top
    low, high = (1, 2 * top) if rules.ace == "around" else bounds(rules)
    longest = size if rules.size == "exact" else rules.longest_run
    smallest_set = min((rules.size_of(each) for each in sets), default=99)
    by_rank: Counter[int] = Counter()
    for (rank, _), number in held.by_card.items():
        by_rank[rank] += number
    wanted = {rank for rank, n in by_rank.items() if contested or n + held.jokers >= smallest_set}
    frame = _Frame(held, rules, limit, size, wanted)
    for suit in rules.pack.suits:
        own = {rank: number for (rank, s), number in held.by_card.items() if s == suit}
        if len(own) + limit < size:
            continue
        for length in range(size, longest + 1):
            for start in range(low, min(high - length + 1, low + top) + 1):
                for naturals in _naturals(own, start, length, top):
                    yield from frame.runs(suit, start, length, naturals)


def _naturals(own: dict[int, int], start: int, length: int, top: int) -> Iterator[list[int]]:
    """The places of a stretch that cards of the suit can take."""
    there = [place for place in range(start, start + length) if (place - 1) % top + 1 in own]
    if length > top and own.get(1) == 1:
        # One ace cannot stand at both ends: at either end a joker must.
        yield there[1:]
        yield there[:-1]
    else:
        yield there


@dataclass(slots=True)
class _Frame:
    """What holds for all runs of one demand."""

    held: Held
    rules: RuleSet
    limit: int
    size: int
    wanted: set[int]

    def runs(self, suit: str, start: int, length: int, naturals: list[int]) -> Iterator[Candidate]:
        """The runs of one stretch: its holes are jokers', and wanted cards may be given up to other melds."""
        rules, gap = self.rules, self.rules.joker_gap
        holes = length - len(naturals)
        if not naturals or holes > self.limit:
            return
        top, last = rules.pack.top, start + length - 1
        # Where spacing or neighbours matter, every place of every joker makes another run.
        explicit = (gap > 0 and length >= gap + 2) or not rules.touching_runs
        grown = length > self.size and not explicit
        if grown and (naturals[0] != start or naturals[-1] != last):
            return
        free = [p for p in naturals if explicit or (p - 1) % top + 1 in self.wanted]
        if grown:
            free = [p for p in free if p not in (start, last)]
        for number in range(min(self.limit - holes, len(free), len(naturals) - 1) + 1):
            for given_up in combinations(free, number):
                kept = tuple(p for p in naturals if p not in given_up)
                if gap and not spaced(kept, start, length, gap):
                    continue
                yield self._candidate(suit, start, length, kept, explicit)

    def _candidate(self, suit: str, start: int, length: int, kept: tuple[int, ...], explicit: bool) -> Candidate:
        rules, top = self.rules, self.rules.pack.top
        worth = sorted(rules.rank_points[(place - 1) % top + 1] for place in kept)
        jokers = length - len(kept)
        # Under a gap that is not explicit, a run is too short for a second joker.
        capacity = 0 if explicit else (min(self.limit, 1) if rules.joker_gap else self.limit) - jokers
        room = 0 if rules.size == "exact" else rules.longest_run - length
        return Candidate(
            "run", length, sum(worth), len(kept), jokers, start, suit,
            tuple((place, suit) for place in kept),
            capacity=max(capacity, 0), room=max(min(room, capacity), 0), cheapest=tuple(worth[:-1]),
        )  # fmt: skip


def spaced(kept: Sequence[int], start: int, length: int, gap: int) -> bool:
    """Whether between any two jokers of a run, those at the places not kept, lie at least `gap` naturals."""
    jokers = [place for place in range(start, start + length) if place not in kept]
    return all(after - before > gap for before, after in pairwise(jokers))
