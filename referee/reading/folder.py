"""The line in a folder: for all processes of one machine, without another server.

Owns the files: `TIME-TICKET.photo` waits, `.about` goes with it, `.answer` is what came
of it. A photo is read by whoever holds its lock, so one whose process died is taken up
by another; so many slots, locks too, as photos may be read at once.
Start reading at `FolderLine.take`, then `_serve`.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.reading.answer import parse, write
from referee.reading.line import (
    KEPT_SECONDS,
    MOST_WAITING,
    TICKET_SHAPE,
    About,
    CrowdedError,
    Done,
    LineTroubleError,
    Waiting,
    new_ticket,
)
from referee.reading.locked import LockedRoom

_LOOK: Final = 0.1
"""Seconds between two looks for an answer that another process writes."""


class FolderLine:
    """See `line.Line`. Its threads and rooms start with the first photo, so it may be made before a fork."""

    def __init__(self, folder: Path, at_once: int, room: type[LockedRoom] = LockedRoom) -> None:
        self._folder, self._at_once, self._room = folder, max(1, at_once), room
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._news = 0

    def take(self, photo: bytes, about: About) -> str:
        with _explained():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._sweep()
            if self.waiting() >= MOST_WAITING:
                raise CrowdedError(MOST_WAITING)
            ticket = new_ticket()
            name = f"{time.time_ns():020d}-{ticket}"
            self._put(f"{name}.about", json.dumps(dict(about)).encode())
            self._put(f"{name}.photo", photo)
        with self._changed:
            self._news += 1
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._serve, args=(slot,), name=f"reading-{slot}", daemon=True)
                    for slot in range(self._at_once)
                ]
                for thread in self._threads:
                    thread.start()
            self._changed.notify_all()
        return ticket

    def look(self, ticket: str) -> Waiting | Done | None:
        if not TICKET_SHAPE.fullmatch(ticket):
            return None
        with _explained():
            found = next(iter(self._folder.glob(f"*-{ticket}.about")), None)
            try:
                about = json.loads(found.read_bytes()) if found else None
                if found is None or not isinstance(about, dict):
                    return None
                answer = found.with_suffix(".answer")
                if answer.exists():
                    return Done(parse(answer.read_bytes()), about)
            except FileNotFoundError:
                return None
            photos = self._photos()
            photo = found.with_suffix(".photo")
            if photo not in photos:
                # Answered just now, between the two looks; or swept.
                return Done(parse(answer.read_bytes()), about) if answer.exists() else None
            return Waiting(photos.index(photo), about)

    def wait(self, ticket: str, seconds: float) -> Waiting | Done | None:
        until = time.monotonic() + seconds
        while isinstance(found := self.look(ticket), Waiting):
            left = until - time.monotonic()
            if left <= 0:
                break
            with self._changed:
                self._changed.wait(min(left, _LOOK))
        return found

    def waiting(self) -> int:
        return len(self._photos())

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _photos(self) -> list[Path]:
        return sorted(self._folder.glob("*.photo"))

    def _put(self, name: str, data: bytes) -> None:
        part = self._folder / f"{name}.part"
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            part.replace(self._folder / name)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def _sweep(self) -> None:
        """Forget what nobody came back for."""
        for path in self._folder.glob("*-*"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink()

    def _serve(self, slot: int) -> None:
        room, news = self._room(), 0
        try:
            while (after := self._news_after(news)) is not None:
                news = after
                with _locked(self._folder / f"slot{slot}", wait=True):
                    while not self._closed and self._read_next(room):
                        pass
        finally:
            room.close()

    def _news_after(self, seen: int) -> int | None:
        """Wait until a photo has come that this thread has not looked for; None once the line is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._news != seen)
            return None if self._closed else self._news

    def _read_next(self, room: LockedRoom) -> bool:
        """Read the photo that has waited longest and is in nobody's hands; False where there is none."""
        for photo in self._photos():
            with _locked(photo, wait=False) as mine:
                if not mine or not photo.exists():
                    continue
                with contextlib.suppress(OSError):
                    self._put(photo.with_suffix(".answer").name, write(room.read(photo.read_bytes())))
                # Without room for the answer the photo goes all the same: its person takes another.
                photo.unlink(missing_ok=True)
            with self._changed:
                self._changed.notify_all()
            return True
        return False


_held: set[Path] = set()
_holding = threading.Lock()


@contextmanager
def _locked(path: Path, *, wait: bool) -> Iterator[bool]:
    """Hold a file's lock, which ends with the process; yields whether it was had. Without `wait`, makes no file."""
    try:
        import fcntl
    except ImportError:  # On Windows one process serves a table: its threads alone have to be told apart.
        with _holding:
            mine = path not in _held
            _held.add(path)
        try:
            yield mine or wait
        finally:
            if mine:
                _held.discard(path)
        return
    try:
        handle = os.open(path, os.O_RDWR | (os.O_CREAT if wait else 0), 0o600)
    except FileNotFoundError:
        yield False
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            mine = True
        except BlockingIOError:
            mine = False
        yield mine
    finally:
        os.close(handle)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise LineTroubleError(str(error)) from error
