"""Melds: is this a set, a run, a long run, and what does each joker stand for.

Owns the judging of one meld in the order of rules.md section 8. Refuses contracts
(how many melds, which sizes) and whatever happens to a meld later: `contracts`,
`layoffs`.
Start reading at `judge_meld`; how runs are read is in `placing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.engine.cards import Card, too_many_copies
from referee.engine.placing import Placed, place_long_run, place_round_the_corner, place_run
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Broken
from referee.engine.switches import LONG_RUN_SIZE, LONG_RUNS, OF_ONE_RANK, Kind

Stage = Literal["table", "laydown"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as judged: legal where `broken` is empty.

    `cards` lie as printed: sets as they were given, runs from low to high. Runs
    that could be placed carry `low`, the place of their first card (ace low 1,
    king 13, ace high 14), and `stands_for`, one card a place; where suits are free
    a joker stands for a rank alone.
    """

    kind: Kind
    cards: tuple[Card, ...]
    broken: tuple[Broken, ...] = ()
    low: int | None = None
    stands_for: tuple[Card, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.broken


def kind_of(cards: Sequence[Card]) -> Kind:
    """What the cards look like: naturals of one rank are a set, others a run."""
    return "set" if len({card.rank for card in cards if card.rank}) <= 1 else "run"


def impossible_copies(cards: Sequence[Card], rules: RuleSet) -> list[Broken]:
    """`card-copies` where more copies of a card lie here than the packs hold: an error of reading, not of play.

    `limit` and `found` speak of the first card at fault; where only ranks are
    known, of its rank; of jokers, of all together where they are too many together.
    """
    surplus = too_many_copies(cards, rules.pack, rules.packs, rules.jokers)
    if not surplus:
        return []
    first = surplus[0]
    limit, found = rules.packs, cards.count(first)
    if not first.rank:
        jokers = sum(not card.rank for card in cards)
        if jokers > rules.packs * rules.jokers:
            limit, found = rules.packs * rules.jokers, jokers
    elif found <= limit or not first.suit:
        limit, found = rules.packs * len(rules.pack.suits), sum(card.rank == first.rank for card in cards)
    return [Broken("card-copies", surplus, None, limit, found, "packs")]


def judge_meld(
    cards: Sequence[Card], kind: Kind, rules: RuleSet, *, stage: Stage = "table", size: int | None = None
) -> Meld:
    """Judge one meld of a given kind; `size` is what the contract asks for when laying down.

    All broken rules are found, the first in the order of checking first. Without
    `size` a laydown asks for the kind's smallest.
    """
    cards = tuple(cards)
    naturals = tuple(card for card in cards if card.rank)
    jokers = tuple(card for card in cards if not card.rank)
    broken = [
        *_joker_count(kind, naturals, jokers, rules, stage),
        *_size(kind, cards, rules, stage, size),
    ]
    if kind in OF_ONE_RANK:
        broken += _ranks(kind, naturals, rules)
        meld = Meld(kind, cards)
    else:
        broken += _suits(kind, naturals)
        meld = _placed(kind, cards, naturals, rules, broken)
        if kind == "color-run":
            broken += _joker_color(naturals, jokers)
        broken += _joker_gap(meld, rules)
    return replace(meld, broken=tuple(broken)) if broken else meld


def _joker_count(
    kind: Kind, naturals: Sequence[Card], jokers: Sequence[Card], rules: RuleSet, stage: Stage
) -> list[Broken]:
    if not jokers:
        return []
    broken = [] if naturals else [Broken("joker-only", tuple(jokers), kind=kind)]
    limit = rules.joker_limit(kind, stage)
    if limit is not None and len(jokers) > limit:
        switch = "long-run-jokers" if kind in LONG_RUNS else f"joker-limit-{stage}"
        code = "joker-barred" if limit == 0 else "joker-limit"
        broken.append(Broken(code, tuple(jokers[limit:]), None, limit, len(jokers), switch, kind))
    return broken


def _size(kind: Kind, cards: Sequence[Card], rules: RuleSet, stage: Stage, size: int | None) -> list[Broken]:
    found = len(cards)
    least = rules.smallest(kind) if size is None else size
    switch = {"set": "set-min", "run": "run-min"}.get(kind) if size is None or stage == "table" else "size"
    if found < least:
        return [Broken("meld-size", tuple(cards), None, least, found, switch, kind, {"bound": "least"})]
    most: int | None = None
    if kind in LONG_RUNS:
        most, switch = LONG_RUN_SIZE, None
    elif kind == "run" and found > rules.longest_run:
        most, switch = rules.longest_run, "ace-both-ends"
    elif stage == "laydown" and rules.size == "exact":
        most, switch = least, "size"
    if most is not None and found > most:
        return [Broken("meld-size", tuple(cards[most:]), None, most, found, switch, kind, {"bound": "most"})]
    return []


def _ranks(kind: Kind, naturals: Sequence[Card], rules: RuleSet) -> list[Broken]:
    counts = Counter(card.rank for card in naturals)
    if len(counts) > 1:
        common = counts.most_common(1)[0][0]
        return [Broken("set-ranks", tuple(c for c in naturals if c.rank != common), found=len(counts), kind=kind)]
    if rules.set_suits == "distinct":
        seen: set[str] = set()
        again = tuple(card for card in naturals if card.suit in seen or seen.add(card.suit))  # type: ignore[func-returns-value]
        if again:
            # No code of its own exists for it: the set is not one this table takes.
            return [Broken("set-ranks", again, switch="set-suits", kind=kind, facts={"same": "suits"})]
    return []


def _suits(kind: Kind, naturals: Sequence[Card]) -> list[Broken]:
    if kind == "imperial-run":
        others = tuple(card for card in naturals if card.suit != "s")
        return [Broken("run-spades", others, kind=kind)] if others else []
    if kind in ("run", "royal-run"):
        suits = Counter(card.suit for card in naturals)
        if len(suits) > 1:
            common = suits.most_common(1)[0][0]
            others = tuple(card for card in naturals if card.suit != common)
            return [Broken("run-suits", others, found=len(suits), kind=kind)]
    if kind == "color-run":
        colors = Counter(card.color for card in naturals)
        if len(colors) > 1:
            color = colors.most_common(1)[0][0]
            others = tuple(card for card in naturals if card.color != color)
            return [Broken("run-colors", others, kind=kind)]
    return []


def _placed(
    kind: Kind, cards: tuple[Card, ...], naturals: Sequence[Card], rules: RuleSet, broken: list[Broken]
) -> Meld:
    """Place a run; adds `run-gap`, `run-ace` and the colours of an alternating run to `broken`."""
    bare = Meld(kind, cards)
    if not naturals:
        return bare
    if kind in LONG_RUNS:
        if len(cards) != LONG_RUN_SIZE:
            return bare
        placed = place_long_run(cards, rules, alternating=kind == "alternating-run")
    elif len(cards) > rules.longest_run:
        return bare
    else:
        placed = place_run(cards, rules)
    if placed is None:
        broken.append(_not_consecutive(kind, cards, naturals, rules))
        return bare
    if kind == "alternating-run":
        clash = _color_clash(placed)
        if clash:
            broken.append(Broken("run-colors", clash, kind=kind))
    suit = naturals[0].suit if kind in ("run", "royal-run", "imperial-run") else ""
    top = rules.pack.top
    stands_for = tuple(
        card if card.rank else Card((placed.low + place - 1) % top + 1, suit, naturals[0].deck)
        for place, card in enumerate(placed.cards)
    )
    return Meld(kind, placed.cards, (), placed.low, stands_for)


def _not_consecutive(kind: Kind, cards: tuple[Card, ...], naturals: Sequence[Card], rules: RuleSet) -> Broken:
    round_the_corner = None if kind in LONG_RUNS else place_round_the_corner(cards, rules.pack.top)
    if round_the_corner is not None:
        lying = round_the_corner.cards
        ace = next(place for place in range(len(lying)) if (round_the_corner.low + place - 1) % rules.pack.top == 0)
        inside = 0 < ace < len(lying) - 1
        return Broken("run-ace", lying[ace : ace + 2] if inside else lying[ace : ace + 1], switch="ace", kind=kind)
    seen: set[int] = set()
    twice = tuple(card for card in naturals if card.rank in seen or seen.add(card.rank))  # type: ignore[func-returns-value]
    if twice:
        return Broken("run-gap", twice, kind=kind, facts={"gap": "twice"})
    # The cards outside the longest stretch without a hole are the ones that do not follow.
    by_rank = sorted(naturals, key=lambda card: card.rank)
    stretches: list[list[Card]] = []
    for card in by_rank:
        if stretches and card.rank == stretches[-1][-1].rank + 1:
            stretches[-1].append(card)
        else:
            stretches.append([card])
    longest = max(stretches, key=len)
    return Broken(
        "run-gap", tuple(card for card in by_rank if card not in longest), kind=kind, facts={"gap": "hole"}
    )


def _color_clash(placed: Placed) -> tuple[Card, ...]:
    """The first two neighbours of one colour; a joker has whatever colour its place wants."""
    first = next(place for place, card in enumerate(placed.cards) if card.rank)
    for place, card in enumerate(placed.cards):
        if card.rank and (card.color == placed.cards[first].color) != ((place - first) % 2 == 0):
            return placed.cards[max(place - 1, 0) : place + 1]
    return ()


def _joker_color(naturals: Sequence[Card], jokers: Sequence[Card]) -> list[Broken]:
    colors = {card.color for card in naturals}
    if len(colors) != 1:
        return []
    wrong = tuple(card for card in jokers if card.color not in (None, *colors))
    return [Broken("joker-color", wrong, kind="color-run", switch="long-run-jokers")] if wrong else []


def _joker_gap(meld: Meld, rules: RuleSet) -> list[Broken]:
    if meld.low is None or not rules.joker_gap:
        return []
    close = close_jokers(meld.cards, rules.joker_gap)
    if close is None:
        return []
    pair, found = close
    return [Broken("joker-gap", pair, None, rules.joker_gap, found, "joker-gap", meld.kind)]


def close_jokers(cards: Sequence[Card], gap: int) -> tuple[tuple[Card, ...], int] | None:
    """The first two jokers of a run with fewer than `gap` naturals between them, and how many lie there."""
    last: int | None = None
    for place, card in enumerate(cards):
        if not card.rank:
            if last is not None and place - last - 1 < gap:
                return (cards[last], card), place - last - 1
            last = place
    return None
