"""What the health page is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from flask import Flask

from referee import store
from referee.store import daily
from referee.store.health import health


def test_it_works(app: Flask, match: int) -> None:
    before = health(app)
    assert before.well
    assert (before.copy_age, before.copies, before.photos) == (None, 0, 0)
    store.keep_photo(match, np.full((30, 40, 3), 9, np.uint8), {})
    daily.copy_if_due(app, datetime.now(UTC) - timedelta(hours=3))
    after = health(app)
    assert after.copies == 1
    assert after.copy_age is not None
    assert timedelta(hours=3) <= after.copy_age < timedelta(hours=4)
    assert after.photos is not None
    assert 0 < after.photos < after.photo_room


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_no_database(app: Flask, tmp_path: Path) -> None:
    lost = Flask("lost", instance_path=str(tmp_path))
    lost.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path}/not/there/referee.sqlite"
    store.attach(lost)
    told = health(lost)
    assert (told.well, told.trouble, told.photos) == (False, "unreachable", None)


def test_tables_that_are_not_there_yet(tmp_path: Path, database_url: str) -> None:
    new = Flask("new", instance_path=str(tmp_path))
    new.config["SQLALCHEMY_DATABASE_URI"] = database_url
    store.attach(new)
    assert health(new).trouble == "older"
    with new.app_context():
        store.db.engine.dispose()
