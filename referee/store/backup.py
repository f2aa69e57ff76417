"""Backup: the instance into an archive while the server goes on writing.

Owns the moment: all that an archive says was true at once. Refuses to hold anybody up:
the embedded database is copied by its own online backup, PostgreSQL read in one
snapshot. Start reading at `back_up`.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from referee.store import archive
from referee.store.archive import Contents, Match
from referee.store.clock import now
from referee.store.database import attach, db, is_current, upgrade
from referee.store.people import PersonRow, SeatRow
from referee.store.photo_store import PhotoLostError, photo_store
from referee.store.tables import EntryRow, KeyRow, MatchRow, PhotoRow
from referee.store.trouble import StoreTroubleError


class NothingThereError(Exception):
    """The instance has no database; its argument is where one was looked for."""


@contextmanager
def standalone(instance: Path) -> Iterator[Flask]:
    """An application with the database and nothing else, for commands that serve no pages."""
    app = Flask("referee", instance_path=str(instance.resolve()))
    attach(app)
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def back_up(app: Flask, path: Path, *, photos: bool = True) -> Contents:
    """Write the whole instance into an archive. `photos` False leaves their bytes where they are.

    Raises OSError where the file cannot be written, `NothingThereError` where the instance
    has no database, `StoreTroubleError` where it cannot be read.
    """
    with _at_once(app, path.resolve().parent) as session:
        hashes = session.scalars(select(PhotoRow.hash).distinct().order_by(PhotoRow.hash)).all()
        return archive.write(
            path,
            made_at=now(),
            release=_release(),
            matches=_matches(session),
            jpegs=_jpegs(app, hashes) if photos else None,
            rules=_rules(app),
        )


@contextmanager
def _at_once(app: Flask, folder: Path) -> Iterator[Session]:
    """The database as it is at this moment, with this release's tables."""
    with app.app_context():
        engine = db.engine
        if engine.dialect.name != "sqlite":
            with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
                if not is_current(connection):
                    raise StoreTroubleError("older")
                with Session(connection) as session:
                    yield session
            return
        source = engine.url.database or ""
        if not Path(source).is_file():
            raise NothingThereError(source)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".referee-") as beside:
            copy = Path(beside) / "copy.sqlite"
            with engine.connect() as connection:
                _copy(connection, copy)
            with reading_copy(copy) as session:
                yield session


def _copy(connection: Connection, copy: Path) -> None:
    """SQLite's online backup, in one step: a moment of the database, whoever writes meanwhile."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    with closing(sqlite3.connect(copy)) as target:
        driver.backup(target)


@contextmanager
def reading_copy(copy: Path) -> Iterator[Session]:
    """A copy of an embedded database that nobody else uses, brought up to date first."""
    app = Flask("referee", instance_path=str(copy.parent))
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{copy}"
    attach(app)
    upgrade(app)
    with app.app_context():
        try:
            with Session(db.engine) as session:
                yield session
        finally:
            db.engine.dispose()


def _release() -> str:
    try:
        return version("referee")
    except PackageNotFoundError:
        # Run from its source tree.
        return "source"


def _matches(session: Session) -> Iterator[Match]:
    for row in session.execute(select(MatchRow.id).order_by(MatchRow.id)).all():
        yield match_lines(session, row.id)


def match_lines(session: Session, match: int) -> Match:
    """A match as an archive has it."""
    row = session.execute(select(MatchRow.uid, MatchRow.made_at, MatchRow.binned_at).filter_by(id=match)).one()
    keys = select(KeyRow.hash, KeyRow.role, KeyRow.made_at, KeyRow.revoked_at).order_by(KeyRow.hash)
    person = (PersonRow.id.label("person"), PersonRow.name, PersonRow.made_at)
    seats = select(SeatRow.player, *person).join(PersonRow).order_by(SeatRow.player)
    photo = (PhotoRow.number, PhotoRow.hash, PhotoRow.size, PhotoRow.width, PhotoRow.height, PhotoRow.made_at)
    photos = select(*photo, PhotoRow.reading).order_by(PhotoRow.number)
    entry = (EntryRow.number, EntryRow.kind, EntryRow.at, EntryRow.by, EntryRow.deed, EntryRow.key, EntryRow.data)
    entries = select(*entry).order_by(EntryRow.number)
    return Match(
        {"line": "match", **row._mapping},
        [{"line": "key", **found._mapping} for found in session.execute(keys.where(KeyRow.match_id == match))],
        [{"line": "seat", **found._mapping} for found in session.execute(seats.where(SeatRow.match_id == match))],
        [
            {"line": "photo", **found._mapping}
            for found in session.execute(photos.where(PhotoRow.match_id == match))
        ],
        [
            {"line": "entry", **found._mapping}
            for found in session.execute(entries.where(EntryRow.match_id == match))
        ],
    )


def _jpegs(app: Flask, hashes: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
    store = photo_store(app)
    for name in hashes:
        try:
            yield name, store.get(name)
        except PhotoLostError:
            yield name, None


def rules_folder(app: Flask) -> Path:
    """Where the table's own rule files lie."""
    return Path(app.instance_path) / "rulebook"


def _rules(app: Flask) -> Iterator[tuple[str, str]]:
    for path in sorted(rules_folder(app).glob("*.toml")):
        # What is not UTF-8 is not TOML, and is no rule set anywhere.
        yield path.name, path.read_text("utf-8", errors="replace")
