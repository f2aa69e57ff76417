"""Phones: each a connection of its own that asks at its appointed times, whether or not the last answer was slow.

Owns the asking and the counting of how long each answer took from when it was due, so
that a server that falls behind shows. Start reading at `ask`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException

PHONES = 16


@dataclass
class Heard:
    """What the phones heard: seconds from due to answered, how many answers were not as hoped, bytes, the span."""

    seconds: list[float] = field(default_factory=list)
    wrong: int = 0
    size: int = 0
    span: float = 0.0

    def at(self, share: float) -> float:
        """Milliseconds within which this share of all answers came."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.seconds) / self.span


def ask(
    port: int, paths: Sequence[str], *, rate: float, seconds: float, tags: Sequence[str] | None = None,
    phones: int = PHONES,
) -> Heard:  # fmt: skip
    """Ask for the paths in turn, `rate` a second in all. With `tags`, as who has seen all: 304 is hoped."""
    heard, lock = Heard(), threading.Lock()
    start = time.perf_counter() + 0.2
    due = iter(range(int(rate * seconds)))

    def phone() -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        mine: list[float] = []
        wrong = size = 0
        while True:
            with lock:
                turn = next(due, None)
            if turn is None:
                break
            at = start + turn / rate
            if (early := at - time.perf_counter()) > 0:
                time.sleep(early)
            headers = {"Accept-Encoding": "gzip"} | ({"If-None-Match": tags[turn % len(tags)]} if tags else {})
            try:
                connection.request("GET", paths[turn % len(paths)], headers=headers)
                answer = connection.getresponse()
                size = len(answer.read())
                wrong += answer.status != (304 if tags else 200)
            except (OSError, HTTPException):
                wrong += 1
                connection.close()
            mine.append(time.perf_counter() - at)
        connection.close()
        with lock:
            heard.seconds += mine
            heard.wrong += wrong
            heard.size = max(heard.size, size)

    threads = [threading.Thread(target=phone) for _ in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    heard.span = time.perf_counter() - start
    return heard
