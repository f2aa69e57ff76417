"""The rules of one table or system in the order in which people look them up.

Owns which switch and which code stands in which section, and what a page of rules is
drawn from. Refuses sentences: the catalogs name and explain every switch and code.
Start reading at `book_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from referee.engine.cards import Card
from referee.engine.points import name_of
from referee.engine.ruleset import RuleSet
from referee.engine.switches import MOST_DISPUTED, Contract
from referee.rulebook import SYSTEM_IDS, marks
from referee.web.rulesets import system_under
from referee.web.speaking import contract_name, language, points_text
from referee.wording import agreements

SECTIONS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "contracts": (
        ("rounds", "closing", "dealt", "packs", "jokers"),
        ("contract", "repeated-rank", "touching-runs", "hand-size", "must-go-out", "already-down",
         "not-enough-cards"),
    ),
    "melds": (
        ("set-min", "set-suits", "repeated-ranks", "run-min", "ace", "ace-both-ends", "touching-runs", "size"),
        ("meld-size", "set-ranks", "run-suits", "run-gap", "run-ace", "run-colors", "run-spades", "card-copies"),
    ),
    "jokers": (
        ("joker-limit-laydown", "joker-limit-table", "joker-gap", "joker-end", "long-run-jokers", "swap"),
        ("joker-only", "joker-limit", "joker-gap", "joker-barred", "joker-color", "joker-fixed", "swap-barred",
         "swap-card"),
    ),
    "turn": (
        ("direction", "layoff", "discard-joker", "discard-just-taken", "discard-playable", "out-of-turn",
         "buy-penalty", "buys-per-round", "stock-ends-at"),
        ("not-down", "same-turn", "layoff-barred", "no-fit", "discard-joker", "discard-just-taken",
         "discard-playable", "out-of-turn"),
    ),
    "points": (("scoring", "bonus-going-out", "ties"), ()),
    "answers": ((), ("ok", "bad-question")),
}  # fmt: skip
"""By section: its switches, and the codes of rulings that rest on it."""

IRREGULARITIES: Final = ("illegal", "count", "miscounted")
ON_THE_TABLE: Final = "T"
"""The mark of what the table itself has set."""


class Line(NamedTuple):
    """A switch: its name, its value, what it decides, and where the value comes from."""

    switch: str
    name: str
    value: str
    help: str
    mark: str


class Section(NamedTuple):
    """A section of the rules: its switches, and the codes with name and sentence."""

    name: str
    lines: list[Line]
    codes: list[tuple[str, str, str]]


def book_of(rules: RuleSet) -> dict[str, Any]:
    """What a page of rules is drawn from."""
    lang = language()
    sources = sources_of(rules)
    sections = [
        Section(
            name,
            [line_of(switch, rules, sources) for switch in switches if is_spoken_of(switch, rules)],
            [(code, agreements.code_name(code, lang), agreements.code_help(code, lang)) for code in codes],
        )
        for name, (switches, codes) in SECTIONS.items()
    ]
    return {
        "rules": rules,
        "sections": sections,
        "rounds": [round_of(contract, rules) for contract in rules.rounds],
        "optional": [round_of(contract, rules) for contract in rules.optional_rounds],
        "points": points_of(rules),
        "marks": [(mark, agreements.mark_name(mark, lang)) for mark in ("S", "P", "D")],
        "irregularities": IRREGULARITIES,
    }


def sources_of(rules: RuleSet) -> Mapping[str, str]:
    """Where each value comes from: the system's mark, or the table where the table set it."""
    system = rules.id if rules.id in SYSTEM_IDS else system_under(rules).id
    return {**marks(system), **dict.fromkeys(rules.set_by, ON_THE_TABLE)}


def line_of(switch: str, rules: RuleSet, sources: Mapping[str, str]) -> Line:
    """One switch as the page says it."""
    lang = language()
    return Line(
        switch,
        agreements.switch_name(switch, lang),
        agreements.switch_value(switch, agreements.value_of(rules, switch), rules, lang),
        agreements.switch_help(switch, lang),
        sources.get(switch, ""),
    )


def is_spoken_of(switch: str, rules: RuleSet) -> bool:
    """Whether a switch says anything here: who may not buy needs no price."""
    if switch in ("buy-penalty", "buys-per-round"):
        return rules.out_of_turn == "buy"
    if switch == "long-run-jokers":
        return rules.pack.deck == "french"
    return switch != "rounds"


def round_of(contract: Contract, rules: RuleSet) -> dict[str, Any]:
    """A contract as the list of rounds shows it."""
    return {
        "contract": contract,
        "name": contract_name(contract, rules),
        "size": rules.contract_size(contract),
        "dealt": rules.dealt_to(contract),
        "closes": rules.must_go_out(contract),
    }


def points_of(rules: RuleSet) -> list[tuple[Card, str]]:
    """Every kind of card with what it costs, ranks first."""
    ranks = [*rules.pack.rank_tokens.values()]
    jokers = (
        [rules.pack.tokens["JK"]]
        if rules.pack.deck == "french"
        else [rules.pack.tokens[mark] for mark in rules.pack.joker_marks]
    )
    return [(card, points_text(rules.points[name_of(card)])) for card in (*ranks, *jokers)]  # fmt: skip


def agreed_lines(rules: RuleSet) -> tuple[list[Line], list[Line]]:
    """The switches of an agreement: those the table set, then the most disputed of the rest."""
    sources = sources_of(rules)
    own = [line_of(switch, rules, sources) for switch in sorted(rules.set_by)]
    rest = [line_of(switch, rules, sources) for switch in MOST_DISPUTED if switch not in rules.set_by]
    return own, rest
