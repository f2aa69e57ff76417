"""«¿Se puede?» without a match: a system is chosen, then the situation; the whole question is in the address.

Owns the steps that both ways of asking share (`choose_page`, `form_page`, `ruling_page`).
Refuses to keep anything: with a match open, `disputes` does.
Start reading at `form_page`.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as WerkzeugResponse

from referee.engine.cards import Pack
from referee.engine.judge import judge
from referee.reading import Seen, Waiting
from referee.web import readings
from referee.web.asking import Reading, lies_listed, read
from referee.web.deeds import marks
from referee.web.drawing import drawn_meld
from referee.web.judged import shown
from referee.web.photos import as_data, keep
from referee.web.places import Place
from referee.web.readings import PhotoRefusedError
from referee.web.rulesets import every_rules, rules_or_404
from referee.web.situations import DETAILS, MOST_MELDS, SITUATIONS, Situation, fields_of
from referee.web.speaking import language, say
from referee.web.telling import card_sign
from referee.web.typed import as_typed, press, read_meld
from referee.wording.rulings import say as say_ruling

pages = Blueprint("questions", __name__, url_prefix="/ask")


@pages.get("")
def start() -> str:
    """By which rules: every system, and the rule sets saved here."""
    return render_template("disputes/start.html", systems=every_rules())


@pages.get("/<system>")
def choose(system: str) -> str:
    """Which situation."""
    return choose_page(Place(rules_or_404(system)))


@pages.get("/<system>/<ask>")
def form(system: str, ask: str) -> str:
    """The question's form; then its cards, drawn before they are judged."""
    return form_page(Place(rules_or_404(system)), ask)


@pages.get("/<system>/<ask>/ruling")
def ruling(system: str, ask: str) -> str:
    """The ruling, at an address that holds the whole question."""
    return ruling_page(Place(rules_or_404(system)), ask)


@pages.post("/<system>/<ask>/photo")
def photo(system: str, ask: str) -> Response | WerkzeugResponse:
    """A photo instead of keys: what was seen fills the form."""
    return photo_page(Place(rules_or_404(system)), ask)


@pages.get("/<system>/<ask>/photo/<ticket>")
def waiting(system: str, ask: str, ticket: str) -> Response | WerkzeugResponse:
    """A photo that waits to be read."""
    return waiting_page(Place(rules_or_404(system)), ask, ticket)


# ---- shared by both ways of asking -------------------------------------------------------------


def situation_or_404(place: Place, ask: str) -> Situation:
    """The situation of an address; the help with a hand is not there at a table that has switched it off."""
    if ask not in SITUATIONS or (ask == "hand" and not place.helps):
        abort(404)
    return SITUATIONS[ask]


def writes_down(place: Place, situation: Situation) -> bool:
    """Whether the ruling goes into a match's history: all but a hand, which is its player's secret."""
    return place.records and situation.ask != "hand"


def choose_page(place: Place) -> str:
    """The situations, the most disputed first."""
    situations = [each for each in SITUATIONS.values() if each.ask != "hand" or place.helps]
    return render_template("disputes/choose.html", place=place, situations=situations)


def form_page(place: Place, ask: str) -> str:
    """The form as the address holds it: after a key, before or after the cards were shown."""
    situation = situation_or_404(place, ask)
    values = _pressed(request.args, place)
    if request.args.get("step") != "show":
        return filled_form(_unjudged(situation, place, values), values)
    reading = read(situation, place, values)
    why = _not_askable(reading)
    return filled_form(reading, values, why) if reading.wrong or why else sure_page(reading, values)


def _not_askable(reading: Reading) -> str:
    """Why the engine cannot understand the question, though every field was read; empty where it can."""
    if not reading.settled:
        return ""
    found = judge(reading.question(), lambda _: reading.place.rules)
    return say_ruling(found, language()) if found.legal is None else ""


def again(place: Place, ask: str, values: MultiDict[str, str]) -> str:
    """The address of the form with what was typed, where what is wrong is said: safe to load again."""
    return place.url("form", ask=ask, step="show", **{name: values.getlist(name) for name, _ in carried(values)})


