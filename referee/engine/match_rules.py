"""How a match pins its rules: plain data that gives the same rule set in ten years.

Owns `pin`, `unpin` and what a deal needs for these players. Refuses to look rules up
by name: a match never follows a system that changed.
Start reading at `pin`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.engine.points import TABLES
from referee.engine.ruleset import RuleSet, read_rules


def pin(rules: RuleSet) -> dict[str, Any]:
    """The rule set as an entry carries it: its whole data, who set what, its fingerprint."""
    return {
        "data": json.loads(json.dumps(dict(rules.data))),
        "set_by": sorted(rules.set_by),
        "base": next((name for name in rules.scoring if name in TABLES), None),
        "fingerprint": rules.fingerprint,
    }


@lru_cache(maxsize=256)
def _read(text: str) -> RuleSet:
    pinned = json.loads(text)
    return read_rules(pinned["data"], set_by=frozenset(pinned["set_by"]), base=pinned["base"])


def unpin(pinned: Mapping[str, Any]) -> RuleSet:
    """The rule set that was pinned. Raises `RulesError` or KeyError for what `pin` never wrote."""
    return _read(json.dumps(pinned, sort_keys=True))
