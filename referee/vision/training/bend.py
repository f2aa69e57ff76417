"""Cards that do not lie flat: bowed by shuffling, with an end or a corner off the table.

Start reading at `Bend.of`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision.training.faces import HEIGHT

Points = NDArray[np.float64]
"""Places (number, 2)."""
WIDE = 0.7
"""About how wide cards are, in their heights."""


@dataclass(frozen=True)
class Bend:
    """A card as a part of a cylinder: which way it is bowed, where it touches the table, how strongly.

    `along` is the unit vector across the cylinder's axis and `rests` a point, both in card
    pixels; `radius` (card pixels) is positive where the ends stand up, negative where the middle does.
    """

    along: tuple[float, float]
    rests: tuple[float, float]
    radius: float

    @classmethod
    def of(cls, width: int, rng: np.random.Generator) -> Bend:
        pick = rng.random()
        # Mostly along the long edge, as shuffling bows cards; also across it, and by a corner.
        turn = math.pi / 2 if pick < 0.6 else 0.0 if pick < 0.8 else rng.uniform(0, math.pi)
        along = (math.cos(turn), math.sin(turn))
        long = abs(along[0]) * width + abs(along[1]) * HEIGHT
        ends = rng.random() < 0.5
        rests = (rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * HEIGHT) if ends else (width / 2, HEIGHT / 2)
        # Of the card's length, how high its bow is between its ends.
        bow = min(0.1, abs(rng.normal(0, 0.035)) + 0.005)
        return cls(along, rests, (1 if ends else -1) * long / (8 * bow))

    def lifted(self, points: Points) -> tuple[Points, NDArray[np.float64]]:
        """Where points of the face (number, 2) lie over the table, in card pixels, and how high."""
        along = np.array(self.along)
        way = (points - self.rests) @ along
        angle = way / self.radius
        moved = points + (self.radius * np.sin(angle) - way)[:, None] * along
        height = self.radius * (1 - np.cos(angle))
        return moved, height if self.radius > 0 else height + self.sag

    @property
    def sag(self) -> float:
        """Height of a bowed card's middle over its ends."""
        half = (abs(self.along[0]) * WIDE + abs(self.along[1])) * HEIGHT / 2
        return abs(self.radius) * (1 - math.cos(half / self.radius))
