"""Starting a match: who plays, by which rules, who deals.

Owns the two steps of the form. Refuses to know rules: a system's page is drawn from
its rule set.
Start reading at `names`, then `rules`.
"""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any, Final

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import Field, FieldList, StringField, ValidationError

from referee import store
from referee.engine.match import Draft, Kind, Refusal, clean_name, pin
from referee.engine.match_pages import LONGEST_NAME, MOST_PLAYERS, NoError
from referee.engine.points import TABLES, VARIANTS
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.turns import packs_needed
from referee.web.deeds import by, once
from referee.web.rulesets import every_rules, find_rules, is_known
from referee.web.speaking import language, say, system_name
from referee.wording import agreements
from referee.wording.naming import contract_name

pages = Blueprint("opening", __name__, url_prefix="/new")

FIRST_SHOWN: Final = 4
JOKERS: Final = frozenset({"JK", "HU", "HA", "OR", "CH"})


def _is_name(_form: FlaskForm, field: Field) -> None:
    if not (field.data or "").strip():
        return
    try:
        field.data = clean_name(field.data)
    except NoError:
        raise ValidationError(say("table.new.bad_name", most=LONGEST_NAME)) from None


class NamesForm(FlaskForm):
    """Who plays, in seat order, and which system."""

    names = FieldList(StringField(validators=[_is_name]), min_entries=FIRST_SHOWN, max_entries=MOST_PLAYERS)
    system = StringField()

    def players(self) -> list[str]:
        """The names that were written; places left empty are nobody."""
        return [name.strip() for name in self.names.data if name and name.strip()]

    def validate_system(self, field: Field) -> None:
        if not is_known(field.data):
            raise ValidationError(say("table.new.no_system"))

    def validate_names(self, _field: Field) -> None:
        if len(self.players()) < 2:
            raise ValidationError(say("table.new.too_few"))


@pages.route("", methods=["GET", "POST"])
def names() -> str:
    """The first step: names and system. Keys pressed without JavaScript come here too."""
    form = NamesForm(formdata=request.form if request.method == "POST" else request.args)
    press = request.form.get("press")
    known = request.form.get("known")
    if known is not None:
        _seat(form, known)
    elif press == "more" and len(form.names) < MOST_PLAYERS:
        form.names.append_entry()
    elif request.method == "POST" and press is None and form.validate():
        return _rules(form.players(), str(form.system.data))
    form.system.data = form.system.data or "ratolibre"
    if not is_known(form.system.data):
        form.system.data = "ratolibre"
    return render_template("opening/names.html", form=form, systems=_systems(), most=MOST_PLAYERS)


def _seat(form: NamesForm, name: str) -> None:
    """Put a remembered name into the first empty place, a further one where all are taken."""
    empty = next((field for field in form.names if not (field.data or "").strip()), None)
    if empty is not None:
        empty.data = name
    elif len(form.names) < MOST_PLAYERS:
        form.names.append_entry(name)


def _systems() -> list[dict[str, Any]]:
    lang = language()
    return [
        {"id": rules.id, "name": system_name(rules), "rules": rules, "rounds": len(rules.rounds), "short": [
            contract_name(contract, rules, lang) for contract in rules.rounds]}
        for rules in every_rules()
    ]  # fmt: skip


@pages.get("/rules/<system>")
def summary(system: str) -> tuple[str, int]:
    """A system on one screen: contracts and points."""
    if not is_known(system):
        return render_template("errors/error.html", title=say("table.error.404"), text=""), 404
    return render_template("opening/system.html", **_summary(find_rules(system), 4)), 200


def _rules(players: list[str], system: str) -> str:
    rules = find_rules(system)
    choices = scoring_choices(rules)
    asked = request.form.get("scoring")
    return render_template(
        "opening/rules.html",
        players=players,
        labels=_labels(players),
        dealer=request.form.get("dealer", "0"),
        scoring=[(each, _scoring_name(each), points_line(_with_scoring(rules, each))) for each in choices],
        chosen=asked if asked in choices else choices[0],
        form_id=once(),
        **_summary(rules, len(players)),
    )


def _labels(players: list[str]) -> list[str]:
    met: dict[str, int] = {}
    labels = []
    for name in players:
        met[name.casefold()] = met.get(name.casefold(), 0) + 1
        labels.append(name if met[name.casefold()] == 1 else f"{name} ({met[name.casefold()]})")
    return labels


