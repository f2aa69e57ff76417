"""Matches for the tests of looking back: notebooks written straight into the archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee import store
from referee.engine.match import Draft, Kind, MatchState, fold, pin
from referee.rulebook import load_system


class House:
    """An application under test and a browser that knows its matches; forms need no token here."""

    def __init__(self, app: Flask, *, csrf: bool = False) -> None:
        app.config["WTF_CSRF_ENABLED"] = csrf
        self.app = app
        self.browser: FlaskClient = app.test_client()
        self.speak("es")

    def open(self, names: Sequence[str], system: str = "ratolibre-corta", *, known: bool = True) -> str:
        """Begin a match; returns its write key, which the browser remembers if `known`."""
        opening = Draft(Kind.OPENED, {"players": list(names), "rules": pin(load_system(system)), "dealer": 0})
        with self.app.app_context():
            opened = store.open_match(opening, by="Inés")
            assert isinstance(opened, tuple)
        if known:
            self.get(opened[1], "history")
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

    def send(self, path: str, status: int = 303, **values: Any) -> str:
        """A form sent; returns where it leads, or the page it answers with."""
        answer = self.browser.post(path, data=values)
        assert answer.status_code == status, (answer.status_code, path)
        return answer.location if status == 303 else answer.get_data(as_text=True)

    def as_looker(self, key: str) -> str:
        """The look key of a match, opened in a browser that knows nothing else."""
        self.browser = self.app.test_client()
        self.speak("es")
        return store.look_key_of(key)

    def speak(self, lang: str) -> None:
        self.browser.set_cookie("lang", lang)
