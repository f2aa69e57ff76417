"""Real photos with known cards: a floor of reads and a ceiling of misreads, for each set and turn.

Raise a floor when the eye gets better; never lower one to make a change pass.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.engine.cards import Card, parse_cards
from referee.vision import read_cards

SAMPLES = Path(__file__).with_name("samples")


@dataclass(frozen=True)
class Expected:
    """What a set holds, the fewest cards that must be right and the most that may be misread."""

    photos: int
    cards: int
    right: int
    misread: int


SETS = {
    "furby": Expected(photos=6, cards=18, right=18, misread=0),
    "bidly": Expected(photos=1, cards=45, right=44, misread=0),
    "cardcounter": Expected(photos=9, cards=23, right=23, misread=1),
    "edje": Expected(photos=2, cards=5, right=5, misread=0),
}


def plain(card: Card) -> str:
    return "JK" if card.is_joker else str(card)


def turned(photo: bytes, quarters: int) -> bytes:
    if not quarters:
        return photo
    pixels = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    return bytes(cv2.imencode(".jpg", np.rot90(pixels, quarters), [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


@pytest.mark.parametrize("name", SETS)
def test_no_sample_is_missing(name: str) -> None:
    photos = sorted((SAMPLES / name).glob("*.jpg"))
    answers = [photo.with_suffix(".txt") for photo in photos]
    assert len(photos) == SETS[name].photos
    assert [answer.name for answer in answers if not answer.exists()] == []
    assert sum(len(parse_cards(answer.read_text("utf-8"))) for answer in answers) == SETS[name].cards


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("name", SETS)
def test_enough_is_read_and_little_misread(name: str, degrees: int) -> None:
    right = misread = 0
    faults = []
    for photo in sorted((SAMPLES / name).glob("*.jpg")):
        want = Counter(map(plain, parse_cards(photo.with_suffix(".txt").read_text("utf-8"))))
        reading = read_cards(turned(photo.read_bytes(), degrees // 90))
        named = Counter(plain(s.card) for s in reading.sightings if s.card is not None)
        right += (want & named).total()
        misread += (named - want).total()
        if want != named:
            faults.append(f"{photo.name}: missed {want - named}, misread {named - want}")
    assert right >= SETS[name].right, faults
    assert misread <= SETS[name].misread, faults
