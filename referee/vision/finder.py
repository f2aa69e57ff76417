"""Where the corner indices are: looks at a photo at several scales for spots.

Refuses to name them. Start reading at `find`.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from referee.vision.crops import Spot
from referee.vision.nets import Nets
from referee.vision.photo import Pixels

LONG_SIDE = 1280
"""Pixels of the longer side in the first look; small pictures are enlarged to `SHORT_LONG_SIDE`."""
SHORT_LONG_SIDE = 960
FLOOR = 0.25
"""Heat below which no spot is looked at."""
MARK = 0.2
"""The same for a joker's mark, which is faint to the finder: a net of its own looks at it again."""
MOST_SPOTS = 320
"""More than two packs show; noise that looks like more must not eat the time."""
LARGE = 26.0
"""Height in pixels from which a spot of a smaller look counts; lower ones the larger look sees better."""
SMALL = 17.0
"""Median height in the first look below which a closer look is worth its time."""
MOST_CLOSE_PIXELS = 2_600_000


def find(photo: Pixels, nets: Nets, mark: float = MARK) -> list[Spot]:
    """All spots that may be an index, in the photo's pixels, hottest first, none twice.

    `mark` is the heat below which no spot is looked at as a joker's mark.
    """
    long = max(photo.shape[:2])
    first = LONG_SIDE / long if long >= LONG_SIDE else max(1.0, SHORT_LONG_SIDE / long)
    spots = _look(photo, first, nets, mark)
    for smaller in (first / 2, first / 4):
        # What fills the picture, as a joker's word on a card held close, shows in a small one only.
        spots = _distinct(spots + [s for s in _look(photo, smaller, nets, mark) if s.height * smaller > LARGE])
    sizes = [s.height * first for s in spots if s.heat > 0.4]
    if sizes and float(np.median(sizes)) < SMALL and first < 1:
        spots = _distinct(spots + _closer(photo, spots, first, nets, mark))
    return spots


def _closer(photo: Pixels, spots: list[Spot], first: float, nets: Nets, mark: float) -> list[Spot]:
    """Look again, twice as close, where the spots are; less close where that is much of the photo."""
    reach = 8 * max(s.height for s in spots if s.heat > 0.4)
    height, width = photo.shape[:2]
    near = [s for s in spots if s.heat > 0.4]
    left = int(max(0, min(s.x for s in near) - reach))
    right = int(min(width, max(s.x for s in near) + reach))
    top = int(max(0, min(s.y for s in near) - reach))
    low = int(min(height, max(s.y for s in near) + reach))
    area = (right - left) * (low - top)
    scale = min(2 * first, 1.0, math.sqrt(MOST_CLOSE_PIXELS / max(1, area)))
    if scale < 1.25 * first:
        return []
    found = _look(photo[top:low, left:right], scale, nets, mark)
    return [replace(s, x=s.x + left, y=s.y + top) for s in found if s.height * scale < 2 * LARGE]


def _look(photo: Pixels, scale: float, nets: Nets, mark: float) -> list[Spot]:
    """Spots of one look at a reduced or enlarged photo, in the photo's pixels."""
    height, width = photo.shape[:2]
    size = (max(16, round(width * scale)), max(16, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    picture = cv2.resize(photo, size, interpolation=how)
    # Grey filling up to whole cells, as in training.
    filled = np.full((-(-size[1] // 16) * 16, -(-size[0] // 16) * 16, 3), 114, np.uint8)
    filled[: size[1], : size[0]] = picture
    out = nets.heat(filled)
    chances = 1 / (1 + np.exp(-out[:2]))
    best = chances.max(0)
    likely = (chances[0] > FLOOR) | (chances[1] > mark)
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & likely
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns], kind="stable")[: 2 * MOST_SPOTS]
    spots = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        v = out[2:, row, column].tolist()
        length = math.hypot(v[4], v[5]) + 1e-6
        spots.append(
            Spot(
                x=(column + v[0]) * 4 / scale,
                y=(row + v[1]) * 4 / scale,
                height=32 * math.exp(min(3.0, max(-2.5, v[2]))) / scale,
                width=16 * math.exp(min(3.0, max(-2.5, v[3]))) / scale,
                dx=v[4] / length,
                dy=v[5] / length,
                heat=float(best[row, column]),
                joker=float(chances[1, row, column]),
            )
        )
    return _distinct(spots)


def _distinct(spots: list[Spot]) -> list[Spot]:
    """Keep the hottest of those that cover one another, and no more than can be named in time."""
    spots = sorted(spots, key=lambda s: -s.heat)
    kept: list[Spot] = []
    data = np.zeros((len(spots), 6))
    for spot in spots:
        if len(kept) >= MOST_SPOTS:
            break
        others = data[: len(kept)]
        ex, ey = spot.x - others[:, 0], spot.y - others[:, 1]
        along = np.abs(ex * others[:, 2] + ey * others[:, 3])
        across = np.abs(ex * others[:, 3] - ey * others[:, 2])
        same = ((along < 0.45 * others[:, 4]) & (across < 0.6 * others[:, 5])) | (
            np.hypot(ex, ey) < 0.3 * spot.height
        )
        if not same.any():
            data[len(kept)] = (spot.x, spot.y, spot.dx, spot.dy, spot.height, spot.width)
            kept.append(spot)
    return kept
