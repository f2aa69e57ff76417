"""A match looked back at, taken away and taken in again elsewhere, on a phone with JavaScript off."""

from __future__ import annotations

from pathlib import Path

from tests.web.journeys.conftest import Phone


def test_away_and_back(plain_phone: Phone, tmp_path: Path) -> None:
    phone, page = plain_phone, plain_phone.page
    table = phone.start("Inés", "Ñato", system="ratolibre-corta", dealer="0")
    phone.close_round(0, {1: "K K 7 JK"})
    phone.close_round(1, {0: "12"})
    before = phone.totals()
    phone.open(f"{table}history")
    page.locator("td a", has_text="57").click()
    assert page.locator("main .card").count() == 4
    phone.press("Historial")
    phone.press("Gráfico")
    page.wait_for_load_state()
    assert page.locator("figure img").evaluate("image => image.naturalWidth") > 0
    phone.press("Todo")
    page.locator("button[aria-label^='Deshacer']").first.click()
    assert page.locator("s").count() == 3
    page.locator("button[aria-label^='Rehacer']").first.click()
    phone.open(f"{table}history")
    grid = page.inner_text("main table")
    page.locator("summary").click()
    page.get_by_role("link", name="Compartir y exportar").click()
    page.wait_for_load_state()
    assert page.locator(".final-picture").evaluate("image => image.naturalWidth") == 1080
    with page.expect_download() as saved:
        page.get_by_role("link", name="Partida completa").click()
    file = tmp_path / "match.json"
    saved.value.save_as(file)
    phone.open()
    phone.press("Traer una partida")
    page.set_input_files("[name=file]", file)
    phone.press("Traer la partida")
    page.wait_for_url("**/m/*/")
    assert page.url != table
    assert phone.totals() == before
    phone.open(f"{page.url}history")
    assert page.inner_text("main table") == grid
