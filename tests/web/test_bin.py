"""Throwing a match away, and bringing it back within thirty days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from referee import store
from referee.store import bin as store_bin
from tests.web.matches import House


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def test_it_works(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    before = house.state(key)
    assert "¿Botar esta partida?" in house.get(key, "throw")
    assert house.send(f"/m/{key}/throw") == "/bin"
    house.get(key, "history", 404)
    page = house.page("/bin")
    assert "Inés, Ñato" in page
    assert "quedan 30 días" in page
    house.send(f"/bin/{key}")
    assert house.state(key) == before
    assert "vacía" in house.page("/bin")


def test_nobody_sees_it_in_the_meantime(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.send(f"/m/{key}/throw")
    assert "Inés" not in house.page("/")
    assert "Inés" not in house.page("/players")
    look = house.as_looker(key)
    house.get(look, "", 404)


def test_who_may_only_look_throws_nothing_and_brings_nothing_back(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    look = house.as_looker(key)
    house.get(look, "throw", 403)
    house.send(f"/m/{look}/throw", 403)
    with house.app.app_context():
        store.throw_away(house.match(key))
    house.send(f"/bin/{look}", 404)
    assert "Inés" not in house.page("/bin")


def test_a_guest_throws_nothing_and_brings_nothing_back(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    with house.app.app_context():
        guest = store.guest_key(house.match(key), key)
        assert guest is not None
    assert "/throw" not in house.get(guest.key, "history")
    house.get(guest.key, "throw", 403)
    house.send(f"/m/{guest.key}/throw", 403)
    with house.app.app_context():
        store.throw_away(house.match(key))
    house.send(f"/bin/{guest.key}", 404)


def test_only_what_lies_in_the_bin_is_brought_back(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    house.send(f"/bin/{key}", 404)
    house.send("/bin/nonsense", 404)


def test_a_look_at_the_page_throws_nothing(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    house.get(key, "throw")
    house.get(key, "history")


def test_after_thirty_days_it_is_gone_with_whose_seats_they_were(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    match = house.match(key)
    with house.app.app_context():
        store.mark([("Inés", [(match, 0)])])
    house.send(f"/m/{key}/throw")
    with house.app.app_context():
        store_bin.empty(datetime.now(UTC) + timedelta(days=29))
        assert store.find_thrown(key) is not None
        store_bin.empty(datetime.now(UTC) + timedelta(days=31))
        assert store.find_thrown(key) is None
        assert store.marks_of([match]) == {}
    house.send(f"/bin/{key}", 404)


def test_days_left_count_begun_days_whole() -> None:
    thrown = store.Thrown(1, "2026-11-01T20:00:00+00:00")
    assert thrown.days_left("2026-11-01T20:00:00+00:00") == 30
    assert thrown.days_left("2026-11-01T21:00:00+00:00") == 30
    assert thrown.days_left("2026-11-30T21:00:00+00:00") == 1
    assert thrown.days_left("2027-01-01T00:00:00+00:00") == 0


def test_the_form_needs_its_token(app: Flask) -> None:
    house = House(app, csrf=True)
    key = house.open(["Inés", "Ñato"])
    house.send(f"/m/{key}/throw", 400)
    house.get(key, "history")
