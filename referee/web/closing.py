"""Closing a round: who went out, and what the others still hold.

Owns the one screen with all seats, its keys and photo, and what is asked before it is
written (blanks, points that no hand could have). Refuses to count: the engine does.
Start reading at `show`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from flask import abort, redirect, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import FileField, StringField

from referee import store
from referee.engine.cards import parse_cards
from referee.engine.match import ABSENT, Draft, Kind, Round, Value, possible_points
from referee.engine.points import name_of
from referee.engine.ruleset import RuleSet
from referee.web.access import match_pages, table, writes
from referee.web.deeds import marks, once, sent_before, write
from referee.web.photos import take_photo
from referee.web.readings import PhotoRefusedError
from referee.web.speaking import say
from referee.web.typed import Hand, as_typed, press, read_hand

pages = match_pages("closing", __name__)

NOBODY: Final = "none"


@dataclass(frozen=True, slots=True)
class Row:
    """One seat on the screen: its field, what it says, and the photo it came from."""

    player: int
    field: StringField
    hand: Hand
    photo: str
    out: bool
    absent: bool


def _round() -> Round:
    """The round of the form, which may be over by now; else the open one."""
    sent = request.form.get("round", type=int)
    if sent is not None:
        return table().round(sent)
    return table().state.current or abort(404)


def _form(current: Round) -> FlaskForm:
    """A form with a text field for every seat."""
    fields: dict[str, Any] = {f"hand-{player}": StringField() for player in current.seats}

    class HandsForm(FlaskForm):
        """What each player holds, and a photo instead."""

        photo = FileField()

    for name, field in fields.items():
        setattr(HandsForm, name, field)
    form = HandsForm(formdata=request.form if request.method == "POST" else None)
    form.photo.label.text = say("table.photo.label")
    if request.method == "GET":
        for player in current.seats:
            form[f"hand-{player}"].data = shown_again(current.values[player])
    return form


def shown_again(value: Value) -> str:
    """A value that is written already, as its field shows it."""
    if value.cards:
        cards = parse_cards(value.cards, table().rules.pack, suitless=True)
        return as_typed(cards) if len(cards) > 1 else f"{as_typed(cards)},"
    if not isinstance(value.points, int) or value.source == "out":
        return ""
    return value.typed or f"={value.points}"


def _out(current: Round) -> str | None:
    """Who went out, as a text: a player's number, `none` for nobody, None while not said."""
    if request.method == "POST":
        said = request.form.get("out")
        return said if said in (NOBODY, *map(str, current.seats)) else None
    return None if current.out is None else str(current.out)


def _rows(form: FlaskForm, current: Round) -> list[Row]:
    out = _out(current)
    rows = []
    for player in current.seats:
        field = form[f"hand-{player}"]
        hand = read_hand(field.data or "", table().rules, current.packs)
        photo = request.form.get(f"photo-{player}", "") or str(current.values[player].photo or "")
        absent = request.form.get(f"absent-{player}") == "on" or (
            request.method == "GET" and current.values[player].points == ABSENT
        )
        rows.append(Row(player, field, hand, photo, out == str(player), absent))
    return rows


@pages.route("/close", methods=["GET", "POST"])
@writes
def show() -> str | Response | tuple[str, int]:
    """The screen; its keys, its photo and its two ways to write, by the button that was pressed."""
    if request.form.get("step") in ("close", "save") and (
        answer := sent_before(lambda _: table().url("table.show"))
    ):
        return answer
    current = _round()
    form = _form(current)
    if request.method == "POST" and (file := request.files.get("photo")) and file.filename:
        return _photo(form, current, file.read())
    if request.form.get("settle"):
        _settle(form)
    elif request.form.get("press"):
        _press(form)
    elif request.form.get("step") in ("close", "save"):
        rows = _rows(form, current)
        asked = _asked(rows, current)
        if not asked:
            return _write(rows, current)
        return _page(form, current, asked=asked)
    return _page(form, current)


def _page(form: FlaskForm, current: Round, wrong_photo: str | None = None, asked: list[str] | None = None) -> str:
    rules = table().rules
    rows = _rows(form, current)
    target = request.form.get("target") or next((r.field.name for r in rows if not r.out and r.hand.blank), None)
    return render_template(
        "closing/close.html", form=form, rows=rows, round=current, out=_out(current), pack=rules.pack,
        target=target or rows[0].field.name, points=key_points(rules), wrong_photo=wrong_photo, asked=asked or [],
        bonus=rules.bonus_going_out, same_turn=request.form.get("same_turn") == "on", nobody=NOBODY,
        keeps_draft=_keeps_draft(), **marks(),
    )  # fmt: skip


