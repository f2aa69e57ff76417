"""The first page: this browser's matches, and starting another."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for

from referee import store
from referee.engine.match import MatchState
from referee.web import host, memory
from referee.web.states import state_of

pages = Blueprint("home", __name__)

SHOWN = host.SHOWN


class Line(NamedTuple):
    """A match in the list: where it is, and how it stands."""

    address: str
    state: MatchState
    leaders: tuple[str, ...]


def _line(key: str) -> Line | None:
    access = store.find_access(key)
    if access is None:
        return None
    state = state_of(access.match)
    first = [s.player for s in state.standings if s.place == 1 and state.closed]
    leaders = tuple(state.players[number].label for number in (state.winners if state.finished else first))
    return Line(url_for("table.show", key=key), state, leaders)


@pages.get("/")
def show() -> str:
    """This browser's matches, newest first, with who leads; every match of the house for its host."""
    page = request.args.get("page", type=int, default=1) if host.is_here() else 0
    keys = host.every_key(page) if page else memory.remembered()
    lines = [line for key in keys[:SHOWN] if (line := _line(key))]
    more = page + 1 if page and len(keys) > SHOWN else None
    return render_template("home/home.html", lines=lines, every=page > 0, more=more)
