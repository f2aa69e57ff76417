"""An instance of its own for every test, and a client that plays like a person without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import vision
from referee.reading.answer import answer, parse
from referee.reading.locked import LockedRoom
from referee.vision import PhotoError, Reading
from referee.web import create_app
from tests.databases import close

NAMES = ("Inés", "Ñato", "María José")


@pytest.fixture
def app(instance: Path) -> Iterator[Flask]:
    app = create_app(instance, {"TESTING": True})
    yield app
    close(app)


class Person:
    """A person with a browser: opens pages, fills the form on the page and sends it."""

    def __init__(self, client: FlaskClient, lang: str = "es") -> None:
        self.client = client
        self.lang = lang
        self.page = ""
        self.at = "/"
        self.response: TestResponse | None = None

    def _took(self, response: TestResponse) -> Person:
        self.response = response
        self.page = response.get_data().decode(errors="replace")
        self.at = response.request.path
        response.close()
        return self

    def open(self, address: str, **kwargs: Any) -> Person:
        return self._took(
            self.client.get(address, follow_redirects=True, headers={"Accept-Language": self.lang}, **kwargs)
        )

    def fields(self, form: str) -> dict[str, str]:
        """The fields of a form as they stand, hidden ones included."""
        found = re.search(rf'<form[^>]*id="{form}".*?</form>', self.page, re.S)
        assert found, f"no form {form} on {self.at}"
        values: dict[str, str] = {}
        for tag in re.findall(r"<input\b[^>]*>", found[0]):
            at = {name: unescape(text) for name, text in re.findall(r'([a-z-]+)="([^"]*)"', tag)}
            kind = at.get("type", "text")
            if kind in ("radio", "checkbox") and "checked" not in re.sub(r'"[^"]*"', "", tag):
                continue
            if "name" in at and kind not in ("file", "submit"):
                values[at["name"]] = at.get("value", "on" if kind == "checkbox" else "")
        return values

    def send(self, form: str, address: str | None = None, **changes: Any) -> Person:
        """Send a form with these changes; a key with `__` stands for a hyphen."""
        found = re.search(rf'<form[^>]*id="{form}"[^>]*>', self.page)
        assert found, f"no form {form} on {self.at}"
        action = re.search(r'action="([^"]*)"', found[0])
        data = self.fields(form) | {key.replace("__", "-"): value for key, value in changes.items()}
        return self._took(
            self.client.post(
                address or (unescape(action[1]) if action else self.at),
                data=data,
                follow_redirects=True,
                headers={"Accept-Language": self.lang},
            )
        )

    @property
    def text(self) -> str:
        """The page's words without tags."""
        return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", self.page)))

    @property
    def status(self) -> int:
        assert self.response is not None
        return self.response.status_code

    def start(self, *names: str, system: str = "ratolibre", **rules: str) -> Person:
        """Start a match and come to its table."""
        self.open("/new")
        written = {f"names__{place}": name for place, name in enumerate(names or NAMES)}
        while len(re.findall('name="names-', self.page)) < len(written):
            self.send("new", press="more", system=system, **written)
        self.send("new", system=system, **written)
        return self.send("start", **rules)

    def send_seat(self, player: int) -> Person:
        """Sit down as this player."""
        self.open(f"{self.table}seat")
        return self.send("seat", player=str(player))

    @property
    def host(self) -> str:
        """The host of the page last opened."""
        assert self.response is not None
        return self.response.request.host

    @property
    def table(self) -> str:
        """The address of the match this page is about."""
        found = re.match(r"/m/[\w-]{22}/", self.at)
        assert found, self.at
        return found[0]

    def close(self, out: int | str, **hands: str) -> Person:
        """Close the open round; `p1="K 7"`."""
        self.open(f"{self.table}close")
        return self.send("close", step="close", out=str(out), **{f"hand__{p[1:]}": v for p, v in hands.items()})


@pytest.fixture
def person(app: Flask) -> Person:
    return Person(app.test_client())


@pytest.fixture
def another(app: Flask) -> Person:
    return Person(app.test_client())


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are read in this process, which alone knows what a test's eye sees."""
    monkeypatch.setattr(LockedRoom, "read", lambda _room, photo: parse(answer(photo)))


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Any:
    """An eye that sees what the test says."""

    def sees(reading: Reading | PhotoError) -> None:
        def read_cards(photo: bytes) -> Reading:
            if isinstance(reading, PhotoError):
                raise reading
            return reading

        monkeypatch.setattr(vision, "read_cards", read_cards)

    return sees
