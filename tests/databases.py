"""The databases that tests stand on: each test has one of its own, of the kind that its run is about.

Owns the two kinds and the instance made once by the migrations, of which every test gets
a copy. Start reading at `Databases`; the fixtures are in `conftest`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import pytest
from flask import Flask

from referee import store
from referee.web import create_app
from tests.postgres import Cluster


class Databases:
    """Databases of one kind: PostgreSQL where there is a cluster, else SQLite. `folder` is theirs alone."""

    def __init__(self, folder: Path, cluster: Cluster | None) -> None:
        self.folder = folder
        self.cluster = cluster

    def empty(self, folder: Path) -> str:
        """The URL of an empty database; the embedded one would lie in this folder."""
        return self.cluster.create() if self.cluster else f"sqlite:///{folder / 'referee.sqlite'}"

    def drop(self, url: str) -> None:
        """Remove a database; the embedded one goes with its folder."""
        if self.cluster:
            self.cluster.drop(url)

    @contextmanager
    def instance(self, folder: Path) -> Iterator[None]:
        """An instance in this folder as the migrations make it, and the environment that leads to its database."""
        made = self._made
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            if self.cluster is None:
                patch.delenv("DATABASE_URL", raising=False)
                yield
            else:
                url = self.cluster.create(made)
                patch.setenv("DATABASE_URL", url)
                yield
                self.cluster.drop(url)

    @cached_property
    def _made(self) -> str:
        """The URL of the database that is copied, made once."""
        url = self.empty(self.folder)
        app = create_app(self.folder, {"SQLALCHEMY_DATABASE_URI": url})
        store.upgrade(app)
        close(app)
        return url


def close(app: Flask) -> None:
    """Let go of the application's database, so that its files or its server can go."""
    with app.app_context():
        store.db.session.remove()
        store.db.engine.dispose()
