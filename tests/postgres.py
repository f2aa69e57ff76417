"""A PostgreSQL cluster of the tests' own: in a folder under the system's temporary one, on a
socket in that folder, gone afterwards. Needs Debian's package `postgresql` (or another's
`initdb` and `postgres`), and as root the user `postgres`, since the server refuses root.
Start reading at `Cluster`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

USER: Final = "postgres"
PATIENCE: Final = 60.0


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest release first; None where there is none."""
    releases = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    found = shutil.which("initdb")
    for folder in [*releases, *([Path(found).resolve().parent] if found else [])]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


def missing() -> str | None:
    """Why no cluster can be started here; None where one can."""
    if programs() is None:
        return "PostgreSQL is not installed: no initdb in /usr/lib/postgresql or on the path"
    if os.getuid() == 0 and subprocess.run(["id", USER], capture_output=True).returncode != 0:
        return f"root, and no user {USER} to run PostgreSQL as"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed"
    return None


class Cluster:
    """A running server. `durable` keeps its promises to the disk, as crash tests need; without, it is quicker."""

    def __init__(self, *, durable: bool = False) -> None:
        found = programs()
        assert found is not None
        self.programs = found
        self.durable = durable
        # A socket's path may have a hundred characters; the folders of pytest have more.
        self.folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
        self.server: subprocess.Popen[bytes] | None = None
        self._names = 0
        try:
            if os.getuid() == 0:
                shutil.chown(self.folder, USER)
            self._run("initdb", "-D", self.data, "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8", "--locale=C")
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _as_user(self, program: str, words: Sequence[str]) -> list[str]:
        runuser = ["runuser", "-u", USER, "--"] if os.getuid() == 0 else []
        return [*runuser, str(self.programs / program), *words]

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(self._as_user(program, words), capture_output=True, text=True, cwd=self.folder)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "60"}
        settings["shared_buffers"] = "32MB"
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        as_user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
        # A child of this process and no daemon: what was killed is reaped here, and not taken for running.
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, *words],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **as_user,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            if self.server.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            threading.Event().wait(0.02)

    def kill(self) -> None:
        """SIGKILL to the server and all its processes, as when the machine loses its current."""
        assert self.server is not None
        server = self.server.pid
        children = [int(child) for child in Path(f"/proc/{server}/task/{server}/children").read_text().split()]
        for process in (server, *children):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.server.wait(PATIENCE)
        # Until the last one is gone, the next server finds its memory in use.
        while any(_lives(child) for child in children):
            threading.Event().wait(0.01)

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        assert self.server is not None
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait(PATIENCE)

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def create(self, like: str | None = None) -> str:
        """A new database, empty or a copy of the one with this URL, which nobody may be using; returns its URL."""
        self._names += 1
        name = f"referee_{self._names}"
        self._say(f'CREATE DATABASE "{name}" TEMPLATE "{_name(like) if like else "template0"}"')
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self._say(f'DROP DATABASE "{_name(url)}" WITH (FORCE)')

    def connections(self, url: str) -> int:
        """How many are connected to a database."""
        [count] = self._say(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{_name(url)}'")
        return int(count)

    @property
    def process(self) -> int:
        """The server's own process; those of its connections are its children."""
        assert self.server is not None
        return self.server.pid

    def _say(self, sentence: str) -> tuple[Any, ...]:
        """Its first row, empty for a sentence that answers nothing."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres", autocommit=True) as connection:
            told = connection.execute(sentence.encode())
            return (told.fetchone() or ()) if told.description else ()

    def remove(self) -> None:
        if self.server is not None and self.server.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()


def _name(url: str) -> str:
    return url.split("@/", 1)[1].split("?", 1)[0]


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