def _keeps_draft() -> bool:
    """Not on a page that brings values other than were typed: the phone would put the old ones back."""
    return not request.form.get("settle") and request.form.get("step") != "take"


def key_points(rules: RuleSet) -> dict[str, int]:
    """What each key of the keypad costs."""
    pack = rules.pack
    tokens = {**pack.rank_tokens, **{str(c): c for c in pack.tokens.values() if c.is_joker and c.suit not in "rb"}}
    return {token: rules.points[name_of(card)] for token, card in tokens.items()} | (
        {"JK": rules.points["JK"]} if pack.deck == "french" else {}
    )


def _press(form: FlaskForm) -> None:
    name = request.form.get("target", "")
    if name in form and name.startswith("hand-"):
        form[name].data = press(form[name].data or "", request.form["press"], table().rules.pack, None)


def _settle(form: FlaskForm) -> None:
    """A number that could be points or a card was said to be one of them."""
    name, _, meant = request.form["settle"].partition(":")
    if name in form and name.startswith("hand-"):
        number = (form[name].data or "").strip().strip("=,")
        form[name].data = f"={number}" if meant == "points" else f"{number},"


def _photo(form: FlaskForm, current: Round, data: bytes) -> str | Response | tuple[str, int]:
    player = request.form.get("target", "").removeprefix("hand-")
    if player not in map(str, current.seats):
        return _page(form, current, say("table.close.photo_whose")), 422
    carried = {key: value for key, value in request.form.items() if key.startswith(("hand-", "photo-", "absent-"))}
    carried |= {key: request.form[key] for key in ("out", "same_turn") if key in request.form}
    carried |= {"seen_then": request.form.get("seen", ""), "form_id": once()}
    try:
        return take_photo(data, purpose="hand", player=player, round=current.number, **carried)
    except PhotoRefusedError as refused:
        return _page(form, current, str(refused)), 422


def _asked(rows: list[Row], current: Round) -> list[str]:
    """What a person must look at before anything is written; empty once he has said that it is so."""
    closing = request.form.get("step") == "close"
    names = table().names
    for row in rows:
        row.field.errors = [row.hand.wrong] if row.hand.wrong and not row.out else []
    if any(row.field.errors or (row.hand.either and not row.out) for row in rows):
        return [say("table.close.look")]
    if closing and _out(current) is None:
        return [say("table.close.who_out")]
    odd = [
        say("table.close.odd", player=names[row.player], points=row.hand.points)
        for row in rows
        if not row.out
        and not row.absent
        and row.hand.points is not None
        and not could_be(row.hand, current, row.player)
    ]
    blank = [names[row.player] for row in rows if row.hand.blank and not row.out and not row.absent]
    if closing and blank:
        odd.append(say("table.close.blank", players=", ".join(blank)))
    sure = request.form.get("sure") == " ".join(odd)
    return [] if sure else odd


def could_be(hand: Hand, current: Round, player: int) -> bool:
    """Whether any hand of this round could cost what was said; cards always could."""
    most = 40 if table().rules.hands_grow else current.cards_each[player] + 1
    return hand.cards is not None or possible_points(table().rules, hand.points or 0, most, current.packs)


def _write(rows: list[Row], current: Round) -> Response:
    """One deed: who went out, the hands that are new, and the end of the round."""
    out = _out(current)
    drafts: list[Draft] = []
    if out not in (None, NOBODY) and current.out != int(out or 0):
        data: dict[str, Any] = {"round": current.number, "player": int(out or 0)}
        if request.form.get("same_turn") == "on":
            data["same_turn"] = True
        drafts.append(Draft(Kind.WENT_OUT, data))
    drafts += [
        Draft(Kind.COUNTED, {"round": current.number, "player": row.player, **data})
        for row in rows
        if not row.out and (data := _count(row, current.values[row.player]))
    ]
    if request.form.get("step") == "close":
        drafts.append(Draft(Kind.ROUND_CLOSED, {"round": current.number}))
    if not drafts:
        return redirect(table().url("table.show"), 303)
    return write(drafts, table().url("table.show"), correct=table().url("history.round_", number=current.number))


def _count(row: Row, there: Value) -> dict[str, Any]:
    """What is to be written of a hand; empty where nothing is new."""
    if row.absent:
        return {} if there.points == ABSENT else {"absent": True}
    if row.hand.points is None or (there.points == row.hand.points and there.cards == row.hand.cards):
        return {}
    data: dict[str, Any] = {"cards": row.hand.cards} if row.hand.cards else {"points": row.hand.points}
    if row.hand.typed:
        data["typed"] = row.hand.typed
    if row.photo.isdecimal() and store.photo_of(table().match, int(row.photo)):
        data["photo"] = int(row.photo)
    return data
