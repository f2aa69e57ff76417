"""The line on Redis, kept with RQ: pages on some machines, workers that read on others.

Owns the jobs. Refuses pickle: jobs are JSON, photos and answers are bytes under their
ticket that end by themselves. RQ, of the kept ones, because a job is a named function
and knows its place in the line; Celery brings a broker's worth of parts, Dramatiq no place.
Start reading at `RedisLine.take`, then `read_job`; `python -m referee.reading` is a worker.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker, get_current_job
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from referee.reading.answer import Unread, parse, write
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
from referee.reading.locked import SECONDS, LockedRoom

NAME: Final = "referee-readings"
_LOOK: Final = 0.1


def _key(what: str, ticket: str) -> str:
    return f"referee:{what}:{ticket}"


def _redis(url: str) -> Any:
    return Redis.from_url(url, socket_connect_timeout=5, socket_timeout=10)


class RedisLine:
    """See `line.Line`; as many photos are read at once as there are workers."""

    def __init__(self, url: str) -> None:
        self._redis = _redis(url)
        self._queue = Queue(NAME, connection=self._redis, serializer=JSONSerializer)

    def take(self, photo: bytes, about: About) -> str:
        with _explained():
            if self.waiting() >= MOST_WAITING:
                raise CrowdedError(MOST_WAITING)
            ticket = new_ticket()
            self._redis.set(_key("about", ticket), json.dumps(dict(about)), ex=KEPT_SECONDS)
            self._redis.set(_key("photo", ticket), photo, ex=KEPT_SECONDS)
            self._queue.enqueue_call(
                f"{__name__}.read_job", (ticket,), job_id=ticket, timeout=int(SECONDS) + 30,
                ttl=KEPT_SECONDS, result_ttl=KEPT_SECONDS, failure_ttl=KEPT_SECONDS, description=NAME,
            )  # fmt: skip
            return ticket

    def look(self, ticket: str) -> Waiting | Done | None:
        if not TICKET_SHAPE.fullmatch(ticket):
            return None
        with _explained():
            about, answer = self._redis.mget(_key("about", ticket), _key("answer", ticket))
            if about is None:
                return None
            told = json.loads(about)
            if answer is not None:
                return Done(parse(answer), told)
            try:
                job = Job.fetch(ticket, connection=self._redis, serializer=JSONSerializer)
            except NoSuchJobError:
                return None
            if job.get_status() in (JobStatus.FAILED, JobStatus.STOPPED, JobStatus.CANCELED):
                return Done(Unread("fell"), told)
            place = job.get_position()
            # In the line its place counts from 0, and those being read are not in it any more.
            return Waiting(0 if place is None else place + 1, told)

    def wait(self, ticket: str, seconds: float) -> Waiting | Done | None:
        until = time.monotonic() + seconds
        while isinstance(found := self.look(ticket), Waiting):
            left = until - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(left, _LOOK))
        return found

    def waiting(self) -> int:
        with _explained():
            return len(self._queue)

    def close(self) -> None:
        self._redis.close()


_rooms: list[LockedRoom] = []


def read_job(ticket: str) -> None:
    """Read the photo of a ticket and leave the answer; runs in a worker."""
    job = get_current_job()
    assert job is not None
    redis: Any = job.connection
    photo = redis.get(_key("photo", ticket))
    if not _rooms:
        _rooms.append(LockedRoom())
    found = Unread("gone") if photo is None else _rooms[0].read(photo)
    redis.set(_key("answer", ticket), write(found), ex=KEPT_SECONDS)
    redis.delete(_key("photo", ticket))


def work(url: str, *, burst: bool = False) -> None:
    """Read photos until told to stop (SIGTERM: what is being read is finished); with `burst`, until none waits."""
    connection = _redis(url)
    worker = SimpleWorker([NAME], connection=connection, serializer=JSONSerializer, log_job_description=False)
    try:
        # The line blocks on Redis for minutes when nothing comes; the worker sets its own patience for that.
        worker.work(burst=burst, logging_level="WARNING")
    finally:
        while _rooms:
            _rooms.pop().close()
        with contextlib.suppress(RedisError):
            connection.close()


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (RedisError, ValueError) as error:
        raise LineTroubleError(type(error).__name__) from error
