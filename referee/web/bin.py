"""The bin: this browser's matches thrown away, for thirty days.

Owns the page of the bin and the regular sweeping. Refuses keys that may only look, and
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
    thrown: str
    days: int


def thrown_away() -> list[Line]:
    """What this browser's write keys find in the bin, in the order they are remembered; each match once."""
    found: dict[int, Line] = {}
    for key in memory.remembered():
        binned = store.find_binned(key)
        if binned is not None and binned.match not in found:
            state = fold(store.entries_of(binned.match))
            found[binned.match] = Line(key, state, binned.binned_at, binned.days_left(store.now()))
    return list(found.values())


@pages.get("")
def show() -> str:
    """The matches thrown away, each to be brought back."""
    store.sweep()
    return render_template("bin/bin.html", lines=thrown_away(), form=FlaskForm(), days=store.KEPT.days)


@pages.post("/<key>")
def bring_back(key: str) -> Response:
    """Take a match out of the bin."""
    binned = store.find_binned(key) or abort(404)
    store.bring_back(binned.match)
    return redirect(url_for("table.show", key=key), 303)
