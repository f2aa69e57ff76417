"""The notebook: entries are appended, listed, and never touched again.

Owns the one transaction in which a deed is written, with the answer for who came
second. Refuses to judge: `engine.match.append_check` says whether it may be written.
Start reading at `append`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from referee.engine.match import Draft, Entry, Kind, OpenNotebook, Refusal, append_check
from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.keys import make_keys, opened_by
from referee.store.shelf import shelf
from referee.store.tables import EntryRow, MatchRow

LONGEST_ENTRY: Final = 64_000
"""Characters of an entry's data; the longest honest one, an opening with its rules, has some 5,000."""

LONGEST_WRITER: Final = 80

_COLUMNS: Final = (EntryRow.number, EntryRow.kind, EntryRow.at, EntryRow.by, EntryRow.data, EntryRow.deed)


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


def _read(rows: Iterable[Row[Any]]) -> list[Entry]:
    return [Entry(row.number, Kind(row.kind), row.at, row.by, row.data, row.deed) for row in rows]


def entries_of(match: int) -> list[Entry]:
    """All entries of a match, in order of number."""
    rows = select(*_COLUMNS).where(EntryRow.match_id == match).order_by(EntryRow.number)
    return _read(db.session.execute(rows))


def last_number(match: int) -> int:
    """The number of the last entry: the version of everything that is shown of a match."""
    found = db.session.scalar(select(func.max(EntryRow.number)).where(EntryRow.match_id == match))
    return found or 0


def _plain(drafts: Sequence[Draft]) -> list[Draft] | Refusal:
    """The drafts as the database gives them back; refused is what it could not, or would be too long for it."""
    plain = []
    for draft in drafts:
        try:
            text = json.dumps(dict(draft.data), allow_nan=False, ensure_ascii=False)
            text.encode()
        except (TypeError, ValueError, RecursionError):
            return Refusal("bad-entry", draft)
        if len(text) > LONGEST_ENTRY:
            return Refusal("bad-entry", draft)
        plain.append(Draft(draft.kind, json.loads(text)))
    return plain


def _numbered(first: int, drafts: Sequence[Draft], at: str, by: str | None) -> list[Entry]:
    if by is not None:
        by = "".join(sign for sign in by if sign.isprintable())[:LONGEST_WRITER] or None
    return [Entry(first + n, draft.kind, at, by, draft.data, first) for n, draft in enumerate(drafts)]


def _add(session: Session, match: int, entries: Sequence[Entry], key: str | None) -> None:
    rows: list[dict[str, Any]] = [
        {"match_id": match, "number": e.number, "kind": e.kind.value, "at": e.at, "by": e.by, "data": e.data}
        | {"deed": e.deed, "key": key if e.number == e.deed else None}
        for e in entries
    ]
    session.execute(insert(EntryRow), rows)


def open_match(opening: Draft, *, by: str | None = None, write_key: str | None = None) -> tuple[int, str] | Refusal:
    """Begin a notebook. Returns the match and its write key, which is kept nowhere.

    With a `write_key` made from the form, the form sent twice finds its match again.
    Raises `StoreTroubleError`.
    """
    plain = _plain([opening])
    refusal = plain if isinstance(plain, Refusal) else append_check([], plain, 0, now())
    if isinstance(plain, Refusal) or refusal is not None:
        return refusal or Refusal("bad-entry", opening)
    for attempt in (1, 2):
        try:
            with writing() as session:
                return _open(session, plain[0], by, write_key)
        except IntegrityError:
            # The same form came in at the same moment by another process; look again.
            if attempt == 2:
                raise
    raise AssertionError("unreachable")


def _open(session: Session, opening: Draft, by: str | None, write_key: str | None) -> tuple[int, str]:
    if write_key is not None and (there := opened_by(session, write_key)) is not None:
        return there, write_key
    row = MatchRow(made_at=now())
    session.add(row)
    session.flush()
    _add(session, row.id, _numbered(1, [opening], row.made_at, by), None)
    write_key = make_keys(session, row.id, write_key)
    session.commit()
    return row.id, write_key


def append(
    match: int, drafts: Sequence[Draft], seen: int, *, key: str | None = None, by: str | None = None
) -> Written | Repeated | Refused:
    """Write a deed of one or more entries, all or none, for somebody who saw the notebook up to `seen`.

    `key` marks the form: sent again with the same content it is `Repeated`, with
    another content `Refused` as "doubled". Returned means kept: it survives the end of
    the process and of the machine. Raises KeyError for an unknown match,
    `StoreTroubleError` where the database could not; nothing of it is written then.
    """
    plain = _plain(drafts)
    if isinstance(plain, Refusal):
        return Refused(plain)
    for attempt in (1, 2):
        try:
            with writing() as session:
                return _append(session, match, plain, seen, key, by)
        except IntegrityError:
            # Another process took the number or the key between our look and our write; look again.
            if attempt == 2:
                raise
    raise AssertionError("unreachable")


def _append(
    session: Session, match: int, drafts: Sequence[Draft], seen: int, key: str | None, by: str | None
) -> Written | Repeated | Refused:
    # On PostgreSQL this row's lock puts the writers of one match in a line; SQLite has one line for all.
    if session.scalar(select(MatchRow.id).where(MatchRow.id == match).with_for_update()) is None:
        raise KeyError(match)
    notebook = _up_to_date(session, match, shelf().take(match))
    try:
        if key is not None and (before := _deed_of(session, match, key, notebook.entries)):
            same = [(e.kind, e.data) for e in before] == [(d.kind, d.data) for d in drafts]
            return Repeated(before) if same else Refused(Refusal("doubled", drafts[0], before[0]))
        there, at = len(notebook.entries), now()
        refusal = notebook.check(drafts, min(max(seen, 0), there), at)
        if refusal is not None:
            return Refused(refusal)
        written = _numbered(there + 1, drafts, at, by)
        _add(session, match, written, key)
        notebook.read(written)
        session.commit()
        return Written(tuple(written))
    finally:
        shelf().put(match, notebook)


def _up_to_date(session: Session, match: int, notebook: OpenNotebook) -> OpenNotebook:
    """The notebook with what others wrote meanwhile; read anew where its last line is not the database's."""
    known = len(notebook.entries)
    rows = select(*_COLUMNS).where(EntryRow.match_id == match).order_by(EntryRow.number)
    found = _read(session.execute(rows.where(EntryRow.number >= known) if known else rows))
    if not known:
        return OpenNotebook(found)
    if found and found[0] == notebook.entries[-1]:
        notebook.read(found[1:])
        return notebook
    return OpenNotebook(_read(session.execute(rows)))


def _deed_of(session: Session, match: int, key: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    deed = session.scalar(select(EntryRow.deed).where(EntryRow.match_id == match, EntryRow.key == key))
    return tuple(entry for entry in entries if entry.deed == deed) if deed is not None else ()


def sent_before(match: int, form: str) -> tuple[str, tuple[Entry, ...]] | None:
    """The key under which this form was sent, whatever its content, and what it wrote; None when it was not."""
    found = db.session.execute(
        select(EntryRow.key, EntryRow.deed).where(
            EntryRow.match_id == match, EntryRow.key.startswith(f"{form}.", autoescape=True)
        )
    ).first()
    if found is None:
        return None
    return str(found[0]), tuple(entry for entry in entries_of(match) if entry.deed == found[1])
