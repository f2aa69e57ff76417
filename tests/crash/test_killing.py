"""What was acknowledged is there after the server or the database was killed; the whole budget: `tests.crash`."""

from __future__ import annotations

from pathlib import Path

from tests.crash.killing import kill_database, kill_server
from tests.postgres import Cluster


def test_it_works(tmp_path: Path) -> None:
    figures = kill_server(tmp_path, f"sqlite:///{tmp_path / 'referee.sqlite'}", kills=4)
    assert figures["entries"] >= 4 * 8


def test_on_postgresql(tmp_path: Path, durable_cluster: Cluster) -> None:
    figures = kill_database(tmp_path, durable_cluster, kills=2)
    assert figures["entries"] >= 2 * 8
    assert figures["sent again"] > 0
