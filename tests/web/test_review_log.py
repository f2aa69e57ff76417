"""The notebook in plain language, filtered, with undo."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.engine.match import Kind
from tests.web.matches import House


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def test_it_works(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    page = house.get(key, "history/log")
    assert "Ñato, ronda 1: 25" in page
    assert page.index("Se cerró la ronda 1") < page.index("Empezó la partida")


def test_filters_by_player_round_and_kind(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato", "Rosa"]), (0, 25, 30), (10, 0, 30))
    house.write(key, (Kind.PLAYER_RENAMED, {"player": 2, "name": "Rosita"}))
    assert "Se cerró la ronda 2" not in house.get(key, "history/log", round=1)
    players = house.get(key, "history/log", kind="players")
    assert "ahora se llama Rosita" in players
    assert "Se cerró" not in players
    assert "ahora se llama" not in house.get(key, "history/log", player=0)
    assert "Nada anotado con ese filtro" in house.get(key, "history/log", kind="melds")


def test_nonsense_filters_filter_nothing(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    assert "Ñato, ronda 1: 25" in house.get(key, "history/log", kind="<x>", player="x", round="")


def test_a_deed_is_taken_back_and_done_again(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    assert house.state(key).closed
    there = house.send(f"/m/{key}/history/log?kind=points", deed=2, seen=4)
    assert there.endswith("history/log?kind=points")
    assert not house.state(key).closed
    page = house.get(key, "history/log")
    assert "<s" in page
    assert "Se deshizo" in page
    house.send(f"/m/{key}/history/log", deed=5, seen=5)
    assert house.state(key).closed


def test_what_later_entries_rest_on_is_not_taken_back_in_silence(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.write(key, (Kind.CORRECTED, {"round": 1, "player": 1, "old": 25, "new": 30, "note": ""}))
    page = house.send(f"/m/{key}/history/log", 409, deed=2, seen=5)
    assert "30" in page
    assert house.state(key).closed


def test_the_opening_cannot_be_taken_back(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    assert 'name="deed"' not in house.get(key, "history/log")
    house.send(f"/m/{key}/history/log", 409, deed=1, seen=1)
    house.send(f"/m/{key}/history/log", 400)


def test_somebody_wrote_meanwhile(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.write(key, (Kind.PLAYER_RENAMED, {"player": 0, "name": "Agnes"}))
    house.send(f"/m/{key}/history/log", 409, deed=2, seen=4)
    assert house.state(key).closed
