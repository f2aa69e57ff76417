"""How often one address may try: wrong keys, passwords, photos, new matches.

Owns the counting (with `limits`, in memory or at LIMITS_URL) and the answer 429. Refuses
to count who has a good key: looking and writing at a table are never slowed, nor is a
phone that polls a link taken back.
Start reading at `attach`, then `spend`.
"""

from __future__ import annotations

import os
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, parse_many
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter, RateLimiter
from werkzeug.exceptions import TooManyRequests

from referee import store
from referee.store.keys import key_hash
from referee.store.tables import KeyRow

RATES: Final = {
    "tries": "60/minute; 600/hour",
    "passwords": "10/minute; 60/hour",
    "photos": "60/minute; 600/hour",
    "matches": "120/minute; 1200/hour",
}
"""What is counted by address, and how much of it is too much; config `LIMIT_TRIES` and so on, empty for no limit.

A whole party behind one router is one address: the bounds are for machines, not for tables.
"""

_SPENT: Final = {"opening.start": "matches", "imports.take": "matches"}
"""Forms that count each time they are sent."""


def attach(app: Flask) -> None:
    """Count from now on, where LIMITS_URL says; the memory of each process without it."""
    for what, rate in RATES.items():
        name = f"LIMIT_{what.upper()}"
        app.config.setdefault(name, os.environ.get(name, rate))
    url = app.config.setdefault("LIMITS_URL", os.environ.get("LIMITS_URL") or "memory://")
    app.extensions["referee.limits"] = FixedWindowRateLimiter(storage_from_string(url))
    # Before the blueprints' own look at the key.
    app.url_value_preprocessor(_before)
    app.after_request(_after)


def _address() -> str:
    """Whose tries these are: an address, or the network that a house gets of the new ones."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


def _rates(what: str) -> list[RateLimitItem]:
    told = current_app.config[f"LIMIT_{what.upper()}"]
    return parse_many(told) if told else []


def _counter() -> RateLimiter:
    found: RateLimiter = current_app.extensions["referee.limits"]
    return found


def check(what: str) -> None:
    """Raise 429 where this address has had its share."""
    for rate in _rates(what):
        if not _safely(lambda rate=rate: _counter().test(rate, what, _address())):
            reset, _ = _counter().get_window_stats(rate, what, _address())
            g.retry_after = max(1, round(reset - time.time()))
            raise TooManyRequests


def count(what: str) -> None:
    """Count one."""
    for rate in _rates(what):
        _safely(lambda rate=rate: _counter().hit(rate, what, _address()))


def spend(what: str) -> None:
    """Count one, or raise 429 where this address has had its share."""
    check(what)
    count(what)


def _safely(asked: Any) -> bool:
    """What the counter says; yes where it cannot be reached: a table plays on without it."""
    try:
        return bool(asked())
    except Exception as error:  # each kind of storage has errors of its own
        current_app.logger.error("tries cannot be counted: %s", type(error).__name__)
        return True


def _before(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if request.method == "POST" and endpoint in _SPENT:
        spend(_SPENT[endpoint])
    key = (values or {}).get("key") or (values or {}).get("write_key")
    if key is not None:
        check("tries")
        g.key_tried = str(key)


def _after(response: Response) -> Response:
    if response.status_code == 404 and "key_tried" in g and "table" not in g and not _was_good(g.key_tried):
        count("tries")
    if response.status_code == 429 and "retry_after" in g:
        response.headers["Retry-After"] = str(g.retry_after)
    return response


def _was_good(key: str) -> bool:
    """Whether this key ever opened something: who holds it was invited, and did not guess."""
    try:
        return store.db.session.get(KeyRow, key_hash(key)) is not None
    except store.StoreTroubleError:
        return True
