"""A real server and a real browser: Debian's Chromium at the size of a phone, with touch.

Without Chromium these journeys are left out, saying so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from referee.web import create_app
from tests.databases import close
from tests.serving import serving

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def phone_browser(playwright: Playwright) -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no Chromium at {CHROMIUM}: apt-get install chromium, or set CHROMIUM to its path")
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def house(instance: Path) -> Iterator[Flask]:
    app = create_app(instance)
    yield app
    close(app)


@pytest.fixture
def address(house: Flask) -> Iterator[str]:
    """Where the house answers, on the loopback."""
    with serving(house) as port:
        yield f"http://127.0.0.1:{port}"


class Phone:
    """A phone in somebody's hand; keeps what its console complained about."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        settings = {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "locale": "es-CL",
        }
        self.context: BrowserContext = browser.new_context(**{**settings, **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(40_000)
        self.address = address
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "409" not in text and "422" not in text:
            self.complaints.append(text)

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address + path if path.startswith("/") else path)
        return self.page

    def press(self, name: str) -> None:
        """Tap the button or link that says exactly this."""
        found = self.page.get_by_role("button", name=name, exact=True).or_(
            self.page.get_by_role("link", name=name, exact=True)
        )
        found.first.click()

    def start(self, *names: str, system: str = "ratolibre", dealer: str | None = None) -> str:
        """Start a match; the address of its table."""
        self.open()
        self.press("Empezar una partida")
        for place, name in enumerate(names):
            self.page.fill(f"[name=names-{place}]", name)
        self.page.check(f"[name=system][value={system}]")
        self.press("Seguir")
        if dealer is not None:
            self.page.check(f"[name=dealer][value='{dealer}']")
        self.press("Empezar")
        self.page.wait_for_url("**/m/*/")
        return self.page.url

    def close_round(self, out: int, hands: dict[int, str]) -> None:
        """Close the open round, hands typed."""
        self.press("Cerrar la ronda")
        self.page.check(f"[name=out][value='{out}']")
        for player, hand in hands.items():
            self.page.fill(f"[name=hand-{player}]", hand)
        self.press("Cerrar la ronda")
        self.page.wait_for_url("**/m/*/")

    def totals(self) -> dict[str, str]:
        """By name, the total as it stands on the page."""
        return {
            seat.locator(".name").inner_text(): seat.locator(".total").inner_text().split("\n")[0].strip()
            for seat in self.page.locator(".seats > .seat").all()
        }

    def places(self) -> dict[str, str]:
        return {
            seat.locator(".name").inner_text(): seat.locator(".place").inner_text().removeprefix("Lugar").strip()
            for seat in self.page.locator(".seats > .seat").all()
        }


@pytest.fixture
def phone(phone_browser: Browser, address: str) -> Iterator[Phone]:
    phone = Phone(phone_browser, address)
    yield phone
    phone.context.close()
    assert not phone.complaints


@pytest.fixture
def plain_phone(phone_browser: Browser, address: str) -> Iterator[Phone]:
    """A phone with JavaScript off."""
    phone = Phone(phone_browser, address, java_script_enabled=False)
    yield phone
    phone.context.close()
    assert not phone.complaints
