"""An instance of its own for every test, with the tables as the migrations make them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system
from tests.databases import Databases, close


@pytest.fixture
def database_url(databases: Databases, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    url = databases.empty(tmp_path)
    yield url
    databases.drop(url)


@pytest.fixture
def app(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("DATABASE_URL", database_url)
    app = Flask("store-under-test", instance_path=str(tmp_path))
    store.attach(app)
    store.upgrade(app)
    yield app
    close(app)


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
        store.db.session.remove()
        store.db.engine.dispose()


@pytest.fixture
def opening() -> Draft:
    rules = pin(load_system("ratolibre"))
    return Draft(Kind.OPENED, {"players": ["Inés", "Ñato", "María José"], "rules": rules, "dealer": 0})


@pytest.fixture
def match(in_app: None, opening: Draft) -> int:
    opened = store.open_match(opening)
    assert isinstance(opened, tuple)
    return opened[0]
