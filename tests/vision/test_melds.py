"""How cards lie decides the melds and their order; names play no part."""

from __future__ import annotations

import math

import pytest

from referee.vision.melds import Lying, group

LONG, WIDE = 500.0, 350.0


def laid(x: float, y: float, degrees: float = 0.0, whole: bool = True) -> Lying:
    """A card 500 pixels long whose middle is at (x, y), turned by degrees."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    u, v = 32 - WIDE / 2, 75 - LONG / 2
    corner = (x + c * u - s * v, y + s * u + c * v)
    middle = (x, y) if whole else None
    return Lying(*corner, -s, c, 97.0, middle, 452.0 if whole else 0.0)


def turned(cards: list[Lying], degrees: float) -> list[Lying]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def spin(x: float, y: float) -> tuple[float, float]:
        return c * x - s * y, s * x + c * y

    return [
        Lying(
            *spin(card.x, card.y),
            *spin(card.dx, card.dy),
            card.height,
            spin(*card.centre) if card.centre else None,
            card.diagonal,
        )
        for card in cards
    ]


def test_it_works() -> None:
    row = [laid(100 * n, 0, whole=n == 4) for n in range(5)]
    assert group(row) == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("degrees", [0, 30, 180, 270])
def test_a_joker_with_its_word_along_the_upper_edge_stands_where_it_lies(degrees: int) -> None:
    joker = Lying(90.0, -210.0, 0.0, 1.0, 60.0, (90.0, 0.0))
    row = [laid(0, 0, whole=False), joker, laid(180, 0, whole=False), laid(270, 0, whole=False)]
    assert group(turned(row, degrees)) == [[0, 1, 2, 3]]


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 200, 270])
def test_a_row_is_in_order_whichever_way_it_is_photographed(degrees: int) -> None:
    row = [laid(90 * n, 3 * n, whole=n == 3) for n in (2, 0, 3, 1)]
    assert group(turned(row, degrees)) == [[1, 3, 0, 2]]


def test_cards_lying_apart_are_read_as_the_photo_is_held() -> None:
    apart = [laid(380 * n, 0, 180 * (n % 2)) for n in (1, 0, 2)]
    assert group(apart) == [[1, 0, 2]]


def test_two_rows_one_above_the_other() -> None:
    rows = [laid(120 * n, 0) for n in range(4)] + [laid(120 * n, 620) for n in range(3)]
    assert group(rows) == [[0, 1, 2, 3], [4, 5, 6]]


def test_two_rows_side_by_side_with_a_gap() -> None:
    rows = [laid(110 * n, 0) for n in range(4)] + [laid(330 + 560 + 110 * n, 0) for n in range(4)]
    assert group(rows) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_fan_is_one_group_from_left_to_right() -> None:
    fan = []
    for n in (3, 0, 5, 1, 4, 2):
        angle = math.radians(-60 + 24 * n)
        fan.append(laid(700 * math.sin(angle), -700 * math.cos(angle), -60 + 24 * n, whole=n == 5))
    assert group(fan) == [[1, 3, 5, 0, 4, 2]]


def test_a_column_with_strips_showing() -> None:
    column = [laid(0, 130 * n, whole=n == 4) for n in range(5)]
    assert group(column) == [[0, 1, 2, 3, 4]]


def test_cards_lying_far_apart_are_alone() -> None:
    assert sorted(group([laid(0, 0), laid(1200, 0), laid(0, 1200)])) == [[0], [1], [2]]


def test_a_card_upside_down_stays_in_its_row() -> None:
    row = [laid(100, 0), laid(200, 0, 180), laid(300, 0)]
    assert group(row) == [[0, 1, 2]]


def test_no_cards_no_melds() -> None:
    assert group([]) == []
