"""Both databases, one after the other. A test in which a database takes part has its kind in its name:
`-k postgresql` runs those on PostgreSQL alone, `-k "not postgresql"` leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.postgres import Cluster, missing


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this run's own."""
    if why := missing():
        pytest.skip(why)
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """One kind of database, for all tests that need one; then the other."""
    cluster = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    return Databases(tmp_path_factory.mktemp(request.param), cluster)


@pytest.fixture
def instance(databases: Databases, tmp_path: Path) -> Iterator[Path]:
    """The test's own folder as an instance whose database the migrations made."""
    with databases.instance(tmp_path):
        yield tmp_path
