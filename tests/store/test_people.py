"""Whose seat it was: marks that stay, in archives too."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from referee import store
from referee.engine.careers import Mark
from referee.engine.match import Draft


@pytest.fixture
def match(in_app: None, opening: Draft) -> int:
    opened = store.open_match(opening)
    assert isinstance(opened, tuple)
    return opened[0]


def test_it_works(match: int) -> None:
    [one] = store.mark([("Inés", [(match, 0)])])
    assert store.marks_of([match]) == {(match, 0): Mark(one, "Inés")}
    [two] = store.mark([("Inés prima", [(match, 0), (match, 1)])])
    assert store.marks_of([match]) == {(match, 0): Mark(two, "Inés prima"), (match, 1): Mark(two, "Inés prima")}
    assert store.marks_of([]) == {}


def test_nobody_is_remembered_who_sits_nowhere(match: int) -> None:
    from sqlalchemy import func, select

    from referee.store.people import PersonRow

    store.mark([("Inés", [(match, 0)])])
    store.mark([("Inés prima", [(match, 0)])])
    assert store.db.session.scalar(select(func.count()).select_from(PersonRow)) == 1


def test_long_names_are_cut(match: int) -> None:
    store.mark([("x" * 99, [(match, 0)])])
    assert len(store.marks_of([match])[(match, 0)].name) == store.LONGEST_PERSON


def test_an_archive_brings_them_along(app: Flask, match: int, tmp_path: Path) -> None:
    [one] = store.mark([("Inés", [(match, 0)])])
    path = tmp_path / "a.jsonl.gz"
    store.back_up(app, path)
    store.db.session.remove()
    there = Flask("elsewhere", instance_path=str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    store.attach(there)
    store.upgrade(there)
    store.restore(there, path)
    with there.app_context():
        assert store.marks_of([1]) == {(1, 0): Mark(one, "Inés")}
        store.db.session.remove()
        store.db.engine.dispose()
