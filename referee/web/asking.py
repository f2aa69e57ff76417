"""From a form to a question of questions.md: the cards read, what is missing said at its field.

Owns the reading of a situation's form. Refuses to guess: a card whose suit was not said
leaves the question open, and nothing is judged.
Start reading at `read`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from werkzeug.datastructures import MultiDict
from wtforms import Field, IntegerField

from referee.engine.cards import format_cards
from referee.engine.match import Round
from referee.web.places import Place
from referee.web.situations import QuestionForm, Situation, contract_of, fields_of, form_for, offered_by, player_of
from referee.web.speaking import say
from referee.web.typed import TypedMeld, read_meld

_BOUNDS: Final = {
    "hand": (1, 60), "cards_left": (1, 60), "buys_used": (0, 99), "times_empty": (1, 100), "pile": (0, 500),
    "players": (2, 12), "dealer": (1, 12),
}  # fmt: skip
MOST_HELD: Final = 30
"""Cards of a hand that is looked through: more than anybody holds, and few enough to be done at once."""

_POINTS: Final = re.compile(r"[-−]?\d{1,5}([\s,+]+[-−]?\d{1,5})*")


@dataclass(slots=True)
class Reading:
    """A form as read. `typed` holds the card fields that are not empty, by name; `wrong` whether anything is."""

    situation: Situation
    place: Place
    form: QuestionForm
    typed: dict[str, TypedMeld] = field(default_factory=dict)
    wrong: bool = False

    @property
    def settled(self) -> bool:
        """Whether every card is known with its suit."""
        return not self.wrong and all(meld.settled or self._suitless(name) for name, meld in self.typed.items())

    def _suitless(self, name: str) -> bool:
        return name == "cards" and self.situation.cards == "ranks" and self.typed[name].wrong is None

    def text(self, name: str) -> str:
        """The cards of a field in the JSON notation; empty where there are none."""
        meld = self.typed.get(name)
        if meld is None:
            return ""
        return format_cards(meld.shown) if self._suitless(name) else meld.text

    @property
    def melds(self) -> list[str]:
        """The melds that were given, in the JSON notation."""
        return [self.text(name) for name in self.typed if name.startswith("meld-")]

    @property
    def player(self) -> int | None:
        return player_of(self.form, self.place)

    def complain(self, to: Field, key: str, **values: object) -> None:
        """Say at a field what is wrong there."""
        to.errors = [*to.errors, say(f"disputes.wrong.{key}", **values)]
        self.wrong = True

    def question(self) -> dict[str, Any]:
        """The question. Only for a settled form."""
        rules = self.place.rules
        asked: dict[str, Any] = {"ask": self.situation.ask, "system": rules.id}
        current = self.place.round
        if current is not None and current.packs > rules.packs:
            asked["options"] = {"packs": current.packs}
        return asked | _QUESTIONS[self.situation.ask](self)


def read(situation: Situation, place: Place, values: MultiDict[str, str]) -> Reading:
    """Read the form of a situation and say at each field what is wrong or missing."""
    reading = Reading(situation, place, form_for(situation, place, values))
    asked = fields_of(situation, place)
    _cards(reading, values)
    for name in asked:
        if isinstance(reading.form[name], IntegerField):
            _number(reading, name, values)
    if "player" in asked and reading.player is None:
        reading.complain(reading.form.player, "player")
    elif situation.ask in ("laydown", "hand") and contract_of(reading.form, place) is None:
        reading.complain(reading.form.contract, "contract")
    if situation.ask == "standings" and place.here is None:
        _scores(reading)
    if situation.ask == "take" and place.round:
        _claims(reading)
    return reading


def _cards(reading: Reading, values: MultiDict[str, str]) -> None:
    form, situation, pack = reading.form, reading.situation, reading.place.rules.pack
    listed = lies_listed(reading.form)
    fields = [] if listed or not situation.melds else list(form.meld)
    fields += [form.cards] if situation.cards else []
    for each in fields:
        each.errors = []
        suits = not (each is form.cards and situation.cards == "ranks")
        typed = read_meld(each.data or "", pack, suits=suits)
        meld = typed.with_suits(f"suit-{each.name}", values, pack.suits)
        if meld.wrong:
            each.errors, reading.wrong = [meld.wrong], True
        if meld.cards or meld.wrong:
            reading.typed[each.name] = meld
    if situation.cards and "cards" not in reading.typed and situation.ask != "score":
        reading.complain(form.cards, "no_cards")
    if situation.ask == "hand" and len(reading.typed.get("cards", TypedMeld()).cards) > MOST_HELD:
        reading.complain(form.cards, "hand", most=MOST_HELD)
    needs_meld = situation.ask in ("laydown", "layoff", "swap") and not listed
    if needs_meld and not any(name.startswith("meld-") for name in reading.typed):
        reading.complain(form.meld[0], "no_cards")
    if situation.ask in ("swap", "discard") and len(reading.typed.get("cards", TypedMeld()).cards) > 1:
        reading.complain(form.cards, "one_card")


def lies_listed(form: QuestionForm) -> bool:
    """Whether the meld that is asked about was chosen among those on the table."""
    return form.onto.data not in (None, "other")


def _number(reading: Reading, name: str, values: MultiDict[str, str]) -> None:
    """A number within its bounds; one that was left empty is as if it had not been asked."""
    number, (low, high) = reading.form[name], _BOUNDS[name]
    if not (values.get(name) or "").strip():
        number.errors, number.data = [], number.default
        return
    if number.data is None or not low <= number.data <= high:
        number.errors = []
        reading.complain(number, "number", low=low, high=high)


def _scores(reading: Reading) -> None:
    lines = [line for line in reading.form.score if (line.data or "").strip()]
    for line in lines:
        line.errors = []
        if not _POINTS.fullmatch((line.data or "").strip()):
            reading.complain(line, "points")
        elif len(_points(line.data or "")) != len(_points(lines[0].data or "")):
            reading.complain(line, "rounds")
    if len(lines) < 2:
        reading.complain(reading.form.score[0], "two_players")


def _points(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", text.replace("−", "-"))]


def _claims(reading: Reading) -> None:
    form = reading.form
    if (form.thrower.data or "") not in offered_by(form.thrower):
        reading.complain(form.thrower, "thrower")
    if not set(form.claims.data or ()) & set(offered_by(form.claims)):
        reading.complain(form.claims, "claims")


# ---- one question each -------------------------------------------------------------------------


def _under(reading: Reading) -> dict[str, Any]:
    contract = contract_of(reading.form, reading.place)
    return {"contract": [str(demand) for demand in contract]} if contract else {}


def _state(reading: Reading) -> dict[str, Any]:
    """Whether who asks is down, and since when; as the table has it, where it was left to it."""
    said = reading.form.down.data
    if said == "known":
        current = reading.place.round
        return {"down": current is not None and reading.player in current.down}
    return {"down": False} if said == "no" else {"down": True, "turns_since_laydown": 0 if said == "now" else 1}


def _meld(reading: Reading) -> dict[str, Any]:
    kind = reading.form.kind.data
    return {"cards": reading.text("cards"), "stage": reading.form.stage.data, **({"kind": kind} if kind else {})}


def _laydown(reading: Reading) -> dict[str, Any]:
    held, current, player = reading.form.hand.data, reading.place.round, reading.player
    asked = {"melds": reading.melds, **_under(reading)}
    if current is not None and player is not None:
        asked["already_down"] = player in current.down
    return asked | ({"hand": held} if held else {})


def _onto(reading: Reading) -> str:
    """The meld on the table that was chosen, or the one that was given."""
    chosen = reading.form.onto.data or "other"
    found = next((meld.cards for meld in reading.place.melds if str(meld.number) == chosen), None)
    return found or (reading.melds[0] if reading.melds else "")


def _layoff(reading: Reading) -> dict[str, Any]:
    end = reading.form.end.data
    asked = {"meld": _onto(reading), "cards": reading.text("cards"), **_state(reading)}
    return asked | ({"end": end} if end in ("low", "high") else {})


def _swap(reading: Reading) -> dict[str, Any]:
    to = reading.form.to.data if reading.place.rules.swap == "run" else ""
    asked = {"meld": _onto(reading), "card": reading.text("cards"), **_state(reading)}
    return asked | ({"to": to} if to in ("low", "high") else {})


def _discard(reading: Reading) -> dict[str, Any]:
    form, place = reading.form, reading.place
    table = [meld.cards for meld in place.melds] if place.round else []
    return {
        "card": reading.text("cards"), "just_taken": bool(form.just_taken.data),
        "cards_left": form.cards_left.data or 5, "table": [*table, *reading.melds], **_under(reading),
    }  # fmt: skip


def _take(reading: Reading) -> dict[str, Any]:
    form, current = reading.form, reading.place.round
    if current is None:
        return {"out_of_turn": True, "buys_used": form.buys_used.data or 0}
    seats = list(current.seats)
    thrower = seats.index(int(form.thrower.data))
    claims = [seats.index(int(each)) for each in form.claims.data or () if each in offered_by(form.claims)]
    return {
        "claims": claims, "thrower": thrower, "turn": (thrower + 1) % len(seats), "players": len(seats),
    }  # fmt: skip


def _stock(reading: Reading) -> dict[str, Any]:
    return {"times_empty": reading.form.times_empty.data or 1, "pile": reading.form.pile.data or 0}


def _standings(reading: Reading) -> dict[str, Any]:
    if reading.place.here is None:
        lines = [_points(line.data or "") for line in reading.form.score if (line.data or "").strip()]
        return {"scores": [list(row) for row in zip(*lines, strict=True)]}
    state = reading.place.here.state
    seats = [player.number for player in state.players if player.left is None]
    # What a late joiner began with stands before the first round, which nobody won.
    begun: list[Any] = [state.players[n].start for n in seats]
    rows = [[_value(each, n) for n in seats] for each in state.closed]
    out = [seats.index(each.out) if each.out in seats else None for each in state.closed]
    return {"scores": [begun, *rows], "out": [None, *out]}


def _value(each: Round, player: int) -> Any:
    value = each.values.get(player)
    if value is None:
        return "absent"
    return value.points + value.bonus if isinstance(value.points, int) else value.points


def _score(reading: Reading) -> dict[str, Any]:
    return {"cards": reading.text("cards")}


def _hand(reading: Reading) -> dict[str, Any]:
    return {"cards": reading.text("cards"), **_under(reading)}


def _deal(reading: Reading) -> dict[str, Any]:
    form, here = reading.form, reading.place.here
    if here is None:
        players = form.players.data or 4
        return {"players": players, "dealer": min(form.dealer.data or 1, players) - 1, **_under(reading)}
    current = here.state.current or here.state.rounds[-1]
    dealt = {"players": len(current.seats), "dealer": current.seats.index(current.dealer)}
    if current.contract is None:
        return {**dealt, "hands": [current.stages[seat] for seat in current.seats]}
    return {**dealt, "contract": [str(demand) for demand in current.contract]}


_QUESTIONS: Final[dict[str, Callable[[Reading], dict[str, Any]]]] = {
    "meld": _meld, "laydown": _laydown, "layoff": _layoff, "swap": _swap, "discard": _discard, "take": _take,
    "stock": _stock, "standings": _standings, "score": _score, "hand": _hand, "deal": _deal,
}  # fmt: skip
