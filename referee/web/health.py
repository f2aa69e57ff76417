"""How the house is: for a person a page, for a machine whether it can be given work.

Owns the checks. Refuses to tell about matches: no number of them, no name.
Start reading at `checks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Blueprint, Response, current_app, jsonify, render_template
from sqlalchemy import text

from referee import reading, store
from referee.store import daily
from referee.store.database import MIGRATIONS
from referee.store.photo_store import photo_store
from referee.web import readings

pages = Blueprint("health", __name__)

_PROBE = "0" * 64
"""A name that no photo has."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: its name, and what is wrong with it ("" for nothing)."""

    name: str
    wrong: str


@lru_cache(maxsize=1)
def _newest() -> str | None:
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def _database() -> str:
    try:
        with store.db.engine.connect() as connection:
            connection.execute(text("SELECT 1"))
            heads = MigrationContext.configure(connection).get_current_heads()
    except store.StoreTroubleError as trouble:
        return trouble.cause
    return "" if heads == (_newest(),) else "tables"


def _photos() -> str:
    try:
        photo_store(current_app).remove(_PROBE)
    except (store.StoreTroubleError, OSError, ValueError):
        return "unreachable"
    return ""


def _line() -> str:
    try:
        readings.line().waiting()
    except (reading.LineTroubleError, ValueError):
        return "unreachable"
    return ""


def checks() -> list[Check]:
    """Database, photo store and the line of photos, in this order."""
    return [Check("database", _database()), Check("photos", _photos()), Check("line", _line())]


def _hours_of_copy() -> int | None:
    """Age of the newest daily copy in whole hours; None where there is none."""
    newest = next(iter(daily.copies(current_app._get_current_object())), None)  # type: ignore[attr-defined]
    return None if newest is None else int(newest.age(datetime.now(UTC)).total_seconds() // 3600)


@pages.get("/health")
def show() -> str:
    """For a person: what is well, what is not, how old the last copy is."""
    return render_template("health/health.html", checks=checks(), hours=_hours_of_copy())


@pages.get("/ready")
def ready() -> tuple[Response, int]:
    """For a machine: 200 when pages can be served, 503 when not; photos may be slower to come back."""
    found = checks()
    well = not any(check.wrong for check in found if check.name != "line")
    told = {check.name: check.wrong or "ok" for check in found}
    return jsonify(ready=well, **told), 200 if well else 503
