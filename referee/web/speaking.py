"""How pages speak: the language of a request, and the words templates may use.

Owns the choice of language and look (cookies), and the names that every template
finds: `_`, `n_`, `card_name`, `look`. Refuses sentences of its own: `wording` has them.
Start reading at `language`.
"""

from __future__ import annotations

from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from babel.dates import format_datetime, format_time
from flask import Flask, g, request

from referee import wording
from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract
from referee.wording import naming

LANGUAGE_COOKIE: Final = "lang"
LOOKS: Final = {
    "theme": ("auto", "day", "night"),
    "contrast": ("auto", "more"),
    "suits": ("two", "four"),
    "buzz": ("off", "on"),
    "awake": ("on", "off"),
}
"""What a person may choose about the look, the default first; each in a cookie of its name."""


def language() -> str:
    """The language of this request: as chosen, else the first the browser asks for that we speak, else Spanish."""
    if "lang" not in g:
        chosen = request.cookies.get(LANGUAGE_COOKIE)
        g.lang = chosen if chosen in wording.LANGUAGES else _asked_for()
    return str(g.lang)


def _asked_for() -> str:
    best = request.accept_languages.best_match(["es", "es-AR", "en"], default="es")
    return best if best in wording.LANGUAGES else "es"


def babel_locale() -> str:
    """The language as Babel writes it."""
    return language().replace("-", "_")


def look() -> dict[str, Any]:
    """How this person wants pages to look, and in which language."""
    chosen: dict[str, Any] = {}
    for name, values in LOOKS.items():
        value = request.cookies.get(name)
        chosen[name] = value if value in values else values[0]
    chosen["awake"] = chosen["awake"] == "on"
    chosen["lang"] = language()
    return chosen


def say(key: str, **values: object) -> str:
    """The words of a key in the language of this request."""
    return wording.translate(key, language(), **values)


def say_n(key: str, n: int, **values: object) -> str:
    """The words of a key for `n` things."""
    return wording.translate_n(key, n, language(), **values)


def say_if(key: str, otherwise: str, **values: object) -> str:
    """The words of a key, or those of a more general one where it has none."""
    return say(key if wording.has_words(key, language()) else otherwise, **values)


def card_name(card: Card) -> str:
    return naming.card_name(card, language())


def contract_name(contract: Contract, rules: RuleSet | None = None) -> str:
    """A contract as the table says it, with a capital: `2 tríos y 1 escala`."""
    name = naming.contract_name(contract, rules, language())
    return name[:1].upper() + name[1:]


def kind_name(kind: str) -> str:
    """A kind of meld with a capital: `Trío`."""
    name = naming.kind_name(kind, language())
    return name[:1].upper() + name[1:]


def system_name(rules: RuleSet) -> str:
    return naming.system_name(rules, language())


def points_text(points: int | str | None) -> str:
    """A value as text: a true minus sign, `pendiente` for a blank, `no jugó` for who was away."""
    if points is None:
        return say("look.pending")
    if isinstance(points, int):
        return str(points).replace("-", "−")
    return say("table.absent")


def at_time(at: str, *, day: bool = True) -> str:
    """A time of the notebook as a person reads it here, in the server's own time zone."""
    when = datetime.fromisoformat(at).astimezone()
    if day:
        return str(format_datetime(when, "d MMM, HH:mm", locale=babel_locale(), tzinfo=when.tzinfo))
    return str(format_time(when, "HH:mm", locale=babel_locale(), tzinfo=when.tzinfo))


def _version() -> str:
    try:
        return version("referee")
    except PackageNotFoundError:
        return "0"


def attach(app: Flask) -> None:
    """Give templates their words."""
    app.jinja_env.globals.update(
        _=say,
        n_=say_n,
        card_name=card_name,
        contract_name=contract_name,
        system_name=system_name,
        kind_name=kind_name,
        points_text=points_text,
        at_time=at_time,
        app_version=_version(),
    )
    app.context_processor(lambda: {"look": look(), "languages": wording.LANGUAGES})
