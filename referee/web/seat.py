"""A player's own seat on his own phone: who he is, and what he held at the end of a round.

Owns the choice of a seat (kept by the browser, under the match's path) and the page of
one hand. Refuses to count: the engine does; and to write over what others wrote: a value
that is there already is shown, and only corrected by who saw it.
Start reading at `pick`, then `hand`.
"""

from __future__ import annotations

from typing import Any, Final

from flask import abort, redirect, render_template, request, session
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import FileField, StringField

from referee.engine.match import Draft, Kind, Points, Round
from referee.web.access import SEAT_COOKIE, match_pages, table, writes
from referee.web.closing import could_be, key_points, shown_again
from referee.web.deeds import marks, once, write
from referee.web.differences import value_from
from referee.web.photos import sent_photo, take_photo
from referee.web.readings import PhotoRefusedError
from referee.web.speaking import say
from referee.web.typed import Hand, press, read_hand

pages = match_pages("seat", __name__)

_YEAR: Final = 366 * 24 * 3600


@pages.get("/seat")
@writes
def pick() -> str:
    """Who are you? Everybody at the table, and somebody who only writes."""
    players = [player for player in table().state.players if player.left is None]
    return render_template("seat/pick.html", players=players, form=FlaskForm())


@pages.post("/seat")
@writes
def sit() -> Response:
    """Keep the seat in this browser and go on to the table."""
    here = table()
    player = request.form.get("player", type=int, default=-1)
    response = redirect(here.url("table.show"), 303)
    if player in here.names:
        response.set_cookie(
            SEAT_COOKIE, str(player), max_age=_YEAR, path=here.url("table.show"),
            httponly=True, samesite="Lax", secure=request.is_secure,
        )  # fmt: skip
    else:
        response.delete_cookie(SEAT_COOKIE, path=here.url("table.show"))
    return response


class HandForm(FlaskForm):
    """One hand, as cards, a sum or points, or a photo of it."""

    hand = StringField()
    photo = FileField()


@pages.get("/hand")
@writes
def mine() -> Response:
    """The hand of who sits here, in the round that is open."""
    here = table()
    current = here.state.current
    if here.me is None:
        return redirect(here.url("seat.pick"), 303)
    if current is None or here.me not in current.seats:
        return redirect(here.url("table.show"), 303)
    return redirect(here.url("seat.hand", number=current.number, player=here.me), 303)


@pages.route("/hand/<int:number>/<int:player>", methods=["GET", "POST"])
@writes
def hand(number: int, player: int) -> str | Response:
    """One hand: tapped, typed, or "I went out"; sent once, also from a phone that was out of reach."""
    each = table().round(number)
    there = each.values.get(player) or abort(404)
    # A hand that waited on a phone overnight is still sent by the same person.
    session.permanent = True
    form = HandForm()
    form.photo.label.text = say("table.photo.label")
    if request.method == "GET":
        form.hand.data = shown_again(there)
        return _page(form, each, player)
    if (file := request.files.get("photo")) and file.filename:
        return _photo(form, each, player, file.read())
    if _edited(form):
        return _page(form, each, player)
    if request.form.get("step") == "out":
        return _write(Draft(Kind.WENT_OUT, {"round": number, "player": player}), each, player)
    typed = _read(form, each)
    if asked := _asked(typed, form, each, player):
        return _page(form, each, player, asked)
    return _write(_draft(typed, each, player), each, player)


def _photo(form: HandForm, each: Round, player: int, data: bytes) -> str | Response:
    """On to what was seen; it comes back here when it is confirmed."""
    try:
        return take_photo(
            data, purpose="own", player=player, round=each.number, form_id=once(),
            seen_then=request.form.get("seen", ""), old=request.form.get("old", ""),
        )  # fmt: skip
    except PhotoRefusedError as refused:
        return _page(form, each, player, str(refused))


def _page(form: HandForm, each: Round, player: int, asked: str | None = None) -> str:
    here = table()
    return render_template(
        "seat/hand.html", form=form, round=each, player=player, hand=_read(form, each), there=each.values[player],
        pack=here.rules.pack, points=key_points(here.rules), asked=asked,
        old=request.form.get("old", _text(each.values[player].points)), photo=request.form.get("photo_id", ""),
        **marks(),
    )  # fmt: skip


def _read(form: HandForm, each: Round) -> Hand:
    return read_hand(form.hand.data or "", table().rules, each.packs)


def _edited(form: HandForm) -> bool:
    """A key without a script, a number settled as points or card, a photo confirmed: nothing is written yet."""
    text = form.hand.data or ""
    if key := request.form.get("press"):
        form.hand.data = press(text, key, table().rules.pack, None)
    elif meant := request.form.get("settle"):
        number = text.strip().strip("=,")
        form.hand.data = f"={number}" if meant == "points" else f"{number},"
    else:
        return request.form.get("step") == "take"
    return True


def _asked(typed: Hand, form: HandForm, each: Round, player: int) -> str | None:
    """What this person must look at before anything is written; None once he has said that it is so."""
    if typed.wrong:
        form.hand.errors = [typed.wrong]
        return say("table.close.look")
    if typed.either:
        return say("table.close.look")
    if typed.points is None:
        return say("seat.blank")
    if not could_be(typed, each, player):
        odd = say("table.close.odd", player=table().names[player], points=typed.points)
        return None if request.form.get("sure") == odd else odd
    return None


def _draft(typed: Hand, each: Round, player: int) -> Draft:
    """A count; a correction where the page showed a value that was there already."""
    known: dict[str, Any] = {"cards": typed.cards} if typed.cards else {}
    known |= sent_photo()
    old = value_from(request.form.get("old", ""))
    if old is None:
        if not typed.cards:
            known["points"] = typed.points
        if typed.typed:
            known["typed"] = typed.typed
        return Draft(Kind.COUNTED, {"round": each.number, "player": player, **known})
    changed = {"old": old, "new": typed.points, "note": "", **known}
    return Draft(Kind.CORRECTED, {"round": each.number, "player": player, **changed})


def _write(draft: Draft, each: Round, player: int) -> Response:
    here = table()
    same = draft.kind is Kind.CORRECTED and draft.data["old"] == draft.data["new"]
    if same:
        return redirect(here.url("table.show"), 303)
    there = here.url("seat.hand", number=each.number, player=player)
    return write([draft], here.url("table.show"), correct=there)


def _text(points: Points) -> str:
    return "" if points is None else str(points)
