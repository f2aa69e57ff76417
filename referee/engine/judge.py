"""One question, one ruling: the door of the engine.

Owns the way of a question (questions.md) to the room that answers it. Refuses
nothing in silence: what cannot be understood is answered with a `bad-question`
ruling that says where.
Start reading at `judge`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, assert_never, cast

from referee.engine.check import check_rules
from referee.engine.contracts import judge_laydown
from referee.engine.layoffs import judge_layoff, judge_swap
from referee.engine.melds import impossible_copies, judge_meld
from referee.engine.questions import COMMON, FIELDS, MOST_HELD, Fields
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.rulings import ASKS, Ask, QuestionError, Ruling, illegal, legal
from referee.engine.scoring import judge_score, judge_standings
from referee.engine.solver import judge_hand
from referee.engine.switches import RulesError
from referee.engine.turns import deal, judge_claims, judge_discard, judge_stock, judge_take

RulesOf = Callable[[str], RuleSet]
"""Gives the rule set of a system's id; raises KeyError for an unknown one."""


def judge(question: Mapping[str, Any], rules_of: RulesOf) -> Ruling:
    """Answer a question as questions.md writes it. Never raises for a bad question.

    >>> from referee.rulebook import load_system
    >>> ruling = judge({"ask": "meld", "system": "chile", "cards": "Qs Ks As 2s"}, load_system)
    >>> ruling.code, [str(card) for card in ruling.cards]
    ('run-ace', ['As', '2s'])
    """
    ask = question.get("ask") if isinstance(question, Mapping) else None
    try:
        if not isinstance(question, Mapping):
            raise QuestionError("not-an-object", "", question)
        if ask not in ASKS:
            raise QuestionError("unknown-ask", "ask", ask, " | ".join(ASKS))
        for key in question:
            if key not in COMMON and key not in FIELDS[ask]:
                raise QuestionError("unknown-field", str(key), question[key], " | ".join(sorted(FIELDS[ask])))
        if ask == "check":
            return _check(question, rules_of)
        return answer(cast(Ask, ask), Fields(question, _rules(question, rules_of)))
    except QuestionError as error:
        return Ruling(ask if isinstance(ask, str) else "", None, None, problem=error.problem)


def _rules(question: Mapping[str, Any], rules_of: RulesOf) -> RuleSet:
    system = question.get("system")
    try:
        rules = rules_of(system if isinstance(system, str) else "")
    except KeyError:
        raise QuestionError("unknown-system", "system", system) from None
    options = question.get("options")
    if options is None:
        return rules
    if not isinstance(options, Mapping):
        raise QuestionError("wrong-value", "options", options, "{switch: value}")
    try:
        return _with_options(rules, json.dumps(options, sort_keys=True))
    except RulesError as error:
        wrong = error.problems[0]
        what = "unknown-switch" if wrong.code == "unknown-key" else "wrong-switch"
        raise QuestionError(what, f"options.{wrong.path}", wrong.found, wrong.expected) from None


@lru_cache(maxsize=512)
def _with_options(rules: RuleSet, options: str) -> RuleSet:
    # Many questions come under the same house rules: reading those costs more than judging.
    return with_options(rules, json.loads(options))