@pages.post("/start")
def start() -> str | Response:
    """The second step sent: open the match, once however often it is sent."""
    form = NamesForm()
    form.names.min_entries = 0
    if request.form.get("press") == "back" or not form.validate():
        return render_template("opening/names.html", form=form, systems=_systems(), most=MOST_PLAYERS)
    rules = _with_scoring(find_rules(str(form.system.data)), request.form.get("scoring", ""))
    dealer = request.form.get("dealer", type=int, default=0)
    opened_with = {"players": form.players(), "rules": pin(rules), "dealer": dealer}
    # Whether the referee may look for a way to lay a hand down; a table can do without.
    opening = Draft(Kind.OPENED, opened_with | ({"hints": False} if request.form.get("no_hints") else {}))
    # The same form makes the same key, so that a second tap finds the match and makes no other.
    key = store.key_from(current_app.secret_key, once() + json.dumps(opening.data, sort_keys=True))  # type: ignore[arg-type]
    opened = store.open_match(opening, by=by(), write_key=key)
    if isinstance(opened, Refusal):
        form.names.errors = [*form.names.errors, say("table.new.refused")]
        return render_template("opening/names.html", form=form, systems=_systems(), most=MOST_PLAYERS)
    return redirect(url_for("table.show", key=opened[1]), 303)


def scoring_choices(rules: RuleSet) -> list[str]:
    """The scoring tables this pack may be counted by, the system's own first; variants after a `+`."""
    own = "+".join(rules.scoring)
    tables = [name for name, (deck, _) in TABLES.items() if deck == rules.pack.deck]
    variants = [name for name, (deck, _) in VARIANTS.items() if deck == rules.pack.deck]
    with_variants = [f"loba+{name}" for name in variants] + [f"loba+{'+'.join(variants)}"]
    every = tables + (with_variants if rules.pack.deck == "french" else [])
    return [own, *(choice for choice in every if choice != own)]


def _with_scoring(rules: RuleSet, choice: str) -> RuleSet:
    choices = scoring_choices(rules)
    if choice == choices[0] or choice not in choices:
        return rules
    names = choice.split("+")
    return with_options(rules, {"scoring": names[0] if len(names) == 1 else names})


def _scoring_name(choice: str) -> str:
    if "=" in choice:
        return agreements.switch_value("scoring", choice.split("+"), None, language())
    first, *variants = choice.split("+")
    return " + ".join([say(f"table.scoring.{first}"), *(say(f"table.scoring.{name}") for name in variants)])


def points_line(rules: RuleSet) -> str:
    """The points of every card on one line, equal and face values together: `A 20 · 2–9 su número · 10–K 10`."""
    parts: list[str] = []
    for _, group in groupby(_kinds_of_points(rules), key=lambda each: each[1]):
        names = [name for name, _ in group]
        first, last = names[0], names[-1]
        name = say(f"table.joker.{first}") if first in JOKERS else first if first == last else f"{first}–{last}"
        faces = len(names) > 1 and rules.points[first] != rules.points[last]
        parts.append(
            say("table.points_of", name=name, points=say("table.face_value") if faces else rules.points[first])
        )
    return " · ".join(parts)


def _kinds_of_points(rules: RuleSet) -> list[tuple[str, Any]]:
    """Each card's name with what it is told together with: neighbours of equal points, or of face values."""
    names = list(rules.points)
    told: list[tuple[str, Any]] = []
    for place, name in enumerate(names):
        points = rules.points[name]
        beside = [rules.points[n] for n in names[max(0, place - 1) : place + 2] if n != name and n not in JOKERS]
        face = name.isdecimal() and int(name) == points and points not in beside
        told.append((name, name if name in JOKERS else "face" if face else points))
    return told


def _summary(rules: RuleSet, players: int) -> dict[str, Any]:
    """What the one screen of a system shows."""
    lang = language()
    rounds = [
        {
            "contract": contract,
            "name": contract_name(contract, rules, lang),
            "dealt": rules.dealt_to(contract),
            "closes": rules.must_go_out(contract),
        }
        for contract in rules.rounds
    ]
    packs = [packs_needed(rules, [rules.dealt_to(contract)] * players) for contract in rules.rounds]
    return {
        "rules": rules,
        "system": system_name(rules),
        "rounds": rounds,
        "packs": max(packs),
        "cards": max(packs) * (rules.pack.size + rules.jokers),
        "points": points_line(rules),
        "disputed": [
            (
                agreements.switch_name(name, lang),
                agreements.switch_value(name, agreements.value_of(rules, name), rules, lang),
            )
            for name in ("ace", "joker-limit-laydown", "joker-end", "swap", "size", "layoff", "out-of-turn")
        ],
    }  # fmt: skip
