"""What would be said elsewhere: in other systems, and at this table with one rule changed.

Owns the asking of the same question again under other rules. Refuses to choose between
them: the ruling is this table's.
Start reading at `houses` and `turns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from referee.engine.judge import judge
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling
from referee.engine.switches import MOST_DISPUTED, SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system
from referee.web.choices import FREE, scorings, values_of
from referee.web.speaking import language, say, system_name
from referee.wording import agreements, rulings

YES_OR_NO: Final = frozenset({"meld", "laydown", "layoff", "swap", "discard", "take"})
"""Asks that are answered by yes or no."""
_NEVER_TURNS: Final = frozenset({"hand", "deal"})
MOST_TURNS: Final = 6


class House(NamedTuple):
    """One line: whose rules, a word or value in short, whether that is yes, no or neither, and the reason."""

    name: str
    short: str
    tone: str
    line: str


def houses(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet) -> list[House]:
    """The same cards and contract under every other system of this pack, and this one without house rules."""
    asked = _without_surroundings(question, ruling, rules)
    others = [load_system(each) for each in SYSTEM_IDS]
    lines = []
    for other in others:
        if other.pack != rules.pack or other.fingerprint == rules.fingerprint:
            continue
        there = judge({**asked, "system": other.id}, load_system)
        name = system_name(other)
        lines.append(
            _line(say("disputes.without_agreements", system=name) if other.id == rules.id else name, there, ruling)
        )
    return lines


def _without_surroundings(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet) -> dict[str, Any]:
    """The question as another system can be asked it: the contract itself, and the cards that were held."""
    asked = {key: value for key, value in question.items() if key not in ("round", "system")}
    place = question.get("round")
    if isinstance(place, int) and 1 <= place <= len(rules.rounds) and "contract" not in question:
        asked["contract"] = [str(demand) for demand in rules.rounds[place - 1]]
    if question["ask"] == "laydown" and "hand" not in question and "left" in ruling.facts:
        asked["hand"] = ruling.facts["left"] + sum(len(text.split()) for text in question["melds"])
    if "hands" in asked:
        del asked["hands"]
        asked["round"] = 1
    return asked


def _line(name: str, there: Ruling, here: Ruling) -> House:
    lang = language()
    if there.legal is None:
        return House(name, say("disputes.not_askable"), "", rulings.say(there, lang))
    if there.ask not in YES_OR_NO:
        same = rulings.headline(there, lang) == rulings.headline(here, lang)
        return House(name, rulings.headline(there, lang), "", say("disputes.same") if same else "")
    short, tone = (say("disputes.yes"), "yes") if there.legal else (say("disputes.no"), "no")
    if there.code == here.code:
        return House(name, short, tone, say("disputes.same_yes" if there.legal else "disputes.same_no"))
    return House(name, short, tone, rulings.headline(there, lang) if there.legal else rulings.say(there, lang))


class Turn(NamedTuple):
    """A switch, the values of it that would turn the ruling, and what would then be said."""

    switch: str
    name: str
    values: str
    now: str
    line: str


def turns(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet) -> list[Turn]:
    """The house rules that would turn this ruling, the one it rests on first, then the most disputed."""
    if ruling.ask in _NEVER_TURNS:
        return []
    order = dict.fromkeys((*filter(None, [ruling.switch]), *MOST_DISPUTED, *SWITCHES))
    found: list[Turn] = []
    for switch in order:
        if len(found) >= MOST_TURNS:
            break
        values = (
            list(scorings(rules)) if switch == "scoring" and ruling.ask == "score" else values_of(switch, rules)
        )
        if (switch in FREE and switch != "scoring") or switch in ("packs", "jokers") or not values:
            continue
        turned = [(value, there) for value in values if (there := _turned(question, ruling, rules, switch, value))]
        if turned and ruling.ask in YES_OR_NO:
            found.append(_turn(switch, [value for value, _ in turned], turned[0][1], rules))
        else:
            found += [_turn(switch, [value], there, rules) for value, there in turned]
    return found[:MOST_TURNS]


def _turned(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet, switch: str, value: Any) -> Ruling | None:
    """The ruling with one switch set, where it comes out otherwise."""
    options = {**question.get("options", {}), switch: value}
    there = judge({**question, "options": options}, lambda _: rules)
    if there.legal is None:
        return None
    if ruling.ask in YES_OR_NO:
        return there if there.legal != ruling.legal else None
    lang = language()
    return there if rulings.headline(there, lang) != rulings.headline(ruling, lang) else None


def _turn(switch: str, values: list[Any], there: Ruling, rules: RuleSet) -> Turn:
    lang = language()
    names = [agreements.switch_value(switch, value, rules, lang) for value in values]
    now = agreements.switch_value(switch, agreements.value_of(rules, switch), rules, lang)
    either = names[0]
    for name in names[1:]:
        either = say("disputes.or", first=either, last=name)
    line = "" if there.legal and there.ask in YES_OR_NO else rulings.headline(there, lang)
    return Turn(switch, agreements.switch_name(switch, lang), either, now, line)
