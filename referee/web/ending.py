"""The end: finishing, opening again, and a rematch with the same players and rules."""

from __future__ import annotations

import json

from flask import current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from referee import store
from referee.engine.match import Draft, Kind, Refusal, pin
from referee.web.access import match_pages, table, writes
from referee.web.deeds import by, marks, once, second, write

pages = match_pages("ending", __name__)


@pages.get("/finish")
@writes
def ask() -> str:
    """Whether to finish, with what is still open."""
    return render_template("ending/ask.html", state=table().state, **marks())


@pages.post("/finish")
def finish() -> Response:
    """Finish the match."""
    return write([Draft(Kind.FINISHED, {})], table().url("table.show"))


@pages.post("/reopen")
def reopen() -> Response:
    """Go on with a finished match."""
    return write([Draft(Kind.REOPENED, {})], table().url("table.show"))


@pages.post("/rematch")
def rematch() -> Response:
    """A new match with those still at the table, in their seats, under the same rules; the deal passes on."""
    state = table().state
    names = [state.players[number].name for number in state.seats]
    last = state.rounds[-1]
    dealer = state.seats.index(last.starter) if last.starter in state.seats else 0
    data = {"players": names, "rules": pin(state.rules), "dealer": dealer}
    opening = Draft(Kind.OPENED, data)
    key = store.key_from(current_app.secret_key, once() + json.dumps(data, sort_keys=True))  # type: ignore[arg-type]
    opened = store.open_match(opening, by=by(), write_key=key)
    if isinstance(opened, Refusal):
        return second(opened, [opening])
    return redirect(url_for("table.show", key=opened[1]), 303)
