"""Who sits at the table: one joins late, one leaves, one is called otherwise, seats are changed.

Owns these short forms; each writes one entry. Refuses to forget: who has left stays in
the history, and what a late joiner begins with is the engine's sum.
Start reading at `show`.
"""

from __future__ import annotations

from typing import Any, Final

from flask import abort, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import Field, StringField

from referee.engine.match import Draft, Entry, Kind, MatchState, Player, clean_name, fold
from referee.engine.match_pages import LONGEST_NAME, MOST_PLAYERS, NoError
from referee.web.access import match_pages, table, writes
from referee.web.deeds import marks, sent_before, write
from referee.web.rounds import agreed_points
from referee.web.speaking import say

pages = match_pages("people", __name__)

HOW: Final = ("zero", "average", "worst", "points")
"""What a late joiner may begin with."""


class NameForm(FlaskForm):
    """A name, and that it may stand although another has it."""

    name = StringField()
    sure = StringField()


class JoinForm(NameForm):
    """Who joins, what with, and where."""

    how = StringField(default="zero")
    points = StringField()
    seat = StringField()


@pages.get("/people")
def show() -> str:
    """Everybody in seat order, each with his own progress; those who left; and what may be changed."""
    state = table().state
    return render_template(
        "people/show.html", state=state, round=state.current, most=MOST_PLAYERS, twins=_twins(state),
        left=[player for player in state.players if player.left is not None],
    )  # fmt: skip


def _twins(state: MatchState) -> list[Player]:
    """The players at the table whose name another one bears too."""
    here = [state.players[number] for number in state.seats]
    names = [player.name.casefold() for player in state.players]
    return [player for player in here if names.count(player.name.casefold()) > 1]


def _there() -> str:
    return table().url("people.show")


def _sent() -> Response | None:
    """The answer for a form that was sent already."""
    return sent_before(lambda _: _there()) if request.method == "POST" else None


def read_name(form: NameForm, me: int | None = None) -> str | None:
    """The name of a form; None with the reason at its field. One that another player bears wants a second look."""
    field: Field = form.name
    try:
        name = clean_name(field.data)
    except NoError:
        field.errors = [say("table.new.bad_name", most=LONGEST_NAME)]
        return None
    same = [p for p in table().state.players if p.number != me and p.name.casefold() == name.casefold()]
    if same and (form.sure.data or "").casefold() != name.casefold():
        field.errors = [say("round.people.twin", name=same[0].label)]
        form.sure.data = name
        return None
    return name


@pages.route("/people/<int:player>", methods=["GET", "POST"])
@writes
def one(player: int) -> str | Response:
    """One player: what he is called; and that he leaves."""
    if answer := _sent():
        return answer
    state = table().state
    who = state.player(player) or abort(404)
    form = NameForm()
    if request.method == "POST" and (name := read_name(form, player)) is not None:
        return write([Draft(Kind.PLAYER_RENAMED, {"player": player, "name": name})], _there())
    if request.method == "GET":
        form.name.data = who.name
    return render_template(
        "people/one.html", form=form, who=who, sits=player in state.seats, state=state, few=len(state.seats) <= 2,
        counted=_counted(state, player), longest=LONGEST_NAME, **marks(),
    )  # fmt: skip


def _counted(state: MatchState, player: int) -> bool:
    """Whether his hand of the open round is counted already, so that the round stays his."""
    current = state.current
    return current is not None and player in current.seats and not current.values[player].pending


@pages.post("/people/<int:player>/leave")
def leave(player: int) -> Response:
    """He leaves the table; what he played stays."""
    if player not in table().names:
        abort(404)
    return write([Draft(Kind.PLAYER_LEFT, {"player": player})], _there())


@pages.route("/people/join", methods=["GET", "POST"])
@writes
def join() -> str | Response:
    """Somebody joins late: what with, and between whom."""
    if answer := _sent():
        return answer
    state, form = table().state, JoinForm()
    if request.method == "POST" and (data := _joining(form, state)):
        return write([Draft(Kind.PLAYER_JOINED, data)], _there())
    ahead = {how: _with_another(state, how) for how in ("zero", "average", "worst")}
    before = state.current.packs if state.current else 0
    then = ahead["zero"].current
    return render_template(
        "people/join.html", form=form, state=state, longest=LONGEST_NAME, full=len(state.seats) >= MOST_PLAYERS,
        starts={how: after.players[-1].start for how, after in ahead.items()},
        packs=then.packs if then and then.packs > before else None, how=HOW, **marks(),
    )  # fmt: skip


def _with_another(state: MatchState, how: str) -> MatchState:
    """The match as it would be if somebody joined now: what he begins with, how many packs it takes."""
    number = state.number + 1
    joins = Entry(number, Kind.PLAYER_JOINED, state.entries[-1].at, None, {"name": "?", "how": how}, number)
    return fold([*state.entries, joins])


def _joining(form: JoinForm, state: MatchState) -> dict[str, Any]:
    """The entry's data; empty where something is missing, which is said at its field."""
    name, how = read_name(form), form.how.data if form.how.data in HOW else "zero"
    seat = request.form.get("seat", type=int, default=len(state.seats))
    data: dict[str, Any] = {"name": name, "how": how, "seat": max(0, min(seat, len(state.seats)))}
    if how == "points":
        data["points"] = agreed_points(form.points.data or "", state.rules)
        form.points.errors = [] if data["points"] is not None else [say("round.people.no_points")]
    return data if name is not None and data.get("points", 0) is not None else {}


@pages.route("/people/seats", methods=["GET", "POST"])
@writes
def seats() -> str | Response:
    """Another order of seats, which is the direction of play; every step works without JavaScript."""
    if answer := _sent():
        return answer
    order = _order()
    pressed = request.form.get("press")
    if request.method == "POST" and not pressed:
        return write([Draft(Kind.SEATS_ORDERED, {"seats": order})], _there())
    if pressed and pressed.isdecimal() and 0 < int(pressed) < len(order):
        place = int(pressed)
        order[place - 1], order[place] = order[place], order[place - 1]
    return render_template("people/seats.html", order=order, **marks())


def _order() -> list[int]:
    """The seats as the form has them; those of the match where it does not name the same people."""
    sent = [int(part) for part in request.form.get("seats", "").split() if part.isdecimal()]
    there = list(table().state.seats)
    return sent if sorted(sent) == sorted(there) else there
