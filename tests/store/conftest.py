"""An instance of its own for every test, with the tables as the migrations make them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    app = Flask("store-under-test", instance_path=str(tmp_path))
    store.attach(app)
    store.upgrade(app)
    return app


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
