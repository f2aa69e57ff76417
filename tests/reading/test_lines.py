"""Both lines of photos, the folder's and Redis', by the same tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.reading.answer import Answer, Unread
from referee.reading.folder import FolderLine
from referee.reading.line import MOST_WAITING, CrowdedError, Done, Line, LineTroubleError, Waiting, open_line
from referee.reading.locked import LockedRoom


class Slow(LockedRoom):
    """A room that answers with the photo's own bytes, once it is allowed to."""

    go = threading.Event()
    inside = threading.Semaphore(0)
    within = 0
    most = 0
    _count = threading.Lock()

    def read(self, photo: bytes) -> Answer:
        with self._count:
            Slow.within += 1
            Slow.most = max(Slow.most, Slow.within)
        Slow.inside.release()
        assert Slow.go.wait(60)
        with self._count:
            Slow.within -= 1
        return Unread(photo.decode())


@pytest.fixture
def slow() -> Iterator[type[Slow]]:
    Slow.go, Slow.inside, Slow.within, Slow.most = threading.Event(), threading.Semaphore(0), 0, 0
    yield Slow
    Slow.go.set()


def test_places_in_the_line(tmp_path: Path, slow: type[Slow]) -> None:
    line = FolderLine(tmp_path / "line", 1, slow)
    tickets = [line.take(f"photo {n}".encode(), {"n": n}) for n in range(3)]
    assert slow.inside.acquire(timeout=60)
    places = [line.look(ticket) for ticket in tickets]
    assert places == [Waiting(n, {"n": n}) for n in range(3)]
    assert line.waiting() == 3
    slow.go.set()
    assert [line.wait(ticket, 60) for ticket in tickets] == [Done(Unread(f"photo {n}"), {"n": n}) for n in range(3)]
    assert line.look(tickets[0]) == Done(Unread("photo 0"), {"n": 0})
    assert line.waiting() == 0
    line.close()
    assert slow.most == 1


def test_no_more_than_so_many_at_once_by_any_number_of_processes(tmp_path: Path, slow: type[Slow]) -> None:
    lines = [FolderLine(tmp_path / "line", 2, slow) for _ in range(2)]
    tickets = [line.take(b"x", {}) for line in lines for _ in range(4)]
    for _ in range(2):
        assert slow.inside.acquire(timeout=60)
    slow.go.set()
    assert all(isinstance(lines[0].wait(ticket, 60), Done) for ticket in tickets)
    for line in lines:
        line.close()
    assert slow.most == 2


def test_a_photo_whose_process_died_is_read_by_another(tmp_path: Path, slow: type[Slow]) -> None:
    slow.go.set()
    dead = FolderLine(tmp_path, 1, slow)
    dead._threads = [threading.current_thread()]  # as if they had died with their process
    left = dead.take(b"left", {})
    line = FolderLine(tmp_path, 1, slow)
    mine = line.take(b"mine", {})
    assert line.wait(mine, 60) == Done(Unread("mine"), {})
    assert line.look(left) == Done(Unread("left"), {})
    line.close()


def test_a_full_line_takes_no_more(tmp_path: Path, slow: type[Slow]) -> None:
    line = FolderLine(tmp_path, 1, slow)
    for _ in range(MOST_WAITING):
        line.take(b"x", {})
    with pytest.raises(CrowdedError):
        line.take(b"x", {})
    slow.go.set()
    line.close()


def test_photos_lie_there_for_nobody_else(tmp_path: Path, slow: type[Slow]) -> None:
    line = FolderLine(tmp_path / "line", 1, slow)
    ticket = line.take(b"x", {})
    modes = {path.stat().st_mode & 0o077 for path in [tmp_path / "line", *(tmp_path / "line").glob(f"*{ticket}*")]}
    assert modes == {0}
    slow.go.set()
    line.wait(ticket, 60)
    line.close()
    assert not list(tmp_path.glob("line/*.photo"))


def test_a_line_that_cannot_write_says_so(tmp_path: Path) -> None:
    (tmp_path / "line").write_text("a file, not a folder")
    with pytest.raises(LineTroubleError):
        FolderLine(tmp_path / "line", 1).take(b"x", {})


@pytest.mark.parametrize("ticket", ["", "x", "*", "../../../etc/passwd", "A" * 22])
def test_tickets_of_nobody(tmp_path: Path, ticket: str) -> None:
    assert FolderLine(tmp_path, 1).look(ticket) is None


def test_another_url_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="redis://"):
        open_line("amqp://user:password@host", tmp_path, 1)


# ---- Redis -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    pytest.importorskip("rq", reason="the extra for reading on other machines is not installed")
    socket = tmp_path_factory.mktemp("redis") / "s"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(socket.parent)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(socket.exists)
    yield f"unix://{socket}"
    server.terminate()
    server.wait()


def until(there: Callable[[], Any]) -> None:
    """Wait until something is so; fails after a minute."""
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def redis_line(redis_url: str) -> Iterator[Line]:
    line = open_line(redis_url, Path(), 1)
    yield line
    line._redis.flushall()  # type: ignore[attr-defined]
    line.close()


def test_a_worker_elsewhere_reads_the_photo(redis_url: str, redis_line: Line) -> None:
    tickets = [redis_line.take(b"no photo", {"n": n}) for n in range(3)]
    assert [redis_line.look(ticket) for ticket in tickets] == [Waiting(n + 1, {"n": n}) for n in range(3)]
    assert redis_line.waiting() == 3
    worker = "import sys; from referee.reading.distributed import work; work(sys.argv[1], burst=True)"
    subprocess.run([sys.executable, "-c", worker, redis_url], check=True, timeout=120, stderr=subprocess.DEVNULL)
    done = Unread("not-an-image")
    assert [redis_line.wait(ticket, 5) for ticket in tickets] == [Done(done, {"n": n}) for n in range(3)]
    assert redis_line.waiting() == 0
    keys = redis_line._redis.keys("referee:photo:*")  # type: ignore[attr-defined]
    assert not keys


def test_a_full_line_on_redis(redis_line: Line) -> None:
    for _ in range(MOST_WAITING):
        redis_line.take(b"x", {})
    with pytest.raises(CrowdedError):
        redis_line.take(b"x", {})
    assert redis_line.look("A" * 22) is None
    assert redis_line.look("../x") is None


def test_redis_out_of_reach(tmp_path: Path) -> None:
    pytest.importorskip("rq")
    line = open_line(f"unix://{tmp_path}/nothing", tmp_path, 1)
    with pytest.raises(LineTroubleError):
        line.take(b"x", {})
    line.close()
