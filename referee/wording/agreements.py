"""What a table agrees on, in words: switches and their values, codes, source marks.

Owns how house rules read, on the rules page, in the agreement and under a ruling.
Refuses the rules themselves: values come from a rule set or from plain data alike.
Start reading at `switch_name` and `switch_value`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.engine.points import TABLES, VARIANTS
from referee.engine.ruleset import RuleSet
from referee.wording.catalog import translate, translate_n, words
from referee.wording.naming import contract_name, kind_name, listed

_ALLOWED: Final = frozenset(
    {"ace-both-ends", "repeated-ranks", "touching-runs", "discard-joker", "discard-just-taken", "discard-playable"}
)
_LIMITS: Final = frozenset({"joker-limit-laydown", "joker-limit-table"})


def switch_name(switch: str, lang: str) -> str:
    """The name of a switch of rules.md section 7."""
    return words(f"switch.{switch}", lang)


def switch_help(switch: str, lang: str) -> str:
    """One sentence: what the switch decides."""
    return words(f"switch.{switch}.help", lang)


def code_name(code: str, lang: str) -> str:
    """The name of a ruling code."""
    return words(f"code.{code}", lang)


def code_help(code: str, lang: str) -> str:
    """One sentence: when a ruling carries the code."""
    return words(f"code.{code}.help", lang)


def mark_name(mark: str, lang: str) -> str:
    """What a source mark (`S`, `P`, `D`) says."""
    return words(f"mark.{mark}", lang)


def value_of(rules: RuleSet, switch: str) -> Any:
    """The value a rule set has for a switch."""
    return getattr(rules, switch.replace("-", "_"))


def switch_value(switch: str, value: Any, rules: RuleSet | None, lang: str) -> str:
    """A value of a switch as people read it: `alto o bajo`, `4 cartas`, `sin límite`.

    `value` may be what a rule set holds or what its plain data holds; `rules` says
    which sizes of contracts go without saying.
    """
    speaker = _SPEAKERS.get(switch)
    if speaker is not None:
        return speaker(value, rules, lang)
    if switch in _ALLOWED:
        return words(f"value.allowed.{'true' if value else 'false'}", lang)
    if switch in _LIMITS:
        return _limit("names.jokers", value, lang)
    return words(f"value.{switch}.{value}", lang)


def _limit(counted: str, value: Any, lang: str) -> str:
    if value is None or value == "none":
        return words("value.limit.null", lang)
    return translate_n(counted, value, lang) if value else words("value.limit.0", lang)


def _cards(value: Any, rules: RuleSet | None, lang: str) -> str:
    return translate_n("names.cards", value, lang)


def _points(value: Any, rules: RuleSet | None, lang: str) -> str:
    return translate_n("names.points", value, lang)


def _packs(value: Any, rules: RuleSet | None, lang: str) -> str:
    return translate_n("names.packs", value, lang)


def _jokers(value: Any, rules: RuleSet | None, lang: str) -> str:
    return _limit("names.jokers", value, lang)


def _gap(value: Any, rules: RuleSet | None, lang: str) -> str:
    return translate_n("names.cards", value, lang) if value else words("value.joker-gap.0", lang)


def _buys(value: Any, rules: RuleSet | None, lang: str) -> str:
    return words("value.limit.null", lang) if value in (None, "none") else str(value)


def _stock(value: Any, rules: RuleSet | None, lang: str) -> str:
    if value in (None, "none"):
        return words("value.stock-ends-at.null", lang)
    return translate_n("value.stock-ends-at.at", value, lang)


def _dealt(value: Any, rules: RuleSet | None, lang: str) -> str:
    if isinstance(value, list | tuple):
        return _chain([str(item) for item in value], lang)
    cards = translate_n("names.cards", value, lang)
    if rules is not None and rules.deal_fits_contract:
        return translate("value.dealt.fits", lang, cards=cards)
    return cards


def _contracts(value: Any, rules: RuleSet | None, lang: str) -> str:
    return _chain([contract_name(contract, rules, lang) for contract in value], lang)


def _closing(value: Any, rules: RuleSet | None, lang: str) -> str:
    if rules is not None and rules.progress == "player":
        return words("value.closing.all", lang)
    return _contracts(value, rules, lang) or words("value.closing.none", lang)


def _long_runs(value: Mapping[str, int], rules: RuleSet | None, lang: str) -> str:
    if not value:
        return words("value.limit.0", lang)
    return _chain(
        [
            translate("value.entry", lang, name=kind_name(kind, lang), value=number)
            for kind, number in value.items()
        ],
        lang,
    )


def _scoring(value: Any, rules: RuleSet | None, lang: str) -> str:
    """An id, a list of id and variants, a base with values, or what `RuleSet.scoring` holds of them."""
    if isinstance(value, Mapping):
        base = [_scoring(value["base"], rules, lang)] if "base" in value else []
        return _chain(base + _own_points(dict(value.get("values", {})), lang), lang)
    names = [value] if isinstance(value, str) else list(value)
    own = {name.partition("=")[0]: name.partition("=")[2] for name in names if "=" in name}
    tables = [words(f"scoring.{name}", lang) for name in names if name in TABLES or name in VARIANTS]
    return _chain(tables + _own_points(own, lang), lang)


def _own_points(values: Mapping[str, Any], lang: str) -> list[str]:
    return [translate("value.entry", lang, name=name, value=points) for name, points in values.items()]


def _chain(names: list[str], lang: str) -> str:
    if not names:
        return ""
    chained = names[0]
    for name in names[1:]:
        chained = translate("value.list", lang, first=chained, last=name)
    return chained


_SPEAKERS: Final[dict[str, Callable[[Any, RuleSet | None, str], str]]] = {
    "scoring": _scoring,
    "rounds": _contracts,
    "closing": _closing,
    "dealt": _dealt,
    "packs": _packs,
    "jokers": _jokers,
    "set-min": _cards,
    "run-min": _cards,
    "joker-gap": _gap,
    "long-run-jokers": _long_runs,
    "buy-penalty": _cards,
    "buys-per-round": _buys,
    "stock-ends-at": _stock,
    "bonus-going-out": _points,
}
"""Switches whose values are not a word each."""


def scoring_name(rules: RuleSet, lang: str) -> str:
    """The scoring tables and variants in force, joined."""
    return listed([words(f"scoring.{name}", lang) for name in rules.scoring if "=" not in name], lang)
