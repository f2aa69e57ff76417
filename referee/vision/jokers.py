"""Whether what the finder takes for a joker's mark is one, and where its card lies.

A word, a star or a jester looks like much else: a net of their own looks at them once more, close
up and with their surroundings. Start reading at `look_again`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.vision.crops import Halved, Spot, squares
from referee.vision.finder import MARK
from referee.vision.namer import JOKER_CARD, Index
from referee.vision.nets import Floats, Nets
from referee.vision.photo import Pixels

CLOSE, WIDE = 2.0, 7.0
"""Sides of the two looks in longer sides of the mark: its letters, and its card."""
MOST = 12
"""Marks looked at in one photo, those first that the finder is surest of."""
UNLIKELY, CLEAR = 0.2, 0.995
"""Chances below and above which one look is enough."""
LOOKS = ((0.85, 0), (1.2, 0), (0.85, 1), (1.2, 2), (1.0, 3))
"""More looks at what is doubtful: how much more each takes in, and by how many quarters it is turned.
What is a mark is one from all sides; what only looks like one seldom does from all."""
UNSEEN = (0.0, 0.0, 1.0, 0.0, 0.0)
"""The net's answer where it was not asked."""


def views(photo: Pixels | Halved, spots: Sequence[Spot], zoom: float = 1.0) -> Pixels:
    """The net's input: each spot close up, over its surroundings (n, 80, 80, 6); `zoom` above 1 takes in more."""
    return np.concatenate([squares(photo, spots, reach * zoom) for reach in (CLOSE, WIDE)], axis=3)


def look_again(photo: Pixels | Halved, indices: list[Index], nets: Nets) -> list[Index]:
    """The same indices, in their order, with what the net for jokers says; none is a joker's mark without it."""
    likely = [n for n, index in enumerate(indices) if index.spot.joker > MARK]
    likely = sorted(likely, key=lambda n: -indices[n].spot.joker)[:MOST]
    answers = nets.jokers(views(photo, [indices[n].spot for n in likely]))
    doubtful = np.flatnonzero((answers[:, 0] > UNLIKELY) & (answers[:, 0] < CLEAR))
    some = [indices[likely[n]].spot for n in doubtful]
    answers[doubtful, 0] = _odds(answers[doubtful, 0])
    for zoom, quarters in LOOKS if some else ():
        answer = nets.jokers(views(photo, [_quartered(spot, quarters) for spot in some], zoom))
        answer[:, 0] = _odds(answer[:, 0])
        # The middle is told in sides of the wide look, which differ.
        answers[doubtful] += _turned_back(answer, quarters) * np.array((1, 1, 1, zoom, zoom), np.float32)
    answers[doubtful] /= 1 + len(LOOKS)
    answers[doubtful, 0] = 1 / (1 + np.exp(-answers[doubtful, 0]))
    seen = dict(zip(likely, answers.tolist(), strict=True))
    return [_judged(index, *seen.get(n, UNSEEN)) for n, index in enumerate(indices)]


def _odds(chances: Floats) -> Floats:
    """Log odds, of which the mean counts: one look that is sure that there is none outweighs some that doubt."""
    chances = chances.clip(1e-3, 1 - 1e-3)
    return np.asarray(np.log(chances / (1 - chances)), np.float32)


def _quartered(spot: Spot, quarters: int) -> Spot:
    for _ in range(quarters):
        spot = spot.quartered()
    return spot


def _turned_back(answer: Floats, quarters: int) -> Floats:
    """What the net says of spots turned by so many quarters, in the frames of the spots as they were."""
    for _ in range(quarters):
        answer = answer[:, (0, 2, 1, 4, 3)] * np.array((1, -1, 1, -1, 1), np.float32)
    return answer


def _judged(index: Index, chance: float, dx: float, dy: float, x: float, y: float) -> Index:
    """An index with another chance of being a joker's mark; as one it lies, and its card, as the net says."""
    spot, before = index.spot, float(index.chances[JOKER_CARD])
    chances, strange, nothing = index.chances.copy(), index.strange, index.nothing
    if chance < before:
        nothing += before - chance
    else:
        share = (1 - chance) / max(1e-6, 1 - before)
        chances, strange, nothing = chances * np.float32(share), strange * share, nothing * share
    chances[JOKER_CARD] = chance
    if chance < max(chances[:JOKER_CARD].max(), strange, nothing):
        return replace(index, chances=chances, strange=strange, nothing=nothing)
    down = (spot.dx * dy + spot.dy * dx, spot.dy * dy - spot.dx * dx)
    length = math.hypot(*down) + 1e-6
    long = WIDE * max(spot.height, spot.width)
    middle = (spot.x + long * (spot.dx * y + spot.dy * x), spot.y + long * (spot.dy * y - spot.dx * x))
    turned = replace(spot, dx=down[0] / length, dy=down[1] / length)
    if abs(dx) > abs(dy):
        turned = replace(turned, height=spot.width, width=spot.height)
    return Index(turned, chances, strange, nothing, middle)
