"""Laying down: do these melds fulfil the contract of the round.

Owns the matching of melds to what the contract demands, and what a laydown as a
whole must keep (rules.md section 8, "a laydown"). Refuses single melds: `melds`.
Start reading at `judge_laydown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from referee.engine.cards import Card
from referee.engine.melds import Meld, impossible_copies, judge_meld
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Broken, Ruling, illegal, legal
from referee.engine.switches import OF_ONE_RANK, Contract, Demand, Kind

Cards = tuple[Card, ...]

SATISFIED: Final = ("card-copies", "already-down", "contract", "repeated-rank", "touching-runs", "hand-size")


@dataclass(frozen=True, slots=True)
class Match:
    """Melds held against a contract.

    `melds` has one judged meld for each given, in the order given; `demands` the
    demand each was judged by, None where the number of melds differs. `broken` is
    empty where all are legal.
    """

    melds: tuple[Meld, ...]
    demands: tuple[Demand | None, ...]
    broken: tuple[Broken, ...] = ()


def judge_laydown(
    melds: Sequence[Cards],
    contract: Contract,
    rules: RuleSet,
    *,
    hand: int | None = None,
    already_down: bool = False,
) -> Ruling:
    """Judge a laydown; `hand` is the number of cards held before it (dealt + 1 if not said).

    The ruling's facts: `left`, cards left in hand; by meld `laid`, its cards as
    printed, `kinds`, and `runs`, what the cards of a run stand for (else None).
    """
    held = rules.dealt_to(contract) + 1 if hand is None else hand
    laid = tuple(card for meld in melds for card in meld)
    broken = impossible_copies(laid, rules)
    if already_down:
        broken.append(Broken("already-down"))
    matched = match_contract(melds, contract, rules)
    broken += matched.broken
    left = held - len(laid)
    if not matched.broken:
        broken += _whole(matched.melds, rules)
        if left < 0:
            broken.append(Broken("hand-size", limit=held, found=len(laid)))
        elif left > 1 and rules.must_go_out(contract):
            broken.append(Broken("must-go-out", limit=1, found=left, switch="closing"))
    facts = {
        "left": max(left, 0),
        "laid": [meld.cards for meld in matched.melds],
        "kinds": [meld.kind for meld in matched.melds],
        "runs": [meld.stands_for or None for meld in matched.melds],
    }
    if broken:
        return illegal("laydown", rules, broken, **facts)
    satisfied = (*SATISFIED, "must-go-out") if rules.must_go_out(contract) else SATISFIED
    return legal("laydown", rules, satisfied, **facts)


def match_contract(melds: Sequence[Cards], contract: Contract, rules: RuleSet) -> Match:
    """Give every meld a demand of the contract so that as many as possible are legal.

    Of the melds left over, the first in the order given decides and comes first in
    `broken`.
    """
    if len(melds) != len(contract):
        judged = tuple(judge_meld(meld, _looks_like(meld, contract), rules, stage="laydown") for meld in melds)
        wrong = Broken("contract", limit=len(contract), found=len(melds), facts={"wrong": "number"})
        return Match(judged, (None,) * len(melds), (wrong,))
    judged_as: dict[tuple[int, Demand], Meld] = {}
    for place, meld in enumerate(melds):
        for demand in set(contract):
            judged_as[place, demand] = judge_meld(
                meld, demand.kind, rules, stage="laydown", size=rules.size_of(demand)
            )
    taken = _matching(len(melds), contract, {key for key, meld in judged_as.items() if meld.is_legal})
    leftovers = [place for place in range(len(melds)) if place not in taken]
    given = dict(taken)
    if leftovers:
        given |= _assign(
            leftovers, melds, [d for d in range(len(contract)) if d not in taken.values()], contract, rules
        )
    demands = tuple(contract[given[place]] for place in range(len(melds)))
    judged = tuple(judged_as[place, demands[place]] for place in range(len(melds)))
    broken: list[Broken] = []
    for place in leftovers:
        broken += _why_left(place, melds[place], demands[place], judged[place], rules)
    return Match(judged, demands, tuple(broken))


def _matching(melds: int, contract: Contract, fits: set[tuple[int, Demand]]) -> dict[int, int]:
    """A largest matching of melds to demands by augmenting paths; earlier melds keep a place."""
    holder: dict[int, int] = {}

    def place_for(meld: int, tried: set[int]) -> bool:
        for at, demand in enumerate(contract):
            if at in tried or (meld, demand) not in fits:
                continue
            tried.add(at)
            if at not in holder or place_for(holder[at], tried):
                holder[at] = meld
                return True
        return False

    for meld in range(melds):
        place_for(meld, set())
    return {meld: at for at, meld in holder.items()}


def _of_one_rank(cards: Cards) -> bool:
    return len({card.rank for card in cards if card.rank}) <= 1


def _looks_like(cards: Cards, contract: Contract) -> Kind:
    """The kind a meld resembles among those that the contract asks for."""
    alike = [d.kind for d in contract if (d.kind in OF_ONE_RANK) == _of_one_rank(cards)]
    return alike[0] if alike else ("set" if _of_one_rank(cards) else "run")


def _assign(
    places: list[int], melds: Sequence[Cards], free: list[int], contract: Contract, rules: RuleSet
) -> dict[int, int]:
    """Give each meld left over the demand it resembles, the longest meld the largest."""
    given: dict[int, int] = {}
    largest_first = sorted(free, key=lambda at: -rules.size_of(contract[at]))
    longest_first = sorted(places, key=lambda place: -len(melds[place]))
    for resembling in (True, False):
        for place in longest_first:
            if place in given:
                continue
            for at in largest_first:
                alike = (contract[at].kind in OF_ONE_RANK) == _of_one_rank(melds[place])
                if at not in given.values() and (alike or not resembling):
                    given[place] = at
                    break
    return given


def _why_left(place: int, cards: Cards, demand: Demand, judged: Meld, rules: RuleSet) -> list[Broken]:
    """Why a meld fits no demand: it is another kind of meld, or none at all."""
    for kind in sorted(rules.kinds_laid() & {"set", "run", "four"}):
        if kind != demand.kind and judge_any_size(cards, kind, rules).is_legal:
            return [
                Broken("contract", cards, place, kind=demand.kind, facts={"wrong": "kind", "is": kind}),
            ]
    return [replace(each, meld=place) for each in judged.broken]


def judge_any_size(cards: Cards, kind: Kind, rules: RuleSet) -> Meld:
    """Judge a meld for laying down as one of this kind, whatever its size above the smallest."""
    size = max(len(cards), rules.smallest(kind))
    return judge_meld(cards, kind, rules, stage="laydown", size=size)


def _whole(melds: Sequence[Meld], rules: RuleSet) -> list[Broken]:
    """What the melds of one laydown must keep together."""
    broken: list[Broken] = []
    if not rules.repeated_ranks:
        ranks: dict[int, int] = {}
        for place, meld in enumerate(melds):
            if meld.kind in OF_ONE_RANK:
                rank = next(card.rank for card in meld.cards if card.rank)
                if rank in ranks:
                    broken.append(
                        Broken("repeated-rank", meld.cards, place, switch="repeated-ranks", kind=meld.kind)
                    )
                ranks.setdefault(rank, place)
    if not rules.touching_runs:
        runs = [(place, meld) for place, meld in enumerate(melds) if meld.kind == "run" and meld.low is not None]
        for (_, one), (place, other) in combinations(runs, 2):
            if one.stands_for[0].suit == other.stands_for[0].suit and _touch(one, other, rules):
                broken.append(Broken("touching-runs", other.cards, place, switch="touching-runs", kind="run"))
    return broken


def _touch(one: Meld, other: Meld, rules: RuleSet) -> bool:
    assert one.low is not None
    assert other.low is not None
    after_one, after_other = one.low + len(one.cards), other.low + len(other.cards)
    if rules.ace == "around":
        top = rules.pack.top
        return (after_one - other.low) % top == 0 or (after_other - one.low) % top == 0
    return after_one == other.low or after_other == one.low
