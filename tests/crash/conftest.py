"""The databases that are put under strain: both, where both can be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Cluster, missing


@pytest.fixture(scope="session")
def durable_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that waits for the disk."""
    if why := missing():
        pytest.skip(why)
    with Cluster(durable=True) as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def strained_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, durable."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'referee.sqlite'}"
    cluster: Cluster = request.getfixturevalue("durable_cluster")
    return cluster.create()
