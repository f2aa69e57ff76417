"""Laws that hold for every question, whatever the cards: Hypothesis looks for one that breaks them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.engine import layoffs
from referee.engine.cards import PACKS, Card, format_cards, parse_cards
from referee.engine.judge import judge
from referee.engine.ruleset import with_options
from referee.rulebook import SYSTEM_IDS, load_system
from tests.engine.slow.asks import random_question
from tests.engine.slow.questions import Question

law = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
chance = st.integers(0, 2**48).map(Random)
systems = st.sampled_from(SYSTEM_IDS)


def ruled(question: Question) -> dict[str, Any]:
    return judge(question, load_system).to_json("")


def parsed(question: Question, key: str) -> list[Card]:
    return list(parse_cards(question[key], load_system(question["system"]).pack))


def verdict(question: Question) -> tuple[bool | None, str]:
    ruling = ruled(question)
    return ruling["legal"], ruling["code"]


@law
@given(st.data(), st.sampled_from(sorted(PACKS)))
def test_notation_round_trips(data: st.DataObject, pack_id: str) -> None:
    pack = PACKS[pack_id]
    cards = tuple(data.draw(st.lists(st.sampled_from(sorted(set(pack.tokens.values()))), max_size=20)))
    text = format_cards(cards)
    assert parse_cards(text, pack) == cards
    assert parse_cards(text.lower().replace(" ", ", "), pack) == cards
    assert format_cards(parse_cards(text.upper(), pack)) == text


@law
@given(chance, systems)
def test_every_spelling_of_a_card_is_that_card(rng: Random, system: str) -> None:
    pack = load_system(system).pack
    token, card = rng.choice(sorted(pack.tokens.items()))
    assert parse_cards(f"  {token.swapcase()}\ufe0f ,", pack) == (card,)


@law
@given(chance, systems)
def test_the_order_of_naturals_changes_no_verdict(rng: Random, system: str) -> None:
    """Without jokers, and in sets: a run with jokers is read as it lies first."""
    question = random_question(rng, load_system(system), "meld")
    cards = parsed(question, "cards")
    assume(not any(card.is_joker for card in cards) or question.get("kind") in ("set", "pair", "four"))
    question["cards"] = format_cards(cards)
    again = {**question, "cards": format_cards(rng.sample(cards, len(cards)))}
    assert verdict(question) == verdict(again), again


@law
@given(chance, systems)
def test_without_spacing_no_order_at_all_changes_the_verdict(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "meld")
    question["options"] = {**question.get("options", {}), "joker-gap": 0}
    cards = parsed(question, "cards")
    again = {**question, "cards": format_cards(rng.sample(cards, len(cards)))}
    assert verdict(question) == verdict(again), again


@law
@given(chance, systems)
def test_cards_laid_off_may_be_named_in_any_order(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "layoff")
    cards = parsed(question, "cards")
    again = {**question, "cards": format_cards(rng.sample(cards, len(cards)))}
    assert ruled(question)["legal"] is ruled(again)["legal"], again


@pytest.mark.parametrize("meld", ["JK 4s 5s JK", "9s 9d 9h"])
def test_more_cards_than_a_meld_holds_are_not_tried_in_every_order(
    monkeypatch: pytest.MonkeyPatch, meld: str
) -> None:
    steps, additions = [], layoffs._additions
    monkeypatch.setattr(layoffs, "_additions", lambda *asked: steps.append(1) or additions(*asked))
    named = [card for card in load_system("loba").pack.cards if card.suit == "s" or card.rank == 9]
    cards = Random(5).choices([*map(str, named), "JK", "JK"], k=200)
    question = {"ask": "layoff", "system": "loba", "options": {"packs": 8}, "meld": meld, "cards": " ".join(cards)}
    assert ruled(question)["legal"] is False
    # Each card that can be added is looked for once among all the others.
    assert 0 < len(steps) < 200 * 30


@law
@given(chance, systems)
def test_melds_may_be_named_in_any_order(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "laydown")
    again = {**question, "melds": rng.sample(question["melds"], len(question["melds"]))}
    assert ruled(question)["legal"] is ruled(again)["legal"], again


@law
@given(chance, systems)
def test_renaming_suits_changes_no_verdict(rng: Random, system: str) -> None:
    pack = load_system(system).pack
    question = random_question(rng, load_system(system), rng.choice(("meld", "layoff", "swap")))
    assume(question.get("kind") not in ("alternating-run", "color-run", "imperial-run"))
    names = dict(zip(pack.suits, rng.sample(pack.suits, len(pack.suits)), strict=True))
    again = dict(question)
    for key in ("cards", "meld", "card"):
        if key in question:
            cards = parsed(question, key)
            again[key] = format_cards(c if c.is_joker else c._replace(suit=names[c.suit]) for c in cards)
    assert verdict(question) == verdict(again), again


@law
@given(chance, st.sampled_from(("chile", "estandar10", "ratolibre", "loba", "argentina")))
def test_exchanging_red_and_black_changes_no_colour_run(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "meld")
    assume(question.get("kind") in ("alternating-run", "color-run"))
    names = {"s": "h", "h": "s", "c": "d", "d": "c", "r": "b", "b": "r", "": ""}
    again = {**question, "cards": format_cards(c._replace(suit=names[c.suit]) for c in parsed(question, "cards"))}
    assert verdict(question) == verdict(again), again


@law
@given(chance, systems)
def test_one_more_card_never_removes_a_laydown(rng: Random, system: str) -> None:
    """Of a contract that does not close; and it costs at most its own points."""
    rules = load_system(system)
    question = random_question(rng, rules, "hand")
    question.pop("options", None)
    given_contract = question.get("contract") or rules.rounds[question["round"] - 1]
    question["contract"] = [str(demand) for demand in given_contract]
    question["options"] = {"closing": []}
    before = ruled(question)
    assume(before["legal"])
    card = rng.choice(rules.pack.cards)
    after = ruled({**question, "cards": f"{question['cards']} {card}"})
    assume(after["legal"])
    assert after["can_lay_down"] or not before["can_lay_down"], card
    if before["can_lay_down"]:
        assert after["points"] <= before["points"] + rules.points_of(card), card


@law
@given(chance, systems)
def test_one_more_card_held_never_makes_a_laydown_illegal(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "laydown")
    question["options"] = {**question.get("options", {}), "closing": []}
    question["hand"] = question.get("hand", 13)
    if ruled(question)["legal"]:
        assert ruled({**question, "hand": question["hand"] + 1})["legal"]


@law
@given(chance, systems)
def test_what_the_solver_finds_the_contract_accepts(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), "hand")
    found = ruled(question)
    assume(found["legal"] and found["can_lay_down"])
    held = parsed(question, "cards")
    laid = {**{k: v for k, v in question.items() if k != "cards"}, "ask": "laydown", "melds": found["melds"]}
    ruling = ruled({**laid, "hand": len(held)})
    assert ruling["legal"], (found, ruling)
    rules = with_options(load_system(system), question.get("options", {}))
    left = list(parse_cards(found["left"], rules.pack))
    together = [*left, *(card for meld in found["melds"] for card in parse_cards(meld, rules.pack))]
    assert sorted(together) == sorted(held)
    assert found["points"] == sum(map(rules.points_of, left))


@law
@given(chance, systems)
def test_the_same_question_has_the_same_ruling(rng: Random, system: str) -> None:
    question = random_question(rng, load_system(system), None)
    first = ruled(question)
    for _ in range(3):
        ruled(random_question(rng, load_system(rng.choice(SYSTEM_IDS))))
    turned = dict(reversed(question.items()))
    if "options" in turned:
        turned["options"] = dict(reversed(turned["options"].items()))
    assert ruled(question) == first
    assert ruled(turned) == first


CHECKED_IN_ORDER = (
    "joker-only", "joker-barred", "joker-limit", "meld-size",
    "set-ranks", "run-suits", "run-spades", "run-gap", "run-ace", "run-colors", "joker-color", "joker-gap",
)  # fmt: skip


@law
@given(chance, systems)
def test_all_broken_rules_are_told_in_the_order_of_checking(rng: Random, system: str) -> None:
    """The first gives the code; of a run of one colour the colours come before the gaps."""
    question = random_question(rng, load_system(system), "meld")
    ruling = ruled(question)
    codes = [broken["code"] for broken in ruling.get("broken", [])]
    assume(question.get("kind") != "color-run")
    assert codes[:1] == ([ruling["code"]] if ruling["legal"] is False else [])
    if codes != ["card-copies"]:
        places = [CHECKED_IN_ORDER.index(code) for code in codes if code != "card-copies"]
        assert places == sorted(places)
