"""Photos are kept without what the camera wrote, once, and within bounds."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from flask import Flask

from referee import store
from referee.store.photos import PhotoRoomError

SECRET = b"Exif\0\0II*\0\x08\0\0\0\0\0GPS-in-Valparaiso"


def photo(width: int = 400, height: int = 300, shade: int = 90) -> bytes:
    picture = np.full((height, width, 3), shade, np.uint8)
    picture[:, : width // 2] = 200
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    return data[:2] + b"\xff\xe1" + (len(SECRET) + 2).to_bytes(2, "big") + SECRET + data[2:]


def test_it_works(match: int) -> None:
    kept = store.keep_photo(match, photo(), {"cards": []})
    data = store.photo_bytes(kept)
    assert (kept.width, kept.height) == (400, 300)
    assert b"GPS" in photo()
    assert b"GPS" not in data
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
