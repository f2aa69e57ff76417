"""Opening a photo: from untrusted bytes to upright pixels.

Owns what may enter (JPEG, PNG, WebP, up to 50 megapixels) and the check of the header
before anything is decoded, so that a small file cannot ask for gigabytes. Refuses to know
of cards. Start reading at `open_photo`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.reading import Fault, PhotoError

Pixels = NDArray[np.uint8]
"""An image of shape (height, width, 3), blue-green-red."""

MOST_BYTES = 60_000_000
FEWEST_PIXELS = 40_000
"""Below the 0.3 megapixels that a phone never sends: crops and webcam pictures can be read well."""
MOST_PIXELS = 50_000_000
HALVED_ABOVE = 26_000_000
"""Photos of more pixels are decoded at half size: the indices stay large, the memory does not."""

_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"mif1", b"msf1", b"avif")


@dataclass(frozen=True)
class Photo:
    """Upright pixels, and the size of the file's own picture when upright.

    `scale` is 1 or 2: pixels of the file's picture for each pixel held here.
    """

    pixels: Pixels
    width: int
    height: int
    scale: int


@dataclass(frozen=True)
class _Header:
    width: int
    height: int
    orientation: int
    whole: bool


def open_photo(data: bytes) -> Photo:
    """Decode a photo, turned upright as its EXIF orientation says.

    Raises `PhotoError` for whatever is not a whole JPEG, PNG or WebP of allowed size.
    """
    if not data:
        raise PhotoError(Fault.EMPTY)
    if len(data) > MOST_BYTES:
        raise PhotoError(Fault.TOO_LARGE)
    try:
        header = _read_header(data)
    except (struct.error, IndexError) as cut:
        raise PhotoError(Fault.BROKEN) from cut
    pixels = header.width * header.height
    if pixels > MOST_PIXELS:
        raise PhotoError(Fault.TOO_MANY_PIXELS, header.width, header.height)
    if not pixels or not header.whole:
        raise PhotoError(Fault.BROKEN, header.width, header.height)
    if pixels < FEWEST_PIXELS:
        raise PhotoError(Fault.TOO_FEW_PIXELS, header.width, header.height)
    scale = 2 if pixels > HALVED_ABOVE else 1
    flags = cv2.IMREAD_COLOR if scale == 1 else cv2.IMREAD_REDUCED_COLOR_2
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as fault:
        raise PhotoError(Fault.BROKEN, header.width, header.height) from fault
    if image is None or image.ndim != 3 or abs(image.shape[1] * scale - header.width) > scale:
        raise PhotoError(Fault.BROKEN, header.width, header.height)
    image = _turn(np.asarray(image, np.uint8), header.orientation)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    return Photo(image, width, height, scale)


def _turn(image: Pixels, orientation: int) -> Pixels:
    """Undo the eight EXIF orientations: 5 to 8 are transposed, some are mirrored."""
    if orientation >= 5:
        image = np.asarray(cv2.transpose(image), np.uint8)
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(orientation)
    return image if flip is None else np.asarray(cv2.flip(image, flip), np.uint8)


def _read_header(data: bytes) -> _Header:
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg_header(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png_header(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_header(data)
    if data[4:8] == b"ftyp" and any(brand in data[8:32] for brand in _HEIF_BRANDS):
        raise PhotoError(Fault.HEIC)
    raise PhotoError(Fault.NOT_AN_IMAGE)


def _jpeg_header(data: bytes) -> _Header:
    """Walk the segments up to the picture's data; a whole file ends it with an EOI mark."""
    at, width, height, orientation = 2, 0, 0, 1
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        if data[at] != 0xFF:
            raise IndexError(at)
        mark = data[at + 1]
        length = struct.unpack_from(">H", data, at + 2)[0]
        body = at + 4
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, body + 1)
        elif mark == 0xE1 and data[body : body + 6] == b"Exif\0\0":
            orientation = _exif_orientation(data[body + 6 : at + 2 + length])
        at += 2 + length
        if mark == 0xDA:
            # Within picture data 0xFF is always escaped, so this finds no chance bytes.
            return _Header(width, height, orientation, data.find(b"\xff\xd9", at) >= 0)


def _png_header(data: bytes) -> _Header:
    width, height = struct.unpack_from(">II", data, 16)
    at, orientation = 8, 1
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"eXIf":
            orientation = _exif_orientation(data[at + 8 : at + 8 + length])
        at += 12 + length
        if kind == b"IEND":
            return _Header(width, height, orientation, at <= len(data))
    return _Header(width, height, orientation, False)


def _webp_header(data: bytes) -> _Header:
    whole = struct.unpack_from("<I", data, 4)[0] + 8 <= len(data)
    kind, orientation = data[12:16], 1
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        at = 12
        while at + 8 <= len(data):
            chunk, length = struct.unpack_from("<4sI", data, at)
            if chunk == b"EXIF":
                orientation = _exif_orientation(data[at + 8 : at + 8 + length].removeprefix(b"Exif\0\0"))
            at += 8 + length + length % 2
    elif kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    else:
        width = height = 0
    return _Header(width, height, orientation, whole)


def _exif_orientation(tiff: bytes) -> int:
    """Orientation 1 to 8 of an EXIF block; 1 where it is missing or makes no sense."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        start = struct.unpack_from(order + "I", tiff, 4)[0]
        for i in range(struct.unpack_from(order + "H", tiff, start)[0]):
            tag, _kind, _count, value = struct.unpack_from(order + "HHIH", tiff, start + 2 + 12 * i)
            if tag == 0x0112:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1
