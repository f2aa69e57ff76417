"""Signs to print with: suit shapes drawn by formula, glyphs of fonts, joker signs.

All are masks: uint8 images, 255 where ink goes, trimmed to the ink.
Start reading at `suit_shape`.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Mask = NDArray[np.uint8]
Image = NDArray[np.uint8]
"""Of shape (height, width, 3), blue-green-red."""
TALL = 120
"""Height in pixels at which signs are kept."""


def trim(mask: Mask) -> Mask:
    """Cut a mask to its ink; an empty one comes back as a single dot."""
    rows, columns = np.flatnonzero((mask > 60).any(1)), np.flatnonzero((mask > 60).any(0))
    if not len(rows) or not len(columns):
        return np.zeros((1, 1), np.uint8)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@lru_cache(maxsize=20_000)
def glyph(font: str, text: str) -> Mask:
    """Text as a mask about 120 pixels high; `font` is a file or "sans" (built into OpenCV)."""
    image = np.zeros((2 * TALL, (len(text) + 1) * TALL * 3 // 2, 3), np.uint8)
    face = _face(font)
    cv2.putText(image, text, (TALL // 2, TALL + TALL // 2), (255, 255, 255), face, TALL)
    return trim(np.ascontiguousarray(image[..., 0]))


def word(font: str, text: str, dance: tuple[tuple[float, float, float], ...] = (), hollow: bool = False) -> Mask:
    """A word as a mask, its letters one by one where they dance; `hollow` leaves their outline.

    `dance` says for each letter its turn in degrees, how far it is lifted and how much it is
    enlarged, both in letter heights.
    """
    if not dance:
        mask = glyph(font, text)
    else:
        mask = np.zeros((3 * TALL, (len(text) + 1) * 2 * TALL), np.uint8)
        right = TALL
        for letter, (degrees, lift, more) in zip(text, dance, strict=False):
            sign = glyph(font, letter)
            high, wide = sign.shape
            turn = cv2.getRotationMatrix2D((wide / 2, high), degrees, 1 + more)
            turn[:, 2] += (right, 2.2 * TALL - high - lift * TALL)
            moved = cv2.warpAffine(sign, turn, mask.shape[1::-1], flags=cv2.INTER_AREA)
            np.maximum(mask, moved, out=mask)
            right += int(wide * (1 + more)) + TALL // 10
        mask = trim(mask)
    if hollow:
        padded = cv2.copyMakeBorder(mask, 6, 6, 6, 6, cv2.BORDER_CONSTANT)
        mask = trim(np.asarray(cv2.morphologyEx(padded, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)), np.uint8))
    return mask


def motto(rng: np.random.Generator) -> str:
    """A word of no language, as a maker's name or a foreign rank: whatever is lettered is not yet a joker."""
    letters = "".join(str(rng.choice(list("BCDFGJKLMNPRSTVZ"))) + str(rng.choice(list("AEIOU"))) for _ in range(4))
    text = letters[int(rng.integers(0, 2)) :][: int(rng.integers(2, 8))]
    return (text, text.title(), text.lower())[int(rng.choice(3, p=[0.6, 0.28, 0.12]))]


@lru_cache(maxsize=2000)
def _face(font: str) -> cv2.FontFace:
    return cv2.FontFace(font)


def _fill(points: list[tuple[float, float]], mask: Mask, value: int = 255) -> None:
    fixed = np.round(np.array(points) * 16 * TALL).astype(np.int32)
    cv2.fillPoly(mask, [fixed], value, cv2.LINE_AA, 4)


def _disc(mask: Mask, x: float, y: float, radius: float, value: int = 255) -> None:
    centre = (round(x * 16 * TALL), round(y * 16 * TALL))
    cv2.circle(mask, centre, round(radius * 16 * TALL), value, -1, cv2.LINE_AA, 4)


def _stem(mask: Mask, top: float, foot: float, rng: np.random.Generator) -> None:
    narrow = rng.uniform(0.01, 0.04)
    curve = [(0.5 + narrow + foot * t**3, top + (1.0 - top) * t) for t in np.linspace(0, 1, 12)]
    _fill([*curve, *[(1.0 - x, y) for x, y in reversed(curve)]], mask)


def suit_shape(suit: str, rng: np.random.Generator) -> Mask:
    """One of endless variants of a suit sign; `suit` is c, d, h or s."""
    mask = np.zeros((TALL + 1, TALL + 1), np.uint8)
    if suit == "d":
        bow = rng.choice([0.0, rng.uniform(0, 0.2), rng.uniform(0.1, 0.3)])
        corners = [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]
        outline = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            for t in np.linspace(0, 1, 12, endpoint=False):
                pull = 4 * t * (1 - t) * bow
                x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                outline.append((x + (0.5 - x) * pull, y + (0.5 - y) * pull))
        _fill(outline, mask)
        return _widened(mask, rng.uniform(0.65, 1.0))
    if suit == "h":
        _heart(mask, rng, 0.0, 1.0)
        return _widened(mask, rng.uniform(0.8, 1.1))
    if suit == "s":
        low = rng.uniform(0.72, 0.86)
        upper = np.zeros_like(mask)
        _heart(upper, rng, 0.0, low)
        height = int(low * TALL)
        mask[: height + 1] = cv2.flip(upper[: height + 1], 0)
        _stem(mask, low - 0.25, rng.uniform(0.12, 0.25), rng)
        return _widened(mask, rng.uniform(0.75, 1.05))
    radius = rng.uniform(0.21, 0.26)
    level = rng.uniform(0.56, 0.66)
    spread = radius * rng.uniform(1.0, 1.2)
    _disc(mask, 0.5, radius, radius)
    _disc(mask, 0.5 - spread, level, radius)
    _disc(mask, 0.5 + spread, level, radius)
    if rng.random() < 0.7:
        _fill([(0.5 - spread * 0.6, level), (0.5, radius), (0.5 + spread * 0.6, level)], mask)
    _stem(mask, level - 0.1, rng.uniform(0.1, 0.24), rng)
    return _widened(mask, rng.uniform(0.8, 1.1))


