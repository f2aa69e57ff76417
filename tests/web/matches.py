"""Matches for the tests of looking back: an application of its own, and notebooks written into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee import store
from referee.engine.match import Draft, Kind, MatchState, fold, pin
from referee.rulebook import load_system
from referee.web.app import create_app


@dataclass
class House:
    """An application under test and a browser that knows its matches."""

    app: Flask
    browser: FlaskClient

    def open(self, names: Sequence[str], system: str = "ratolibre-corta", *, known: bool = True) -> str:
        """Begin a match; returns its write key, which the browser remembers if `known`."""
        opening = Draft(Kind.OPENED, {"players": list(names), "rules": pin(load_system(system)), "dealer": 0})
        with self.app.app_context():
            opened = store.open_match(opening, by="Inés")
            assert isinstance(opened, tuple)
        if known:
            self.get(opened[1], "review")
        return opened[1]

    def write(self, key: str, *drafts: tuple[Kind, dict[str, Any]], by: str | None = "Inés") -> None:
        """Write one deed."""
        with self.app.app_context():
            access = store.find_access(key)
            assert access is not None
            made = [Draft(kind, data) for kind, data in drafts]
            done = store.append(access.match, made, store.last_number(access.match), by=by)
            assert isinstance(done, store.Written), done

    def play(self, key: str, *rounds: Sequence[Any], first: int = 1) -> str:
        """Close rounds: for each player points, cards, 0 for who went out, None for a blank, "absent"."""
        for number, values in enumerate(rounds, first):
            drafts: list[tuple[Kind, dict[str, Any]]] = []
            for player, value in enumerate(values):
                data: dict[str, Any] = {"round": number, "player": player}
                if value == 0:
                    drafts.append((Kind.WENT_OUT, data))
                elif value == "absent":
                    drafts.append((Kind.COUNTED, {**data, "absent": True}))
                elif isinstance(value, str):
                    drafts.append((Kind.COUNTED, {**data, "cards": value}))
                elif value is not None:
                    drafts.append((Kind.COUNTED, {**data, "points": value}))
            self.write(key, *drafts, (Kind.ROUND_CLOSED, {"round": number}))
        return key

    def state(self, key: str) -> MatchState:
        with self.app.app_context():
            access = store.find_access(key)
            assert access is not None
            return fold(store.entries_of(access.match))

    def match(self, key: str) -> int:
        with self.app.app_context():
            access = store.find_access(key)
            assert access is not None
            return access.match

    def get(self, key: str, path: str, status: int = 200, **values: Any) -> str:
        """A page of a match, as text."""
        answer = self.browser.get(f"/m/{key}/{path}", query_string=values)
        assert answer.status_code == status, (answer.status_code, path)
        return answer.get_data(as_text=True)

    def page(self, path: str, status: int = 200, **values: Any) -> str:
        """Any other page, as text."""
        answer = self.browser.get(path, query_string=values)
        assert answer.status_code == status, (answer.status_code, path)
        return answer.get_data(as_text=True)

    def speak(self, lang: str) -> None:
        self.browser.set_cookie("lang", lang)


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A house with an empty database of its own."""
    app = create_app(folder, {"WTF_CSRF_ENABLED": False, "TESTING": True})
    store.upgrade(app)
    browser = app.test_client()
    browser.set_cookie("lang", "es")
    try:
        yield House(app, browser)
    finally:
        with app.app_context():
            store.db.session.remove()
            store.db.engine.dispose()