def _unjudged(situation: Situation, place: Place, values: MultiDict[str, str]) -> Reading:
    """The form without complaints, for who is still filling it."""
    reading = read(situation, place, values)
    for field in (*reading.form, *reading.form.meld, *reading.form.score):
        if "step" not in request.args:
            field.errors = []
    return reading


def _pressed(args: MultiDict[str, str], place: Place) -> MultiDict[str, str]:
    """The values of the form after a key was pressed without JavaScript."""
    values = MultiDict(args)
    key, target = values.get("press"), values.get("target", "")
    if key == "more":
        values[f"meld-{sum(name.startswith('meld-') for name in values)}"] = ""
    elif key == "more-players":
        values[f"score-{sum(name.startswith('score-') for name in values)}"] = ""
    elif key and target in values:
        values[target] = press(values[target], key, place.rules.pack, values.get("suit"))
    return values


def filled_form(reading: Reading, values: MultiDict[str, str], wrong: str = "") -> str:
    """The form with what was typed, each mistake at its field; `wrong` is what no field could be blamed for."""
    place, situation, pack = reading.place, reading.situation, reading.place.rules.pack
    asked = fields_of(situation, place)
    suits = situation.cards != "ranks"
    melds = list(reading.form.meld) if situation.melds else []
    drawn = {
        field.name: read_meld(field.data or "", pack, suits=suits).shown for field in (*melds, reading.form.cards)
    }
    names = ["cards"] if situation.cards and (lies_listed(reading.form) or situation.ask == "discard") else []
    names += [field.name for field in melds] + (["cards"] if situation.cards else [])
    empty = next((name for name in names if not drawn[name]), names[0] if names else None)
    writes, hand = writes_down(place, situation), drawn["cards"]
    return render_template(
        "disputes/form.html",
        place=place,
        situation=situation,
        form=reading.form,
        fields=[name for name in asked if name not in DETAILS],
        details=[name for name in asked if name in DETAILS],
        lying=_lying(place),
        melds=melds,
        most=MOST_MELDS,
        drawn=drawn,
        target=values.get("target") if values.get("target") in names else empty,
        suit=values.get("suit"),
        points=dict(place.rules.points),
        sum=sum(map(place.rules.points_of, hand)) if hand else None,
        wrong=wrong,
        carried=carried(values),
        writes=writes,
        **(marks() if writes else {}),
    )


def _lying(place: Place) -> list[dict[str, Any]]:
    """The melds on the table, drawn, each with whose it is."""
    names = place.seats
    return [
        {"player": names.get(meld.owner, ""), **drawn_meld(meld.cards, meld.shown, place.rules)}
        for meld in place.melds
    ]


def carried(values: MultiDict[str, str]) -> list[tuple[str, str]]:
    """What a form sends along of the question so far."""
    left_out: tuple[str, ...] = ("step", "press", "target", "suit", "csrf_token", "seen", "form_id", "photo")
    # Names of an address's own parts, which no form of ours has.
    left_out += ("self", "page", "endpoint", "ask", "system", "key", "ticket")
    return [
        (name, text) for name, text in values.items(multi=True) if name not in left_out and not name.startswith("_")
    ]


def sure_page(reading: Reading, values: MultiDict[str, str]) -> str:
    """The cards drawn before anything is judged; a card without a suit is asked."""
    suitless, writes = reading.situation.cards == "ranks", writes_down(reading.place, reading.situation)
    kept = [(name, text) for name, text in carried(values) if name not in reading.typed]
    return render_template(
        "disputes/sure.html",
        place=reading.place,
        situation=reading.situation,
        typed=[
            (name, _label(reading, name), meld, meld.shown if suitless else meld.cards)
            for name, meld in reading.typed.items()
        ],
        carried=[(name, text) for name, text in kept if not name.startswith("suit-")],
        as_typed=as_typed,
        writes=writes,
        **(marks() if writes else {}),
    )


def _label(reading: Reading, name: str) -> str:
    if name == "cards":
        return say(f"disputes.group.{reading.situation.ask}")
    if reading.situation.ask in ("layoff", "swap"):
        return say("disputes.group.on_table")
    return say("table.meld_n", n=int(name.rpartition("-")[2]) + 1)


