"""What is acknowledged is kept, once; who comes second sees what was first."""

from __future__ import annotations

import threading

import pytest
from flask import Flask
from sqlalchemy import inspect

from referee import store
from referee.engine.match import Draft, Kind, fold
from referee.store import Refused, Repeated, Written
from referee.store.database import db


def hand(points: int, player: int = 1) -> Draft:
    return Draft(Kind.COUNTED, {"round": 1, "player": player, "points": points})


def test_it_works(match: int) -> None:
    done = store.append(match, [hand(25), hand(30, 2)], 1, by="Inés")
    assert isinstance(done, Written)
    entries = store.entries_of(match)
    assert [(e.number, e.deed, e.kind, e.by) for e in entries[1:]] == [
        (2, 2, Kind.COUNTED, "Inés"),
        (3, 2, Kind.COUNTED, "Inés"),
    ]
    assert store.last_number(match) == 3
    assert fold(entries).rounds[0].values[1].points == 25


def test_a_match_that_cannot_be_is_not_opened(in_app: None, opening: Draft) -> None:
    refusal = store.open_match(Draft(Kind.OPENED, {**opening.data, "players": ["Inés"]}))
    assert not isinstance(refusal, tuple)
    assert refusal.code == "too-few-players"


def test_an_opening_sent_twice_opens_one_match(in_app: None, opening: Draft) -> None:
    key = store.key_from("s" * 43, "form of tonight")
    first = store.open_match(opening, write_key=key)
    assert isinstance(first, tuple)
    assert store.open_match(opening, write_key=key) == first
    assert store.find_access(key) == store.Access(first[0], "write")
    assert store.last_number(first[0]) == 1
    another = store.open_match(opening, write_key=store.key_from("t" * 43, "form of tonight"))
    assert isinstance(another, tuple)
    assert another[0] != first[0]


def test_the_second_of_two_sees_the_first(match: int) -> None:
    store.append(match, [hand(25)], 1)
    second = store.append(match, [hand(40)], 1)
    assert isinstance(second, Refused)
    assert second.refusal.code == "stale"
    assert second.refusal.there is not None
    assert second.refusal.there.data["points"] == 25
    assert store.last_number(match) == 2


def test_a_form_sent_twice_makes_one_entry(match: int) -> None:
    first = store.append(match, [hand(25)], 1, key="once.1")
    again = store.append(match, [hand(25)], 1, key="once.1")
    assert isinstance(first, Written)
    assert isinstance(again, Repeated)
    assert again.entries == first.entries
    assert store.last_number(match) == 2


def test_a_form_sent_again_with_another_value_is_not_swallowed(match: int) -> None:
    store.append(match, [hand(25)], 1, key="once.1")
    again = store.append(match, [hand(26)], 1, key="once.1")
    assert isinstance(again, Refused)
    assert again.refusal.code == "doubled"


def test_all_of_a_deed_or_nothing(match: int) -> None:
    done = store.append(match, [hand(25), hand(1, 9)], 1)
    assert isinstance(done, Refused)
    assert store.last_number(match) == 1


def test_an_unknown_match_is_a_broken_caller(in_app: None) -> None:
    with pytest.raises(KeyError):
        store.append(77, [hand(1)], 0)


def test_many_writers_lose_nothing_and_double_nothing(app: Flask, match: int) -> None:
    asked = Draft(Kind.RULED, {"question": {}, "code": "ok", "fingerprint": "x"})
    results: list[object] = []

    def write(name: str) -> None:
        with app.app_context():
            for turn in range(10):
                done = store.append(match, [asked], 1, by=name, key=f"{name}-{turn}")
                results.append(done)
            db.session.remove()

    writers = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    db.session.rollback()
    entries = store.entries_of(match)
    assert [e.number for e in entries] == list(range(1, 42))
    assert all(isinstance(result, Written) for result in results)
    assert len({e.by for e in entries[1:]}) == 4


def test_the_tables_are_those_of_the_models(app: Flask, in_app: None) -> None:
    """A model changed without a migration would be noticed here."""
    found = inspect(db.engine)
    for table in db.metadata.sorted_tables:
        columns = {c["name"]: c["nullable"] for c in found.get_columns(table.name)}
        assert columns == {c.name: c.nullable for c in table.columns}


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_settings_of_the_embedded_database(in_app: None) -> None:
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        # 2: every commit is on the disk before it is acknowledged.
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
