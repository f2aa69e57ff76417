"""Corners of one card become one card, equal cards of two packs stay two: judged by geometry."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from referee.vision.corners import cards_of
from referee.vision.crops import Spot
from referee.vision.namer import CARDS, Index

LONG, WIDE = 500.0, 350.0
AT = (32.0, 75.0)
"""Centre of the index from the card's upper left corner, on a card 500 pixels long."""


def index(name: str, x: float, y: float, degrees: float, chance: float = 0.97) -> Index:
    """An index at a place, its direction turned by degrees from straight down."""
    chances = np.zeros(len(CARDS), np.float32)
    at = [str(card) for card in CARDS].index(name)
    chances[at] = chance
    chances[(at + 1) % 52] += 0.9 * (1 - chance)
    a = math.radians(degrees)
    spot = Spot(x, y, 97.0, 35.0, -math.sin(a), math.cos(a), 0.9, 0.9 if name == "JK" else 0.01)
    return Index(spot, chances, 0.05 * (1 - chance), 0.05 * (1 - chance))


def card(
    name: str, x: float, y: float, degrees: float = 0.0, corners: str = "ab", four: bool = False
) -> list[Index]:
    """Corners of a card whose middle is at (x, y): a upper left, b lower right, c and d the others."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    places = {
        "a": (AT[0] - WIDE / 2, AT[1] - LONG / 2, 0),
        "b": (WIDE / 2 - AT[0], LONG / 2 - AT[1], 180),
        "c": (WIDE / 2 - AT[0], AT[1] - LONG / 2, 0),
        "d": (AT[0] - WIDE / 2, LONG / 2 - AT[1], 180),
    }
    return [
        index(name, x + c * u - s * v, y + s * u + c * v, degrees + turn)
        for u, v, turn in (places[k] for k in ("abcd" if four else corners))
    ]


def names(indices: list[Index]) -> list[str]:
    return sorted(str(CARDS[int(seen.chances.argmax())]) for seen in cards_of(indices))


def test_it_works() -> None:
    assert names([*card("9s", 300, 300), *card("Kd", 900, 300, 20)]) == ["9s", "Kd"]


@pytest.mark.parametrize("degrees", range(0, 360, 45))
def test_opposite_corners_are_one_card(degrees: int) -> None:
    assert names(card("7h", 500, 500, degrees)) == ["7h"]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_equal_cards_side_by_side_stay_two(degrees: int) -> None:
    there = (380 * math.cos(math.radians(degrees)), 380 * math.sin(math.radians(degrees)))
    two = [*card("7h", 600, 600, degrees), *card("7h", 600 + there[0], 600 + there[1], degrees)]
    assert names(two) == ["7h", "7h"]


def test_equal_cards_in_a_fan_with_one_corner_each_stay_two() -> None:
    fan = [i for n in range(5) for i in card("7h" if n in (1, 2) else f"{n + 2}c", 600 + 60 * n, 600, 8 * n, "a")]
    assert names(fan).count("7h") == 2


def test_equal_cards_one_upside_down_and_far_stay_two() -> None:
    apart = [*card("Qs", 400, 400, 0, "a"), *card("Qs", 1500, 1200, 0, "b")]
    assert names([*apart, *card("2d", 400, 1500), *card("3d", 1500, 300)]).count("Qs") == 2


def test_different_cards_are_never_joined_however_they_lie() -> None:
    assert names([*card("Qs", 400, 400, 0, "a"), *card("Kh", 400, 400, 0, "b")]) == ["Kh", "Qs"]


def test_a_deck_with_four_indices_counts_each_card_once() -> None:
    four = [*card("5c", 300, 300, four=True), *card("Jd", 800, 300, 10, four=True)]
    assert names(four) == ["5c", "Jd"]


def test_four_indices_and_equal_cards_of_two_packs() -> None:
    four = [*card("5c", 300, 300, four=True), *card("5c", 800, 300, four=True)]
    assert names(four) == ["5c", "5c"]


def test_an_unsure_corner_joins_the_sure_one_where_the_photo_shows_the_proportions() -> None:
    known = [*card("2d", 300, 1200), *card("3d", 800, 1200), *card("4d", 1300, 1200)]
    sure, doubtful = card("9s", 500, 400)[0], card("9s", 500, 400)[1]
    dim = index("9c", doubtful.spot.x, doubtful.spot.y, 180, 0.4)
    assert names([*known, sure, dim]) == ["2d", "3d", "4d", "9s"]


def joker(middle: tuple[float, float], *places: tuple[float, float], off: float = 0.0) -> list[Index]:
    """Marks of one joker, right and down from its middle; each tells that middle, `off` pixels wrong in turn."""
    marks = []
    for n, (right, down) in enumerate(places):
        [mark] = [index("JK", middle[0] + right, middle[1] + down, 0 if down < 0 else 180, 0.9)]
        wrong = off if n % 2 else -off
        marks.append(replace(mark, middle=(middle[0] + wrong, middle[1] + wrong)))
    return marks


CORNERS = [(-140.0, -190.0), (140.0, 190.0)]
WORDS = [(0.0, -210.0), (0.0, 210.0)]
FOUR = [*CORNERS, (140.0, -190.0), (-140.0, 190.0)]


@pytest.mark.parametrize("places", [CORNERS[:1], CORNERS, WORDS, FOUR, [*CORNERS, *WORDS]], ids=len)
@pytest.mark.parametrize("off", [0.0, 30.0])
def test_all_marks_of_a_joker_are_one_card(places: list[tuple[float, float]], off: float) -> None:
    assert names(joker((300, 300), *places, off=off)) == ["JK"]


@pytest.mark.parametrize("places", [CORNERS, WORDS, FOUR])
def test_jokers_side_by_side_stay_two(places: list[tuple[float, float]]) -> None:
    assert names([*joker((300, 300), *places, off=30), *joker((680, 300), *places, off=30)]) == ["JK", "JK"]


def test_jokers_in_a_fan_with_a_strip_each_stay_as_many() -> None:
    fan = [mark for n in range(4) for mark in joker((300 + 60 * n, 300 + 4 * n), CORNERS[0], off=8)]
    assert names(fan) == ["JK"] * 4


def turned(mark: Index, degrees: float, about: tuple[float, float]) -> Index:
    """A mark, and the middle it tells, turned about a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def moved(x: float, y: float) -> tuple[float, float]:
        ex, ey = x - about[0], y - about[1]
        return about[0] + c * ex - s * ey, about[1] + s * ex + c * ey

    spot, middle = mark.spot, mark.middle
    assert middle is not None
    x, y = moved(spot.x, spot.y)
    there = replace(spot, x=x, y=y, dx=c * spot.dx - s * spot.dy, dy=s * spot.dx + c * spot.dy)
    return replace(mark, spot=there, middle=moved(*middle))


