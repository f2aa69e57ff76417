"""What the drawn pictures say lies in them, and how the eye is held against that.

Needs no deck, no font file and no torch. Start reading at the tests.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import referee.vision.training as workshop
from referee.vision.corners import SeenCard
from referee.vision.crops import Spot
from referee.vision.namer import CARDS, Index
from referee.vision.training.classes import JOKER, NO_SUIT
from referee.vision.training.drawn import lies_on
from referee.vision.training.prints import Print
from referee.vision.training.shop import PrintShop

KNOWN: dict[str, dict[str, Any]] = json.loads(
    Path(workshop.__file__).with_name("deck_indices.json").read_text("utf-8")
)
WIDE = 320


def deck_with(known: dict[str, Any], kind: str = "art") -> Print:
    """A deck whose joker is a white card, with what is known about it."""
    art = {key: np.full((500, WIDE, 3), 250, np.uint8) for key in ("5h", "JK0")}
    box = {"index": [10, 20, 50, 120], "ten": [10, 20, 50, 120], "four": False, "strange": "", **known}
    deck = Print(PrintShop(decks={"drawn": art}, boxes={"drawn": box}), np.random.default_rng(3))
    deck.kind, deck.deck, deck.width, deck.gilded, deck.tint = kind, "drawn", WIDE, False, np.ones(3)
    return deck


@pytest.mark.parametrize(
    ("known", "marks"), [({}, 2), ({"joker_four": True}, 4), ({"joker_words": [[80, 30, 240, 70]]}, 2)]
)
def test_every_mark_of_a_joker_is_labelled_once(known: dict[str, Any], marks: int) -> None:
    corners = deck_with({"joker": [12, 12, 52, 50], **known}).card("JK0").corners
    assert {(corner.rank, corner.suit) for corner in corners} == {(JOKER, NO_SUIT)}
    assert len([corner for corner in corners if corner.open]) == marks
    assert len({(corner.box, corner.turned) for corner in corners}) == len(corners)


def test_a_word_on_a_joker_counts_neither_way() -> None:
    corners = deck_with({"joker": [12, 12, 52, 50], "joker_words": [[80, 30, 240, 70]]}).card("JK0").corners
    assert [corner.box for corner in corners if not corner.open] == [(80, 30, 240, 70)] * 2


def test_an_index_of_another_deck_leaves_none_of_the_joker_s_own_marks() -> None:
    known = {"joker": [12, 12, 52, 50], "joker_four": True, "joker_words": [[80, 30, 240, 70]]}
    deck = deck_with(known, "mixed")
    art = deck.shop.decks["drawn"]["JK0"]
    for x0, y0, x1, y1 in ((12, 12, 52, 50), (WIDE - 52, 12, WIDE - 12, 50), (80, 30, 240, 70)):
        art[y0:y1, x0:x1] = art[500 - y1 : 500 - y0, WIDE - x1 : WIDE - x0] = (200, 0, 200)
    face = deck.card("JK0").face
    assert not (face.astype(int) == (200, 0, 200)).all(2).any()


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_a_deck_lies_on_its_cards(name: str) -> None:
    known = KNOWN[name]
    boxes = [known["index"], known["ten"], *known.get("joker_words", ()), *filter(None, [known["joker"]])]
    for x0, y0, x1, y1 in boxes:
        assert 0 <= x0 < x1 <= 380
        assert 0 <= y0 < y1 <= 500
    assert not (known.get("joker_four") and known["joker"] is None)


def row(x: float, visible: float) -> list[float]:
    """A label of an index 30 high and 15 wide at (x, 100)."""
    return [x, 100, 30, 15, 0, 1, 3, 0, 0, visible, 1]


def test_what_is_read_over_a_covered_index_is_the_card_on_top() -> None:
    chances = np.full(len(CARDS), 0.01, np.float32)
    seen = SeenCard((Index(Spot(104, 103, 30, 15, 0, 1), chances, 0.0, 0.0),))
    assert lies_on(seen, row(100, visible=1.0))
    assert not lies_on(seen, row(100, visible=0.1))
    assert not lies_on(seen, row(130, visible=1.0))
