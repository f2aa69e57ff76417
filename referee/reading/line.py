"""The line: who waits for his photo to be read, and what came of it.

Owns what every line can do, and the choice by QUEUE_URL. Refuses to be one: `folder`
serves the processes of one machine, `distributed` many machines through Redis.
Start reading at `Line`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from referee.reading.answer import Answer

TICKET_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{22}")

KEPT_SECONDS: Final = 900
"""How long a photo, or the answer about it, waits for its person."""

MOST_WAITING: Final = 24
"""Photos in line; who comes then is asked to come back."""

About = Mapping[str, Any]
"""What the pages want to find again with the answer; JSON, and no key among it."""


class CrowdedError(Exception):
    """Too many photos wait already; nothing was kept."""


class LineTroubleError(Exception):
    """The line cannot be reached, or has no room on its disk; nothing was kept."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Not read yet; `before` counts the photos that come first, 0 while it is being read."""

    before: int
    about: About


@dataclass(frozen=True, slots=True)
class Done:
    """What came of it. It stays for `KEPT_SECONDS`, so a page loaded again finds it."""

    answer: Answer
    about: About


class Line(Protocol):
    """Photos waiting to be read. Every method raises `LineTroubleError`."""

    def take(self, photo: bytes, about: About) -> str:
        """Put a photo at the end; returns its ticket, 128 bits. Raises `CrowdedError`."""

    def look(self, ticket: str) -> Waiting | Done | None:
        """How it stands; None for no ticket of ours, or one that was too long ago."""

    def wait(self, ticket: str, seconds: float) -> Waiting | Done | None:
        """The same, once it is done or so many seconds have passed."""

    def waiting(self) -> int:
        """How many photos are not read yet."""

    def close(self) -> None:
        """Finish what is being read, and read no more here."""


def new_ticket() -> str:
    return secrets.token_urlsafe(16)


def open_line(url: str, folder: Path, at_once: int) -> Line:
    """The line at a `redis://` URL, read by workers elsewhere; without one, `at_once` at a time read here.

    Raises ValueError for another URL.
    """
    if not url:
        from referee.reading.folder import FolderLine

        return FolderLine(folder, at_once)
    if url.startswith(("redis://", "rediss://", "unix://")):
        from referee.reading.distributed import RedisLine

        return RedisLine(url)
    raise ValueError(f"QUEUE_URL={url.split('@')[-1]!r}: expected redis://host:port/number")
