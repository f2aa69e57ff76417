"""The table: the round, the contract, who deals, and everybody's total and place."""

from __future__ import annotations

from typing import Any

from flask import render_template

from referee.engine.match import Meld
from referee.web.access import match_pages, table
from referee.web.deeds import marks
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
        winners = ", ".join(table().names[number] for number in table().state.winners)
        return render_template("ending/final.html", winners=winners, **_view(), **marks())
    return render_template("table/table.html", **_view())
