"""A table's own rule sets: `*.toml` in a folder, each standing on a system or on itself.

Owns the reading of such files, all mistakes of all files at once, and the finding of
rules by id among systems and own ones. Refuses files with problems: they are named,
and the others load.
Start reading at `load_folder`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from referee.engine.check import MISSING, check_rules, laid_on
from referee.engine.points import TABLES
from referee.engine.ruleset import RuleSet, read_rules
from referee.engine.switches import SWITCHES
from referee.rulebook.shipped import SYSTEM_IDS, load_system

_BESIDE: Final = ("extends", "marks")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in one file: code, path and detail as `check` gives them.

    Beside the codes of `check`: `not-toml` (the file cannot be read), `id-taken` (the
    id is a system's or another file's).
    """

    file: str
    code: str
    path: str
    detail: str

    @property
    def note(self) -> dict[str, str]:
        """The mistake as `check` would give it."""
        return {"code": self.code, "path": self.path, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder holds: rule sets by id in the order of their files, and every mistake found."""

    rules: Mapping[str, RuleSet] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()


def load_folder(folder: Path) -> Folder:
    """Read all `*.toml` of a folder; one that does not exist is empty.

    A file with mistakes is left out and all its mistakes are told, those of reading
    and of playing alike.
    """
    rules: dict[str, RuleSet] = {}
    mistakes: list[Mistake] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            mistakes.append(Mistake(path.name, "not-toml", "", str(error)))
            continue
        found = own_problems(data, taken=(*SYSTEM_IDS, *rules))
        mistakes += [Mistake(path.name, **note) for note in found]
        if not found:
            own = read_own(data)
            rules[own.id] = own
    return Folder(rules, tuple(mistakes))


def own_problems(data: Mapping[str, Any], taken: tuple[str, ...] = SYSTEM_IDS) -> list[dict[str, str]]:
    """All problems of a table's own rule set, as `check` gives them; its id must be its own."""
    problems, _ = check_rules(data, load_system)
    named = {note["path"] for note in problems}
    problems += [
        {"code": "wrong-type", "path": key, "detail": MISSING}
        for key in ("id", "names")
        if key not in data and key not in named
    ]
    if data.get("id") in taken:
        problems.append({"code": "id-taken", "path": "id", "detail": str(data["id"])})
    return problems


def read_own(data: Mapping[str, Any]) -> RuleSet:
    """A table's own rule set from its data, which has an id; what differs from its system was set by the table.

    Raises `RulesError` for data that cannot be read, KeyError for an unknown system.
    """
    laid = {key: value for key, value in data.items() if key not in _BESIDE}
    if "extends" not in data:
        return read_rules(laid)
    system = load_system(data["extends"])
    whole = laid_on(system, laid)
    set_by = frozenset(key for key in laid if key in SWITCHES and whole[key] != system.data[key])
    table = next((name for name in system.scoring if name in TABLES), None)
    return read_rules(whole, set_by=set_by, base=table)


def rules_finder(folder: Path) -> Callable[[str], RuleSet]:
    """Finds rules by id: systems first, then the table's own, read again when a file has changed.

    What it returns raises KeyError for an id that no system and no good file has.
    """
    known = Folder()
    seen: list[tuple[str, int, int]] | None = None

    def find(rules_id: str) -> RuleSet:
        nonlocal known, seen
        if rules_id in SYSTEM_IDS:
            return load_system(rules_id)
        lying = [
            (path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(folder.glob("*.toml"))
        ]
        if lying != seen:
            known, seen = load_folder(folder), lying
        return known.rules[rules_id]

    return find
