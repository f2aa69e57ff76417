"""A photo that waits its turn: without JavaScript, by itself, to where it leads."""

from __future__ import annotations

import io
import re
import threading
from typing import Any

import pytest
from flask import Flask

from referee.engine.cards import parse_cards
from referee.reading import Seen, Unread
from referee.reading.locked import LockedRoom
from referee.vision import Reading, Sighting
from referee.web import readings
from tests.access.conftest import Door, Visitor, open_match, picture

QUAD = ((1.0, 2.0), (30.0, 2.0), (30.0, 90.0), (1.0, 90.0))


@pytest.fixture
def allowed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Photos are read once this is set, as the three nines; a photo that says "bad" as a broken one."""
    go = threading.Event()

    def read(_room: LockedRoom, photo: bytes) -> Seen | Unread:
        assert go.wait(60)
        seen = tuple(Sighting(card, 0.99, QUAD, 0, n) for n, card in enumerate(parse_cards("9s 9d 9c")))
        return Unread("broken") if photo == b"bad" else Seen(Reading(400, 300, 5, seen), picture())

    monkeypatch.setattr(LockedRoom, "read", read)
    monkeypatch.setattr(readings, "PATIENCE", 0.0)
    app.config["READINGS_AT_ONCE"] = 1
    yield go
    go.set()
    readings.stop(app)


def send(visitor: Visitor, address: str, photo: bytes, **fields: str) -> str:
    """Send a form with a photo; returns where it leads."""
    answer = visitor.browser.post(address, data={**fields, "photo": (io.BytesIO(photo), "f.jpg")})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def finish(app: Flask, address: str) -> None:
    with app.app_context():
        readings.line().wait(address.rsplit("/", 1)[1], 60)


def test_it_works(app: Flask, door: Door, allowed: threading.Event) -> None:
    owner = door.visitor("owner")
    first = send(owner, f"/m/{door.key}/laydown/1", b"good")
    second = send(owner, f"/m/{door.key}/close", b"good", target="hand-1", out="0", **{"hand-2": "10+5"})
    assert "/photos/waiting/" in first
    page = owner.browser.get(second, headers={"Accept-Language": "es"})
    assert page.status_code == 200
    assert "Falta leer 1 foto antes de esta" in page.text
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh" content="2">\s*</noscript>', page.text)
    assert owner.browser.get(second, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    allowed.set()
    for address in (first, second):
        finish(app, address)
    there = owner.browser.get(first)
    assert there.status_code == 303
    assert "/photos/2?purpose=laydown" in there.headers["Location"]
    assert owner.browser.get(there.headers["Location"]).status_code == 200
    assert "hand-2=10%2B5" in owner.browser.get(second).headers["Location"]
    assert owner.browser.get(second).headers["Location"] == owner.browser.get(second).headers["Location"]


def test_a_photo_that_gave_nothing_leads_back_to_its_form(app: Flask, door: Door, allowed: threading.Event) -> None:
    owner = door.visitor("owner")
    address = send(owner, f"/m/{door.key}/close", b"bad", target="hand-1", **{"hand-2": "<b>33", "step": "close"})
    allowed.set()
    finish(app, address)
    page = owner.browser.get(address)
    assert page.status_code == 422
    assert 'name="hand-2" value="&lt;b&gt;33"' in page.text
    assert f'action="/m/{door.key}/close"' in page.text
    assert 'value="close"' not in page.text, "pressing the way back must not close the round"


def test_a_question_about_a_photo_waits_too(app: Flask, door: Door, allowed: threading.Event) -> None:
    nobody = door.visitor("none")
    address = send(nobody, "/ask/chile/meld/photo", b"good")
    assert nobody.browser.get(address).status_code == 200
    allowed.set()
    finish(app, address)
    assert nobody.browser.get(address).headers["Location"].startswith("/ask/chile/meld?")


def test_a_ticket_opens_nothing_in_another_match(app: Flask, door: Door, allowed: threading.Event) -> None:
    ticket = send(door.visitor("owner"), f"/m/{door.key}/laydown/1", b"good").rsplit("/", 1)[1]
    _, other = open_match(app, ("Ana", "Beto"))
    assert app.test_client().get(f"/m/{other}/photos/waiting/{ticket}").status_code == 404
    assert app.test_client().get(f"/ask/chile/meld/photo/{ticket}").status_code == 404


def test_who_waits_keeps_no_thread_from_others(app: Flask, door: Door, allowed: threading.Event) -> None:
    app.config["LIMIT_PHOTOS"] = "2/minute"
    owner = door.visitor("owner")
    send(owner, f"/m/{door.key}/laydown/1", b"good")
    send(owner, f"/m/{door.key}/laydown/1", b"good")
    third = owner.browser.post(f"/m/{door.key}/laydown/1", data={"photo": (io.BytesIO(b"good"), "f.jpg")})
    assert third.status_code == 429
    assert owner.ask("GET", f"/m/{door.key}/")[0] == 200
