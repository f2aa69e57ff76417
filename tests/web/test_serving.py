"""The embedded server stops when it is told to: by a person or by the system, in front or in the background."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "referee"]
# Interrupts are heard again where the tests themselves run in the background of a script, which ignores them.
HEAR = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
HEARD = [sys.executable, "-c", HEAR, *PROGRAM]
# A script starts what it puts into the background so: interrupts of the keyboard are not for it.
DEAF = ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", *PROGRAM]


@pytest.mark.parametrize(
    ("command", "told"),
    [(HEARD, signal.SIGINT), (HEARD, signal.SIGTERM), (DEAF, signal.SIGTERM)],
    ids=["interrupted", "ended", "ended in the background"],
)
@pytest.mark.parametrize("more", [[], ["--tls"]], ids=["http", "https"])
def test_it_stops_when_told(command: list[str], told: signal.Signals, more: list[str], tmp_path: Path) -> None:
    where = ["--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path)]
    with subprocess.Popen([*command, "serve", *where, *more], stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            lines = iter(house.stdout.readline, "")
            address = next(found[0] for line in lines if (found := re.search(r"https?://127\.0\.0\.1:\d+/", line)))
            if not more:
                with urllib.request.urlopen(address, timeout=20) as answer:
                    assert answer.status == 200
            else:
                assert any(f"{address}phone" in line for line in lines)
            next(lines)  # how to stop it: from here on it serves
            house.send_signal(told)
            assert house.wait(20) == 0
        finally:
            house.kill()
