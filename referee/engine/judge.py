"""One question, one ruling: the door of the engine.

Owns the reading of a question (questions.md) and its way to the room that
answers it. Refuses nothing in silence: what cannot be understood is answered with
a `bad-question` ruling that says where.
Start reading at `judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling

RulesOf = Callable[[str], RuleSet]
"""Gives the rule set of a system's id; raises KeyError for an unknown one."""


def judge(question: Mapping[str, Any], rules_of: RulesOf) -> Ruling:
    """Answer a question as questions.md writes it. Never raises for a bad question."""
    raise NotImplementedError
