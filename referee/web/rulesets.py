"""Which rules can be played here: the systems, and the ones that tables of this instance have saved.

Owns the folder of saved rule sets, the finding of rules by id, the saving under a
name and the deleting. Refuses a rule set with problems: `check` has looked it over before it is saved.
Start reading at `find_rules` and `save_rules`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from flask import abort, current_app

from referee.engine.ruleset import RuleSet
from referee.rulebook import SYSTEM_IDS, load_folder, load_system, rules_finder, write_rules

MOST_SAVED: Final = 200
"""Rule sets that one instance keeps, so that nobody fills its disk."""


def folder() -> Path:
    """Where saved rule sets lie, one TOML file each."""
    return Path(current_app.instance_path) / "rulebook"


def rules_of() -> Callable[[str], RuleSet]:
    """The finder of this instance, which reads a file again when it has changed."""
    found = current_app.extensions.get("rules_of")
    if found is None:
        found = current_app.extensions["rules_of"] = rules_finder(folder())
    return cast(Callable[[str], RuleSet], found)


def find_rules(rules_id: str) -> RuleSet:
    """A system or a saved rule set. Raises KeyError for an id that nobody has."""
    return rules_of()(rules_id)


def rules_or_404(rules_id: str) -> RuleSet:
    """The rules of an address; 404 for an id that nobody has."""
    try:
        return find_rules(rules_id)
    except KeyError:
        abort(404)


def is_known(rules_id: object) -> bool:
    """Whether a system or a saved rule set has this id."""
    try:
        return isinstance(rules_id, str) and bool(find_rules(rules_id))
    except KeyError:
        return False


def saved_rules() -> tuple[RuleSet, ...]:
    """The rule sets that tables here have saved, by name of their file."""
    return tuple(load_folder(folder()).rules.values())


def every_rules() -> tuple[RuleSet, ...]:
    """All systems, then the saved ones."""
    return (*map(load_system, SYSTEM_IDS), *saved_rules())


def system_under(rules: RuleSet) -> RuleSet:
    """The system that a saved rule set stands on; a system stands on itself."""
    if rules.id in SYSTEM_IDS:
        return load_system(rules.id)
    for _, data in _files_of(rules.id):
        if data.get("extends") in SYSTEM_IDS:
            return load_system(data["extends"])
    return next(
        (
            each
            for each in map(load_system, SYSTEM_IDS)
            if each.pack == rules.pack and each.progress == rules.progress
        ),
        load_system(SYSTEM_IDS[0]),
    )


def _files_of(rules_id: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for path in sorted(folder().glob("*.toml")):
        try:
            data = tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if data.get("id") == rules_id:
            yield path, data


def id_from(name: str) -> str:
    """The id that a name gives: `Los de Ñuñoa` is `los-de-nunoa`; empty where no letter is left."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")


def is_full() -> bool:
    """Whether the folder holds as many rule sets as this instance keeps."""
    return sum(1 for _ in folder().glob("*.toml")) >= MOST_SAVED


def save_rules(data: Mapping[str, Any]) -> None:
    """Keep a rule set that `check` found playable. Raises FileExistsError for an id that has a file."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / f"{data['id']}.toml").open("x", encoding="utf-8") as file:
        file.write(write_rules(data))


def throw_rules(rules: RuleSet) -> None:
    """Delete a saved rule set; matches played by it keep their own copy."""
    for path, _ in list(_files_of(rules.id)):
        path.unlink(missing_ok=True)
