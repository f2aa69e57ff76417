"""Runs the migrations against the application's own database (Alembic calls this file)."""

from __future__ import annotations

from alembic import context
from flask import current_app
from sqlalchemy import Connection

import referee.store.tables  # noqa: F401
from referee.store.trouble import StoreTroubleError

database = current_app.extensions["migrate"].db


def run() -> None:
    """Apply the migrations in one transaction, so that one that fails leaves what was there."""
    with database.engine.execution_options(writes=True).connect() as connection:
        if connection.dialect.name == "sqlite":
            # SQLite changes a table by making it anew: dropping the old one would take what refers to it along.
            # It takes this setting only outside of a transaction.
            connection.connection.driver_connection.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                _migrate(connection)
        finally:
            # Its settings were changed: nobody else is to get it.
            connection.invalidate()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Two servers that start at once: the second waits, then finds nothing left to do.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7265666572656501)")
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        render_as_batch=True,
        compare_type=True,
        transactional_ddl=True,
    )
    context.run_migrations()
    if connection.dialect.name == "sqlite" and (
        lost := connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    ):
        raise StoreTroubleError("damaged", f"rows that refer to nothing after the migration: {lost}")


run()
