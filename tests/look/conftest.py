"""A browser for the look: pytest-playwright's driver with Debian's Chromium; without it these tests say so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from tests.look.guide import CHROMIUM

BINARY = Path("/usr/bin/chromium")


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    if not BINARY.exists():
        pytest.skip("Debian's Chromium is not installed")
    browser = playwright.chromium.launch(executable_path=BINARY, args=CHROMIUM)
    yield browser
    browser.close()
