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


def upright(photo: Pixels, spots: Iterable[Spot], zoom: float = 1.0, margin: int = 0) -> Pixels:
    """Upright crops of the indices: shape (number, 64, 80, 3), `margin` crop pixels more on each side.

    `zoom` above 1 takes in more of the surroundings.
    """
    crops = [_one(photo, spot, step(spot, zoom), margin) for spot in spots]
    return np.stack(crops) if crops else np.zeros((0, HEIGHT + 2 * margin, WIDTH + 2 * margin, 3), np.uint8)


def _one(photo: Pixels, spot: Spot, pace: float, margin: int) -> Pixels:
    right, down = (spot.dy * pace, -spot.dx * pace), (spot.dx * pace, spot.dy * pace)
    column, row = MIDDLE + margin, HEIGHT / 2 + margin
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
            size = (max(1, part.shape[1] // shrink), max(1, part.shape[0] // shrink))
            photo = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            matrix[:, 2] -= (left, top)
            matrix /= shrink
    crop = cv2.warpAffine(
        photo,
        matrix,
        (WIDTH + 2 * margin, HEIGHT + 2 * margin),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)
