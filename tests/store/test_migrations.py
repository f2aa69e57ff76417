"""The database of every release comes up to date with its matches; one of a release to come is left alone."""

from __future__ import annotations

import json
import shutil
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import flask_migrate
import numpy as np
import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect, text

from referee import store
from referee.engine.match import Draft, Kind, fold, pin
from referee.rulebook import load_system
from referee.store import StoreTroubleError
from referee.store.database import MIGRATIONS, db
from tests.store import schemas

FOLDER = Path(schemas.__file__).parent
SCHEMAS = sorted(path.stem for path in FOLDER.glob("*.sqlite"))


def on(path: Path) -> Flask:
    app = Flask("old", instance_path=str(path.parent))
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
    store.attach(app)
    return app


@pytest.mark.parametrize("revision", SCHEMAS)
def test_every_schema_comes_up_to_date(revision: str, tmp_path: Path) -> None:
    shutil.copy(FOLDER / f"{revision}.sqlite", tmp_path / "referee.sqlite")
    expected = json.loads((FOLDER / f"{revision}.json").read_text("utf-8"))
    app = on(tmp_path / "referee.sqlite")
    store.upgrade(app)
    with app.app_context():
        entries = store.entries_of(1)
        state = fold(entries)
        assert len(entries) == expected["entries"]
        assert {state.players[s.player].name: s.total for s in state.standings} == expected["totals"]
        assert not state.ignored
        photo = store.photo_of(1, 1)
        assert photo is not None
        assert (photo.width, photo.height) == (40, 30)
        # And the match goes on.
        done = store.append(1, [Draft(Kind.COUNTED, {"round": 3, "player": 0, "points": 5})], len(entries))
        assert isinstance(done, store.Written)
        found = inspect(db.engine)
        for table in db.metadata.sorted_tables:
            columns = {c["name"]: c["nullable"] for c in found.get_columns(table.name)}
            assert columns == {c.name: c.nullable for c in table.columns}
        db.session.remove()
        db.engine.dispose()


def test_today_has_its_file() -> None:
    """With a migration comes the database that it makes: `python -m tests.store.schemas`."""
    made = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    assert set(SCHEMAS) == made
    for revision in SCHEMAS:
        with closing(sqlite3.connect(f"file:{FOLDER / revision}.sqlite?mode=ro", uri=True)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]


def test_the_tables_and_their_indices_are_those_of_the_models(app: Flask, in_app: None) -> None:
    found = inspect(db.engine)
    for table in db.metadata.sorted_tables:
        unique = {tuple(each["column_names"]) for each in found.get_unique_constraints(table.name)}
        unique |= {tuple(each["column_names"]) for each in found.get_indexes(table.name) if each["unique"]}
        wanted = {tuple(c.name for c in each.columns) for each in table.indexes if each.unique}
        wanted |= {
            tuple(c.name for c in each.columns)
            for each in table.constraints
            if type(each).__name__ == "UniqueConstraint"
        }
        assert unique == wanted, table.name
        indexed = {tuple(each["column_names"]) for each in found.get_indexes(table.name) if not each["unique"]}
        assert indexed == {tuple(c.name for c in each.columns) for each in table.indexes if not each.unique}, (
            table.name
        )


def test_a_schema_to_come_is_left_alone(app: Flask, match: int) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    db.session.remove()
    with pytest.raises(StoreTroubleError, match="newer: 0099"):
        store.upgrade(app)
    assert store.last_number(match) == 1


def test_up_to_date_twice_is_nothing(app: Flask, match: int) -> None:
    db.session.remove()
    store.upgrade(app)
    assert store.last_number(match) == 1


def _start(url: str, instance: str) -> int:
    app = Flask("one-of-many", instance_path=instance)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    store.attach(app)
    store.upgrade(app)
    with app.app_context():
        opening = Draft(Kind.OPENED, {"players": ["Inés", "Ñato"], "rules": pin(load_system("chile")), "dealer": 0})
        opened = store.open_match(opening)
        db.session.remove()
        db.engine.dispose()
    assert isinstance(opened, tuple)
    return opened[0]


def test_servers_that_start_together(database_url: str, tmp_path: Path) -> None:
    """On an empty database; each finds the tables, made once, and writes its match."""
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        started = [pool.submit(_start, database_url, str(tmp_path)) for _ in range(4)]
        assert sorted(each.result() for each in started) == [1, 2, 3, 4]


def test_one_release_back_and_forth(app: Flask, match: int) -> None:
    """On both databases, with rows in every table."""
    store.keep_photo(match, np.full((30, 40, 3), 9, np.uint8), {})
    before = store.entries_of(match)
    db.session.remove()
    flask_migrate.downgrade(directory=str(MIGRATIONS), revision="0001")
    store.upgrade(app)
    assert store.entries_of(match) == before
    assert store.photo_of(match, 1) is not None
    with db.engine.begin() as connection:
        assert len(str(connection.scalar(text("SELECT uid FROM match")))) == 32
    assert isinstance(store.append(match, [Draft(Kind.FINISHED, {})], 1), store.Written)


def test_a_migration_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    """A match that breaks the second migration half-way: nothing of it stays."""
    path = tmp_path / "referee.sqlite"
    shutil.copy(FOLDER / "0001.sqlite", path)
    with closing(sqlite3.connect(path)) as connection:
        # A name that the migration wants for itself, at its very end.
        connection.execute("CREATE INDEX ix_photo_hash ON match (made_at)")
        connection.commit()
    app = on(path)
    with pytest.raises(Exception, match="ix_photo_hash"):
        store.upgrade(app)
    with app.app_context():
        columns = {c["name"] for c in inspect(db.engine).get_columns("match")}
        assert columns == {"id", "made_at", "binned_at"}
        with db.engine.connect() as here:
            assert here.scalar(text("SELECT version_num FROM alembic_version")) == "0001"
            assert here.scalar(text("SELECT count(*) FROM entry")) == 14
        db.engine.dispose()
