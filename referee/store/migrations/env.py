"""Runs the migrations against the application's own database (Alembic calls this file)."""

from __future__ import annotations

from alembic import context
from flask import current_app

import referee.store.tables  # noqa: F401

database = current_app.extensions["migrate"].db


def run() -> None:
    """Apply the migrations in one transaction, so that one that fails leaves what was there."""
    with database.engine.execution_options(writes=True).begin() as connection:
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


run()
