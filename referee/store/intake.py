"""Taking in a notebook that was written elsewhere, line by line as it was.

Owns the one way in for entries with their own times and writers. Refuses to judge them:
whoever calls has folded them before.
Start reading at `take_in`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import insert

from referee.engine.match import Entry
from referee.store.clock import now
from referee.store.database import writing
from referee.store.keys import make_keys, opened_by
from referee.store.tables import EntryRow, MatchRow


def take_in(entries: Sequence[Entry], write_key: str) -> int:
    """Keep a whole notebook as a new match under this key; the same key finds it again. Returns the match."""
    with writing() as session:
        if (there := opened_by(session, write_key)) is not None:
            return there
        row = MatchRow(made_at=now())
        session.add(row)
        session.flush()
        lines = [
            {
                "match_id": row.id,
                "number": entry.number,
                "kind": entry.kind.value,
                "at": entry.at,
                "by": entry.by,
                "deed": entry.deed,
                "key": None,
                "data": dict(entry.data),
            }
            for entry in entries
        ]
        session.execute(insert(EntryRow), lines)
        make_keys(session, row.id, write_key)
        session.commit()
        return row.id
