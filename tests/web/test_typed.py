"""What people type for a hand."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.engine.ruleset import with_options
from referee.rulebook import load_system
from referee.web.typed import read_hand

RATO, NAIPE = load_system("ratolibre"), load_system("naipe52")


@pytest.mark.parametrize(
    ("text", "points", "cards"),
    [
        ("K K 7 JK", 57, "K K 7 JK"),
        ("k♠ rey 7d comodín", 57, "Ks K 7d JK"),
        ("10+15+8", 33, None),
        (" 33 ", 33, None),
        ("=7", 7, None),
        ("-10", -10, None),
        ("7", 7, "7"),
        ("7,", 7, "7"),
        ("10 5", 15, "10 5"),
        ("0", 0, None),
    ],
)
def test_it_works(app: Flask, text: str, points: int, cards: str | None) -> None:
    with app.test_request_context(headers={"Accept-Language": "es"}):
        hand = read_hand(text, RATO, 2)
    assert (hand.points, hand.cards, hand.wrong) == (points, cards, None)


def test_an_empty_field_is_a_blank_and_not_zero(app: Flask) -> None:
    with app.test_request_context():
        assert read_hand("  ", RATO, 2).blank
        assert not read_hand("0", RATO, 2).blank


@pytest.mark.parametrize("rules", [NAIPE, with_options(RATO, {"scoring": "b"})])
def test_a_number_that_counts_differently_as_a_card_is_asked(app: Flask, rules: object) -> None:
    text = "12" if rules is NAIPE else "9"
    with app.test_request_context():
        hand = read_hand(text, rules, 2)  # type: ignore[arg-type]
    assert hand.points is None
    assert hand.either == (int(text), 10)
