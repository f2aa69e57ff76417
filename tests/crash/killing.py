"""A real server, four writers over HTTP, and SIGKILL at random moments; nothing acknowledged may be missing.

Owns the server as a process, the writers and the reckoning against the database.
Start reading at `kill_server` and `kill_database`; by command: `python -m tests.crash`.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from referee import store
from referee.engine.match import Draft, Kind, fold, pin
from referee.rulebook import load_system
from tests.crash.crowd import PLAYERS, application
from tests.postgres import Cluster

KILLS_OF_A_MATCH = 10
PATIENCE = 60.0


class Server:
    """`referee serve` as its user starts it."""

    def __init__(self, instance: Path, url: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--instance", str(instance)]
        self._command = [sys.executable, "-m", "referee", *words]
        self._environment = {**os.environ, "DATABASE_URL": url}
        self._log = instance / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self._process.poll() is None, self._log.read_text()[-2000:]
                assert time.monotonic() < until, "the server does not answer"
                threading.Event().wait(0.02)

    def kill(self, how: int = signal.SIGKILL) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()


@dataclass
class Told:
    """What all writers were told: the marks of the entries acknowledged, by match; and what should not be."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    acknowledged: dict[int, list[str]] = field(default_factory=dict)
    resent: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        with self.lock:
            return sum(map(len, self.acknowledged.values()))

    def so_far(self) -> dict[int, list[str]]:
        with self.lock:
            return {match: list(marks) for match, marks in self.acknowledged.items()}


class Writer(threading.Thread):
    """A person who corrects one player's hand again and again, and sends a form until it is acknowledged."""

    def __init__(self, port: int, player: int, now_at: Callable[[], tuple[int, str]], told: Told) -> None:
        super().__init__(name=f"writer-{player}", daemon=True)
        self._port, self._player, self._now_at, self._told = port, player, now_at, told
        self._over = threading.Event()
        self._cookie = self._token = ""
        self._written = 0
        self._here = 0
        self._old = ""

    def stop(self) -> None:
        """Finish the form at hand, and no more."""
        self._over.set()

    def run(self) -> None:
        while not self._over.is_set():
            match, key = self._now_at()
            if match != self._here:
                self._here, self._old = match, ""
            path = f"/m/{key}/rounds/1/{self._player}"
            self._write(match, path, f"/m/{key}/version")

    def _write(self, match: int, path: str, version: str) -> None:
        self._written += 1
        mark, value = f"writer-{self._player}-{self._written}", str(self._written % 90 + 1)
        seen = ""
        while not seen:
            status, headers, _ = self._ask("GET", version)
            seen = headers.get("etag", "").strip('"') if status == 200 else ""
        form = {"kind": "points", "value": value, "old": self._old, "note": mark, "seen": seen, "form_id": mark}
        sent = 0
        while True:
            if not self._token:
                self._meet(path)
                continue
            status, headers, body = self._ask("POST", path, form | {"csrf_token": self._token})
            if status == 303:
                break
            if status not in (0, 503):
                self._told.wrong.append(f"{mark}: {status} {re.sub(r'<[^>]*>| +', ' ', body)[:300]}")
                return
            sent += 1
        self._old = value
        with self._told.lock:
            self._told.acknowledged.setdefault(match, []).append(mark)
            self._told.resent += sent

    def _meet(self, path: str) -> None:
        status, headers, body = self._ask("GET", path)
        token = re.search(r'name="csrf_token" value="([^"]+)"', body)
        cookie = re.search(r"(?:^|[ ,])(referee=[^;]+)", headers.get("set-cookie", ""))
        if status == 200 and token and cookie:
            self._token, self._cookie = token[1], cookie[1]

    def _ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, dict[str, str], str]:
        """Status, headers and body; status 0 where there was no answer, after a breath."""
        headers = {"Cookie": self._cookie} | ({"Content-Type": "application/x-www-form-urlencoded"} if form else {})
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            connection.request(method, path, urlencode(form) if form else None, headers)
            answer = connection.getresponse()
            body = answer.read().decode("utf-8", "replace")
            several = {name.lower(): ", ".join(answer.headers.get_all(name, [])) for name in answer.headers}
        except (OSError, http.client.HTTPException):
            self._over.wait(0.02)
            return 0, {}, ""
        finally:
            connection.close()
        if answer.status == 503:
            self._over.wait(0.05)
        return answer.status, several, body


