"""The notebook in plain language: deed by deed, newest first, each to be taken back or done again.

Owns the log and its filters. Refuses to forget: what is taken back stays, struck out,
and says so.
Start reading at `show`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from flask import abort, render_template, request
from werkzeug.wrappers import Response

from referee.engine.match import Draft, Entry, Kind
from referee.web.access import match_pages, table
from referee.web.deeds import marks, write
from referee.web.review import filters, tabs
from referee.web.telling import told

pages = match_pages("review_log", __name__)

GROUPS: Final[dict[str, frozenset[Kind]]] = {
    "points": frozenset({Kind.WENT_OUT, Kind.COUNTED, Kind.ROUND_CLOSED, Kind.CORRECTED, Kind.BONUS}),
    "melds": frozenset({Kind.LAID_DOWN, Kind.LAID_OFF, Kind.SWAPPED}),
    "rulings": frozenset({Kind.RULED}),
    "players": frozenset(
        {Kind.PLAYER_JOINED, Kind.PLAYER_LEFT, Kind.PLAYER_RENAMED, Kind.SEATS_ORDERED, Kind.DEALER_SET}
    ),
    "rules": frozenset({Kind.RULE_AGREED, Kind.ROUND_SKIPPED, Kind.ROUND_ADDED}),
    "match": frozenset({Kind.OPENED, Kind.FINISHED, Kind.REOPENED}),
    "undone": frozenset({Kind.UNDONE}),
}
"""The kinds of entry as a person looks for them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as told. `silent`: it says nothing any more, because of what was taken back before it."""

    entry: Entry
    text: str
    undone: bool
    silent: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """What was written in one go. `undo` is the deed to take back, `redo` the undoing to take back; None where
    there is none."""

    lines: tuple[Line, ...]
    at: str
    by: str | None
    undo: int | None
    redo: int | None


@pages.get("/history/log")
def show() -> str:
    """Every deed that passes the filter, newest first."""
    chosen = _chosen()
    deeds = [deed for deed in deeds_of() if any(_passes(line, chosen) for line in deed.lines)]
    return render_template(
        "review/log.html", deeds=deeds, chosen=chosen, tabs=tabs("log"), **filters(tuple(GROUPS)), **marks()
    )


@pages.post("/history/log")
def undo() -> Response:
    """Take back one deed, or an undoing."""
    deed = request.form.get("deed", type=int)
    if deed is None:
        abort(400)
    chosen = {name: value for name, value in _chosen().items() if value is not None}
    return write([Draft(Kind.UNDONE, {"deed": deed})], table().url("review_log.show", **chosen))


def _chosen() -> dict[str, Any]:
    kind = request.args.get("kind")
    return {
        "player": request.args.get("player", type=int),
        "round": request.args.get("round", type=int),
        "kind": kind if kind in GROUPS else None,
    }


def _passes(line: Line, chosen: dict[str, Any]) -> bool:
    data = line.entry.data
    return (
        chosen["player"] in (None, data.get("player"))
        and chosen["round"] in (None, data.get("round"))
        and (chosen["kind"] is None or line.entry.kind in GROUPS[chosen["kind"]])
    )


def deeds_of() -> list[Deed]:
    """The whole notebook by deeds, newest first."""
    state = table().state
    found: dict[int, list[Entry]] = {}
    for entry in state.entries:
        found.setdefault(entry.deed, []).append(entry)
    undoings = {
        entry.data.get("deed"): entry.deed
        for entry in state.entries
        if entry.kind is Kind.UNDONE and entry.number not in state.undone
    }
    return [_deed(deed, entries, undoings) for deed, entries in reversed(found.items())]


def _deed(deed: int, entries: list[Entry], undoings: dict[Any, int]) -> Deed:
    here = table()
    gone = entries[0].number in here.state.undone
    lines = tuple(
        Line(entry, told(entry, here), entry.number in here.state.undone, entry.number in here.state.ignored)
        for entry in entries
    )
    fixed = entries[0].kind in (Kind.OPENED, Kind.UNDONE)
    return Deed(
        lines=lines,
        at=entries[0].at,
        by=entries[0].by,
        undo=None if gone or fixed else deed,
        redo=undoings.get(deed) if gone else None,
    )
