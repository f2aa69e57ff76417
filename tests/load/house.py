"""Houses under load: an instance with matches in it, and a real server in a process of its own.

Owns the filling and the two servers (gunicorn with PostgreSQL, the embedded one with
SQLite). Start reading at `filled` and `served`.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system
from referee.web import create_app

NAMES = ("Inés", "Ñato", "María José", "Óscar", "Zoraida", "Agustín", "Begoña", "Ramón", "Úrsula", "Íñigo", "Lucía",
         "Martín")  # fmt: skip
HANDS = (
    "Ks 7h JK",
    "9s 9d",
    "Ah 2c 3d 4s",
    "10h 10c Qd",
    "5s 6s",
    "8d",
    "Kd Kc 2h",
    "3h 3c 3s",
    "Jd Qs",
    "4c",
)


@dataclass
class Filled:
    """The write keys of the matches in an instance, in the order they were opened."""

    instance: Path
    url: str
    keys: list[str]


def filled(instance: Path, url: str, *, matches: int, players: int, rounds: int) -> Filled:
    """An instance with so many matches, each with so many rounds closed and a hand for every loser."""
    app = create_app(instance, {"SQLALCHEMY_DATABASE_URI": url})
    store.upgrade(app)
    keys = []
    with app.app_context():
        for number in range(matches):
            rules = pin(load_system("ratolibre"))
            opening = {
                "players": list(NAMES[:players]),
                "rules": rules,
                "dealer": number % 2,
            }
            opened = store.open_match(Draft(Kind.OPENED, opening), by=NAMES[0])
            assert isinstance(opened, tuple)
            match, key = opened
            for round_ in range(1, rounds + 1):
                done = store.append(match, _round(round_, players), store.last_number(match), by=NAMES[0])
                assert isinstance(done, store.Written), done
            keys.append(key)
        store.db.session.remove()
        store.db.engine.dispose()
    return Filled(instance, url, keys)


def _round(round_: int, players: int) -> list[Draft]:
    out = round_ % players
    hands = [
        Draft(Kind.COUNTED, {"round": round_, "player": n, "cards": HANDS[(n + round_) % len(HANDS)]})
        for n in range(players)
        if n != out
    ]
    return [
        Draft(Kind.WENT_OUT, {"round": round_, "player": out}),
        *hands,
        Draft(Kind.ROUND_CLOSED, {"round": round_}),
    ]


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Running(NamedTuple):
    """A server: where it answers on loopback, and its process."""

    port: int
    process: int


@contextmanager
def served(house: Filled, *, gunicorn: bool, workers: int = 2) -> Iterator[Running]:
    """The house behind a real server on loopback, which is ended by SIGTERM."""
    port = free_port()
    environment = {**os.environ, "DATABASE_URL": house.url, "REFEREE_INSTANCE": str(house.instance)}
    environment |= {"WEB_CONCURRENCY": str(workers), "PORT": str(port), "HOST": "127.0.0.1"}
    if gunicorn:
        command = ["-m", "gunicorn", "-c", "python:referee.web.many", "referee.web:create_app()"]
    else:
        serve = f"from referee.web import serve; serve(host='127.0.0.1', port={port})"
        command = ["-c", serve]
    process = subprocess.Popen(
        [sys.executable, *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await(process, port)
        yield Running(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            ended = process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
    if ended != 0:
        raise RuntimeError(f"told to stop, the server ended with {ended}")


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
            try:
                connection.request("GET", "/ready")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.1)
    raise RuntimeError("the server does not answer")
