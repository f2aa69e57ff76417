"""The best laydown as an exact-cover model in OR-Tools CP-SAT, to hold the solver against.

Every meld the hand can place is a variable, every kind of card a constraint; equal cards count, and jokers are
anonymous in the melds, so that which joker is laid is chosen apart. Melds are those the engine's meld code accepts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from statistics import median
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from referee.engine.cards import JOKER, Card
from referee.engine.melds import judge_meld
from referee.engine.ruleset import RuleSet
from referee.engine.switches import OF_ONE_RANK, Contract, Demand

Cards = tuple[Card, ...]


class Option(NamedTuple):
    """A meld the hand can place: its naturals with their numbers, and how many jokers it takes."""

    naturals: tuple[tuple[Card, int], ...]
    jokers: int


class Solved(NamedTuple):
    """The points left (None: no laydown), the melds there were, and seconds of building and solving."""

    points: int | None
    melds: int
    seconds: float


def possible_melds(rules: RuleSet, hand: Cards, demand: Demand) -> list[Option]:
    """Every set or run of the hand that the engine's meld code accepts for one demand of the contract."""
    found: dict[Option, None] = {}
    for meld in placements(rules, hand, demand):
        counts = Counter(card for card in meld if card.rank != JOKER)
        option = Option(tuple(sorted(counts.items())), len(meld) - counts.total())
        size = rules.size_of(demand)
        if option not in found and judge_meld(meld, demand.kind, rules, stage="laydown", size=size).is_legal:
            found[option] = None
    return list(found)


def placements(rules: RuleSet, hand: Cards, demand: Demand) -> Iterator[Cards]:
    held = Counter(card for card in hand if card.rank != JOKER)
    jokers = len(hand) - held.total()
    limit = rules.joker_limit(demand.kind, "laydown")
    most = jokers if limit is None else min(jokers, limit)
    size, exact = rules.size_of(demand), rules.size == "exact"
    joker = Card(JOKER, "", rules.pack.deck) if rules.pack.deck == "french" else Card(JOKER, "HU", rules.pack.deck)
    if demand.kind in OF_ONE_RANK:
        for rank in {card.rank for card in held}:
            mine = [card for card in held if card.rank == rank]
            for numbers in product(*(range(held[card] + 1) for card in mine)):
                naturals = tuple(card for card, n in zip(mine, numbers, strict=True) for _ in range(n))
                for laid in range(most + 1):
                    if naturals and (len(naturals) + laid == size if exact else len(naturals) + laid >= size):
                        yield (*naturals, *(joker,) * laid)
        return
    top = rules.pack.top
    for suit in rules.pack.suits:
        for length in range(size, size + 1 if exact else rules.longest_run + 1):
            for first in range(1, top + 1):
                places = [
                    Card((place - 1) % top + 1, suit, rules.pack.deck) for place in range(first, first + length)
                ]
                gaps = [place for place, card in enumerate(places) if not held[card]]
                rest = [place for place in range(length) if place not in gaps]
                for more in range(min(most - len(gaps), len(rest) - 1) + 1):
                    for replaced in combinations(rest, more):
                        yield tuple(joker if i in gaps or i in replaced else card for i, card in enumerate(places))


def solve(rules: RuleSet, hand: Cards, contract: Contract, runs: int) -> Solved:
    """Build and solve the model; only that is timed (the median of some runs), the melds being given."""
    options = {demand: possible_melds(rules, hand, demand) for demand in dict.fromkeys(contract)}
    solved = [_solve(rules, hand, contract, options) for _ in range(runs)]
    return solved[0]._replace(seconds=median(each.seconds for each in solved))


def _solve(rules: RuleSet, hand: Cards, contract: Contract, options: dict[Demand, list[Option]]) -> Solved:
    demands = Counter(contract)
    held = Counter(card for card in hand if card.rank != JOKER)
    marks = Counter(card for card in hand if card.rank == JOKER)
    began = time.perf_counter()
    model = cp_model.CpModel()
    uses: dict[Card, list[Any]] = {card: [] for card in held}
    laid: list[Any] = []
    worth: list[Any] = []
    size: list[Any] = []
    for demand, number in demands.items():
        chosen = []
        for option in options[demand]:
            x = model.new_int_var(0, number, "")
            chosen.append(x)
            for card, n in option.naturals:
                uses[card].append(n * x)
            if option.jokers:
                laid.append(option.jokers * x)
            worth.append(sum(n * rules.points_of(card) for card, n in option.naturals) * x)
            size.append((option.jokers + sum(n for _, n in option.naturals)) * x)
        model.add(sum(chosen) == number)
    for card, terms in uses.items():
        if terms:
            model.add(sum(terms) <= held[card])
    of_mark = {mark: model.new_int_var(0, n, "") for mark, n in marks.items()}
    model.add(sum(laid) == sum(of_mark.values()))
    if rules.must_go_out(contract):
        model.add(sum(size) >= len(hand) - 1)
    model.maximize(sum(worth) + sum(rules.points_of(mark) * y for mark, y in of_mark.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    seconds = time.perf_counter() - began
    melds = sum(map(len, options.values()))
    if status == cp_model.OPTIMAL:
        return Solved(sum(map(rules.points_of, hand)) - round(solver.objective_value), melds, seconds)
    assert status == cp_model.INFEASIBLE, solver.status_name(status)
    return Solved(None, melds, seconds)
