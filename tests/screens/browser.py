"""The night, served on loopback, and Chromium at the size of a phone to open it in.

Owns how a screen is opened: look, language, width, text size; and what the console
complained about meanwhile. Start reading at `open_night`, then `Phone.open`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

from referee import store
from referee.web import create_app
from tests.databases import close
from tests.screens.night import HOST_PASSWORD, Night, prepare
from tests.screens.pages import Screen, unseen
from tests.serving import serving

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
UPRIGHT: Final = (390, 844)


@dataclass(frozen=True, slots=True)
class Served:
    """The night and where it answers; `unseen` names pages that have no screen."""

    night: Night
    address: str
    unseen: list[str]


@contextmanager
def open_night(folder: Path) -> Iterator[Served]:
    """Prepare the night in this empty instance folder and serve it on a free port."""
    app = create_app(folder, {"HOST_PASSWORD": HOST_PASSWORD})
    store.upgrade(app)
    night = prepare(app)
    try:
        with serving(app) as port:
            yield Served(night, f"http://127.0.0.1:{port}", unseen(app))
    finally:
        close(app)


class Phone:
    """One phone; every screen is opened with the host's own cookies, whatever was opened before."""

    def __init__(self, browser: Browser, served: Served, size: tuple[int, int] = UPRIGHT, scale: float = 1) -> None:
        hand = size[0] < 1000
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale, is_mobile=hand,
            has_touch=hand, locale="es-CL", reduced_motion="reduce", service_workers="block",
        )  # fmt: skip
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.served = served
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, kind: str, text: str) -> None:
        # The worker is kept out of the pictures, and a page of an error comes with its number.
        told = "Service Worker" in text or "status of 404" in text or "status of 409" in text
        if kind in ("error", "warning") and not told:
            self.complaints.append(text)

    def open(self, screen: Screen, **look: str) -> Page:
        """Open a screen with this look (`lang`, `theme`, `contrast`, `suits`) and do there what it asks for."""
        self.complaints.clear()
        self.context.clear_cookies()
        cookies: list[Any] = [
            {"name": name, "value": value, "url": self.served.address}
            for name, value in (*self.served.night.cookies, *look.items())
        ]
        self.context.add_cookies(cookies)
        self.page.goto(self.served.address + screen.at(self.served.night), wait_until="load")
        if screen.act is not None:
            screen.act(self.page)
        return self.page
