"""One whole game of RatoLibre: nine rounds, three players, hands tapped, typed and from a photo.

Points by table `a` (2–9 their number, 10 J Q K 10, ace 20, joker 30), added up by hand:

    round   Inés  Ñato  María José
      1       0    57     33         K K 7 JK = 57; 10+15+8 = 33
      2      20     0     45         A = 20; corrected from 25: the 20 of another ace was forgotten
      3      12    30      0         7 5 = 12; JK = 30
      4       0     5      9
      5      40     0     10         A A = 40
      6      10    12      0         the 10 by photo
      7       0    25     13
      8      30     0     20
      9      18     1+0    0
    total   130   130    130
"""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from referee import vision
from referee.engine.cards import parse_cards
from referee.vision import Reading, Sighting
from tests.web.journeys.conftest import Phone

INES, NATO, MARIA = 0, 1, 2
NAMES = ("Inés", "Ñato", "María José")


@pytest.fixture
def seen_ten(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A photo in which the eye sees one card and is unsure of it. What the eye can do is tested in tests/vision."""
    quad = ((200.0, 150.0), (260.0, 150.0), (260.0, 250.0), (200.0, 250.0))
    guesses = tuple((card, 0.4) for card in parse_cards("10s 9s"))
    sighting = Sighting(None, 0.4, quad, 0, 0, guesses)
    monkeypatch.setattr(vision, "read_cards", lambda _photo: Reading(640, 480, 80, (sighting,)))
    return cv2.imencode(".jpg", np.full((480, 640, 3), 80, np.uint8))[1].tobytes()


def test_nine_rounds_with_a_correction_a_photo_and_a_tie(phone: Phone, seen_ten: bytes) -> None:
    page = phone.page
    table = phone.start(*NAMES)
    assert "Ronda 1 de 9 · 6 cartas para bajarse" in page.inner_text("header")
    assert "reparte Inés" in page.inner_text("main")

    # Round 1: Inés lays down by keys, and the ruling is read.
    phone.press("Se bajó…")
    phone.press("Inés")
    for suit in "sdh":
        page.check(f"[name=suit][value={suit}]", force=True)
        page.click("[data-key='9']")
    page.check("[name=target][value=meld-1]")
    page.fill("[name=meld-1]", "Kt Kp comodín")
    phone.press("Ver las cartas")
    assert (
        page.get_by_role("img", name="nueve de picas").or_(page.get_by_role("img", name="9 de picas")).count() == 1
    )
    phone.press("¿Se puede? Juzgar")
    page.wait_for_url(re.compile(r"/rulings/\d+$"))
    assert page.inner_text("h1") == "Se puede"
    phone.press("Entendido")
    assert "se bajó" in page.inner_text(".seats")
    phone.press("Cerrar la ronda")
    page.check(f"[name=out][value='{INES}']")
    page.check(f"[name=target][value=hand-{NATO}]")
    for key in ("K", "K", "7", "JK"):
        page.click(f"[data-key='{key}']")
    page.fill(f"[name=hand-{MARIA}]", "10+15+8")
    assert page.inner_text(f"[data-sum=hand-{NATO}]") == "57"
    assert page.inner_text(f"[data-sum=hand-{MARIA}]") == "33"
    phone.press("Cerrar la ronda")
    page.wait_for_url(table)
    assert phone.totals() == {"Inés": "0", "Ñato": "57", "María José": "33"}
    assert "reparte Ñato" in page.inner_text("main")

    # Round 2 is entered wrongly, and put right later.
    phone.close_round(NATO, {INES: "A", MARIA: "25"})
    phone.close_round(MARIA, {INES: "7 5", NATO: "JK"})
    assert phone.totals() == {"Inés": "32", "María José": "58", "Ñato": "87"}
    phone.open(f"{table}rounds/2")
    page.locator(f"#p{MARIA}").get_by_role("link", name="Corregir").click()
    page.fill("[name=value]", "25+20")
    page.fill("[name=note]", "faltaba un as")
    phone.press("Guardar la corrección")
    assert "25 → 45" in page.inner_text(f"#p{MARIA}")
    assert "faltaba un as" in page.inner_text(f"#p{MARIA}")
    phone.open(table)
    assert phone.totals() == {"Inés": "32", "María José": "78", "Ñato": "87"}

    phone.close_round(INES, {NATO: "5", MARIA: "9"})
    phone.close_round(NATO, {INES: "A A", MARIA: "10"})

    # Round 6: Inés's hand by photo, the unsure card said by a tap.
    phone.press("Cerrar la ronda")
    page.check(f"[name=out][value='{MARIA}']")
    page.fill(f"[name=hand-{NATO}]", "=12")
    page.check(f"[name=target][value=hand-{INES}]")
    page.set_input_files("[name=photo]", {"name": "mano.jpg", "mimeType": "image/jpeg", "buffer": seen_ten})
    page.wait_for_url(re.compile(r"/photos/\d+\?"))
    assert "1 por confirmar" in page.inner_text("header")
    page.locator("main .list a.card").first.click()
    phone.press("Usar estas cartas")
    assert page.input_value(f"[name=hand-{NATO}]") == "=12"
    assert page.inner_text(f"[data-sum=hand-{INES}]") == "10"
    phone.press("Cerrar la ronda")
    page.wait_for_url(table)

    phone.close_round(INES, {NATO: "25", MARIA: "13"})
    phone.close_round(NATO, {INES: "JK", MARIA: "A"})
    assert "Ronda 9 de 9" in page.inner_text("header")

    # Round 9: one point is questioned, and kept because the table says so.
    phone.press("Cerrar la ronda")
    page.check(f"[name=out][value='{MARIA}']")
    page.fill(f"[name=hand-{INES}]", "18")
    page.fill(f"[name=hand-{NATO}]", "1")
    phone.press("Cerrar la ronda")
    page.get_by_text("Ñato: ninguna mano suma 1 puntos").wait_for()
    phone.press("Sí, cerrar igual")
    page.wait_for_url(table)
    assert phone.totals() == {"Inés": "130", "Ñato": "130", "María José": "130"}
    assert phone.places() == {"Inés": "1", "Ñato": "1", "María José": "1"}

    phone.press("Terminar la partida")
    phone.press("Terminar la partida")
    assert "Empataron Inés, Ñato, María José" in page.inner_text("h1")
    phone.press("Historial")
    assert "130" in page.inner_text(".grid tfoot")
    phone.open(table)
    phone.press("Revancha")
    page.wait_for_url("**/m/*/")
    assert page.url != table
    assert "Ronda 1 de 9" in page.inner_text("header")
    assert phone.totals() == {"Inés": "0", "Ñato": "0", "María José": "0"}
    phone.open()
    assert page.locator(".list > li").count() == 2


def test_two_rounds_without_javascript(plain_phone: Phone) -> None:
    phone, page = plain_phone, plain_phone.page
    table = phone.start(*NAMES)
    phone.press("Se bajó…")
    phone.press("Inés")
    for suit in "sdh":
        page.check(f"[name=suit][value={suit}]", force=True)
        page.click("[data-key='9']")
    page.check("[name=target][value=meld-1]")
    page.fill("[name=meld-1]", "Kt Kp comodín")
    phone.press("Ver las cartas")
    phone.press("¿Se puede? Juzgar")
    assert page.inner_text("h1") == "Se puede"
    phone.press("Entendido")

    phone.press("Cerrar la ronda")
    page.check(f"[name=out][value='{INES}']")
    page.check(f"[name=target][value=hand-{NATO}]")
    for key in ("K", "K", "7", "JK"):
        page.click(f"[data-key='{key}']")
    page.fill(f"[name=hand-{MARIA}]", "10+15+8")
    phone.press("Cerrar la ronda")
    page.wait_for_url(table)
    assert phone.totals() == {"Inés": "0", "Ñato": "57", "María José": "33"}

    phone.close_round(NATO, {INES: "A", MARIA: "25"})
    assert phone.totals() == {"Inés": "20", "Ñato": "57", "María José": "58"}
    assert "Ronda 3 de 9" in page.inner_text("header")
    assert "2 escalas" in page.inner_text("h1")


def test_the_table_follows_what_another_phone_writes(phone: Phone, plain_phone: Phone) -> None:
    table = phone.start("Ana", "Beto")
    plain_phone.open(table)
    plain_phone.close_round(0, {1: "25"})
    phone.page.get_by_text("25", exact=True).wait_for()
    assert "Ronda 2 de 9" in phone.page.inner_text("header")


def test_back_and_forth_doubles_nothing(phone: Phone) -> None:
    table = phone.start("Ana", "Beto")
    phone.close_round(0, {1: "25"})
    phone.page.go_back()
    with phone.page.expect_navigation():
        phone.press("Cerrar la ronda")
    phone.open(table)
    assert phone.totals() == {"Ana": "0", "Beto": "25"}


def test_a_number_that_could_be_a_card_is_settled(phone: Phone) -> None:
    page = phone.page
    phone.open("/new")
    for place, name in enumerate(("Ana", "Beto")):
        page.fill(f"[name=names-{place}]", name)
    phone.press("Seguir")
    page.check("[name=scoring][value=b]")
    phone.press("Empezar")
    phone.press("Cerrar la ronda")
    page.check("[name=out][value='0']")
    page.fill("[name=hand-1]", "9")
    phone.press("Cerrar la ronda")
    phone.press("9 puntos")
    assert page.input_value("[name=hand-1]") == "=9"
    phone.press("Cerrar la ronda")
    phone.press("Sí, cerrar igual")
    page.wait_for_url("**/m/*/")
    assert phone.totals() == {"Ana": "0", "Beto": "9"}
