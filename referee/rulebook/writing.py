"""Rule sets as TOML text, to be kept for next time.

Owns the writing that `folders` reads again. Refuses to look whether the rules can be
played: that is `check`.
Start reading at `write_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.engine.switches import IDENTITY, SWITCHES

_ORDER: Final = ("extends", *IDENTITY, *SWITCHES)


def write_rules(data: Mapping[str, Any]) -> str:
    """A rule set's data as TOML, keys in the order of rules.md; values that are null are written `"none"`.

    Raises TypeError for a value that TOML cannot hold.
    """
    # Most who open the rulebook only read in it.
    import tomli_w

    known = [key for key in _ORDER if key in data]
    others = [key for key in data if key not in _ORDER]
    return tomli_w.dumps({key: _told(data[key]) for key in (*known, *others)})


def _told(value: Any) -> Any:
    # TOML has no null: there the word says it.
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return {key: _told(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_told(item) for item in value]
    return value
