"""What the second look at jokers' marks changes: chances, how the mark lies, where its card's middle is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from referee.vision.crops import Spot
from referee.vision.jokers import LOOKS, MOST, WIDE, look_again
from referee.vision.namer import CARDS, JOKER_CARD, Index

PHOTO = np.zeros((400, 400, 3), np.uint8)
SHADES = 0.5
"""Of a photo that grows lighter: its grey levels a pixel."""


class Answers:
    """Stands in for the nets: the same answer for every mark."""

    def __init__(self, *answer: float) -> None:
        self.answer, self.asked = answer, 0

    def jokers(self, views: np.ndarray) -> np.ndarray:
        self.asked += len(views)
        return np.tile(np.array(self.answer, np.float32), (len(views), 1))


def index(mark: float = 0.5, joker: float = 0.2, king: float = 0.5, degrees: float = 90) -> Index:
    """An index 40 high and 20 wide at (200, 100) that may be the king of hearts, else nothing."""
    chances = np.zeros(len(CARDS), np.float32)
    chances[[str(card) for card in CARDS].index("Kh")], chances[JOKER_CARD] = king, joker
    a = math.radians(degrees)
    return Index(Spot(200, 100, 40, 20, math.cos(a), math.sin(a), 0.9, mark), chances, 0.0, 1 - king - joker)


def look(indices: list[Index], *answer: float) -> list[Index]:
    nets: Any = Answers(*answer)
    return look_again(PHOTO, indices, nets)


def test_a_sure_answer_makes_a_joker() -> None:
    [seen] = look([index()], 0.999, 0, 1, 0, 0.25)
    assert seen.best == JOKER_CARD
    assert seen.chance == pytest.approx(0.999)
    assert seen.chances.sum() + seen.strange + seen.nothing == pytest.approx(1)


def test_what_is_no_joker_is_nothing_and_no_other_card() -> None:
    [seen] = look([index(joker=0.9, king=0.06)], 0.02, 0, 1, 0, 0.25)
    assert seen.nothing == pytest.approx(0.92)
    assert seen.chances[JOKER_CARD] == pytest.approx(0.02)
    assert seen.middle is None


def test_what_the_finder_takes_for_no_mark_is_not_asked_about_and_no_joker() -> None:
    [seen] = look([index(mark=0.01, joker=0.9, king=0.06)], 0.99, 0, 1, 0, 0.25)
    assert seen.chances[JOKER_CARD] == 0


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 250])
def test_a_joker_lies_as_the_answer_says(degrees: float) -> None:
    a = math.radians(degrees)
    down, right = np.array([math.cos(a), math.sin(a)]), np.array([math.sin(a), -math.cos(a)])
    [seen] = look([index(degrees=degrees)], 0.999, 0.6, 0.8, 0.1, 0.25)
    assert (seen.spot.dx, seen.spot.dy) == pytest.approx(tuple(0.6 * right + 0.8 * down), abs=1e-5)
    assert seen.middle == pytest.approx(
        tuple(np.array([200, 100]) + WIDE * 40 * (0.1 * right + 0.25 * down)), abs=1e-3
    )


def test_a_word_read_sideways_is_as_tall_as_it_was_wide() -> None:
    [seen] = look([index()], 0.999, -1, 0, 0, 0.25)
    assert (seen.spot.height, seen.spot.width) == (20, 40)


def test_a_photo_full_of_signs_costs_no_more_than_a_few_looks() -> None:
    nets: Any = Answers(0.999, 0, 1, 0, 0.25)
    seen = look_again(PHOTO, [index(mark=0.2 + n / 200) for n in range(100)], nets)
    assert nets.asked == MOST
    assert [each.best == JOKER_CARD for each in seen] == [False] * (100 - MOST) + [True] * MOST


class Compass(Answers):
    """A net to which down is where a view grows lighter, and a card's middle a way of 50 pixels there."""

    def jokers(self, views: np.ndarray) -> np.ndarray:
        answers = super().jokers(views)
        for answer, view in zip(answers, views[..., 3].astype(float), strict=True):
            right, down = np.mean(np.gradient(view, axis=1)), np.mean(np.gradient(view, axis=0))
            steep = math.hypot(right, down)
            way = np.array([right, down]) / steep
            answer[1:3], answer[3:5] = way, way * 50 * SHADES / (steep * len(view))
        return answers


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 250])
def test_what_is_doubtful_is_looked_at_from_all_sides_and_they_tell_the_same(degrees: float) -> None:
    nets: Any = Compass(0.6, 0, 0, 0, 0)
    row = (np.arange(500) * SHADES).astype(np.uint8)
    photo = np.repeat(np.tile(row, (400, 1))[..., None], 3, 2)
    [seen] = look_again(photo, [index(degrees=degrees)], nets)
    assert nets.asked == 1 + len(LOOKS)
    assert seen.chance == pytest.approx(0.6)
    assert (seen.spot.dx, seen.spot.dy) == pytest.approx((1, 0), abs=0.02)
    assert seen.middle == pytest.approx((250, 100), abs=2)


def test_what_is_sure_is_looked_at_once() -> None:
    nets: Any = Answers(0.999, 0, 1, 0, 0.25)
    look_again(PHOTO, [index()], nets)
    assert nets.asked == 1
