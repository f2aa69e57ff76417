"""The door: what may enter, what is refused with which code, and how a photo is turned upright."""

from __future__ import annotations

import json
import struct
import zlib

import cv2
import numpy as np
import pytest

from referee.engine.cards import Card
from referee.vision import Fault, Hint, PhotoError, Reading, Sighting, read_cards, reading_to_json
from referee.vision.photo import MOST_BYTES, MOST_PIXELS, open_photo


def jpeg(width: int = 700, height: int = 500) -> bytes:
    picture = np.full((height, width, 3), 90, np.uint8)
    picture[: height // 2, : width // 2] = (0, 0, 255)
    return bytes(cv2.imencode(".jpg", picture)[1])


def png(width: int, height: int, rows: bytes = b"") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def with_orientation(photo: bytes, orientation: int) -> bytes:
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return photo[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + photo[2:]


def test_it_works() -> None:
    reading = read_cards(jpeg())
    assert (reading.width, reading.height) == (700, 500)
    assert reading.sightings == ()
    assert Hint.NO_CARDS in reading.hints


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Fault.EMPTY),
        (b"Hello, I am a text renamed to .jpg" * 20, Fault.NOT_AN_IMAGE),
        (b"GIF89a" + bytes(400), Fault.NOT_AN_IMAGE),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400), Fault.HEIC),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic" + bytes(400), Fault.HEIC),
        (b"\xff\xd8\xff" + bytes(20), Fault.BROKEN),
        (b"\xff\xd8\xff", Fault.BROKEN),
        (b"\x89PNG\r\n\x1a\n", Fault.BROKEN),
        (b"RIFF\0\0\0\0WEBP", Fault.BROKEN),
        (jpeg()[:-2000], Fault.BROKEN),
        (jpeg()[:300], Fault.BROKEN),
        (png(20_000, 10_000), Fault.TOO_MANY_PIXELS),
        (png(2**31 - 1, 2**31 - 1), Fault.TOO_MANY_PIXELS),
        (png(0, 500), Fault.BROKEN),
        (png(800, 600, b"too little"), Fault.BROKEN),
        (jpeg(100, 60), Fault.TOO_FEW_PIXELS),
        (bytes(MOST_BYTES + 1), Fault.TOO_LARGE),
    ],
    ids=lambda value: value.value if isinstance(value, Fault) else "",
)
def test_refused_with_a_code(data: bytes, code: Fault) -> None:
    with pytest.raises(PhotoError) as refused:
        read_cards(data)
    assert refused.value.code is code


def test_a_bomb_is_refused_by_its_header_alone() -> None:
    # 200 megapixels of one colour pack into little; had they been decoded, 600 MB would be taken.
    bomb = png(20_000, 10_000, bytes(3_000_000))
    assert len(bomb) < 10_000
    with pytest.raises(PhotoError) as refused:
        open_photo(bomb)
    assert (refused.value.width, refused.value.height) == (20_000, 10_000)
    assert refused.value.width * refused.value.height > MOST_PIXELS


@pytest.mark.parametrize("cut", range(2, 700, 23))
def test_cut_anywhere_it_is_refused_not_crashed(cut: int) -> None:
    with pytest.raises(PhotoError):
        read_cards(jpeg(300, 200)[:cut])


@pytest.mark.parametrize(
    ("orientation", "red_corner", "size"),
    [
        (1, (0, 0), (700, 500)),
        (2, (0, 1), (700, 500)),
        (3, (1, 1), (700, 500)),
        (4, (1, 0), (700, 500)),
        (5, (0, 0), (500, 700)),
        (6, (0, 1), (500, 700)),
        (7, (1, 1), (500, 700)),
        (8, (1, 0), (500, 700)),
        (9, (0, 0), (700, 500)),
    ],
)
def test_exif_orientation_is_honoured(orientation: int, red_corner: tuple[int, int], size: tuple[int, int]) -> None:
    photo = open_photo(with_orientation(jpeg(), orientation))
    assert (photo.width, photo.height) == size
    assert photo.pixels.shape[1::-1] == size
    row, column = (-50 if side else 50 for side in red_corner)
    assert photo.pixels[row, column, 2] > 200
    assert photo.pixels[-row, -column, 2] < 150


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp"])
def test_each_format_opens(extension: str) -> None:
    picture = np.full((500, 700, 3), 90, np.uint8)
    photo = open_photo(bytes(cv2.imencode(extension, picture)[1]))
    assert (photo.width, photo.height, photo.scale) == (700, 500, 1)


def test_a_very_large_photo_is_held_at_half_size() -> None:
    photo = open_photo(jpeg(7000, 5000))
    assert (photo.width, photo.height, photo.scale) == (7000, 5000, 2)
    assert photo.pixels.shape == (2500, 3500, 3)


def test_the_json_line_has_the_agreed_shape() -> None:
    quad = ((1.04, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    sure = Sighting(Card(9, "s"), 0.98765, quad, 0, 0)
    unsure = Sighting(None, 0.4, quad, 0, 1, ((Card(0), 0.4), (Card(3, "h"), 0.3)))
    line = reading_to_json(Reading(640, 480, 120, (sure, unsure)), "a/b.jpg")
    place = [[1.0, 2.0], [3.0, 2.0], [3.0, 4.0], [1.0, 4.0]]
    assert json.loads(json.dumps(line)) == {
        "file": "a/b.jpg",
        "width": 640,
        "height": 480,
        "ms": 120,
        "cards": [
            {"card": "9s", "confidence": 0.988, "quad": place, "meld": 0},
            {"card": None, "confidence": 0.4, "quad": place, "meld": 0},
        ],
    }


def test_hints_are_in_the_json_line_only_when_given() -> None:
    assert reading_to_json(Reading(1, 1, 0, (), (Hint.NO_CARDS,)), "x")["hints"] == ["no-cards"]
