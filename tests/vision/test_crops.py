"""Upright crops of indices: where the index lies in them, and what a margin adds."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from referee.vision.crops import HEIGHT, MIDDLE, WIDTH, Spot, step, upright
from referee.vision.photo import Pixels

TURNS = [0, 30, 90, 135, 180, 250, 315]


def dotted(spot: Spot, right: float) -> Pixels:
    """A dark table with a white dot, so many index heights to the right of the index as it is read."""
    photo = np.zeros((400, 400, 3), np.uint8)
    x, y = spot.x + spot.dy * right * spot.height, spot.y - spot.dx * right * spot.height
    cv2.circle(photo, (round(x), round(y)), 5, (255, 255, 255), -1)
    return photo


def lying(degrees: int, tall: float) -> Spot:
    return Spot(200, 200, tall, tall / 2, math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


@pytest.mark.parametrize("tall", [30.0, 60.0, 110.0])
@pytest.mark.parametrize("degrees", TURNS)
def test_an_index_is_upright_with_room_for_its_pips_on_the_right(degrees: int, tall: float) -> None:
    spot = lying(degrees, tall)
    for right in (0.0, 0.8):
        [crop] = upright(dotted(spot, right), [spot])
        rows, columns = np.nonzero(crop[..., 0] > 128)
        assert crop.shape == (HEIGHT, WIDTH, 3)
        assert rows.mean() == pytest.approx(HEIGHT / 2, abs=2)
        assert columns.mean() == pytest.approx(MIDDLE + right * tall / step(spot), abs=2)


@pytest.mark.parametrize("degrees", TURNS)
def test_a_margin_adds_to_every_side_and_moves_nothing(degrees: int) -> None:
    rng = np.random.default_rng(3)
    photo = cv2.GaussianBlur(rng.integers(0, 255, (400, 400, 3), dtype=np.uint8), (0, 0), 3)
    spot = lying(degrees, 50.0)
    [plain] = upright(np.asarray(photo, np.uint8), [spot])
    [wide] = upright(np.asarray(photo, np.uint8), [spot], margin=12)
    assert wide.shape == (HEIGHT + 24, WIDTH + 24, 3)
    assert np.abs(wide[12:-12, 12:-12].astype(int) - plain).max() <= 3
