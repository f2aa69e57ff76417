"""The locked room: a process in which photos are opened, bounded in memory and time, replaced when it fails.

Owns that process: it starts it, hands it photos, ends it when it is too slow, and starts
another. Refuses to open a photo itself.
Start reading at `LockedRoom.read`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from typing import Final

from referee.reading.answer import LARGEST_ANSWER, Answer, Unread, parse
from referee.reading.inside import LENGTH

MEMORY: Final = 1_600_000_000
"""Bytes of address space; most of it is libraries and stacks that are never touched. 50 megapixels
of WebP were seen to take 1.04 GB."""

SECONDS: Final = 30.0
"""A photo that takes longer is hostile, or this machine is drowning."""

MOST_READ: Final = 200
"""Photos after which the process is replaced, whatever it has let leak."""

_KEPT: Final = (
    "PATH",
    "SYSTEMROOT",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "TEMP",
    "OMP_NUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
)
"""Of the environment, all that goes in: no database, no password, no key."""


class LockedRoom:
    """One process for one photo at a time; calls from several threads wait for each other."""

    def __init__(self, *, memory: int = MEMORY, seconds: float = SECONDS) -> None:
        self._memory, self._seconds = memory, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._read = 0
        self._turn = threading.Lock()

    def read(self, photo: bytes) -> Answer:
        """Read a photo; `Unread` "too-slow" or "fell" where the process had to be ended or ended itself."""
        with self._turn:
            process = self._open()
            late = threading.Event()

            def end() -> None:
                late.set()
                process.kill()

            clock = threading.Timer(self._seconds, end)
            clock.daemon = True
            clock.start()
            try:
                found = self._exchange(process, photo)
            finally:
                clock.cancel()
            if found is None or self._read >= MOST_READ or found == Unread("broken"):
                self._close()
            return found or Unread("too-slow" if late.is_set() else "fell")

    def _open(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._close()
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "referee.reading.inside", str(self._memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self._read = 0
        return self._process

    def _exchange(self, process: subprocess.Popen[bytes], photo: bytes) -> Answer | None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._read += 1
        try:
            process.stdin.write(LENGTH.pack(len(photo)) + photo)
            process.stdin.flush()
            head = process.stdout.read(LENGTH.size)
            length = LENGTH.unpack(head)[0] if len(head) == LENGTH.size else 0
            if not 0 < length <= LARGEST_ANSWER:
                return None
            said = process.stdout.read(length)
            return parse(said) if len(said) == length else None
        except (OSError, ValueError):
            return None

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                # What was left to write has nobody to read it.
                with contextlib.suppress(OSError):
                    pipe.close()

    def close(self) -> None:
        """End the process, once it is not reading; the next photo starts another."""
        with self._turn:
            self._close()
