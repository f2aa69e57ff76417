"""A backup comes back as it was, or not at all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from referee import store
from referee.engine.match import Draft, Kind, fold
from referee.store import ArchiveError, DivergedError, StoreTroubleError, archive_reading, daily
from referee.store.archive import Match
from referee.store.archive_reading import verify
from referee.store.database import db, writing
from referee.store.keys import make_keys
from referee.store.photo_store import photo_store
from tests.databases import Databases, close

NOTE = "Ronda de la Ñata: «¿quién baja?»"


def hand(points: int, player: int = 1, **more: Any) -> Draft:
    return Draft(Kind.COUNTED, {"round": 1, "player": player, "points": points, **more})


@pytest.fixture
def night(app: Flask, match: int, tmp_path: Path) -> str:
    """Two matches, one with a photo, a hand, a key taken back and rules of the table's own; its write key."""
    picture = np.full((60, 80, 3), 120, np.uint8)
    kept = store.keep_photo(match, picture, {"cards": [{"card": "K♠", "sure": 0.5}]})
    store.append(match, [hand(25, photo=kept.id)], 1, key="form-1", by="Inés")
    store.append(match, [Draft(Kind.BONUS, {"round": 1, "player": 0, "points": -10, "note": NOTE})], 2)
    with writing() as session:
        key = make_keys(session, match)
        session.commit()
    store.mark([("Inés de Chillán", [(match, 0)])])
    second = store.open_match(Draft(Kind.OPENED, store.entries_of(match)[0].data))
    assert isinstance(second, tuple)
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "rulebook/la Ñata.toml").write_text('extends = "chile"\n', "utf-8")
    return key


@pytest.fixture
def other(tmp_path: Path, databases: Databases) -> Iterator[Flask]:
    """Another instance, empty, on a database of the same kind."""
    folder = tmp_path / "other"
    folder.mkdir()
    app = Flask("other", instance_path=str(folder))
    app.config["SQLALCHEMY_DATABASE_URI"] = databases.empty(folder)
    store.attach(app)
    yield app
    close(app)


