"""Photos: refused with a sentence, or read and confirmed card by card."""

from __future__ import annotations

import io
from typing import Any

import cv2
import numpy as np
import pytest

from referee.engine.cards import Card, parse_cards
from referee.vision import Fault, Hint, PhotoError, Reading, Sighting
from tests.web.conftest import Person


def picture(width: int = 800, height: int = 600) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def seen(card: Card | None, meld: int, place: int, *guesses: str) -> Sighting:
    x, y = 40.0 + 60 * place, 40.0 + 200 * meld
    quad = ((x, y), (x + 30, y), (x + 30, y + 60), (x, y + 60))
    named = tuple((parse_cards(text)[0], 0.4) for text in guesses)
    return Sighting(card, 0.9 if card else 0.3, quad, meld, place, named)


NINES = (*(seen(c, 0, n) for n, c in enumerate(parse_cards("9s 9d"))), seen(None, 0, 2, "9h", "8h"))
KINGS = tuple(seen(c, 1, n) for n, c in enumerate(parse_cards("Kc Ks JK")))
TWO_SETS = Reading(800, 600, 100, (*NINES, *KINGS))


def send_photo(person: Person, form: str, data: bytes, **changes: str) -> Person:
    fields = {**person.fields(form), **{k.replace("__", "-"): v for k, v in changes.items()}}
    response = person.client.post(
        person.at, data={**fields, "photo": (io.BytesIO(data), "foto.jpg")}, follow_redirects=True,
        content_type="multipart/form-data", headers={"Accept-Language": person.lang},
    )  # fmt: skip
    return person._took(response)


def test_it_works(person: Person, eye: Any) -> None:
    eye(TWO_SETS)
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", picture())
    assert "¿Están bien?" in person.text
    assert "6 cartas · 1 por confirmar" in person.text
    assert "¿Cuál es esta?" in person.text
    assert 'name="step" value="judge"' not in person.page
    guesses = person.page.split("¿Cuál es esta?")[1]
    change = guesses.split('<a class="card')[1].split('href="')[1].split('"')[0].replace("&amp;", "&")
    assert "c2=9h" in change
    person.open(change)
    person.send("use", step="judge")
    assert "/rulings/" in person.at
    assert "Se puede" in person.text
    assert "Ver la foto" in person.text
    image = person.open(f"{table}photos/1.jpg")
    assert image.response is not None
    assert image.response.headers["Content-Type"] == "image/jpeg"


def test_a_card_can_be_changed_taken_out_added_and_moved(person: Person, eye: Any) -> None:
    eye(TWO_SETS)
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", picture())
    page = f"{table}photos/1?purpose=laydown&player=1"
    person.open(f"{page}&c2=-&c0=10h&g5=0&x1=Kd")
    fields = person.fields("use")
    assert fields["meld-0"] == "10♥ 9♦ JK"
    assert fields["meld-1"] == "K♣ K♠ K♦"
    person.open(f"{page}&edit=2")
    assert "¿Qué carta es?" in person.text
    person.open(f"{page}&edit=2&suit=h&press=9")
    assert "c2=9h" in (person.response.request.query_string.decode() if person.response else "")
    person.open(f"{page}&edit=x0&press=JK")
    assert "x0=JK" in (person.response.request.query_string.decode() if person.response else "")


def test_an_open_card_never_reaches_the_engine(person: Person, eye: Any) -> None:
    eye(TWO_SETS)
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", picture())
    assert not [name for name in person.fields("use") if name.startswith("meld-")]
    person.send("use", step="judge")
    assert "Toca o escribe las cartas" in person.text


def test_a_hand_by_photo_keeps_what_was_typed(person: Person, eye: Any) -> None:
    eye(Reading(800, 600, 90, tuple(seen(c, 0, n) for n, c in enumerate(parse_cards("Ks 7h JK")))))
    table = person.start().table
    send_photo(person.open(f"{table}close"), "close", picture(), target="hand-1", out="0", hand__2="10+5")
    person.send("use", step="take")
    fields = person.fields("close")
    assert (fields["hand-1"], fields["hand-2"], fields["out"]) == ("K♠ 7♥ JK,", "10+5", "0")
    person.send("close", step="close")
    assert "Ronda 2 de 9" in person.text
    assert "47" in person.text
    assert "Ver la foto" in person.open(f"{table}rounds/1").text


def test_what_the_camera_wrote_is_gone_and_the_picture_stands_upright(person: Person, eye: Any) -> None:
    eye(TWO_SETS)
    tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tiff + b"Valparaiso 33S 71W"
    lying = picture(600, 400)
    data = lying[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + lying[2:]
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", data)
    kept = person.client.get(f"{table}photos/1.jpg").get_data()
    assert b"Valparaiso" in data
    assert b"Valparaiso" not in kept
    assert cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR).shape[:2] == (600, 400)


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_its_sentence_and_nothing_is_kept(person: Person, eye: Any, fault: Fault) -> None:
    eye(PhotoError(fault))
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", b"not a photo", meld__0="9p 9d")
    assert person.status == 422
    assert 'role="alert"' in person.page
    assert person.fields("melds")["meld-0"] == "9p 9d"
    assert person.open(f"{table}photos/1.jpg").status == 404


@pytest.mark.parametrize("hint", [*Hint])
def test_a_photo_without_cards(person: Person, eye: Any, hint: Hint) -> None:
    eye(Reading(800, 600, 50, (), (hint, Hint.NO_CARDS)))
    table = person.start().table
    send_photo(person.open(f"{table}close"), "close", picture(), target="hand-1", hand__2="33")
    assert person.status == 422
    assert person.fields("close")["hand-2"] == "33"
    assert person.open(f"{table}photos/1.jpg").status == 404


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff\xe0" + b"0" * 50, b"\x89PNG\r\n\x1a\n"])
def test_files_that_are_no_photos_by_the_real_eye(person: Person, data: bytes) -> None:
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", data)
    assert person.status == 422


def test_another_matchs_photo_is_not_there(person: Person, another: Person, eye: Any) -> None:
    eye(TWO_SETS)
    send_photo(person.open(f"{person.start().table}laydown/1"), "melds", picture())
    other = another.start("Ana", "Beto").table
    assert another.open(f"{other}photos/1.jpg").status == 404
    assert another.open(f"{other}photos/1?purpose=laydown&player=1").status == 404


def test_an_address_by_hand_does_no_harm(person: Person, eye: Any) -> None:
    eye(TWO_SETS)
    table = person.start().table
    send_photo(person.open(f"{table}laydown/1"), "melds", picture())
    page = f"{table}photos/1?purpose=laydown&player=1"
    for odd in ("c0=<b>", "g0=99", "g0=-5", "x9=9s", "x0=zz", "edit=77", "edit=x99", "edit=x", "edit=%00", "c0="):
        assert person.open(f"{page}&{odd}").status == 200, odd
        assert "<b>&" not in person.page
    for odd in ("purpose=other&player=1", "purpose=hand&player=9", "purpose=hand&player=x"):
        assert person.open(f"{table}photos/1?{odd}").status == 404
