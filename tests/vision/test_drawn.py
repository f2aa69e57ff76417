"""Drawn scenes, where every card is known: equal cards of two packs, jokers, threads, noise.

The drawing needs no deck, no font file and no torch: decks are printed by formula.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import cv2
import numpy as np
import pytest

from referee.vision import Hint, Reading, read_cards
from tests.vision.table import lay_out, packed


def named(reading: Reading) -> list[str]:
    return [str(s.card) for s in reading.sightings if s.card is not None]


@cache
def equal_cards() -> bytes:
    return packed(lay_out([["7h", "7h", "Ks", "Ks"], ["2c", "2c", "10d", "10d"]]))


def test_it_works() -> None:
    reading = read_cards(packed(lay_out([["4s", "9h", "Kd"]])))
    assert named(reading) == ["4s", "9h", "Kd"]
    assert [(s.meld, s.place) for s in reading.sightings] == [(0, 0), (0, 1), (0, 2)]


@pytest.mark.parametrize("quarters", range(4))
def test_equal_cards_of_two_packs_are_not_merged(quarters: int) -> None:
    pixels = np.rot90(cv2.imdecode(np.frombuffer(equal_cards(), np.uint8), cv2.IMREAD_COLOR), quarters)
    reading = read_cards(packed(np.ascontiguousarray(pixels)))
    cards = Counter(["7h", "7h", "Ks", "Ks", "2c", "2c", "10d", "10d"])
    assert len(reading.sightings) == 8
    assert Counter(named(reading)) == cards


def test_rows_become_melds_in_order() -> None:
    reading = read_cards(packed(lay_out([["3s", "4s", "5s", "6s"], ["9h", "9c", "9d"]], strip=0.5)))
    melds = [[str(s.card) for s in reading.sightings if s.meld == m] for m in (0, 1)]
    assert melds == [["3s", "4s", "5s", "6s"], ["9h", "9c", "9d"]]


def test_the_same_bytes_give_the_same_reading_from_eight_threads() -> None:
    alone = read_cards(equal_cards()).sightings
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(read_cards, [equal_cards()] * 8))
    assert all(reading.sightings == alone for reading in together)


def test_noise_is_read_in_time_and_names_nothing() -> None:
    rng = np.random.default_rng(0)
    reading = read_cards(packed(rng.integers(0, 2, (1200, 1600, 3), np.uint8) * 255))
    assert named(reading) == []
    assert Hint.NO_CARDS in reading.hints
    assert reading.ms < 4000


def test_a_dark_photo_says_so() -> None:
    dim = (lay_out([["4s", "9h", "Kd"]]).astype(np.float32) * 0.04).astype(np.uint8)
    reading = read_cards(packed(dim))
    assert named(reading) == [] or Hint.TOO_DARK not in reading.hints
    assert Hint.TOO_DARK in reading.hints or len(named(reading)) == 3
