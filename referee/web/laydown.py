"""Going down: who, with which melds; drawn before they are judged, kept whatever the ruling.

Owns the form and its steps (type, see the cards, judge). Refuses to judge: `engine.judge`
does, under the match's pinned rules.
Start reading at `form`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flask import abort, redirect, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import FieldList, FileField, StringField

from referee import store
from referee.engine.cards import format_cards
from referee.engine.judge import judge
from referee.engine.match import Draft, Entry, Kind, Round
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling
from referee.web.access import match_pages, table, writes
from referee.web.deeds import by, key, marks, once, second, seen, sent_before
from referee.web.photos import sent_photo, take_photo
from referee.web.readings import PhotoRefusedError
from referee.web.speaking import language, say
from referee.web.typed import TypedMeld, as_typed, press, read_meld
from referee.wording.problems import problem_sentence

pages = match_pages("laydown", __name__)

MOST_MELDS: Final = 8


class MeldsForm(FlaskForm):
    """The melds as text, one field each, and a photo instead."""

    meld = FieldList(StringField(), max_entries=MOST_MELDS)
    photo = FileField()


@pages.get("/laydown")
@writes
def who() -> str:
    """Who goes down."""
    return render_template("laydown/who.html", round=_round())


def _round() -> Round:
    """The round of the form, which may be over by now; else the open one."""
    sent = request.form.get("round", type=int)
    if sent is not None:
        return table().round(sent)
    return table().state.current or abort(404)


@pages.route("/laydown/<int:player>", methods=["GET", "POST"])
@writes
def form(player: int) -> str | Response | tuple[str, int]:
    """The form, its keys, the cards drawn, and the judging, by the button that was pressed."""
    step = request.form.get("step")
    if step == "judge" and (answer := sent_before(_ruling)):
        return answer
    current = _round()
    if player not in current.seats:
        abort(404)
    melds = _form(current, player)
    if request.method == "POST" and (file := request.files.get("photo")) and file.filename:
        return _photo(melds, current, player, file.read())
    if request.form.get("press"):
        _press(melds)
        return _page(melds, current, player)
    if step in ("show", "judge"):
        pack = table().rules.pack
        read = [read_meld(field.data or "", pack) for field in melds.meld]
        given = [meld for meld in read if meld.cards or meld.wrong]
        typed = [meld.with_suits(f"suit-{at}", request.form, pack.suits) for at, meld in enumerate(given)]
        if not _complain(melds, typed):
            if step == "judge" and all(meld.settled for meld in typed):
                return _judge(current, player, typed)
            return render_template("laydown/sure.html", **_shown(current, player), typed=typed, as_typed=as_typed)
    return _page(melds, current, player)


def _ruling(entries: Sequence[Entry]) -> str:
    return table().url("rulings.show", number=entries[0].number)


def _form(current: Round, player: int) -> MeldsForm:
    form = MeldsForm(formdata=request.form if request.method == "POST" else request.args)
    form.photo.label.text = say("table.photo.label")
    while len(form.meld) < len(current.contracts[player]):
        form.meld.append_entry()
    return form


def _shown(current: Round, player: int) -> dict[str, Any]:
    contract = current.contracts[player]
    return {"round": current, "player": player, "contract": contract, "kinds": [d.kind for d in contract],
            "photo": request.values.get("photo_id", ""), **marks()}  # fmt: skip


def _page(form: MeldsForm, current: Round, player: int, wrong_photo: str | None = None) -> str:
    pack = table().rules.pack
    drawn = [read_meld(field.data or "", pack).cards for field in form.meld]
    target = request.form.get("target") or next(
        (field.name for field, cards in zip(form.meld, drawn, strict=True) if not cards), form.meld[0].name
    )
    return render_template(
        "laydown/form.html", form=form, drawn=drawn, target=target, pack=pack, wrong_photo=wrong_photo,
        suit=request.form.get("suit"), most=MOST_MELDS, **_shown(current, player),
    )  # fmt: skip


def _press(form: MeldsForm) -> None:
    key = request.form["press"]
    if key == "more":
        if len(form.meld) < MOST_MELDS:
            form.meld.append_entry()
        return
    for field in form.meld:
        if field.name == request.form.get("target"):
            field.data = press(field.data or "", key, table().rules.pack, request.form.get("suit"))


def _complain(form: MeldsForm, typed: list[TypedMeld]) -> bool:
    """Put what cannot be read beside its field; True when there is something."""
    for field in form.meld:
        wrong = read_meld(field.data or "", table().rules.pack).wrong
        field.errors = [wrong] if wrong else []
    if not typed:
        form.meld[0].errors = [say("table.laydown.no_cards")]
    return any(field.errors for field in form.meld)


def _photo(form: MeldsForm, current: Round, player: int, data: bytes) -> str | Response | tuple[str, int]:
    try:
        return take_photo(data, purpose="laydown", player=player, form_id=once(), round=current.number)
    except PhotoRefusedError as refused:
        return _page(form, current, player, str(refused)), 422


def _judge(current: Round, player: int, typed: list[TypedMeld]) -> Response | str:
    """Ask the engine, write the ruling down, legal or not, and show it at its own address."""
    here = table()
    question = {
        "ask": "laydown",
        "system": here.rules.id,
        "contract": [str(demand) for demand in current.contracts[player]],
        "melds": [meld.text for meld in typed],
        # Who did not see that he went down meanwhile is shown that, not a ruling about it.
        "already_down": current.down.get(player, seen() + 1) <= seen(),
    }
    ruling = judge(question, lambda _: here.rules)
    if ruling.legal is None:
        wrong = problem_sentence(ruling.problem or {}, language())
        return render_template("errors/error.html", title=say("table.error.other"), text=wrong)
    draft = _draft(current, player, question, ruling)
    done = store.append(here.match, [draft], seen(), key=key(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, [draft])
    return redirect(_ruling(done.entries), 303)


def _draft(current: Round, player: int, question: dict[str, Any], ruling: Ruling) -> Draft:
    data: dict[str, Any] = {
        "round": current.number, "player": player, "question": question, "code": ruling.code,
        "fingerprint": table().rules.fingerprint, **sent_photo(),
    }  # fmt: skip
    if ruling.legal:
        kinds = ruling.facts["kinds"]
        melds = [laid(text, kind, table().rules) for text, kind in zip(question["melds"], kinds, strict=True)]
        return Draft(Kind.LAID_DOWN, {**data, "melds": melds})
    return Draft(Kind.RULED, {**data, "legal": False})


def laid(cards: str, kind: str, rules: RuleSet) -> dict[str, str]:
    """A legal meld as it lies on the table: its cards in order, and what its jokers stand for."""
    ruling = judge({"ask": "meld", "system": rules.id, "cards": cards, "kind": kind}, lambda _: rules)
    meld = {"cards": format_cards(ruling.facts.get("laid", ())) or cards, "kind": kind}
    if ruling.facts.get("as"):
        meld["as"] = format_cards(ruling.facts["as"])
    return meld
