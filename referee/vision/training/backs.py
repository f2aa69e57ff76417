"""Backs of cards: hatched, framed in beads, with rosettes, and at times the maker's name.

Start reading at `back`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import shapes
from referee.vision.training.faces import HEIGHT, ink
from referee.vision.training.shapes import Image
from referee.vision.training.shop import PrintShop


def back(width: int, paper: NDArray[np.float32], shop: PrintShop, rng: np.random.Generator) -> Image:
    """A back 500 pixels high on paper of a colour."""
    face = np.empty((HEIGHT, width, 3), np.uint8)
    face[:] = np.clip(paper, 0, 255)
    colour = rng.uniform(0, 200, 3)
    light = (255 - colour * 0.5).astype(np.float32)
    margin = int(rng.uniform(6, 30))
    inside = face[margin:-margin, margin:-margin]
    inside[:] = colour
    _hatch(inside, light, rng)
    if rng.random() < 0.5:
        _frame(face, margin + int(rng.uniform(4, 24)), light, rng)
    if rng.random() < 0.5:
        _rosettes(face, light, rng)
    if rng.random() < 0.25:
        font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
        mask = shapes.glyph(font, shapes.motto(rng))
        high = rng.uniform(16, 50)
        wide = min(high * mask.shape[1] / mask.shape[0], 0.7 * width)
        ink(face, mask, (width / 2, float(rng.choice([0.12, 0.3, 0.5])) * HEIGHT), (wide, high), light)
    # Most backs look the same either way up.
    if rng.random() < 0.8:
        half = HEIGHT // 2
        face[half:] = face[:half][::-1, ::-1]
    return face


def _hatch(inside: Image, light: NDArray[np.float32], rng: np.random.Generator) -> None:
    pace, high, wide = int(rng.uniform(8, 26)), *inside.shape[:2]
    if rng.random() < 0.3:
        for row, y in enumerate(range(pace // 2, high, pace)):
            for x in range(pace // 2 + (row % 2) * pace // 2, wide, pace):
                cv2.circle(inside, (x, y), max(2, pace // 4), light.tolist(), -1, cv2.LINE_AA)
        return
    for start in range(-high, high, pace):
        cv2.line(inside, (0, start), (wide, start + wide), light.tolist(), 2)
    if rng.random() < 0.5:
        for start in range(0, 2 * high, pace):
            cv2.line(inside, (0, start), (wide, start - wide), light.tolist(), 2)


def _frame(face: Image, inset: int, light: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Beads, diamonds or dashes around, or a plain band."""
    high, wide = face.shape[:2]
    band = int(rng.uniform(8, 22))
    dark = (light * 0.25).tolist()
    cv2.rectangle(face, (inset, inset), (wide - inset, high - inset), dark, band)
    size = max(2, round(band * rng.uniform(0.2, 0.45)))
    corners = [(inset, inset), (wide - inset, inset), (wide - inset, high - inset), (inset, high - inset)]
    kind = int(rng.integers(3))
    for at, angle in shapes.along([*corners, corners[0]], band * rng.uniform(0.8, 1.6)):
        if kind == 0:
            cv2.circle(face, at, size, light.tolist(), -1, cv2.LINE_AA)
        else:
            turned = angle + (45 if kind == 1 else 0)
            box = cv2.boxPoints((at, (2 * size, size * (2 if kind == 1 else 1)), turned))
            cv2.fillConvexPoly(face, box.round().astype(np.int32), light.tolist(), cv2.LINE_AA)


def _rosettes(face: Image, light: NDArray[np.float32], rng: np.random.Generator) -> None:
    sign = shapes.medal(rng)
    size = rng.uniform(40, 170)
    if rng.random() < 0.6:
        middles = [(0.5, 0.5), (0.5, 0.25)]
    else:
        middles, size = [(x, y) for x in (0.2, 0.8) for y in (0.14, 0.38)], min(size, 0.35 * face.shape[1])
    for x, y in middles:
        ink(face, sign, (x * face.shape[1], y * HEIGHT), (size, size), light)
