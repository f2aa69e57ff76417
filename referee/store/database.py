"""The database: where it lies, how it is opened, how it is brought up to date.

Owns the connection settings of both databases. Refuses to know what is stored.
Start reading at `attach`.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import flask_migrate
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event, make_url
from sqlalchemy.engine import Connection, Engine, ExceptionContext
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.orm import DeclarativeBase, Session

from referee.store.trouble import StoreTroubleError, cause_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"

PATIENCE: Final = 8.0
"""Seconds that a writer waits for those before him."""


class Base(DeclarativeBase):
    """The base of all tables."""


db = SQLAlchemy(model_class=Base)
_migrate = flask_migrate.Migrate(render_as_batch=True)


def database_url(instance: Path) -> str:
    """DATABASE_URL, else the embedded database in the instance folder."""
    url = os.environ.get("DATABASE_URL", "").strip()
    if not url:
        return f"sqlite:///{instance / 'referee.sqlite'}"
    # Hosts hand out the short name; SQLAlchemy wants the driver too.
    for short in ("postgres://", "postgresql://"):
        if url.startswith(short):
            return "postgresql+psycopg://" + url.removeprefix(short)
    return url


def attach(app: Flask) -> None:
    """Tie the database to the application; nothing is opened before it is needed."""
    url = str(app.config.setdefault("SQLALCHEMY_DATABASE_URI", database_url(Path(app.instance_path))))
    # What people wrote stays out of errors, and so out of logs.
    options: dict[str, Any] = {"pool_pre_ping": True, "hide_parameters": True}
    if url.startswith("postgresql"):
        # What the URL itself says goes before; the arguments would silence it.
        said = make_url(url).query
        words = f"-c lock_timeout={int(PATIENCE * 1000)} {said.get('options', '')}"
        options["connect_args"] = {"connect_timeout": int(PATIENCE), **said, "options": words}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    db.init_app(app)
    _migrate.init_app(app, db, directory=str(MIGRATIONS))


def upgrade(app: Flask) -> None:
    """Create the tables, or bring those of an older release up to date, all or nothing.

    Raises `StoreTroubleError` "newer" for a database that a newer release has written,
    which is left as it is.
    """
    with app.app_context():
        known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
        with db.engine.connect() as connection:
            found = set(MigrationContext.configure(connection).get_current_heads())
        if found - known:
            raise StoreTroubleError("newer", ", ".join(sorted(found - known)))
        flask_migrate.upgrade(directory=str(MIGRATIONS))


def is_current(connection: Connection) -> bool:
    """Whether the tables are as this release makes them."""
    heads = MigrationContext.configure(connection).get_current_heads()
    return heads == (ScriptDirectory(str(MIGRATIONS)).get_current_head(),)


_turn = threading.Lock()
"""Writers of one process into the embedded database queue here: it has no queue of its own, only waiting by
guess, which with many writers leaves one out for seconds."""


@contextmanager
def writing() -> Iterator[Session]:
    """A transaction that holds the right to write from its beginning; rolled back unless committed.

    A read that turns into a write half-way could find another's write between: SQLite
    would refuse it at once, whatever the time it may wait.
    """
    # What this request has read so far belongs to a snapshot from before.
    db.session.rollback()
    embedded = db.engine.dialect.name == "sqlite"
    if embedded and not _turn.acquire(timeout=PATIENCE):
        raise StoreTroubleError("busy")
    try:
        with Session(db.engine.execution_options(writes=True), expire_on_commit=False) as session:
            yield session
    finally:
        if embedded:
            _turn.release()


@event.listens_for(Engine, "connect")
def _open(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # The driver's own BEGIN comes too late and is never IMMEDIATE: `_begin` says it.
    connection.isolation_level = None
    cursor = connection.cursor()
    # Waiting comes first: the change to WAL itself may have to wait. A file that cannot be written is read.
    for setting in (
        f"busy_timeout={int(PATIENCE * 1000)}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        try:
            cursor.execute(f"PRAGMA {setting}")
        except sqlite3.OperationalError as error:
            if cause_of(error) != "read-only":
                raise StoreTroubleError(cause_of(error) or "unreachable", str(error)) from error
    cursor.close()


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@event.listens_for(DefaultDialect, "handle_error")
def _explain(context: ExceptionContext) -> StoreTroubleError | None:
    """Trouble of the disk, the file or the connection leaves the house under its own name."""
    # A connection that died while idle is replaced by the pool itself.
    error = context.original_exception
    cause = None if context.is_pre_ping else cause_of(error)
    return StoreTroubleError(cause, str(error)) if cause is not None else None
