"""The table page."""

from __future__ import annotations

from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    person.start()
    assert person.status == 200
    assert "Ronda 1 de 9 · 6 cartas para bajarse" in person.text
    assert "2 tríos" in person.text
    assert "reparte Inés" in person.text
    assert "sale Ñato" in person.text
    person.close(0, p1="25", p2="K K 7 JK")
    assert "Ronda 2 de 9" in person.text
    assert "57" in person.text
