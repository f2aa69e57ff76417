"""The eight systems, value by value, against the rules as players have them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import referee.rulebook
from referee.engine.check import check_rules
from referee.engine.switches import SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system, marks, systems

FOLDER = Path(referee.rulebook.__file__).parent / "systems"

T, E, Q = "set", "run", "four"
FAMILY = [[T, T], [T, E], [E, E], [T, T, T], [T, T, E], [T, E, E]]
CHILEAN = [[T, T], [E, T], [E, E], [T, T, T], [T, T, E], [E, E, T], [E, E, E], [T, T, T, T]]
NAIPE = [
    [T, T, T], ["run:9"], [T, T, T, T], ["run:5", "run:5"], ["run:10"], [T, T, Q, Q], ["run:4", "run:4", "run:4"],
    [Q, Q], [T, T, T, T, T], ["run:12"], ["run:8", Q], [Q, Q, Q],
]  # fmt: skip

ROUNDS = {
    "chile": CHILEAN,
    "estandar10": [*CHILEAN, ["dirty-run"], ["royal-run"]],
    "ratolibre": [*FAMILY, [T, T, T, T], [E, E, E], ["dirty-run"]],
    "ratolibre-corta": FAMILY[:4],
    "loba": FAMILY,
    "argentina": [*FAMILY, [E, E, E]],
    "naipe52": NAIPE,
    "naipe56": [*NAIPE[:9], ["run:13"], *NAIPE[10:]],
}
"""The contracts of every round, in order."""

OPTIONAL = {
    "chile": [["pair"] * 6, ["dirty-run"], ["alternating-run"], ["color-run"], ["royal-run"], ["imperial-run"]],
    "estandar10": [["alternating-run"]],
}

CLOSING = {
    "chile": [[E, E, E], [T, T, T, T], ["pair"] * 6, *([run] for run in (
        "dirty-run", "alternating-run", "color-run", "royal-run", "imperial-run"))],
    "estandar10": [[E, E, E], [T, T, T, T], ["dirty-run"], ["alternating-run"], ["royal-run"]],
    "ratolibre": [[T, T, T, T], [E, E, E], ["dirty-run"]],
    "ratolibre-corta": [[T, T, T, T], [E, E, E], ["dirty-run"]],
    "loba": [[T, E, E]],
    "argentina": [[E, E, E]],
    "naipe52": [],
    "naipe56": [],
}  # fmt: skip
"""The contracts that end a round; with Chilean packs every laydown does."""

COLUMNS = ["chile", "estandar10", "ratolibre", "ratolibre-corta", "loba", "argentina", "naipe52", "naipe56"]

VALUES = """
pack                 french french french french french french chilean52 chilean56
packs                2 2 2 2 2 2 1 1
jokers               2 2 2 2 2 2 4 4
dealt                12 12 12 12 11 11 11 11
scoring              a c a a loba c naipe naipe
set-min              3 3 3 3 3 3 3 3
run-min              4 4 4 4 4 4 3 3
set-suits            any any any any any any any any
size                 exact exact at-least at-least exact exact at-least at-least
ace                  both both both both both both low low
ace-both-ends        yes yes yes yes no no no no
repeated-ranks       yes yes yes yes yes yes yes yes
touching-runs        yes yes yes yes yes yes yes yes
joker-limit-laydown  - 1 1 1 1 1 - -
joker-limit-table    - 1 1 1 - - - -
joker-gap            4 0 0 0 0 0 0 0
joker-end            fixed fixed fixed fixed slides slides fixed fixed
swap                 none none hand hand none run none none
layoff               next-turn next-turn next-turn next-turn next-turn next-turn none none
discard-joker        no yes yes yes yes yes yes yes
discard-just-taken   yes yes no no yes yes yes yes
discard-playable     yes yes yes yes yes yes yes yes
out-of-turn          no no no no no no no no
buy-penalty          1 1 1 1 1 1 1 1
buys-per-round       - - - - - - - -
stock-ends-at        - - 3 3 - - - -
bonus-going-out      0 0 0 0 0 0 0 0
ties                 shared rounds-won shared shared shared shared shared shared
direction            counter-clockwise counter-clockwise counter-clockwise counter-clockwise \
counter-clockwise counter-clockwise counter-clockwise counter-clockwise
players              2–12 2–12 2–12 2–12 2–5 2–5 2–12 2–12
progress             table table table table table table player player
"""
"""Every other value, a row a switch and a column a system; `-` is no limit."""

LONG_RUN_JOKERS = {
    "chile": {"dirty-run": 1, "alternating-run": 1, "color-run": 1, "royal-run": 0, "imperial-run": 0},
    "estandar10": {"dirty-run": 0, "alternating-run": 0, "color-run": 0, "royal-run": 0, "imperial-run": 0},
    "ratolibre": {"dirty-run": 1},
}


def rows() -> list[tuple[str, str, str]]:
    cells = []
    for line in VALUES.strip().splitlines():
        switch, *values = line.split()
        assert len(values) == len(COLUMNS), switch
        cells += [(system, switch, value) for system, value in zip(COLUMNS, values, strict=True)]
    return cells


@pytest.mark.parametrize(("system", "switch", "value"), rows())
def test_a_value_is_as_the_rules_have_it(system: str, switch: str, value: str) -> None:
    assert _told(load_system(system), switch) == value


def _told(rules, switch: str) -> str:  # type: ignore[no-untyped-def]
    found = getattr(rules, switch.replace("-", "_"))
    if switch == "pack":
        return str(found.id)
    if switch == "players":
        return f"{found[0]}–{found[1]}"
    if isinstance(found, bool):
        return "yes" if found else "no"
    if switch == "scoring":
        return " ".join(found)
    return "-" if found is None else str(found)


def test_every_switch_has_its_row() -> None:
    apart = {"rounds", "closing", "long-run-jokers"}
    assert set(SWITCHES) == {switch for _, switch, _ in rows()} - {"pack", "players", "progress"} | apart


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_the_contracts_are_those_of_the_rules(system: str) -> None:
    rules = load_system(system)
    assert [[str(demand) for demand in contract] for contract in rules.rounds] == ROUNDS[system]
    assert [[str(d) for d in contract] for contract in rules.optional_rounds] == OPTIONAL.get(system, [])
    assert [[str(d) for d in contract] for contract in rules.closing] == CLOSING[system]


@pytest.mark.parametrize("system", LONG_RUN_JOKERS)
def test_the_jokers_of_long_runs(system: str) -> None:
    found = load_system(system).long_run_jokers
    assert {run: found[run] for run in LONG_RUN_JOKERS[system]} == LONG_RUN_JOKERS[system]


def test_argentina_deals_twelve_in_its_last_round() -> None:
    rules = load_system("argentina")
    assert [rules.dealt_to(contract) for contract in rules.rounds] == [11] * 6 + [12]


def test_chilean_packs_deal_what_the_contract_needs() -> None:
    rules = load_system("naipe56")
    assert [rules.dealt_to(contract) for contract in rules.rounds] == [
        11,
        11,
        11,
        11,
        11,
        13,
        11,
        11,
        14,
        12,
        11,
        11,
    ]


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_nobody_needs_to_look_a_system_over(system: str) -> None:
    assert check_rules(load_system(system), load_system) == ([], [])


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_every_switch_has_its_source_mark(system: str) -> None:
    found = marks(system)
    assert set(found) == set(SWITCHES)
    assert set(found.values()) <= {"S", "P", "D"}


MARKS = {
    "chile": {"size": "S", "swap": "D", "joker-gap": "S", "direction": "S", "ace-both-ends": "D"},
    "estandar10": {"ace": "D", "ties": "D", "closing": "D", "size": "S"},
    "ratolibre": {"swap": "S", "discard-just-taken": "S", "stock-ends-at": "S", "direction": "D"},
    "ratolibre-corta": {"swap": "S", "rounds": "S"},
    "loba": {"dealt": "P", "joker-end": "S", "direction": "P", "swap": "S"},
    "argentina": {"joker-end": "D", "swap": "S", "size": "P", "closing": "S"},
    "naipe56": {"ace": "D", "run-min": "S", "layoff": "D"},
}


@pytest.mark.parametrize("system", MARKS)
def test_marks_say_where_a_value_comes_from(system: str) -> None:
    found = marks(system)
    assert {switch: found[switch] for switch in MARKS[system]} == MARKS[system]


def test_marks_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        marks("chile")["ace"] = "X"  # type: ignore[index]


def test_systems_come_in_their_order_and_once_read_are_the_same() -> None:
    assert tuple(rules.id for rules in systems()) == SYSTEM_IDS
    assert load_system("chile") is load_system("chile")


def test_every_file_is_a_system() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(SYSTEM_IDS)
    for system_id in SYSTEM_IDS:
        assert tomllib.loads((FOLDER / f"{system_id}.toml").read_text("utf-8"))["id"] == system_id


@pytest.mark.parametrize("unknown", ["", "chilee", "../chile", "CHILE"])
def test_an_unknown_system_is_a_key_error(unknown: str) -> None:
    with pytest.raises(KeyError):
        load_system(unknown)
    with pytest.raises(KeyError):
        marks(unknown)
