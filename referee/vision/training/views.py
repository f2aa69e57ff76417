"""From where a table is seen, and how each card on it appears: a camera at a tilt, cards flat or bent.

Start reading at `lies`, then `Lie`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training.bend import Bend, Points
from referee.vision.training.faces import HEIGHT
from referee.vision.training.layouts import Place
from referee.vision.training.shapes import Image, Mask

SIDE = 512
"""Pixels of a scene's side, for which the sizes of cards are meant."""
BENT = 0.25
"""Share of scenes with cards that do not lie flat."""
FEW = 16
"""Card pixels to a step of the coarse grid on which a bend is worked out."""
TRIES = 8
"""Steps to find what is seen at a place: after them one bend in a thousand is a fifth of a pixel off or more."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Lie:
    """How one card is seen: the homography from its face to the picture, were it flat, and its bend.

    `rise` is what a card pixel of height adds in the picture, in homogeneous coordinates.
    """

    view: Matrix
    rise: NDArray[np.float64]
    bend: Bend | None

    def seen(self, points: Points) -> Points:
        """Where points of the face (number, 2) appear in the picture."""
        return _flat(self._raised(points))

    def _raised(self, points: Points) -> NDArray[np.float64]:
        if self.bend is None:
            return np.asarray(np.c_[points, np.ones(len(points))] @ self.view.T)
        moved, height = self.bend.lifted(points)
        return np.asarray(np.c_[moved, np.ones(len(points))] @ self.view.T + height[:, None] * self.rise)

    def as_flat(self, face: Image, mask: Mask) -> tuple[Image, Mask, float]:
        """Face and outline as a flat card would have to be printed to look like this one, and a margin around."""
        if self.bend is None:
            return face, mask, 0.0
        high, wide = mask.shape
        margin = 0.2 * wide
        x, y = np.meshgrid(
            np.arange(-margin, wide + margin + FEW, FEW), np.arange(-margin, high + margin + FEW, FEW)
        )
        wanted = np.c_[x.ravel(), y.ravel()]
        back, found = np.linalg.inv(self.view), wanted.copy()
        for _ in range(TRIES):
            found += wanted - _flat(self._raised(found) @ back.T)
        size = (round(wide + 2 * margin), round(high + 2 * margin))
        grid = found.reshape(*x.shape, 2).astype(np.float32)
        # Of the coarse grid the first point is the margin's own corner: enlarge it about that.
        enlarge = np.array([[FEW, 0, 0], [0, FEW, 0]], np.float32)
        maps = [cv2.warpAffine(np.ascontiguousarray(grid[..., n]), enlarge, size) for n in (0, 1)]
        bent = cv2.remap(face, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shape = cv2.remap(mask, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(bent, np.uint8), np.asarray(shape, np.uint8), margin


def _flat(points: NDArray[np.float64]) -> Points:
    """Homogeneous points (number, 3) in the plane (number, 2)."""
    return np.asarray(points[:, :2] / points[:, 2:])


def _camera_over(rng: np.random.Generator) -> tuple[Matrix, NDArray[np.float64]]:
    """A view of the table plane, tilted up to 55 degrees about any axis in it; and what height over it adds."""
    tilt = math.radians(min(55, abs(rng.normal(0, 24))))
    axis, far = rng.uniform(0, 2 * math.pi), rng.uniform(3, 9)
    k = np.array([math.cos(axis), math.sin(axis), 0])
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    plane = np.array(
        [
            [turn[0, 0], turn[0, 1], 0],
            [turn[1, 0], turn[1, 1], 0],
            [turn[2, 0] / far, turn[2, 1] / far, 1],
        ]
    )
    # Whichever way the table tilts, its upper side faces the camera.
    return plane, -np.array([turn[0, 2], turn[1, 2], turn[2, 2] / far])


def _project(view: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    return _flat(np.c_[points, np.ones(len(points))] @ view.T)


def lies(places: list[Place], widths: list[int], side: int, bent: float, rng: np.random.Generator) -> list[Lie]:
    """For each card, of its width in card pixels, how it is seen in a square picture of that side.

    `bent` is the chance that cards do not lie flat.
    """
    camera, height = _camera_over(rng)
    tables = []
    for (x, y, degrees), width in zip(places, widths, strict=True):
        c, s, k = math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 1 / HEIGHT
        lay = np.array([[c * k, -s * k, x], [s * k, c * k, y], [0, 0, 1]])
        tables.append(lay @ np.array([[1, 0, -width / 2], [0, 1, -HEIGHT / 2], [0, 0, 1.0]]))
    middle = np.mean([[x, y] for x, y, _ in places], 0)
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    views = [camera @ centred @ table for table in tables]
    focus = int(rng.integers(len(views)))
    wide = widths[focus]
    ends = _project(views[focus], np.array([[wide / 2, 0.0], [wide / 2, HEIGHT]]))
    pick = rng.random()
    # Most cards are 90 to 500 pixels long; some are tiny, some fill the frame.
    target = rng.uniform(62, 110) if pick < 0.12 else rng.uniform(480, 900) if pick > 0.93 else 0.0
    if not target:
        target = math.exp(rng.uniform(math.log(105), math.log(490)))
    zoom = target * side / SIDE / max(1e-3, float(np.linalg.norm(ends[1] - ends[0])))
    # Some photos were squeezed by someone before they came, as 16:9 into a square.
    stretch = math.exp(rng.uniform(-0.32, 0.32)) if rng.random() < 0.35 else 1.0
    if rng.random() < 0.6 and target > 300:
        aim = np.array([[rng.choice([0.05, 0.95]) * wide, rng.choice([0.1, 0.9]) * HEIGHT]])
    else:
        aim = np.array([[rng.uniform(0, wide), rng.uniform(0, HEIGHT)]])
    at = _project(views[focus], aim)[0]
    sx, sy = zoom * stretch, zoom / stretch
    shift = rng.uniform(-0.25, 0.25, 2) * side + side / 2
    frame = np.array([[sx, 0, shift[0] - at[0] * sx], [0, sy, shift[1] - at[1] * sy], [0, 0, 1]])
    worn = rng.random() < bent
    bends = [Bend.of(width, rng) if worn and rng.random() < 0.7 else None for width in widths]
    rise = frame @ height / HEIGHT
    return [Lie(frame @ view, rise, bend) for view, bend in zip(views, bends, strict=True)]
