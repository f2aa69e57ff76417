"""A player's own seat on his own phone, and his own hand."""

from __future__ import annotations

from typing import Any

import pytest

from referee.vision import Reading
from tests.web.conftest import Person
from tests.web.test_photos import KINGS, picture, send_photo
from tests.web.test_sharing import link


@pytest.fixture
def guest(person: Person, another: Person) -> Person:
    """Somebody who came by the write link and sits down as María José; `person` opened the match."""
    person.start()
    another.open(link(person, "write"))
    person.open(person.table)
    return another.send("seat", player="2")


def test_it_works(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    assert "Mi mano" in guest.text
    guest.send("hand", hand="K K 7 JK")
    person.open(f"{person.table}history/log")
    assert "57" in person.text
    assert "María José" in person.text
    person.close(0, p1="25")
    assert "Ronda 2 de 9" in person.text
    assert "57" in person.text


def test_the_history_says_who_wrote_it(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand").send("hand", hand="=33")
    person.open(f"{person.table}history/log")
    assert "· María José" in person.text


def test_i_went_out(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand").send("hand", step="out")
    assert "se fue" in guest.text
    guest.open(f"{guest.table}hand")
    assert "Me fui" not in guest.text
    person.close(2, p0="10", p1="25")
    assert "Ronda 2 de 9" in person.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "Un blanco no es un 0"), ("9x", "9x"), ("1", "ninguna mano suma 1"), ("K <script>", "&lt;script&gt;")],
)
def test_what_is_odd_is_asked_and_nothing_is_written(person: Person, guest: Person, typed: str, said: str) -> None:
    guest.open(f"{guest.table}hand").send("hand", hand=typed)
    assert said in guest.text or said in guest.page
    assert "<script>" not in guest.page.partition("</head>")[2]
    assert guest.fields("hand")["hand"] == typed
    guest.open(f"{guest.table}hand")
    assert "Anotado pendiente" in guest.text


def test_what_is_odd_is_written_once_it_was_confirmed(guest: Person) -> None:
    guest.open(f"{guest.table}hand").send("hand", hand="1").send("hand")
    assert guest.at == guest.table
    guest.open(f"{guest.table}hand")
    assert "Anotado 1 " in guest.text


def test_a_number_that_could_be_a_card_is_asked(person: Person, another: Person) -> None:
    another.open(link(person.start(scoring="b"), "write")).send("seat", player="1")
    another.open(f"{another.table}hand").send("hand", hand="7")
    assert "¿Son puntos o una carta?" in another.text
    another.send("hand", settle="card").send("hand")
    assert another.at == another.table


def test_a_photo_of_his_own_hand(guest: Person, eye: Any) -> None:
    eye(Reading(800, 600, 100, KINGS))
    send_photo(guest.open(f"{guest.table}hand"), "hand", picture())
    assert "¿Están bien?" in guest.text
    guest.send("use", step="take")
    assert guest.at == f"{guest.table}hand/1/2"
    guest.send("hand")
    assert guest.at == guest.table
    guest.open(f"{guest.table}rounds/1")
    assert "50" in guest.text
    guest.open(f"{guest.table}history/1/2")
    assert "/photos/1" in guest.page


def test_a_photo_that_cannot_be_read_is_said(guest: Person) -> None:
    send_photo(guest.open(f"{guest.table}hand"), "hand", b"not a photo", hand="K K")
    assert guest.status == 200
    assert 'class="flash error"' in guest.page
    assert guest.fields("hand")["hand"] == "K K"


def test_keys_work_without_a_script(guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    for key in ("K", "JK", "7", "back"):
        guest.send("hand", press=key)
    assert guest.fields("hand")["hand"] == "K JK"


def test_nobody_writes_over_anothers_value(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    person.close(0, p1="25", p2="40")
    guest.send("hand", hand="33")
    assert guest.status == 409
    assert "40" in guest.text
    assert "33" in guest.text
    person.open(person.table)
    assert "40" in person.text
    assert "33" not in person.text


def test_who_sees_the_other_value_may_correct_it(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    person.close(0, p1="25", p2="40")
    guest.send("hand", hand="33")
    guest.open(f"{guest.table}hand/1/2")
    assert "Anotado 40" in guest.text
    assert "Corregir lo anotado" in guest.text
    guest.send("hand", hand="33")
    assert "33" in guest.text
    person.open(f"{person.table}history/log")
    assert "María José, ronda 1: 40 → 33" in person.text


def test_a_hand_sent_twice_is_written_once(person: Person, guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    page = guest.page
    guest.send("hand", hand="33")
    guest.page = page
    guest.send("hand", hand="33")
    assert (guest.status, guest.at) == (200, guest.table)
    person.open(f"{person.table}history/log")
    assert person.text.count("María José, ronda 1: 33 ") == 1


def test_a_hand_that_waited_is_refused_where_it_asks_something(guest: Person) -> None:
    guest.open(f"{guest.table}hand")
    fields = guest.fields("hand")
    queued = {"X-Queued": "1"}
    odd = guest.client.post(guest.at, data=fields | {"hand": "1"}, headers=queued)
    assert odd.status_code == 422
    sound = guest.client.post(guest.at, data=fields | {"hand": "K K"}, headers=queued)
    assert sound.status_code == 303
    again = guest.client.post(guest.at, data=fields | {"hand": "K K"}, headers=queued)
    assert again.status_code == 303


def test_a_seat_is_of_one_match(person: Person, guest: Person) -> None:
    table = guest.table
    guest.start("Ana", "Beto")
    assert guest.table != table
    assert "tú" not in guest.text.split()
    guest.open(table)
    assert "tú" in guest.text.split()


def test_a_seat_can_be_left(guest: Person) -> None:
    guest.open(f"{guest.table}seat").send("seat", player="")
    assert "Mi mano" not in guest.text


@pytest.mark.parametrize("seat", ["7", "-1", "x", "²", "9" * 3000])
def test_a_made_up_seat_is_none(guest: Person, seat: str) -> None:
    guest.client.set_cookie("seat", seat, path=guest.table)
    guest.open(guest.table)
    assert guest.status == 200
    assert "Mi mano" not in guest.text


@pytest.mark.parametrize("place", ["9/0", "1/9", "0/0", "1/-1"])
def test_a_hand_that_is_not_there(guest: Person, place: str) -> None:
    assert guest.open(f"{guest.table}hand/{place}").status == 404


def test_without_a_seat_the_hand_asks_for_one(person: Person) -> None:
    person.start().open(f"{person.table}hand")
    assert "¿Quién eres?" in person.text
