"""The solver: of all laydowns of a hand, the one that leaves the fewest points.

Owns the ask `hand`: an exact search over the melds of `candidates`, joker by
joker. It proposes; `contracts` judges, and never refuses what comes from here.
Refuses advice on play: which card to throw is the player's business.
Start reading at `judge_hand`, then `_Search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.engine.candidates import Candidate, Held, meld_candidates
from referee.engine.cards import Card
from referee.engine.long_runs import LongRun, long_runs
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import QuestionError, Ruling, legal
from referee.engine.switches import LONG_RUNS, OF_ONE_RANK, Contract, Demand

MOST_WORK: Final = 1_500_000
"""Melds weighed before giving up. Hands of a table take some hundreds, made-up ones could take hours."""


@dataclass(frozen=True, slots=True)
class Laydown:
    """Melds in the contract's order, the cards left in hand and their points, before any discard."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    points: int


def judge_hand(cards: Sequence[Card], contract: Contract, rules: RuleSet) -> Ruling:
    """Say whether this hand can lay the contract down, and which way leaves the fewest points.

    Facts: `can_lay_down`, `melds`, `left`, `points` (of all that is left). Raises
    `QuestionError` for a hand that would take longer than a table waits.
    """
    best = best_laydown(cards, contract, rules)
    if best is None:
        points = sum(map(rules.points_of, cards))
        return legal("hand", rules, can_lay_down=False, melds=[], left=tuple(cards), points=points)
    return legal("hand", rules, can_lay_down=True, melds=list(best.melds), left=best.left or "", points=best.points)


def best_laydown(cards: Sequence[Card], contract: Contract, rules: RuleSet) -> Laydown | None:
    """The laydown that leaves the fewest points; None where there is none at all.

    Raises `QuestionError` after `MOST_WORK` melds weighed: nothing is guessed.
    """
    if len(cards) < rules.contract_size(contract):
        return None
    return _Search(cards, contract, rules).run()


@dataclass(slots=True)
class _Step:
    """One demand of the contract in the order of the search."""

    demand: Demand
    place: int
    candidates: list[Candidate]
    same_as_before: bool
    # What the demands after this one can bring at most, and must take at least.
    most_value: int = 0
    most_cards: int = 0
    least_jokers: int = 0


@dataclass(slots=True)
class _Best:
    value: int | None = None
    chosen: tuple[Candidate, ...] = ()
    long: tuple[LongRun, ...] = ()
    spare: dict[int, tuple[int, int]] = field(default_factory=dict)


