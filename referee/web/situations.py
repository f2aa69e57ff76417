"""The situations in which a table quarrels, and the form for each.

Owns the list of situations, the fields each one asks for, and the choices that its
surroundings leave open. Refuses to read cards and to build the question: `asking` does.
Start reading at `SITUATIONS`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, FieldList, IntegerField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.widgets import CheckboxInput

from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ask
from referee.engine.switches import LONG_RUNS, Contract, read_contract
from referee.web.places import Place
from referee.web.speaking import contract_name, language, say
from referee.web.telling import shown_cards
from referee.wording.naming import kind_name

MOST_MELDS: Final = 8
MOST_SCORES: Final = 12
DETAILS: Final = frozenset({"hand", "down", "end", "to", "kind", "stage", "cards_left"})
"""Fields that are right as they stand most of the time, and folded away."""

KINDS_ASKED: Final = ("set", "run", "pair", "four", *LONG_RUNS)


class Situation(NamedTuple):
    """One way to quarrel; its name in addresses is the ask of the question.

    `melds`: how many fields for melds are shown at first (-1: as many as the contract
    has); `cards`: whether there is a field for cards beside them, and whether suits are
    asked there; `fields`: what else is asked, in order.
    """

    ask: Ask
    melds: int = 0
    cards: str = ""
    fields: tuple[str, ...] = ()

    @property
    def shows_cards(self) -> bool:
        """Whether cards are drawn before anything is judged."""
        return bool(self.cards) or self.melds != 0


SITUATIONS: Final[dict[str, Situation]] = {
    each.ask: each
    for each in (
        Situation("laydown", -1, "", ("player", "contract", "hand")),
        Situation("layoff", 1, "suits", ("player", "down", "onto", "end")),
        Situation("swap", 1, "suits", ("player", "down", "onto", "to")),
        Situation("meld", 0, "suits", ("kind", "stage")),
        Situation("discard", 1, "suits", ("contract", "just_taken", "cards_left")),
        Situation("take", 0, "", ("thrower", "claims", "buys_used")),
        Situation("stock", 0, "", ("times_empty", "pile")),
        Situation("score", 0, "ranks"),
        Situation("standings", 0, "", ("score",)),
        Situation("deal", 0, "", ("players", "dealer", "contract")),
        Situation("hand", 0, "suits", ("player", "contract")),
    )
}
"""By ask, the most disputed first."""


class QuestionForm(FlaskForm):
    """Every field of every situation. It changes nothing, so its state travels in the address, without a token."""

    class Meta:
        csrf = False

    meld = FieldList(StringField(), max_entries=MOST_MELDS)
    cards = StringField()
    kind = SelectField(validate_choice=False, default="")
    stage = RadioField(validate_choice=False, default="table")
    contract = SelectField(validate_choice=False, default="1")
    player = RadioField(validate_choice=False)
    down = RadioField(validate_choice=False)
    onto = RadioField(validate_choice=False)
    end = RadioField(validate_choice=False, default="")
    to = RadioField(validate_choice=False, default="")
    hand = IntegerField()
    just_taken = BooleanField()
    cards_left = IntegerField(default=5)
    thrower = RadioField(validate_choice=False)
    claims = SelectMultipleField(validate_choice=False, option_widget=CheckboxInput())
    buys_used = IntegerField(default=0)
    times_empty = IntegerField(default=1)
    pile = IntegerField(default=10)
    score = FieldList(StringField(), max_entries=MOST_SCORES)
    players = IntegerField(default=4)
    dealer = IntegerField(default=1)


def form_for(situation: Situation, place: Place, values: MultiDict[str, str]) -> QuestionForm:
    """The form as it stands after `values`, with the choices that this place leaves open."""
    form = QuestionForm(formdata=values if values else None)
    form.kind.choices = [("", say("disputes.kind.any")), *_kinds(place.rules)]
    form.stage.choices = [(each, say(f"disputes.stage.{each}")) for each in ("table", "laydown")]
    form.contract.choices = contract_choices(place.rules, situation.ask == "discard")
    form.player.choices = form.thrower.choices = form.claims.choices = [
        (str(n), label) for n, label in place.seats.items()
    ]
    form.down.choices = [(each, say(f"disputes.down.{each}")) for each in _down(place)]
    form.onto.choices = _onto(place) if "onto" in situation.fields else []
    form.end.choices = form.to.choices = [
        (each, say(f"disputes.end.{each or 'any'}")) for each in ("", "low", "high")
    ]
    for field in (form.down, form.onto, form.contract, form.stage):
        offered = offered_by(field)
        if field.data not in offered:
            field.data = next(iter(offered), None)
    while len(form.meld) < _melds_shown(situation, form, place):
        form.meld.append_entry()
    while situation.ask == "standings" and place.here is None and len(form.score) < 2:
        form.score.append_entry()
    for name in (*form.data, "cards"):
        if name in form and name not in ("meld", "score"):
            form[name].label.text = say(f"disputes.field.{name}")
    return form


def offered_by(field: Any) -> dict[str, str]:
    """The choices of a field, by value."""
    pairs: Any = field.choices or ()
    return {str(value): str(label) for value, label in pairs}


def fields_of(situation: Situation, place: Place) -> list[str]:
    """The fields that are asked here: what the place knows is not asked again."""
    known = {"contract"} if place.round else {"player", "thrower", "claims"}
    known |= {"buys_used"} if place.here or place.rules.out_of_turn != "buy" else set()
    known |= {"to"} if place.rules.swap != "run" else set()
    known |= set() if place.melds else {"onto"}
    known |= (
        {"players", "dealer", "contract", "score"}
        if place.here and situation.ask in ("deal", "standings")
        else set()
    )
    known |= {"kind"} if len(_kinds(place.rules)) < 2 else set()
    return [name for name in situation.fields if name not in known]


def contract_of(form: QuestionForm, place: Place) -> Contract | None:
    """The contract a question is under: the open round's, else the one chosen."""
    if place.round:
        return place.contract_of(player_of(form, place))
    chosen = form.contract.data or ""
    if chosen.isdecimal() and 1 <= int(chosen) <= len(place.rules.rounds):
        return place.rules.rounds[int(chosen) - 1]
    return read_contract(chosen.split()) if chosen in dict(contract_choices(place.rules)) and chosen else None


