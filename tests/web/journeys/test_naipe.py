"""A whole game with the Chilean pack: each player at his own contract, over when one has laid down all twelve.

Beto never lays down; what he holds each time is 12e (10) and HU (20): 30, twelve times, 360.
"""

from __future__ import annotations

from tests.web.journeys.conftest import Phone

LAYDOWNS = (
    ("1e 1t 1m", "5e 5t 5c", "9e 9m 9c"),
    ("1e 2e 3e 4e 5e 6e 7e 8e 9e",),
    ("1e 1t 1m", "5e 5t 5c", "9e 9m 9c", "12e 12t HU"),
    ("1e 2e 3e 4e 5e", "6t 7t 8t 9t 10t"),
    ("1e 2e 3e 4e 5e 6e 7e 8e 9e 10e",),
    ("1e 1t 1m", "5e 5t 5c", "9e 9t 9m 9c", "12e 12t 12m 12c"),
    ("1e 2e 3e 4e", "1t 2t 3t 4t", "1m 2m 3m 4m"),
    ("9e 9t 9m 9c", "12e 12t 12m 12c"),
    ("1e 1t 1m", "3e 3t 3c", "5e 5t 5c", "9e 9m 9c", "12e 12t 12m"),
    ("1e 2e 3e 4e 5e 6e 7e 8e 9e 10e 11e 12e",),
    ("1e 2e 3e 4e 5e 6e 7e 8e", "9e 9t 9m 9c"),
    ("1e 1t 1m 1c", "9e 9t 9m 9c", "12e 12t 12m 12c"),
)


def test_twelve_contracts(phone: Phone) -> None:
    page = phone.page
    table = phone.start("Ana María", "Beto Ñuñoa", system="naipe52")
    assert "Cada uno en su mano" in page.inner_text("header")
    for number, melds in enumerate(LAYDOWNS, 1):
        assert f"mano {number} de 12" in page.inner_text(".seats")
        phone.press("Se bajó…")
        page.locator("main a").first.click()
        for place, meld in enumerate(melds):
            page.fill(f"[name=meld-{place}]", meld)
        phone.press("Ver las cartas")
        phone.press("¿Se puede? Juzgar")
        assert page.inner_text("h1") == "Se puede", page.inner_text("main")
        phone.press("Cerrar la ronda")
        assert page.is_checked("[name=out][value='0']")
        page.fill("[name=hand-1]", "12e HU")
        phone.press("Cerrar la ronda")
        page.wait_for_url(table)
    assert phone.totals() == {"Ana María": "0", "Beto Ñuñoa": "360"}
    phone.press("Terminar la partida")
    phone.press("Terminar la partida")
    assert "Ganó Ana María" in page.inner_text("h1")
