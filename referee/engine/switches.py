"""The switches: what a house may vary, each with its one name and the values it takes.

Owns the reading of one value of plain data (rules.md section 7), contracts
included. Refuses whole rule sets: those are `ruleset`.
Start reading at `SWITCHES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, cast

from referee.engine.cards import PACKS

Kind = Literal[
    "set", "run", "pair", "four", "dirty-run", "alternating-run", "color-run", "royal-run", "imperial-run"
]
LONG_RUNS: Final[tuple[Kind, ...]] = (
    "dirty-run", "alternating-run", "color-run", "royal-run", "imperial-run",
)  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = ("set", "run", "pair", "four", *LONG_RUNS)
LONG_RUN_SIZE: Final = 13
OF_ONE_RANK: Final[frozenset[Kind]] = frozenset({"set", "pair", "four"})


class Demand(NamedTuple):
    """One meld that a contract asks for; `size` None means the kind's smallest."""

    kind: Kind
    size: int | None = None

    def __str__(self) -> str:
        return self.kind if self.size is None else f"{self.kind}:{self.size}"


Contract = tuple[Demand, ...]


class Problem(NamedTuple):
    """A mistake in rules given as data: its code, where it stands, what was read, what was expected."""

    code: str
    path: str
    found: str = ""
    expected: str = ""


