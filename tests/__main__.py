"""All tests with what they need around them: `python -m tests [pytest arguments]`.

On SQLite and then on PostgreSQL, where a database takes part; see `tests.conftest`.
As root on Debian it installs the browser and the servers that some tests talk to;
elsewhere it says which tests are left out, and why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Need(NamedTuple):
    """A program from outside Python that some tests need."""

    package: str
    places: tuple[str, ...]
    tests: str

    @property
    def is_here(self) -> bool:
        return any(Path(place).exists() or shutil.which(place) for place in self.places)


NEEDS = (
    Need("chromium", ("chromium",), "the browser journeys"),
    Need("postgresql", ("/usr/lib/postgresql",), "all that is run on PostgreSQL"),
    Need("redis-server", ("redis-server",), "reading photos on other machines"),
)


def _install(missing: list[Need]) -> None:
    """Ask the system for what is missing; what it refuses is reported afterwards."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *(need.package for need in missing)]):
        subprocess.run(["apt-get", "-q", *command], env=environment, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    missing = [need for need in NEEDS if not need.is_here]
    if missing:
        _install(missing)
    for need in missing:
        if not need.is_here:
            print(f"left out: {need.tests} ({need.package} is not installed)", flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
