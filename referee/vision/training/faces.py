"""A printed card's face: its size, its corner indices, where its pips stand, and ink on paper.

Start reading at `PrintedCard`, then `ink`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training.shapes import Image, Mask

HEIGHT = 500
"""Pixels of a card's long edge as it is printed."""
PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, 0.2), (0.5, 0.8)],
    "3": [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)],
    "4": [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)],
}
PIPS["5"] = [*PIPS["4"], (0.5, 0.5)]
PIPS["6"] = [*PIPS["4"], (0.3, 0.5), (0.7, 0.5)]
PIPS["7"] = [*PIPS["6"], (0.5, 0.35)]
PIPS["8"] = [*PIPS["7"], (0.5, 0.65)]
PIPS["9"] = [*((x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.5)]
PIPS["T"] = [*PIPS["9"][:8], (0.5, 0.3), (0.5, 0.7)]


@dataclass(frozen=True)
class Corner:
    """A printed index: its box (x0, y0, x1, y1 on the card), whether upside down, its classes.

    `open` is false for a print that the finder may find or not: it counts neither way.
    """

    box: tuple[float, float, float, float]
    turned: bool
    rank: int
    suit: int
    open: bool = True


@dataclass(frozen=True)
class PrintedCard:
    """A card's face, 500 pixels high, and its corner indices."""

    face: Image
    corners: tuple[Corner, ...]


def ink(
    card: Image,
    mask: Mask,
    centre: tuple[float, float],
    size: tuple[float, float],
    colour: NDArray[np.float32],
) -> None:
    """Print a mask at a centre with a size (width, height), all in card pixels."""
    small = cv2.resize(mask, (max(2, round(size[0])), max(2, round(size[1]))), interpolation=cv2.INTER_AREA)
    x, y = round(centre[0] - small.shape[1] / 2), round(centre[1] - small.shape[0] / 2)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(card.shape[1], x + small.shape[1]), min(card.shape[0], y + small.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    alpha = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    under = card[y0:y1, x0:x1]
    under[:] = (under * (1 - alpha) + alpha * colour).astype(np.uint8)
