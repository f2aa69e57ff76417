"""The people of a browser's matches: figures, head to head, merged and told apart."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee import store
from tests.web.matches import House


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def night(house: House, names: list[str], *rounds: tuple[int, ...], known: bool = True) -> str:
    return house.play(house.open(names, known=known), *rounds)


WON = ((0, 25), (0, 10), (0, 5), (0, 20))


def person(house: House, name: str) -> str:
    """The address of a person's page."""
    found = re.search(rf'href="(/players/\w+)">\s*<span><b>{name}</b>', house.page("/players"))
    assert found, name
    return found[1]


def test_it_works(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    night(house, ["Ñato", "Inés"], *WON)
    page = house.page(person(house, "Inés"))
    assert "2 partidas terminadas" in page
    assert ">1</b>partida ganada" in page
    assert "7,5" in page
    assert "Sin irse nunca" in page or "Por una sola ronda" in page
    assert "1 : 1" in page


def test_english_numbers(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    night(house, ["Ñato", "Inés"], *WON)
    house.speak("en")
    assert "7.5" in house.page(person(house, "Inés"))


def test_nobody_yet(house: House) -> None:
    assert "Aquí aparecen" in house.page("/players")
    house.page("/players/n00000000000000000000", 404)


def test_matches_of_others_are_not_counted(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON, known=False)
    assert "Inés" not in house.page("/players")


def test_head_to_head(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    one, other = person(house, "Inés"), person(house, "Ñato").removeprefix("/players")
    page = house.page(one + other)
    assert "Quedó por delante" in page
    assert "0 : 60" in page
    house.page(one + one.removeprefix("/players"), 404)


def test_the_worst_hand_leads_to_its_cell(house: House) -> None:
    key = night(house, ["Inés", "Ñato"], *WON)
    page = house.page(person(house, "Ñato"))
    assert f"/m/{key}/history/1/1" in page


def test_two_names_of_one_person_are_merged(house: House) -> None:
    night(house, ["Nacho", "Inés"], *WON)
    night(house, ["Ignacio", "Inés"], *WON)
    one, other = person(house, "Nacho"), person(house, "Ignacio").removeprefix("/players/")
    there = house.send(f"{one}/same", other=other, name="other")
    page = house.page(there)
    assert "<h1>Ignacio</h1>" in page
    assert "2 partidas terminadas" in page
    assert "<b>Nacho</b>" not in house.page("/players")
    night(house, ["nacho", "Inés"], *WON)
    assert "3 partidas terminadas" in house.page(there)


def test_two_people_of_one_name_are_told_apart_and_the_next_is_asked(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    second = night(house, ["Inés", "Rosa"], *WON)
    house.send(f"{person(house, 'Inés')}/apart", match=house.match(second), name="Inés prima")
    assert "1 partida terminada" in house.page(person(house, "Inés"))
    assert "Rosa" in house.page(person(house, "Inés prima"))
    night(house, ["Inés", "Pía"], *WON)
    page = house.page("/players")
    assert "¿quién es?" in page
    unsettled = re.search(r'href="(/players/\w+)">\s*<span><b>Inés</b> <span', page)
    assert unsettled
    assert "Hay más de una persona" in house.page(unsettled[1])
    prima = person(house, "Inés prima").removeprefix("/players/")
    there = house.send(f"{unsettled[1]}/same", other=prima, name="other")
    assert "<h1>Inés prima</h1>" in house.page(there)
    assert "2 partidas terminadas" in house.page(there)
    assert "¿quién es?" not in house.page("/players")


def test_nobody_is_merged_with_who_sat_beside_him(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    other = person(house, "Ñato").removeprefix("/players/")
    page = house.send(f"{person(house, 'Inés')}/same", 200, other=other)
    assert "No pueden ser la misma persona" in page
    assert "<b>Ñato</b>" in house.page("/players")


@pytest.mark.parametrize("name", ["", "Inés", "  inés "])
def test_telling_apart_needs_another_name(house: House, name: str) -> None:
    key = night(house, ["Inés", "Ñato"], *WON)
    night(house, ["Inés", "Rosa"], *WON)
    assert "nombre distinto" in house.send(f"{person(house, 'Inés')}/apart", 200, match=house.match(key), name=name)


def test_telling_apart_needs_some_matches_and_not_all(house: House) -> None:
    key = night(house, ["Inés", "Ñato"], *WON)
    assert "no todas" in house.send(f"{person(house, 'Inés')}/apart", 200, match=house.match(key), name="Otra")
    assert "no todas" in house.send(f"{person(house, 'Inés')}/apart", 200, name="Otra")


def test_who_may_only_look_marks_nobody(house: House) -> None:
    first, second = night(house, ["Nacho", "Inés"], *WON), night(house, ["Ignacio", "Inés"], *WON)
    look = house.as_looker(first)
    house.get(look, "history")
    house.get(store.look_key_of(second), "history")
    one, other = person(house, "Nacho"), person(house, "Ignacio").removeprefix("/players/")
    house.send(f"{one}/same", 403, other=other)
    assert "solo las puedes mirar" in house.page(f"{one}/who")


def test_a_strange_name_is_escaped(house: House) -> None:
    first = night(house, ["<b>x</b>", "Inés"], *WON)
    night(house, ["<b>x</b>", "Inés"], *WON)
    page = house.page("/players")
    assert "<b><b>" not in page
    found = re.search(r'href="(/players/\w+)">\s*<span><b>&lt;b&gt;x', page)
    assert found
    there = house.send(f"{found[1]}/apart", match=house.match(first), name="<script>y")
    assert "<script>y" not in house.page(there)
    assert "<script>y" not in house.page(there + "/who")


def test_forms_need_their_token(app: Flask) -> None:
    house = House(app, csrf=True)
    night(house, ["Inés", "Ñato"], *WON)
    house.send(f"{person(house, 'Inés')}/apart", 400, name="Otra")


def test_remembered_people_are_chips_when_a_match_is_started(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    page = house.page("/new")
    assert 'name="known" value="Inés"' in page
    sent = {"names-0": "Rosa", "names-1": "", "names-2": "", "names-3": ""}
    page = house.send("/new", 200, known="Inés", **sent)
    assert re.search(r'<input[^>]*name="names-1"[^>]*value="Inés"', page)
    assert 'name="known" value="Inés"' not in page
    assert 'name="known" value="Ñato"' in page


def test_a_full_table_takes_nobody_more(house: House) -> None:
    night(house, ["Inés", "Ñato"], *WON)
    full = {f"names-{n}": f"J{n}" for n in range(12)}
    page = house.send("/new", 200, known="Inés", **full)
    assert "names-12" not in page
    assert 'name="known"' not in page
