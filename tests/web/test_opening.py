"""Starting a match."""

from __future__ import annotations

import pytest

from referee.rulebook import SYSTEM_IDS, load_system
from referee.web.opening import points_line, scoring_choices
from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    person.open("/new")
    person.send("new", names__0="  Inés ", names__1="Ñato", system="chile")
    assert "Carioca chilena clásica" in person.text
    assert "2 tríos" in person.text
    assert "Hacen falta 2 mazos: 108 cartas" in person.text
    person.send("start", dealer="1", scoring="b")
    assert "Ronda 1 de 8" in person.text
    assert "reparte Ñato" in person.text
    person.close(0, p1="A K 2")
    assert "35" in person.text  # table b: 20 + 10 + 5


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_every_system_has_its_one_screen(person: Person, system: str) -> None:
    assert person.open(f"/new/rules/{system}").status == 200


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_every_system_starts(person: Person, system: str) -> None:
    assert "/m/" in person.start("Ana", "Beto", system=system).table


def test_an_unknown_system_is_not_there(person: Person) -> None:
    assert person.open("/new/rules/nope").status == 404


def test_equal_names_are_told_apart(person: Person) -> None:
    person.start("Inés", "Inés")
    assert "Inés (2)" in person.text


def test_nine_players_take_three_packs(person: Person) -> None:
    names = [f"Jugadora {n}" for n in range(9)]
    person.open("/new")
    written = {f"names__{place}": name for place, name in enumerate(names)}
    for _ in range(6):
        person.send("new", press="more", system="ratolibre", **written)
    person.send("new", system="ratolibre", **written)
    assert "3 mazos: 162 cartas" in person.text


@pytest.mark.parametrize("names", [[], ["Inés"], ["Inés", "x" * 21], ["Inés", "a\x07b"]])
def test_names_that_cannot_be(person: Person, names: list[str]) -> None:
    person.open("/new")
    person.send("new", system="ratolibre", **{f"names__{place}": name for place, name in enumerate(names)})
    assert "¿Quiénes juegan?" in person.text
    assert 'class="wrong"' in person.page
    assert all(name in person.page for name in names if name.isprintable())


def test_names_are_shown_escaped(person: Person) -> None:
    person.start("<b>Inés</b>", "O'Ñato & Cía")
    assert "<b>Inés" not in person.page
    assert "&lt;b&gt;Inés" in person.page


def test_sent_twice_it_is_one_match(person: Person) -> None:
    person.open("/new")
    person.send("new", names__0="Ana", names__1="Beto", system="ratolibre")
    page = person.page
    first = person.send("start").table
    person.page, person.at = page, "/new"
    assert person.send("start").table == first
    person.page, person.at = page, "/new"
    assert person.send("start", dealer="1").table != first


def test_without_the_token_nothing_starts(person: Person) -> None:
    person.open("/new")
    person.send("new", names__0="Ana", names__1="Beto", system="ratolibre")
    person.send("start", csrf_token="")
    assert person.status == 400
    assert "La página es de otra sesión" in person.text


def test_what_was_typed_comes_back(person: Person) -> None:
    person.open("/new")
    person.send("new", names__0="Ana", names__1="Beto", system="loba")
    person.send("start", press="back")
    assert person.fields("new")["names-1"] == "Beto"
    assert person.fields("new")["system"] == "loba"


def test_points_on_one_line(person: Person) -> None:
    with person.client.application.test_request_context(headers={"Accept-Language": "es"}):
        assert points_line(load_system("ratolibre")) == "A 20 · 2–9 su número · 10–K 10 · comodín 30"
        assert points_line(load_system("loba")).startswith("A 15 · 2–10 su número · J 11 · Q 12 · K 13")
    assert scoring_choices(load_system("naipe52")) == ["naipe"]
