"""One question, all right answers: reads a question as its documentation writes it and asks the slow rooms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

from referee.engine.cards import Card, NotationError, parse_cards
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.switches import KINDS, Contract, RulesError, read_contract
from tests.engine.slow import counting
from tests.engine.slow.answers import BAD, Answer, distinct, no, yes
from tests.engine.slow.best import best_laydown
from tests.engine.slow.copies import too_many
from tests.engine.slow.laying import lay_down
from tests.engine.slow.melds import LONG, Row, as_it_lies, judge_meld, kind_of, naturals, standing_for
from tests.engine.slow.tableplay import State, add, lay_off, swap

Question = Mapping[str, Any]

FIELDS = {
    "meld": "cards kind stage",
    "laydown": "melds hand already_down round contract",
    "layoff": "meld cards end down turns_since_laydown round contract",
    "swap": "meld card down turns_since_laydown to round contract",
    "discard": "card just_taken cards_left table round contract",
    "take": "out_of_turn claims turn players thrower buys_used round contract",
    "stock": "times_empty pile round contract",
    "score": "cards round contract",
    "hand": "cards round contract",
    "deal": "players dealer round contract hands",
    "standings": "scores out round contract",
}


class UnclearError(Exception):
    """A question that cannot be understood."""


def slow_judge(question: Question, rules_of: Callable[[str], RuleSet]) -> list[Answer]:
    """All right answers to a question, the preferred first."""
    try:
        ask = question["ask"]
        known = {*FIELDS[ask].split(), "ask", "id", "system", "options", "round", "contract"}
        if set(question) - known:
            return [BAD]
        rules = with_options(rules_of(question["system"]), question.get("options", {}))
        return ASKS[ask](question, rules)
    except (UnclearError, KeyError, TypeError, RulesError, NotationError):
        return [BAD]


def cards_in(rules: RuleSet, text: Any, *, some: bool = True, suitless: bool = False) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise UnclearError(text)
    cards = parse_cards(text, rules.pack, suitless=suitless)
    if some and not cards:
        raise UnclearError(text)
    return cards


def field(question: Question, name: str, default: Any, kind: type[Any], low: int | None = None) -> Any:
    value = question.get(name, default)
    if type(value) is not kind or (low is not None and value < low):
        raise UnclearError(name)
    return value


def choice(question: Question, name: str, default: str | None, *values: str) -> Any:
    value = question.get(name, default)
    if value != default and value not in values:
        raise UnclearError(name)
    return value


def contract_of(question: Question, rules: RuleSet) -> Contract | None:
    """`contract` wins over `round`; None where neither is given."""
    if "contract" in question:
        return read_contract(question["contract"])
    if "round" not in question:
        return None
    number = field(question, "round", None, int, 1)
    if number > len(rules.rounds):
        raise UnclearError("round")
    return rules.rounds[number - 1]


def ask_meld(question: Question, rules: RuleSet) -> list[Answer]:
    cards = cards_in(rules, question["cards"])
    kind = choice(question, "kind", None, *KINDS) or kind_of(cards)
    stage = choice(question, "stage", "table", "table", "laydown")
    if too_many(rules, cards):
        return [no("card-copies")]
    answers = []
    for found in judge_meld(rules, cards, kind, stage):
        facts: dict[str, Any] = {"kind": kind}
        # In a run of many suits it is not said how the card a joker stands for is written.
        if found.row and not (kind in LONG[:3] and len(naturals(cards)) < len(cards)):
            facts["as_"] = standing_for(rules, found.row)
        answers.append(yes(found.open, **facts) if found.code == "ok" else no(found.code, found.open))
    return distinct(answers)


def ask_laydown(question: Question, rules: RuleSet) -> list[Answer]:
    contract = contract_of(question, rules)
    melds = field(question, "melds", None, list)
    if contract is None or not melds:
        raise UnclearError("contract")
    melds = [cards_in(rules, meld) for meld in melds]
    hand = field(question, "hand", rules.dealt_to(contract) + 1, int, 0)
    down = field(question, "already_down", False, bool)
    if too_many(rules, tuple(card for meld in melds for card in meld)):
        return [no("card-copies")]
    if down:
        return [no("already-down")]
    return lay_down(rules, melds, contract, hand)


def on_table(rules: RuleSet, meld: tuple[Card, ...]) -> list[State]:
    """The meld as it may stand on the table; UnclearError where it is none."""
    kind = kind_of(meld)
    found = [f for f in judge_meld(rules, meld, kind) if f.code == "ok"]
    if not found:
        raise UnclearError("meld")
    if kind != "run":
        return [meld]
    states: list[State] = [row for f in found if (row := f.row)]
    # Put in order, it is not said which of several named jokers lies where.
    jokers = [card for card in meld if card.is_joker]
    if len(set(jokers)) > 1 and as_it_lies(rules, meld) is None:
        states += [with_jokers(f.row, order) for f in found if f.row for order in permutations(jokers)]
    return states


def with_jokers(row: Row, jokers: tuple[Card, ...]) -> Row:
    """The run with its jokers lying in another order."""
    mine = iter(jokers)
    return Row(row.first, tuple(next(mine) if card.is_joker else card for card in row.cards))


def ask_layoff(question: Question, rules: RuleSet) -> list[Answer]:
    meld, cards = cards_in(rules, question["meld"]), cards_in(rules, question["cards"])
    end = choice(question, "end", None, "low", "high")
    down = field(question, "down", True, bool)
    turns = field(question, "turns_since_laydown", 1, int, 0)
    contract_of(question, rules)
    states = on_table(rules, meld)
    if too_many(rules, meld + cards):
        return [no("card-copies")]
    if rules.layoff == "none":
        return [no("layoff-barred")]
    if not down:
        return [no("not-down")]
    if turns == 0 and rules.layoff == "next-turn":
        return [no("same-turn")]
    return lay_off(rules, states, cards, end)


def ask_swap(question: Question, rules: RuleSet) -> list[Answer]:
    meld, (card, *more) = cards_in(rules, question["meld"]), cards_in(rules, question["card"])
    to = choice(question, "to", None, "low", "high")
    down = field(question, "down", True, bool)
    turns = field(question, "turns_since_laydown", 1, int, 0)
    contract_of(question, rules)
    states = on_table(rules, meld)
    if more:
        raise UnclearError("card")
    if too_many(rules, (*meld, card)):
        return [no("card-copies")]
    if rules.swap == "none":
        return [no("swap-barred")]
    if not down:
        return [no("not-down")]
    answers = [answer for state in states for answer in swap(rules, state, card, to)]
    if turns == 0 and rules.layoff != "same-turn":
        after = answers if rules.layoff == "none" else []
        return [no("same-turn"), *(Answer(a.legal, a.code, a.facts, "swap-same-turn") for a in after)]
    if turns == 0:
        answers.append(no("same-turn", "swap-same-turn"))
    return distinct(answers)


def ask_discard(question: Question, rules: RuleSet) -> list[Answer]:
    card, *more = cards_in(rules, question["card"])
    table = [cards_in(rules, meld) for meld in field(question, "table", [], list)]
    left = field(question, "cards_left", 5, int, 1)
    taken = field(question, "just_taken", False, bool)
    contract = contract_of(question, rules)
    states = [state for meld in table for state in on_table(rules, meld)]
    if more:
        raise UnclearError("card")
    if too_many(rules, (card, *(c for meld in table for c in meld))):
        return [no("card-copies")]
    if left == 1:
        return [yes()]
    takes = contract is None or rules.takes_jokers(contract)
    if card.is_joker and not rules.discard_joker and takes:
        return [no("discard-joker")]
    if taken and not rules.discard_just_taken:
        return [no("discard-just-taken")]
    fit = any(
        add(rules, state, card, None, block=True, either=True) for state in states if isinstance(state, Row | tuple)
    )
    if fit and not rules.discard_playable:
        return [no("discard-playable")] + ([yes("playable-unlayable")] if rules.layoff == "none" else [])
    return [yes()]


def ask_score(question: Question, rules: RuleSet) -> list[Answer]:
    cards = cards_in(rules, question["cards"], some=False, suitless=True)
    contract_of(question, rules)
    return [no("card-copies")] if too_many(rules, cards) else [yes(points=counting.count(question, cards))]


def ask_hand(question: Question, rules: RuleSet) -> list[Answer]:
    cards, contract = cards_in(rules, question["cards"]), contract_of(question, rules)
    if contract is None:
        raise UnclearError("contract")
    if too_many(rules, cards):
        return [no("card-copies")]
    points = best_laydown(rules, cards, contract)
    return [yes(can_lay_down=False) if points is None else yes(can_lay_down=True, points=points)]


ASKS: dict[str, Callable[[Question, RuleSet], list[Answer]]] = {
    "meld": ask_meld,
    "laydown": ask_laydown,
    "layoff": ask_layoff,
    "swap": ask_swap,
    "discard": ask_discard,
    "score": ask_score,
    "hand": ask_hand,
    "take": counting.ask_take,
    "stock": counting.ask_stock,
    "deal": counting.ask_deal,
    "standings": counting.ask_standings,
}
