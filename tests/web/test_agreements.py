"""The agreements of a match: read, printed on a sheet, changed with a reason."""

from __future__ import annotations

import re

from referee.store import look_key_of
from tests.web.conftest import Person

ACE = '"around"'


def changed(person: Person, reason: str = "así se juega en la playa", **switches: str) -> Person:
    """A match with a rule changed in mid-game."""
    table = person.start().table
    person.open(f"{table}agreement/change")
    person.send("rules", step="review", reason=reason, **({"s__ace": ACE} | switches))
    return person.send("save", step="save")


def test_it_works(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement")
    assert "Acuerdos de la mesa" in person.text
    assert "Inés, Ñato, María José" in person.text
    assert "1. 2 tríos (12)" in person.text
    assert "sin reglas propias" in person.text
    changed(person)
    assert person.at.endswith("/agreement")
    assert "Lo que acordó esta mesa" in person.text
    assert "así se juega en la playa: El as en la escala: a la vuelta" in person.text.replace("el as", "El as")


def test_the_rules_of_the_match_are_read_whole(person: Person) -> None:
    changed(person)
    person.open(f"{person.table}rules")
    assert "a la vuelta" in person.text
    assert 'id="code-run-ace"' in person.page
    assert "lo acordó esta mesa" in person.text


def test_the_change_is_in_the_history_and_can_be_undone(person: Person) -> None:
    changed(person)
    table = person.table
    assert "así se juega en la playa" in person.open(f"{table}history/log").text
    deed = re.findall(r'name="deed" value="(\d+)"', person.open(f"{table}undo").page)[0]
    person.send("undo", deed=deed)
    assert "sin reglas propias" in person.open(f"{table}agreement").text


def test_only_what_was_touched_is_written(person: Person) -> None:
    changed(person)
    sheet = person.open(f"{person.table}agreement").page
    assert re.findall(r'id="switch-([a-z-]+)"', sheet)[0] == "ace"
    assert sheet.count(">mesa<") == 1


# ---- what must not happen ---------------------------------------------------------------------


def test_no_change_without_a_reason(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement/change").send("rules", step="review", reason="  ", s__ace=ACE)
    assert "Escribe por qué se cambia" in person.text
    person.send("rules", step="save", reason="", s__ace=ACE)
    assert "sin reglas propias" in person.open(f"{table}agreement").text


def test_nothing_changed_is_said(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement/change").send("rules", step="review", reason="porque sí", s__ace='"both"')
    assert "No cambiaste ninguna regla" in person.text


def test_what_cannot_be_played_is_said_at_its_field(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement/change")
    person.send("rules", step="review", reason="menos cartas", s__ace=ACE, dealt="7")
    fault = person.page.split('id="f-dealt"')[0].split('id="f-rounds"')[-1] + person.page.split('id="f-dealt"')[1]
    assert 'class="wrong"' in fault
    assert 'id="rules"' in person.page
    assert 'value="menos cartas"' in person.page


def test_a_value_that_is_none_is_refused(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement/change")
    for ace in ('"sideways"', "[" * 5000, "{}", "<b>wrong", ""):
        person.send("rules", step="review", reason="x", s__ace=ace)
        assert person.status == 200
        assert "Elige uno de los valores" in person.text
        assert "<b>wrong" not in person.page


def test_the_reason_is_escaped(person: Person) -> None:
    changed(person, reason="<script>alert(1)</script>")
    assert "<script>alert" not in person.page
    assert "&lt;script&gt;alert(1)" in person.page


def test_a_look_key_reads_and_does_not_change(person: Person, another: Person) -> None:
    table = person.start().table
    key = table.split("/")[2]
    look = table.replace(key, look_key_of(key))
    another.open(f"{look}agreement")
    assert another.status == 200
    assert "Cambiar una regla" not in another.text
    assert another.open(f"{look}agreement/change").status == 403


def test_who_comes_second_is_shown_both(person: Person, another: Person) -> None:
    table = person.start().table
    person.open(f"{table}agreement/change").send("rules", step="review", reason="uno", s__ace=ACE)
    another.open(f"{table}agreement/change").send("rules", step="review", reason="dos", s__ace='"low"')
    person.send("save", step="save")
    another.send("save", step="save")
    assert another.status == 409


def test_a_reason_cannot_turn_what_stands_beside_it(person: Person) -> None:
    changed(person, reason="\u202eporque sí\u2066")
    for page in ("agreement", "history/log"):
        seen = person.open(f"{person.table}{page}").text
        assert "porque sí" in seen
        assert not set(seen) & set("\u202e\u2066")
