"""The rulebook: rule systems as data, one TOML file each.

Owns the reading of `systems/*.toml` and of a table's own files, with one level of
`extends`. Refuses to judge.
Start reading at `load_system`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from referee.engine.ruleset import RuleSet, read_rules

SYSTEM_IDS = (
    "chile", "estandar10", "ratolibre", "ratolibre-corta", "loba", "argentina", "naipe52", "naipe56",
)  # fmt: skip


def _data(system_id: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath("systems", f"{system_id}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    base = data.pop("extends", None)
    if base is None:
        return data
    inherited = _data(base)
    marks: Mapping[str, str] = {**inherited["marks"], **data.get("marks", {})}
    return {**inherited, **data, "marks": marks}


@cache
def load_system(system_id: str) -> RuleSet:
    """The rule set of one of the systems by its id. Raises KeyError for an unknown one."""
    if system_id not in SYSTEM_IDS:
        raise KeyError(system_id)
    data = _data(system_id)
    return read_rules({key: value for key, value in data.items() if key != "marks"})
