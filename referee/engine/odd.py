"""Rules that can be played but were hardly meant.

Owns the warnings of `check`: what a table has set and what then changes nothing, or
works against itself. Refuses problems that stop the play: those are `check`.
Start reading at `odd_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.engine.ruleset import RuleSet
from referee.engine.switches import LONG_RUNS, OF_ONE_RANK, Contract

ODD_CODES: Final = (
    "jokers-nowhere", "joker-limits-reversed", "closing-not-a-round", "no-effect", "value-odd", "dealt-list",
    "optional-too-large",
)  # fmt: skip
"""The warnings there are."""

Note = dict[str, str]

_OF_JOKERS: Final = frozenset(
    {"joker-end", "swap", "discard-joker", "joker-gap", "joker-limit-table", "joker-limit-laydown"}
)
_AFTER_LAYDOWN: Final = frozenset({"layoff", "swap", "closing", "discard-playable"})
"""What matters only after a laydown, and not where that ends the deal."""


def odd_rules(rules: RuleSet, changed: set[str], unread: set[str]) -> list[Note]:
    """All warnings for a rule set; `changed` are the switches the table set on top of its system.

    A system's own idle values (the price of a card that nobody may buy) are no news;
    only what the table has set is. Nothing rests on the `unread` keys.
    """
    notes = [*_jokers(rules), *_lists(rules, changed), *_idle(rules, changed), *_values(rules)]
    return [
        {"code": code, "path": path, "detail": detail}
        for code, path, detail in notes
        if path.split("[")[0].split(".")[0] not in unread and detail.split("=")[0] not in unread
    ]


_Odd = Iterator[tuple[str, str, str]]


def _jokers(rules: RuleSet) -> _Odd:
    kinds = {demand.kind for contract in rules.rounds for demand in contract}
    if rules.jokers and all(
        rules.joker_limit(kind, stage) == 0 for kind in kinds for stage in ("laydown", "table")
    ):
        yield "jokers-nowhere", "jokers", str(rules.jokers)
    laydown, table = rules.joker_limit_laydown, rules.joker_limit_table
    if table is not None and (laydown is None or laydown > table):
        yield "joker-limits-reversed", "joker-limit-table", f"{'null' if laydown is None else laydown} > {table}"


def _lists(rules: RuleSet, changed: set[str]) -> _Odd:
    if "closing" in changed:
        known = {contract_key(rules, contract) for contract in (*rules.rounds, *rules.optional_rounds)}
        for place, contract in enumerate(rules.closing):
            if contract_key(rules, contract) not in known:
                yield "closing-not-a-round", f"closing[{place}]", " ".join(map(str, contract))
    large = [(rules.contract_size(each), rules.dealt_to(each) + 1) for each in rules.optional_rounds]
    size, hand = max((pair for pair in large if pair[0] > pair[1]), default=(0, 0))
    if size > hand:
        yield "optional-too-large", "optional-rounds", f"{size} > {hand}"
    if isinstance(rules.dealt, tuple) and len(rules.dealt) != len(rules.rounds):
        yield "dealt-list", "dealt", f"{len(rules.dealt)} != {len(rules.rounds)}"


def contract_key(rules: RuleSet, contract: Contract) -> tuple[tuple[str, int], ...]:
    """What a contract asks for, whatever the order of its melds."""
    return tuple(sorted((demand.kind, rules.size_of(demand)) for demand in contract))


def _idle(rules: RuleSet, changed: set[str]) -> _Odd:
    """Switches the table set and another one keeps from ever mattering."""
    if rules.out_of_turn != "buy":
        for switch in ("buy-penalty", "buys-per-round"):
            if switch in changed:
                yield "no-effect", switch, f"out-of-turn={rules.out_of_turn}"
    if "ace-both-ends" in changed and rules.ace_both_ends and rules.ace != "both":
        yield "no-effect", "ace-both-ends", f"ace={rules.ace}"
    if "joker-gap" in changed and rules.joker_gap and _at_most_one_joker(rules):
        yield "no-effect", "joker-gap", f"joker-limit-table={rules.joker_limit_table}"
    if not rules.jokers:
        for switch in sorted(_OF_JOKERS & changed):
            yield "no-effect", switch, "jokers=0"
    if rules.layoff == "none" and "joker-end" in changed:
        yield "no-effect", "joker-end", "layoff=none"
    if rules.progress == "player":
        for switch in sorted(_AFTER_LAYDOWN & changed):
            yield "no-effect", switch, "progress=player"
    contracts = (*rules.rounds, *rules.optional_rounds)
    runs = max(sum(demand.kind == "run" for demand in contract) for contract in contracts)
    if "touching-runs" in changed and not rules.touching_runs and runs < 2:
        yield "no-effect", "touching-runs", "rounds"
    sets = max(sum(demand.kind in OF_ONE_RANK for demand in contract) for contract in contracts)
    if "repeated-ranks" in changed and not rules.repeated_ranks and sets < 2:
        yield "no-effect", "repeated-ranks", "rounds"
    if "long-run-jokers" in changed and not rules.kinds_laid() & set(LONG_RUNS):
        yield "no-effect", "long-run-jokers", "rounds"


def _at_most_one_joker(rules: RuleSet) -> bool:
    limits = (rules.joker_limit_table, rules.joker_limit_laydown)
    return all(limit is not None and limit <= 1 for limit in limits)


def _values(rules: RuleSet) -> _Odd:
    if rules.bonus_going_out > 0:
        yield "value-odd", "bonus-going-out", f"{rules.bonus_going_out} > 0"
    for name, points in rules.points.items():
        if points < 0:
            yield "value-odd", f"scoring.values.{name}", f"{points} < 0"
