"""Out of reach and back, over https and over the plain http of a home network; never on localhost."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from playwright.sync_api import Browser, Playwright, expect

from referee.web.secure_server import SecureServer
from referee.web.tls import server_certificate
from tests.serving import serving
from tests.web.journeys.conftest import CHROMIUM, FLAGS, Phone

HOST = "mesa.test"


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder whose certificate the browser of these tests trusts."""
    folder = tmp_path_factory.mktemp("trusted")
    server_certificate(folder, [])
    return folder


@pytest.fixture(scope="module")
def home_browser(playwright: Playwright, trusted: Path) -> Iterator[Browser]:
    """A browser that finds the house under a name, as in a home network."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no Chromium at {CHROMIUM}")
    chain = x509.load_pem_x509_certificate(server_certificate(trusted, []).chain.read_bytes())
    public = chain.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pin = base64.b64encode(hashlib.sha256(public).digest()).decode()
    flags = [
        *FLAGS,
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={pin}",
    ]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()


@pytest.fixture
def secure_phone(home_browser: Browser, house: Flask, trusted: Path) -> Iterator[Phone]:
    server = SecureServer(house, "127.0.0.1", 0, server_certificate(trusted, []))
    thread = threading.Thread(target=server.run)
    thread.start()
    phone = Phone(home_browser, f"https://{HOST}:{server.port}")
    yield phone
    phone.context.close()
    server.stop()
    thread.join()
    assert not [said for said in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


@pytest.fixture
def http_phone(home_browser: Browser, house: Flask) -> Iterator[Phone]:
    with serving(house) as port:
        phone = Phone(home_browser, f"http://{HOST}:{port}")
        yield phone
        phone.context.close()
    assert not [said for said in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in said]


def sit(phone: Phone, player: str) -> str:
    """Start a match and sit down; the address of the table."""
    table = phone.start("Inés", "Ñato", "María José")
    phone.open(f"{table}seat")
    phone.press(player)
    phone.page.wait_for_url("**/m/*/")
    return table


def count_offline(phone: Phone) -> None:
    """Two cards tapped, then out of reach, then the hand is finished and written down."""
    page = phone.page
    phone.press("Mi mano")
    page.locator('[data-key="K"]').tap()
    page.locator('[data-key="K"]').tap()
    phone.context.set_offline(True)
    page.locator('[data-key="JK"]').tap()
    phone.press("Anotar mi mano")
    expect(page.locator("[data-waiting]")).to_contain_text("Manos por enviar: 1")
    expect(page.locator("[data-waits]")).to_be_visible()
    expect(page.locator("[data-live=there]")).to_contain_text("pendiente")


DEAF = "addEventListener('online', (event) => event.stopImmediatePropagation())"


@pytest.mark.parametrize("told", [True, False])
def test_offline_in_mid_hand_and_back(secure_phone: Phone, told: bool) -> None:
    """Also on a phone that is not told that it is online again."""
    phone, page = secure_phone, secure_phone.page
    if not told:
        page.add_init_script(DEAF)
    table = sit(phone, "Ñato")
    assert page.evaluate("isSecureContext && navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    count_offline(phone)
    # The house itself opens, and shows no score: there is none that could be the current one.
    page.goto(table)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sin conexión")
    assert page.locator(".seat, .total").count() == 0
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"
    expect(page.locator("[data-waiting]")).to_contain_text("Manos por enviar: 1")
    phone.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    page.goto(f"{table}history/log")
    assert page.get_by_text("Ñato, ronda 1").count() == 1
    page.goto(f"{table}hand")
    expect(page.locator("[data-live=there]")).to_contain_text("50")


def test_over_plain_http_the_rest_works(http_phone: Phone) -> None:
    phone, page = http_phone, http_phone.page
    table = sit(phone, "Ñato")
    assert page.evaluate("isSecureContext") is False
    page.goto(table)
    phone.press("Mi mano")
    page.locator('[data-key="A"]').tap()
    page.reload()
    expect(page.locator("[name=hand]")).to_have_value("A")
    page.fill("[name=hand]", "")
    page.goto(table)
    count_offline(phone)
    phone.context.set_offline(False)
    page.wait_for_url("**/m/*/")
    page.goto(f"{table}hand")
    expect(page.locator("[data-live=there]")).to_contain_text("50")


def test_over_plain_http_what_is_missing_is_said_once(http_phone: Phone) -> None:
    phone, page = http_phone, http_phone.page
    table = phone.start("Inés", "Ñato")
    expect(page.locator("[data-insecure]")).to_be_visible()
    page.locator("[data-insecure] a").click()
    expect(page.locator("main")).to_contain_text("referee serve --tls")
    page.goto(table)
    expect(page.locator(".seats")).to_be_visible()
    expect(page.locator("[data-insecure]")).to_be_hidden()


def test_a_hand_that_is_refused_later_is_shown_to_its_person(http_phone: Phone, house: Flask) -> None:
    """Somebody else wrote the same hand meanwhile: both values are seen, and none is sent again."""
    phone, page = http_phone, http_phone.page
    table = sit(phone, "Ñato")
    count_offline(phone)
    key = table.split("/")[4]
    other = house.test_client()
    form = {"seen": "1", "form_id": "of-another-phone", "hand": "=40", "old": ""}
    house.config["WTF_CSRF_ENABLED"] = False
    assert other.post(f"/m/{key}/hand/1/1", data=form).status_code == 303
    house.config["WTF_CSRF_ENABLED"] = True
    phone.context.set_offline(False)
    page.locator("[data-waiting] a").click()
    expect(page.locator("[data-live=there]")).to_contain_text("40")
    expect(page.locator("[name=hand]")).to_have_value("K K JK")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    phone.press("Corregir lo anotado")
    page.wait_for_url("**/m/*/")
    page.goto(f"{table}hand")
    expect(page.locator("[data-live=there]")).to_contain_text("50")
