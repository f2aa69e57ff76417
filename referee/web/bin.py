"""The bin: this browser's matches thrown away, for thirty days.

Owns the page of the bin. Refuses keys that may only look, and
matches that are not in the bin.
Start reading at `show`.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from referee import store
from referee.engine.match import MatchState, fold
from referee.web import memory

pages = Blueprint("bin", __name__, url_prefix="/bin")


class Line(NamedTuple):
    """A match in the bin: its key, how it stood, how long it stays."""

    key: str
    state: MatchState
    days: int


def thrown_away() -> list[Line]:
    """What this browser's write keys find in the bin, in the order they are remembered; each match once."""
    found: dict[int, Line] = {}
    for key in memory.remembered():
        thrown = store.find_thrown(key)
        if thrown is not None and thrown.match not in found:
            state = fold(store.entries_of(thrown.match))
            found[thrown.match] = Line(key, state, thrown.days_left(store.now()))
    return list(found.values())


@pages.get("")
def show() -> str:
    """The matches thrown away, each to be brought back."""
    return render_template("bin/bin.html", lines=thrown_away(), form=FlaskForm(), days=store.DAYS_IN_BIN)


@pages.post("/<write_key>")
def bring_back(write_key: str) -> Response:
    """Take a match out of the bin."""
    thrown = store.find_thrown(write_key) or abort(404)
    store.take_back(thrown.match)
    return redirect(url_for("table.show", key=write_key), 303)
