"""The bin: matches thrown away, kept for thirty days, then gone with their photos.

Owns the only deletions there are. Refuses haste: what a copy of the last week may speak
of is still there. Start reading at `empty`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from flask import current_app
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.people import PersonRow, SeatRow
from referee.store.photo_store import photo_store
from referee.store.tables import EntryRow, KeyRow, MatchRow, PhotoRow

DAYS: Final = 30
"""More than the daily copies reach back, which name photos without holding them."""


@dataclass(frozen=True, slots=True)
class Emptied:
    """How much went for good: matches, photos of matches that stay, and files that belonged to none."""

    matches: int
    photos: int
    files: int


def throw_away(match: int) -> None:
    """Put a match into the bin: its keys open nothing while it lies there. Raises KeyError."""
    _mark(match, now())


def take_back(match: int) -> None:
    """Take it out again, with all it had. Raises KeyError for one that is gone for good."""
    _mark(match, None)


def _mark(match: int, at: str | None) -> None:
    with writing() as session:
        row = session.get(MatchRow, match)
        if row is None:
            raise KeyError(match)
        row.binned_at = at if at is None else row.binned_at or at
        session.commit()


def empty(at: datetime | None = None) -> Emptied:
    """Delete for good what has lain for `DAYS`: binned matches, photos that no entry names, stray files.

    `at` is the time in UTC to reckon from, now if not told.
    """
    limit = (at or datetime.now(UTC)) - timedelta(days=DAYS)
    with writing() as session:
        matches = list(session.scalars(select(MatchRow.id).where(MatchRow.binned_at < _text(limit))))
        for table in (SeatRow, PhotoRow, KeyRow, EntryRow):
            session.execute(delete(table).where(table.match_id.in_(matches)))
        session.execute(delete(MatchRow).where(MatchRow.id.in_(matches)))
        session.execute(delete(PersonRow).where(PersonRow.id.not_in(select(SeatRow.person_id))))
        photos = _unnamed(session, _text(limit))
        session.execute(delete(PhotoRow).where(PhotoRow.id.in_(photos)))
        session.commit()
    return Emptied(len(matches), len(photos), _sweep(limit))


def _text(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _unnamed(session: Session, limit: str) -> list[int]:
    """Photos from before the limit that no entry of their match names, whatever was undone since.

    A match's last photo stays, so that its number is not given again.
    """
    last = dict(
        session.execute(select(PhotoRow.match_id, func.max(PhotoRow.number)).group_by(PhotoRow.match_id)).all()
    )
    old: dict[int, list[tuple[int, int]]] = {}
    for row in session.execute(
        select(PhotoRow.id, PhotoRow.match_id, PhotoRow.number).where(PhotoRow.made_at < limit)
    ):
        old.setdefault(row.match_id, []).append((row.id, row.number))
    unnamed = []
    for match, photos in old.items():
        named = {
            str(data.get("photo")) for data in session.scalars(select(EntryRow.data).filter_by(match_id=match))
        }
        unnamed += [row for row, number in photos if str(number) not in named and number != last[match]]
    return unnamed


def _sweep(limit: datetime) -> int:
    """Remove files that no match has, and that were last put before the limit."""
    store = photo_store(current_app)
    swept = 0
    for name, put_at in list(store.names()):
        if put_at < limit and db.session.scalar(select(PhotoRow.id).where(PhotoRow.hash == name).limit(1)) is None:
            store.remove(name)
            swept += 1
    return swept
