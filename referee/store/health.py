"""Health: whether the archive can do what it promises, in figures a page or a watchman can show.

Owns the asking. Refuses to mend. Start reading at `health`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import Flask
from sqlalchemy import func, select

from referee.store import daily
from referee.store.database import db, is_current
from referee.store.photos import MOST_OF_ALL
from referee.store.tables import PhotoRow
from referee.store.trouble import StoreTroubleError


@dataclass(frozen=True, slots=True)
class Health:
    """How the archive is.

    `trouble` is the database's cause as in `trouble.CAUSES`, None where it answers and its
    tables are this release's. `copy_age` is that of the newest daily copy, None without
    any. `photos` are the bytes kept and `photo_room` those there may be, None while the
    database does not answer.
    """

    trouble: str | None
    copy_age: timedelta | None
    copies: int
    photos: int | None
    photo_room: int

    @property
    def well(self) -> bool:
        """Whether matches can be read and written as far as can be told without writing."""
        return self.trouble is None


def health(app: Flask) -> Health:
    """Ask the database and look at the copies; never raises what it is there to tell."""
    there = daily.copies(app)
    trouble, photos = None, None
    with app.app_context():
        try:
            with db.engine.connect() as connection:
                trouble = None if is_current(connection) else "older"
                if trouble is None:
                    photos = connection.scalar(select(func.coalesce(func.sum(PhotoRow.size), 0)))
        except StoreTroubleError as found:
            trouble = found.cause
    age = there[0].age() if there else None
    return Health(trouble, age, len(there), photos, app.config.get("PHOTO_ROOM", MOST_OF_ALL))
