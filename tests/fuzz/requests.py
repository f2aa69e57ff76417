"""Requests made up from the application's own map: every route, with odd values in addresses and forms.

Owns how a form is filled: with the fields its page shows where it shows some, a few of
them changed, and others nobody asked for. Start reading at `requests`, then `Fuzz.send`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

from flask import Flask
from hypothesis import strategies as st

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import SYSTEM_IDS, load_system
from tests.fuzz.texts import ANYTHING, TEXTS, echoed

NAMES: Final = ("<i>Inés</i>", "=1+1", 'Ñato "el 7"')
"""Players whose names would do harm wherever they are not escaped."""

FIELDS: Final = [
    "names-0",
    "names-1",
    "names-2",
    "system",
    "scoring",
    "dealer",
    "meld-0",
    "meld-1",
    "hand-0",
    "hand-1",
    "hand-2",
    "hand",
    "out",
    "step",
    "press",
    "settle",
    "target",
    "suit",
    "player",
    "round",
    "photo_id",
    "note",
    "points",
    "old",
    "new",
    "seen",
    "form_id",
    "deed",
    "lang",
    "theme",
    "back",
    "name",
    "other",
    "match",
    "turn",
    "question",
    "cards",
    "contract",
    "same_turn",
    "absent-1",
    "sure",
    "purpose",
    "c0",
    "g0",
    "x0",
    "edit",
    "page",
    "kind",
    "undo",
    "no_hints",
    "password",
    "entries",
    "ask",
    "add",
    "rules",
    "file",
]

_METHODS: Final = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE")


@dataclass(frozen=True)
class Asked:
    """One request: which route, and the choices made for it."""

    route: int
    method: str
    address: tuple[str, ...]
    sensible: bool
    fields: tuple[tuple[str, str], ...]
    json: Any
    file: bytes | None


def requests() -> st.SearchStrategy[Asked]:
    """Requests of every kind."""
    return st.builds(
        Asked,
        route=st.integers(0, 10_000),
        # Four in five as the route would have them: what is refused at the door reaches nothing.
        method=st.sampled_from((*["own"] * 4 * len(_METHODS), *_METHODS)),
        address=st.tuples(TEXTS, TEXTS, TEXTS),
        sensible=st.sampled_from((True, True, True, False)),
        fields=st.lists(st.tuples(st.sampled_from(FIELDS), TEXTS), max_size=8).map(tuple),
        json=st.one_of(
            ANYTHING,
            st.dictionaries(
                st.sampled_from(
                    ("ask", "system", "cards", "melds", "contract", "options", "hand", "id", "hands", "kind")
                ),
                ANYTHING,
            ),
        ),
        file=st.one_of(st.none(), st.none(), st.binary(max_size=60)),
    )


@dataclass
class Fuzz:
    """A house with matches in it, and a browser that is up to no good."""

    app: Flask
    keys: list[str] = field(default_factory=list)
    shown: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    statuses: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = sorted(self.app.url_map.iter_rules(), key=lambda rule: rule.rule)
        self.browser = self.app.test_client()
        self.fresh()

    def fresh(self) -> None:
        """A new match: the old one has been finished, thrown away or filled by now."""
        with self.app.app_context():
            system = SYSTEM_IDS[len(self.keys) % len(SYSTEM_IDS)]
            opening = {"players": list(NAMES), "rules": pin(load_system(system)), "dealer": 0}
            opened = store.open_match(Draft(Kind.OPENED, opening), by=NAMES[0])
            assert isinstance(opened, tuple)
            self.keys.append(opened[1])
        self.browser.set_cookie("mesas", ".".join(self.keys[-3:]))
        self.shown.clear()

    def send(self, asked: Asked) -> str:
        """Send it; AssertionError for an answer that must not be. Returns the page."""
        rule = self.rules[asked.route % len(self.rules)]
        own = "POST" if asked.route % 3 and "POST" in (rule.methods or ()) else "GET"
        method = own if asked.method == "own" else asked.method
        path = self._address(rule, asked)
        sent: dict[str, Any] = {"headers": {"Accept-Language": "es" if asked.route % 2 else "en"}}
        if rule.endpoint == "api.rule":
            sent |= {"data": json.dumps(asked.json), "content_type": "application/json"}
        elif method == "POST":
            sent["data"] = self._form(path, asked)
        elif asked.fields:
            sent["query_string"] = dict(asked.fields)
        answer = self.browser.open(path, method=method, **sent)
        page = answer.get_data().decode(errors="replace")
        answer.close()
        self._check(answer.status_code, answer.headers, page, f"{method} {path} {sent}")
        if method == "GET" and answer.status_code == 200 and "<form" in page:
            self.shown[path] = fields_of(page)
        return page

    def _address(self, rule: Any, asked: Asked) -> str:
        odd = iter(asked.address)
        values = {}
        for name in sorted(rule.arguments):
            if name in ("key", "write_key") and (asked.sensible or asked.route % 2):
                values[name] = self.keys[-1]
            elif asked.sensible:
                values[name] = _SENSIBLE[name](asked.route)
            else:
                values[name] = next(odd, "x")
        try:
            return str(self.app.url_map.bind("localhost").build(rule.endpoint, values))
        except ValueError:
            values = {name: _SENSIBLE.get(name, str)(asked.route) for name in rule.arguments} | {
                "key": self.keys[-1]
            }
            return str(self.app.url_map.bind("localhost").build(rule.endpoint, values))

    def _form(self, path: str, asked: Asked) -> dict[str, Any]:
        if path not in self.shown and asked.sensible:
            answer = self.browser.get(path)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                self.shown[path] = fields_of(answer.text)
        form: dict[str, Any] = dict(self.shown.get(path, ()))
        form |= asked.fields
        if asked.file is not None:
            form |= {"photo": (io.BytesIO(asked.file), "x.jpg"), "file": (io.BytesIO(asked.file), "x.json")}
        return form

    def _check(self, status: int, headers: Any, page: str, what: str) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1
        assert status < 500, f"{status}: {what}"
        assert "Traceback (most recent call last)" not in page, what
        assert "Content-Security-Policy" in headers, what
        assert "\n" not in headers.get("Location", ""), what
        if "html" in headers.get("Content-Type", "") or "svg" in headers.get("Content-Type", ""):
            assert "<i>Inés" not in page, what
            run = echoed(page)
            assert run is None, f"{run}: {what}"
        if "csv" in headers.get("Content-Type", ""):
            assert not re.search(r'(^|[;,\t"])[=+@]', page, re.M), f"a formula: {what}"


_SENSIBLE: Final[dict[str, Callable[[int], Any]]] = {
    "key": lambda _: "A" * 22,
    "write_key": lambda _: "A" * 22,
    "who": lambda n: f"{n}",
    "other": lambda n: f"{n}",
    "number": lambda n: n % 12,
    "player": lambda n: n % 4,
    "photo": lambda n: n % 3,
    "filename": lambda _: "css/base.css",
    "system": lambda n: SYSTEM_IDS[n % len(SYSTEM_IDS)],
    "ask": lambda n: ("meld", "laydown", "hand", "discard", "layoff", "score", "take", "swap")[n % 8],
    "ticket": lambda _: "A" * 22,
}


def fields_of(page: str) -> list[tuple[str, str]]:
    """The fields that a page's forms would send, with their values."""
    found = []
    for tag in re.findall(r"<(?:input|button|option)\b[^>]*>", page):
        at = {name: unescape(text) for name, text in re.findall(r'([a-z-]+)="([^"]*)"', tag)}
        if "name" in at and at.get("type") != "file" and not tag.startswith("<button"):
            found.append((at["name"], at.get("value", "on")))
    return found
