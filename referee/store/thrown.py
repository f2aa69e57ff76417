"""What lies in the bin, found by the key that opened it.

Owns that look-up. Refuses look keys: who may not write may not bring back either.
Start reading at `find_thrown`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from referee.store.bin import DAYS
from referee.store.database import db
from referee.store.keys import KEY_SHAPE, key_hash
from referee.store.tables import KeyRow, MatchRow


@dataclass(frozen=True, slots=True)
class Thrown:
    """A match in the bin, and since when (ISO 8601, UTC)."""

    match: int
    since: str

    def days_left(self, at: str) -> int:
        """Days until it is gone for good, begun ones counted whole, at least 0."""
        left = datetime.fromisoformat(self.since) + timedelta(days=DAYS) - datetime.fromisoformat(at)
        return max(0, -(-left // timedelta(days=1)))


def find_thrown(key: str) -> Thrown | None:
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
    return Thrown(row[0], str(row[1])) if row is not None else None
