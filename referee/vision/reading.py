"""What a photo gave: sightings with their doubt, or the reason why it could not be read.

Values only, without OpenCV, so that pages and the command line can name them at no cost.
Start reading at `Reading`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.engine.cards import Card

Point = tuple[float, float]
"""x to the right and y down, in pixels of the upright full-size photo."""

Quad = tuple[Point, Point, Point, Point]
"""Four corners: upper left, upper right, lower right, lower left of the print as it is read."""


class Hint(StrEnum):
    """What is wrong with a photo that could be opened; the closed list."""

    NO_CARDS = "no-cards"
    TOO_DARK = "too-dark"
    TOO_BLURRED = "too-blurred"
    TOO_FAR = "too-far"
    GLARE = "glare"
    UPSIDE_DOWN_FAN = "upside-down-fan"


class Fault(StrEnum):
    """Why a file cannot be read as a photo; the closed list."""

    EMPTY = "empty"
    NOT_AN_IMAGE = "not-an-image"
    HEIC = "heic"
    TOO_LARGE = "too-large"
    TOO_MANY_PIXELS = "too-many-pixels"
    TOO_FEW_PIXELS = "too-few-pixels"
    BROKEN = "broken"


class PhotoError(ValueError):
    """A file that is no readable photo: `code` says why, `width` and `height` are 0 where unknown."""

    def __init__(self, code: Fault, width: int = 0, height: int = 0) -> None:
        super().__init__(f"{code.value} ({width}x{height})" if width else code.value)
        self.code = code
        self.width = width
        self.height = height


@dataclass(frozen=True)
class Sighting:
    """One card seen, named or unsure.

    `card` is None where the reader is unsure; a joker is `Card(0, "")`. `confidence`
    (0–1) is the measured chance that the name, or else the best guess, is right.
    `quad` holds the print that was read (the corner index, or the whole card).
    `meld` numbers the groups from 0 in reading order; `place` counts from 0 along
    the meld. `guesses`, for unsure ones only: up to two cards with their chance, best first.
    """

    card: Card | None
    confidence: float
    quad: Quad
    meld: int
    place: int
    guesses: tuple[tuple[Card, float], ...] = ()


@dataclass(frozen=True)
class Reading:
    """All cards of a photo, ordered by meld and place.

    `width` and `height` are the upright photo's own, in pixels; `ms` the time taken,
    decoding included. No sighting at all comes with the hint `no-cards`.
    """

    width: int
    height: int
    ms: int
    sightings: tuple[Sighting, ...]
    hints: tuple[Hint, ...] = ()


def reading_to_json(reading: Reading, file: str) -> dict[str, Any]:
    """The line of `referee read --json` for one photo, ready for `json.dumps`.

    `hints` is there only when there is one.
    """
    line: dict[str, Any] = {
        "file": file,
        "width": reading.width,
        "height": reading.height,
        "ms": reading.ms,
        "cards": [
            {
                "card": str(s.card) if s.card is not None else None,
                "confidence": round(s.confidence, 3),
                "quad": [[round(x, 1), round(y, 1)] for x, y in s.quad],
                "meld": s.meld,
            }
            for s in reading.sightings
        ],
    }
    if reading.hints:
        line["hints"] = [hint.value for hint in reading.hints]
    return line
