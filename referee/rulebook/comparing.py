"""Two rule sets side by side.

Owns the finding of switches in which they differ. Refuses words: `wording` names
switches and values.
Start reading at `compare`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engine.odd import contract_key
from referee.engine.ruleset import RuleSet
from referee.engine.switches import SWITCHES


class Difference(NamedTuple):
    """A switch and what each of two rule sets has for it, as the rule sets hold it."""

    switch: str
    one: Any
    other: Any


def compare(one: RuleSet, other: RuleSet) -> list[Difference]:
    """The switches in which two rule sets differ, in the order of rules.md section 7.

    Contracts whose melds are merely listed in another order do not differ, nor do
    closing contracts in another order.
    """
    found = []
    for switch in SWITCHES:
        if _meant(one, switch) != _meant(other, switch):
            name = switch.replace("-", "_")
            found.append(Difference(switch, getattr(one, name), getattr(other, name)))
    return found


def _meant(rules: RuleSet, switch: str) -> Any:
    if switch == "rounds":
        return [contract_key(rules, contract) for contract in rules.rounds]
    if switch == "closing":
        return {contract_key(rules, contract) for contract in rules.closing}
    if switch == "scoring":
        return dict(rules.points)
    if switch == "long-run-jokers":
        return dict(rules.long_run_jokers)
    return getattr(rules, switch.replace("-", "_"))
