"""Hints are given only where something is wrong, and come in the order of the list."""

from __future__ import annotations

import numpy as np

from referee.engine.cards import Card
from referee.vision.hints import hints_for
from referee.vision.reading import Hint, Sighting

QUAD = ((100.0, 100.0), (200.0, 100.0), (200.0, 300.0), (100.0, 300.0))
UNSURE = Sighting(None, 0.3, QUAD, 0, 0)
SURE = Sighting(Card(9, "s"), 0.97, QUAD, 0, 0)


def sharp(level: int = 160) -> np.ndarray:
    photo = np.full((600, 800, 3), level, np.uint8)
    photo[::8] //= 4
    return photo


def test_it_works() -> None:
    assert hints_for(sharp(), [], (SURE,), 0) == ()


def test_no_cards() -> None:
    assert hints_for(sharp(), [], (), 0) == (Hint.NO_CARDS,)


def test_too_dark_and_nothing_found() -> None:
    assert hints_for(sharp(20), [], (), 0) == (Hint.NO_CARDS, Hint.TOO_DARK)


def test_a_dark_photo_that_reads_well_needs_no_hint() -> None:
    assert hints_for(sharp(20), [], (SURE,), 0) == ()


def test_too_blurred() -> None:
    assert hints_for(np.full((600, 800, 3), 150, np.uint8), [], (UNSURE,), 0) == (Hint.TOO_BLURRED,)


def test_glare_over_what_is_unsure() -> None:
    photo = sharp()
    photo[90:310, 90:210] = 255
    assert hints_for(photo, [], (UNSURE,), 0) == (Hint.GLARE,)


def test_suit_signs_without_ranks_tell_of_a_fan_the_wrong_way_up() -> None:
    assert hints_for(sharp(), [], (UNSURE,), 6) == (Hint.UPSIDE_DOWN_FAN,)
