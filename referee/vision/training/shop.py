"""What decks are printed from: drawn decks, fonts, suit signs, pictures of tables.

Start reading at `PrintShop`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import shapes
from referee.vision.training.classes import HELD_OUT, SUITS
from referee.vision.training.shapes import Image, Mask


@dataclass
class PrintShop:
    """What decks are printed from. Empty of files it prints procedural decks alone.

    `decks` maps names to cards by key (`Ac`, `Ts`, `JK0`), `boxes` tells where the index
    of each deck is, `tables` are pictures of card-free tables.
    """

    decks: dict[str, dict[str, Image]] = field(default_factory=dict)
    boxes: dict[str, dict[str, Any]] = field(default_factory=dict)
    fonts: list[str] = field(default_factory=lambda: ["sans"])
    word_fonts: list[str] = field(default_factory=lambda: ["sans"])
    suit_sets: list[dict[str, Mask]] = field(default_factory=list)
    tables: list[Image] = field(default_factory=list)

    @classmethod
    def load(cls, folder: Path, fonts: list[str], words: list[str], held_out: bool = False) -> PrintShop:
        """Read all decks of `decks.py` whose index is known; `held_out` takes those kept aside instead."""
        known = json.loads(Path(__file__).with_name("deck_indices.json").read_text("utf-8"))
        shop = cls(fonts=fonts, word_fonts=words)
        for name, box in known.items():
            file = folder / f"{name}.npz"
            if (name in HELD_OUT) != held_out or not file.exists():
                continue
            with np.load(file) as cards:
                shop.decks[name] = {key: _on_white(cards[key]) for key in cards.files}
            shop.boxes[name] = box
            suits = _suits_of(shop.decks[name], box["index"])
            if suits:
                shop.suit_sets.append(suits)
        return shop

    def figure(self, key: str, rng: np.random.Generator) -> Image | None:
        """A figure for a court card or a joker, of any deck or, on jokers, of anything, and changed a little."""
        joker = key[:2] == "JK"
        if joker and self.tables and rng.random() < 0.15:
            # Some jokers show a dog, a bicycle, a landscape.
            return self.tables[rng.integers(len(self.tables))]
        if joker and rng.random() < 0.25:
            key = "JQK"[rng.integers(3)] + SUITS[rng.integers(4)]
        names = [name for name, cards in self.decks.items() if key in cards]
        if not names:
            return None
        art = self.decks[names[rng.integers(len(names))]][key]
        art = art[55:445, int(art.shape[1] * 0.2) : int(art.shape[1] * 0.8)]
        if rng.random() < 0.3:
            art = art[..., rng.permutation(3)]
        if key[:2] != "JK" and rng.random() < 0.5:
            # A joker's may have a word on it.
            art = art[:, ::-1]
        return np.ascontiguousarray(art)


def _on_white(card: NDArray[np.uint8]) -> Image:
    alpha = card[..., 3:].astype(np.float32) / 255
    return (card[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def _suits_of(cards: dict[str, Image], box: list[int]) -> dict[str, Mask]:
    """The deck's own suit signs, cut out of its indices; empty where one cannot be told."""
    found: dict[str, Mask] = {}
    for suit in SUITS:
        card = cards.get("5" + suit)
        if card is None:
            return {}
        low = card[(box[1] + box[3]) // 2 : box[3] + 2, box[0] - 1 : box[2] + 1].astype(int)
        paper = card[250, int(card.shape[1] * 0.07)].astype(int)
        ink = np.abs(low - paper).max(2)
        ink = (ink * 255 / max(1, ink.max())).astype(np.uint8)
        count, parts, stats, _ = cv2.connectedComponentsWithStats((ink > 90).astype(np.uint8))
        if count < 2:
            return {}
        biggest = parts == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        mask = shapes.trim(ink * cv2.dilate(biggest.astype(np.uint8), np.ones((3, 3), np.uint8)))
        if mask.shape[0] < 15:
            return {}
        zoom = shapes.TALL / mask.shape[0]
        found[suit] = np.asarray(cv2.resize(mask, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC))
    return found
