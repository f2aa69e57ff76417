"""No page is at a loss for words, in either language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import wording
from referee.engine.match import Kind
from referee.engine.rulings import ASKS
from referee.vision import Fault, Hint
from referee.web.app import house_folder

WEB = Path(wording.__file__).parents[1] / "web"


def keys_said() -> set[str]:
    """Every whole key in templates and views."""
    texts = [path.read_text() for folder, kind in ((house_folder("templates"), "*.html"), (WEB, "*.py"))
             for path in folder.rglob(kind)]  # fmt: skip
    said = re.compile(r"""(?:\b_|n_|say|say_n|say_if)\(\s*["']([a-z]+\.[\w.-]*[\w])["'](?!\s*~)""")
    return {key for text in texts for key in said.findall(text)}


@pytest.mark.parametrize("lang", wording.LANGUAGES)
def test_it_works(lang: str) -> None:
    missing = {key for key in keys_said() if not wording.has_words(key, lang)}
    counted = {key for key in missing if _counted(key, lang)}
    assert len(keys_said()) > 150
    assert missing - counted == set()


def _counted(key: str, lang: str) -> bool:
    try:
        wording.translate_n(key, 2, lang, cards=1)
    except wording.MissingWordsError:
        return False
    return True


@pytest.mark.parametrize("lang", wording.LANGUAGES)
def test_closed_lists_have_all_their_words(lang: str) -> None:
    wanted = [
        *(f"table.told.{kind.value}" for kind in Kind),
        *(f"table.ask.{ask}" for ask in ASKS),
        *(f"table.photo.fault.{fault.value}" for fault in Fault),
        *(f"table.photo.hint.{hint.value}" for hint in Hint),
    ]
    assert [key for key in wanted if not wording.has_words(key, lang)] == []
