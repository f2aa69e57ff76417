"""Printed cards: decks that exist as free drawings, and decks that nobody drew.

Owns a deck's look (paper, ink, fonts, index) and where on a card its corner indices are.
Start reading at `Print.card`.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from referee.vision.training import backs, jokers, shapes
from referee.vision.training.classes import JOKER, NO_SUIT, RANKS, STRANGE, SUITS
from referee.vision.training.faces import HEIGHT, PIPS, Corner, PrintedCard, ink
from referee.vision.training.shapes import Image, Mask
from referee.vision.training.shop import PrintShop

_STRANGE_LETTERS = (
    *"BDVRXZSNMCFPOEGHLUWYIT0",
    "1",
    "11",
    "12",
    "13",
    "Д",
    "В",
    "Т",
    "Б",
    "Ф",
    "Ж",
    "Ч",
    "II",
    "C2",
)


class Print:
    """One deck's look, and its cards, printed when asked for.

    `kind` is "art" (a drawn deck), "mixed" (its art under another index) or "own";
    `misprints` the share of cards with a strange letter among its own.
    """

    def __init__(self, shop: PrintShop, rng: np.random.Generator) -> None:
        self.shop, self.rng = shop, rng
        u = rng.uniform
        pick = rng.random()
        self.kind = "own" if not shop.decks or pick > 0.66 else "art" if pick < 0.42 else "mixed"
        self.deck = list(shop.decks)[rng.integers(len(shop.decks))] if shop.decks else ""
        some = shop.decks.get(self.deck, {}).get("5h")
        self.width = some.shape[1] if some is not None and self.kind != "own" else int(u(300, 370))
        self.gilded = rng.random() < (0.3 if self.kind == "own" else 0.12)
        self.alien = self.kind != "art" and rng.random() < 0.1
        self.misprints = 0.04
        self.font = shop.fonts[rng.integers(len(shop.fonts))]
        self.suits = self._suit_set()
        self.signs = self._pip_set()
        self._index_sizes()
        self._inks()
        self.four = self.kind != "art" and rng.random() < 0.12
        self.pips = rng.random() < 0.85
        self.radius = 3.0 if rng.random() < 0.1 else u(0.03, 0.075) * self.width
        self.jokers = jokers.Look.of(rng, shop.word_fonts)
        self.mottoes = 0.3 if rng.random() < 0.3 else 0.0
        self._cards: dict[str, PrintedCard] = {}
        self.outline = self._outline()

    def _suit_set(self) -> dict[str, Mask]:
        sets = self.shop.suit_sets
        if not sets or self.rng.random() < 0.4:
            return {suit: shapes.suit_shape(suit, self.rng) for suit in SUITS}
        return sets[self.rng.integers(len(sets))]

    def _pip_set(self) -> dict[str, Mask]:
        """What stands in the middle of number cards: the suits, or on foreign decks coins."""
        if not self.alien or self.rng.random() < 0.4:
            return self.suits
        return {suit: shapes.medal(self.rng) for suit in SUITS}

    def _index_sizes(self) -> None:
        u, pick = self.rng.uniform, self.rng.random()
        self.rank_height = u(75, 150) if pick < 0.25 else u(36, 75)
        self.rank_width = self.rank_height * u(0.45, 0.8)
        self.suit_height = self.rank_height * u(0.42, 1.05)
        self.gap = u(1, 16)
        self.left, self.top = u(0.015, 0.06) * self.width, u(6, 30)

    def _inks(self) -> None:
        rng, u = self.rng, self.rng.uniform
        self.paper = np.array([u(220, 255), u(232, 255), u(236, 255)], np.float32)
        self.tint = np.array([u(0.82, 1), u(0.9, 1), u(0.94, 1)]) if rng.random() < 0.5 else np.ones(3)
        red = np.array([u(10, 70), u(0, 55), u(150, 240)], np.float32)
        black = np.full(3, u(0, 65), np.float32)
        self.inks = {"c": black, "s": black, "h": red, "d": red}
        if rng.random() < 0.12:
            self.inks |= {"c": np.array([30, 110, 20], np.float32), "d": np.array([180, 90, 20], np.float32)}
        metals = [
            (60, 150, 205),
            (40, 120, 180),
            (190, 195, 200),
            (90, 180, 225),
            (110, 140, 200),
            (60, 60, 210),
        ]
        first, second = (np.array(metals[i], np.float32) * u(0.8, 1.15) for i in rng.integers(6, size=2))
        if rng.random() < 0.5:
            second = first
        self.metals = {"c": first, "s": first, "h": second, "d": second}
        self.night = np.array([u(8, 50)] * 3, np.float32) + rng.uniform(-6, 8, 3).astype(np.float32)
        if self.gilded and self.kind == "own":
            self.paper, self.inks, self.tint = np.clip(self.night, 2, 80), self.metals, np.ones(3)

    def _outline(self) -> Mask:
        """The card's shape with its round corners."""
        mask = np.zeros((HEIGHT, self.width), np.uint8)
        r = round(self.radius)
        cv2.rectangle(mask, (r, 0), (self.width - r - 1, HEIGHT - 1), 255, -1)
        cv2.rectangle(mask, (0, r), (self.width - 1, HEIGHT - r - 1), 255, -1)
        for x in (r, self.width - r - 1):
            for y in (r, HEIGHT - r - 1):
                cv2.circle(mask, (x, y), r, 255, -1)
        return mask

    def card(self, key: str) -> PrintedCard:
        """The face of `As`, `Th`, `JK0`, `JK1` or `BACK`."""
        if key not in self._cards:
            self._cards[key] = self._back() if key == "BACK" else self._face(key)
        return self._cards[key]

    def _face(self, key: str) -> PrintedCard:
        art = self.shop.decks.get(self.deck, {}).get(key) if self.kind != "own" else None
        box = self.shop.boxes.get(self.deck)
        if self.kind == "art" and art is not None and box is not None:
            face, corners = self._tinted(art), self._art_corners(key, box)
            if corners or key[:2] != "JK":
                self._letter(face, key)
                return PrintedCard(self._gild(face, key) if self.gilded else face, corners)
        face = self._tinted(art) if art is not None else self._own_face(key)
        if art is not None and box is not None:
            self._clear_corners(face, key, box)
        self._letter(face, key)
        corner = self._print_index(face, key)
        corners = self._copy_corners(face, corner)
        gild = self.gilded and self.kind != "own"
        return PrintedCard(self._gild(face, key) if gild else face, corners)

    def _letter(self, face: Image, key: str) -> None:
        """Print a word that is no joker's on some cards, along an edge or up it."""
        rng = self.rng
        if key[:2] == "JK" or rng.random() >= self.mottoes:
            return
        font = self.shop.word_fonts[rng.integers(len(self.shop.word_fonts))]
        mask = shapes.glyph(font, shapes.motto(rng))
        high = rng.uniform(14, 60)
        wide = min(high * mask.shape[1] / mask.shape[0], 0.5 * self.width)
        if rng.random() < 0.4:
            mask, high, wide = np.asarray(cv2.rotate(mask, cv2.ROTATE_90_CLOCKWISE), np.uint8), wide, high
        x = rng.uniform(0.3, 0.7) * self.width
        y = float(rng.choice([rng.uniform(0.06, 0.2), rng.uniform(0.8, 0.94), rng.uniform(0.3, 0.7)])) * HEIGHT
        ink(face, mask, (x, y), (wide, high), self.inks[key[1]])

    def _tinted(self, art: Image) -> Image:
        if art.shape[1] != self.width:
            art = np.asarray(cv2.resize(art, (self.width, HEIGHT)), np.uint8)
        return np.asarray(np.clip(art * self.tint, 0, 255), np.uint8)

    def _art_corners(self, key: str, known: dict[str, Any]) -> tuple[Corner, ...]:
        joker = key[:2] == "JK"
        box = known["joker"] if joker else known["ten"] if key[0] == "T" else known["index"]
        if box is None:
            return ()
        strange = key[0] in str(known["strange"])
        rank = JOKER if joker else STRANGE if strange else RANKS.index(key[0])
        suit = NO_SUIT if joker else SUITS.index(key[1])
        x0, y0, x1, y1 = (float(v) for v in box)
        corners = [Corner((x0, y0, x1, y1), turned, rank, suit) for turned in (False, True)]
        if known.get("joker_four") if joker else known["four"]:
            other = (self.width - x1, y0, self.width - x0, y1)
            corners += [Corner(other, turned, rank, suit) for turned in (False, True)]
        for word in known.get("joker_words", ()) if joker else ():
            # Beside the mark in the corner: a joker's too, but not another card.
            x0, y0, x1, y1 = (float(v) for v in word)
            corners += [Corner((x0, y0, x1, y1), turned, rank, suit, open=False) for turned in (False, True)]
        return tuple(corners)

    def _clear_corners(self, face: Image, key: str, known: dict[str, Any]) -> None:
        """Paint over the deck's own marks, a joker's words too, to print others in their place."""
        _, _, x1, y1 = known["index"]
        paper = [int(v) for v in face[250, int(self.width * 0.04)]]
        right = int(max(x1 + 3, self.left + self.rank_width * 1.3))
        low = int(max(y1 + 4, self.top + self.rank_height + self.suit_height + self.gap + 5))
        marks = [(0, 0, right, low)]
        if key[:2] == "JK":
            marks = [(0, 0, int(self.width * 0.28), int(0.36 * HEIGHT)), *known.get("joker_words", ())]
            if known.get("joker_four"):
                marks.append((self.width - known["joker"][2], 0, self.width, known["joker"][3]))
        for x0, y0, x1, y1 in marks:
            cv2.rectangle(face, (x0, y0), (x1, y1), paper, -1)
            cv2.rectangle(face, (self.width - x1, HEIGHT - y1), (self.width - x0, HEIGHT - y0), paper, -1)

    def _own_face(self, key: str) -> Image:
        rng = self.rng
        face = np.empty((HEIGHT, self.width, 3), np.uint8)
        face[:] = np.clip(self.paper, 0, 255)
        if self.gilded and rng.random() < 0.5:
            grain = rng.normal(0, 4, (HEIGHT, self.width, 1))
            face[:] = np.clip(face + grain, 0, 255)
        if key[:2] == "JK" or key[0] in "JQK":
            self._figure(face, key)
        elif self.pips:
            tall = (140 if key[0] == "A" else 72) * rng.uniform(0.75, 1.05)
            mask = self.signs[key[1]]
            for px, py in PIPS[key[0]]:
                sign = mask if py <= 0.5 else np.asarray(cv2.flip(mask, 0), np.uint8)
                wide = tall * mask.shape[1] / mask.shape[0]
                ink(face, sign, (px * self.width, py * HEIGHT), (wide, tall), self.inks[key[1]])
        return face

    def _figure(self, face: Image, key: str) -> None:
        """Borrow a figure from some drawn deck, or leave a plain frame."""
        rng = self.rng
        x0, x1 = int(self.width * 0.19), int(self.width * 0.81)
        colour = self.inks["h" if key[:2] == "JK" and key[-1] == "1" else "s"]
        art = self.shop.figure(key, rng) if rng.random() < 0.85 else None
        if art is not None:
            art = np.asarray(cv2.resize(art, (x1 - x0, 380)), np.uint8)
            face[60:440, x0:x1] = self._gild(art, key) if self.gilded else art
        elif key[:2] == "JK":
            ink(face, shapes.cap(rng), (self.width / 2, 250), (self.width * 0.5, 170), colour)
        else:
            text = key[0]
            ink(face, shapes.glyph(self.font, text), (self.width / 2, 250), (self.width * 0.4, 200), colour)
        if rng.random() < 0.5:
            cv2.rectangle(face, (x0 - 2, 58), (x1 + 2, 442), [int(v) for v in colour], int(rng.integers(1, 4)))

    def _gild(self, face: Image, key: str) -> Image:
        """Turn a white card into a black one with metal print: ink becomes metal, paper night."""
        ink_amount = 1 - face.min(2).astype(np.float32)[..., None] / max(1, int(face.max()))
        suit = "h" if key == "JK1" else "s" if key[:2] == "JK" else key[1]
        sheen = 1 + 0.25 * np.linspace(-1, 1, face.shape[0], dtype=np.float32)[:, None, None]
        metal = self.metals[suit] * sheen
        gilded = self.night * (1 - ink_amount) + metal * ink_amount
        return np.asarray(np.clip(gilded, 0, 255), np.uint8)

    def _print_index(self, face: Image, key: str) -> Corner | None:
        """Print the upper left index; None where the joker has no sign in its corner."""
        if key[:2] == "JK":
            colour = self.inks["h" if key[-1] == "1" else "s"]
            box = self.jokers.print_corner(face, (self.left, self.top), self.rank_height, colour)
            return Corner(box, False, JOKER, NO_SUIT)
        rng, colour = self.rng, self.inks[key[1]]
        text, rank, suit = "10" if key[0] == "T" else key[0], RANKS.index(key[0]), SUITS.index(key[1])
        share = self.misprints if not self.alien else 1.0 if key[0] in "AJQK" else 0.3
        if rng.random() < share:
            text, rank = _STRANGE_LETTERS[rng.integers(len(_STRANGE_LETTERS))], STRANGE
        letter = shapes.glyph(self.font, text)
        tall = self.rank_height
        wide = letter.shape[1] * tall / letter.shape[0] * rng.uniform(0.98, 1.02)
        wide = min(wide, self.rank_width * (1.4 if len(text) > 1 else 1.1))
        centre = max(self.left + self.rank_width / 2, wide / 2 + 3)
        ink(face, letter, (centre, self.top + tall / 2), (wide, tall), colour)
        sign = self.suits[key[1]]
        if self.alien and rng.random() < 0.35:
            # A number over a sign of no French suit, or over nothing, as on Spanish cards.
            rank, suit = STRANGE, NO_SUIT
            font = self.shop.word_fonts[rng.integers(len(self.shop.word_fonts))]
            sign = (
                shapes.glyph(font, "&%$#@?!*+S8o"[rng.integers(12)])
                if rng.random() < 0.6
                else np.zeros((2, 2), np.uint8)
            )
        broad = min(sign.shape[1] * self.suit_height / sign.shape[0], self.rank_width * 1.3)
        middle = self.top + tall + self.gap + self.suit_height / 2
        ink(face, sign, (centre, middle), (broad, self.suit_height), colour)
        half = max(wide, broad) / 2
        box = (centre - half, self.top, centre + half, middle + self.suit_height / 2)
        return Corner(box, False, rank, suit, open=suit != NO_SUIT)

    def _copy_corners(self, face: Image, corner: Corner | None) -> tuple[Corner, ...]:
        """Print the index in the opposite corner, and in all four where the deck has four."""
        if corner is None:
            return ()
        x0, y0 = max(0, int(corner.box[0] - 2)), max(0, int(corner.box[1] - 2))
        x1, y1 = int(corner.box[2] + 3), int(corner.box[3] + 3)
        x1 = min(x1, self.width)
        if y1 > 0.48 * HEIGHT:
            return (corner,)
        part = face[y0:y1, x0:x1].copy()
        face[HEIGHT - y1 : HEIGHT - y0, self.width - x1 : self.width - x0] = part[::-1, ::-1]
        corners = [corner, Corner(corner.box, True, corner.rank, corner.suit, corner.open)]
        if self.four and corner.rank != JOKER and x1 < self.width / 2:
            face[y0:y1, self.width - x1 : self.width - x0] = part
            face[HEIGHT - y1 : HEIGHT - y0, x0:x1] = part[::-1, ::-1]
            b = corner.box
            other = (self.width - b[2], b[1], self.width - b[0], b[3])
            corners += [Corner(other, t, corner.rank, corner.suit, corner.open) for t in (False, True)]
        return tuple(corners)

    def _back(self) -> PrintedCard:
        paper = self.night if self.gilded else np.full(3, 255, np.float32)
        return PrintedCard(backs.back(self.width, paper, self.shop, self.rng), ())