@pytest.mark.parametrize(("degrees", "reach"), [(8, 300), (12, 300), (16, 300), (3, 700), (6, 700), (12, 700)])
@pytest.mark.parametrize("off", [0.0, 10.0])
def test_jokers_spread_in_the_hand_stay_as_many(degrees: int, reach: float, off: float) -> None:
    signs = [joker((off * (-1) ** n, 0), (CORNERS[0][0] - off * (-1) ** n, CORNERS[0][1]))[0] for n in range(7)]
    assert names([turned(sign, degrees * n, (0, reach)) for n, sign in enumerate(signs)]) == ["JK"] * 7


@pytest.mark.parametrize("star", [(-60.0, -90.0), (0.0, 0.0), (150.0, 30.0), (-95.0, -195.0)])
def test_signs_on_the_joker_s_coat_are_no_more_jokers(star: tuple[float, float]) -> None:
    [sign] = joker((300, 300), star)
    sign = replace(sign, middle=(sign.spot.x + 20, sign.spot.y - 35), spot=replace(sign.spot, joker=0.2))
    assert names([*joker((300, 300), *CORNERS, off=30), sign]) == ["JK"]


def test_a_word_that_tells_too_near_a_middle_is_no_joker_of_its_own_though_it_is_the_clearest() -> None:
    [word] = joker((300, 300), (140, -190))
    word = replace(word, middle=(word.spot.x - 25, word.spot.y + 45), spot=replace(word.spot, joker=1.0))
    assert names([word, *joker((300, 300), *CORNERS, off=30)]) == ["JK"]


@pytest.mark.parametrize(("middle", "degrees"), [((300.0, 560.0), 90), ((500.0, 330.0), 270)])
def test_a_joker_s_only_mark_over_another_tells_that_it_is_a_second_card(
    middle: tuple[float, float], degrees: int
) -> None:
    above = [turned(mark, degrees, middle) for mark in joker(middle, CORNERS[0])]
    assert names([*joker((300, 300), *CORNERS), *above]) == ["JK", "JK"]


def test_a_joker_in_a_fan_takes_no_mark_of_the_next_though_it_shows_both_its_own() -> None:
    fan = [mark for n in range(3) for mark in joker((300 + 60 * n, 300), CORNERS[0])]
    assert names([*fan, *joker((480, 300), *CORNERS)]) == ["JK"] * 4


def test_a_joker_s_second_mark_makes_it_no_surer() -> None:
    """A keyboard has many keys: what looks like one mark looks like two."""
    [one], [two] = cards_of(joker((300, 300), CORNERS[0])), cards_of(joker((300, 300), *CORNERS))
    assert len(two.corners) == 2
    assert two.chances[-1] == pytest.approx(one.chances[-1])


def test_what_looks_a_little_like_a_joker_is_no_corner_of_a_card() -> None:
    sure, other = card("2h", 300, 300)
    dim = index("JK", other.spot.x, other.spot.y, 180, 0.6)
    [seen] = cards_of([sure, dim])
    assert [corner.best for corner in seen.corners] == [sure.best]


def test_a_mark_found_twice_is_one_joker() -> None:
    assert names(joker((300, 300), CORNERS[0], (-135.0, -170.0), off=30)) == ["JK"]


def test_a_joker_beside_a_card_takes_none_of_its_corners() -> None:
    assert names([*joker((300, 300), *CORNERS), *card("7h", 680, 300)]) == ["7h", "JK"]


def test_nothing_is_no_card() -> None:
    assert cards_of([]) == []
