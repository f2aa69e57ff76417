"""Runs the migrations against the application's own database (Alembic calls this file)."""

from __future__ import annotations

from alembic import context
from flask import current_app

import referee.store.tables  # noqa: F401

database = current_app.extensions["migrate"].db


def run() -> None:
    """Apply the migrations in one transaction each."""
    with database.engine.execution_options(writes=True).connect() as connection:
        context.configure(
            connection=connection, target_metadata=database.metadata, render_as_batch=True, compare_type=True
        )
        with context.begin_transaction():
            context.run_migrations()


run()