def player_of(form: QuestionForm, place: Place) -> int | None:
    """The player a question is about, where one of the round was chosen."""
    chosen = form.player.data or ""
    return int(chosen) if chosen.isdecimal() and int(chosen) in place.seats else None


def contract_choices(rules: RuleSet, may_be_any: bool = False) -> list[tuple[str, str]]:
    """The rounds of a system by number, then its optional ones by their contract."""
    rounds = [
        (str(n), say("disputes.round", n=n, contract=contract_name(contract, rules)))
        for n, contract in enumerate(rules.rounds, 1)
    ]
    optional = [(" ".join(map(str, each)), contract_name(each, rules)) for each in rules.optional_rounds]
    return [*([("", say("disputes.contract.any"))] if may_be_any else []), *rounds, *optional]


def _kinds(rules: RuleSet) -> list[tuple[str, str]]:
    laid = rules.kinds_laid()
    return [(kind, kind_name(kind, language())) for kind in KINDS_ASKED if kind in laid]


def _down(place: Place) -> tuple[str, ...]:
    return ("known", "earlier", "now", "no") if place.round else ("earlier", "now", "no")


def _onto(place: Place) -> list[tuple[str, str]]:
    """The melds on the table, by number; `other` for one that is not written down."""
    names = place.seats
    melds = [
        (
            str(meld.number),
            say("disputes.onto.meld", player=names.get(meld.owner, ""), cards=shown_cards(meld.cards, place.here)),
        )
        for meld in place.melds
        if place.here is not None
    ]
    return [*melds, ("other", say("disputes.onto.other"))]


def _melds_shown(situation: Situation, form: QuestionForm, place: Place) -> int:
    if situation.melds >= 0:
        return situation.melds
    contract = contract_of(form, place)
    return len(contract) if contract else 1
