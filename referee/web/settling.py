"""Settling a round that two phones wrote: for each value, what is written or what the second one had.

Owns the writing of what was chosen: a value that was missing is counted, one that was
there is corrected, and stays in the history. Refuses to choose.
Start reading at `settle`.
"""

from __future__ import annotations

import json
from typing import Any

from flask import abort, redirect, request
from werkzeug.wrappers import Response

from referee import store
from referee.engine.cards import NotationError
from referee.engine.match import Draft, Kind, Round
from referee.web.access import match_pages, table, writes
from referee.web.deeds import write
from referee.web.differences import COUNT, points_in, value_from

pages = match_pages("settling", __name__)


@pages.post("/settle/<int:number>")
@writes
def settle(number: int) -> Response:
    """Write what was chosen, in one deed."""
    here = table()
    each = here.round(number)
    out = request.form.get("out", type=int)
    drafts = []
    if out in each.seats:
        drafts.append(Draft(Kind.WENT_OUT, {"round": number, "player": out}))
    # Who was said to have gone out is pending again once somebody else did.
    reopened = each.out if drafts else None
    for player in each.seats:
        if request.form.get(f"take-{player}") == "mine" and (not drafts or player != out):
            drafts.append(_mine(each, player, pending=player == reopened))
    if request.form.get("closes") and not each.closed:
        drafts.append(Draft(Kind.ROUND_CLOSED, {"round": number}))
    there = here.url("table.show")
    if not drafts:
        # What is written stays.
        return redirect(there, 303)
    return write(drafts, there, correct=here.url("history.round_", number=number))


def _mine(each: Round, player: int, *, pending: bool) -> Draft:
    """What the second phone had for this player, counted or as a correction."""
    data = _data(request.form.get(f"mine-{player}", ""))
    about: dict[str, Any] = {"round": each.number, "player": player}
    old = value_from(request.form.get(f"old-{player}", ""))
    if pending or old is None:
        return Draft(Kind.COUNTED, {**about, **data})
    try:
        new = points_in(data, table())
    except NotationError:
        abort(400)
    if new is None:
        abort(400)
    kept: dict[str, Any] = {key: data[key] for key in ("cards", "photo") if key in data}
    return Draft(Kind.CORRECTED, {**about, "old": old, "new": new, "note": "", **kept})


def _data(text: str) -> dict[str, Any]:
    """A count as the page carried it; 400 for what is none."""
    try:
        data = json.loads(text)
    except ValueError:
        abort(400)
    if not isinstance(data, dict) or not data.keys() <= COUNT:
        abort(400)
    if "photo" in data and not (isinstance(data["photo"], int) and store.photo_of(table().match, data["photo"])):
        del data["photo"]
    return data
