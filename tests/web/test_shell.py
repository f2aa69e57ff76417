"""The shell: service worker, manifest, the page offline, and what a phone is told about https."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest
from flask import Flask

from referee.web import create_app
from referee.web.app import house_folder
from referee.web.tls import server_certificate
from tests.web.conftest import Person

STATIC = house_folder("static")


def test_it_works(person: Person) -> None:
    answer = person.client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_manifest_makes_it_installable(person: Person) -> None:
    answer = person.client.get("/manifest.webmanifest", headers={"Accept-Language": "en"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.get_json(force=True)
    assert told["start_url"] == told["scope"] == "/"
    assert told["display"] == "standalone"
    assert told["lang"] == "en"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    assert "maskable" in {icon["purpose"] for icon in told["icons"]}
    for shortcut in told["shortcuts"]:
        assert person.open(shortcut["url"]).status == 200


def test_icons_have_the_size_they_say(person: Person) -> None:
    for icon in person.client.get("/manifest.webmanifest").get_json(force=True)["icons"]:
        answer = person.client.get(icon["src"])
        assert answer.headers["Content-Type"].partition(";")[0] == icon["type"]
        answer.close()
        if icon["type"] == "image/png":
            picture = cv2.imread(str(STATIC / "icons" / Path(icon["src"]).name))
            assert picture is not None
            assert icon["sizes"] == f"{picture.shape[1]}x{picture.shape[0]}"


def test_every_page_names_worker_and_manifest(person: Person) -> None:
    person.open("/")
    assert re.search(r'data-sw="/sw\.js\?v=[0-9a-f]{12}"', person.page)
    assert 'rel="manifest" href="/manifest.webmanifest"' in person.page


def test_the_worker_keeps_what_a_page_loads(person: Person) -> None:
    worker = (STATIC / "sw.js").read_text()
    kept = set(re.findall(r'"([a-z]+)"', worker.partition("FILES = [")[2].partition("];")[0]))
    person.start().open(f"{person.table}close")
    for kind, name in re.findall(r'"/static/(css|js)/(\w+)\.(?:css|js)"', person.page):
        assert name in kept or (kind, name) == ("css", "print")


def test_the_page_offline_knows_no_match(person: Person) -> None:
    table = person.start().close(0, p1="25", p2="40").table
    person.open("/offline")
    assert "Sin conexión" in person.text
    assert "data-keeps-drafts" in person.page
    assert "María José" not in person.page
    assert table not in person.page


def test_the_shell_changes_with_its_files(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    (static / "js").mkdir(parents=True)
    (static / "js" / "main.js").write_text("1")
    folders = {"static": static, "templates": house_folder("templates")}
    monkeypatch.setattr("referee.web.app.house_folder", folders.__getitem__)
    versions = []
    for text in ("1", "1", "2"):
        (static / "js" / "main.js").write_text(text)
        versions.append(create_app(tmp_path / "instance").jinja_env.globals["app_version"])
    assert versions[0] == versions[1] != versions[2]


def test_over_http_a_phone_is_told_what_is_missing_and_how_to_get_it(person: Person) -> None:
    person.open("/phone")
    assert "llega por http." in person.text
    assert "referee serve --tls" in person.text
    assert person.open("/carioca-ca.crt").status == 404
    person.open("/")
    assert re.search(r'data-insecure hidden>.*?href="/phone"', person.page, re.S)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_with_a_certificate_a_phone_is_told_how_to_trust_it(app: Flask, lang: str) -> None:
    files = server_certificate(Path(app.instance_path), ["192.168.1.5"])
    person = Person(app.test_client(), lang)
    person.open("/phone", base_url="https://192.168.1.5:8000/")
    assert "Android" in person.text
    assert "iPhone" in person.text
    answer = person.client.get("/carioca-ca.crt")
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert answer.get_data() in files.chain.read_bytes()
    assert b"PRIVATE" not in answer.get_data()
