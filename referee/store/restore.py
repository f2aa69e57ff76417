"""Restore: an archive back into an instance, empty or not, adding what is missing and losing nothing.

Owns what happens where both have the match: the longer notebook stays, a key taken back
stays so, and whose seat it was is what was told here. Refuses, before anything is
changed, an archive that cannot be believed, or a match whose two notebooks say
different things under one number.
Start reading at `restore`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from referee.store import archive_reading
from referee.store.archive import Contents, Line, Match
from referee.store.archive_reading import verify
from referee.store.backup import match_lines, rules_folder
from referee.store.database import db, upgrade, writing
from referee.store.people import PersonRow, SeatRow
from referee.store.photo_store import PhotoLostError, PhotoStore, photo_store
from referee.store.tables import EntryRow, KeyRow, MatchRow, PhotoRow


class DivergedError(Exception):
    """Two copies of a match went on apart: under one number they say different things. Nothing was changed.

    `match` is its uid, `number` that of the first entry or photo that differs.
    """

    def __init__(self, match: str, number: int) -> None:
        super().__init__(f"match {match} differs at {number}")
        self.match = match
        self.number = number


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done, by matches: `added` whole, `extended` by their later entries, `same` already, `ahead` of
    the archive and left so. `fingerprint` is that of the archive's matches as they now are in the instance: the
    archive's own unless some are ahead. `lost` photos have no bytes anywhere; `kept_rules` are files of rules
    that differ and were left as they are."""

    contents: Contents
    added: int
    extended: int
    same: int
    ahead: int
    fingerprint: str
    lost: tuple[str, ...]
    kept_rules: tuple[str, ...]


def restore(app: Flask, path: Path) -> Restored:
    """Bring an archive's matches, photos and rules into this instance.

    Match by match, so that whoever writes meanwhile waits for one match at most.

    Raises `ArchiveError` and `DivergedError` before anything is changed, but for photos'
    bytes, which nobody names and which are swept in time; `StoreTroubleError` and OSError,
    and `DivergedError` of a match that is being written to, with some matches restored,
    each of them whole: restored once more, the rest follows.
    """
    contents = verify(path)
    upgrade(app)
    with app.app_context():
        store = photo_store(app)
        for name, data in archive_reading.jpegs_in(path):
            store.put(name, data)
        counts = {"added": 0, "extended": 0, "same": 0, "ahead": 0}
        fingerprints: dict[str, str] = {}
        hashes: set[str] = set()
        with Session(db.engine) as session:
            for match in archive_reading.matches_in(path):
                _lacking(_there(session, match), match)
        for match in archive_reading.matches_in(path):
            with writing() as session:
                counts[_bring(session, match)] += 1
                fingerprints[match.uid] = match_lines(session, _row_of(session, match.uid)).fingerprint
                session.commit()
            hashes.update(photo["hash"] for photo in match.photos)
        lost = tuple(name for name in sorted(hashes) if _is_lost(store, name))
    now_here = Contents(contents.made_at, contents.release, contents.photos, fingerprints, 0, ())
    return Restored(contents, **counts, fingerprint=now_here.fingerprint, lost=lost, kept_rules=_rules(app, path))


def _row_of(session: Session, uid: str) -> int:
    return session.scalars(select(MatchRow.id).where(MatchRow.uid == uid)).one()


def _there(session: Session, match: Match) -> Match:
    """The match as this instance has it, with nothing in it where it has none."""
    row = session.scalar(select(MatchRow.id).where(MatchRow.uid == match.uid))
    return Match(match.head) if row is None else match_lines(session, row)


def _lacking(there: Match, match: Match) -> tuple[list[Line], list[Line]]:
    """The entries and the photos that are not there yet. Raises `DivergedError`."""
    # What was read on a photo may have been read again since: it is no difference.
    read = {photo["number"]: photo["reading"] for photo in there.photos}
    wanted = [{**photo, "reading": read.get(photo["number"], photo["reading"])} for photo in match.photos]
    return _missing(match.uid, there.entries, match.entries), _missing(match.uid, there.photos, wanted)


def _bring(session: Session, match: Match) -> str:
    row = session.scalar(select(MatchRow).where(MatchRow.uid == match.uid).with_for_update())
    if row is None:
        row = MatchRow(uid=match.uid, made_at=match.head["made_at"], binned_at=match.head["binned_at"])
        session.add(row)
        session.flush()
    there = match_lines(session, row.id)
    entries, photos = _lacking(there, match)
    _insert(session, EntryRow, row.id, entries)
    _insert(session, PhotoRow, row.id, photos)
    _bring_keys(session, row.id, match.keys)
    _bring_seats(session, row.id, match.seats)
    if not there.entries:
        return "added"
    if len(there.entries) > len(match.entries):
        return "ahead"
    return "extended" if entries or photos else "same"


def _missing(uid: str, there: Sequence[Line], wanted: Sequence[Line]) -> list[Line]:
    """What is to be added so that all that is wanted is there. Raises `DivergedError`."""
    known = {line["number"]: line for line in there}
    missing = []
    for line in wanted:
        if known.get(line["number"], line) != line:
            raise DivergedError(uid, line["number"])
        if line["number"] not in known:
            missing.append(line)
    return missing


def _insert(session: Session, table: type[EntryRow] | type[PhotoRow], match: int, lines: Sequence[Line]) -> None:
    rows = [{"match_id": match} | {key: value for key, value in line.items() if key != "line"} for line in lines]
    if rows:
        session.execute(insert(table), rows)


def _bring_keys(session: Session, match: int, keys: Sequence[Line]) -> None:
    """Keys that are missing; one that was taken back, here or there, stays taken back."""
    for key in keys:
        there = session.get(KeyRow, key["hash"])
        if there is None:
            session.add(KeyRow(match_id=match, **{name: value for name, value in key.items() if name != "line"}))
        else:
            there.revoked_at = there.revoked_at or key["revoked_at"]


def _bring_seats(session: Session, match: int, seats: Sequence[Line]) -> None:
    """Whose seat it was, where nobody has told it here."""
    for seat in seats:
        if session.get(SeatRow, (match, seat["player"])) is None:
            if session.get(PersonRow, seat["person"]) is None:
                session.add(PersonRow(id=seat["person"], name=seat["name"], made_at=seat["made_at"]))
                session.flush()
            session.add(SeatRow(match_id=match, player=seat["player"], person_id=seat["person"]))
    session.flush()


def _is_lost(store: PhotoStore, name: str) -> bool:
    try:
        store.get(name)
    except PhotoLostError:
        return True
    return False


def _rules(app: Flask, path: Path) -> tuple[str, ...]:
    """Write the rule files that are not there; the names of those that are, and differ."""
    folder, kept = rules_folder(app), []
    for name, text in archive_reading.rules_in(path):
        file = folder / name
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        elif file.read_text("utf-8") != text:
            kept.append(name)
    return tuple(kept)
