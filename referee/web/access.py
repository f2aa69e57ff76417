"""Who may open what of a match: the one place where that is decided.

Owns the key in the address, the role it gives and the match that pages find in
`g.table`. Refuses pages. The rule: looking (GET) takes a look key; everything else,
and the pages marked `writes`, a write key; those marked `for_the_host`, the host's own.
Start reading at `match_pages` and `Table`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeVar, cast

from flask import Blueprint, Flask, abort, current_app, g, request, url_for

from referee import store
from referee.engine.match import MatchState, Round
from referee.engine.ruleset import RuleSet
from referee.web import memory
from referee.web.states import state_of

SEAT_COOKIE: Final = "seat"
"""A player's number, kept by the browser under the match's own path."""

_View = TypeVar("_View", bound=Callable[..., Any])


def version_tag(number: int) -> str:
    """The ETag of a notebook that ends with this entry."""
    return f'"{number}"'


class Table:
    """The match that a request is about, as this key opens it."""

    def __init__(self, key: str, access: store.Access) -> None:
        self.key = key
        self.match = access.match
        self.may_write = access.role == "write"
        self.hosts = self.may_write and not access.guest

    @cached_property
    def state(self) -> MatchState:
        return state_of(self.match)

    @property
    def rules(self) -> RuleSet:
        return self.state.rules

    @property
    def tag(self) -> str:
        """The version of all that is shown of the match, as an ETag: the number of its last entry."""
        return version_tag(self.state.number)

    @cached_property
    def names(self) -> dict[int, str]:
        """By player, his name told apart from an equal one."""
        return {player.number: player.label for player in self.state.players}

    @property
    def me(self) -> int | None:
        """The player who sits at this browser, where he has said so in this match."""
        seat = request.cookies.get(SEAT_COOKIE, "")
        known = {str(number): number for number in self.names}
        return known.get(seat)

    def round(self, number: int) -> Round:
        """A round by its number; 404 for none."""
        return self.state.round(number) or abort(404)

    def url(self, endpoint: str, **values: Any) -> str:
        """An address of this match under the key it was opened with."""
        return url_for(endpoint, key=self.key, **values)


def table() -> Table:
    """The match of this request."""
    return cast(Table, g.table)


def writes(view: _View) -> _View:
    """Mark a page that only makes sense for who may write."""
    view.writes = True  # type: ignore[attr-defined]
    return view


def for_the_host(view: _View) -> _View:
    """Mark a page of who opened the match: guests, whose key can be taken back, do not take it from him."""
    view.for_the_host = True  # type: ignore[attr-defined]
    return view


def _find(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    key = (values or {}).pop("key", "")
    access = store.find_access(key)
    if access is None:
        abort(404)
    g.table = Table(key, access)
    view = current_app.view_functions.get(request.endpoint or "")
    if not g.table.may_write and (request.method not in ("GET", "HEAD") or getattr(view, "writes", False)):
        abort(403)
    if not g.table.hosts and getattr(view, "for_the_host", False):
        abort(403)


def match_pages(name: str, import_name: str) -> Blueprint:
    """A blueprint of pages about one match, under its key."""
    pages = Blueprint(name, import_name, url_prefix="/m/<key>")
    pages.url_value_preprocessor(_find)
    pages.after_request(memory.remember)
    return pages


def attach(app: Flask) -> None:
    """Give templates the match they are about, and the addresses of its pages."""

    def about() -> dict[str, Any]:
        here: Table | None = g.get("table")
        if here is None:
            return {}
        return {"table": here, "to": here.url}

    app.context_processor(about)
