"""What is thrown away can be taken back for thirty days; then it is gone, and only it."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import func, select

from referee import store
from referee.engine.match import Draft, Kind
from referee.store import bin as the_bin
from referee.store.bin import Emptied
from referee.store.database import db
from referee.store.tables import EntryRow, KeyRow, PhotoRow

NOW = datetime.now(UTC)
NEXT_MONTH = NOW + timedelta(days=31)


def photo(shade: int) -> NDArray[np.uint8]:
    return np.full((40, 60, 3), shade, np.uint8)


def opened(opening: Draft) -> tuple[int, str]:
    opened = store.open_match(opening)
    assert isinstance(opened, tuple)
    return opened


def files(folder: Path) -> int:
    return len(list((folder / "photos").glob("*/*.jpg")))


def test_it_works(in_app: None, opening: Draft, tmp_path: Path) -> None:
    thrown, key = opened(opening)
    stays, other_key = opened(opening)
    store.keep_photo(thrown, photo(10), {})
    the_bin.throw_away(thrown)
    assert store.find_access(key) is None
    assert the_bin.empty(NOW + timedelta(days=29)) == Emptied(0, 0, 0)
    the_bin.take_back(thrown)
    assert store.find_access(key) is not None
    the_bin.throw_away(thrown)
    # The file was put today: it goes when it, too, has lain for thirty days.
    assert the_bin.empty(NEXT_MONTH) == Emptied(1, 0, 1)
    for table in (EntryRow, KeyRow, PhotoRow):
        there = select(func.count()).select_from(table).where(table.match_id == thrown)
        assert db.session.scalar(there) == 0
    assert store.find_access(other_key) == store.Access(stays, "write")
    assert files(tmp_path) == 0
    with pytest.raises(KeyError):
        the_bin.take_back(thrown)


def test_a_photo_that_an_entry_names_stays(in_app: None, opening: Draft, tmp_path: Path) -> None:
    match, _ = opened(opening)
    unnamed = store.keep_photo(match, photo(200), {})
    named = store.keep_photo(match, photo(10), {})
    last = store.keep_photo(match, photo(100), {})
    hand = Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 25, "photo": named.id})
    store.append(match, [hand], 1)
    # Taken back or not: it may be asked about.
    store.append(match, [Draft(Kind.UNDONE, {"deed": 2})], 2)
    assert the_bin.empty(NOW + timedelta(days=29)) == Emptied(0, 0, 0)
    assert the_bin.empty(NEXT_MONTH) == Emptied(0, 1, 1)
    db.session.rollback()
    assert store.photo_of(match, unnamed.id) is None
    assert store.photo_of(match, named.id) == named
    assert store.photo_bytes(named)
    # Its number is not given again.
    assert store.keep_photo(match, photo(250), {}).id == last.id + 1


def test_a_photo_of_two_matches_stays_for_the_other(in_app: None, opening: Draft) -> None:
    thrown, _ = opened(opening)
    stays, _ = opened(opening)
    store.keep_photo(thrown, photo(10), {})
    kept = store.keep_photo(stays, photo(10), {})
    store.append(stays, [Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 5, "photo": kept.id})], 1)
    the_bin.throw_away(thrown)
    assert the_bin.empty(NEXT_MONTH) == Emptied(1, 0, 0)
    assert store.photo_bytes(kept)


def test_a_stray_file_goes_when_it_is_old(in_app: None, tmp_path: Path) -> None:
    stray = tmp_path / "photos" / "00" / ("0" * 64 + ".jpg")
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"x")
    (stray.parent / "notes.txt").write_text("not ours")
    assert the_bin.empty() == Emptied(0, 0, 0)
    old = (NOW - timedelta(days=31)).timestamp()
    os.utime(stray, (old, old))
    assert the_bin.empty() == Emptied(0, 0, 1)
    assert (stray.parent / "notes.txt").exists()
