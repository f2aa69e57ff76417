"""The table: the round, the contract, who deals, and everybody's total and place."""

from __future__ import annotations

from typing import Any

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from referee.engine.match import Meld
from referee.web.access import table
from referee.web.access import match_pages
from referee.web.drawing import drawn_meld

pages = match_pages("table", __name__)


def _view() -> dict[str, Any]:
    """What the table page and its live part are drawn from."""
    here = table()
    current = here.state.current
    melds: dict[int, list[dict[str, Any]]] = {}
    for meld in current.melds if current else ():
        melds.setdefault(meld.owner, []).append(_drawn(meld))
    return {"state": here.state, "round": current, "melds": melds}


def _drawn(meld: Meld) -> dict[str, Any]:
    return {"number": meld.number, **drawn_meld(meld.cards, meld.shown, table().rules)}


@pages.get("/")
def show() -> str:
    """The table as it stands; the final table when the match is finished."""
    if table().state.finished:
        return render_template("ending/final.html", **_view())
    return render_template("table/table.html", **_view())


@pages.get("/live")
def live() -> Response:
    """The part of the table page that changes, for who has seen up to an older entry; 304 for who has seen all."""
    version = f'"{table().state.number}"'
    if request.headers.get("If-None-Match") == version:
        return make_response("", 304)
    response = make_response(render_template("table/_live.html", **_view()))
    response.headers["ETag"] = version
    return response
