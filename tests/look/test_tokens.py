"""Colours by arithmetic: WCAG contrast of every pair that meets on a page, in every look a person can choose."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tests.look.guide import HOUSE

SHEET = re.sub(r"/\*.*?\*/", "", (HOUSE / "static/css/tokens.css").read_text(), flags=re.S)
BLOCKS = {
    re.sub(r"\s+", "", selector): dict(re.findall(r"(--[\w-]+):\s*([^;]+);", body))
    for selector, body in re.findall(r"(:root[^{]*)\{([^{}]*)\}", SHEET)
}
DAY, MORE, FOUR = '[data-theme="day"]', '[data-contrast="more"]', '[data-suits="four"]'
GROUNDS = ("cloth", "cloth-lit", "panel", "panel-up")
READ = [(word, ground) for word in ("text", "soft", "gold-text", "no", "yes", "ask") for ground in GROUNDS]
READ += [
    ("on-gold", "gold"),
    ("on-ask", "ask"),
    ("card-ink", "card"),
    ("card-ink", "card-2"),
    ("card-soft", "card"),
]
READ += [(suit, "card") for suit in ("spade", "heart", "diamond", "club", "empanada", "trompo", "moai", "copihue")]
READ += [(joker, ground) for joker in ("joker", "heart", "spade") for ground in ("card", "card-2")]
SEEN = [(line, ground) for line in ("edge", "focus", "gold-edge") for ground in ("cloth", "panel")]
SEEN += [("ring", "card"), ("ring", "cloth")]


def colours(theme: str, contrast: str, suits: str) -> dict[str, str]:
    """The tokens in force, later and narrower blocks winning as in the cascade."""
    wanted = [":root"]
    wanted += [":root" + DAY] * (theme == "day") + [":root" + FOUR] * (suits == "four")
    wanted += [":root" + MORE] * (contrast == "more")
    wanted += [":root" + MORE + FOUR] * (contrast == "more" and suits == "four")
    wanted += [":root" + MORE + DAY] * (contrast == "more" and theme == "day")
    tokens: dict[str, str] = {}
    for selector in wanted:
        tokens |= BLOCKS[selector]
    return tokens


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_of(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", list(product(("night", "day"), ("auto", "more"), ("two", "four"))), ids="-".join)
def test_every_word_can_be_read(look: tuple[str, str, str]) -> None:
    tokens = colours(*look)
    enough = 7 if look[1] == "more" else 4.5
    found = {pair: round(contrast_of(tokens["--" + pair[0]], tokens["--" + pair[1]]), 2) for pair in READ}
    easy = {pair for pair in found if pair[0] in ("card-ink", "text", "soft")}
    assert {pair: ratio for pair, ratio in found.items() if ratio < (enough if pair in easy else 4.5)} == {}


@pytest.mark.parametrize("look", list(product(("night", "day"), ("auto", "more"), ("two",))), ids="-".join)
def test_every_line_can_be_seen(look: tuple[str, str, str]) -> None:
    tokens = colours(*look)
    found = {pair: round(contrast_of(tokens["--" + pair[0]], tokens["--" + pair[1]]), 2) for pair in SEEN}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 3} == {}
    assert contrast_of("#ffffff", tokens["--ring"]) >= 4.5


def test_day_followed_from_the_phone_is_the_day_asked_for() -> None:
    auto = '[data-theme="auto"]'
    assert BLOCKS[":root" + auto] == BLOCKS[":root" + DAY]
    assert BLOCKS[":root" + MORE + auto] == BLOCKS[":root" + MORE + DAY]


def test_red_and_black_are_not_the_only_difference_with_four_colours() -> None:
    tokens = colours("night", "auto", "four")
    assert len({tokens["--" + suit] for suit in ("spade", "heart", "diamond", "club")}) == 4
