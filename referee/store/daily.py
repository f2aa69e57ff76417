"""The daily round: a copy of the database into the instance's `backups`, the bin emptied.

Owns when it is due, and the seven copies that are kept. Refuses to count two of one day,
whichever processes made them. Photos stay where they are: the bin keeps each for longer than
the copies reach back. Start reading at `start`.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from flask import Flask

from referee.store import bin as the_bin
from referee.store.backup import back_up
from referee.store.trouble import StoreTroubleError

KEPT: Final = 7
EVERY: Final = timedelta(days=1)
_LOOK: Final = 1800.0
"""Seconds between two looks whether a round is due; a laptop that slept notices it then."""

_NAME: Final = re.compile(r"referee-\d{4}-\d\d-\d\d\.jsonl\.gz")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A daily copy: an archive without photos, which `referee restore` takes."""

    path: Path
    made_at: datetime

    def age(self, at: datetime | None = None) -> timedelta:
        """How old it is at a time in UTC, now if not told."""
        return (at or datetime.now(UTC)) - self.made_at


def copies(app: Flask) -> list[Copy]:
    """The copies there are, the newest first; whatever else lies in the folder is left alone."""
    found = [
        Copy(path, datetime.fromtimestamp(path.stat().st_mtime, UTC))
        for path in _folder(app).glob("referee-*.jsonl.gz")
        if _NAME.fullmatch(path.name)
    ]
    return sorted(found, key=lambda copy: copy.made_at, reverse=True)


def copy_if_due(app: Flask, at: datetime | None = None) -> Copy | None:
    """Make a copy unless the newest is younger than a day, and drop those beyond seven; the one made.

    `at` is the time in UTC, now if not told. Raises OSError and `StoreTroubleError`; the
    older copies are all there then.
    """
    at = at or datetime.now(UTC)
    there = copies(app)
    if there and there[0].age(at) < EVERY:
        return None
    _folder(app).mkdir(parents=True, exist_ok=True)
    # Processes that start together write the same name, and the last one stays.
    path = _folder(app) / f"referee-{at:%Y-%m-%d}.jsonl.gz"
    back_up(app, path, photos=False)
    os.utime(path, (at.timestamp(), at.timestamp()))
    for old in copies(app)[KEPT:]:
        old.path.unlink(missing_ok=True)
    _tidy(_folder(app), at - EVERY)
    return Copy(path, at)


def _tidy(folder: Path, before: datetime) -> None:
    """Remove what a copy left half-done when its process was killed."""
    for left in folder.glob(".*referee-*"):
        if left.stat().st_mtime < before.timestamp():
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink()


def start(app: Flask) -> Callable[[], None]:
    """Do the daily round now, if it is due, and from then on; returns what stops it.

    One thread that sleeps; what goes wrong is logged and tried again at the next look.
    """
    stopped = threading.Event()

    def rounds() -> None:
        while True:
            _round(app)
            if stopped.wait(_LOOK):
                return

    thread = threading.Thread(target=rounds, name="daily", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


def _round(app: Flask) -> None:
    try:
        made = copy_if_due(app)
        if made is not None:
            _log.info("daily copy made: %s", made.path.name)
            with app.app_context():
                the_bin.empty()
    except (OSError, StoreTroubleError) as error:
        _log.error("no daily copy: %s", error)


def _folder(app: Flask) -> Path:
    return Path(app.instance_path) / "backups"
