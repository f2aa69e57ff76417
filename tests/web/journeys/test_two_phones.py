"""Two phones at one table: one writes, the other sees; both write, and nobody's value is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.journeys.conftest import Phone

SOON = 3_000
"""Milliseconds until another phone's entry must be seen."""


@pytest.fixture
def friend(phone_browser: Browser, address: str) -> Iterator[Phone]:
    """Another phone, in a browser of its own."""
    friend = Phone(phone_browser, address)
    yield friend
    friend.context.close()
    assert not [said for said in friend.complaints if "404" not in said]


def invite(phone: Phone, friend: Phone, player: str) -> None:
    """The friend scans the code to write, and sits down as this player."""
    table = phone.page.url
    phone.open(f"{table}share?link=write")
    there = phone.page.locator("figcaption a").get_attribute("href")
    assert there
    friend.open(re.sub(r"^http://[^/]+", friend.address, there))
    friend.press(player)
    friend.page.wait_for_url("**/m/*/")
    phone.open(table)


SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((seen) => { for (const each of seen.getEntries()) window.shifted += each.value; })
    .observe({ type: "layout-shift", buffered: true });
"""


def test_one_writes_and_the_other_sees(phone: Phone, friend: Phone) -> None:
    friend.page.add_init_script(SHIFTS)
    phone.start("Inés", "Ñato", "María José")
    invite(phone, friend, "María José")
    friend.press("Mi mano")
    for key in ("K", "K", "7", "JK"):
        friend.page.locator(f'[data-key="{key}"]').tap()
    friend.press("Anotar mi mano")
    friend.page.wait_for_url("**/m/*/")
    phone.close_round(0, {1: "25"})
    expect(friend.page.locator(".kicker")).to_contain_text("Ronda 2", timeout=SOON)
    assert friend.totals() == phone.totals()
    assert friend.totals()["María José"] == "57"
    assert friend.page.evaluate("window.shifted") == 0


def test_both_close_the_same_round_and_nobodys_value_is_lost(phone: Phone, friend: Phone) -> None:
    table = phone.start("Inés", "Ñato", "María José")
    invite(phone, friend, "Ñato")
    friend.press("Cerrar la ronda")
    friend.page.check("[name=out][value='0']")
    friend.page.fill("[name=hand-1]", "25")
    phone.close_round(0, {1: "25", 2: "40"})
    # The friend's page has heard of it, and leaves him alone while he types.
    with friend.page.expect_response(lambda answer: answer.url.endswith("/version") and answer.status == 304):
        pass
    expect(friend.page.locator("[name=hand-1]")).to_have_value("25")
    expect(friend.page.locator(".kicker")).to_contain_text("ronda 1")
    friend.page.fill("[name=hand-2]", "33")
    friend.press("Cerrar la ronda")
    expect(friend.page.get_by_text("Anotado: 40")).to_be_visible()
    friend.page.get_by_text("Tuyo: 33").click()
    friend.press("Guardar lo elegido")
    friend.page.wait_for_url("**/m/*/")
    expect(phone.page.locator(".seat", has_text="María José").locator(".total")).to_contain_text("33", timeout=SOON)
    assert phone.page.url == table
    assert phone.totals() == friend.totals()


def test_a_link_taken_back_closes_the_page_of_who_held_it(phone: Phone, friend: Phone) -> None:
    table = phone.start("Inés", "Ñato")
    invite(phone, friend, "Ñato")
    phone.open(f"{table}share?link=write")
    phone.press("Quitar este enlace y hacer otro")
    expect(friend.page.locator(".seat")).to_have_count(0, timeout=SOON)
    assert "Ñato" not in friend.page.inner_text("main")
