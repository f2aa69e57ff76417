"""The systems that come with the house.

Owns `systems/*.toml` and their source marks. Refuses a table's own files: `folders`.
Start reading at `load_system`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from referee.engine.ruleset import RuleSet, read_rules

SYSTEM_IDS: Final = (
    "chile", "estandar10", "ratolibre", "ratolibre-corta", "loba", "argentina", "naipe52", "naipe56",
)  # fmt: skip
"""The systems, in the order in which they are offered."""

_FOLDER: Final = Path(__file__).parent / "systems"


@cache
def _data(system_id: str) -> Mapping[str, Any]:
    """A system's file with what it inherits; raises KeyError for an unknown system."""
    if system_id not in SYSTEM_IDS:
        raise KeyError(system_id)
    data = tomllib.loads((_FOLDER / f"{system_id}.toml").read_text("utf-8"))
    base = data.pop("extends", None)
    if base is None:
        return data
    inherited = _data(base)
    return {**inherited, **data, "marks": {**inherited["marks"], **data.get("marks", {})}}


@cache
def load_system(system_id: str) -> RuleSet:
    """The rule set of a system by its id. Raises KeyError for an unknown one."""
    return read_rules({key: value for key, value in _data(system_id).items() if key != "marks"})


def systems() -> tuple[RuleSet, ...]:
    """All systems, in the order in which they are offered."""
    return tuple(load_system(system_id) for system_id in SYSTEM_IDS)


def marks(system_id: str) -> Mapping[str, str]:
    """Where each switch of a system comes from: `S` its own source, `P` a public one, `D` decided here.

    Raises KeyError for an unknown system.
    """
    return MappingProxyType(_data(system_id)["marks"])
