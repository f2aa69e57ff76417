"""What the house writes down about itself: a line of JSON for each event, with the request's id.

Owns the lines (LOG_FORMAT=json; without it, warnings as plain text). Refuses names, cards and keys:
a request is told by its endpoint, an error by its kind and where it happened, never by
what it says.
Start reading at `attach`.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
import traceback
import uuid
from datetime import UTC, datetime
from typing import Any, Final

from flask import Flask, Response, g, has_request_context, request, request_started

_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_KEY: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
"""Whatever has the shape of a key, wherever it comes from."""

_requests = logging.getLogger("referee.requests")


def without_keys(text: str) -> str:
    """A text with every key taken out."""
    return _KEY.sub("…", text)


class _Safe(logging.Formatter):
    """One line, JSON or plain; of an exception its kind and its frames alone."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": without_keys(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if has_request_context():
            told["request_id"] = g.get("request_id")
            told["endpoint"] = request.endpoint
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            told["error"] = record.exc_info[0].__name__
            told["frames"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        if self._as_json:
            return json.dumps(told, ensure_ascii=False)
        return " ".join(str(value) for value in told.values())


def attach(app: Flask) -> None:
    """Give every request its id, and the logs their form."""
    as_json = app.config.setdefault("LOG_FORMAT", os.environ.get("LOG_FORMAT", "")) == "json"
    _write(as_json=as_json)
    # The framework's own line about an error would quote the address, and so the key.
    app.log_exception = _log_exception  # type: ignore[method-assign]

    def begin(_app: Flask) -> None:
        given = request.headers.get("X-Request-ID", "")
        trusted = str(app.config.get("TRUSTED_PROXIES", "0")) != "0" and _ID.fullmatch(given)
        g.request_id, g.asked_at = given if trusted else uuid.uuid4().hex, time.perf_counter()

    def end(response: Response) -> Response:
        response.headers["X-Request-ID"] = g.request_id
        facts = {"method": request.method, "status": response.status_code}
        facts["ms"] = round(1000 * (time.perf_counter() - g.asked_at), 1)
        _requests.info("request", extra={"facts": facts})
        return response

    request_started.connect(begin, app, weak=False)
    app.after_request(end)


def _log_exception(exc_info: Any) -> None:
    logging.getLogger("referee").error("a page failed", exc_info=exc_info)


class _Stderr(logging.Handler):
    """Writes to the standard error of the moment."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)


def _write(*, as_json: bool) -> None:
    house = logging.getLogger("referee")
    for old in [each for each in house.handlers if isinstance(each, _Stderr)]:
        house.removeHandler(old)
    handler = _Stderr()
    handler.setFormatter(_Safe(as_json=as_json))
    house.addHandler(handler)
    house.setLevel(logging.INFO if as_json else logging.WARNING)
