"""Careers: figures of one person over many matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.careers import Mark, Part, WayToLose, career_of, duel_of, parts_of, people
from referee.engine.match import Entry, Kind, MatchState, fold, pin
from referee.rulebook import load_system


def played(
    names: Sequence[str], *rounds: Sequence[Any], system: str = "ratolibre-corta", at: str = "2026-11-01"
) -> MatchState:
    """A match: each round a list of points or cards by player, 0 for who went out, None for a blank."""
    written: list[tuple[Kind, dict[str, Any]]] = [
        (Kind.OPENED, {"players": list(names), "rules": pin(load_system(system)), "dealer": 0})
    ]
    for number, values in enumerate(rounds, 1):
        for player, value in enumerate(values):
            data: dict[str, Any] = {"round": number, "player": player}
            if value == 0:
                written.append((Kind.WENT_OUT, data))
            elif isinstance(value, str):
                written.append((Kind.COUNTED, {**data, "cards": value}))
            elif value is not None:
                written.append((Kind.COUNTED, {**data, "points": value}))
        written.append((Kind.ROUND_CLOSED, {"round": number}))
    return fold(
        [Entry(n, kind, f"{at}T20:00:00+00:00", None, data, n) for n, (kind, data) in enumerate(written, 1)]
    )


def parts(match: int, state: MatchState) -> tuple[Part, ...]:
    assert not state.ignored
    return parts_of(match, state)


FOUR = ("Inés", "Ñato", "Tomás")


def test_it_works() -> None:
    ines, nato, tomas = parts(1, played(FOUR, (0, 25, 40), (10, 0, 30), (0, 5, 12), (21, 0, 33)))
    career = career_of([ines])
    assert (career.matches, career.wins, career.rounds, career.rounds_won) == (1, 0, 4, 2)
    assert career.average == 7.75
    assert career.worst is not None
    assert career.worst[1].points == 21
    assert (nato.won, nato.shared, nato.lost) == (True, False, None)
    assert career.losing == (WayToLose.NARROW, 1)
    assert tomas.lost is WayToLose.NEVER_OUT


def test_a_shared_win_counts_for_both() -> None:
    ines, nato, _ = parts(1, played(FOUR, (0, 25, 40), (10, 0, 30), (0, 5, 12), (20, 0, 33)))
    assert (ines.won, ines.shared, nato.won, nato.shared) == (True, True, True, True)
    assert career_of([ines]).shared == 1
    assert ines.lost is None


def test_a_match_going_on_counts_its_rounds_but_no_win() -> None:
    ines, *_ = parts(1, played(FOUR, (0, 25, 40)))
    career = career_of([ines])
    assert (career.matches, career.going_on, career.wins, career.rounds) == (0, 1, 0, 1)


def test_a_blank_is_not_zero() -> None:
    _, nato, _ = parts(1, played(FOUR, (0, None, 40), (0, 10, 20)))
    career = career_of([nato])
    assert (career.rounds, career.average) == (1, 10.0)
    assert not nato.over


def test_nothing_played_has_no_figures() -> None:
    ines, *_ = parts(1, played(FOUR))
    career = career_of([ines])
    assert (career.average, career.worst, career.dearest, career.losing) == (None, None, None, None)


def test_ways_to_lose() -> None:
    hair = parts(1, played(FOUR, (0, 5, 90), (0, 1, 90), (0, 2, 90), (0, 1, 90)))
    assert hair[1].lost is WayToLose.NARROW
    assert hair[2].lost is WayToLose.NEVER_OUT
    jokers = parts(1, played(FOUR, (0, "JK JK 3", 90), (9, 0, 90), (0, 2, 90), (0, 3, 90)))
    assert jokers[1].lost is WayToLose.JOKERS
    one = parts(1, played(FOUR, (0, 80, 90), (10, 0, 90), (10, 0, 90), (10, 0, 90)))
    assert one[1].lost is WayToLose.ONE_ROUND
    led = parts(1, played(FOUR, (30, 0, 90), (20, 0, 90), (20, 0, 90), (0, 100, 90)))
    assert led[1].lost is WayToLose.LED_TO_THE_LAST


def test_one_name_is_one_person_over_matches() -> None:
    first, second = played(FOUR, (0, 5, 6)), played(("INÉS", "Rosa"), (0, 9), at="2026-11-05")
    everyone = people([*parts(1, first), *parts(2, second)], {})
    ines = next(person for person in everyone if person.name.casefold() == "inés")
    assert [part.match for part in ines.parts] == [2, 1]
    assert len(everyone) == 4


def test_equal_names_at_one_table_are_two_people() -> None:
    everyone = people(parts(1, played(("Inés", "Inés", "Ñato"), (0, 5, 6))), {})
    assert sorted(person.name for person in everyone) == ["Inés", "Inés (2)", "Ñato"]


def test_merged_by_hand() -> None:
    every = [*parts(1, played(("Nacho", "Rosa"), (0, 5))), *parts(2, played(("Ignacio", "Rosa"), (0, 9)))]
    marks = {(1, 0): Mark("x", "Nacho"), (2, 0): Mark("x", "Nacho")}
    nacho = next(person for person in people(every, marks) if person.name == "Nacho")
    assert {part.match for part in nacho.parts} == {1, 2}


def test_a_new_match_finds_its_person_by_name_where_there_is_one() -> None:
    every = [*parts(1, played(("Nacho", "Rosa"), (0, 5))), *parts(2, played(("nacho", "Rosa"), (0, 9)))]
    nacho = next(p for p in people(every, {(1, 0): Mark("x", "Nacho")}) if p.name == "Nacho")
    assert len(nacho.parts) == 2
    assert not nacho.unsettled


def test_two_people_of_one_name_leave_a_third_match_unsettled() -> None:
    tables = [played(("Inés", "Rosa"), (0, 5), at=f"2026-11-0{n}") for n in (1, 2, 3)]
    every = [part for n, state in enumerate(tables, 1) for part in parts(n, state)]
    everyone = people(every, {(1, 0): Mark("x", "Inés"), (2, 0): Mark("y", "Inés prima")})
    assert {(p.name, len(p.parts), p.unsettled) for p in everyone if p.name.startswith("Inés")} == {
        ("Inés", 1, False),
        ("Inés prima", 1, False),
        ("Inés", 1, True),
    }


def test_nobody_sits_twice_at_one_table() -> None:
    every = [*parts(1, played(("Nacho", "Ignacio"), (0, 5))), *parts(2, played(("Nacho", "Rosa"), (0, 5)))]
    everyone = people(every, {(1, 1): Mark("x", "Nacho"), (2, 0): Mark("x", "Nacho")})
    assert sorted(len(p.parts) for p in everyone) == [1, 1, 2]


def test_head_to_head() -> None:
    tables = [
        played(("Inés", "Ñato"), (0, 5), (0, 5), (0, 5), (0, 5)),
        played(("Ñato", "Inés"), (0, 50), (0, 5), (0, 5), (0, 5)),
        played(("Ñato", "Rosa"), (0, 50)),
    ]
    everyone = people([part for n, state in enumerate(tables) for part in parts(n, state)], {})
    ines, nato = (next(p for p in everyone if p.name == name) for name in ("Inés", "Ñato"))
    duel = duel_of(ines, nato)
    assert (len(duel.together), duel.ahead, duel.behind, duel.level, duel.rounds) == (2, 1, 1, 0, 8)
    assert duel.points == (65, 20)
    assert duel.rounds_won == (4, 4)
    back = duel_of(nato, ines)
    assert (back.ahead, back.behind, back.points) == (duel.behind, duel.ahead, duel.points[::-1])


def test_each_his_own_contract() -> None:
    state = played(("Inés", "Ñato"), (0, 30), (0, 20), system="naipe52")
    ines, nato = parts(1, state)
    assert [hand.contract for hand in ines.hands] == list(state.rules.rounds[:2])
    assert [hand.contract for hand in nato.hands] == [state.rules.rounds[0]] * 2
    assert career_of([nato]).dearest == (state.rules.rounds[0], 25.0)
