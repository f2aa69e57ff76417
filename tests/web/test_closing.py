"""Closing a round: all seats on one screen, blanks never 0, nothing doubled and nothing lost."""

from __future__ import annotations

import pytest

from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    table = person.start().table
    person.close(1, p0="K K 7 JK", p2="10+15+8")
    assert "Ronda 2 de 9" in person.text
    person.open(f"{table}rounds/1")
    assert "57" in person.text
    assert "33" in person.text
    assert "10+15+8" in person.text


def test_keys_without_javascript(person: Person) -> None:
    person.open(f"{person.start().table}close")
    for key in ("K", "K", "7", "JK", "back"):
        person.send("close", press=key, target="hand-0", out="1")
    fields = person.fields("close")
    assert fields["hand-0"] == "K K 7"
    assert fields["out"] == "1"
    assert ">27<" in person.page


def test_who_went_out_must_be_said(person: Person) -> None:
    person.open(f"{person.start().table}close").send("close", step="close", hand__1="5", hand__2="5")
    assert "Di quién se fue" in person.text


def test_nobody_went_out_and_all_count(person: Person) -> None:
    person.start().close("none", p0="5", p1="6", p2="7")
    assert "Ronda 2 de 9" in person.text
    assert "7" in person.text


def test_a_blank_is_asked_for_and_stays_pending(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25")
    assert "Quedan pendientes: María José" in person.text
    assert person.fields("close")["hand-1"] == "25"
    person.send("close", step="close")
    assert "Ronda 2 de 9" in person.text
    assert "con pendientes" in person.text
    assert "pendiente" in person.open(f"{table}rounds/1").text


def test_points_no_hand_could_have_are_questioned_not_refused(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="1", p2="25")
    assert "ninguna mano suma 1 puntos" in person.text
    person.send("close", step="close")
    assert "Ronda 2 de 9" in person.text
    assert "1" in person.open(f"{table}rounds/1").text


def test_what_is_confirmed_is_what_was_asked(person: Person) -> None:
    """A confirmation given for one odd value does not let another through."""
    person.start().close(0, p1="1", p2="25")
    person.send("close", step="close", hand__1="2000")
    assert "ninguna mano suma 2000 puntos" in person.text


@pytest.mark.parametrize("hand", ["9x", "K K <script>", "5+", "JK JK JK JK JK", "999999999", "x" * 500])
def test_what_cannot_be_read_is_said_and_kept(person: Person, hand: str) -> None:
    person.start().close(0, p1=hand, p2="25")
    assert person.status == 200
    assert 'class="wrong"' in person.page
    assert "<script>" not in person.page.split("</head>")[1]
    assert person.fields("close")["hand-2"] == "25"


def test_a_number_that_could_be_a_card_is_asked(person: Person) -> None:
    table = person.start(scoring="b").table
    person.close(0, p1="7", p2="25")
    assert "¿Son puntos o una carta?" in person.text
    person.send("close", settle="hand-1:card", out="0")
    person.send("close", step="close")
    assert "5" in person.open(f"{table}rounds/1").text
    assert "cinco" not in person.text


def test_saving_without_closing_lets_another_phone_go_on(person: Person, another: Person) -> None:
    table = person.start().table
    person.open(f"{table}close")
    another.open(f"{table}close")
    person.send("close", step="save", hand__1="25")
    another.send("close", step="save", hand__2="K K")
    assert another.status == 200
    person.open(f"{table}close")
    fields = person.fields("close")
    assert fields["hand-1"] == "=25"
    assert fields["hand-2"] == "K K"
    person.send("close", step="close", out="0")
    assert "Ronda 2 de 9" in person.text


def test_two_phones_with_another_value_each(person: Person, another: Person) -> None:
    table = person.start().table
    person.open(f"{table}close")
    another.open(f"{table}close")
    person.send("close", step="close", out="0", hand__1="25", hand__2="30")
    another.send("close", step="close", out="0", hand__1="40", hand__2="30")
    assert another.status == 409
    assert "25" in another.text or "Inés se fue" in another.text
    assert "40" in another.text
    person.open(table)
    assert "40" not in person.text.replace("40 de", "")
    assert "25" in person.text


def test_sent_twice_it_closes_one_round(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}close")
    page = person.page
    person.send("close", step="close", out="0", hand__1="25", hand__2="30")
    person.page, person.at = page, f"{table}close"
    person.send("close", step="close", out="0", hand__1="25", hand__2="30")
    assert person.status == 200
    assert "Ronda 2 de 9" in person.text
    person.page, person.at = page, f"{table}close"
    person.send("close", step="close", out="0", hand__1="26", hand__2="30")
    assert person.status == 409
    assert "con otro contenido" in person.text
    assert "26" in person.text


def test_a_bonus_for_going_out_at_once_is_not_asked_where_there_is_none(person: Person) -> None:
    assert "same_turn" not in person.open(f"{person.start().table}close").page


def test_the_offered_address_of_a_closed_match(person: Person) -> None:
    table = person.start().table
    for number in range(1, 10):
        person.close(number % 3, **{f"p{p}": "5" for p in range(3) if p != number % 3})
    assert person.open(f"{table}close").status == 404
