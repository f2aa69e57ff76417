"""A plain table with cards printed by formula, for tests: no decks, no font files.

Start reading at `lay_out`.
"""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.photo import Pixels
from referee.vision.training.faces import HEIGHT
from referee.vision.training.prints import Print
from referee.vision.training.shop import PrintShop


def lay_out(rows: list[list[str]], strip: float = 1.12, long: int = 330, seed: int = 7) -> Pixels:
    """Rows of cards on green cloth, each row from the left; `strip` is the step in card widths."""
    deck = _deck(seed)
    wide = round(long * deck.width / HEIGHT)
    width = round(wide * (strip * max(map(len, rows)) + 2))
    table = np.empty((round(long * (1.35 * len(rows) + 0.6)), width, 3), np.uint8)
    table[:] = (60, 110, 50)
    mask = cv2.resize(deck.outline, (wide, long), interpolation=cv2.INTER_AREA)[..., None] / 255
    for r, row in enumerate(rows):
        for n, name in enumerate(row):
            key = "JK0" if name == "JK" else name.replace("10", "T")
            face = cv2.resize(deck.card(key).face, (wide, long), interpolation=cv2.INTER_AREA)
            x, y = round(wide * (0.8 + n * strip)), round(long * (0.4 + 1.35 * r))
            under = table[y : y + long, x : x + wide]
            under[:] = (under * (1 - mask) + face * mask).astype(np.uint8)
    return table


def _deck(seed: int) -> Print:
    """A white deck of plain proportions: the seed's, with what tests rely on set."""
    deck = Print(PrintShop(), np.random.default_rng(seed))
    deck.kind, deck.gilded, deck.alien, deck.four = "own", False, False, False
    deck.misprints = deck.mottoes = 0.0
    deck.paper = np.array([250, 252, 253], np.float32)
    red, black = np.array([30, 20, 200], np.float32), np.array([20, 20, 20], np.float32)
    deck.inks = {"c": black, "s": black, "h": red, "d": red}
    deck.rank_height, deck.rank_width, deck.suit_height, deck.gap = 52.0, 34.0, 40.0, 6.0
    deck.left, deck.top = 10.0, 16.0
    return deck


def packed(pixels: Pixels) -> bytes:
    """As JPEG bytes."""
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])
