"""A match with something behind every address, and browsers with every kind of key to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.reading.answer import Unread, write
from referee.rulebook import load_system
from referee.web import create_app
from referee.web.rulesets import save_rules
from referee.web.tls import authority_file
from tests.databases import close

PASSWORD: Final = "contraseña del café"
TOKEN: Final = "token-of-the-metrics"
OURS: Final = ("Zoraida", "Ñancúpil", "María José")
THEIRS: Final = ("Ana", "Beto")

WHO: Final = ("none", "look", "guest", "other", "revoked", "owner", "host", "token")
"""No key; the look key; the guests' key; another match's write key; the guests' key taken back; the write key
of who opened the match; no key, but the host's password; no key, but the metrics' token."""


@pytest.fixture
def app(instance: Path) -> Iterator[Flask]:
    limits = {"LIMIT_TRIES": "", "LIMIT_PHOTOS": "", "LIMIT_MATCHES": "", "LIMIT_PASSWORDS": ""}
    # A hash that takes no time to check.
    settings = {
        "HOST_PASSWORD_HASH": generate_password_hash(PASSWORD, "pbkdf2:sha256:1"),
        "METRICS_TOKEN": TOKEN,
        **limits,
    }
    app = create_app(instance, {"TESTING": True, "WTF_CSRF_ENABLED": False, **settings})
    authority = authority_file(instance)
    authority.parent.mkdir(exist_ok=True)
    authority.write_text("a certificate")
    yield app
    close(app)


def picture() -> bytes:
    return cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))[1].tobytes()


def open_match(app: Flask, names: tuple[str, ...]) -> tuple[int, str]:
    """A match in its second round: a hand counted, a ruling, a photo. Its number, and its first write key."""
    picture = np.full((60, 80, 3), 90, np.uint8)
    with app.app_context():
        opening = {"players": list(names), "rules": pin(load_system("ratolibre")), "dealer": 0}
        opened = store.open_match(Draft(Kind.OPENED, opening), by=names[0])
        assert isinstance(opened, tuple)
        match, key = opened
        question = {"ask": "meld", "system": "ratolibre", "cards": "9s 9d 9c"}
        ruling = {"question": question, "code": "ok", "fingerprint": "x", "legal": True, "round": 1}
        deed = [
            Draft(Kind.RULED, ruling),
            Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 25}),
            Draft(Kind.WENT_OUT, {"round": 1, "player": 0}),
            Draft(Kind.ROUND_CLOSED, {"round": 1}),
        ]
        assert isinstance(store.append(match, deed, 1, by=names[0]), store.Written)
        for whose in (match, None):
            leave_reading(app, whose)
        store.keep_photo(match, picture, {"width": 80, "height": 60, "cards": []})
        return match, key


SAVED: Final = "los-de-nunoa"
"""Rules that a table of this instance has saved."""


def keep_rules() -> None:
    """Save rules, where they are not saved yet. Needs an application context."""
    with suppress(FileExistsError):
        save_rules({"extends": "ratolibre", "id": SAVED, "names": {"es": "Los de Ñuñoa"}, "ace": "around"})


def leave_reading(app: Flask, match: int | None) -> None:
    """An answer that waits for who sent the photo, under the match's own ticket."""
    folder = Path(app.instance_path) / "readings"
    folder.mkdir(exist_ok=True)
    about = {"match": match, "fields": [], "then": {"purpose": "laydown", "player": 1}}
    (folder / f"1-{ticket_of(match)}.about").write_text(json.dumps(about))
    (folder / f"1-{ticket_of(match)}.answer").write_bytes(write(Unread("broken")))


def ticket_of(match: int | None) -> str:
    return f"ticket-{match or 0:015d}"


SAMPLE: Final[dict[str, Any]] = {
    "number": 1, "player": 1, "photo": 1, "filename": "css/base.css", "system": "chile", "ask": "meld",
    "ticket": ticket_of(None),
}  # fmt: skip
"""What stands in an address for each of its parts; `number` is a ruling's on the pages of rulings."""


KEYS: Final = frozenset({"key", "write_key", "who", "other"})
"""Parts of an address that are a key of the match, or of a person in it."""


@dataclass
class Visitor:
    """Somebody at the door: the key in his address, and his browser."""

    who: str
    key: str
    match: int
    browser: FlaskClient
    headers: dict[str, str]

    def address(self, endpoint: str, arguments: set[str], **told: str) -> str:
        """The address of a page, under this visitor's key."""
        values = {name: SAMPLE[name] for name in arguments if name not in KEYS} | told
        if endpoint == "rulings.show":
            values["number"] = 2
        if "ticket" in arguments and "key" in arguments:
            values["ticket"] = ticket_of(self.match)
        for name in KEYS & arguments:
            values.setdefault(name, self.key)
        return self.browser.application.url_map.bind("localhost").build(endpoint, values)

    def ask(self, method: str, address: str, sent: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text; what is sent goes into the address of a GET, into the form of a POST."""
        if method == "GET" and sent:
            address = f"{address}?{urlencode(sent)}"
        where: dict[str, Any] = {"data": sent} if method == "POST" else {}
        answer = self.browser.open(address, method=method, headers=self.headers, **where)
        text = answer.get_data().decode(errors="replace")
        answer.close()
        return answer.status_code, text


@dataclass
class Door:
    """A fresh match, and who comes to it."""

    app: Flask
    match: int
    key: str
    theirs: int = 0
    """The other match, once somebody has come from there."""

    def visitor(self, who: str) -> Visitor:
        browser = self.app.test_client()
        headers = {"Authorization": f"Bearer {TOKEN}"} if who == "token" else {}
        if who == "host":
            browser.post("/host", data={"password": PASSWORD})
        key = self._key(who)
        if who in ("look", "guest", "other", "revoked", "owner"):
            browser.set_cookie("mesas", key)
        return Visitor(who, key, self.theirs if who == "other" else self.match, browser, headers)

    def _key(self, who: str) -> str:
        with self.app.app_context():
            if who == "owner":
                return self.key
            if who == "look":
                return store.look_key_of(self.key)
            if who in ("guest", "revoked"):
                guest = store.guest_key(self.match, self.key)
                assert guest is not None
                if who == "revoked":
                    store.renew_guest_key(self.match, self.key, guest.turn)
                return guest.key
        if who == "other":
            self.theirs, key = open_match(self.app, THEIRS)
            return key
        return "A" * 22


@pytest.fixture
def door(app: Flask) -> Door:
    return Door(app, *open_match(app, OURS))