class RulesError(ValueError):
    """Rules that cannot be used; `problems` holds all mistakes, not the first alone."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.code} at {p.path}: {p.found} (expected {p.expected})" for p in problems))
        self.problems = problems


class WrongValueError(Exception):
    """A value that a switch does not take; `path` is where inside the value."""

    def __init__(self, found: object, expected: str, path: str = "", code: str = "wrong-type") -> None:
        self.found, self.expected, self.path, self.code = found, expected, path, code


# ---- readers: one value of plain data to one value of the rule set ----------------------------

Reader = Callable[[Any], Any]


def _number(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise WrongValueError(value, f"{low}..{high}")
        return value

    return read


def _or_null(reader: Reader) -> Reader:
    def read(value: Any) -> Any:
        # TOML has no null: there the word says it.
        if value is None or value == "none":
            return None
        try:
            return reader(value)
        except WrongValueError as wrong:
            raise WrongValueError(wrong.found, f"{wrong.expected} | null", wrong.path) from None

    return read


def _choice(*values: str) -> Reader:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise WrongValueError(value, " | ".join(values))
        return value

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(value, "true | false")
    return value


_SIZED = re.compile(r"(set|run|pair|four):(\d{1,2})")


def read_contract(value: Any) -> Contract:
    """A contract from its list, as `["set", "run:9"]`. Raises `RulesError` naming the place."""
    try:
        return _contract(value)
    except WrongValueError as wrong:
        path = f"contract{wrong.path}"
        raise RulesError([Problem("wrong-type", path, str(wrong.found), wrong.expected)]) from None


def _contract(value: Any) -> Contract:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 12:
        raise WrongValueError(value, "list of 1..12 melds")
    demands = []
    for place, item in enumerate(value):
        sized = _SIZED.fullmatch(item) if isinstance(item, str) else None
        if sized and 2 <= int(sized[2]) <= 14:
            demands.append(Demand(cast(Kind, sized[1]), int(sized[2])))
        elif item in KINDS:
            demands.append(Demand(item))
        else:
            raise WrongValueError(item, " | ".join((*KINDS, "run:N", "set:N")), f"[{place}]")
    return tuple(demands)


def _contracts(low: int) -> Reader:
    def read(value: Any) -> tuple[Contract, ...]:
        if not isinstance(value, list | tuple) or not low <= len(value) <= 40:
            raise WrongValueError(value, f"list of {low}..40 contracts")
        contracts = []
        for place, item in enumerate(value):
            try:
                contracts.append(_contract(item))
            except WrongValueError as wrong:
                raise WrongValueError(wrong.found, wrong.expected, f"[{place}]{wrong.path}") from None
        return tuple(contracts)

    return read


def _dealt(value: Any) -> int | tuple[int, ...]:
    one = _number(1, 40)
    if isinstance(value, list | tuple):
        if not value:
            raise WrongValueError(value, "1..40 | list by round")
        read = []
        for place, item in enumerate(value):
            try:
                read.append(one(item))
            except WrongValueError as wrong:
                raise WrongValueError(wrong.found, wrong.expected, f"[{place}]") from None
        return tuple(read)
    return cast(int, one(value))


def _long_run_jokers(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise WrongValueError(value, "number by long run")
    read = {}
    for kind, number in value.items():
        if kind not in LONG_RUNS:
            raise WrongValueError(number, " | ".join(LONG_RUNS), f".{kind}", "unknown-key")
        try:
            read[kind] = _number(0, 12)(number)
        except WrongValueError as wrong:
            raise WrongValueError(wrong.found, wrong.expected, f".{kind}") from None
    return read


def _any(value: Any) -> Any:
    return value


SWITCHES: Final[dict[str, Reader]] = {
    "scoring": _any,  # read by `points.resolve`, which needs the pack
    "rounds": _contracts(1),
    "dealt": _dealt,
    "packs": _number(1, 12),
    "jokers": _number(0, 8),
    "set-min": _number(2, 8),
    "run-min": _number(2, 13),
    "set-suits": _choice("any", "distinct"),
    "size": _choice("exact", "at-least"),
    "ace": _choice("low", "high", "both", "around"),
    "ace-both-ends": _flag,
    "repeated-ranks": _flag,
    "touching-runs": _flag,
    "joker-limit-laydown": _or_null(_number(0, 20)),
    "joker-limit-table": _or_null(_number(0, 20)),
    "joker-gap": _number(0, 13),
    "joker-end": _choice("fixed", "slides"),
    "long-run-jokers": _long_run_jokers,
    "swap": _choice("none", "hand", "run"),
    "layoff": _choice("same-turn", "next-turn", "none"),
    "discard-joker": _flag,
    "discard-just-taken": _flag,
    "discard-playable": _flag,
    "out-of-turn": _choice("no", "steal", "buy"),
    "buy-penalty": _number(0, 10),
    "buys-per-round": _or_null(_number(0, 40)),
    "closing": _contracts(0),
    "stock-ends-at": _or_null(_number(1, 20)),
    "bonus-going-out": _number(-1000, 1000),
    "ties": _choice("shared", "rounds-won"),
    "direction": _choice("counter-clockwise", "clockwise"),
}
"""Every switch a table may set, by its one name (rules.md section 7)."""

MOST_DISPUTED: Final = (
    "ace", "joker-limit-laydown", "joker-limit-table", "joker-end", "swap", "size",
    "layoff", "out-of-turn", "discard-joker", "discard-playable", "scoring", "ties",
)  # fmt: skip


def _names(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(v, str) and v for v in value.values()):
        raise WrongValueError(value, "name by language")
    return dict(value)


def _id(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", value):
        raise WrongValueError(value, "small letters, digits and hyphens")
    return value


def _players(value: Any) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise WrongValueError(value, "[fewest, most]")
    low, high = (_number(2, 12)(item) for item in value)
    if low > high:
        raise WrongValueError(value, "[fewest, most]")
    return low, high


def _dealt_for(value: Any) -> tuple[tuple[Contract, int], ...]:
    if not isinstance(value, list | tuple):
        raise WrongValueError(value, "list of {contract, cards}")
    read = []
    for place, item in enumerate(value):
        if not isinstance(item, Mapping) or set(item) != {"contract", "cards"}:
            raise WrongValueError(item, "{contract, cards}", f"[{place}]")
        read.append((_contract(item["contract"]), cast(int, _number(1, 40)(item["cards"]))))
    return tuple(read)


IDENTITY: Final[dict[str, Reader]] = {
    "id": _id,
    "names": _names,
    "pack": _choice(*PACKS),
    "players": _players,
    "progress": _choice("table", "player"),
    "deal-fits-contract": _flag,
    "dealt-for": _dealt_for,
    "optional-rounds": _contracts(0),
}
"""What makes a system the system it is; a table does not switch these."""

FILLED: Final[dict[str, Any]] = {
    "players": [2, 12],
    "progress": "table",
    "deal-fits-contract": False,
    "dealt-for": [],
    "optional-rounds": [],
    "buy-penalty": 1,
    "buys-per-round": None,
    "stock-ends-at": None,
    "bonus-going-out": 0,
}
"""Values that a rule set need not write down."""
