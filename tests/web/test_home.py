"""The first page: this browser's matches."""

from __future__ import annotations

from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    person.open("/")
    assert "Aquí aparecerán las partidas" in person.text
    person.start().close(0, p1="25", p2="30").open("/")
    assert "Inés, Ñato, María José" in person.text
    assert "va ganando Inés" in person.text


def test_newest_first(person: Person) -> None:
    first = person.start("Ana", "Beto").table
    person.start("Clara", "Darío")
    assert person.open("/").text.index("Clara") < person.text.index("Ana")
    person.open(first).open("/")
    assert person.text.index("Ana") < person.text.index("Clara")


def test_another_browser_sees_nothing(person: Person, another: Person) -> None:
    person.start()
    assert "Inés" not in another.open("/").text


def test_a_match_opened_by_its_link_is_remembered(person: Person, another: Person) -> None:
    another.open(person.start().table)
    assert "Inés" in another.open("/").text


def test_a_forged_memory_shows_nothing(person: Person) -> None:
    person.client.set_cookie("mesas", "x" * 22 + "." + "../../etc/passwd" + "." + "é")
    assert person.open("/").status == 200


def test_the_shell_of_the_app(person: Person) -> None:
    assert person.open("/sw.js").response.headers["Content-Type"].startswith("text/javascript")  # type: ignore[union-attr]
    assert "Referee" in person.open("/manifest.webmanifest").page
    assert person.open("/offline").status == 200
