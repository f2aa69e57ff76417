"""From chances to a decision: a card that is named, one that is unsure, or nothing.

Owns the calibration and the floors; a misread is three times as bad as an unsure one.
Start reading at `judge`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from referee.engine.cards import Card
from referee.vision.corners import SeenCard
from referee.vision.namer import CARDS, JOKER_CARD
from referee.vision.nets import MODEL

FLOORS = {"red": 0.8, "black": 0.9, "jokers": 0.9}
"""Confidence from which a card is named. At three in four, one misread undoes three cards gained; a
little above it, since small webcam pictures are worse than those the confidence was measured on.
Higher for clubs and spades, which pass for each other there. For jokers it is above whatever looked most
like one on photos without one, turned all four ways: their confidence rests on drawn scenes most, and
photos hold more that looks like them: figures of Spanish cards, plaited baskets. One dotted frame passed for a
second joker above it, and is told apart by where it lies (`marks.by_card`)."""
CUT, CUT_FLOOR = 0.05, 0.98
"""From this part of its height over the picture's edge an index may be cut: named only when nearly certain."""
CUT_OFF = 0.15
"""From this part it is cut: what is left of a 10 reads as a 1, of a Q as an O; never named."""
LIKELY_JOKER = 0.5
"""Confidence from which a joker is offered as unsure: table edges and court figures look a little like it."""
FEATURES = ("chance", "heat", "corners", "height", "mark", "lead", "black", "black_height")
"""What the calibration weighs, see `features`."""


@dataclass(frozen=True)
class Verdict:
    """A named card, or None with up to two guesses; `confidence` is of the best guess either way."""

    card: Card | None
    confidence: float
    guesses: tuple[tuple[Card, float], ...] = ()


def features(seen: SeenCard) -> list[float]:
    """What the confidence rests on, one number for each of `FEATURES`.

    The log odds of the best card and of the hottest corner, whether two corners agree, the
    index height in pixels (log), how much the finder takes it for a joker's mark (log
    odds), the log odds of the best card against the second, and once more for black suits,
    which are told apart worse the smaller they are, that it is one and its index height.
    """
    order = np.argsort(-seen.chances)
    best, second = float(seen.chances[order[0]]), float(seen.chances[order[1]])
    agreeing = sum(corner.best == int(order[0]) for corner in seen.corners)
    height = math.log(max(corner.spot.height for corner in seen.corners) / 30)
    black = float(CARDS[int(order[0])].color == "black")
    return [
        _odds(best),
        _odds(max(corner.spot.heat for corner in seen.corners)),
        float(min(agreeing, 2) - 1),
        height,
        _odds(max(corner.spot.joker for corner in seen.corners)),
        _odds(best / (best + second + 1e-9)),
        black,
        black * height,
    ]


def _odds(chance: float) -> float:
    chance = min(max(chance, 1e-3), 1 - 1e-3)
    return math.log(chance / (1 - chance))


@cache
def _weights(kind: str) -> tuple[float, ...]:
    """The bias, then a weight for each feature, as `calibrate` measured them for "cards" or "jokers"."""
    known = json.loads((MODEL / "calibration.json").read_text("utf-8"))[kind]
    return (float(known["bias"]), *(float(known["weights"][name]) for name in FEATURES))


def kind_of(seen: SeenCard) -> str:
    """Which calibration a card has: a joker's print is another thing than an index."""
    return "jokers" if int(seen.chances.argmax()) == JOKER_CARD else "cards"


def floor_of(seen: SeenCard, over: float = 0.0) -> float:
    """The confidence from which this card is named; `over` as in `judge`."""
    best = int(seen.chances.argmax())
    floor = FLOORS["jokers" if best == JOKER_CARD else str(CARDS[best].color)]
    return math.inf if over > CUT_OFF else max(floor, CUT_FLOOR) if over > CUT else floor


def confidence(seen: SeenCard) -> float:
    """The measured chance (0–1) that the best card is the right one."""
    bias, *weights = _weights(kind_of(seen))
    total = bias + sum(w * f for w, f in zip(weights, features(seen), strict=True))
    return 1 / (1 + math.exp(-total))


def judge(seen: SeenCard, over: float = 0.0) -> Verdict | None:
    """Decide about one card; None where most likely no index lies there at all.

    `over` says how far its index reaches over the picture's frame, in index heights.
    """
    spot = seen.corners[0].spot
    sure = confidence(seen)
    order = np.argsort(-seen.chances)[:2].tolist()
    if sure >= floor_of(seen, over):
        return Verdict(CARDS[order[0]], sure)
    heat = max(corner.spot.heat for corner in seen.corners)
    if seen.nothing > 0.5 or heat < 0.4 or spot.height < 6:
        return None
    if kind_of(seen) == "jokers" and sure < LIKELY_JOKER:
        return None
    if seen.strange > 0.5:
        return Verdict(None, sure)
    guesses = tuple((CARDS[i], round(float(seen.chances[i]), 3)) for i in order if seen.chances[i] > 0.05)
    return Verdict(None, sure, guesses)