class _Search:
    """Depth first over the demands, the most valuable melds first, cut where nothing better can come."""

    def __init__(self, cards: Sequence[Card], contract: Contract, rules: RuleSet) -> None:
        self.rules = rules
        self.contract = contract
        self.held = Held(cards, rules)
        self.must_lay = len(cards) - 1 if rules.must_go_out(contract) else 0
        self.long_places = [place for place, demand in enumerate(contract) if demand.kind in LONG_RUNS]
        self.best = _Best()
        self.work = 0
        # No laydown is worth more than all cards that are worth something.
        self.most = sum(max(0, rules.points_of(card)) for card in cards)
        self.chosen: list[Candidate] = []
        self.pairwise = not (rules.repeated_ranks and rules.touching_runs)
        short = tuple(demand for demand in contract if demand.kind not in LONG_RUNS)
        by_demand = meld_candidates(self.held, short, rules, suits_matter=bool(self.long_places))
        self.steps = self._steps(by_demand)

    def _steps(self, by_demand: dict[Demand, list[Candidate]]) -> list[_Step]:
        order = sorted(by_demand, key=lambda demand: len(by_demand[demand]))
        steps: list[_Step] = []
        for demand in order:
            places = [place for place, each in enumerate(self.contract) if each == demand]
            for n, place in enumerate(places):
                steps.append(_Step(demand, place, by_demand[demand], n > 0))
        for step, after in zip(reversed(steps[:-1]), reversed(steps[1:]), strict=True):
            if after.candidates:
                step.most_value = after.most_value + max(each.value for each in after.candidates)
                step.most_cards = after.most_cards + max(each.naturals for each in after.candidates)
                step.least_jokers = after.least_jokers + min(each.jokers for each in after.candidates)
        return steps

    def run(self) -> Laydown | None:
        if any(not step.candidates for step in self.steps):
            return None
        self._descend(0, 0, self.held.counts, self.held.jokers, 0, 0)
        return self._laydown()

    def _descend(self, depth: int, start: int, counts: int, jokers: int, value: int, laid: int) -> None:
        if depth == len(self.steps):
            self._finish(counts, jokers, value, laid)
            return
        if self.work > MOST_WORK:
            raise QuestionError("too-hard", "cards", len(self.held.cards))
        step = self.steps[depth]
        guard = self.held.guard
        all_jokers = self.held.joker_value(self.held.jokers)
        last = depth == len(self.steps) - 1
        longest = 13 * len(self.long_places)
        for index in range(start if step.same_as_before else 0, len(step.candidates)):
            each = step.candidates[index]
            self.work += 1
            if self.best.value is not None and (
                self.best.value == self.most
                or (not self.long_places and value + each.value + step.most_value + all_jokers <= self.best.value)
            ):
                return
            if each.jokers + step.least_jokers > jokers:
                continue
            if laid + each.naturals + step.most_cards + self.held.jokers + longest < self.must_lay:
                continue
            after = (counts | guard) - each.need
            if after & guard != guard:
                continue
            self.work += len(self.chosen) * self.pairwise
            if self.pairwise and any(self._clash(each, other) for other in self.chosen):
                continue
            self.chosen.append(each)
            self._descend(
                depth + 1,
                0 if last else index,
                after ^ guard,
                jokers - each.jokers,
                value + each.value,
                laid + each.naturals,
            )
            self.chosen.pop()

    def _clash(self, one: Candidate, other: Candidate) -> bool:
        if one.kind in OF_ONE_RANK and other.kind in OF_ONE_RANK:
            return not self.rules.repeated_ranks and one.low == other.low
        if one.kind != other.kind or self.rules.touching_runs or one.suit != other.suit:
            return False
        gap_one, gap_other = one.low + one.size - other.low, other.low + other.size - one.low
        if self.rules.ace == "around":
            top = self.rules.pack.top
            return gap_one % top == 0 or gap_other % top == 0
        return gap_one == 0 or gap_other == 0

    def _finish(self, counts: int, jokers: int, value: int, laid: int) -> None:
        """All demands but the long runs are met: add those, then lay the jokers that are left."""
        if not self.long_places:
            self._weigh(jokers, value, laid, ())
            return
        demands = [self.contract[place].kind for place in self.long_places]
        left = self.held.natural_cards(counts)
        for runs in long_runs(left, demands, self.rules, self.held.marks, jokers):
            used = sum(run.jokers for run in runs)
            self._weigh(
                jokers - used,
                value + sum(self.rules.points_of(card) for run in runs for card in run.naturals),
                laid + sum(len(run.naturals) for run in runs),
                tuple(runs),
            )

    def _weigh(self, spare: int, value: int, laid: int, long: tuple[LongRun, ...]) -> None:
        """Lay spare jokers where they cost least, and keep the laydown if it is the best so far.

        A joker that is added costs nothing; one that takes a natural's place gives
        that card back to the hand. Costs grow meld by meld, so the cheapest first is
        exact.
        """
        held = self.held
        used = held.jokers - spare
        offers: list[tuple[int, int, int]] = []
        if spare:
            for place, each in enumerate(self.chosen):
                room = min(each.capacity, spare)
                added = min(room, each.room)
                offers += [(0, place, 1)] * added
                offers += [(cost, place, 0) for cost in each.cheapest[: room - added]]
            offers.sort()
        spent: dict[int, tuple[int, int]] = {}
        placed = added = cost = 0
        for price, place, adds in offers[:spare]:
            gain = held.joker_value(used + placed + 1) - held.joker_value(used + placed) - price
            needed = adds and laid + used + added < self.must_lay
            if gain <= 0 and not needed:
                break
            before = spent.get(place, (0, 0))
            spent[place] = (before[0] + adds, before[1] + 1 - adds)
            placed += 1
            added += adds
            cost += price
        if laid + used + added < self.must_lay:
            return
        total = value + held.joker_value(used + placed) - cost
        if self.best.value is None or total > self.best.value:
            self.best = _Best(total, tuple(self.chosen), long, spent)

    def _laydown(self) -> Laydown | None:
        if self.best.value is None:
            return None
        dealer = self.held.dealer()
        melds: dict[int, tuple[Card, ...]] = {}
        for place, run in zip(self.long_places, self.best.long, strict=True):
            melds[place] = dealer.long_run(run)
        for n, (step, each) in enumerate(zip(self.steps, self.best.chosen, strict=True)):
            added, replaced = self.best.spare.get(n, (0, 0))
            melds[step.place] = dealer.meld(each, added, replaced)
        left = tuple(dealer.left())
        points = sum(map(self.rules.points_of, left))
        return Laydown(tuple(melds[place] for place in range(len(self.contract))), left, points)
