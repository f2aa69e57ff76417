"""Photos on their way through the reading room: taken in, waited for, and what came of them.

Owns the page of who waits, and how long a request waits by itself. Refuses to open a
photo (`referee.reading` does) and to know what it is for: `photos` and `questions` do.
Start reading at `begin`, then `collect`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import Flask, abort, current_app, make_response, render_template, request
from werkzeug.wrappers import Response

from referee import reading
from referee.reading import Seen, Waiting
from referee.vision import Fault
from referee.web import limits, metrics
from referee.web.speaking import say, say_if

LARGEST_PHOTO: Final = 60_000_000
"""Bytes; more are refused before anybody looks at them."""

PATIENCE: Final = 5.0
"""Seconds that a request waits for its photo itself; most are read by then, and no other page is needed."""

PATIENT: Final = 2
"""Requests of one process that may wait so at a time: the others keep their threads for pages."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that brought a photo: its other fields, and what the photo was for."""

    fields: tuple[tuple[str, str], ...]
    then: Mapping[str, Any]


class PhotoRefusedError(Exception):
    """A photo that gave nothing; its text is the sentence for the person. Nothing was kept."""

    def __init__(self, sentence: str, sent: Sent | None = None) -> None:
        super().__init__(sentence)
        self.sent = sent


def attach(app: Flask) -> None:
    """Settle where photos are read: QUEUE_URL, or here, READINGS_AT_ONCE at a time."""
    app.config.setdefault("QUEUE_URL", os.environ.get("QUEUE_URL", ""))
    # One core is left to the pages.
    spare = str(max(1, min(4, (os.cpu_count() or 1) - 1)))
    app.config.setdefault("READINGS_AT_ONCE", int(os.environ.get("READINGS_AT_ONCE") or spare))
    app.extensions["referee.patient"] = threading.BoundedSemaphore(PATIENT)


def line() -> reading.Line:
    """The line of this application."""
    found: reading.Line | None = current_app.extensions.get("referee.readings")
    if found is None:
        folder = Path(current_app.instance_path) / "readings"
        found = reading.open_line(current_app.config["QUEUE_URL"], folder, current_app.config["READINGS_AT_ONCE"])
        found = current_app.extensions.setdefault("referee.readings", found)
    return found


def stop(app: Flask) -> None:
    """Finish what is being read, and end the rooms."""
    found: reading.Line | None = app.extensions.pop("referee.readings", None)
    if found is not None:
        found.close()


def _fault(code: str, sent: Sent | None = None) -> PhotoRefusedError:
    metrics.count_reading(code)
    return PhotoRefusedError(say_if(f"table.photo.fault.{code}", "table.photo.fault.broken"), sent)


def begin(photo: bytes, match: int | None, then: Mapping[str, Any]) -> str:
    """Put a photo in line, with the form it came in; returns its ticket. Raises `PhotoRefusedError`."""
    limits.spend("photos")
    if not photo:
        raise _fault(Fault.EMPTY.value)
    if len(photo) > LARGEST_PHOTO:
        raise _fault(Fault.TOO_LARGE.value)
    fields = [[name, text] for name, text in request.form.items(multi=True) if name not in _NOT_SAID]
    try:
        return line().take(photo, {"match": match, "fields": fields, "then": dict(then)})
    except reading.CrowdedError as crowd:
        raise _fault("crowded") from crowd
    except reading.LineTroubleError as trouble:
        current_app.logger.error("no photo can be read: %s", trouble)
        raise _fault("no-line") from trouble


_NOT_SAID: Final = frozenset({"csrf_token", "press", "step", "settle"})


def collect(ticket: str, match: int | None, *, patient: bool = False) -> tuple[Seen | Waiting, Sent]:
    """What came of a photo, or how it waits. 404 for another match's; raises `PhotoRefusedError`."""
    found = _look(ticket, patient)
    if found is None or found.about.get("match") != match:
        abort(404)
    sent = Sent(tuple((name, text) for name, text in found.about["fields"]), found.about["then"])
    if isinstance(found, Waiting):
        return found, sent
    if isinstance(found.answer, reading.Unread):
        raise _fault(found.answer.code, sent)
    if not found.answer.reading.sightings:
        metrics.count_reading("no-cards")
        hint = next((h for h in found.answer.reading.hints if h != "no-cards"), "no-cards")
        raise PhotoRefusedError(say_if(f"table.photo.hint.{hint}", "table.photo.hint.no-cards"), sent)
    metrics.count_reading("read")
    return found.answer, sent


def _look(ticket: str, patient: bool) -> Waiting | reading.Done | None:
    gate: threading.BoundedSemaphore = current_app.extensions["referee.patient"]
    patient = patient and gate.acquire(blocking=False)
    try:
        return line().wait(ticket, PATIENCE) if patient else line().look(ticket)
    except reading.LineTroubleError as trouble:
        current_app.logger.error("no photo can be read: %s", trouble)
        raise _fault("no-line") from trouble
    finally:
        if patient:
            gate.release()


def waiting_page(waiting: Waiting) -> Response:
    """Whose turn it is, at an address that asks for itself again until it is read; 304 while nothing moved."""
    tag = f'"waiting-{waiting.before}"'
    same = request.headers.get("If-None-Match") == tag
    page = "" if same else render_template("photos/waiting.html", before=waiting.before, tag=tag)
    response = make_response(page, 304 if same else 200)
    response.headers["ETag"] = tag
    return response


def refused_page(refused: PhotoRefusedError, back: str) -> Response:
    """Why the photo gave nothing, and the form it came in, to go on with as it was."""
    sent = refused.sent or Sent((), {})
    page = render_template(
        "photos/refused.html", title=say("gate.photo.refused"), text=str(refused), sent=sent.fields, back=back
    )
    return make_response(page, 422)
