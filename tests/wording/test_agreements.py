"""House rules in words: every switch, every value, every code, every mark."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.points import TABLES, VARIANTS
from referee.engine.ruleset import with_options
from referee.engine.rulings import CODES
from referee.engine.switches import SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system, marks
from referee.wording import (
    LANGUAGES,
    code_help,
    code_name,
    mark_name,
    switch_help,
    switch_name,
    switch_value,
    value_of,
)

CHOICES: dict[str, list[Any]] = {
    "set-suits": ["any", "distinct"],
    "size": ["exact", "at-least"],
    "ace": ["low", "high", "both", "around"],
    "joker-end": ["fixed", "slides"],
    "swap": ["none", "hand", "run"],
    "layoff": ["same-turn", "next-turn", "none"],
    "out-of-turn": ["no", "steal", "buy"],
    "ties": ["shared", "rounds-won"],
    "direction": ["counter-clockwise", "clockwise"],
    "joker-limit-laydown": [None, 0, 1, 2],
    "joker-limit-table": [None, 0, 1, 2],
    "stock-ends-at": [None, 1, 3],
    "buys-per-round": [None, 1, 3],
    "joker-gap": [0, 1, 4],
    "discard-joker": [True, False],
    "scoring": ["a", ["loba", "tens"], ["loba", "jokers-50", "tens"], {"base": "a", "values": {"JK": 50}}],
    "dealt": [11, [11, 12]],
    "closing": [[], [["run", "run"]]],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_has_name_and_help(switch: str, lang: str) -> None:
    assert switch_name(switch, lang)
    assert switch_help(switch, lang).endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_name_and_help(code: str, lang: str) -> None:
    assert code_name(code, lang)
    assert code_help(code, lang).endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_tell_switches_and_codes_apart(lang: str) -> None:
    assert len({switch_name(switch, lang) for switch in SWITCHES}) == len(SWITCHES)
    assert len({code_name(code, lang) for code in CODES}) == len(CODES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("switch", CHOICES)
def test_every_value_reads_differently(switch: str, lang: str) -> None:
    said = [switch_value(switch, value, load_system("chile"), lang) for value in CHOICES[switch]]
    assert len(set(said)) == len(said)
    assert all("None" not in text and "null" not in text for text in said)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_every_value_of_every_system_can_be_read(system: str, lang: str) -> None:
    rules = load_system(system)
    for switch in SWITCHES:
        said = switch_value(switch, value_of(rules, switch), rules, lang)
        assert said
        assert "None" not in said
        assert "Demand" not in said
        # What a rule set holds reads as the data it was read from.
        assert said == switch_value(switch, rules.data[switch], rules, lang), switch


def test_values_as_a_table_says_them() -> None:
    chile = load_system("chile")
    assert switch_value("ace", "around", chile, "es") == "a la vuelta: del rey al as y al 2"
    assert switch_value("joker-limit-table", None, chile, "es") == "sin límite"
    assert switch_value("joker-limit-table", "none", chile, "es") == "sin límite"
    assert switch_value("joker-gap", 4, chile, "es") == "4 cartas"
    assert switch_value("rounds", [["set", "set"], ["run"]], chile, "es") == "2 tríos · 1 escala"
    assert switch_value("closing", (), load_system("naipe52"), "es").startswith("todos")
    assert switch_value("bonus-going-out", -10, chile, "es") == "-10 puntos"
    assert switch_value("scoring", "c", chile, "es") == "tabla C: como la A, comodín 50"


def test_own_points_are_said() -> None:
    rules = with_options(load_system("chile"), {"scoring": {"base": "a", "values": {"JK": 50, "A": 15}}})
    assert switch_value("scoring", rules.scoring, rules, "es").endswith("comodín 30 · JK: 50 · A: 15")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scoring_table_and_variant_has_its_name(lang: str) -> None:
    said = {switch_value("scoring", name, None, lang) for name in (*TABLES, *VARIANTS)}
    assert len(said) == len(TABLES) + len(VARIANTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mark_can_be_read(lang: str) -> None:
    used = {mark for system in SYSTEM_IDS for mark in marks(system).values()}
    assert len({mark_name(mark, lang) for mark in used}) == len(used) == 3
