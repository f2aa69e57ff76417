"""Many tables: what gunicorn is told, `gunicorn -c python:referee.web.many "referee.web:create_app()"`.

Owns its settings: HOST, PORT, WEB_CONCURRENCY (processes) and THREADS come from the
environment. The parent brings the database up to date and makes the daily copies.
Refuses an access log: a request's line comes from `logs`, without the key.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

bind: Final = f"{os.environ.get('HOST', '0.0.0.0')}:{os.environ.get('PORT', '8000')}"
workers: Final = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads: Final = int(os.environ.get("THREADS", "4"))
worker_class: Final = "gthread"
# Photos come over slow lines; what takes longer is given up.
timeout: Final = 60
graceful_timeout: Final = 30
keepalive: Final = 15
# A process that leaks is replaced, not all at once.
max_requests: Final = 20_000
max_requests_jitter: Final = 2_000
accesslog: Final = None
errorlog: Final = "-"
loglevel: Final = "warning"
# The form of a round of twelve hands comes back in an address.
limit_request_line: Final = 8190
# A heartbeat on a slow disk has killed many a healthy process.
worker_tmp_dir: Final = "/dev/shm" if Path("/dev/shm").is_dir() else tempfile.gettempdir()

_stops: list[Callable[[], None]] = []


def on_starting(_server: Any) -> None:
    """Before the first process: the tables as this release wants them; from then on a copy each day."""
    from referee import store
    from referee.web.app import create_app

    app = create_app()
    store.upgrade(app)
    with app.app_context():
        store.db.engine.dispose()
    _stops.append(store.daily.start(app))


def on_exit(_server: Any) -> None:
    """The last of all."""
    while _stops:
        _stops.pop()()


def worker_exit(_server: Any, worker: Any) -> None:
    """A process goes: what it reads is finished first."""
    from flask import Flask

    from referee.web import readings

    app = getattr(worker, "wsgi", None)
    if isinstance(app, Flask):
        readings.stop(app)


def child_exit(_server: Any, worker: Any) -> None:
    """A process has gone: its gauges go with it."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
