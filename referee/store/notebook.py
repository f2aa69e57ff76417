"""The notebook: entries are appended, listed, and never touched again.

Owns the one transaction in which a deed is written, with the answer for who came
second. Refuses to judge: `engine.match.append_check` says whether it may be written.
Start reading at `append`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from referee.engine.match import Draft, Entry, Kind, Refusal, append_check
from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.keys import find_access, make_keys
from referee.store.tables import EntryRow, MatchRow


@dataclass(frozen=True, slots=True)
class Written:
    """The entries were written; all of them, in one transaction."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same form was sent before; these are the entries it made then."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written. `refusal.there` is the entry that was there first, where one was."""

    refusal: Refusal


def _entry(row: EntryRow) -> Entry:
    return Entry(row.number, Kind(row.kind), row.at, row.by, row.data, row.deed)


def _entries(session: Session, match: int) -> list[Entry]:
    rows = session.scalars(select(EntryRow).where(EntryRow.match_id == match).order_by(EntryRow.number))
    return [_entry(row) for row in rows]


def entries_of(match: int) -> list[Entry]:
    """All entries of a match, in order of number."""
    columns = (EntryRow.number, EntryRow.kind, EntryRow.at, EntryRow.by, EntryRow.data, EntryRow.deed)
    rows = db.session.execute(select(*columns).where(EntryRow.match_id == match).order_by(EntryRow.number))
    return [Entry(number, Kind(kind), at, by, data, deed) for number, kind, at, by, data, deed in rows]


def last_number(match: int) -> int:
    """The number of the last entry: the version of everything that is shown of a match."""
    found = db.session.scalar(select(func.max(EntryRow.number)).where(EntryRow.match_id == match))
    return found or 0


def _add(
    session: Session, match: int, first: int, drafts: Sequence[Draft], by: str | None, key: str | None
) -> None:
    at = now()
    for place, draft in enumerate(drafts):
        session.add(
            EntryRow(
                match_id=match,
                number=first + place,
                kind=draft.kind.value,
                at=at,
                by=by,
                deed=first,
                key=key if place == 0 else None,
                data=dict(draft.data),
            )
        )


def open_match(opening: Draft, *, by: str | None = None, write_key: str | None = None) -> tuple[int, str] | Refusal:
    """Begin a notebook. Returns the match and its write key, which is kept nowhere.

    With a `write_key` made from the form, the form sent twice finds its match again.
    """
    refusal = append_check([], [opening], 0, now())
    if refusal is not None:
        return refusal
    if write_key is not None and (there := find_access(write_key)) is not None:
        return there.match, write_key
    with writing() as session:
        row = MatchRow(made_at=now())
        session.add(row)
        session.flush()
        _add(session, row.id, 1, [opening], by, None)
        write_key = make_keys(session, row.id, write_key)
        session.commit()
        return row.id, write_key


def append(
    match: int, drafts: Sequence[Draft], seen: int, *, key: str | None = None, by: str | None = None
) -> Written | Repeated | Refused:
    """Write a deed of one or more entries, all or none, for somebody who saw the notebook up to `seen`.

    `key` marks the form: sent again with the same content it is `Repeated`, with
    another content `Refused` as "doubled". Raises KeyError for an unknown match.
    """
    for attempt in (1, 2):
        try:
            with writing() as session:
                return _append(session, match, drafts, seen, key, by)
        except IntegrityError:
            # Another process took the number or the key between our look and our write; look again.
            if attempt == 2:
                raise
    raise AssertionError("unreachable")


def _append(
    session: Session, match: int, drafts: Sequence[Draft], seen: int, key: str | None, by: str | None
) -> Written | Repeated | Refused:
    if session.scalar(select(MatchRow.id).where(MatchRow.id == match).with_for_update()) is None:
        raise KeyError(match)
    entries = _entries(session, match)
    if key is not None and (before := _sent_before(session, match, key, entries)):
        same = [(e.kind, _plain(e.data)) for e in before] == [(d.kind, _plain(d.data)) for d in drafts]
        return Repeated(before) if same else Refused(Refusal("doubled", drafts[0], before[0]))
    refusal = append_check(entries, drafts, min(max(seen, 0), len(entries)), now())
    if refusal is not None:
        return Refused(refusal)
    _add(session, match, len(entries) + 1, drafts, by, key)
    session.commit()
    return Written(tuple(_entries(session, match)[len(entries) :]))


def _sent_before(session: Session, match: int, key: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    deed = session.scalar(select(EntryRow.deed).where(EntryRow.match_id == match, EntryRow.key == key))
    return tuple(entry for entry in entries if entry.deed == deed)


def _plain(data: object) -> str:
    return json.dumps(data, sort_keys=True)
