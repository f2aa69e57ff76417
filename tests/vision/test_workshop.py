"""What the drawn pictures say lies in them, and how the eye is held against that.

Needs no deck, no font file and no torch. Start reading at the tests.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.vision.training as workshop
from referee.vision.corners import SeenCard
from referee.vision.crops import Spot
from referee.vision.namer import CARDS, Index
from referee.vision.training import drawn
from referee.vision.training.bend import Bend
from referee.vision.training.classes import JOKER, NO_SUIT, RANKS, SUITS
from referee.vision.training.drawn import lies_on
from referee.vision.training.labels import clearness
from referee.vision.training.mine import mark_under, middle_of
from referee.vision.training.prints import Print
from referee.vision.training.scenes import Scene, draw_scene
from referee.vision.training.shop import PrintShop
from referee.vision.training.views import Lie

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


def test_words_are_printed_on_cards_that_are_no_jokers() -> None:
    deck = deck_with({"joker": [12, 12, 52, 50]})
    deck.mottoes = 1.0
    assert (deck.card("5h").face != deck.shop.decks["drawn"]["5h"]).any()
    assert (deck.card("JK0").face == deck.shop.decks["drawn"]["JK0"]).all()


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


def joker_row(x: float, y: float, down: float, card: int = 0, visible: float = 1.0) -> list[float]:
    """A label of a joker's mark 30 high and 15 wide, read downwards (1) or upside down (-1)."""
    return [x, y, 30, 15, 0, down, JOKER, NO_SUIT, card, visible, 1]


def labels(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32)


def test_what_lies_on_a_joker_s_mark_is_one() -> None:
    known = labels(joker_row(100, 100, 1), row(300, 1.0))
    under = mark_under(Spot(104, 103, 30, 15, 0, 1), known)
    assert under is not None
    assert under.tolist() == known[0].tolist()


@pytest.mark.parametrize(("x", "visible"), [(200, 1.0), (100, 0.1), (100, 0.4), (120, 1.0)])
def test_what_half_shows_or_lies_near_a_mark_teaches_nothing(x: float, visible: float) -> None:
    assert mark_under(Spot(x, 100, 30, 15, 0, 1), labels(joker_row(100, 100, 1, visible=visible))) is None


@pytest.mark.parametrize(("x", "y"), [(200, 250), (700, 250)])
def test_a_joker_s_figure_and_what_lies_far_from_it_are_no_marks(x: float, y: float) -> None:
    under = mark_under(Spot(x, y, 30, 15, 0, 1), labels(joker_row(100, 100, 1), joker_row(300, 400, -1)))
    assert under is not None
    assert not len(under)


def test_another_card_s_index_is_no_joker() -> None:
    under = mark_under(Spot(302, 100, 30, 15, 0, 1), labels(joker_row(100, 100, 1), row(300, 1.0)))
    assert under is not None
    assert not len(under)


def stacked_row(x: float, rank: int) -> list[float]:
    """A label of letters stacked 60 high and 8 wide, or of an index at the top of the next card, at x."""
    return (
        [x, 100, 60, 8, 0, 1, rank, 0, int(x), 1.0, 1]
        if rank == JOKER
        else [x, 80, 22, 9, 0, 1, rank, 0, int(x), 1, 1]
    )


def test_beside_stacked_letters_lies_the_next_card() -> None:
    known = labels(stacked_row(100, JOKER), stacked_row(116, 3), stacked_row(130, JOKER))
    for x, y, rank in ((101, 80, JOKER), (99, 120, JOKER), (115, 82, None), (131, 90, JOKER)):
        under = mark_under(Spot(x, y, 30, 10, 0, 1), known)
        assert under is not None
        assert (int(under[6]) if len(under) else None) == rank
    chances = np.full(len(CARDS), 0.01, np.float32)
    beside = SeenCard((Index(Spot(115, 82, 22, 9, 0, 1), chances, 0.0, 0.0),))
    assert [lies_on(beside, row) for row in known.tolist()] == [False, True, False]


