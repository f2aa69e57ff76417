"""Every match of an instance, for who keeps the house.

Owns the look keys with which the host opens them: made again from the instance's secret,
kept as hashes like all others. Refuses to make write keys: the host looks.
Start reading at `every_match`.
"""

from __future__ import annotations

from sqlalchemy import select

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.keys import key_from, key_hash
from referee.store.tables import KeyRow, MatchRow


def every_match(secret: str, first: int, most: int) -> list[tuple[int, str]]:
    """Matches and the host's look keys to them, the newest first, from place `first` (0 on), at most so many."""
    chosen = select(MatchRow.id, MatchRow.uid).where(MatchRow.binned_at.is_(None))
    rows = db.session.execute(chosen.order_by(MatchRow.id.desc()).offset(first).limit(most))
    found = [(match, key_from(secret, f"host looks at {uid}")) for match, uid in rows]
    hashes = {key_hash(key): match for match, key in found}
    known = set(db.session.scalars(select(KeyRow.hash).where(KeyRow.hash.in_(hashes))))
    if set(hashes) - known:
        with writing() as session:
            for value, match in hashes.items():
                if value not in known and session.get(KeyRow, value) is None:
                    session.add(KeyRow(hash=value, match_id=match, role="look", made_at=now()))
            session.commit()
    return found
