"""Putting right: corrections, undo."""

from __future__ import annotations

import pytest

from tests.web.conftest import Person


@pytest.fixture
def played(person: Person) -> Person:
    return person.start().close(0, p1="25", p2="K K")


def test_it_works(played: Person) -> None:
    played.open(f"{played.table}history/log")
    for words in ("Se cerró la ronda 1", "Inés se fue en la ronda 1", "Ñato, ronda 1: 25", "20 (K K)"):
        assert words in played.text


def test_a_correction_shows_old_new_and_note(played: Person) -> None:
    table = played.table
    played.open(f"{table}rounds/1/1").send("correct", value="10+20", note="faltaba una <b>dama</b>")
    assert "25 → 30" in played.text
    assert "faltaba una" in played.text
    assert "<b>dama" not in played.page
    assert "30" in played.open(table).text


def test_a_correction_to_pending_and_to_absent(played: Person) -> None:
    table = played.table
    played.open(f"{table}rounds/1/1").send("correct", kind="pending")
    assert "pendiente" in played.text
    played.open(f"{table}rounds/1/1").send("correct", kind="absent")
    assert "no jugó" in played.text


@pytest.mark.parametrize("value", ["", "abc", "9x"])
def test_a_correction_that_cannot_be_read(played: Person, value: str) -> None:
    played.open(f"{played.table}rounds/1/1").send("correct", value=value)
    assert 'class="wrong"' in played.page
    assert "25" in played.open(f"{played.table}rounds/1").text


def test_two_corrections_at_once(played: Person, another: Person) -> None:
    address = f"{played.table}rounds/1/1"
    played.open(address)
    another.open(address)
    played.send("correct", value="30")
    another.send("correct", value="40")
    assert another.status == 409
    assert "Anotado: 30" in another.text
    assert "Tuyo: 40" in another.text


def test_undo_and_again(played: Person) -> None:
    table = played.table
    played.open(f"{table}undo")
    deed = played.page.split('name="deed" value="')[1].split('"')[0]
    played.send("undo", deed=deed)
    assert "Ronda 1 de 9" in played.open(table).text
    played.open(f"{table}undo")
    redo = played.page.split('name="redo" value="')[1].split('"')[0]
    played.send("undo", redo=redo)
    assert "Ronda 2 de 9" in played.open(table).text


def test_undo_several_steps_back(played: Person) -> None:
    table = played.table
    played.close(1, p0="5", p2="5")
    played.open(f"{table}undo")
    deeds = [part.split('"')[0] for part in played.page.split('name="deed" value="')[1:]]
    played.send("undo", deed=deeds[-1])
    assert "Ronda 1 de 9" in played.open(table).text


def test_a_stale_undo_takes_nothing_back(played: Person, another: Person) -> None:
    table = played.table
    another.open(f"{table}undo")
    deed = another.page.split('name="deed" value="')[1].split('"')[0]
    played.close(1, p0="5", p2="5")
    another.send("undo", deed=deed)
    assert another.status == 409
    assert "Ronda 3 de 9" in played.open(table).text


def test_the_first_entry_is_not_undone(person: Person) -> None:
    table = person.start().table
    assert "No hay nada que deshacer" in person.open(f"{table}undo").text
    person.send("undo", deed="1")
    assert person.status == 400


def test_rounds_and_players_that_are_not_there(played: Person) -> None:
    for address in ("rounds/7", "rounds/1/9"):
        assert played.open(played.table + address).status == 404
