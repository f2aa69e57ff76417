"""Figures about the house for Prometheus: how many requests, how long they took, how photos fared.

Owns the figures, summed over all processes where PROMETHEUS_MULTIPROC_DIR is set.
Refuses names, cards and keys: a page is counted by its endpoint. Not public: without
METRICS_TOKEN there is no such page, with it only for who sends `Authorization: Bearer`.
Start reading at `attach`.
"""

from __future__ import annotations

import hmac
import os
import time
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app, g, request, request_started
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

pages = Blueprint("metrics", __name__)

SECONDS: Final = (0.005, 0.01, 0.02, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.5, 10.0)

_requests = Counter("referee_requests", "Requests answered", ["endpoint", "method", "status"])
_seconds = Histogram("referee_request_seconds", "Time from request to answer", ["endpoint"], buckets=SECONDS)
_readings = Counter("referee_readings", "Photos by what came of them", ["outcome"])


def count_reading(outcome: str) -> None:
    """Count a photo: "read", "no-cards", or the code of why not."""
    _readings.labels(outcome).inc()


def attach(app: Flask) -> None:
    """Count every request."""
    app.config.setdefault("METRICS_TOKEN", os.environ.get("METRICS_TOKEN", ""))

    def begin(_app: Flask) -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        endpoint = request.endpoint or "none"
        _requests.labels(endpoint, _method(), str(response.status_code)).inc()
        _seconds.labels(endpoint).observe(time.perf_counter() - g.began)
        return response

    request_started.connect(begin, app, weak=False)
    app.after_request(end)


def _method() -> str:
    return request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other"


@pages.get("/metrics")
def show() -> Response:
    """All figures in Prometheus' text format."""
    token = current_app.config["METRICS_TOKEN"]
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), str(token).encode()):
        abort(404)
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
