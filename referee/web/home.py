"""The first page: this browser's matches, and starting another."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template, url_for

from referee import store
from referee.engine.match import MatchState, fold
from referee.web import memory

pages = Blueprint("home", __name__)

SHOWN = 30


class Line(NamedTuple):
    """A match in the list: where it is, and how it stands."""

    address: str
    state: MatchState
    leaders: tuple[str, ...]


def _line(key: str) -> Line | None:
    access = store.find_access(key)
    if access is None:
        return None
    state = fold(store.entries_of(access.match))
    first = [s.player for s in state.standings if s.place == 1 and state.closed]
    leaders = tuple(state.players[number].label for number in (state.winners if state.finished else first))
    return Line(url_for("table.show", key=key), state, leaders)


@pages.get("/")
def show() -> str:
    """This browser's matches, newest first, with who leads."""
    lines = [line for key in memory.remembered()[:SHOWN] if (line := _line(key))]
    return render_template("home/home.html", lines=lines)
