"""Laying off and swapping: what may happen to a meld that lies on the table.

Owns adding cards (in any order), jokers that slide outward or stay, and the
natural that takes a joker's place (rules.md sections 3 and 4). Refuses melds that
are none: the caller has judged them.
Start reading at `judge_layoff`, then `_Lying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from referee.engine.cards import Card
from referee.engine.melds import Meld, close_jokers, impossible_copies
from referee.engine.placing import bounds
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Broken, Ruling, illegal, legal
from referee.engine.switches import LONG_RUNS, OF_ONE_RANK, Kind

End = Literal["low", "high"]
Cards = tuple[Card, ...]


class _Lying(NamedTuple):
    """A meld as it lies: its cards, and for a run its suit and the place of its first card."""

    kind: Kind
    cards: Cards
    low: int = 0
    suit: str = ""

    @property
    def high(self) -> int:
        return self.low + len(self.cards) - 1


def _lying(meld: Meld) -> _Lying:
    if meld.kind in OF_ONE_RANK or meld.low is None:
        return _Lying(meld.kind, meld.cards)
    return _Lying(meld.kind, meld.cards, meld.low, meld.stands_for[0].suit)


def _state(what: Literal["layoff", "swap"], rules: RuleSet, down: bool, turns: int) -> list[Broken]:
    """What keeps a player from touching melds at all."""
    if not down:
        return [Broken("not-down")]
    if turns == 0 and rules.layoff != "same-turn":
        return [Broken("same-turn", switch="layoff", facts={"what": what})]
    return []


def judge_layoff(
    meld: Meld,
    cards: Sequence[Card],
    rules: RuleSet,
    *,
    end: End | None = None,
    down: bool = True,
    turns_since_laydown: int = 1,
) -> Ruling:
    """Judge adding cards to a legal meld, in any order; fact `meld`: as it lies afterwards.

    `end` is where a card goes that fits both or is a joker; not said, the high one
    if it may, else the low.
    """
    broken = impossible_copies((*meld.cards, *cards), rules)
    if rules.layoff == "none":
        broken.append(Broken("layoff-barred", switch="layoff"))
    broken += _state("layoff", rules, down, turns_since_laydown)
    lying = _lying(meld)
    # All orders with every card at its preferred place come before any order with one elsewhere.
    after = None
    if _could_hold(lying, cards, rules):
        after = _add_all(lying, tuple(cards), rules, end, 1, set())
        after = after or _add_all(lying, tuple(cards), rules, end, None, set())
    if after is None:
        broken.append(_first_in_the_way(lying, tuple(cards), rules, end))
    if broken:
        return illegal("layoff", rules, broken)
    satisfied = ("card-copies", "layoff-barred", "not-down", "same-turn", "no-fit", "joker-limit", "joker-gap")
    assert after is not None
    return legal("layoff", rules, satisfied, meld=after.cards)


def fits(card: Card, meld: Meld, rules: RuleSet) -> bool:
    """Whether a single card may be added to a meld."""
    return any(isinstance(after, _Lying) for after in _additions(_lying(meld), card, rules, None))


def _could_hold(lying: _Lying, cards: Sequence[Card], rules: RuleSet) -> bool:
    """Whether looking for an order is worth it: the orders of cards that no meld holds are too many to try."""
    if lying.kind in OF_ONE_RANK:
        # What bars a card from a set bars it in every order.
        for card in cards:
            after = _onto_set(lying, card, rules)
            if isinstance(after, Broken):
                return False
            lying = after
        return True
    room = rules.longest_run - len(lying.cards)
    return len(cards) <= room and all(not card.rank or card.suit == lying.suit for card in cards)


def _add_all(
    lying: _Lying, cards: Cards, rules: RuleSet, end: End | None, ways: int | None, dead: set[tuple[_Lying, Cards]]
) -> _Lying | None:
    """Add all cards in some order; None where no order does. Tries the order given first.

    `ways` is how many of the ways to add a card are tried, the preferred first; None for all.
    """
    if not cards:
        return lying
    key = (lying, tuple(sorted(cards)))
    if key in dead:
        return None
    tried: set[Card] = set()
    for place, card in enumerate(cards):
        if card in tried:
            continue
        tried.add(card)
        for after in islice(_additions(lying, card, rules, end), ways):
            if isinstance(after, _Lying):
                whole = _add_all(after, cards[:place] + cards[place + 1 :], rules, end, ways, dead)
                if whole is not None:
                    return whole
    dead.add(key)
    return None


def _first_in_the_way(lying: _Lying, cards: Cards, rules: RuleSet, end: End | None) -> Broken:
    """Add what can be added; the first card that is left over says why."""
    left = list(cards)
    while True:
        for card in left:
            after = next((a for a in _additions(lying, card, rules, end) if isinstance(a, _Lying)), None)
            if after is not None:
                lying = after
                left.remove(card)
                break
        else:
            break
    reasons = [why for why in _additions(lying, left[0], rules, end) if isinstance(why, Broken)]
    return reasons[0]


def _additions(lying: _Lying, card: Card, rules: RuleSet, end: End | None) -> Iterator[_Lying | Broken]:
    """The ways to add one card, the preferred one first; where there is none, why."""
    found: list[_Lying | Broken]
    if lying.kind in OF_ONE_RANK:
        found = [_onto_set(lying, card, rules)]
    elif lying.kind in LONG_RUNS:
        found = [Broken("no-fit", (card,), kind=lying.kind)]
    elif card.rank:
        found = _natural_onto_run(lying, card, rules, end)
    else:
        found = _joker_onto_run(lying, card, rules, end)
    legal_ways = [way for way in found if isinstance(way, _Lying)]
    yield from legal_ways or found


def _onto_set(lying: _Lying, card: Card, rules: RuleSet) -> _Lying | Broken:
    if not card.rank:
        over = _joker_limit(lying, card, rules)
        return over or lying._replace(cards=(*lying.cards, card))
    rank = next(each.rank for each in lying.cards if each.rank)
    if card.rank != rank:
        return Broken("no-fit", (card,), kind=lying.kind)
    if rules.set_suits == "distinct" and any(each.suit == card.suit for each in lying.cards if each.rank):
        return Broken("no-fit", (card,), switch="set-suits", kind=lying.kind)
    return lying._replace(cards=(*lying.cards, card))


def _joker_limit(lying: _Lying, card: Card, rules: RuleSet) -> Broken | None:
    limit = rules.joker_limit(lying.kind, "table")
    count = sum(not each.rank for each in lying.cards) + 1
    if limit is not None and count > limit:
        return Broken("joker-limit", (card,), None, limit, count, "joker-limit-table", lying.kind)
    return None


def _room(lying: _Lying, end: End, rules: RuleSet) -> bool:
    """Whether the run can grow by one place at this end."""
    if len(lying.cards) >= rules.longest_run:
        return False
    if rules.ace == "around":
        return True
    lowest, highest = bounds(rules)
    return lying.high < highest if end == "high" else lying.low > lowest


def _grown(lying: _Lying, cards: Cards, end: End, rules: RuleSet) -> _Lying:
    low = lying.low if end == "high" else lying.low - 1
    if rules.ace == "around":
        low = (low - 1) % rules.pack.top + 1
    return lying._replace(cards=cards, low=low)


def _natural_onto_run(lying: _Lying, card: Card, rules: RuleSet, end: End | None) -> list[_Lying | Broken]:
    no_fit = Broken("no-fit", (card,), kind="run", switch="ace" if card.rank == 1 else None)
    if card.suit != lying.suit:
        return [no_fit]
    top = rules.pack.top
    ends: tuple[End, ...] = ("low", "high") if end == "low" else ("high", "low")
    ways: list[_Lying | Broken] = []
    for at in ends:
        place = lying.high + 1 if at == "high" else lying.low - 1
        if (place - 1) % top + 1 == card.rank and _room(lying, at, rules):
            cards = (*lying.cards, card) if at == "high" else (card, *lying.cards)
            ways.append(_grown(lying, cards, at, rules))
    blocked = False
    for index, each in enumerate(lying.cards):
        if each.rank or (lying.low + index - 1) % top + 1 != card.rank:
            continue
        slid = _slide(lying, index, card, rules, ends)
        ways += slid
        blocked = blocked or not slid
    if ways:
        return ways
    if blocked:
        return [Broken("joker-fixed", (card,), switch="joker-end", kind="run")]
    return [no_fit]


def _slide(lying: _Lying, index: int, card: Card, rules: RuleSet, ends: Sequence[End]) -> list[_Lying]:
    """Put a natural in the place of a joker at an end, the jokers from there on moving outward."""
    if rules.joker_end != "slides":
        return []
    ways = []
    for at in ends:
        outward = lying.cards[index:] if at == "high" else lying.cards[: index + 1]
        if any(each.rank for each in outward) or not _room(lying, at, rules):
            continue
        cut = index if at == "high" else index + 1
        ways.append(_grown(lying, (*lying.cards[:cut], card, *lying.cards[cut:]), at, rules))
    return [way for way in ways if not rules.joker_gap or close_jokers(way.cards, rules.joker_gap) is None]


def _joker_onto_run(lying: _Lying, card: Card, rules: RuleSet, end: End | None) -> list[_Lying | Broken]:
    over = _joker_limit(lying, card, rules)
    if over:
        return [over]
    ways: list[_Lying | Broken] = []
    for at in (end,) if end else ("high", "low"):
        if not _room(lying, at, rules):
            ways.append(Broken("no-fit", (card,), kind="run"))
            continue
        cards = (*lying.cards, card) if at == "high" else (card, *lying.cards)
        close = close_jokers(cards, rules.joker_gap) if rules.joker_gap else None
        if close:
            ways.append(Broken("joker-gap", (card,), None, rules.joker_gap, close[1], "joker-gap", "run"))
        else:
            ways.append(_grown(lying, cards, at, rules))
    # Where there was room at one end only, the spacing is what stood in the way.
    return sorted(ways, key=lambda way: isinstance(way, Broken) and way.code == "no-fit")


def judge_swap(
    meld: Meld,
    card: Card,
    rules: RuleSet,
    *,
    to: End | None = None,
    down: bool = True,
    turns_since_laydown: int = 1,
) -> Ruling:
    """Judge a natural taking a joker's place; facts `meld` afterwards and `joker_to`."""
    broken = impossible_copies((*meld.cards, card), rules)
    if rules.swap == "none":
        broken.append(Broken("swap-barred", switch="swap", facts={"barred": "system"}))
    broken += _state("swap", rules, down, turns_since_laydown)
    lying = _lying(meld)
    if lying.kind != "run":
        broken.append(Broken("swap-barred", meld.cards, kind=meld.kind, facts={"barred": "kind"}))
        return illegal("swap", rules, broken)
    place = _place_of(meld, card)
    if place is None:
        broken.append(Broken("swap-card", (card,), kind="run"))
        return illegal("swap", rules, broken)
    joker = lying.cards[place]
    without = lying._replace(cards=(*lying.cards[:place], card, *lying.cards[place + 1 :]))
    facts: dict[str, object] = {"joker_to": "hand", "meld": without.cards}
    if rules.swap == "run":
        moved = _moved(without, joker, rules, to)
        if isinstance(moved, Broken):
            broken.append(moved)
        else:
            facts = {"joker_to": moved[0], "meld": moved[1].cards}
    if broken:
        return illegal("swap", rules, broken)
    satisfied = ("card-copies", "swap-barred", "not-down", "same-turn", "swap-card")
    return legal("swap", rules, satisfied, **facts)


def _place_of(meld: Meld, card: Card) -> int | None:
    """The place of a joker that stands for this very card."""
    for place, (lying, meant) in enumerate(zip(meld.cards, meld.stands_for, strict=True)):
        if card.rank and not lying.rank and meant == card:
            return place
    return None


def _moved(lying: _Lying, joker: Card, rules: RuleSet, to: End | None) -> tuple[End, _Lying] | Broken:
    """Move a freed joker to an end of its own run."""
    why: Broken | None = None
    for at in (to,) if to else ("high", "low"):
        if not _room(lying, at, rules):
            continue
        cards = (*lying.cards, joker) if at == "high" else (joker, *lying.cards)
        close = close_jokers(cards, rules.joker_gap) if rules.joker_gap else None
        if close is None:
            return at, _grown(lying, cards, at, rules)
        why = why or Broken("joker-gap", close[0], None, rules.joker_gap, close[1], "joker-gap", "run")
    return why or Broken("no-fit", (joker,), kind="run")
