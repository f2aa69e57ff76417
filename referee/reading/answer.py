"""What comes out of the locked room: a reading and the picture drawn anew, or why there is none.

Owns the one form in which answers travel between processes and machines. It is JSON and
never pickle: who fell for a hostile photo could send anything.
Start reading at `answer`, which runs inside, and `parse`, which runs outside.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any, Final

from referee import vision
from referee.engine.cards import Card
from referee.vision import Hint, PhotoError, Quad, Reading, Sighting

LONGEST_SIDE: Final = 1600
"""Pixels of the picture's longer side; what the archive keeps."""

LARGEST_ANSWER: Final = 8_000_000
"""Bytes of an answer; an honest one has some 500,000."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo that was read. `picture` is a JPEG drawn anew from its pixels, upright and without EXIF."""

    reading: Reading
    picture: bytes


@dataclass(frozen=True, slots=True)
class Unread:
    """A photo that was not read: a code of `vision.Fault`, or "too-slow", "fell" (its process died), "gone"."""

    code: str


Answer = Seen | Unread


def answer(photo: bytes) -> bytes:
    """Read a photo, and write down what came of it. For the inside of the locked room."""
    try:
        reading = vision.read_cards(photo)
        return write(Seen(reading, _drawn_anew(photo)))
    except PhotoError as fault:
        return write(Unread(fault.code.value))


def _drawn_anew(photo: bytes) -> bytes:
    import cv2

    from referee.vision.photo import open_photo

    pixels = open_photo(photo).pixels
    height, width = pixels.shape[:2]
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    drawn: Any = pixels
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        drawn = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def write(found: Answer) -> bytes:
    """An answer as it travels."""
    if isinstance(found, Unread):
        return json.dumps({"unread": found.code}).encode()
    reading = found.reading
    return json.dumps(
        {
            "size": [reading.width, reading.height, reading.ms],
            "hints": [hint.value for hint in reading.hints],
            "sightings": [
                {
                    "card": _card_data(seen.card),
                    "confidence": seen.confidence,
                    "quad": seen.quad,
                    "at": [seen.meld, seen.place],
                    "guesses": [[_card_data(card), chance] for card, chance in seen.guesses],
                }
                for seen in reading.sightings
            ],
            "picture": b64encode(found.picture).decode(),
        }
    ).encode()


def parse(data: bytes) -> Answer:
    """An answer that came from elsewhere. Raises ValueError for one that is none."""
    try:
        told = json.loads(data)
        if "unread" in told:
            return Unread(str(told["unread"])[:40])
        width, height, ms = (int(number) for number in told["size"])
        sightings = tuple(_sighting(seen) for seen in told["sightings"])
        reading = Reading(width, height, ms, sightings, tuple(Hint(hint) for hint in told["hints"]))
        return Seen(reading, b64decode(told["picture"], validate=True))
    except (KeyError, TypeError, AttributeError, RecursionError, UnicodeError) as odd:
        raise ValueError(f"no answer: {data[:80]!r}") from odd


def _sighting(seen: dict[str, Any]) -> Sighting:
    a, b, c, d = ((float(x), float(y)) for x, y in seen["quad"])
    quad: Quad = (a, b, c, d)
    guesses = []
    for told, chance in seen["guesses"]:
        card = _card(told)
        if card is None:
            raise ValueError("a guess is a card")
        guesses.append((card, float(chance)))
    meld, place = (int(number) for number in seen["at"])
    return Sighting(_card(seen["card"]), float(seen["confidence"]), quad, meld, place, tuple(guesses))


def _card_data(card: Card | None) -> list[Any] | None:
    return None if card is None else [card.rank, card.suit, card.deck]


def _card(told: Any) -> Card | None:
    if told is None:
        return None
    rank, suit, deck = told
    if deck not in ("french", "chilean") or not 0 <= int(rank) <= 13 or len(str(suit)) > 2:
        raise ValueError(f"no card: {told!r}")
    return Card(int(rank), str(suit), deck)
