"""What a switch may be set to: the values that a form offers and that a ruling is tried under.

Owns the list of values of every switch that takes one of a few. Refuses those that are
made up freely (rounds, points, cards dealt): their forms are in `agreeing`.
Start reading at `values_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.engine.points import TABLES, VARIANTS
from referee.engine.ruleset import RuleSet
from referee.engine.switches import MOST_DISPUTED, SWITCHES

_YES_OR_NO: Final = (True, False)
_VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "packs": (1, 2, 3, 4, 5, 6),
    "jokers": (0, 1, 2, 3, 4, 6, 8),
    "set-min": (2, 3, 4, 5),
    "run-min": (3, 4, 5, 6),
    "set-suits": ("any", "distinct"),
    "size": ("exact", "at-least"),
    "ace": ("both", "low", "high", "around"),
    "ace-both-ends": _YES_OR_NO,
    "repeated-ranks": _YES_OR_NO,
    "touching-runs": _YES_OR_NO,
    "joker-limit-laydown": (0, 1, 2, 3, 4, None),
    "joker-limit-table": (0, 1, 2, 3, 4, None),
    "joker-gap": (0, 1, 2, 3, 4),
    "joker-end": ("fixed", "slides"),
    "swap": ("none", "hand", "run"),
    "layoff": ("same-turn", "next-turn", "none"),
    "discard-joker": _YES_OR_NO,
    "discard-just-taken": _YES_OR_NO,
    "discard-playable": _YES_OR_NO,
    "out-of-turn": ("no", "steal", "buy"),
    "buy-penalty": (0, 1, 2, 3),
    "buys-per-round": (1, 2, 3, 4, 5, None),
    "stock-ends-at": (1, 2, 3, 4, None),
    "bonus-going-out": (0, -5, -10, -20, -30, -50),
    "ties": ("shared", "rounds-won"),
    "direction": ("counter-clockwise", "clockwise"),
}

FREE: Final = tuple(switch for switch in SWITCHES if switch not in _VALUES)
"""Switches whose values are made up freely."""

IN_ORDER: Final = (*MOST_DISPUTED, *(switch for switch in SWITCHES if switch not in MOST_DISPUTED))
"""All switches as a table is asked for them: the most disputed first."""


def values_of(switch: str, rules: RuleSet) -> tuple[Any, ...]:
    """The values a switch is offered with, the one in force among them; empty for a free one."""
    values = _VALUES.get(switch, ())
    own = rules.data.get(switch)
    own = None if own == "none" and None in values else own
    return values if not values or own in values else (*values, own)


def scorings(rules: RuleSet) -> Iterator[Any]:
    """The scoring tables of this pack, and their usual variants, as `scoring` takes them."""
    for name, (deck, _) in TABLES.items():
        if deck == rules.pack.deck:
            yield name
    if rules.pack.deck == "french":
        yield from (["loba", name] for name in VARIANTS)
        yield ["loba", *VARIANTS]
