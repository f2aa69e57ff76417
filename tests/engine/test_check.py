"""Rule sets that nobody could play, and those that were hardly meant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.check import check_rules
from referee.engine.odd import ODD_CODES
from referee.engine.ruleset import RuleSet
from referee.engine.switches import IDENTITY, SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system

PROBLEMS = {
    "contract-too-large", "scoring-missing", "round-twice", "unknown-key", "wrong-type", "not-enough-cards",
}  # fmt: skip


def looked_over(data: dict[str, Any], on: str | None = None) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Problems and warnings as pairs of code and path."""
    problems, warnings = check_rules(data, load_system, load_system(on) if on else None)
    return {(n["code"], n["path"]) for n in problems}, {(n["code"], n["path"]) for n in warnings}


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_systems_are_playable(system: str) -> None:
    assert check_rules({"extends": system}, load_system) == ([], [])
    assert check_rules(load_system(system), load_system) == ([], [])
    assert check_rules(dict(load_system(system).data), load_system) == ([], [])


def test_a_contract_that_no_hand_can_hold() -> None:
    problems, _ = check_rules({"extends": "chile", "dealt": 7}, load_system)
    assert problems[0] == {"code": "contract-too-large", "path": "rounds[3]", "detail": "9 > 8"}
    assert {note["path"] for note in problems} == {f"rounds[{place}]" for place in range(3, 8)}


def test_the_chilean_source_as_it_is_written_is_not_playable() -> None:
    problems, _ = looked_over({"extends": "naipe56", "deal-fits-contract": False})
    assert problems == {("contract-too-large", f"rounds[{place}]") for place in (5, 8, 9)}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"rounds": [["run:9", "run:9"]]}, ("contract-too-large", "rounds[0]")),
        ({"rounds": [["set"], ["set", "set"], ["set"]]}, ("round-twice", "rounds[2]")),
        ({"rounds": [["set", "run"], ["run", "set"]]}, ("round-twice", "rounds[1]")),
        ({"rounds": [["set", "dirty-runn"]]}, ("wrong-type", "rounds[0][1]")),
        ({"rounds": []}, ("wrong-type", "rounds")),
        ({"scoring": {"values": {"A": 20}}}, ("scoring-missing", "scoring.values")),
        ({"scoring": "z"}, ("wrong-type", "scoring")),
        ({"jokre-gap": 4}, ("unknown-key", "jokre-gap")),
        ({"long-run-jokers": {"dirty-ran": 1}}, ("unknown-key", "long-run-jokers.dirty-ran")),
        ({"ace": "medium"}, ("wrong-type", "ace")),
        ({"dealt": [12, "x"]}, ("wrong-type", "dealt[1]")),
        ({"packs": 1, "dealt": 24}, ("not-enough-cards", "packs")),
        (
            {"set-suits": "distinct", "joker-limit-laydown": 0, "rounds": [["set:5"]]},
            ("contract-too-large", "rounds[0][0]"),
        ),
        ({"extends": "nowhere"}, ("wrong-type", "extends")),
        ({"extends": 7}, ("wrong-type", "extends")),
    ],
)  # fmt: skip
def test_a_problem_is_named_with_its_path(data: dict[str, Any], problem: tuple[str, str]) -> None:
    problems, _ = looked_over({"extends": "chile", **data})
    assert problems == {problem}


def test_all_problems_are_told_at_once() -> None:
    problems, _ = looked_over(
        {
            "extends": "chile",
            "ace": 3,
            "nope": 1,
            "dealt": 5,
            "rounds": [["set", "set"], ["run", "run"], ["set", "set"]],
        }
    )
    assert problems == {
        ("wrong-type", "ace"), ("unknown-key", "nope"), ("contract-too-large", "rounds[1]"),
        ("round-twice", "rounds[2]"),
    }  # fmt: skip


def test_every_contract_that_cannot_be_read_is_told() -> None:
    problems, _ = looked_over(
        {"extends": "chile", "rounds": [["sett"], ["run"], 7, ["run:15"]], "closing": [["x"]]}
    )
    assert {path for _, path in problems} == {"rounds[0][0]", "rounds[2]", "rounds[3][0]", "closing[0][0]"}


def test_nothing_rests_on_a_value_that_could_not_be_read() -> None:
    problems, _ = looked_over({"extends": "chile", "dealt": "many", "rounds": [["run:13", "run:13"]]})
    assert problems == {("wrong-type", "dealt")}


def test_a_missing_value_is_told_in_a_whole_rule_set() -> None:
    whole = {key: value for key, value in load_system("chile").data.items() if key not in ("scoring", "ace")}
    problems, _ = check_rules({**whole, "id": "mia"}, load_system)
    assert [(n["code"], n["path"], n["detail"]) for n in problems] == [
        ("scoring-missing", "scoring", "missing"), ("wrong-type", "ace", "missing"),
    ]  # fmt: skip


