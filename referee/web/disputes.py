"""«¿Se puede?» at a table: the question knows the round, and the ruling is written into the match's history.

Owns the writing down of rulings that were asked. Refuses to write a hand: it is its
player's secret, and its ruling stays on his phone.
Start reading at `judge_it`.
"""

from __future__ import annotations

from typing import Any

from flask import Response, abort, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from referee import store
from referee.engine.judge import judge
from referee.engine.match import Draft, Kind
from referee.engine.rulings import Ruling
from referee.web.access import match_pages, table
from referee.web.asking import Reading, read
from referee.web.deeds import by, once, second, seen
from referee.web.photos import sent_photo
from referee.web.places import Place
from referee.web.questions import (
    again,
    choose_page,
    form_page,
    photo_page,
    ruling_page,
    situation_or_404,
    waiting_page,
)

pages = match_pages("disputes", __name__)


def here() -> Place:
    """The table as the place of a question."""
    return Place(table().rules, table())


@pages.get("/ask")
def choose() -> str:
    """Which situation."""
    return choose_page(here())


@pages.get("/ask/<ask>")
def form(ask: str) -> str:
    """The question's form; then its cards, drawn before they are judged."""
    return form_page(here(), ask)


@pages.get("/ask/<ask>/ruling")
def ruling(ask: str) -> str:
    """The ruling without writing it down: for who may only look, and for a hand."""
    return ruling_page(here(), ask)


@pages.post("/ask/<ask>/photo")
def photo(ask: str) -> Response | WerkzeugResponse:
    """A photo instead of keys: what was seen fills the form."""
    return photo_page(here(), ask)


@pages.get("/ask/<ask>/photo/<ticket>")
def waiting(ask: str, ticket: str) -> Response | WerkzeugResponse:
    """A photo that waits to be read."""
    return waiting_page(here(), ask, ticket)


@pages.post("/ask/<ask>/judge", endpoint="judge")
def judge_it(ask: str) -> WerkzeugResponse:
    """Judge, write the ruling down, and show it at its own address."""
    place, situation = here(), situation_or_404(here(), ask)
    if ask == "hand":
        abort(404)
    reading = read(situation, place, request.form)
    if not reading.settled:
        return redirect(again(place, ask, request.form), 303)
    question = reading.question()
    found = judge(question, lambda _: place.rules)
    if found.legal is None:
        return redirect(again(place, ask, request.form), 303)
    draft = Draft(Kind.RULED, _entry(reading, question, found))
    done = store.append(table().match, [draft], seen(), key=once(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, [draft])
    return redirect(table().url("rulings.show", number=done.entries[0].number), 303)


def _entry(reading: Reading, question: dict[str, Any], found: Ruling) -> dict[str, Any]:
    """The ruling as the notebook keeps it: the question and the verdict, no sentence."""
    entry: dict[str, Any] = {
        "question": question, "code": found.code, "fingerprint": table().rules.fingerprint, "legal": found.legal,
    }  # fmt: skip
    current = table().state.current
    if current is not None:
        entry["round"] = current.number
    if reading.player is not None:
        entry["player"] = reading.player
    return entry | sent_photo()
