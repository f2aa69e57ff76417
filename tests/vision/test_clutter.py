"""What lies about on drawn tables covers a part of them, and no more than that.

Needs no font file and no torch. Start reading at the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from referee.vision.training import backs, clutter, light, stationery
from referee.vision.training.shop import PrintShop

SHOP = PrintShop()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "kind",
    [
        clutter.keyboard,
        clutter.plait,
        clutter.chain,
        stationery.small_print,
        stationery.postcard,
        stationery.packet,
    ],
)
def test_a_thing_shows_something_and_says_where(kind: Callable[..., Any], seed: int) -> None:
    picture, mask = kind(SHOP, np.random.default_rng(seed))
    assert picture.shape == (*mask.shape, 3)
    assert mask.any()
    assert np.ptp(picture[mask > 0].astype(int), axis=0).max() > 15


def test_what_is_strewn_leaves_the_rest_of_the_table_as_it_was() -> None:
    changed = []
    for seed in range(20):
        table = np.full((300, 300, 3), 120, np.float32)
        clutter.strew(table, SHOP, np.random.default_rng(seed))
        changed.append(float((table != 120).any(2).mean()))
        assert table.min() >= 0
        assert table.max() <= 255
    assert 0.02 < np.median(changed) < 0.6


def test_a_postcard_has_print_on_its_paper_and_covers_what_it_lies_on() -> None:
    printed = 0
    for seed in range(30):
        picture, mask = stationery.postcard(SHOP, np.random.default_rng(seed))
        assert (mask == 255).all()
        assert max(mask.shape) == 400
        # The margin is paper but for what is printed along it.
        edges = np.concatenate([picture[:, :24].reshape(-1, 3), picture[:, -24:].reshape(-1, 3)]).astype(int)
        paper = np.median(edges, axis=0)
        printed += bool((np.abs(edges - paper).max(1) > 60).sum() > 30)
    assert printed > 15


def test_things_lie_about_as_often_as_asked_on_any_table() -> None:
    shop = PrintShop(tables=[np.full((256, 256, 3), 128, np.uint8)])

    def share_of_tables_with_things(share: float) -> float:
        def ground(clutter_share: float, seed: int) -> bytes:
            return light.ground(shop, 160, np.random.default_rng(seed), clutter_share).tobytes()

        return float(np.mean([ground(share, seed) != ground(0.0, seed) for seed in range(60)]))

    assert share_of_tables_with_things(1.0) > 0.9
    assert 0.3 < share_of_tables_with_things(0.5) < 0.7


def test_a_back_fills_its_card_and_no_two_decks_have_the_same() -> None:
    rng = np.random.default_rng(4)
    paper = np.full(3, 255, np.float32)
    some = [backs.back(320, paper, SHOP, rng) for _ in range(12)]
    assert {back.shape for back in some} == {(500, 320, 3)}
    assert all((back[0] == 255).all() for back in some), "the paper shows at the edge"
    assert len({back.tobytes() for back in some}) == 12
