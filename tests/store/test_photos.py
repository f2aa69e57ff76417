"""Photos are kept without what the camera wrote, once, and within bounds."""

from __future__ import annotations

import numpy as np
import pytest
from flask import Flask
from numpy.typing import NDArray

from referee import store
from referee.store.photos import PhotoRoomError


def photo(width: int = 400, height: int = 300, shade: int = 90) -> NDArray[np.uint8]:
    picture = np.full((height, width, 3), shade, np.uint8)
    picture[:, : width // 2] = 200
    return picture


def test_it_works(match: int) -> None:
    kept = store.keep_photo(match, photo(), {"cards": []})
    data = store.photo_bytes(kept)
    assert (kept.width, kept.height) == (400, 300)
    assert data[:3] == b"\xff\xd8\xff"
    assert b"Exif" not in data
    assert store.photo_of(match, kept.id) == kept
    assert store.photo_of(match + 1, kept.id) is None


def test_large_ones_are_made_smaller(match: int) -> None:
    kept = store.keep_photo(match, photo(3200, 1600), {})
    assert (kept.width, kept.height) == (1600, 800)


def test_the_same_photo_is_kept_once(match: int) -> None:
    assert store.keep_photo(match, photo(), {}).id == store.keep_photo(match, photo(), {"cards": [1]}).id


def test_a_full_match_takes_no_more(app: Flask, match: int) -> None:
    app.config["PHOTO_ROOM_MATCH"] = 100
    with pytest.raises(PhotoRoomError, match="match"):
        store.keep_photo(match, photo(), {})
