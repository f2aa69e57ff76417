"""Is this a meld, and what does each joker stand for: every window of places is tried.

A run lies on places: 1 is the low ace, `top` the king, `top + 1` the high ace; where runs go around, places go on
in a circle. A `Row` is a run as it stands: the place of its first card, and its cards from low to high.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet

LONG = ("dirty-run", "alternating-run", "color-run", "royal-run", "imperial-run")
RANKED = ("set", "pair", "four")


class Row(NamedTuple):
    """A run as it stands: the place of its lowest card, and the cards from low to high."""

    first: int
    cards: tuple[Card, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.cards) - 1


class Found(NamedTuple):
    """One reading of a meld: the first broken rule or `ok`; the run as it stands; why it is not the only one."""

    code: str
    row: Row | None = None
    open: str = ""


def naturals(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if not card.is_joker)


def kind_of(cards: tuple[Card, ...]) -> str:
    """Naturals of one rank are a set, others a run."""
    return "set" if len({card.rank for card in naturals(cards)}) <= 1 else "run"


def longest(rules: RuleSet) -> int:
    return rules.pack.top + 1 if rules.ace == "both" and rules.ace_both_ends else rules.pack.top


def fits(rules: RuleSet, first: int, size: int) -> bool:
    """Whether a run of so many cards may stand on these places at this table."""
    top = rules.pack.top
    if size > longest(rules):
        return False
    if rules.ace == "around":
        return True
    low = 2 if rules.ace == "high" else 1
    high = top if rules.ace == "low" else top + 1
    return low <= first and first + size - 1 <= high


def rank_at(rules: RuleSet, place: int) -> int:
    return (place - 1) % rules.pack.top + 1


def starts(rules: RuleSet, size: int) -> list[int]:
    """Every place where a run of so many cards may start."""
    return [first for first in range(1, rules.pack.top + 1) if fits(rules, first, size)]


def as_it_lies(rules: RuleSet, cards: tuple[Card, ...]) -> Row | None:
    """The cards as they lie, upwards, else downwards, each joker standing for its place."""
    for row in (cards, cards[::-1]):
        for first in starts(rules, len(cards)):
            if all(card.is_joker or card.rank == rank_at(rules, first + i) for i, card in enumerate(row)):
                return Row(first, row)
    return None


def windows(rules: RuleSet, cards: tuple[Card, ...], firsts: list[int]) -> list[Row]:
    """The cards put in order in every window where each natural finds a place of its own."""
    rows = []
    jokers = [card for card in cards if card.is_joker]
    for first in firsts:
        left, free, row = list(naturals(cards)), list(jokers), []
        for place in range(first, first + len(cards)):
            here = next((card for card in left if card.rank == rank_at(rules, place)), None)
            if here is not None:
                left.remove(here)
                row.append(here)
            elif free:
                row.append(free.pop(0))
        if not left and len(row) == len(cards):
            rows.append(Row(first, tuple(row)))
    return rows


def outside(row: Row) -> tuple[int, int]:
    """The jokers below the lowest natural and above the highest."""
    marks = [card.is_joker for card in row.cards]
    return marks.index(False), marks[::-1].index(False)


def in_order(rules: RuleSet, cards: tuple[Card, ...]) -> list[Row]:
    """The cards put in order, jokers in the gaps first: every right reading, or every one where none is legal.

    A joker left over goes to the end at which it was named if the run is legal so, else to the high end, else low.
    The preferred reading comes first; others where it is not said which joker is left over, or which end is which.
    """
    rows = windows(rules, cards, starts(rules, len(cards)))
    legal = [row for row in rows if not gap_broken(rules, row.cards)]
    if not legal:
        return rows
    # Where the ace finds room at either end, each way is put in order by itself.
    by_ace: dict[tuple[int, ...], list[Row]] = {}
    for row in legal:
        aces = tuple(row.first + i for i, card in enumerate(row.cards) if card.rank == 1)
        by_ace.setdefault(aces, []).append(row)
    named = [as_named(rules, cards, group) for group in by_ace.values()]
    best = [group for group in named if group]
    best += [most_named(cards, group) for group, n in zip(by_ace.values(), named, strict=True) if not n]
    return [row for group in best for row in group]


def highest(rows: list[Row]) -> list[Row]:
    """Those with most jokers at the high end first."""
    return sorted(rows, key=lambda row: -outside(row)[1])


def most_named(cards: tuple[Card, ...], rows: list[Row]) -> list[Row]:
    """Where not every joker can lie at the end at which it was named: as many as can, the others high, else low."""
    marks = [card.is_joker for card in cards]
    before, after = marks.index(False), marks[::-1].index(False)

    def kept(row: Row) -> int:
        low, high = outside(row)
        return min(low, before) + min(high, after)

    most = max(map(kept, rows))
    return highest([row for row in rows if kept(row) == most])[:1]


def as_named(rules: RuleSet, cards: tuple[Card, ...], legal: list[Row]) -> list[Row]:
    """The readings in which each joker left over lies at the end at which it was named; the plainest first."""
    marks = [card.is_joker for card in cards]
    before, after = marks.index(False), marks[::-1].index(False)
    between = sum(marks) - before - after
    ends = [(after, before), (before, after)] if falls(rules, cards) else [(before, after)]
    named: list[Row] = []
    for fill_first in (True, False):
        for below, above in ends:
            for row in highest(legal):
                low, high = outside(row)
                unnamed = between - min(between, sum(marks) - low - high) if fill_first else between
                if low <= below and high <= above + unnamed and row not in named:
                    named.append(row)
    return named


def falls(rules: RuleSet, cards: tuple[Card, ...]) -> bool:
    """Whether the naturals are listed from high to low."""
    ranks = [card.rank for card in naturals(cards)]
    highs = [rank + rules.pack.top * (rank == 1) for rank in ranks]
    return any(all(a > b for a, b in pairwise(each)) for each in (ranks, highs)) and len(ranks) > 1


def gap_broken(rules: RuleSet, cards: tuple[Card, ...]) -> bool:
    """Whether two jokers of a run stand with too few naturals between them."""
    at = [i for i, card in enumerate(cards) if card.is_joker]
    return any(b - a - 1 < rules.joker_gap for a, b in pairwise(at))


def alternates(row: Row) -> bool:
    """Whether red and black take turns, a joker standing for what its place asks."""
    return (
        len({(card.color == "red") == (i % 2 == 0) for i, card in enumerate(row.cards) if not card.is_joker}) <= 1
    )


def judge_meld(
    rules: RuleSet, cards: tuple[Card, ...], kind: str, stage: str = "table", size: int | None = None
) -> list[Found]:
    """All right readings of a meld, the preferred first.

    `size` is what the contract asks for (else the kind's smallest); `stage` `any` is laying down in any size.
    """
    mine, jokers = naturals(cards), len(cards) - len(naturals(cards))
    if not mine:
        return [Found("joker-only")]
    limit = limit_of(rules, kind, stage)
    if jokers and limit == 0:
        return [Found("joker-barred")] + ([] if kind in LONG else [Found("joker-limit", None, "limit-of-none")])
    if limit is not None and jokers > limit:
        return [Found("joker-limit")]
    if wrong_size(rules, len(cards), kind, stage, size):
        return [Found("meld-size")]
    if kind in RANKED:
        return judge_ranked(rules, mine)
    code = look_of(kind, mine)
    return [Found(code)] if code else judge_run(rules, cards, kind)


def limit_of(rules: RuleSet, kind: str, stage: str) -> int | None:
    if kind in LONG:
        return rules.long_run_jokers.get(kind, 0)
    return rules.joker_limit_table if stage == "table" else rules.joker_limit_laydown


def wrong_size(rules: RuleSet, n: int, kind: str, stage: str, size: int | None) -> bool:
    if kind in LONG:
        return n != 13
    asked = size if size is not None else {"set": rules.set_min, "run": rules.run_min, "four": 4, "pair": 2}[kind]
    if n < asked or (kind == "run" and n > longest(rules)):
        return True
    return stage == "laydown" and rules.size == "exact" and n != asked


def judge_ranked(rules: RuleSet, mine: tuple[Card, ...]) -> list[Found]:
    if len({card.rank for card in mine}) > 1:
        return [Found("set-ranks")]
    if rules.set_suits == "distinct" and len({card.suit for card in mine}) < len(mine):
        return [Found(code, None, "set-suits-code") for code in ("set-ranks", "card-copies", "run-suits")]
    return [Found("ok")]


def look_of(kind: str, mine: tuple[Card, ...]) -> str:
    """Suits, spades and colours of a run; of an alternating run the colours come later."""
    if kind in ("run", "royal-run") and len({card.suit for card in mine}) > 1:
        return "run-suits"
    if kind == "imperial-run" and any(card.suit != "s" for card in mine):
        return "run-spades"
    if kind == "color-run" and len({card.color for card in mine}) > 1:
        return "run-colors"
    return ""


def judge_run(rules: RuleSet, cards: tuple[Card, ...], kind: str) -> list[Found]:
    lying = as_it_lies(rules, cards)
    rows = [lying] if lying else in_order(rules, cards)
    if not rows:
        # Would it follow round the corner, or with the ace at the other end?
        circle = len(cards) <= rules.pack.top and windows(rules, cards, list(range(1, rules.pack.top + 1)))
        return [Found("run-ace" if circle else "run-gap")]
    label = ""
    if kind == "alternating-run":
        rows, label = alternating(rules, cards, rows)
        if not rows:
            barred = any(map(alternates, windows(rules, cards, [1, 2])))
            around = rules.ace == "around" and any(map(alternates, windows(rules, cards, list(range(1, 14)))))
            found = [Found("run-colors", None, "alternating-ace" if barred or around else "")]
            return found + [Found("run-ace", None, "alternating-ace")] * barred
    colors = {card.color for card in cards if card.is_joker} - {None}
    if kind == "color-run" and colors - {naturals(cards)[0].color}:
        return [Found("joker-color")]
    legal = [row for row in rows if not gap_broken(rules, row.cards)]
    if not legal:
        return [Found("joker-gap")]
    aces = {tuple(i for i, card in enumerate(row.cards) if card.rank == 1) for row in legal}
    reason = "ace-either" if len(aces) > 1 else "left-over-end"
    found = [Found("ok", row, reason if place else "") for place, row in enumerate(legal)]
    return found + ([Found("run-colors", None, label)] if label else [])


def alternating(rules: RuleSet, cards: tuple[Card, ...], rows: list[Row]) -> tuple[list[Row], str]:
    """The readings that alternate; the ace may stand at either end, however the cards lie."""
    good = [row for row in rows if alternates(row)]
    if good:
        return good, ""
    ends = [row for row in windows(rules, cards, starts(rules, len(cards))) if alternates(row)]
    return ends, "alternating-as-it-lies" if ends else ""


def standing_for(rules: RuleSet, row: Row) -> str:
    """The run from low to high, each joker as the card it stands for."""
    suit = naturals(row.cards)[0].suit
    return " ".join(
        str(Card(rank_at(rules, row.first + i), suit, rules.pack.deck) if card.is_joker else card)
        for i, card in enumerate(row.cards)
    )
