"""What cannot be written leaves a name for its cause, and nothing half-written."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, text

from referee import store
from referee.engine.match import Draft, Kind
from referee.store import StoreTroubleError, Written
from referee.store.database import db
from referee.store.tables import MatchRow
from referee.store.trouble import CAUSES
from referee.wording import translate

ASKED = Draft(Kind.RULED, {"question": {"note": "x" * 50_000}, "code": "ok", "fingerprint": "x"})


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """A disk that is full, as far as this process can tell."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def fill(match: int) -> tuple[int, StoreTroubleError]:
    """Write deeds of two entries until it fails; returns the entries written, and how it failed."""
    written = 0
    try:
        while written < 200:
            done = store.append(match, [ASKED, ASKED], written, key=f"form-{written}")
            assert isinstance(done, Written)
            written += 2
    except StoreTroubleError as trouble:
        return written, trouble
    raise AssertionError("never full")


def holds(match: int, written: int) -> None:
    """All that was acknowledged is there, whole; and with room again, the form that failed is written."""
    db.session.remove()
    assert store.last_number(match) == 1 + written
    again = store.append(match, [ASKED, ASKED], 0, key=f"form-{written}")
    assert isinstance(again, Written)
    assert [e.number for e in store.entries_of(match)] == list(range(1, written + 4))
    assert db.session.scalar(text("PRAGMA integrity_check")) == "ok"


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_a_disk_that_takes_no_more(match: int) -> None:
    with no_file_longer_than(700_000):
        written, trouble = fill(match)
    assert trouble.cause == "disk"
    assert written > 0
    holds(match, written)


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_a_full_disk(match: int) -> None:
    with db.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 200")
    written, trouble = fill(match)
    assert trouble.cause == "full"
    assert written > 0
    db.session.remove()
    db.engine.dispose()
    holds(match, written)


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_a_read_only_file(app: Flask, match: int, database_url: str, tmp_path: Path) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    still = Flask("read-only", instance_path=str(tmp_path))
    path = database_url.removeprefix("sqlite:///")
    still.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///file:{path}?mode=ro&uri=true"
    store.attach(still)
    with still.app_context():
        assert store.last_number(match) == 1
        with pytest.raises(StoreTroubleError) as trouble:
            store.append(match, [ASKED], 1)
        assert trouble.value.cause == "read-only"
        assert store.last_number(match) == 1
        db.session.remove()
        db.engine.dispose()


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_a_read_only_server(app: Flask, match: int) -> None:
    with db.engine.connect() as connection:
        name = connection.scalar(text("SELECT current_database()"))
        connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'))
        connection.commit()
    db.session.remove()
    db.engine.dispose()
    with pytest.raises(StoreTroubleError) as trouble:
        store.append(match, [ASKED], 1)
    assert trouble.value.cause == "read-only"
    assert store.last_number(match) == 1


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_no_database_file_can_be_made(app: Flask, tmp_path: Path) -> None:
    lost = Flask("lost", instance_path=str(tmp_path))
    lost.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path}/not/there/referee.sqlite"
    store.attach(lost)
    with lost.app_context(), pytest.raises(StoreTroubleError) as trouble:
        store.last_number(1)
    assert trouble.value.cause == "unreachable"


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_a_file_that_is_no_database(app: Flask, tmp_path: Path) -> None:
    (tmp_path / "other.sqlite").write_bytes(b"a letter to Chillan" * 500)
    odd = Flask("odd", instance_path=str(tmp_path))
    odd.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'other.sqlite'}"
    store.attach(odd)
    with odd.app_context(), pytest.raises(StoreTroubleError) as trouble:
        store.last_number(1)
    assert trouble.value.cause == "damaged"


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_no_server(app: Flask, tmp_path: Path) -> None:
    alone = Flask("alone", instance_path=str(tmp_path))
    alone.config["SQLALCHEMY_DATABASE_URI"] = f"postgresql+psycopg://nobody@/none?host={tmp_path}"
    store.attach(alone)
    with alone.app_context(), pytest.raises(StoreTroubleError) as trouble:
        store.last_number(1)
    assert trouble.value.cause == "unreachable"


def test_somebody_else_holds_it_too_long(
    app: Flask, match: int, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program in the database's own words: the writer waits its time, then says why."""
    monkeypatch.setattr("referee.store.database.PATIENCE", 0.2)
    hasty = Flask("hasty", instance_path=str(tmp_path))
    hasty.config["SQLALCHEMY_DATABASE_URI"] = database_url
    if database_url.startswith("postgresql"):
        hasty.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"connect_args": {"options": "-c lock_timeout=200"}}
    store.attach(hasty)
    with db.engine.execution_options(writes=True).connect() as other:
        other.execute(select(MatchRow.id).with_for_update())
        with hasty.app_context():
            with pytest.raises(StoreTroubleError, match="busy"):
                store.append(match, [ASKED], 1, key="form-1")
            assert store.last_number(match) == 1
            other.rollback()
            assert isinstance(store.append(match, [ASKED], 1, key="form-1"), Written)
            db.session.remove()
            db.engine.dispose()


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("DiskFull", "full"),
        ("ReadOnlySqlTransaction", "read-only"),
        ("LockNotAvailable", "busy"),
        ("DeadlockDetected", "busy"),
        ("AdminShutdown", "unreachable"),
        ("CannotConnectNow", "unreachable"),
        ("ConnectionFailure", "unreachable"),
        ("IoError", "disk"),
        ("DataCorrupted", "damaged"),
        ("UniqueViolation", None),
        ("UndefinedTable", None),
    ],
)
def test_what_postgresql_says(name: str, cause: str | None) -> None:
    errors = pytest.importorskip("psycopg.errors", reason="psycopg is not installed")
    assert store.cause_of(getattr(errors, name)()) == cause


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_cause_has_its_sentence(cause: str, lang: str) -> None:
    assert translate(f"trust.trouble.{cause}", lang)


def test_what_no_database_could_keep_is_refused(match: int) -> None:
    for value in (float("nan"), "\ud800", "x" * 100_000, object()):
        draft = Draft(Kind.RULED, {"question": {"v": value}, "code": "ok", "fingerprint": "x"})
        done = store.append(match, [draft], 1)
        assert isinstance(done, store.Refused)
        assert done.refusal.code == "bad-entry"
    assert store.last_number(match) == 1


def test_signs_that_no_name_has_are_left_out(match: int) -> None:
    done = store.append(match, [Draft(Kind.FINISHED, {})], 1, by="Inés\0 \ud800" + "x" * 100)
    assert isinstance(done, Written)
    assert done.entries[0].by == ("Inés " + "x" * 100)[:80]
    assert store.entries_of(match)[-1] == done.entries[0]