@pytest.mark.parametrize("seed", range(12))
def test_a_bent_card_shows_its_print_where_its_label_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    face, outline = np.full((500, WIDE, 3), 250, np.uint8), np.full((500, WIDE), 255, np.uint8)
    at = rng.uniform((30, 30), (WIDE - 30, 470))
    cv2.circle(face, (round(at[0]), round(at[1])), 6, (0, 0, 0), -1)
    tilt = np.array([[0.7, -0.3, 200], [0.2, 0.6, 60], [3e-4, -2e-4, 1.0]])
    bend = replace(Bend.of(WIDE, rng), radius=float(rng.choice([-1, 1]) * rng.uniform(700, 2000)))
    lie = Lie(tilt, np.array([0.1, -0.5, -3e-4]), bend)
    as_flat, shape, margin = lie.as_flat(face, outline)
    place = tilt @ np.array([[1, 0, -margin], [0, 1, -margin], [0, 0, 1.0]])
    seen = cv2.warpPerspective(as_flat, place, (700, 700), borderValue=(255, 255, 255))
    dark = np.argwhere(seen.sum(2) < 300)[:, ::-1]
    assert math.dist(dark.mean(0), lie.seen(at[None])[0]) < 1.0
    assert shape.shape == as_flat.shape[:2]


def test_a_joker_s_middle_is_halfway_to_the_mark_opposite() -> None:
    first, other = joker_row(100, 100, 1), joker_row(300, 400, -1)
    stranger = joker_row(900, 900, -1, card=1)
    known = labels(first, stranger, other)
    assert middle_of(known[0], known) == (200, 250)
    assert all(math.isnan(v) for v in middle_of(known[0], known[:2]))


def sure(name: str, x: float) -> SeenCard:
    """A card whose index at x is as clear as can be."""
    chances = np.where([str(card) == name for card in CARDS], 0.9999, 1e-6).astype(np.float32)
    return SeenCard((Index(Spot(x, 100, 60, 25, 0, 1), chances, 0.0, 0.0),))


@pytest.mark.parametrize(
    ("read", "right", "twice", "nowhere"),
    [([], 0, 0, 0), ([100], 1, 0, 0), ([100, 102], 1, 1, 0), ([100, 300], 1, 0, 1)],
)
def test_what_is_counted_twice_is_told(
    read: list[float], right: int, twice: int, nowhere: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = [100, 100, 60, 25, 0, 1, RANKS.index("7"), SUITS.index("h"), 0, 1.0, 1]
    monkeypatch.setattr(drawn, "see", lambda pixels: [])
    monkeypatch.setattr(drawn, "cards_of", lambda indices: [sure("7h", x) for x in read])
    counts = drawn.outcomes(np.zeros((512, 512, 3), np.uint8), labels(index))
    assert counts["cards", "right"] == right
    assert counts["cards", "missed"] == 1 - right
    assert counts["cards", "twice"] == twice
    assert counts["nothing", "wrong"] == nowhere


def apart(seed: int, wear: float) -> Scene:
    return draw_scene(PrintShop(), np.random.default_rng(seed), layout="apart", bent=0.0, wear=wear)


def test_less_wear_shows_the_same_cards_more_clearly() -> None:
    drawn_at = {wear: [apart(seed, wear) for seed in range(8)] for wear in (0.0, 0.3, 1.0)}
    for scenes in drawn_at.values():
        for scene, worn in zip(scenes, drawn_at[1.0], strict=True):
            assert scene.keys == worn.keys
            # How much of an index shows depends on the light as well: what cannot be read does not count.
            assert np.delete(scene.labels, 9, 1).tolist() == np.delete(worn.labels, 9, 1).tolist()
    none, some, full = (
        np.mean([clearness(scene.picture, Spot(*row[:6])) for scene in scenes for row in scene.labels.tolist()])
        for scenes in drawn_at.values()
    )
    assert none > some > full
