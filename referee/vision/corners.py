"""Which indices are corners of one card. Decided by where they lie, never by name alone.

Two packs hold equal cards, so two equal indices are one card only where a card of this
photo's proportions has its opposite corners. Start reading at `cards_of`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.vision.marks import by_card
from referee.vision.namer import CARDS, JOKER_CARD, Index
from referee.vision.nets import Floats

NO_PAIR = 9.0
USUAL_ANGLE, USUAL_REACH = math.radians(39), 4.7
"""Of the line between opposite corners: angle to the long edge, length in index heights."""


@dataclass(frozen=True)
class SeenCard:
    """One card and its visible corners, the clearest first; chances as in `Index`, of all together."""

    corners: tuple[Index, ...]

    @classmethod
    def of(cls, corners: Iterable[Index]) -> SeenCard:
        """The card of these corners, in any order."""
        return cls(tuple(sorted(corners, key=lambda c: -c.chance * c.spot.heat)))

    @cached_property
    def chances(self) -> Floats:
        return self._together[: len(CARDS)]

    @cached_property
    def strange(self) -> float:
        return float(self._together[-2])

    @cached_property
    def nothing(self) -> float:
        return float(self._together[-1])

    def over(self, width: int, height: int) -> float:
        """How far the card's best lying index reaches over the picture's frame, as in `Spot.over`."""
        return min(corner.spot.over(width, height) for corner in self.corners)

    @cached_property
    def _together(self) -> Floats:
        # A second mark of a joker bears no second witness: what looks like one mark looks like two.
        joker = self.corners[0].middle is not None
        corners = [max(self.corners, key=lambda c: c.chance)] if joker else self.corners
        rows = [np.append(c.chances, (c.strange, c.nothing)) for c in corners]
        logs = np.log(np.maximum(np.array(rows, np.float64), 1e-4)).sum(0)
        powers = np.exp(logs - logs.max())
        return np.asarray(powers / powers.sum(), np.float32)


@dataclass(frozen=True)
class _Pair:
    """Two indices that may be opposite corners: their line's angle, length in index heights and in pixels."""

    first: int
    second: int
    angle: float
    reach: float
    length: float
    agree: float


@dataclass(frozen=True)
class _Shape:
    """The proportions that cards of this photo have; `known` says whether they were measured in it."""

    angle: float
    reach: float
    known: bool

    def misfit(self, pair: _Pair) -> float:
        """0 for a perfect pair; 1 is what turns and slants explain."""
        wide = 1.0 if self.known else 1.7
        turned = abs(pair.angle - self.angle) / (math.radians(13) * wide)
        return math.hypot(turned, math.log(pair.reach / self.reach) / (0.3 * wide))


def cards_of(indices: list[Index]) -> list[SeenCard]:
    """Put the indices together to cards; an index whose card shows no other corner is a card alone."""
    marks = [index for index in indices if index.middle is not None]
    # What looks only a little like a joker is no card, and no corner of one.
    numbered = [index for index in indices if index.middle is None and index.best != JOKER_CARD]
    return _numbered(numbered) + [SeenCard.of(own) for own in by_card(marks)]


def _numbered(indices: list[Index]) -> list[SeenCard]:
    """Cards of ranks and suits, by what lies in their corners."""
    pairs = _opposite_pairs(indices)
    shape = _shape_of([p for p in pairs if p.agree > 0.5])
    ranked = [(cost, p) for p in pairs if (cost := _cost(p, indices, shape)) < NO_PAIR]
    partner: dict[int, int] = {}
    for _, pair in sorted(ranked, key=lambda r: r[0]):
        if pair.first not in partner and pair.second not in partner:
            partner[pair.first], partner[pair.second] = pair.second, pair.first
    groups = [[i] if i not in partner else [i, partner[i]] for i in range(len(indices)) if partner.get(i, i) >= i]
    groups = _four_cornered(groups, indices)
    return [SeenCard.of(indices[i] for i in group) for group in groups]


def _opposite_pairs(indices: list[Index]) -> list[_Pair]:
    if len(indices) < 2:
        return []
    spots = [index.spot for index in indices]
    x, y, dx, dy, tall = np.array([(s.x, s.y, s.dx, s.dy, s.height) for s in spots]).T
    chances = np.array([index.chances for index in indices])
    against = dx[:, None] * dx + dy[:, None] * dy
    ax, ay = (dx[:, None] - dx) / 2, (dy[:, None] - dy) / 2
    length = np.hypot(ax, ay) + 1e-9
    ex, ey = x - x[:, None], y - y[:, None]
    along, across = (ex * ax + ey * ay) / length, (ex * ay - ey * ax) / length
    mean = np.sqrt(tall[:, None] * tall)
    ratio = tall[:, None] / tall
    fits = (against < -0.82) & (along > 0) & (across > 0) & (ratio > 0.5) & (ratio < 2)
    reach = np.hypot(along, across) / mean
    fits &= (reach > 1) & (reach < 14)
    agree = np.sqrt(chances) @ np.sqrt(chances).T
    return [
        _Pair(
            int(i),
            int(j),
            math.atan2(across[i, j], along[i, j]),
            float(reach[i, j]),
            float(reach[i, j] * mean[i, j]),
            float(agree[i, j]),
        )
        for i, j in zip(*np.nonzero(fits), strict=True)
        if i < j
    ]


