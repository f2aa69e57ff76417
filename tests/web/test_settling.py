"""Two phones wrote one round: both values are shown, and a person chooses."""

from __future__ import annotations

import pytest

from tests.web.conftest import Person
from tests.web.test_sharing import link


@pytest.fixture
def guest(person: Person, another: Person) -> Person:
    """Has the closing screen of round 1 open; `person` is at the same table."""
    person.start()
    another.open(link(person, "write")).send("seat", player="2")
    person.open(person.table)
    return another.open(f"{another.table}close")


def totals(person: Person) -> str:
    return person.open(person.table).text.partition("Lugar 1")[2]


def test_it_works(person: Person, guest: Person) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="0", hand__1="25", hand__2="33")
    assert guest.status == 409
    assert "Anotado: 40" in guest.text
    assert "Tuyo: 33" in guest.text
    assert "Ñato" not in guest.text.partition("Elige")[0].partition("María José")[2]
    guest.send("settle", take__2="mine")
    assert "María José" in guest.text
    assert "33" in totals(person)
    assert "40" not in totals(person)


def test_what_is_written_stays_unless_chosen_otherwise(person: Person, guest: Person) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="0", hand__1="25", hand__2="33").send("settle")
    assert guest.at == guest.table
    assert "40" in totals(person)


def test_a_value_that_only_the_second_had_is_not_lost(person: Person, guest: Person) -> None:
    person.open(f"{person.table}close").send("close", step="save", out="0", hand__1="25")
    guest.send("close", step="close", out="0", hand__1="30", hand__2="33")
    assert guest.status == 409
    assert "Anotado: pendiente" in guest.text
    guest.send("settle")
    assert "Ronda 2 de 9" in guest.text
    shown = totals(person)
    assert "25" in shown
    assert "33" in shown


def test_two_may_not_agree_who_went_out(person: Person, guest: Person) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="1", hand__0="15", hand__2="40")
    assert "Anotado: Inés" in guest.text
    assert "Tuyo: Ñato" in guest.text
    guest.send("settle", out="1", take__0="mine")
    # Looked for among the totals: elsewhere a page tells the time, which has such numbers too.
    assert "15" in totals(person)
    assert "25" not in totals(person)


def test_a_third_phone_is_not_overwritten_either(person: Person, guest: Person) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="0", hand__1="25", hand__2="33")
    person.open(f"{person.table}rounds/1/2").send("correct", value="44", kind="points")
    guest.send("settle", take__2="mine")
    assert guest.status == 409
    assert "Anotado: 44" in guest.text
    assert "44" in totals(person)


def test_the_page_keeps_what_was_typed_on_the_phone(person: Person, guest: Person) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="0", hand__1="25", hand__2="33")
    assert "data-keeps-drafts" in guest.page


@pytest.mark.parametrize(
    "data", ["", "[]", "{}x", '{"player": 0}', '{"cards": "9x"}', '{"points": "x"}', '{"photo": 9}']
)
def test_made_up_values_change_nothing(person: Person, guest: Person, data: str) -> None:
    person.close(0, p1="25", p2="40")
    guest.send("close", step="close", out="0", hand__1="25", hand__2="33")
    guest.send("settle", take__2="mine", mine__2=data)
    assert guest.status in (400, 409)
    assert "40" in totals(person)
