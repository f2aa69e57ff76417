"""The rulebook: rule systems as data, one TOML file each, and a table's own beside them.

Owns the reading of `systems/*.toml` and of a table's folder, with one level of
`extends`, the writing of rule sets, the source marks and the comparing of two. Refuses
to judge, and to load a rule set that nobody could play.
Start reading at `load_system`, then `load_folder`.
"""

from __future__ import annotations

from referee.rulebook.comparing import Difference, compare
from referee.rulebook.folders import Folder, Mistake, load_folder, read_own, rules_finder
from referee.rulebook.shipped import SYSTEM_IDS, load_system, marks, systems
from referee.rulebook.writing import write_rules

__all__ = [
    "SYSTEM_IDS", "Difference", "Folder", "Mistake", "compare", "load_folder", "load_system", "marks",
    "read_own", "rules_finder", "systems", "write_rules",
]  # fmt: skip