def test_it_works(app: Flask, match: int, night: str, other: Flask, tmp_path: Path) -> None:
    made = store.back_up(app, tmp_path / "a.gz")
    assert (len(made.fingerprints), made.jpegs, made.lost) == (2, 1, ())
    assert verify(tmp_path / "a.gz") == made
    before = store.entries_of(match)
    done = store.restore(other, tmp_path / "a.gz")
    assert (done.added, done.extended, done.same, done.ahead) == (2, 0, 0, 0)
    assert done.fingerprint == made.fingerprint
    with other.app_context():
        access = store.find_access(night)
        assert access is not None
        assert access.role == "write"
        after = store.entries_of(access.match)
        assert after == before
        assert fold(after).rounds[0].values[1].points == 25
        assert [mark.name for mark in store.marks_of([access.match]).values()] == ["Inés de Chillán"]
        photo = store.photo_of(access.match, 1)
        assert photo is not None
        assert store.photo_bytes(photo).startswith(b"\xff\xd8")
        assert photo.reading == {"cards": [{"card": "K♠", "sure": 0.5}]}
    assert (tmp_path / "other/rulebook/la Ñata.toml").read_text("utf-8") == 'extends = "chile"\n'
    # And what is backed up from there is the same again, line for line but the head.
    assert store.back_up(other, tmp_path / "b.gz").fingerprints == made.fingerprints
    assert lines(tmp_path / "b.gz")[1:-1] == lines(tmp_path / "a.gz")[1:-1]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_from_one_kind_of_database_to_the_other(
    app: Flask, match: int, night: str, database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made = store.back_up(app, tmp_path / "a.gz")
    (tmp_path / "across").mkdir()
    across = Flask("across", instance_path=str(tmp_path / "across"))
    across.config["SQLALCHEMY_DATABASE_URI"] = (
        request.getfixturevalue("cluster").create()
        if database_url.startswith("sqlite")
        else f"sqlite:///{tmp_path / 'across.sqlite'}"
    )
    store.attach(across)
    assert store.restore(across, tmp_path / "a.gz").fingerprint == made.fingerprint
    close(across)


def test_no_key_is_in_it(app: Flask, match: int, night: str, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "a.gz")
    inside = gzip.decompress((tmp_path / "a.gz").read_bytes()).decode()
    assert NOTE in inside
    assert night not in inside
    assert store.look_key_of(night) not in inside


def test_while_others_write(app: Flask, match: int, tmp_path: Path) -> None:
    """A deed is in it whole or not at all; the writer is not held up."""
    with store.database.writing() as session:
        store.back_up(app, tmp_path / "a.gz")
        session.rollback()
    for turn in range(5):
        store.append(match, [hand(turn, 1), hand(turn, 2)], store.last_number(match))
        contents = store.back_up(app, tmp_path / f"{turn}.gz")
        assert len(contents.fingerprints) == 1
        assert len([line for line in lines(tmp_path / f"{turn}.gz") if line["line"] == "entry"]) == 3 + 2 * turn


def test_into_an_instance_that_has_it(app: Flask, match: int, night: str, tmp_path: Path) -> None:
    made = store.back_up(app, tmp_path / "a.gz")
    again = store.restore(app, tmp_path / "a.gz")
    assert (again.added, again.extended, again.same, again.ahead) == (0, 0, 2, 0)
    assert again.fingerprint == made.fingerprint
    store.append(match, [hand(30, 2)], 3)
    ahead = store.restore(app, tmp_path / "a.gz")
    assert (ahead.same, ahead.ahead) == (1, 1)
    assert ahead.fingerprint != made.fingerprint
    assert store.last_number(match) == 4
    # The notebook that a copy of the instance went on with is read on from where it was.
    assert isinstance(store.append(match, [hand(31, 2)], 4), store.Written)


def test_what_came_later_is_added(app: Flask, match: int, night: str, other: Flask, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "old.gz")
    store.append(match, [hand(30, 2)], 3)
    new = store.back_up(app, tmp_path / "new.gz")
    store.restore(other, tmp_path / "old.gz")
    done = store.restore(other, tmp_path / "new.gz")
    assert (done.extended, done.same) == (1, 1)
    assert done.fingerprint == new.fingerprint


def test_two_that_went_on_apart_are_not_mixed(
    app: Flask, match: int, night: str, other: Flask, tmp_path: Path
) -> None:
    store.back_up(app, tmp_path / "a.gz")
    store.restore(other, tmp_path / "a.gz")
    store.append(match, [hand(30, 2)], 3)
    store.back_up(app, tmp_path / "b.gz")
    with other.app_context():
        access = store.find_access(night)
        assert access is not None
        store.append(access.match, [hand(40, 2)], 3)
    before = store.back_up(other, tmp_path / "before.gz")
    with pytest.raises(DivergedError) as apart:
        store.restore(other, tmp_path / "b.gz")
    assert apart.value.number == 4
    assert store.back_up(other, tmp_path / "after.gz").fingerprints == before.fingerprints


def test_others_write_between_two_matches(
    app: Flask, match: int, night: str, other: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a whole archive: a writer gets in after each match, and none of it is doubled or lost."""
    made = store.back_up(app, tmp_path / "a.gz")
    read, written = archive_reading.matches_in, []

    def matches_in(path: Path) -> Iterator[Match]:
        for each in read(path):
            written.append(store.open_match(Draft(Kind.OPENED, each.entries[0]["data"])))
            yield each

    monkeypatch.setattr(archive_reading, "matches_in", matches_in)
    assert store.restore(other, tmp_path / "a.gz").fingerprint == made.fingerprint
    monkeypatch.undo()
    assert all(isinstance(opened, tuple) for opened in written)
    assert len(store.back_up(other, tmp_path / "b.gz").fingerprints) == 2 + len(written)


def test_a_key_taken_back_stays_so(app: Flask, match: int, night: str, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "a.gz")
    guest = store.guest_key(match, night)
    assert guest is not None
    store.renew_guest_key(match, night, guest.turn)
    store.restore(app, tmp_path / "a.gz")
    db.session.rollback()
    assert store.find_access(guest.key) is None
    assert store.find_access(night) is not None


def test_whose_seat_it_was_stays_as_told_here(app: Flask, match: int, night: str, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "a.gz")
    store.mark([("Inés de Temuco", [(match, 0)])])
    assert store.restore(app, tmp_path / "a.gz").same == 2
    assert [mark.name for mark in store.marks_of([match]).values()] == ["Inés de Temuco"]


def test_rules_that_differ_are_left(app: Flask, match: int, night: str, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "a.gz")
    (tmp_path / "rulebook/la Ñata.toml").write_text("mine")
    assert store.restore(app, tmp_path / "a.gz").kept_rules == ("la Ñata.toml",)
    assert (tmp_path / "rulebook/la Ñata.toml").read_text() == "mine"


def test_a_photo_that_was_lost_is_told(app: Flask, match: int, night: str, other: Flask, tmp_path: Path) -> None:
    photo = store.photo_of(match, 1)
    assert photo is not None
    photo_store(app).remove(photo.hash)
    assert store.back_up(app, tmp_path / "a.gz").lost == (photo.hash,)
    done = store.restore(other, tmp_path / "a.gz")
    assert (done.added, done.lost) == (2, (photo.hash,))


@pytest.fixture
def one_archive(tmp_path_factory: pytest.TempPathFactory, opening: Draft) -> bytes:
    folder = tmp_path_factory.mktemp("one")
    with store.standalone(folder) as app:
        store.upgrade(app)
        with app.app_context():
            opened = store.open_match(opening)
            assert isinstance(opened, tuple)
            picture = np.full((16, 16, 3), 120, np.uint8)
            store.keep_photo(opened[0], picture, {})
            store.append(opened[0], [hand(25)], 1)
        store.back_up(app, folder / "a.gz")
    return (folder / "a.gz").read_bytes()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)
@given(data=st.data())
def test_a_cut_or_altered_archive_is_refused(one_archive: bytes, tmp_path: Path, data: st.DataObject) -> None:
    """Any cut, any changed byte, compressed or not, any line left out, doubled or moved."""
    plain = gzip.decompress(one_archive)
    rows = plain.splitlines(keepends=True)
    place = st.integers(0, len(rows) - 1)
    how = data.draw(st.sampled_from(["cut", "cut plain", "byte", "plain byte", "drop", "double", "swap", "more"]))
    if how == "cut":
        bad = one_archive[: data.draw(st.integers(0, len(one_archive) - 1))]
    elif how == "cut plain":
        bad = gzip.compress(plain[: data.draw(st.integers(0, len(plain) - 1))])
    elif how == "byte":
        bad = flip(one_archive, data.draw(st.integers(10, len(one_archive) - 1)), data.draw(st.integers(1, 255)))
    elif how == "plain byte":
        bad = gzip.compress(flip(plain, data.draw(st.integers(0, len(plain) - 2)), data.draw(st.integers(1, 255))))
    else:
        at = data.draw(place)
        if how == "drop":
            rows.pop(at)
        elif how == "double":
            rows.insert(at, rows[at])
        elif how == "swap":
            other = data.draw(place.filter(lambda other: rows[other] != rows[at]))
            rows[at], rows[other] = rows[other], rows[at]
        else:
            rows.append(rows[at])
        bad = gzip.compress(b"".join(rows))
    (tmp_path / "bad.gz").write_bytes(bad)
    try:
        verify(tmp_path / "bad.gz")
    except ArchiveError:
        return
    # A byte of the gzip frame that says nothing (its system, its level) leaves the archive what it was.
    assert gzip.decompress(bad) == plain


def flip(data: bytes, at: int, by: int) -> bytes:
    return data[:at] + bytes([data[at] ^ by]) + data[at + 1 :]


def resealed(data: bytes, change: Callable[[list[dict[str, Any]]], None]) -> bytes:
    """An archive changed by hand, by one who knows how the seal is made."""
    import hashlib

    rows = [json.loads(row) for row in gzip.decompress(data).splitlines()]
    change(rows)
    body = b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows[:-1])
    end = {"line": "end", "lines": len(rows) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(end).encode() + b"\n")


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("newer", lambda rows: rows[0].update(version=2)),
        ("newer", lambda rows: next(r for r in rows if r["line"] == "entry").update(kind="declared-war")),
        ("altered", lambda rows: next(r for r in rows if r["line"] == "entry").update(number="1")),
        ("altered", lambda rows: next(r for r in rows if r["line"] == "entry").update(by="Otro")),
        ("altered", lambda rows: rows.insert(1, {"line": "rules", "name": "../../etc/x.toml", "text": ""})),
        ("altered", lambda rows: rows.insert(1, {"line": "jpeg", "hash": "0" * 64, "base64": "eA=="})),
        ("altered", lambda rows: rows.remove(next(r for r in rows if r["line"] == "jpeg"))),
        ("altered", lambda rows: rows.insert(1, {"line": "wish"})),
    ],
)
def test_a_seal_of_ones_own_is_not_enough(
    one_archive: bytes, tmp_path: Path, code: str, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    (tmp_path / "bad.gz").write_bytes(resealed(one_archive, change))
    with pytest.raises(ArchiveError) as bad:
        verify(tmp_path / "bad.gz")
    assert bad.value.code == code


def test_a_bad_archive_changes_nothing(app: Flask, match: int, night: str, other: Flask, tmp_path: Path) -> None:
    store.back_up(app, tmp_path / "a.gz")
    whole = (tmp_path / "a.gz").read_bytes()
    (tmp_path / "a.gz").write_bytes(whole[:-40])
    with pytest.raises(ArchiveError, match="cut"):
        store.restore(other, tmp_path / "a.gz")
    assert not (tmp_path / "other/rulebook").exists()
    assert not (tmp_path / "other/photos").exists()
    assert not (tmp_path / "other/referee.sqlite").exists()


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_where_there_is_nothing_to_back_up(app: Flask, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty = Flask("empty", instance_path=str(tmp_path / "empty"))
    empty.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path}/empty/referee.sqlite"
    store.attach(empty)
    with pytest.raises(store.NothingThereError):
        store.back_up(empty, tmp_path / "a.gz")
    assert not list((tmp_path / "empty").iterdir())
    assert not (tmp_path / "a.gz").exists()


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_an_older_schema_is_not_guessed_at(app: Flask, in_app: None, tmp_path: Path) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(StoreTroubleError, match="older"):
        store.back_up(app, tmp_path / "a.gz")


def test_a_file_that_cannot_be_written(app: Flask, match: int, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not/there"):
        store.back_up(app, tmp_path / "not/there/a.gz")


# ---- the daily copy ---------------------------------------------------------------------------

MONDAY = datetime(2026, 3, 2, 21, 30, tzinfo=UTC)


def test_one_copy_a_day_and_seven_in_all(app: Flask, match: int, night: str, other: Flask, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups/mine.txt").write_text("not ours")
    for day in range(10):
        at = MONDAY + timedelta(days=day)
        made = daily.copy_if_due(app, at)
        assert made is not None
        assert daily.copy_if_due(app, at + timedelta(hours=23)) is None
    there = daily.copies(app)
    assert [copy.made_at for copy in there] == [MONDAY + timedelta(days=day) for day in range(9, 2, -1)]
    assert there[0].age(MONDAY + timedelta(days=9, hours=5)) == timedelta(hours=5)
    assert (tmp_path / "backups/mine.txt").exists()
    # It names its photos, and whoever still has them has everything.
    contents = verify(there[0].path)
    assert (contents.photos, contents.jpegs, len(contents.fingerprints)) == ("beside", 0, 2)
    done = store.restore(other, there[0].path)
    assert (done.added, len(done.lost)) == (2, 1)
    assert store.restore(app, there[0].path).lost == ()


def test_a_copy_that_fails_leaves_the_others(app: Flask, match: int, tmp_path: Path) -> None:
    daily.copy_if_due(app, MONDAY)
    with db.engine.begin() as connection:
        connection.execute(text("ALTER TABLE photo RENAME TO photos_gone"))
    with pytest.raises(Exception, match="photo"):
        daily.copy_if_due(app, MONDAY + timedelta(days=1))
    assert [copy.made_at for copy in daily.copies(app)] == [MONDAY]
    assert [path.name for path in (tmp_path / "backups").iterdir()] == ["referee-2026-03-02.jsonl.gz"]


def test_what_a_killed_copy_left_is_tidied_up(app: Flask, match: int, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    (folder / ".referee-x1y2").mkdir(parents=True)
    (folder / ".referee-x1y2/copy.sqlite").write_bytes(b"half")
    (folder / ".referee-2026-03-01.jsonl.gz.77.part").write_bytes(b"half")
    daily.copy_if_due(app, datetime.now(UTC))
    assert len(list(folder.iterdir())) == 3
    daily.copy_if_due(app, datetime.now(UTC) + timedelta(days=2))
    assert sorted(path.name[:8] for path in folder.iterdir()) == ["referee-", "referee-"]


def test_the_round_begins_at_once_and_stops_when_told(app: Flask, match: int) -> None:
    stop = daily.start(app)
    stop()
    assert len(daily.copies(app)) == 1