def _shape_of(pairs: list[_Pair]) -> _Shape:
    """Measure the photo's own proportions on pairs that read alike; the usual ones where there are few."""
    usual = _Shape(USUAL_ANGLE, USUAL_REACH, known=False)
    plain = [p for p in pairs if usual.misfit(p) < 1.4]
    if len(plain) < 2:
        return usual
    angle, reach = float(np.median([p.angle for p in plain])), float(np.median([p.reach for p in plain]))
    close = [p for p in plain if abs(math.log(p.reach / reach)) < 0.25 and abs(p.angle - angle) < 0.25]
    return _Shape(angle, reach, known=True) if len(close) >= max(2, 0.75 * len(plain)) else usual


def _cost(pair: _Pair, indices: list[Index], shape: _Shape) -> float:
    """Misfit of a pair, more where the names disagree; `NO_PAIR` where it is none."""
    first, second = indices[pair.first], indices[pair.second]
    misfit = shape.misfit(pair)
    if min(first.chance, second.chance) > 0.8 and first.best == second.best:
        # Pictures stretched or seen at a slant: proportions vary from card to card.
        limit = 2.4 if shape.known else 1.45
    else:
        limit = 1.0
    if misfit > limit:
        return NO_PAIR
    if pair.agree > 0.5:
        return misfit
    unsure = min(first.chance, second.chance) < 0.6 and shape.known
    if misfit < 0.7 and (unsure or _akin(first, second)):
        return misfit + 0.5
    return NO_PAIR


def _akin(first: Index, second: Index) -> bool:
    """Clubs and spades, hearts and diamonds of one rank: read differently, they may still be one print."""
    a, b = CARDS[first.best], CARDS[second.best]
    return not a.is_joker and a.rank == b.rank and a.color == b.color


def _four_cornered(groups: list[list[int]], indices: list[Index]) -> list[list[int]]:
    """Give cards of decks with an index in all four corners their two other corners.

    Only once a card shows all four: two cards side by side must not become one otherwise.
    """
    taken: set[int] = set()
    whole, sides = [], []
    for pair in (g for g in groups if len(g) == 2):
        found, side = _other_corners(pair, taken, indices)
        if len(found) == 2 and not taken & {*pair, *found}:
            whole.append([*pair, *found])
            sides.append(side)
            taken.update(pair, found)
    if not whole:
        return groups
    left = [[i for i in g if i not in taken] for g in groups]
    return _join_upper(whole + [g for g in left if g], indices, float(np.median(sides)))


def _other_corners(pair: list[int], taken: set[int], indices: list[Index]) -> tuple[list[int], float]:
    """Indices in the two corners that a diagonal leaves, and the card's inner width in index heights."""
    first, second = (indices[i].spot for i in pair)
    dx, dy = (first.dx - second.dx) / 2, (first.dy - second.dy) / 2
    across = (second.x - first.x) * dy - (second.y - first.y) * dx
    found = []
    for spot, away in ((first, across), (second, -across)):
        x, y = spot.x + away * dy, spot.y - away * dx
        near = [
            (distance, i)
            for i in range(len(indices))
            if i not in taken
            and (distance := math.dist((x, y), (indices[i].spot.x, indices[i].spot.y))) < 0.5 * spot.height
            and indices[i].spot.dx * spot.dx + indices[i].spot.dy * spot.dy > 0.9
            and (indices[i].best == indices[pair[0]].best or indices[i].chance < 0.6)
        ]
        found += [i for _, i in sorted(near)[:1]]
    return found, across / first.height


def _join_upper(groups: list[list[int]], indices: list[Index], side: float) -> list[list[int]]:
    """In a deck known to have four indices, join two upright neighbours one card's width apart."""
    done: list[list[int]] = []
    for group in groups:
        spot = indices[group[0]].spot
        for other in done:
            mate = indices[other[0]].spot
            if len(group) + len(other) > 4 or indices[group[0]].best != indices[other[0]].best:
                continue
            ex, ey = mate.x - spot.x, mate.y - spot.y
            level = abs(ex * spot.dx + ey * spot.dy) < 0.35 * spot.height
            parallel = spot.dx * mate.dx + spot.dy * mate.dy > 0.95
            if level and parallel and abs(math.hypot(ex, ey) / spot.height - side) < 0.15 * side:
                other += group
                break
        else:
            done.append(group)
    return done
