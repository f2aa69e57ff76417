"""Rulings at their own address."""

from __future__ import annotations

from tests.web.conftest import Person


def ruling(person: Person, first: str, second: str) -> Person:
    person.open(f"{person.start().table}laydown/1").send("melds", step="show", meld__0=first, meld__1=second)
    return person.send("sure", step="judge")


def test_it_works(person: Person) -> None:
    ruling(person, "9p 9d 8c", "Kt Kp Kd")
    assert "Números distintos" in person.text
    assert 'class="wrong"' not in person.page
    assert person.page.count(" fault") == 1
    address = person.at
    person.lang = "en"
    person.open(address)
    assert "9 of spades" in person.page


def test_jokers_say_what_they_stand_for(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="5", p2="5")
    person.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9d 9c", meld__1="4c 5c JK 7c")
    person.send("sure", step="judge")
    assert "seis de corazones" in person.page
    assert "seis de corazones" in person.open(table).page


def test_a_number_that_is_no_ruling(person: Person) -> None:
    assert person.open(f"{person.start().table}rulings/1").status == 404


def test_a_look_key_reads_it(person: Person, another: Person) -> None:
    from referee.store import look_key_of

    ruling(person, "9p 9d 8c", "Kt Kp Kd")
    key = person.table.split("/")[2]
    another.open(person.at.replace(key, look_key_of(key)))
    assert another.status == 200
    assert "Cambiar cartas" not in another.text
