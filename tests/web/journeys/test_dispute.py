"""A quarrel in mid-round: asked by keys, judged, read; then by photo; then under house rules of one's own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee import vision
from referee.engine.cards import parse_cards
from referee.vision import Reading, Sighting
from tests.web.journeys.conftest import Phone

QUAD = ((200.0, 150.0), (260.0, 150.0), (260.0, 250.0), (200.0, 250.0))


@pytest.fixture
def photo(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A photo in which the eye sees Q K A 2 of clubs. What the eye can do is tested in tests/vision."""
    seen = tuple(Sighting(card, 0.99, QUAD, 0, at) for at, card in enumerate(parse_cards("Qc Kc Ac 2c")))
    monkeypatch.setattr(vision, "read_cards", lambda _photo: Reading(640, 480, 80, seen))
    return cv2.imencode(".jpg", np.full((480, 640, 3), 80, np.uint8))[1].tobytes()


def test_by_keys(phone: Phone) -> None:
    page = phone.page
    table = phone.start("Inés", "Ñato")
    phone.press("¿Se puede?")
    page.get_by_role("link", name="¿Se puede bajar?").click()
    page.check("[name=player][value='1']")
    for suit in "sdh":
        page.check(f"[name=suit][value={suit}]", force=True)
        page.click("[data-key='9']")
    page.check("[name=target][value=meld-1]")
    page.fill("[name=meld-1]", "4c 4p 5d")
    assert page.locator("[data-shows=meld-0] .card").count() == 3
    phone.press("Ver las cartas")
    assert page.locator(".card").count() == 6
    phone.press("Juzgar")
    page.wait_for_url("**/rulings/*")
    assert "No se puede" in page.inner_text("h1")
    assert page.locator(".card.fault").count() == 1
    page.get_by_role("link", name="Ver la regla").click()
    assert page.locator(".rule:target").inner_text().startswith("Números distintos")
    phone.open(table)
    assert "se bajó" not in page.inner_text("main")


def test_by_photo_and_by_rules_of_ones_own(phone: Phone, photo: bytes) -> None:
    page = phone.page
    phone.open("/house-rules?on=ratolibre")
    page.fill("[name=name]", "Los de la playa")
    page.select_option("[name=s-ace]", label="a la vuelta: del rey al as y al 2")
    phone.press("Revisar")
    assert "Una regla distinta" in page.inner_text("main")
    phone.press("Guardar y jugar")
    page.fill("[name=names-0]", "Inés")
    page.fill("[name=names-1]", "Ñato")
    phone.press("Seguir")
    phone.press("Empezar")
    phone.press("¿Se puede?")
    page.get_by_role("link", name="¿Vale este juego?").click()
    page.set_input_files("[name=photo]", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.wait_for_url("**photo_id=*")
    assert page.locator("[data-shows=cards] .card").count() == 4
    phone.press("Ver las cartas")
    phone.press("Juzgar")
    page.wait_for_url("**/rulings/*")
    assert "Se puede" in page.inner_text("h1")
    assert "RatoLibre El as no va" not in page.inner_text("main")
    assert page.locator(".houses .tag.no").count() == 6
    assert page.get_by_role("link", name="Ver la foto").count() == 1
