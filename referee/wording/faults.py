"""What a broken rule sounds like: one sentence with the cards at fault and whose rule it is.

Owns the sentence and the short verdict of each code. Refuses legal answers
(`answers`) and questions that cannot be understood (`problems`).
Start reading at `fault`; which words a code takes is in `_VARIANTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Broken, Ruling
from referee.engine.switches import LONG_RUNS, OF_ONE_RANK
from referee.wording.agreements import code_help, code_name
from referee.wording.catalog import translate, translate_n, words
from referee.wording.naming import in_system, kind_name, the_cards

COUNTED: Final = frozenset(
    {
        "set-ranks", "set-ranks.suits", "run-suits", "run-gap.twice", "run-gap.hole", "run-colors.one",
        "run-spades", "joker-color", "no-fit.set", "no-fit.run", "discard-playable",
    }
)  # fmt: skip
"""Sentences that differ by the number of cards at fault."""

BY_LIMIT: Final = frozenset({"contract.number", "out-of-turn.bought-out"})
"""Sentences that differ by the limit."""


def house(rules: RuleSet | None, switch: str | None, lang: str) -> str:
    """Whose rule it is, to stand inside a sentence: `en RatoLibre`, or `en esta mesa` for a switch it set."""
    if rules is None or (switch is not None and switch in rules.set_by):
        return words("names.table_in", lang)
    return in_system(rules, lang)


def fault(broken: Broken, ruling: Ruling, lang: str) -> str:
    """The sentence of one broken rule. Facts that are not known leave the general sentence of the code."""
    variant = _variant(broken, ruling)
    key = f"fault.{variant}"
    values = _values(broken, ruling, lang)
    try:
        if variant in COUNTED:
            said = translate_n(key, max(len(set(broken.cards)), 1), lang, **values)
        elif variant in BY_LIMIT:
            said = translate_n(key, values["limit"], lang, **values)
        else:
            said = translate(key, lang, **values)
    except KeyError:
        said = code_help(broken.code, lang)
    if variant == "meld-size.exact" and ruling.rules is not None and ruling.rules.layoff != "none":
        said = f"{said} {words('fault.later', lang)}"
    if ruling.ask == "laydown" and broken.meld is not None and len(ruling.facts.get("kinds", ())) != 1:
        return translate("fault.in-meld", lang, place=broken.meld + 1, fault=said)
    return sentence(said)


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def fault_headline(broken: Broken, ruling: Ruling, lang: str) -> str:
    """A verdict of a few words: `El as no va en medio`."""
    if broken.code == "meld-size" and broken.limit is not None and broken.found is not None:
        return words(f"headline.meld-size.{'least' if broken.found < broken.limit else 'most'}", lang)
    if broken.code == "run-ace" and ruling.rules is not None:
        if ruling.rules.pack.deck == "chilean":
            return words("headline.run-ace.chilean", lang)
        inside = len(broken.cards) != 1 or ruling.rules.ace == "both"
        return words(f"headline.run-ace.{'middle' if inside else 'end'}", lang)
    return code_name(broken.code, lang)


def _values(broken: Broken, ruling: Ruling, lang: str) -> dict[str, Any]:
    """What sentences may say; what is not known is left out."""
    values: dict[str, Any] = {
        "house": house(ruling.rules, broken.switch, lang),
        "a_kind": kind_name(broken.kind or "any", lang, "a"),
        "cards": the_cards(broken.cards, lang) if broken.cards else words("fault.some-card", lang),
    }
    if broken.limit is not None:
        values["limit"] = broken.limit
        if broken.code == "joker-limit":
            values["jokers"] = translate_n("names.jokers", broken.limit, lang)
    if broken.found is not None:
        values["found"] = broken.found
    if "is" in broken.facts:
        values["a_other"] = kind_name(broken.facts["is"], lang, "a")
    if ruling.rules is not None:
        values["top"] = ruling.rules.pack.top
    return values


# ---- which words a code takes ------------------------------------------------------------------


def _meld_size(broken: Broken, ruling: Ruling) -> str:
    if broken.kind in LONG_RUNS:
        return "meld-size.long"
    too_few = broken.limit is None or broken.found is None or broken.found < broken.limit
    if broken.switch == "size":
        return "meld-size.asked" if too_few else "meld-size.exact"
    return "meld-size.least" if too_few else "meld-size.most"


def _set_ranks(broken: Broken, ruling: Ruling) -> str:
    return "set-ranks.suits" if broken.switch == "set-suits" else "set-ranks"


def _run_gap(broken: Broken, ruling: Ruling) -> str:
    return f"run-gap.{broken.facts.get('gap', 'hole')}"


def _run_ace(broken: Broken, ruling: Ruling) -> str:
    if ruling.rules is None:
        return "run-ace.both"
    return "run-ace.chilean" if ruling.rules.pack.deck == "chilean" else f"run-ace.{ruling.rules.ace}"


def _run_colors(broken: Broken, ruling: Ruling) -> str:
    return "run-colors.alternating" if broken.kind == "alternating-run" else "run-colors.one"


def _joker_limit(broken: Broken, ruling: Ruling) -> str:
    if broken.kind in LONG_RUNS:
        return "joker-limit.long"
    return "joker-limit.laydown" if broken.switch == "joker-limit-laydown" else "joker-limit.table"


def _contract(broken: Broken, ruling: Ruling) -> str:
    wrong = broken.facts.get("wrong", "bare")
    return f"contract.{wrong}"


def _not_down(broken: Broken, ruling: Ruling) -> str:
    return "not-down.swap" if ruling.ask == "swap" else "not-down.layoff"


def _same_turn(broken: Broken, ruling: Ruling) -> str:
    return "same-turn.swap" if ruling.ask == "swap" else "same-turn.layoff"


def _layoff_barred(broken: Broken, ruling: Ruling) -> str:
    ends = ruling.rules is not None and ruling.rules.progress == "player"
    return "layoff-barred.ends" if ends else "layoff-barred.none"


def _no_fit(broken: Broken, ruling: Ruling) -> str:
    if broken.switch == "set-suits":
        return "no-fit.suits"
    if broken.kind in OF_ONE_RANK:
        return "no-fit.set"
    if broken.kind in LONG_RUNS:
        return "no-fit.long"
    return "no-fit.joker" if any(card.is_joker for card in broken.cards) else "no-fit.run"


def _swap_barred(broken: Broken, ruling: Ruling) -> str:
    return f"swap-barred.{broken.facts.get('barred', 'system')}"


def _out_of_turn(broken: Broken, ruling: Ruling) -> str:
    return f"out-of-turn.{broken.facts.get('why', 'barred')}"


_VARIANTS: Final[dict[str, Callable[[Broken, Ruling], str]]] = {
    "meld-size": _meld_size,
    "set-ranks": _set_ranks,
    "run-gap": _run_gap,
    "run-ace": _run_ace,
    "run-colors": _run_colors,
    "joker-limit": _joker_limit,
    "contract": _contract,
    "not-down": _not_down,
    "same-turn": _same_turn,
    "layoff-barred": _layoff_barred,
    "no-fit": _no_fit,
    "swap-barred": _swap_barred,
    "out-of-turn": _out_of_turn,
}
"""Codes that are said in more than one way; the others are said as they are called."""


def _variant(broken: Broken, ruling: Ruling) -> str:
    choose = _VARIANTS.get(broken.code)
    return broken.code if choose is None else choose(broken, ruling)