def _heart(mask: Mask, rng: np.random.Generator, top: float, bottom: float) -> None:
    """A heart between two heights: two lobes and sides that bow in or out to the tip."""
    lobe = rng.uniform(0.25, 0.28)
    dip = rng.uniform(0.14, 0.24)
    bow = rng.uniform(-0.06, 0.1)
    height = bottom - top
    outline = [(0.5, top + dip * height)]
    outline += [
        (1 - lobe - lobe * math.cos(a), top + height * (lobe - lobe * math.sin(a)))
        for a in np.linspace(0.35, math.pi, 14)
    ]
    for t in np.linspace(0, 1, 12):
        pull = 4 * t * (1 - t) * bow
        outline.append((1.0 - 0.5 * t + pull, top + height * (lobe + (1 - lobe) * t + pull)))
    _fill([*outline, *[(1.0 - x, y) for x, y in reversed(outline)]], mask)


def _widened(mask: Mask, factor: float) -> Mask:
    mask = trim(mask)
    return np.asarray(cv2.resize(mask, (max(8, int(mask.shape[1] * factor)), mask.shape[0])), np.uint8)


def star(points: int, inner: float, around: str = "") -> Mask:
    """A joker's star: alone, or `around` it a "ring", or a "disc" out of which it is cut."""
    mask = np.zeros((TALL + 1, TALL + 1), np.uint8)
    outline = []
    for i in range(2 * points):
        radius = 0.47 * (inner if i % 2 else 1.0) * (0.85 if around else 1.0)
        angle = i * math.pi / points
        outline.append((0.5 + radius * math.sin(angle), 0.5 - radius * math.cos(angle)))
    _fill(outline, mask)
    if around == "disc":
        disc = np.zeros_like(mask)
        _disc(disc, 0.5, 0.5, 0.47)
        mask = np.asarray(disc - np.minimum(mask, disc), np.uint8)
    elif around == "ring":
        cv2.circle(mask, (TALL // 2, TALL // 2), TALL // 2 - 3, 255, 5, cv2.LINE_AA)
    return trim(mask)


def medal(rng: np.random.Generator) -> Mask:
    """Rings around petals or a face: a rosette, a wheel, the coin of Spanish decks."""
    mask = np.zeros((TALL + 1, TALL + 1), np.uint8)
    outer = rng.uniform(0.4, 0.49)
    filled = rng.random() < 0.5
    _disc(mask, 0.5, 0.5, outer)
    if not filled:
        _disc(mask, 0.5, 0.5, outer * rng.uniform(0.75, 0.93), 0)
    inner, petals = outer * rng.uniform(0.35, 0.75), int(rng.integers(4, 17))
    value = 0 if filled else 255
    for turn in np.linspace(0, 2 * math.pi, petals, endpoint=False):
        _disc(mask, 0.5 + inner * math.cos(turn), 0.5 + inner * math.sin(turn), inner * 1.6 / petals, value)
    if rng.random() < 0.6:
        _disc(mask, 0.5, 0.5, inner * rng.uniform(0.2, 0.6), value)
    if rng.random() < 0.4:
        for x, y in ((0.44, 0.46), (0.56, 0.46), (0.5, 0.56)):
            _disc(mask, x, y, 0.02, 255 - value)
    return trim(mask)


def cap(rng: np.random.Generator) -> Mask:
    """A jester's cap with three horns and bells."""
    mask = np.zeros((TALL + 1, TALL + 1), np.uint8)
    for tip in (0.1, 0.5, 0.9):
        high = rng.uniform(0.05, 0.3)
        bend = 0.5 + (tip - 0.5) * 1.1
        _fill([(0.25, 0.85), ((0.25 + bend) / 2, high), (tip, high + 0.12), (0.6, 0.7), (0.75, 0.85)], mask)
        _disc(mask, tip, high + 0.14, 0.07)
    _fill([(0.2, 0.8), (0.8, 0.8), (0.78, 0.95), (0.22, 0.95)], mask)
    return trim(mask)


def along(corners: ArrayLike, pace: float) -> list[tuple[tuple[int, int], float]]:
    """Points every so many pixels along a line through corners, and the degrees at which it runs there."""
    points = []
    left, line = 0.0, np.asarray(corners, float)
    for a, b in pairwise(line):
        way = b - a
        length = float(np.hypot(*way))
        while left < length:
            x, y = (a + way * left / length).tolist()
            points.append(((round(x), round(y)), float(np.degrees(np.arctan2(way[1], way[0])))))
            left += pace
        left -= length
    return points