class Night:
    """One run: a server, its writers, and the match they are at."""

    def __init__(self, instance: Path, url: str, seed: int) -> None:
        self.app: Flask = application(str(instance), url)
        store.upgrade(self.app)
        self.server = Server(instance, url)
        self.told = Told()
        self.chance = random.Random(seed)
        self.matches: list[tuple[int, str]] = []
        self.open_match()
        self.writers = [
            Writer(self.server.port, n, lambda: self.matches[-1], self.told) for n in range(len(PLAYERS))
        ]

    def open_match(self) -> None:
        opening = Draft(Kind.OPENED, {"players": PLAYERS, "rules": pin(load_system("ratolibre")), "dealer": 0})
        with self.app.app_context():
            opened = store.open_match(opening)
            store.db.session.remove()
        assert isinstance(opened, tuple)
        self.matches.append(opened)

    def wait_for_writing(self, more: int = 8) -> None:
        """Until so many more entries were acknowledged, and a random moment longer."""
        wanted, until = self.told.count + more, time.monotonic() + PATIENCE
        while self.told.count < wanted:
            assert not self.told.wrong, self.told.wrong[:3]
            assert time.monotonic() < until, "nothing is written any more"
            threading.Event().wait(0.01)
        threading.Event().wait(self.chance.uniform(0, 0.3))

    def reckon(self) -> None:
        """Hold the database against all that was acknowledged until now."""
        acknowledged = self.told.so_far()
        with self.app.app_context():
            written = {match: store.entries_of(match) for match, _ in self.matches}
            store.db.session.remove()
        for match, entries in written.items():
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), (
                "a number lost or doubled"
            )
            marks = Counter(entry.data.get("note") for entry in entries[1:])
            assert not [mark for mark, times in marks.items() if times > 1], "an entry is there twice"
            missing = [mark for mark in acknowledged.get(match, ()) if mark not in marks]
            assert not missing, f"acknowledged and gone: {missing[:5]}"
            assert not fold(entries).ignored, "an entry says nothing"

    def end(self) -> dict[str, Any]:
        """Let the writers finish their forms, reckon, and give the figures."""
        for writer in self.writers:
            writer.stop()
        for writer in self.writers:
            writer.join(PATIENCE)
            assert not writer.is_alive(), "a form is never acknowledged"
        assert not self.told.wrong, self.told.wrong[:3]
        self.reckon()
        with self.app.app_context():
            written = sum(len(store.entries_of(match)) - 1 for match, _ in self.matches)
            store.db.session.remove()
            store.db.engine.dispose()
        assert written == self.told.count, "an entry was written that nobody was told of, though all was sent again"
        return {"entries": written, "sent again": self.told.resent, "matches": len(self.matches)}


def kill_server(instance: Path, url: str, *, kills: int, seed: int = 1) -> dict[str, Any]:
    """Kill the server `kills` times while it is written to; the figures. AssertionError for anything lost."""
    return _kill(
        Night(instance, url, seed), kills, lambda night: night.server.kill(), lambda night: night.server.start()
    )


def kill_database(instance: Path, cluster: Cluster, *, kills: int, seed: int = 1) -> dict[str, Any]:
    """Kill all of PostgreSQL's processes `kills` times under a server that stays."""
    night = Night(instance, cluster.create(), seed)
    return _kill(night, kills, lambda _: cluster.kill(), lambda _: cluster.start())


def _kill(
    night: Night, kills: int, kill: Callable[[Night], None], again: Callable[[Night], None]
) -> dict[str, Any]:
    begun = time.perf_counter()
    night.server.start()
    try:
        for writer in night.writers:
            writer.start()
        for turn in range(1, kills + 1):
            night.wait_for_writing()
            kill(night)
            again(night)
            night.reckon()
            if turn % KILLS_OF_A_MATCH == 0:
                night.open_match()
        night.wait_for_writing()
        figures = night.end()
    finally:
        for writer in night.writers:
            writer.stop()
        night.server.kill(signal.SIGTERM)
    return {"kills": kills, **figures, "seconds": round(time.perf_counter() - begun)}
