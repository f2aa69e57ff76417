"""Loosening a switch never turns a legal meld, laydown, layoff, swap or discard into an illegal one."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.engine.cards import parse_cards
from referee.engine.judge import judge
from referee.engine.ruleset import with_options
from referee.rulebook import SYSTEM_IDS, load_system
from tests.engine.slow.asks import random_question
from tests.engine.slow.questions import Question

LOOSER: dict[str, list[tuple[Any, Any]]] = {
    "joker-limit-laydown": [(0, 1), (1, 2), (2, None)],
    "joker-limit-table": [(0, 1), (1, 2), (2, None)],
    "joker-gap": [(4, 2), (2, 1), (1, 0), (4, 0)],
    "size": [("exact", "at-least")],
    "ace": [("low", "both"), ("high", "both"), ("low", "around"), ("high", "around")],
    "ace-both-ends": [(False, True)],
    "set-suits": [("distinct", "any")],
    "repeated-ranks": [(False, True)],
    "touching-runs": [(False, True)],
    "joker-end": [("fixed", "slides")],
    "swap": [("none", "hand"), ("none", "run")],
    "layoff": [("none", "next-turn"), ("next-turn", "same-turn")],
    "discard-joker": [(False, True)],
    "discard-just-taken": [(False, True)],
    "discard-playable": [(False, True)],
    "out-of-turn": [("no", "steal"), ("no", "buy")],
    "packs": [(1, 2), (2, 3)],
    "jokers": [(1, 2), (2, 4)],
    "closing": [([["set", "set"], ["run", "set"]], [])],
    "buys-per-round": [(0, 1), (1, None)],
}
"""Each switch with pairs of a stricter and a looser value."""

MINDS_LAYOFF = {"ace", "ace-both-ends", "joker-gap"}
"""Switches that may change what the joker of a meld on the table stands for, or the end it goes to."""


def ruled(question: Question) -> dict[str, Any]:
    return judge(question, load_system).to_json("")


def reading(question: Question) -> Any:
    """What the meld on the table is read as."""
    meld = {"ask": "meld", "system": question["system"], "cards": question["meld"], "options": question["options"]}
    return ruled(meld).get("as")


@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.integers(0, 2**48).map(Random), st.sampled_from(SYSTEM_IDS), st.sampled_from(sorted(LOOSER)))
def test_loosening_a_switch_never_makes_it_illegal(rng: Random, system: str, switch: str) -> None:
    ask = rng.choice(("meld", "laydown", "layoff", "swap", "discard", "take"))
    question = random_question(rng, load_system(system), ask)
    strict, loose = rng.choice(LOOSER[switch])
    options = question.get("options", {})
    before = {**question, "options": {**options, switch: strict}}
    after = {**question, "options": {**options, switch: loose}}
    assume(ruled(before)["legal"])
    if switch in MINDS_LAYOFF and ask in ("layoff", "swap", "discard"):
        keys = ("meld",) if "meld" in question else ()
        assume(keys and reading(before) == reading(after))
        pack = load_system(system).pack
        assume(not any(card.is_joker for card in parse_cards(question.get("cards", ""), pack)))
    if ask == "laydown" and switch == "ace":
        # Runs read otherwise may touch.
        assume(with_options(load_system(system), options).touching_runs)
    assert ruled(after)["legal"], (before, after, ruled(after)["code"])
