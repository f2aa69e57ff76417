"""Rulings aloud: the verdict, its sentence, whose rule it is, and what was kept.

Owns how a ruling reads, yesterday's in today's language. Refuses to judge: it says
what the ruling carries and nothing else.
Start reading at `say`; the sentences are in `faults`, `answers` and `problems`.
"""

from __future__ import annotations

from typing import Any, Final

from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling
from referee.wording.agreements import code_name, switch_name, switch_value, value_of
from referee.wording.answers import answer, answer_headline
from referee.wording.catalog import translate, words
from referee.wording.faults import fault, fault_headline
from referee.wording.naming import of_system
from referee.wording.problems import problem_sentence

_COUNTING: Final = frozenset({"card-copies", "hand-size", "not-enough-cards"})
"""Codes that no table can settle by agreement."""


def say(ruling: Ruling, lang: str) -> str:
    """The `reason`: one or two sentences that a table can read aloud."""
    if ruling.legal is None:
        return problem_sentence(ruling.problem or {}, lang)
    if ruling.broken:
        return fault(ruling.broken[0], ruling, lang)
    return answer(ruling, lang)


def headline(ruling: Ruling, lang: str) -> str:
    """A verdict of a few words: `El as no va en medio`, `Se puede bajar`."""
    if ruling.legal is None:
        return code_name("bad-question", lang)
    if ruling.broken:
        return fault_headline(ruling.broken[0], ruling, lang)
    return answer_headline(ruling, lang)


def why(ruling: Ruling, lang: str) -> str:
    """Whose rule it is: of which system, by which switch, set by the system or by this table.

    Empty where the question could not be understood.
    """
    rules = ruling.rules
    if ruling.legal is None or rules is None:
        return ""
    if ruling.code in _COUNTING:
        return words("why.counting", lang)
    system, switch = of_system(rules, lang), ruling.switch
    if switch is None:
        return translate("why.rule", lang, system=system)
    return translate(
        f"why.{ruling.set_by}",
        lang,
        system=system,
        switch=switch_name(switch, lang),
        value=switch_value(switch, _value(ruling, rules, switch), rules, lang),
    )


def _value(ruling: Ruling, rules: RuleSet, switch: str) -> Any:
    """The value of the switch; of the long runs only the one that the ruling is about."""
    value = value_of(rules, switch)
    kind = ruling.broken[0].kind if ruling.broken else None
    if switch == "long-run-jokers" and kind in value:
        return {kind: value[kind]}
    return value


def faults(ruling: Ruling, lang: str) -> list[str]:
    """A sentence for every broken rule, in the order of checking."""
    return [fault(broken, ruling, lang) for broken in ruling.broken]


def satisfied(ruling: Ruling, lang: str) -> list[str]:
    """What a legal answer was held against, a sentence a rule."""
    return [words(f"satisfied.{code}", lang) for code in ruling.satisfied]
