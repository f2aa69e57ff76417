"""Who may open what, and what every page tells the browser."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.store import look_key_of
from tests.web.conftest import Person

SAMPLE = {"ask": "laydown", "number": 1, "player": 1, "photo": 1, "filename": "css/base.css", "system": "chile"}


def match_addresses(app: Flask, key: str) -> list[tuple[str, str]]:
    """Every address of a match, by method, from the application's own map."""
    found = []
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/m/<key>"):
            values = {name: SAMPLE.get(name, 1) for name in rule.arguments if name != "key"} | {"key": key}
            address = adapter.build(rule.endpoint, values)
            found += [(method, address) for method in (rule.methods or ()) if method in ("GET", "POST")]
    return found


def test_it_works(app: Flask, person: Person, another: Person) -> None:
    key = person.start().table.split("/")[2]
    look = f"/m/{look_key_of(key)}/"
    another.open(look)
    assert another.status == 200
    assert "Este enlace es para mirar" in another.text
    assert "Cerrar la ronda" not in another.text


def test_without_a_key_nothing_opens(app: Flask, person: Person) -> None:
    person.start()
    app.config["LIMIT_TRIES"] = ""
    for key in ("A" * 22, "x", "..", "%00"):
        for method, address in match_addresses(app, key):
            assert person.client.open(address, method=method).status_code in (400, 404), (method, address)


def test_a_look_key_writes_nothing(app: Flask, person: Person) -> None:
    key = look_key_of(person.start().table.split("/")[2])
    app.config["WTF_CSRF_ENABLED"] = False
    for method, address in match_addresses(app, key):
        if method == "POST":
            assert person.client.post(address).status_code == 403, address


def test_pages_for_writing_are_closed_to_a_look_key(app: Flask, person: Person) -> None:
    key = look_key_of(person.start().table.split("/")[2])
    for page in ("laydown", "laydown/1", "close", "undo", "finish", "rounds/1/1"):
        assert person.open(f"/m/{key}/{page}").status == 403, page
        assert "Con este enlace solo se mira" in person.text


@pytest.mark.parametrize("address", ["/", "/new", "/settings", "/nothing", "/static/css/base.css"])
def test_headers(person: Person, address: str) -> None:
    person.open(address)
    assert person.response is not None
    headers = person.response.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_match_pages_are_not_kept_by_the_browser(person: Person) -> None:
    person.start()
    assert person.response is not None
    assert person.response.headers["Cache-Control"] == "no-store"


def test_cookies_stay_at_home(person: Person) -> None:
    person.start()
    for name in ("referee", "mesas"):
        cookie = person.client.get_cookie(name)
        assert cookie is not None
        assert cookie.http_only
        assert cookie.same_site == "Lax"


def test_no_page_has_inline_script_or_style(person: Person) -> None:
    table = person.start().table
    for address in ("/", "/new", "/settings", table, f"{table}close", f"{table}laydown/1", f"{table}history"):
        person.open(address)
        assert " style=" not in person.page, address
        assert "<style" not in person.page, address
        assert " onclick" not in person.page, address
        assert "<script>" not in person.page, address


def test_the_version_costs_nothing_when_nothing_happened(person: Person) -> None:
    table = person.start().table
    tag = person.open(f"{table}version").response.headers["ETag"]  # type: ignore[union-attr]
    again = person.client.get(f"{table}version", headers={"If-None-Match": tag})
    assert again.status_code == 304
    person.close(0, p1="25", p2="30")
    assert person.client.get(f"{table}version", headers={"If-None-Match": tag}).status_code == 200


def test_a_page_for_what_is_not_there(person: Person) -> None:
    person.open("/nothing")
    assert person.status == 404
    assert "Aquí no hay nada" in person.text
