"""When a card that was read is named, offered as unsure, or taken for nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.vision.confidence import judge
from referee.vision.corners import SeenCard
from referee.vision.crops import Spot
from referee.vision.namer import CARDS, Index


def seen(name: str, chance: float, heat: float = 0.9, **spot: float) -> SeenCard:
    """One index that reads as `name` with that chance."""
    chances = np.full(len(CARDS), (1 - chance) / len(CARDS), np.float32)
    chances[[str(card) if not card.is_joker else "JK" for card in CARDS].index(name)] = chance
    lies = replace(Spot(200, 200, 40, 20, 0, 1, heat), **spot)
    return SeenCard((Index(lies, chances, 0.0, 0.0),))


@pytest.mark.parametrize("name", ["7h", "7c", "10s", "Qd"])
def test_a_clear_card_is_named_and_a_doubtful_one_is_not(name: str) -> None:
    clear, doubtful = judge(seen(name, 0.999)), judge(seen(name, 0.5))
    assert clear is not None
    assert str(clear.card) == name
    assert doubtful is not None
    assert doubtful.card is None
    assert str(doubtful.guesses[0][0]) == name


@pytest.mark.parametrize(("x", "over"), [(200, 0.0), (10, 0.0), (5, 5 / 40), (0, 10 / 40)])
def test_how_far_an_index_reaches_over_the_frame(x: float, over: float) -> None:
    assert seen("7h", 0.9, x=x).over(400, 400) == pytest.approx(over)
    assert seen("7h", 0.9, x=400 - x).over(400, 400) == pytest.approx(over)


def test_of_two_corners_the_whole_one_counts() -> None:
    cut, whole = seen("7h", 0.9, x=0).corners[0], seen("7h", 0.9).corners[0]
    assert SeenCard((cut, whole)).over(400, 400) == 0


def test_a_cut_index_is_never_named() -> None:
    verdict = judge(seen("7h", 0.9999, 0.99), over=0.3)
    assert verdict is not None
    assert verdict.card is None
    assert str(verdict.guesses[0][0]) == "7h"


def test_an_index_on_the_frame_is_named_only_when_nearly_certain() -> None:
    usual, certain = seen("7h", 0.93, 0.7), seen("7h", 0.9999, 0.99)
    assert [verdict and str(verdict.card) for verdict in (judge(usual), judge(usual, 0.1))] == ["7h", "None"]
    assert [verdict and str(verdict.card) for verdict in (judge(certain), judge(certain, 0.1))] == ["7h", "7h"]


def test_what_may_be_a_joker_is_offered() -> None:
    verdict = judge(seen("JK", 0.8, heat=0.7, joker=0.7))
    assert verdict is not None
    assert verdict.card is None
    assert verdict.guesses[0][0].is_joker


def test_what_looks_only_a_little_like_a_joker_is_nothing() -> None:
    assert judge(seen("JK", 0.2, heat=0.45)) is None
