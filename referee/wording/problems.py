"""What cannot be understood or played: bad questions, and rule sets with mistakes.

Owns the sentences for `Ruling.problem` and for the problems and warnings of `check`.
Refuses to guess what was meant.
Start reading at `problem_sentence` and `rules_note`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.engine.check import MISSING
from referee.engine.odd import ODD_CODES
from referee.wording.catalog import has_words, translate, words


def problem_sentence(problem: Mapping[str, Any], lang: str) -> str:
    """Why a question cannot be understood, naming the token or the field."""
    key = f"problem.{problem.get('what')}"
    if not has_words(key, lang):
        return words("code.bad-question.help", lang)
    values = {name: problem.get(name, "") for name in ("path", "found", "expected")}
    values["name"] = _rule_name(str(values["path"]).removeprefix("options."), lang)
    said = translate(key, lang, **values)
    if values["expected"] and problem["what"] in _SAY_WHAT_WAS_EXPECTED:
        return f"{said} {translate('problem.expected', lang, **values)}"
    return said


_SAY_WHAT_WAS_EXPECTED: Final = frozenset({"wrong-value", "wrong-switch", "unknown-field"})


def rules_note(note: Mapping[str, Any], lang: str) -> str:
    """One problem or warning of `check`, `{code, path, detail}`, with the name of the rule it stands at."""
    code, path, detail = note["code"], str(note.get("path", "")), str(note.get("detail", ""))
    found, limit = _sides(detail)
    values: dict[str, str] = {
        "where": place_name(path, lang), "path": path, "detail": detail, "found": found, "limit": limit,
        "near": detail.rstrip("?"), "other": _rule_name(detail.partition("=")[0].rstrip("?"), lang),
    }  # fmt: skip
    if code in ODD_CODES:
        return translate(f"rules_warning.{code}", lang, **values)
    if detail == MISSING:
        code = "missing"
    elif code == "unknown-key" and detail.endswith("?"):
        code = "unknown-key.near"
    elif code == "contract-too-large" and path.count("[") > 1:
        code = "meld-too-large"
    return translate(f"rules_problem.{code}", lang, **values)


def rules_notes(notes: Iterable[Mapping[str, Any]], lang: str) -> list[str]:
    """All problems or warnings of `check`, in order."""
    return [rules_note(note, lang) for note in notes]


def place_name(path: str, lang: str) -> str:
    """A path inside a rule set as people read it: `rounds[3]` is `Ronda 4`."""
    named = _rule_name(path, lang)
    return named[:1].upper() + named[1:]


def _rule_name(path: str, lang: str) -> str:
    """The name of the rule at the head of a path, and the way into it counted from 1."""
    head, *rest = re.split(r"[.\[\]]+", path.rstrip("]"))
    steps = [str(int(step) + 1) if step.isdecimal() else step for step in rest if step not in ("values", "base")]
    if steps and has_words(f"place.{head}", lang):
        place, inside = translate(f"place.{head}", lang, n=steps.pop(0)), "place.meld"
    else:
        place, inside = (
            next((words(key, lang) for key in _keys(head) if has_words(key, lang)), head),
            "place.inside",
        )
    for step in steps:
        place = translate(inside, lang, place=place, n=step)
    return place


def _keys(head: str) -> tuple[str, ...]:
    return f"switch.{head}", f"identity.{head}"


def _sides(detail: str) -> tuple[str, str]:
    """The value read and the one it is held against: `9 > 8`, `x != low | high`."""
    for sign in (" > ", " < ", " != "):
        found, stands, limit = detail.partition(sign)
        if stands:
            return found, limit
    return detail, ""
