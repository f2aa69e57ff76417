"""The rounds of a match: which were and which are to come, one skipped or added, who deals, points apart.

Owns these short forms; each writes one entry. Refuses to reckon: who deals and what
counts is the engine's.
Start reading at `show`.
"""

from __future__ import annotations

from typing import Any, Final

from flask import abort, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField

from referee.engine.match import Draft, Kind, Round
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract
from referee.web.access import match_pages, table, writes
from referee.web.agreeing import as_text, contract_from, contract_in_short
from referee.web.deeds import marks, sent_before, write
from referee.web.rulesets import every_rules
from referee.web.speaking import contract_name, say
from referee.web.typed import read_hand

pages = match_pages("rounds", __name__)

LONGEST_NOTE: Final = 120


@pages.get("/round")
def show() -> str:
    """All rounds in order, played and to come, and what may be changed about them."""
    state = table().state
    return render_template("rounds/show.html", state=state, given=_given())


def _given() -> list[tuple[Round, int, int, list[str]]]:
    """The points given apart so far: round, player, points, and why where somebody wrote it."""
    state = table().state
    why: dict[tuple[int, int], list[str]] = {}
    for entry in state.entries:
        if entry.kind is Kind.BONUS and entry.number not in state.undone:
            why.setdefault((entry.data["round"], entry.data["player"]), []).append(entry.data["note"])
    return [
        (each, player, value.bonus, why.get((each.number, player), []))
        for each in state.rounds
        for player, value in each.values.items()
        if value.bonus
    ]


def _there() -> str:
    return table().url("rounds.show")


def _sent() -> Response | None:
    """The answer for a form that was sent already."""
    return sent_before(lambda _: _there()) if request.method == "POST" else None


def _open_round() -> Round:
    """The round of the form, which may be over by now; else the open one."""
    sent = request.form.get("round", type=int)
    if sent is not None:
        return table().round(sent)
    return table().state.current or abort(404)


def read_note(text: str | None) -> str:
    """What was written as a reason, on one line and not too long."""
    return " ".join((text or "").split())[:LONGEST_NOTE]


# ---- who deals ---------------------------------------------------------------------------------


@pages.route("/round/dealer", methods=["GET", "POST"])
@writes
def dealer() -> str | Response:
    """Who deals this round and who starts it, where the table does it otherwise than by turns."""
    if answer := _sent():
        return answer
    current = _open_round()
    deals = request.form.get("dealer", type=int)
    starts = request.form.get("starter", type=int)
    if request.method == "POST" and deals in current.seats:
        data = {"round": current.number, "player": deals}
        if starts in current.seats:
            data["starter"] = starts
        return write([Draft(Kind.DEALER_SET, data)], table().url("table.show"))
    return render_template("rounds/dealer.html", round=current, after=_after(current), **marks())


def _after(current: Round) -> int:
    """Who starts by turns: the one after the dealer."""
    seats = current.seats
    return seats[(seats.index(current.dealer) + 1) % len(seats)]


# ---- skipped and added -------------------------------------------------------------------------


@pages.route("/round/skip", methods=["GET", "POST"])
@writes
def skip() -> str | Response:
    """Leave the open round out, with a reason; nothing of it counts."""
    if answer := _sent():
        return answer
    current = _open_round()
    if request.method == "POST":
        note = read_note(request.form.get("note"))
        data = {"round": current.number} | ({"note": note} if note else {})
        return write([Draft(Kind.ROUND_SKIPPED, data)], _there())
    return render_template("rounds/skip.html", round=current, longest=LONGEST_NOTE, **marks())


class AddForm(FlaskForm):
    """A contract, chosen or written in short, and its place among those to come."""

    contract = StringField()
    short = StringField()
    after = StringField()


@pages.route("/round/add", methods=["GET", "POST"])
@writes
def add() -> str | Response:
    """One round more, with a contract of this pack, somewhere among those to come."""
    if answer := _sent():
        return answer
    state, form = table().state, AddForm()
    if state.rules.progress == "player" or state.finished:
        abort(404)
    contract = _contract(form) if request.method == "POST" else ()
    if contract:
        place = request.form.get("after", type=int, default=len(state.ahead))
        data = {"contract": [str(each) for each in contract], "after": max(0, min(place, len(state.ahead)))}
        return write([Draft(Kind.ROUND_ADDED, data)], _there())
    return render_template("rounds/add.html", form=form, state=state, contracts=contracts(state.rules), **marks())


def _contract(form: AddForm) -> Contract:
    """The contract that was chosen or written; empty with the reason at its field."""
    short = (form.short.data or "").strip()
    found = contract_in_short(short) if short else contract_from(form.contract.data or "")
    if not found:
        form.short.errors = [
            say("agreements.wrong.contract", text=short) if short else say("round.add.no_contract")
        ]
    elif not _playable(found):
        form.short.errors = [say("round.add.too_large", n=table().rules.contract_size(found))]
    else:
        return found
    return ()


def _playable(contract: Contract) -> bool:
    """Whether a hand can hold it: no larger than what is dealt and one drawn."""
    rules = table().rules
    return rules.hands_grow or rules.contract_size(contract) <= rules.dealt_to(contract) + 1


def contracts(rules: RuleSet) -> list[tuple[str, str]]:
    """The contracts of a further round: this table's own first, then those of other systems of its pack."""
    met: dict[str, Contract] = {}
    for each in (rules, *every_rules()):
        if each.pack.deck == rules.pack.deck and each.progress == rules.progress:
            met |= {as_text(one): one for one in (*each.rounds, *each.optional_rounds) if as_text(one) not in met}
    return [(text, contract_name(contract, rules)) for text, contract in met.items() if _playable(contract)]


# ---- points apart ------------------------------------------------------------------------------


class PointsForm(FlaskForm):
    """Points that stand apart from a round's own: whose, how many, which way, why."""

    player = StringField()
    round = StringField()
    points = StringField()
    way = StringField(default="off")
    note = StringField()


@pages.route("/round/points", methods=["GET", "POST"])
@writes
def points() -> str | Response:
    """A bonus or a penalty of the house, apart from the points of the round."""
    if answer := _sent():
        return answer
    form, state = PointsForm(), table().state
    chosen = [each for each in state.rounds if not each.skipped]
    if request.method == "POST" and (data := _points(form, chosen)):
        return write([Draft(Kind.BONUS, data)], _there())
    return render_template(
        "rounds/points.html", form=form, rounds=chosen, current=state.current or chosen[-1],
        going_out=state.rules.bonus_going_out, longest=LONGEST_NOTE, **marks(),
    )  # fmt: skip


def _points(form: PointsForm, rounds: list[Round]) -> dict[str, Any]:
    """The entry's data; empty where something is missing, which is said at its field."""
    each = next((one for one in rounds if str(one.number) == form.round.data), None)
    player = next((one for one in (each.seats if each else ()) if str(one) == form.player.data), None)
    number = agreed_points(form.points.data or "", table().rules)
    note = read_note(form.note.data)
    form.player.errors = [] if player is not None else [say("round.points.no_player")]
    form.points.errors = [] if number else [say("round.points.no_points")]
    form.note.errors = [] if note else [say("round.points.no_note")]
    if each is None or player is None or not number or not note:
        return {}
    return {
        "round": each.number,
        "player": player,
        "points": -number if form.way.data == "off" else number,
        "note": note,
    }


def agreed_points(text: str, rules: RuleSet) -> int | None:
    """Points as a person writes them, a number or a sum; None for anything else."""
    hand = read_hand(f"={text.strip().lstrip('=')}", rules, rules.packs)
    return hand.points if hand.cards is None else None
