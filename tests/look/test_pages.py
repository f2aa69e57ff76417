"""The guide in a real browser: fit for screen readers, nothing cut off, everything large enough to hit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser, Page

from tests.look.guide import ORIGIN, PAGES, answer_from_tree, render

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TARGETS = (
    ".btn, .key, .icon, .suit, .input, .tabs a, .chips label, .check, .grid a, .list a, summary, a.seat-link, "
    "select, input[type=file]"
)
LOOKS = (
    {"theme": "night", "lang": "es"},
    {"theme": "day", "lang": "en"},
    {"theme": "day", "contrast": "more", "suits": "four"},
)


def open_page(page: Page, name: str, **look: Any) -> list[str]:
    """Open a page of the guide; returns what the browser complains about, the missing service worker aside."""
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    answer_from_tree(page, {"/": render(name, **look)})
    page.goto(ORIGIN + "/")
    page.wait_for_load_state("networkidle")
    return [text for text in complaints if "fetching the script" not in text and "404" not in text]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    yield page
    page.close()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look.values()))
@pytest.mark.parametrize("name", PAGES)
def test_no_axe_violation_and_nothing_the_policy_forbids(phone: Page, name: str, look: dict[str, str]) -> None:
    assert open_page(phone, name, **look) == []
    phone.evaluate(AXE)
    found = phone.evaluate("axe.run().then(done => done.violations)")
    assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "text"), [(320, 16), (320, 32)])
def test_nothing_hangs_over_the_edge(chromium: Browser, name: str, width: int, text: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 700}, is_mobile=True, has_touch=True)
    open_page(page, name)
    page.evaluate("size => { document.documentElement.style.fontSize = size + 'px' }", text)
    over = page.evaluate("""() => [...document.querySelectorAll('body *')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.right > innerWidth + 1 && !one.closest('.scroll, .tabs, .hush, svg');
    }).map((one) => one.outerHTML.slice(0, 120))""")
    assert over == []
    page.close()


@pytest.mark.parametrize("name", PAGES)
def test_targets_are_48_pixels(phone: Page, name: str) -> None:
    open_page(phone, name)
    small = phone.evaluate(
        """(targets) => [...document.querySelectorAll(targets)].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.height < 47.5 || box.width < 47.5);
    }).map((one) => one.outerHTML.slice(0, 120))""",
        TARGETS,
    )
    assert small == []


def test_the_numbers_of_a_column_stand_under_each_other(phone: Page) -> None:
    open_page(phone, "table")
    figures = "all => all.map(one => getComputedStyle(one).fontVariantNumeric)"
    assert set(phone.locator(".seat .total").evaluate_all(figures)) == {"tabular-nums"}


def test_a_blank_is_pending_and_never_nought(phone: Page) -> None:
    open_page(phone, "counting")
    assert [re.sub(r"\s+", " ", text).strip() for text in phone.locator(".seat .total").all_inner_texts()] == [
        "0", "70", "pendiente", "pendiente"]  # fmt: skip


def test_reduced_motion_moves_nothing(chromium: Browser) -> None:
    page = chromium.new_page(reduced_motion="reduce")
    open_page(page, "controls")
    assert page.evaluate("""() => [...document.querySelectorAll('*')].every((one) => {
        const style = getComputedStyle(one);
        return style.transitionDuration === '0s' && style.animationName === 'none';
    })""")
    page.close()


def test_the_printed_sheet_is_black_on_white(phone: Page) -> None:
    open_page(phone, "table")
    phone.emulate_media(media="print")
    assert phone.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not phone.locator("nav.actions").is_visible()
    assert phone.locator(".seat .total").first.is_visible()
