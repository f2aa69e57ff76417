"""Both servers for real, for a moment: they answer, tell a phone that nothing happened, and stop when told to."""

from __future__ import annotations

from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.load.house import filled, served
from tests.load.phones import ask
from tests.load.usage import family, seconds_of
from tests.postgres import Cluster


def _pages(port: int, keys: list[str]) -> None:
    heard = ask(port, [f"/m/{key}/" for key in keys], rate=10, seconds=1, phones=4)
    assert len(heard.seconds) == 10
    assert heard.wrong == 0
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", f"/m/{keys[0]}/version")
    answer = connection.getresponse()
    answer.read()
    tag = answer.headers["ETag"]
    connection.close()
    assert ask(port, [f"/m/{keys[0]}/version"], rate=10, seconds=1, tags=[tag], phones=2).wrong == 0


def test_the_embedded_server(databases: Databases, tmp_path: Path) -> None:
    house = filled(tmp_path, databases.empty(tmp_path), matches=2, players=3, rounds=1)
    with served(house, gunicorn=False) as (port, _):
        _pages(port, house.keys)


def test_gunicorn_with_postgresql_and_metrics_of_all_processes(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("gunicorn", reason="the extra for many tables is not installed")
    figures = tmp_path / "figures"
    figures.mkdir()
    monkeypatch.setenv("METRICS_TOKEN", "token")
    house = filled(tmp_path, cluster.create(), matches=2, players=3, rounds=1)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(figures))
    with served(house, gunicorn=True) as (port, web):
        _pages(port, house.keys)
        assert len(list(family(web))) == 3, "the parent and two processes"
        assert seconds_of(web) > 0
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/metrics", headers={"Authorization": "Bearer token"})
        told = connection.getresponse().read().decode()
        connection.close()
    [shown] = [line for line in told.splitlines() if 'endpoint="table.show",method="GET",status="200"' in line]
    assert float(shown.split()[-1]) == 10
    assert list((tmp_path / "backups").iterdir()), "the parent makes the daily copy"
