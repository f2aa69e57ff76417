"""The house that is fuzzed. Start reading at `fuzz_house`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee import store
from referee.web import create_app, readings
from tests.databases import close
from tests.fuzz.requests import Fuzz

PASSWORD = "secret"
"""Of the host."""
_UNLIMITED = {f"LIMIT_{what}": "" for what in ("TRIES", "PASSWORDS", "PHOTOS", "MATCHES")}


@contextmanager
def fuzz_house(folder: Path) -> Iterator[Fuzz]:
    """A house in this folder. Errors are answered as they are to strangers, not raised."""
    app = create_app(folder, {"WTF_CSRF_ENABLED": False, "HOST_PASSWORD": PASSWORD, **_UNLIMITED})
    store.upgrade(app)
    # The disk's own pace is no part of what is tested here.
    with app.app_context():
        if store.db.engine.dialect.name == "sqlite":
            from sqlalchemy import event

            event.listen(store.db.engine, "connect", lambda dbapi, _: dbapi.execute("PRAGMA synchronous=OFF"))
    try:
        yield Fuzz(app)
    finally:
        readings.stop(app)
        close(app)
