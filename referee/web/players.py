"""The people of this browser's matches: their figures, one against another, and who is who.

Owns these pages. Refuses to look into matches that this browser holds no key of, and to
mark seats of those it may only look at.
Start reading at `show`; the folds are `engine.careers`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from babel.numbers import format_decimal
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from referee import store
from referee.engine.careers import Part, Person, career_of, duel_of, parts_of, people
from referee.engine.match import fold
from referee.web import memory
from referee.web.speaking import babel_locale, say

pages = Blueprint("players", __name__, url_prefix="/players")

_MOST_KEPT: Final = 500
CHIPS: Final = 24


@pages.app_template_filter("decimal")
def decimal(number: float) -> str:
    """A number as the language writes it: `12,5` in Spanish, with a true minus sign."""
    return str(format_decimal(number, locale=babel_locale())).replace("-", "−")


class Mine(NamedTuple):
    """A match of this browser: the best key it holds, and whether that one may write."""

    key: str
    may_write: bool


def mine() -> dict[int, Mine]:
    """This browser's matches by number, newest used first; a write key before a look key."""
    found: dict[int, Mine] = {}
    for key in memory.remembered():
        access = store.find_access(key)
        if access is not None and not (access.match in found and found[access.match].may_write):
            found[access.match] = Mine(key, access.role == "write")
    return found


def _parts(match: int) -> tuple[Part, ...]:
    """A match's parts, kept in memory until another entry is written."""
    kept: OrderedDict[int, tuple[int, tuple[Part, ...]]] = current_app.extensions.setdefault(
        "referee.careers", OrderedDict()
    )
    number = store.last_number(match)
    there = kept.get(match)
    if there is not None and there[0] == number:
        return there[1]
    parts = parts_of(match, fold(store.entries_of(match)))
    kept[match] = (number, parts)
    while len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
    return parts


def everyone(matches: Mapping[int, Mine]) -> tuple[Person, ...]:
    """The people behind these matches."""
    return people([part for match in matches for part in _parts(match)], store.marks_of(list(matches)))


@pages.app_template_global("remembered_names")
def remembered_names() -> list[str]:
    """The names to offer when a match is started: who played most, first; never one name twice."""
    names = [person.parts[0].label for person in everyone(mine())]
    return list(dict.fromkeys(names))[:CHIPS]


def _person(found: Sequence[Person], key: str) -> Person:
    return next((person for person in found if person.key == key), None) or abort(404)


@pages.get("")
def show() -> str:
    """Everybody, who played most first."""
    lines = [(person, career_of(person.parts)) for person in everyone(mine())]
    return render_template("players/players.html", lines=lines)


@pages.get("/<who>")
def one(who: str) -> str:
    """One person: figures, matches, and the others he met."""
    matches = mine()
    found = everyone(matches)
    person = _person(found, who)
    duels = [(other, duel_of(person, other)) for other in found if other.key != who]
    met = sorted((each for each in duels if each[1].together), key=lambda each: -len(each[1].together))
    return render_template(
        "players/player.html", person=person, career=career_of(person.parts), duels=met, matches=matches
    )


@pages.get("/<who>/<other>")
def duel(who: str, other: str) -> str:
    """Two people head to head."""
    matches = mine()
    found = everyone(matches)
    one_, other_ = _person(found, who), _person(found, other)
    if who == other:
        abort(404)
    return render_template("players/duel.html", one=one_, other=other_, duel=duel_of(one_, other_), matches=matches)


@pages.get("/<who>/who")
def ask(who: str) -> str:
    """Who is who: the same as somebody else, or two people of one name."""
    return _ask(who, None)


def _ask(who: str, wrong: str | None) -> str:
    matches = mine()
    found = everyone(matches)
    person = _person(found, who)
    others = [other for other in found if other.key != who and not _meet(person, other) and _may(other, matches)]
    return render_template(
        "players/who.html", person=person, others=others, matches=matches, company=_company(matches),
        form=FlaskForm(), wrong=wrong, longest=store.LONGEST_PERSON, may=_may(person, matches),
    )  # fmt: skip


def _company(matches: Mapping[int, Mine]) -> dict[int, str]:
    """By match, who sat there: what tells one evening from another."""
    return {match: ", ".join(part.label for part in _parts(match)) for match in matches}


def _meet(one: Person, other: Person) -> bool:
    """Whether both sat at one table, and so cannot be the same person."""
    return not {part.match for part in one.parts}.isdisjoint(part.match for part in other.parts)


def _may(person: Person, matches: Mapping[int, Mine]) -> bool:
    """Whether this browser may write in all his matches, and so say who he is."""
    return all(matches[part.match].may_write for part in person.parts)


def _seats(parts: Sequence[Part], matches: Mapping[int, Mine]) -> list[store.Seat]:
    """The seats of these parts. 403 where one is of a match that may only be looked at."""
    if not all(matches[part.match].may_write for part in parts):
        abort(403)
    return [(part.match, part.player) for part in parts]


@pages.post("/<who>/same")
def same(who: str) -> str | Response:
    """Two names of one person: from now on he is one."""
    matches = mine()
    found = everyone(matches)
    person, other = _person(found, who), _person(found, request.form.get("other", ""))
    if person.key == other.key or _meet(person, other):
        return _ask(who, say("players.who.met"))
    name = other.name if request.form.get("name") == "other" else person.name
    [made] = store.mark([(name, _seats([*person.parts, *other.parts], matches))])
    return redirect(url_for("players.one", who=f"p{made}"), 303)


@pages.post("/<who>/apart")
def apart(who: str) -> str | Response:
    """Two people of one name: the chosen matches are another's, under a name of her own."""
    matches = mine()
    person = _person(everyone(matches), who)
    chosen = set(request.form.getlist("match", type=int))
    theirs = [part for part in person.parts if part.match in chosen]
    rest = [part for part in person.parts if part.match not in chosen]
    name = " ".join(request.form.get("name", "").split())[: store.LONGEST_PERSON]
    if not theirs or not rest or not name.isprintable() or name.casefold() in ("", person.name.casefold()):
        return _ask(who, say("players.who.apart_wrong"))
    groups = [(person.name, _seats(rest, matches)), (name, _seats(theirs, matches))]
    made = store.mark(groups)
    return redirect(url_for("players.one", who=f"p{made[1]}"), 303)
