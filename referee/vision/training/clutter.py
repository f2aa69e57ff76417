"""What lies about on tables and passes for a joker's mark: keyboards, plaits, beads, small print, postcards, boxes.

Each is drawn flat, as a picture and a mask of where it covers what is under it, and then laid
into the scene at any turn and size. Start reading at `strew`.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import shapes
from referee.vision.training.faces import ink
from referee.vision.training.shop import PrintShop
from referee.vision.training.stationery import KEYS, Flat, packet, postcard, small_print, two_tones

Float = NDArray[np.float32]
_KEY = 40
"""Pixels of a key's side as it is drawn."""


def strew(image: Float, shop: PrintShop, rng: np.random.Generator, most: int = 3) -> None:
    """Lay one to `most` such things on a table of shape (side, side, 3), each anywhere, at any turn."""
    side = image.shape[0]
    for _ in range(int(rng.integers(1, most + 1))):
        flat, mask = _KINDS[int(rng.integers(len(_KINDS)))](shop, rng)
        high, wide = mask.shape
        long = side * rng.uniform(0.2, 1.3)
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), long / max(high, wide))
        turn[:, 2] += rng.uniform(0, side, 2) - (wide / 2, high / 2)
        # Seen aslant, it is shorter one way.
        squeeze = np.array([[1.0, rng.normal(0, 0.1)], [0.0, rng.uniform(0.6, 1.0)]])
        turn = np.c_[squeeze @ turn[:, :2], turn[:, 2]]
        painted = cv2.warpAffine(flat, turn, (side, side), flags=cv2.INTER_AREA)
        alpha = cv2.warpAffine(mask, turn, (side, side), flags=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
        image[:] = image * (1 - alpha) + painted * alpha


def keyboard(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """Rows of lettered keys, and at times the maker's name."""
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(5, 14))
    ground, sign = two_tones(rng)
    key = np.clip(ground + rng.uniform(-40, 40), 0, 255)
    board = np.empty((rows * _KEY + 60, (columns + 1) * _KEY, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
    gap, high, corner = rng.uniform(1, 6), rng.uniform(9, 22), rng.random() < 0.6
    for row in range(rows):
        shift = rng.uniform(0, _KEY)
        for column in range(columns):
            x, y = column * _KEY + shift, row * _KEY + 4.0
            box = [round(v) for v in (x + gap / 2, y + gap / 2, x + _KEY - gap / 2, y + _KEY - gap / 2)]
            cv2.rectangle(board, (box[0], box[1]), (box[2], box[3]), key.tolist(), -1)
            cv2.line(board, (box[0], box[3]), (box[2], box[3]), (key * 0.6).tolist(), 2)
            mask = shapes.glyph(font, str(rng.choice(KEYS)))
            wide = min(high * mask.shape[1] / mask.shape[0], _KEY - gap - 6)
            tall = wide * mask.shape[0] / mask.shape[1]
            at = (x + gap + 3 + wide / 2, y + gap + 3 + tall / 2) if corner else (x + _KEY / 2, y + _KEY / 2)
            ink(board, mask, at, (wide, tall), sign)
    if rng.random() < 0.5:
        mask = shapes.glyph(font, shapes.motto(rng))
        tall = rng.uniform(14, 34)
        wide = tall * mask.shape[1] / mask.shape[0]
        ink(board, mask, (rng.uniform(0.2, 0.8) * board.shape[1], board.shape[0] - 28), (wide, tall), sign)
    return board, np.full(board.shape[:2], 255, np.uint8)


def plait(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """Strands over and under one another: a basket, a rope, a cane seat."""
    rows, columns = int(rng.integers(1, 9)), int(rng.integers(8, 26))
    pace = rng.uniform(16, 30)
    tall, slant = pace * rng.uniform(0.7, 1.6), rng.uniform(15, 65)
    ground, strand = two_tones(rng)
    board = np.empty((int(rows * tall) + 8, int(columns * pace) + 8, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    mask = np.zeros(board.shape[:2], np.uint8)
    half = (round(pace * rng.uniform(0.45, 0.8)), max(2, round(tall * rng.uniform(0.22, 0.45))))
    weave = rng.random() < 0.6
    for row in range(rows):
        for column in range(columns):
            at = (round((column + 0.5) * pace), round((row + 0.5) * tall) + 4)
            angle = slant if not weave or (row + column) % 2 else -slant
            shade = np.clip(strand * rng.uniform(0.75, 1.1), 0, 255)
            cv2.ellipse(mask, at, (half[0] + 2, half[1] + 2), angle, 0, 360, 255, -1)
            cv2.ellipse(board, at, half, angle, 0, 360, shade.tolist(), -1, cv2.LINE_AA)
            cv2.ellipse(board, at, half, angle, 0, 180, (shade * 0.55).tolist(), 1, cv2.LINE_AA)
    return board, mask


def chain(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """Links, beads or stitches along a line that may bend, or around a frame."""
    size = rng.uniform(5, 16)
    pace = size * rng.uniform(1.1, 2.6)
    ground, sign = two_tones(rng)
    side = 360
    board = np.empty((side, side, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    mask = np.zeros((side, side), np.uint8)
    if rng.random() < 0.5:
        wide, high = rng.uniform(60, side - 40), rng.uniform(60, side - 40)
        corners = np.array([[20, 20], [20 + wide, 20], [20 + wide, 20 + high], [20, 20 + high], [20, 20]])
        if rng.random() < 0.7:
            cv2.rectangle(mask, (11, 11), (round(29 + wide), round(29 + high)), 255, -1)
    else:
        t = np.linspace(0, 1, 60)[:, None]
        a, b, c = rng.uniform(20, side - 20, (3, 1, 2))
        corners = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
    kind, two, filled = int(rng.integers(4)), rng.random() < 0.4, rng.random() < 0.6
    for number, (at, angle) in enumerate(shapes.along(corners, pace)):
        spread = (size, size * (0.45 if kind == 1 else 1.0)) if not (two and number % 2) else (size / 2, size / 2)
        thick = -1 if filled else max(1, round(size / 4))
        if kind < 2:
            half = (max(1, round(spread[0] / 2)), max(1, round(spread[1] / 2)))
            cv2.ellipse(mask, at, (half[0] + 2, half[1] + 2), angle, 0, 360, 255, -1)
            cv2.ellipse(board, at, half, angle, 0, 360, sign.tolist(), thick, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((at, spread, angle + (45 if kind == 2 else 0))).round().astype(np.int32)
            cv2.circle(mask, at, round(size), 255, -1)
            cv2.drawContours(board, [box], -1, sign.tolist(), thick, cv2.LINE_AA)
    return board, mask


_KINDS: tuple[Callable[[PrintShop, np.random.Generator], Flat], ...] = (
    keyboard,
    plait,
    chain,
    small_print,
    postcard,
    packet,
)