def answer(ask: Ask, fields: Fields) -> Ruling:
    """Answer a question whose rules are known. Raises `QuestionError`."""
    rules = fields.rules
    match ask:
        case "meld":
            return _meld(fields)
        case "laydown":
            return judge_laydown(
                fields.card_lists("melds"),
                fields.contract(),
                rules,
                hand=fields.maybe_number("hand", 0, 200),
                already_down=fields.flag("already_down", False),
            )
        case "layoff":
            return judge_layoff(
                fields.meld_on_table(fields.cards("meld"), "meld"),
                fields.cards("cards"),
                rules,
                end=fields.end("end"),
                down=fields.flag("down", True),
                turns_since_laydown=fields.number("turns_since_laydown", 0, 1000, 1),
            )
        case "swap":
            return judge_swap(
                fields.meld_on_table(fields.cards("meld"), "meld"),
                fields.card("card"),
                rules,
                to=fields.end("to"),
                down=fields.flag("down", True),
                turns_since_laydown=fields.number("turns_since_laydown", 0, 1000, 1),
            )
        case "discard":
            table = [
                fields.meld_on_table(cards, f"table[{place}]")
                for place, cards in enumerate(fields.card_lists("table", empty=True))
            ]
            return judge_discard(
                fields.card("card"),
                rules,
                contract=fields.maybe_contract(),
                just_taken=fields.flag("just_taken", False),
                cards_left=fields.number("cards_left", 1, 200, 5),
                table=table,
            )
        case "take":
            return _take(fields)
        case "stock":
            return judge_stock(
                rules, times_empty=fields.number("times_empty", 1, 100, 1), pile=fields.number("pile", 0, 1000, 10)
            )
        case "score":
            return judge_score(fields.cards("cards", empty=True, suitless=True), rules)
        case "hand":
            cards = fields.cards("cards", most=MOST_HELD)
            copies = impossible_copies(cards, rules)
            return illegal("hand", rules, copies) if copies else judge_hand(cards, fields.contract(), rules)
        case "deal":
            return _deal(fields)
        case "standings":
            scores = fields.scores()
            seats = len(scores[0]) if scores else 0
            return judge_standings(scores, rules, out=fields.out(len(scores), seats))
        case "check":
            return _check(fields.data, lambda _: rules)
        case _:
            assert_never(ask)


def _meld(fields: Fields) -> Ruling:
    cards = fields.cards("cards")
    kind = fields.kind("kind", cards)
    meld = judge_meld(cards, kind, fields.rules, stage=fields.stage())
    facts: dict[str, Any] = {"kind": kind}
    if meld.stands_for:
        facts["as"] = meld.stands_for
    broken = (*impossible_copies(cards, fields.rules), *meld.broken)
    if broken:
        return illegal("meld", fields.rules, broken, **facts)
    satisfied = ["card-copies", "joker-only", "joker-limit", "meld-size"]
    satisfied += ["run-suits", "run-gap", "joker-gap"] if meld.stands_for else ["set-ranks"]
    return legal("meld", fields.rules, satisfied, laid=meld.cards, **facts)


def _take(fields: Fields) -> Ruling:
    if not fields.has("claims"):
        used = fields.number("buys_used", 0, 99, 0)
        return judge_take(fields.rules, out_of_turn=fields.flag("out_of_turn", False), buys_used=used)
    players = fields.number("players", 2, 12)
    return judge_claims(
        fields.rules,
        fields.seats("claims", players),
        turn=fields.number("turn", 0, players - 1),
        players=players,
        thrower=fields.maybe_number("thrower", 0, players - 1),
        buys_used=fields.buys_used(players),
    )


def _deal(fields: Fields) -> Ruling:
    hands = fields.hands()
    if hands is not None:
        players = fields.number("players", 2, 12, len(hands))
        if players != len(hands):
            raise QuestionError("wrong-value", "hands", fields.data["hands"], f"list of {players} numbers")
        return deal(fields.rules, hands, fields.number("dealer", 0, players - 1, 0), per_player=True)
    players = fields.number("players", 2, 12)
    dealer = fields.number("dealer", 0, players - 1, 0)
    return deal(fields.rules, [fields.contract()] * players, dealer)


def _check(question: Mapping[str, Any], rules_of: RulesOf) -> Ruling:
    """Check a system with its options, or a rule set given as data."""
    given = question.get("rules")
    if given is not None and not isinstance(given, Mapping):
        raise QuestionError("wrong-value", "rules", given, "{key: value}")
    options = question.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise QuestionError("wrong-value", "options", options, "{switch: value}")
    system = None
    if given is None or question.get("system") is not None:
        system = _rules({"system": question.get("system")}, rules_of)
    laid = {**(given or {}), **(options or {})}
    problems, warnings = check_rules(laid, rules_of, system)
    return Ruling("check", True, system, facts={"problems": problems, "warnings": warnings})