def ruling_page(place: Place, ask: str) -> str:
    """A ruling that nobody writes down; the form again where the question is not whole."""
    situation = situation_or_404(place, ask)
    reading = read(situation, place, request.args)
    if reading.wrong:
        return filled_form(reading, request.args)
    if not reading.settled:
        return sure_page(reading, request.args)
    question = reading.question()
    found = judge(question, lambda _: place.rules)
    if found.legal is None:
        return filled_form(reading, request.args, say_ruling(found, language()))
    names = list(place.seats.values())
    return render_template(
        "disputes/ruling.html",
        place=place,
        situation=situation,
        change=place.url("form", ask=ask, **_again()),
        shown=shown(question, found, place.rules, names),
    )


def _again() -> dict[str, Any]:
    return {name: request.args.getlist(name) for name, _ in carried(request.args)}


def photo_page(place: Place, ask: str) -> Response | WerkzeugResponse:
    """Read the photo and fill the form with what was seen; a card that is not sure stays open (`?`)."""
    situation = situation_or_404(place, ask)
    values, match = MultiDict(carried(request.form)), place.here.match if place.here else None
    file = request.files.get("photo")
    data = file.read() if file else b""
    try:
        ticket = readings.begin(data, match, {"ask": ask})
        found, _ = readings.collect(ticket, match, patient=True)
        if isinstance(found, Waiting):
            return redirect(place.url("waiting", ask=ask, ticket=ticket), 303)
        return _filled(place, situation, found, values)
    except PhotoRefusedError as refused:
        return _photo_refused(situation, place, values, str(refused))


def waiting_page(place: Place, ask: str, ticket: str) -> Response | WerkzeugResponse:
    """A photo in line: its place, then the form filled; or why it gave nothing, and the form as it was."""
    situation, match = situation_or_404(place, ask), place.here.match if place.here else None
    try:
        found, sent = readings.collect(ticket, match)
        if isinstance(found, Waiting):
            return readings.waiting_page(found)
        return _filled(place, situation, found, MultiDict(carried(MultiDict(sent.fields))))
    except PhotoRefusedError as refused:
        fields = refused.sent.fields if refused.sent else ()
        return _photo_refused(situation, place, MultiDict(carried(MultiDict(fields))), str(refused))


def _photo_refused(situation: Situation, place: Place, values: MultiDict[str, str], why: str) -> Response:
    return make_response(filled_form(_unjudged(situation, place, values), values, why), 422)


def _filled(place: Place, situation: Situation, found: Seen, values: MultiDict[str, str]) -> WerkzeugResponse:
    """On to the form with what was seen; the photo is kept where its ruling will be."""
    if writes_down(place, situation):
        values["photo_id"] = str(keep(found).id)
    for name, seen in _placed(situation, as_data(found.reading)["cards"]).items():
        values[name] = " ".join(_sign(each, place.rules.pack) for each in seen)
    return redirect(place.url("form", ask=situation.ask, **{name: values.getlist(name) for name in values}), 303)


def _sign(text: str | None, pack: Pack) -> str:
    """A card that was seen as the field shows it; `?` where it is not sure."""
    card = pack.tokens.get((text or "").upper())
    return card_sign(card) if card else "?"


def _placed(situation: Situation, cards: list[dict[str, Any]]) -> dict[str, list[str | None]]:
    """Which field gets which cards of a photo: the meld lying there first, then the cards that are asked about."""
    groups: dict[int, list[str | None]] = {}
    for each in cards:
        groups.setdefault(each["meld"], []).append(each["card"])
    lying = [groups[number] for number in sorted(groups)]
    every = [card for group in lying for card in group]
    if not situation.melds:
        return {"cards": every}
    if not situation.cards:
        return {f"meld-{n}": group for n, group in enumerate(lying[:MOST_MELDS])}
    if len(lying) == 1:
        return {"cards" if situation.ask == "discard" else "meld-0": every}
    return {"meld-0": lying[0], "cards": [card for group in lying[1:] for card in group]}
