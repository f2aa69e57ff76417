"""What cannot be understood or played: bad questions, and rule sets with mistakes.

Owns the sentences for `Ruling.problem` and for the problems and warnings of `check`.
Refuses to guess what was meant.
Start reading at `problem_sentence` and `rules_note`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.wording.catalog import has_words, translate, words


def problem_sentence(problem: Mapping[str, Any], lang: str) -> str:
    """Why a question cannot be understood, naming the token or the field."""
    key = f"problem.{problem.get('what')}"
    if not has_words(key, lang):
        return words("code.bad-question.help", lang)
    values = {name: problem.get(name, "") for name in ("path", "found", "expected")}
    said = translate(key, lang, **values)
    if values["expected"] and "%(expected)s" not in words(key, lang):
        return f"{said} {translate('problem.expected', lang, **values)}"
    return said


def rules_note(note: Mapping[str, Any], lang: str) -> str:
    """One problem or warning of `check`, `{code, path, detail}`, with the name of the switch it stands at."""
    code, detail = note["code"], note.get("detail", "")
    values = {"where": place_name(note.get("path", ""), lang), "detail": detail, "other": _other(detail, lang)}
    group = "rules_warning" if has_words(f"rules_warning.{code}", lang) else "rules_problem"
    return translate(f"{group}.{code}", lang, **values)


def rules_notes(notes: Iterable[Mapping[str, Any]], lang: str) -> list[str]:
    """All problems or warnings of `check`, in order."""
    return [rules_note(note, lang) for note in notes]


def place_name(path: str, lang: str) -> str:
    """A path inside a rule set as people read it: `rounds[3]` is `rondas 4`."""
    head, *rest = re.split(r"[.\[\]]+", path.rstrip("]"))
    key = f"switch.{head}"
    name = words(key, lang) if has_words(key, lang) else head
    steps = [str(int(step) + 1) if step.isdigit() else step for step in rest if step]
    named = " ".join([name, *steps])
    return named[:1].upper() + named[1:]


def _other(detail: Any, lang: str) -> str:
    """The switch that a detail such as `swap=none` names."""
    switch = str(detail).partition("=")[0]
    key = f"switch.{switch}"
    return words(key, lang) if has_words(key, lang) else switch
