"""Every page looked through: by axe, by the browser's own policy, and for what hangs over the edge of 320 pixels.

The budget is night in Spanish and day in English; `AXE=all` in the environment adds
every theme, language and contrast.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser

from tests.databases import Databases
from tests.screens.browser import Phone, Served, open_night
from tests.screens.pages import SCREENS, Screen

AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
FOUND: Final = "axe.run({resultTypes: ['violations']}).then((done) => done.violations)"
OVER: Final = """() => [...document.querySelectorAll('body *')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1)
        && !one.closest('.scroll, .tabs, .hush, .skip, svg');
}).map((one) => one.outerHTML.slice(0, 160))"""
LOOKS: Final = (
    [
        {"theme": theme, "lang": lang, "contrast": contrast, "suits": suits}
        for theme, lang, (contrast, suits) in product(
            ("night", "day"), ("es", "es-AR", "en"), (("auto", "two"), ("more", "four"))
        )
    ]
    if os.environ.get("AXE") == "all"
    else [{"theme": "night", "lang": "es"}, {"theme": "day", "lang": "en"}]
)

# What a page looks like does not come from the database.
pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)


@pytest.fixture(scope="module")
def served(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("night")
    with databases.instance(folder), open_night(folder) as served:
        yield served


@pytest.fixture(scope="module")
def walker(phone_browser: Browser, served: Served) -> Iterator[Phone]:
    phone = Phone(phone_browser, served)
    yield phone
    phone.context.close()


def test_every_page_has_a_screen(served: Served) -> None:
    assert served.unseen == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_nothing_to_complain_about(walker: Phone, screen: Screen) -> None:
    for look in LOOKS:
        page = walker.open(screen, **look)
        page.evaluate(AXE)
        found = page.evaluate(FOUND)
        assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == [], look
        assert walker.complaints == [], look
    page.set_viewport_size({"width": 320, "height": 640})
    over = page.evaluate(OVER)
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": 390, "height": 844})
    assert over == []
    assert wide <= 320
