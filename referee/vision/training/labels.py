"""What is known of every index in a drawn scene, and how well it can be seen.

Start reading at `label_rows`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.crops import Spot, squares
from referee.vision.training.faces import HEIGHT, PrintedCard
from referee.vision.training.views import Lie

COLUMNS = ("x", "y", "height", "width", "dx", "dy", "rank", "suit", "card", "visible", "open")
"""Columns of a scene's labels: one row a corner index, places and sizes in pixels."""
FAINT = 20.0
"""Grey levels between the light and the dark of an index, below which it cannot be read."""
NARROW = 0.2
"""Of a label's longer side: half a side is taken for no less, since a finder errs a little to all sides."""


def label_rows(number: int, card: PrintedCard, lie: Lie, wide: int, owner: NDArray[np.int16]) -> list[list[float]]:
    """A row for each index of one card in the picture; `owner` says for each pixel whose card it shows."""
    side, rows = owner.shape[0], []
    for corner in card.corners:
        a, b, c, d = corner.box
        box = np.array([[a, b], [c, b], [c, d], [a, d]], float)
        if corner.turned:
            box = np.array([wide, HEIGHT]) - box
        seen = lie.seen(box)
        x0, y0 = np.floor(seen.min(0)).astype(int)
        x1, y1 = np.ceil(seen.max(0)).astype(int) + 1
        left, top, right, low = max(0, x0), max(0, y0), min(side, x1), min(side, y1)
        if right <= left or low <= top or (x1 - x0) * (y1 - y0) > 4 * side * side:
            continue
        patch = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(patch, np.round(seen - [x0, y0]).astype(np.int32), 1)
        mine = (owner[top:low, left:right] == number) & (patch[top - y0 : low - y0, left - x0 : right - x0] > 0)
        down = (seen[2] + seen[3] - seen[0] - seen[1]) / 2
        across = (seen[1] + seen[2] - seen[0] - seen[3]) / 2
        tall = float(np.linalg.norm(down))
        rows.append(
            [
                *seen.mean(0),
                tall,
                float(np.linalg.norm(across)),
                *(down / max(tall, 1e-6)),
                corner.rank,
                corner.suit,
                number,
                mine.sum() / max(1, int(patch.sum())),
                float(corner.open),
            ]
        )
    return rows


def hide_the_illegible(picture: NDArray[np.uint8], labels: NDArray[np.float32]) -> None:
    """Let what drowned in the dark, in glare or in blur count neither way: nobody could read it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    side = grey.shape[0]
    for label in labels:
        x, y, tall, wide = label[:4].tolist()
        reach = max(tall, wide) / 2
        x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
        part = grey[y0 : min(side, int(y + reach) + 1), x0 : min(side, int(x + reach) + 1)]
        if part.size and float(np.subtract(*np.percentile(part, (92, 8)))) < FAINT:
            label[9] = min(label[9], 0.5)


def clearness(picture: NDArray[np.uint8], spot: Spot) -> float:
    """How well what lies at a spot can be seen, 0.05 to 1, by its size, its contrast and its sharpest edges."""
    grey = cv2.cvtColor(squares(picture, [spot], 1.3)[0], cv2.COLOR_BGR2GRAY).astype(np.float32)
    dark, light = np.percentile(grey, (5, 95))
    edges = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    contrast = max(1.0, float(light - dark))
    sharp = float(np.percentile(edges, 95)) / contrast
    size = np.clip((max(spot.height, spot.width) - 12) / 24, 0.1, 1)
    seen = np.clip((contrast - 20) / 50, 0.05, 1) * np.clip((sharp - 0.08) / 0.15, 0.1, 1)
    return max(0.05, float(seen * size))


def away(x: float, y: float, labels: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far a point is from the middle of each label, in half its sides; below 1 it lies on it.

    In the label's own frame: beside stacked letters, which are long and narrow, lies the next card.
    """
    ex, ey = x - labels[:, 0], y - labels[:, 1]
    dx, dy = labels[:, 4], labels[:, 5]
    half = np.maximum(labels[:, 2:4] / 2, NARROW * labels[:, 2:4].max(1, keepdims=True))
    return np.asarray(np.maximum(np.abs(ex * dx + ey * dy) / half[:, 0], np.abs(ex * dy - ey * dx) / half[:, 1]))