def test_house_rules_stand_on_the_system_they_are_asked_under() -> None:
    assert looked_over({"ace": "around"}, on="loba") == (set(), set())
    assert looked_over({"dealt": 5}, on="loba")[0] == {
        ("contract-too-large", f"rounds[{n}]") for n in (1, 2, 3, 4, 5)
    }


def test_an_unknown_key_names_its_neighbour() -> None:
    problems, _ = check_rules({"extends": "chile", "joker-limit-tabel": 1, "zzz": 9}, load_system)
    assert [note["detail"] for note in problems] == ["joker-limit-table?", "9"]


def test_the_packs_a_system_takes_grow_and_are_no_problem() -> None:
    assert looked_over({"extends": "naipe52", "dealt": 30})[0] == set()


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        (
            {"joker-limit-laydown": 0, "joker-limit-table": 0, "rounds": [["set", "set"]]},
            ("jokers-nowhere", "jokers"),
        ),
        ({"joker-limit-laydown": 2, "joker-limit-table": 1}, ("joker-limits-reversed", "joker-limit-table")),
        ({"closing": [["set", "run"], ["pair"]]}, ("closing-not-a-round", "closing[1]")),
        ({"buy-penalty": 2}, ("no-effect", "buy-penalty")),
        ({"buys-per-round": 3, "out-of-turn": "steal"}, ("no-effect", "buys-per-round")),
        ({"ace": "low", "ace-both-ends": True}, None),
        ({"joker-limit-laydown": 1, "joker-limit-table": 1, "joker-gap": 3}, ("no-effect", "joker-gap")),
        ({"jokers": 0, "swap": "hand"}, ("no-effect", "swap")),
        ({"layoff": "none", "joker-end": "slides"}, ("no-effect", "joker-end")),
        ({"rounds": [["run", "set"]], "touching-runs": False}, ("no-effect", "touching-runs")),
        ({"extends": "loba", "rounds": [["run", "set"]], "repeated-ranks": False}, ("no-effect", "repeated-ranks")),
        ({"bonus-going-out": 10}, ("value-odd", "bonus-going-out")),
        ({"scoring": {"base": "a", "values": {"A": -5}}}, ("value-odd", "scoring.values.A")),
        ({"dealt": [12, 12]}, ("dealt-list", "dealt")),
        ({"rounds": [["set"]], "dealt": 9}, ("optional-too-large", "optional-rounds")),
        ({"out-of-turn": "buy", "buy-penalty": 2}, None),
        ({"ace": "around"}, None),
    ],
)
def test_what_is_odd_is_told_and_stays_playable(data: dict[str, Any], warning: tuple[str, str] | None) -> None:
    problems, warnings = looked_over({"extends": "chile", **data})
    assert problems == set()
    assert (warning in warnings) if warning else (warnings == set())


def test_a_system_says_nothing_of_its_own_idle_values_even_with_house_rules() -> None:
    assert looked_over({"extends": "argentina", "ace": "around"}) == (set(), set())


def test_after_a_laydown_nothing_matters_where_it_ends_the_deal() -> None:
    _, warnings = looked_over({"extends": "naipe52", "swap": "hand", "layoff": "same-turn"})
    assert warnings == {("no-effect", "swap"), ("no-effect", "layoff")}


def test_a_rule_set_as_read_is_looked_over_too() -> None:
    rules = load_system("chile")
    assert isinstance(rules, RuleSet)
    assert check_rules(rules, load_system) == ([], [])


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-50, 50)
    | st.text(max_size=8)
    | st.sampled_from(["set", "run:9", "chile"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from([*SWITCHES, *IDENTITY, "extends", "marks", "a.b", "x[1]", ""])


@given(st.dictionaries(KEYS, ANYTHING, max_size=6), st.sampled_from([None, *SYSTEM_IDS]))
def test_whatever_is_given_is_answered(data: dict[str, Any], on: str | None) -> None:
    problems, warnings = check_rules(data, load_system, load_system(on) if on else None)
    assert {note["code"] for note in problems} <= PROBLEMS
    assert {note["code"] for note in warnings} <= set(ODD_CODES)
    for note in (*problems, *warnings):
        assert set(note) == {"code", "path", "detail"}
        assert all(isinstance(value, str) for value in note.values())


def test_depth_is_no_way_in() -> None:
    deep: Any = "a"
    for _ in range(900):
        deep = {"base": deep}
    problems, _ = check_rules({"extends": "chile", "scoring": deep, "nope": deep, "rounds": [[deep]]}, load_system)
    assert problems
