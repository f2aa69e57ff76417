"""Where a corner index lies, and its upright picture cut from the full-size photo.

Start reading at `Spot`, then `upright`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.vision.photo import Pixels

WIDTH, HEIGHT = 80, 64
"""Size of an upright crop in pixels, as the namer takes it."""
MIDDLE = 26
"""Column of the index's centre: right of an index lie the card's own pips, which tell its suit once more."""
SQUARE = 80
"""Side of a square crop in pixels, as the net for jokers takes it."""
SHARP = 1.2
"""Pixels of a halved copy to each of a crop, at least."""
REACH = 84
"""Crop pixels from the index's centre to whatever a crop may show, its margin included."""


@dataclass(frozen=True)
class Spot:
    """A corner index in a picture: centre, height from rank to suit, width (pixels), and direction.

    (`dx`, `dy`) is the unit vector from the rank to the suit, y down. `heat` (0–1) says how
    sure the finder is, `joker` (0–1) how much it looks like a joker's mark.
    """

    x: float
    y: float
    height: float
    width: float
    dx: float
    dy: float
    heat: float = 1.0
    joker: float = 0.0

    def turned(self) -> Spot:
        """The same place read upside down."""
        return replace(self, dx=-self.dx, dy=-self.dy)

    def quartered(self) -> Spot:
        """The same place read from its left side."""
        return replace(self, dx=-self.dy, dy=self.dx, height=self.width, width=self.height)

    def scaled(self, factor: float) -> Spot:
        """The same index in a picture `factor` times as large."""
        return replace(
            self,
            x=self.x * factor,
            y=self.y * factor,
            height=self.height * factor,
            width=self.width * factor,
        )

    def quad(self) -> list[tuple[float, float]]:
        """Corners of the index: upper left, upper right, lower right, lower left as it is read."""
        down = (self.dx * self.height / 2, self.dy * self.height / 2)
        right = (self.dy * self.width / 2, -self.dx * self.width / 2)
        return [
            (self.x + v * down[0] + h * right[0], self.y + v * down[1] + h * right[1])
            for v, h in ((-1, -1), (-1, 1), (1, 1), (1, -1))
        ]

    def over(self, width: int, height: int) -> float:
        """How far the index reaches over the frame of a picture of that size, in its own heights; 0 inside."""
        out = max(max(-x, -y, x - width, y - height) for x, y in self.quad())
        return max(0.0, out / self.height)


def step(spot: Spot, zoom: float = 1.0) -> float:
    """Photo pixels per crop pixel: a margin around the index whatever its shape."""
    return max(1.35 * spot.height, 1.9 * spot.width) / HEIGHT * zoom


class Halved:
    """A photo and copies of it, each half as large as the one before, made when first needed.

    Large crops are cut from a smaller copy: each would else average its part of the whole photo anew.
    """

    def __init__(self, photo: Pixels) -> None:
        self.copies = [photo]

    def level(self, pace: float) -> int:
        """Which copy to cut a crop from that has `pace` photo pixels to each of its own."""
        wanted = max(0, math.floor(math.log2(max(pace, 1e-6) / SHARP)))
        while len(self.copies) <= wanted and min(self.copies[-1].shape[:2]) >= 2 * SQUARE:
            half = cv2.resize(self.copies[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self.copies.append(np.asarray(half, np.uint8))
        return min(wanted, len(self.copies) - 1)

    @classmethod
    def of(cls, photo: Pixels | Halved) -> Halved:
        return photo if isinstance(photo, Halved) else cls(photo)


def upright(photo: Pixels | Halved, spots: Iterable[Spot], zoom: float = 1.0, margin: int = 0) -> Pixels:
    """Upright crops of the indices: shape (number, 64, 80, 3), `margin` crop pixels more on each side.

    `zoom` above 1 takes in more of the surroundings.
    """
    size = (WIDTH + 2 * margin, HEIGHT + 2 * margin)
    at = (MIDDLE + margin, HEIGHT / 2 + margin)
    copies = Halved.of(photo)
    crops = [_cut(copies, spot, step(spot, zoom), size, at) for spot in spots]
    return np.stack(crops) if crops else np.zeros((0, *size[::-1], 3), np.uint8)


def squares(photo: Pixels | Halved, spots: Iterable[Spot], reach: float) -> Pixels:
    """Square crops (n, 80, 80, 3) of the spots as they lie, their sides `reach` times the longer side of each."""
    size, at = (SQUARE, SQUARE), (SQUARE / 2, SQUARE / 2)
    copies = Halved.of(photo)
    crops = [_cut(copies, spot, reach * max(spot.height, spot.width) / SQUARE, size, at) for spot in spots]
    return np.stack(crops) if crops else np.zeros((0, SQUARE, SQUARE, 3), np.uint8)


def _cut(copies: Halved, spot: Spot, pace: float, size: tuple[int, int], at: tuple[float, float]) -> Pixels:
    """A crop of a size (width, height), the spot's centre `at` a place in it, of `pace` photo pixels to a pixel."""
    level = copies.level(pace)
    photo, spot, pace = copies.copies[level], spot.scaled(0.5**level), pace * 0.5**level
    right, down = (spot.dy * pace, -spot.dx * pace), (spot.dx * pace, spot.dy * pace)
    column, row = at
    matrix = np.array(
        [
            [right[0], down[0], spot.x - column * right[0] - row * down[0]],
            [right[1], down[1], spot.y - column * right[1] - row * down[1]],
        ]
    )
    if pace > 1.6:
        # Warping alone would skip pixels and lose thin strokes: average them first.
        shrink = math.ceil(pace / 1.2)
        left, top = int(max(0, spot.x - REACH * pace)), int(max(0, spot.y - REACH * pace))
        part = photo[top : int(spot.y + REACH * pace) + 1, left : int(spot.x + REACH * pace) + 1]
        if part.size:
            smaller = (max(1, part.shape[1] // shrink), max(1, part.shape[0] // shrink))
            photo = np.asarray(cv2.resize(part, smaller, interpolation=cv2.INTER_AREA), np.uint8)
            matrix[:, 2] -= (left, top)
            matrix /= shrink
    crop = cv2.warpAffine(
        photo, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)
