"""The locked room: what a hostile file can do in it, and that the next photo is read all the same."""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.engine.cards import Card
from referee.reading.answer import Seen, Unread, parse, write
from referee.reading.locked import LockedRoom
from referee.vision import Hint, Reading, Sighting

QUAD = ((1.0, 2.0), (3.5, 2.0), (3.5, 9.0), (1.0, 9.0))
bounded = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bounds on memory are set on Linux")


def picture(width: int = 400, height: int = 300) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG of a few kilobytes whose pixels, all alike, would fill the size it claims."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = zlib.compressobj(9)
    pixels = b"".join([*(row.compress(bytes(1 + 3 * width)) for _ in range(height)), row.flush()])
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.fixture
def room() -> Iterator[LockedRoom]:
    room = LockedRoom(seconds=120)
    yield room
    room.close()


def test_an_answer_travels_as_it_is() -> None:
    named = Sighting(Card(0, "r"), 0.98, QUAD, 0, 0)
    unsure = Sighting(None, 0.4, QUAD, 1, 2, ((Card(9, "s"), 0.4), (Card(8, "O", "chilean"), 0.3)))
    seen = Seen(Reading(4000, 3000, 812, (named, unsure), (Hint.GLARE,)), b"\xff\xd8\x00picture")
    assert parse(write(seen)) == seen
    assert parse(write(Unread("heic"))) == Unread("heic")


@pytest.mark.parametrize(
    "odd", [b"", b"[]", b"3", b"null", b'{"size": 3}', b"\xff\xfe", b'{"size":[1,1,1],"sightings":[{}],"hints":[]}']
)
def test_what_is_no_answer_is_refused(odd: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse(odd)


def test_photos_are_read_one_after_another(room: LockedRoom) -> None:
    first = room.read(picture())
    assert isinstance(first, Seen)
    assert (first.reading.width, first.reading.height) == (400, 300)
    assert cv2.imdecode(np.frombuffer(first.picture, np.uint8), cv2.IMREAD_COLOR).shape == (300, 400, 3)
    assert room.read(b"a text") == Unread("not-an-image")
    assert room.read(png_that_claims(20_000, 10_000)) == Unread("too-many-pixels")
    assert isinstance(room.read(picture(500)), Seen)


@bounded
def test_a_file_that_asks_for_too_much_memory_fells_only_its_room() -> None:
    room = LockedRoom(memory=700_000_000, seconds=120)
    try:
        # 49 million pixels in 150 kilobytes: allowed by number, but not with so little memory.
        assert room.read(png_that_claims(7000, 7000)) in (Unread("broken"), Unread("fell"))
        assert isinstance(room.read(picture()), Seen)
    finally:
        room.close()


def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    room = LockedRoom(seconds=0.01)
    assert room.read(picture()) == Unread("too-slow")
    room.close()


def test_a_process_that_dies_is_replaced(room: LockedRoom) -> None:
    assert isinstance(room.read(picture()), Seen)
    process = room._process
    assert process is not None
    process.kill()
    process.wait()
    assert isinstance(room.read(picture()), Seen)


@bounded
def test_no_secret_goes_in(room: LockedRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    room.read(b"a text")
    assert room._process is not None
    assert b"secret" not in Path(f"/proc/{room._process.pid}/environ").read_bytes()
