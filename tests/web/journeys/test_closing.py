"""Closing a round with reload and the back button at every step; a reset that is taken back; a card laid off."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.journeys.conftest import Phone


def _values(phone: Phone) -> dict[str, str]:
    return {field: phone.page.input_value(f"[name={field}]") for field in ("hand-1", "hand-2")}


def test_nothing_typed_is_lost_on_the_way(phone: Phone) -> None:
    page = phone.page
    table = phone.start("Ana", "Ñato", "José Luis")
    phone.press("Cerrar la ronda")
    page.check("[name=out][value='0']")
    page.fill("[name=hand-1]", "K K 7 JK")
    page.reload()
    expect(page.locator("[name=hand-1]")).to_have_value("K K 7 JK")
    assert page.is_checked("[name=out][value='0']")
    page.fill("[name=hand-2]", "10+15+8")
    page.go_back()
    page.wait_for_url(table)
    assert phone.totals() == {"Ana": "0", "Ñato": "0", "José Luis": "0"}
    phone.press("Cerrar la ronda")
    expect(page.locator("[name=hand-2]")).to_have_value("10+15+8")
    assert _values(phone) == {"hand-1": "K K 7 JK", "hand-2": "10+15+8"}
    phone.press("Cerrar la ronda")
    page.wait_for_url(table)
    assert phone.totals() == {"Ana": "0", "Ñato": "57", "José Luis": "33"}
    page.go_back()
    page.reload()
    phone.open(table)
    assert phone.totals() == {"Ana": "0", "Ñato": "57", "José Luis": "33"}
    assert "Ronda 2 de 9" in page.inner_text("header")


def test_a_reset_can_be_taken_back(phone: Phone) -> None:
    table = phone.start("Ana", "Beto")
    phone.close_round(0, {1: "25"})
    phone.close_round(1, {0: "40"})
    page = phone.page
    phone.open(f"{table}undo")
    page.locator(".deeds [name=deed]").last.click()
    phone.open(table)
    assert phone.totals() == {"Ana": "0", "Beto": "0"}
    assert "Ronda 1 de 9" in page.inner_text("header")
    phone.open(f"{table}undo")
    page.locator("[name=redo]").first.click()
    phone.open(table)
    assert phone.totals() == {"Ana": "40", "Beto": "25"}
    assert "Ronda 3 de 9" in page.inner_text("header")


def test_a_card_is_laid_off_on_the_table(phone: Phone) -> None:
    page = phone.page
    table = phone.start("Inés", "Ñato", system="loba")
    phone.press("Se bajó…")
    page.get_by_role("link", name="Inés").click()
    page.fill("[name=meld-0]", "9p 9d 9c")
    page.fill("[name=meld-1]", "4c 4p JK")
    phone.press("Ver las cartas")
    phone.press("¿Se puede? Juzgar")
    page.wait_for_url("**/rulings/*")
    phone.open(table)
    page.locator(".melds a").first.click()
    page.wait_for_url("**/melds/*")
    page.check("[name=who][value='0']", force=True)
    page.fill("[name=cards]", "9t")
    page.locator(".actions .main").click()
    page.wait_for_load_state()
    # Nothing was written since she went down, so whether it is the same turn is asked.
    page.check("[name=turn][value=earlier]", force=True)
    page.locator(".actions .main").click()
    page.wait_for_load_state()
    phone.open(table)
    assert page.locator(".melds").first.locator(".card").count() == 7
