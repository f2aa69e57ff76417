"""How a deck marks its jokers: stacked letters, a word, a star, a jester's cap.

Start reading at `Look`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import shapes
from referee.vision.training.faces import ink

Box = tuple[float, float, float, float]
WORDS, WORD_SHARES = ("JOKER", "JOLLY", "COMODÍN"), (0.92, 0.04, 0.04)
"""What the lettering of jokers says, in Chile and Argentina too, and how often."""


@dataclass(frozen=True)
class Look:
    """One deck's joker mark: its kind, its word and font, and proportions chosen once."""

    kind: str
    word: str
    font: str
    size: float
    sign: shapes.Mask
    across: bool
    sparks: tuple[tuple[float, float, float], ...]
    """Small signs strewn about a word's beginning: place in word heights, and size."""
    dance: tuple[tuple[float, float, float], ...] = ()
    """How the letters of a playful word are turned, lifted and enlarged, as in `shapes.word`."""
    hollow: bool = False

    @classmethod
    def of(cls, rng: np.random.Generator, fonts: list[str]) -> Look:
        kinds = ["stacked", "word", "star", "cap", "upended", "initials"]
        kind = str(rng.choice(kinds, p=[0.32, 0.34, 0.12, 0.07, 0.11, 0.04]))
        word = str(rng.choice(WORDS, p=WORD_SHARES))
        word = (word, word.title(), word.lower())[int(rng.choice(3, p=[0.62, 0.28, 0.1]))]
        font = fonts[rng.integers(len(fonts))]
        if kind == "cap":
            sign = shapes.cap(rng)
        else:
            around = str(rng.choice(["", "ring", "disc"], p=[0.55, 0.25, 0.2]))
            sign = shapes.star(int(rng.integers(4, 7)), rng.uniform(0.35, 0.55), around)
        strewn = rng.uniform((-0.9, -0.6, 0.25), (0.9, 1.1, 0.6), (int(rng.integers(2, 6)), 3))
        sparks = tuple(tuple(spark) for spark in strewn.tolist()) if rng.random() < 0.3 else ()
        size, across = rng.uniform(0.75, 1.25), rng.random() < 0.35
        dance: tuple[tuple[float, float, float], ...] = ()
        if rng.random() < 0.3:
            wild, bow = rng.uniform(0, 1), rng.uniform(-0.5, 0.5) if rng.random() < 0.5 else 0.0
            steps = rng.normal(0, (9 * wild, 0.1 * wild, 0.12 * wild), (len(word), 3)).clip(-30, 0.4)
            half = (len(word) - 1) / 2
            # A bow lifts the middle letters and turns the outer ones along.
            dance = tuple(
                (float(a) - 44 * bow * (i / half - 1), float(b) + bow * (1 - (i / half - 1) ** 2), float(c))
                for i, (a, b, c) in enumerate(steps)
            )
        return cls(kind, word, font, size, sign, across, sparks, dance, rng.random() < 0.12)

    def print_corner(
        self, face: shapes.Mask, at: tuple[float, float], tall: float, colour: NDArray[np.float32]
    ) -> Box:
        """Print the mark with its upper left at `at`; returns its box on the card."""
        x, y = at
        if self.kind == "stacked":
            return self._stacked(face, at, tall, colour)
        if self.kind in ("star", "cap"):
            side = tall * self.size
            ink(face, self.sign, (x + side / 2, y + side / 2), (side, side), colour)
            return (x, y, x + side, y + side)
        initials = self.kind == "initials"
        word = shapes.word(self.font, "JK" if initials else self.word, self.dance, self.hollow)
        high = tall * 0.75 * self.size
        wide = min(high * word.shape[1] / word.shape[0], face.shape[1] * 0.7)
        if self.kind == "upended":
            word = np.asarray(cv2.rotate(word, cv2.ROTATE_90_CLOCKWISE), np.uint8)
            wide = min(wide, 200.0)
            ink(face, word, (x + high / 2, y + wide / 2), (high, wide), colour)
            return (x, y, x + high, y + wide)
        if self.across:
            # Some decks write the word along the middle of the upper edge.
            x = (face.shape[1] - wide) / 2
        for right, low, size in self.sparks:
            ink(face, self.sign, (x + right * high, y + low * high), (size * high, size * high), colour)
        ink(face, word, (x + wide / 2, y + high / 2), (wide, high), colour)
        return (x, y, x + wide, y + high)

    def _stacked(self, face: shapes.Mask, at: tuple[float, float], tall: float, colour: NDArray[np.float32]) -> Box:
        letter_height = min(tall * 0.58 * min(self.size, 1.1), 36.0)
        width, y = 0.0, at[1]
        masks = [shapes.word(self.font, letter, hollow=self.hollow) for letter in self.word]
        tallest = max(mask.shape[0] for mask in masks)
        widest = max(mask.shape[1] for mask in masks)
        for mask in masks:
            high = letter_height * mask.shape[0] / tallest
            wide = letter_height * mask.shape[1] / tallest
            ink(face, mask, (at[0] + letter_height * widest / tallest / 2, y + high / 2), (wide, high), colour)
            y += high + letter_height * 0.13
            width = letter_height * widest / tallest
        return (at[0], at[1], at[0] + width, y)
