"""The application served over http on the loopback, by the server that `referee serve` has.

Owns its start and its end. Start reading at `serving`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import waitress
from flask import Flask
from waitress import wasyncore


@contextmanager
def serving(app: Flask) -> Iterator[int]:
    """The free port where this application answers until the block ends; what has begun is answered first."""
    sockets: dict[int, Any] = {}
    server = waitress.create_server(app, map=sockets, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield int(server.effective_port)
    finally:
        server.task_dispatcher.shutdown()
        # Its own thread closes its sockets: closed from here, it could be waiting on one of them.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(sockets))
        thread.join(10)
        assert not thread.is_alive()
