"""The best laydown of a hand: every meld that the hand can place, every disjoint choice of them.

Nothing is clever but the cutting of ways that cannot beat the best one found.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract, Demand
from tests.engine.slow.laying import touch
from tests.engine.slow.melds import LONG, RANKED, judge_meld, limit_of, naturals, rank_at, starts, wrong_size

Laid = tuple[Card, ...]


def melds_for(rules: RuleSet, hand: Laid, demand: Demand) -> list[Laid]:
    """Every meld, as it would be laid, that the hand can place for one entry of the contract."""
    found = ranked(hand) if demand.kind in RANKED else rows(rules, hand, demand.kind)
    size = rules.size_of(demand)
    limit = limit_of(rules, demand.kind, "laydown")
    return [
        meld
        for meld in dict.fromkeys(found)
        if not wrong_size(rules, len(meld), demand.kind, "laydown", size)
        and (limit is None or sum(card.is_joker for card in meld) <= limit)
        and judge_meld(rules, meld, demand.kind, "laydown", size)[0].code == "ok"
    ]


def ranked(hand: Laid) -> list[Laid]:
    """All sub-multisets of one rank with any number of the hand's jokers."""
    found = []
    counts = Counter(hand)
    jokers = [card for card in hand if card.is_joker]
    for rank in {card.rank for card in naturals(hand)}:
        cards = [card for card in counts if card.rank == rank]
        for numbers in product(*(range(counts[card] + 1) for card in cards)):
            mine = tuple(card for card, n in zip(cards, numbers, strict=True) for _ in range(n))
            found += [(*mine, *more) for more in some_of(jokers)] if mine else []
    return found


def some_of(jokers: list[Card]) -> list[Laid]:
    """Every sub-multiset of the jokers."""
    counts = Counter(jokers)
    return [
        tuple(card for card, n in zip(counts, numbers, strict=True) for _ in range(n))
        for numbers in product(*(range(n + 1) for n in counts.values()))
    ]


def rows(rules: RuleSet, hand: Laid, kind: str) -> list[Laid]:
    """Every run: a window of places, each held by a card of the hand or by a joker."""
    suits: list[str] = ["s"] if kind == "imperial-run" else list(rules.pack.suits)
    groups: list[tuple[str, ...]] = (
        [tuple(suits)] if kind in ("dirty-run", "alternating-run") else [(suit,) for suit in suits]
    )
    if kind == "color-run":
        groups = [("s", "c"), ("h", "d")]
    jokers = [card for card in hand if card.is_joker]
    limit = limit_of(rules, kind, "laydown")
    most = len(jokers) if limit is None else min(limit, len(jokers))
    sizes = [13] if kind in LONG else range(2, rules.pack.top + 2)
    found: list[Laid] = []
    for group in groups:
        mine = Counter(card for card in naturals(hand) if card.suit in group)
        for size in sizes:
            for first in starts(rules, size):
                at = [
                    [card for card in mine if card.rank == rank_at(rules, place)]
                    for place in range(first, first + size)
                ]
                if sum(not cards for cards in at) <= most:
                    found += filled(at, mine, jokers, most)
    return found


def filled(at: list[list[Card]], mine: Counter[Card], jokers: list[Card], most: int) -> list[Laid]:
    """All ways to fill the places, a joker anywhere, as long as cards and jokers last."""
    ways: list[tuple[Laid, int]] = [((), 0)]
    blank = Card(0)
    for cards in at:
        ways = [
            ((*way, card), used + (card == blank))
            for way, used in ways
            for card in (*cards, blank)
            if used + (card == blank) <= most and (card == blank or way.count(card) < mine[card])
        ]
    found = []
    for way, used in ways:
        if used == len(way):
            continue
        for order in {tuple(o) for o in combinations_with_replacement(dict.fromkeys(jokers), used)}:
            if not Counter(order) - Counter(jokers):
                places = iter(order)
                found.append(tuple(next(places) if card == blank else card for card in way))
    return found


def best_laydown(rules: RuleSet, hand: Laid, contract: Contract) -> int | None:
    """The fewest points that a laydown of the contract leaves; None where there is none."""
    entries: dict[Demand, list[Laid]] = {}
    for demand in contract:
        entries.setdefault(demand, melds_for(rules, hand, demand))
    total = sum(map(rules.points_of, hand))
    closing = rules.must_go_out(contract)
    best: list[int] = []

    def worth(meld: Laid) -> int:
        return sum(map(rules.points_of, meld))

    # The most that each entry and those after it could still take away.
    tops = [max(map(worth, entries[demand]), default=None) for demand in contract]
    if None in tops:
        return None
    rest = [sum(t for t in tops[i:] if t is not None) for i in range(len(tops) + 1)]

    def go(number: int, left: Counter[Card], laid: list[Laid], taken: int, start: int) -> None:
        if best and total - taken - rest[number] >= best[0]:
            return
        if number == len(contract):
            if closing and left.total() >= 2:
                return
            if allowed(rules, contract, laid):
                best[:] = [total - taken]
            return
        again = number > 0 and contract[number] == contract[number - 1]
        melds = entries[contract[number]]
        for place in range(start if again else 0, len(melds)):
            meld = melds[place]
            need = Counter(meld)
            if all(left[card] >= n for card, n in need.items()):
                go(number + 1, left - need, [*laid, meld], taken + worth(meld), place)

    order = sorted(range(len(contract)), key=lambda i: str(contract[i]))
    contract = tuple(contract[i] for i in order)
    tops = [tops[i] for i in order]
    rest = [sum(t for t in tops[i:] if t is not None) for i in range(len(tops) + 1)]
    go(0, Counter(hand), [], 0, 0)
    return best[0] if best else None


def allowed(rules: RuleSet, contract: Contract, laid: list[Laid]) -> bool:
    """Ranks repeated and runs touching, where the table minds them."""
    if not rules.repeated_ranks:
        ranks = [
            naturals(meld)[0].rank for demand, meld in zip(contract, laid, strict=True) if demand.kind == "set"
        ]
        if len(set(ranks)) < len(ranks):
            return False
    if not rules.touching_runs:
        runs = [
            (naturals(meld)[0].suit, judge_meld(rules, meld, "run", "any")[0].row)
            for demand, meld in zip(contract, laid, strict=True)
            if demand.kind == "run"
        ]
        for place, (suit, row) in enumerate(runs):
            for other, more in runs[place + 1 :]:
                assert row is not None
                assert more is not None
                if suit == other and touch(rules, row, more) == "touch":
                    return False
    return True
