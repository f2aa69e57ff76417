"""The bin: matches thrown away, kept for thirty days and then gone for good.

Owns throwing away, bringing back and the sweeping, photos included. Refuses to decide
who may: `web.access` and `web.bin` do.
Start reading at `throw_away`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from flask import current_app
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.keys import KEY_SHAPE, key_hash
from referee.store.people import PersonRow, SeatRow
from referee.store.tables import EntryRow, KeyRow, MatchRow, PhotoRow

KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Binned:
    """A match in the bin, as its write key finds it."""

    match: int
    binned_at: str

    def days_left(self, at: str) -> int:
        """Whole days until it is gone for good, at least 0."""
        gone = datetime.fromisoformat(self.binned_at) + KEPT
        return max(0, -(-(gone - datetime.fromisoformat(at)) // timedelta(days=1)))


def throw_away(match: int) -> None:
    """Put a match into the bin: no key opens it until it is brought back."""
    _set(match, now())


def bring_back(match: int) -> None:
    """Take a match out of the bin; its keys open it again."""
    _set(match, None)


def _set(match: int, at: str | None) -> None:
    with writing() as session:
        row = session.get(MatchRow, match)
        if row is None:
            raise KeyError(match)
        row.binned_at = at
        session.commit()


def find_binned(key: str) -> Binned | None:
    """The match in the bin that this write key opened; None for any other key."""
    if not KEY_SHAPE.fullmatch(key):
        return None
    row = db.session.execute(
        select(MatchRow.id, MatchRow.binned_at)
        .join(KeyRow, KeyRow.match_id == MatchRow.id)
        .where(
            KeyRow.hash == key_hash(key),
            KeyRow.role == "write",
            KeyRow.revoked_at.is_(None),
            MatchRow.binned_at.is_not(None),
        )
    ).first()
    return Binned(row[0], str(row[1])) if row is not None else None


def sweep(at: str | None = None) -> int:
    """Forget for good what has lain in the bin for thirty days at the time `at`; returns how many matches."""
    before = datetime.fromisoformat(at or now()).astimezone(UTC) - KEPT
    limit = before.isoformat(timespec="seconds")
    with writing() as session:
        gone = list(session.scalars(select(MatchRow.id).where(MatchRow.binned_at < limit)))
        photos = set(session.scalars(select(PhotoRow.hash).where(PhotoRow.match_id.in_(gone))))
        for match in gone:
            _forget(session, match)
        session.execute(delete(PersonRow).where(PersonRow.id.not_in(select(SeatRow.person_id))))
        # The same picture may belong to another match; its file stays while one row names it.
        photos -= set(session.scalars(select(PhotoRow.hash).where(PhotoRow.hash.in_(photos))))
        session.commit()
    for name in photos:
        (Path(current_app.instance_path) / "photos" / name[:2] / f"{name}.jpg").unlink(missing_ok=True)
    return len(gone)


def _forget(session: Session, match: int) -> None:
    for table in (SeatRow, PhotoRow, KeyRow, EntryRow):
        session.execute(delete(table).where(table.match_id == match))
    session.execute(delete(MatchRow).where(MatchRow.id == match))
