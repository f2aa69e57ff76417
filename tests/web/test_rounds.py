"""Rounds: who deals, one skipped, one added, points apart."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.engine.match import Kind
from referee.rulebook import load_system
from referee.store import look_key_of
from referee.web.rounds import agreed_points
from tests.web.conftest import Person
from tests.web.matches import House


def test_it_works(person: Person) -> None:
    table = person.start().table
    person.close(1, p0="25", p2="30")
    person.open(f"{table}round")
    assert "Las rondas" in person.text
    assert "se fue Ñato" in person.text
    assert "Ronda 2" in person.text
    assert "reparte Ñato · sale María José" in person.text
    assert "2 escalas" in person.text.lower()


def test_the_dealer_is_set(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/dealer").send("dealer", dealer="2")
    assert "reparte María José · sale Inés" in person.open(table).text
    person.open(f"{table}round/dealer").send("dealer", dealer="2", starter="1")
    assert "reparte María José · sale Ñato" in person.open(table).text
    person.close(0, p1="25", p2="30")
    assert "reparte Inés" in person.text


def test_a_dealer_who_is_not_there(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/dealer").send("dealer", dealer="9")
    assert "reparte Inés" in person.open(table).text


def test_a_round_is_skipped(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/skip").send("skip", note="es tarde")
    assert "se saltó" in person.text
    person.open(table)
    assert "Ronda 1 de 8" in person.text
    assert "reparte Inés" in person.text
    person.open(f"{table}undo").send("undo", deed="2")
    assert "Ronda 1 de 9" in person.open(table).text


def test_a_round_in_which_something_is_written_is_skipped_with_a_warning(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}close").send("close", step="save", hand__1="25")
    assert "dejará de contar" in person.open(f"{table}round/skip").text


def test_a_round_that_was_closed_meanwhile_is_not_skipped(person: Person, another: Person) -> None:
    table = person.start().table
    another.open(f"{table}round/skip")
    person.close(0, p1="25", p2="30")
    another.send("skip")
    assert another.status == 409
    assert "25" in person.open(table).text


def test_a_round_is_added(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/add").send("add", contract="set set", after="0")
    assert "Se agregó una ronda: 2 tríos" in person.open(f"{table}history/log").text
    assert "Ronda 1 de 10" in person.open(table).text
    person.close(0, p1="25", p2="30")
    assert re.search(r"Ronda 2 de 10.*2 tríos", person.open(table).text)


def test_a_round_in_short(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/add").send("add", short="1T E7")
    assert re.search(
        r"Se agregó una ronda: 1 trío y 1 escala de (7|siete)", person.open(f"{table}history/log").text
    )


@pytest.mark.parametrize("short", ["x", "12T", ""])
def test_a_contract_that_cannot_be(person: Person, short: str) -> None:
    table = person.start().table
    person.open(f"{table}round/add").send("add", short=short)
    assert 'class="wrong"' in person.page
    assert "Ronda 1 de 9" in person.open(table).text


def test_after_the_last_round_one_more_opens(person: Person) -> None:
    table = person.start("Ana", "Beto", system="ratolibre-corta").table
    for _ in range(4):
        person.close(0, p1="25")
    assert "Se jugaron todas las rondas" in person.text
    person.open(f"{table}round/add").send("add", contract="set set")
    assert "Ronda 5 de 5" in person.open(table).text


def test_points_apart(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25", p2="30")
    person.open(f"{table}round/points").send("points", player="1", round="1", points="10", note="cerró sin comodín")
    assert person.at == f"{table}round"
    assert "−10" in person.text
    person.open(f"{table}rounds/1")
    assert "−10 aparte" in person.text
    assert "25" in person.text
    assert re.search(r"Ñato .*? 15 −10 aparte Lugar 3", person.open(table).text)
    assert "aparte: −10 cerró sin comodín" in person.open(f"{table}history/log").text


def test_a_penalty_adds(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25", p2="30")
    person.open(f"{table}round/points").send(
        "points", player="1", round="1", way="on", points="10+5", note="miró el mazo"
    )
    assert re.search(r"Ñato .*? 40 15 aparte", person.open(table).text)


def test_points_that_lack_something(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/points").send("points", points="As", note="")
    for wrong in ("Di a quién", "Escribe los puntos", "Escribe por qué"):
        assert wrong in person.text
    assert "aparte" not in person.open(f"{table}history/log").text


def test_going_out_in_the_turn_of_laying_down_is_marked_at_the_closing(app: Flask, person: Person) -> None:
    house = House(app)
    key = house.open(("Inés", "Ñato"))
    assert "se marcan al cerrar" not in person.open(f"/m/{key}/round/points").text
    house.write(key, (Kind.RULE_AGREED, {"changes": {"bonus-going-out": -10}, "reason": "acuerdo"}))
    assert "Los −10 por irse" in person.open(f"/m/{key}/round/points").text
    person.open(f"/m/{key}/close")
    person.send("close", step="close", out="0", hand__1="25", same_turn="on")
    assert re.search(r"Inés .*? −10 −10 aparte", person.open(f"/m/{key}/").text)
    assert re.search(r"Inés Ronda 1 −10", person.open(f"/m/{key}/round").text)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("10", 10),
        ("10+15", 25),
        ("=7", 7),
        ("7", 7),
        ("-30", -30),
        ("−5", -5),
        ("", None),
        ("As", None),
        ("x", None),
    ],
)
def test_points_as_people_write_them(person: Person, text: str, points: int | None) -> None:
    with person.client.application.test_request_context():
        assert agreed_points(text, load_system("ratolibre")) == points


def test_each_at_his_own_contract_adds_no_round(person: Person) -> None:
    table = person.start("Ana", "Beto", system="naipe52").table
    assert "Agregar una" not in person.open(f"{table}round").text
    assert person.open(f"{table}round/add").status == 404


def test_sent_twice_it_is_one_entry(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}round/points")
    page, at = person.page, person.at
    for _ in range(2):
        person.page, person.at = page, at
        person.send("points", player="1", round="1", points="10", note="x")
        assert person.at == f"{table}round"
    assert person.open(f"{table}history/log").text.count("aparte: −10") == 1


def test_a_look_key_sees_the_rounds_and_changes_nothing(person: Person) -> None:
    key = look_key_of(person.start().table.split("/")[2])
    person.open(f"/m/{key}/round")
    assert person.status == 200
    assert "Quién reparte" not in person.text
    for page in ("round/dealer", "round/skip", "round/add", "round/points", "people/0", "people/join", "melds/0"):
        assert person.open(f"/m/{key}/{page}").status == 403, page
