"""The end and the rematch."""

from __future__ import annotations

from tests.web.conftest import Person


def finished(person: Person) -> Person:
    person.start().close(0, p1="25", p2="25")
    return person.open(f"{person.table}finish").send("finish")


def test_it_works(person: Person) -> None:
    finished(person)
    assert "Ganó Inés" in person.text
    assert "Revancha" in person.text
    old = person.table
    person.send("rematch")
    assert person.table != old
    assert "Ronda 1 de 9" in person.text
    assert "reparte María José" in person.text


def test_a_rematch_asked_twice_is_one(person: Person) -> None:
    finished(person)
    page, old = person.page, person.at
    first = person.send("rematch").table
    person.page, person.at = page, old
    assert person.send("rematch").table == first


def test_a_tie_is_shared(person: Person) -> None:
    person.start().close(0, p1="25", p2="30").close(1, p0="25", p2="30")
    person.open(f"{person.table}finish").send("finish")
    assert "Empataron Inés, Ñato" in person.text


def test_with_values_pending_nobody_has_won(person: Person) -> None:
    person.start().close(0, p1="25")
    person.send("close", step="close")
    person.open(f"{person.table}finish")
    assert "Ronda 1, pendientes: María José" in person.text
    person.send("finish")
    assert "con valores pendientes" in person.text


def test_going_on(person: Person) -> None:
    finished(person).send("reopen")
    assert "Ronda 2 de 9" in person.text


def test_finishing_twice_is_once(person: Person) -> None:
    person.start().open(f"{person.table}finish")
    page, at = person.page, person.at
    person.send("finish")
    person.page, person.at = page, at
    assert person.send("finish").status == 200
    assert person.open(f"{person.table}history/log").text.count("Se terminó la partida") == 1
