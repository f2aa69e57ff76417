"""Print that is no playing card: pages, labels, postcards, boxes; flat, as a picture and a mask of what it covers.

Start reading at `postcard`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import shapes
from referee.vision.training.faces import ink
from referee.vision.training.shapes import Image, Mask
from referee.vision.training.shop import PrintShop

Float = NDArray[np.float32]
Flat = tuple[Image, Mask]
"""A thing seen from above, and where it covers the table."""
KEYS = (*"QWERTYUIOPASDFGHJKLZXCVBNM1234567890Ñ", "Esc", "Tab", "Shift", "Ctrl", "Alt", "Enter", "Del")


def two_tones(rng: np.random.Generator) -> tuple[Float, Float]:
    """A ground and an ink that stands out from it, light on dark or dark on light."""
    dark, light = rng.uniform(0, 110, 3).astype(np.float32), rng.uniform(130, 255, 3).astype(np.float32)
    if rng.random() < 0.5:
        dark[:], light[:] = dark.mean(), light.mean()
    return (dark, light) if rng.random() < 0.5 else (light, dark)


def some_text(rng: np.random.Generator) -> str:
    return str(rng.choice(KEYS)) if rng.random() < 0.4 else shapes.motto(rng)


def small_print(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """Lines of words in one hand: a page, a label, a caption; on paper of its own or straight on the table."""
    ground, sign = two_tones(rng)
    lines, high = int(rng.integers(1, 9)), rng.uniform(9, 40)
    board = np.empty((int(lines * high * 1.7) + 24, 360, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    stamp = np.zeros(board.shape[:2], np.uint8)
    font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
    centred = rng.random() < 0.4
    for line in range(lines):
        words = []
        room = 330.0 * rng.uniform(0.3, 1)
        while room > 0:
            mask = shapes.glyph(font, some_text(rng))
            wide = high * mask.shape[1] / mask.shape[0]
            words.append((mask, wide))
            room -= wide + high / 2
        x = 12.0 if not centred else 180 - (sum(wide for _, wide in words) + high / 2 * (len(words) - 1)) / 2
        y = 12 + (line + 0.6) * high * 1.7
        for mask, wide in words:
            ink(board, mask, (x + wide / 2, y), (wide, high), sign)
            cv2.rectangle(stamp, (int(x), int(y - high / 2)), (int(x + wide), int(y + high / 2)), 255, -1)
            x += wide + high / 2
    if rng.random() < 0.6:
        stamp[:] = 255
        if rng.random() < 0.5:
            cv2.rectangle(board, (3, 3), (356, board.shape[0] - 4), sign.tolist(), int(rng.integers(1, 6)))
    return board, stamp


def postcard(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """A picture on card, with small print along its edges: a postcard, a photo, a maker's card out of a pack."""
    long, u = 400, rng.uniform
    board = np.empty((long, round(long * u(0.55, 0.8)), 3), np.uint8)
    paper = u(225, 255) + rng.uniform(-12, 6, 3) if rng.random() < 0.75 else rng.uniform(20, 255, 3)
    board[:] = np.clip(paper, 0, 255)
    if rng.random() < 0.5:
        board = np.ascontiguousarray(board.transpose(1, 0, 2))
    high, wide = board.shape[:2]
    dark = rng.uniform(0, 130, 3) if board.mean() > 128 else rng.uniform(150, 255, 3)
    # Whole, in an even margin, or on a part of it only.
    margins = np.where(rng.random(4) < 0.7, u(0, 0.14), rng.uniform(0, 0.45, 4)) * (wide, high, wide, high)
    x, y, right, low = margins.astype(int).tolist()
    across, down = wide - x - right, high - y - low
    board[y : y + down, x : x + across] = cv2.resize(_view(shop, rng), (across, down), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        cv2.rectangle(board, (x, y), (x + across - 1, y + down - 1), dark.tolist(), int(rng.integers(1, 5)))
    font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
    for _ in range(int(rng.integers(1, 5))):
        _edge_line(board, font, dark.astype(np.float32), rng)
    return board, np.full(board.shape[:2], 255, np.uint8)


def _view(shop: PrintShop, rng: np.random.Generator) -> Image:
    """What a postcard shows: a place, a person, or hills and houses of plain colours."""
    pick = rng.random()
    if shop.tables and pick < 0.3:
        return shop.tables[rng.integers(len(shop.tables))]
    figure = shop.figure(("JK0", "JK1", "Qs", "Kh")[rng.integers(4)], rng) if pick < 0.65 else None
    if figure is not None:
        return figure
    side = 240
    rows = np.linspace(0, 1, side, dtype=np.float32)[:, None, None]
    image = (rng.uniform(0, 255, 3) * (1 - rows) + rng.uniform(0, 255, 3) * rows) * np.ones((1, side, 1))
    for _ in range(int(rng.integers(2, 14))):
        corners = rng.uniform(0, side, 2) + rng.uniform(-0.35, 0.35, (int(rng.integers(3, 8)), 2)) * side
        hull = cv2.convexHull(corners.round().astype(np.int32))
        cv2.fillConvexPoly(image, hull, rng.uniform(0, 255, 3).tolist(), cv2.LINE_AA)
    return np.clip(image + rng.normal(0, 8, (side, side, 1)), 0, 255).astype(np.uint8)


def _edge_line(board: Image, font: str, colour: Float, rng: np.random.Generator) -> None:
    """A line of print close to one edge, along it, up it, or letter under letter as jokers have it."""
    turns = int(rng.integers(4))
    turned = np.ascontiguousarray(np.rot90(board, turns))
    wide = turned.shape[1]
    tall = rng.uniform(6, 26)
    y = rng.uniform(0.6, 2.2) * tall
    x = rng.uniform(0.5, 2) * tall if rng.random() < 0.5 else rng.uniform(0, 0.6) * wide
    stacked = rng.random() < 0.25
    for word in [some_text(rng) for _ in range(1 if stacked else int(rng.integers(1, 7)))]:
        for text in word if stacked else [word]:
            mask = shapes.glyph(font, text)
            across = min(tall * mask.shape[1] / mask.shape[0], 0.8 * wide)
            if x + across > wide:
                break
            ink(turned, mask, (x + across / 2, y), (across, tall), colour)
            if stacked:
                y += tall * 1.15
            else:
                x += across + tall / 2
    board[:] = np.rot90(turned, -turns)


def packet(shop: PrintShop, rng: np.random.Generator) -> Flat:
    """A pack's box, a matchbox, a packet: a colour, a large sign, the maker's name, and a band or a frame."""
    ground, sign = two_tones(rng)
    high, wide = 400, round(400 * rng.uniform(0.4, 0.8))
    board = np.empty((high, wide, 3), np.uint8)
    board[:] = np.clip(ground, 0, 255)
    if rng.random() < 0.5:
        first, tall = (rng.uniform(0, 0.7), rng.uniform(0.1, 0.3))
        band = rng.uniform(0, 255, 3).tolist()
        cv2.rectangle(board, (0, round(first * high)), (wide, round((first + tall) * high)), band, -1)
    if rng.random() < 0.5:
        inset = int(rng.integers(6, 30))
        cv2.rectangle(board, (inset, inset), (wide - inset, high - inset), sign.tolist(), int(rng.integers(1, 8)))
    signs = (
        lambda: shapes.suit_shape("cdhs"[rng.integers(4)], rng),
        lambda: shapes.medal(rng),
        lambda: shapes.cap(rng),
        lambda: shapes.star(int(rng.integers(4, 9)), rng.uniform(0.3, 0.6)),
    )
    mark = signs[rng.integers(len(signs))]()
    size = rng.uniform(0.2, 0.7) * wide
    ink(board, mark, (wide / 2, rng.uniform(0.3, 0.7) * high), (size, size * rng.uniform(0.8, 1.3)), sign)
    font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
    for place in rng.uniform(0.06, 0.94, int(rng.integers(1, 4))).tolist():
        mask = shapes.glyph(font, shapes.motto(rng))
        tall = rng.uniform(16, 60)
        across = min(tall * mask.shape[1] / mask.shape[0], 0.9 * wide)
        ink(board, mask, (wide / 2, place * high), (across, tall), sign)
    for _ in range(int(rng.integers(0, 3))):
        _edge_line(board, font, sign, rng)
    return board, np.full(board.shape[:2], 255, np.uint8)
