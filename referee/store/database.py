"""The database: where it lies, how it is opened, how it is brought up to date.

Owns the connection settings of both databases. Refuses to know what is stored.
Start reading at `attach`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import flask_migrate
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import DeclarativeBase, Session

MIGRATIONS: Final = Path(__file__).parent / "migrations"


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
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", database_url(Path(app.instance_path)))
    # `append` takes the lock of a row with the database's own statement time-out as its limit.
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"pool_pre_ping": True})
    db.init_app(app)
    _migrate.init_app(app, db, directory=str(MIGRATIONS))


def upgrade(app: Flask) -> None:
    """Create the tables, or bring those of an older release up to date."""
    with app.app_context():
        flask_migrate.upgrade(directory=str(MIGRATIONS))


@contextmanager
def writing() -> Iterator[Session]:
    """A transaction that holds the right to write from its beginning; rolled back unless committed.

    A read that turns into a write half-way could find another's write between: SQLite
    would refuse it at once, whatever the time it may wait.
    """
    # What this request has read so far belongs to a snapshot from before.
    db.session.rollback()
    with Session(db.engine.execution_options(writes=True), expire_on_commit=False) as session:
        yield session


@event.listens_for(Engine, "connect")
def _open(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    # The driver's own BEGIN comes too late and is never IMMEDIATE: `_begin` says it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=8000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
