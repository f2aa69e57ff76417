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
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

USER: Final = "postgres"


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
        options = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in settings.items())
        self._run("pg_ctl", "-D", self.data, "-l", f"{self.folder}/log", "-w", "-t", "60", "start", "-o", options)

    @property
    def pid(self) -> int:
        """The server's own process, the parent of all its others."""
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """SIGKILL to the server; its children notice and end themselves."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{USER}@/{database}?host={self.folder}"

    def create(self, template: str = "template0") -> str:
        """A new database; returns its URL."""
        import psycopg

        self._names += 1
        name = f"referee_{self._names}"
        with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return self.url(name)

    def remove(self) -> None:
        if (self.folder / "data/postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()
