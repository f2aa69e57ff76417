"""Rulings for programs: a question as JSON in, the ruling as JSON out, as `referee judge` gives it.

Owns the way in and out, and its limits. Refuses to change anything, and so needs no
token against forged forms; what cannot be understood is a `bad-question`, never an error page.
Start reading at `rule`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import RequestEntityTooLarge

from referee import wording
from referee.engine.judge import judge
from referee.engine.rulings import QuestionError, Ruling
from referee.web.rulesets import rules_of
from referee.web.speaking import language
from referee.wording.rulings import say

pages = Blueprint("api", __name__, url_prefix="/api")

LARGEST_QUESTION: Final = 64 * 1024
"""Bytes of one question; the longest honest one has a few thousand."""


def _exempt(state: BlueprintSetupState) -> None:
    state.app.extensions["csrf"].exempt(pages)


pages.record_once(_exempt)


@pages.post("/rulings")
def rule() -> Response:
    """Judge one question (questions.md). 200 with the ruling; 400, 413 or 415 with a `bad-question`."""
    if not request.is_json:
        return _bad(415, "not-json", request.mimetype)
    request.max_content_length = LARGEST_QUESTION
    try:
        question = json.loads(request.get_data(cache=False))
    except RequestEntityTooLarge:
        return _bad(413, "too-long", expected=str(LARGEST_QUESTION))
    except (ValueError, RecursionError):
        return _bad(400, "not-json")
    ruling = judge(question, rules_of())
    answer = ruling.to_json(say(ruling, _language()))
    if isinstance(question, Mapping) and "id" in question:
        answer = {"id": question["id"], **answer}
    return _json(answer, 200 if ruling.legal is not None else 400)


def _language() -> str:
    """The language asked for by `?lang=`, else as for every page."""
    asked = request.args.get("lang")
    return asked if asked in wording.LANGUAGES else language()


def _bad(status: int, what: str, found: str = "", expected: str = "") -> Response:
    ruling = Ruling("", None, None, problem=QuestionError(what, "", found, expected).problem)
    return _json(ruling.to_json(say(ruling, _language())), status)


def _json(answer: dict[str, Any], status: int) -> Response:
    text = json.dumps(answer, ensure_ascii=False) + "\n"
    return current_app.response_class(text, status, mimetype="application/json")
