"""A key opens its match and no other; a key taken back opens nothing."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import select

from referee import store
from referee.engine.match import Draft
from referee.store import Access
from referee.store.database import db
from referee.store.tables import KeyRow


@pytest.fixture
def opened(in_app: None, opening: Draft) -> tuple[int, str]:
    opened = store.open_match(opening)
    assert isinstance(opened, tuple)
    return opened


def test_it_works(opened: tuple[int, str]) -> None:
    match, key = opened
    assert store.find_access(key) == Access(match, "write")
    assert store.find_access(store.look_key_of(key)) == Access(match, "look")


def test_no_key_is_stored(opened: tuple[int, str]) -> None:
    _, key = opened
    stored = " ".join(db.session.scalars(select(KeyRow.hash)))
    assert key not in stored
    assert store.look_key_of(key) not in stored


@pytest.mark.parametrize("key", ["", "1", "x" * 22, "x" * 500, "../../etc", "é" * 22, "A" * 21 + "\n"])
def test_other_texts_open_nothing(opened: tuple[int, str], key: str) -> None:
    assert store.find_access(key) is None


def guests(match: int, key: str) -> store.GuestKey:
    found = store.guest_key(match, key)
    assert found is not None
    return found


def test_a_guests_key_taken_back_is_dead_and_the_others_live(opened: tuple[int, str]) -> None:
    match, key = opened
    old = guests(match, key)
    assert store.find_access(old.key) == Access(match, "write", guest=True)
    store.renew_guest_key(match, key, old.turn)
    new = guests(match, key)
    assert store.find_access(old.key) is None
    assert store.find_access(new.key) == Access(match, "write", guest=True)
    assert store.find_access(key) == Access(match, "write")
    for any_key in (key, old.key, new.key):
        assert store.find_access(store.look_key_of(any_key)) == Access(match, "look")


def test_taking_back_twice_takes_one_back(opened: tuple[int, str]) -> None:
    match, key = opened
    store.renew_guest_key(match, key, 0)
    second = guests(match, key)
    store.renew_guest_key(match, key, 0)
    assert guests(match, key) == second


def test_a_guest_cannot_take_keys_back_nor_make_them(opened: tuple[int, str]) -> None:
    match, key = opened
    guest = guests(match, key)
    assert store.guest_key(match, guest.key) is None
    store.renew_guest_key(match, guest.key, 0)
    assert guests(match, key) == guest


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    first = store.secret_key(tmp_path)
    assert store.secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_cut_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("short")
    with pytest.raises(ValueError, match="expected 43"):
        store.secret_key(tmp_path)


def test_processes_that_start_together_agree_on_the_secret(tmp_path: Path) -> None:
    """One has made the file and not yet written it; the other waits for it."""
    (tmp_path / "secret_key").touch()
    later = threading.Timer(0.05, (tmp_path / "secret_key").write_text, ["s" * 43])
    later.start()
    assert store.secret_key(tmp_path) == "s" * 43
    later.join()
