"""Putting right what was: one round with its cards, corrections, undo.

Owns these pages; the history itself is `review`. Refuses to change the past: a
correction and an undoing are entries like any other.
Start reading at `correct`.
"""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import AnyOf, Length

from referee.engine.match import ABSENT, Draft, Entry, Kind, Points, Round
from referee.web.access import match_pages, table, writes
from referee.web.deeds import marks, write
from referee.web.drawing import drawn_meld
from referee.web.speaking import say
from referee.web.telling import told
from referee.web.typed import read_hand

pages = match_pages("history", __name__)


class CorrectForm(FlaskForm):
    """The value as it should be, and why."""

    kind = StringField(default="points", validators=[AnyOf(("points", "pending", "absent"))])
    value = StringField()
    note = StringField(validators=[Length(max=200)])


@pages.get("/rounds/<int:number>")
def round_(number: int) -> str:
    """One round: values with how they came, melds, rulings, corrections."""
    here = table()
    each = here.round(number)
    melds = [(meld, drawn_meld(meld.cards, meld.shown, here.rules)) for meld in each.melds]
    hands = {
        player: drawn_meld(value.cards, None, here.rules)["cards"]
        for player, value in each.values.items()
        if value.cards
    }
    return render_template("history/round.html", round=each, state=here.state, melds=melds, hands=hands)


@pages.route("/rounds/<int:number>/<int:player>", methods=["GET", "POST"])
@writes
def correct(number: int, player: int) -> str | Response:
    """Change a value of a round, with a note; the old one stays in the history."""
    each = table().round(number)
    if player not in each.values:
        abort(404)
    form = CorrectForm()
    if request.method == "POST" and form.validate() and (new := _new(form)) is not None:
        return _correct(each, player, new, (form.note.data or "").strip())
    return render_template("history/correct.html", form=form, round=each, player=player,
                           value=each.values[player], **marks())  # fmt: skip


def _new(form: CorrectForm) -> dict[str, Any] | None:
    """The new value as data; None where it cannot be read, with the reason at its field."""
    if form.kind.data != "points":
        return {"new": None if form.kind.data == "pending" else ABSENT}
    hand = read_hand(form.value.data or "", table().rules, 12)
    if hand.either is not None:
        form.value.errors = [say("table.correct.either", points=hand.either[0])]
        return None
    if hand.points is None:
        form.value.errors = [hand.wrong or say("table.correct.empty")]
        return None
    return {"new": hand.points, **({"cards": hand.cards} if hand.cards else {})}


def _correct(each: Round, player: int, new: dict[str, Any], note: str) -> Response:
    # The value that the person saw, so that a correction never replaces another unseen.
    old: Points = _old(request.form.get("old", ""))
    draft = Draft(Kind.CORRECTED, {"round": each.number, "player": player, "old": old, "note": note, **new})
    there = table().url("history.round_", number=each.number)
    return write([draft], there, correct=table().url("history.correct", number=each.number, player=player))


def _old(text: str) -> Points:
    if text == ABSENT:
        return ABSENT
    try:
        return int(text)
    except ValueError:
        return None


@pages.route("/undo", methods=["GET", "POST"])
@writes
def undo() -> str | Response:
    """Take back the last deed, or several, down to a chosen one; or do again what was taken back."""
    deeds = _deeds()
    if request.method == "POST":
        chosen = request.form.get("deed", type=int)
        if request.form.get("redo"):
            drafts = [Draft(Kind.UNDONE, {"deed": request.form.get("redo", type=int)})]
        else:
            numbers = [deed for deed, _, _ in deeds if chosen is not None and deed >= chosen]
            drafts = [Draft(Kind.UNDONE, {"deed": deed}) for deed in numbers] or abort(400)
        return write(drafts, table().url("history.undo"))
    return render_template("history/undo.html", deeds=deeds, undone=_undone(), **marks())


def _deeds() -> list[tuple[int, list[str], Entry]]:
    """What can be taken back, newest first: the deed, its lines, its first entry."""
    here = table()
    found: dict[int, list[Entry]] = {}
    for entry in here.state.entries:
        if entry.number not in here.state.undone and entry.kind not in (Kind.OPENED, Kind.UNDONE):
            found.setdefault(entry.deed, []).append(entry)
    return [
        (deed, [told(entry, here) for entry in entries], entries[0]) for deed, entries in reversed(found.items())
    ]


def _undone() -> list[tuple[int, str]]:
    """What was taken back last and can be done again."""
    here = table()
    live = [e for e in here.state.entries if e.kind is Kind.UNDONE and e.number not in here.state.undone]
    firsts = {e.deed: e for e in live}
    return [(deed, told(entry, here)) for deed, entry in reversed(firsts.items())][:5]
