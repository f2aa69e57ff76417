"""How the cards lie: rows, fans and clusters, each in the order of laying it out.

Owns the grouping of sightings into melds and their order along each. Works on places alone:
names play no part. Start reading at `group`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

CARD_WIDTH, CARD_LENGTH = 3.6, 5.15
"""Of the usual card, in heights of its index, where no card of the photo shows two corners."""


@dataclass(frozen=True)
class Lying:
    """A card as it lies: a corner's centre, the direction down the card, index height, in pixels.

    `centre` is the card's middle where it is known, `diagonal` the way between two opposite
    corners where both are seen.
    """

    x: float
    y: float
    dx: float
    dy: float
    height: float
    centre: tuple[float, float] | None = None
    diagonal: float = 0.0


def group(cards: list[Lying]) -> list[list[int]]:
    """Melds as lists of positions in `cards`, in order along each; melds in reading order.

    Cards belong together when each lies less than about a card's width from the next, side
    by side or one over the other, at a similar angle.
    """
    if not cards:
        return []
    long = _card_length(cards)
    middles = np.array([_middle(card, long) for card in cards])
    linked = _links(cards, middles, long)
    melds = [_along(part, cards, middles) for part in _parts(linked)]
    melds = [piece for meld in melds for piece in _cut(meld, middles, long)]
    tops = [middles[meld].mean(0) for meld in melds]
    rows = max(1.0, 0.5 * long)
    return [meld for _, meld in sorted(zip(tops, melds, strict=True), key=lambda t: (t[0][1] // rows, t[0][0]))]


def _card_length(cards: list[Lying]) -> float:
    """Pixels of a card's long edge: from diagonals between corners, else from index heights."""
    diagonals = [card.diagonal for card in cards if card.diagonal]
    if diagonals:
        return 1.1 * float(np.median(diagonals))
    return CARD_LENGTH * float(np.median([card.height for card in cards]))


def _middle(card: Lying, long: float) -> tuple[float, float]:
    """The card's middle, estimated from its upper left corner where that alone is seen."""
    if card.centre is not None:
        return card.centre
    down, right = 0.35 * long, 0.28 * long
    return card.x + card.dx * down + card.dy * right, card.y + card.dy * down - card.dx * right


def _links(cards: list[Lying], middles: np.ndarray, long: float) -> np.ndarray:
    wide = long * CARD_WIDTH / CARD_LENGTH
    dx, dy = np.array([(card.dx, card.dy) for card in cards]).T
    # Upside down in the row is the same row: compare axes, not directions.
    aligned = np.abs(dx[:, None] * dx + dy[:, None] * dy)
    ex, ey = middles[:, 0] - middles[:, None, 0], middles[:, 1] - middles[:, None, 1]
    along = np.abs(ex * dx[:, None] + ey * dy[:, None])
    across = np.abs(ex * dy[:, None] - ey * dx[:, None])
    along, across = np.maximum(along, along.T), np.maximum(across, across.T)
    row = (across < 1.3 * wide) & (along < 0.45 * long)
    column = (across < 0.3 * wide) & (along < 0.55 * long)
    near = np.hypot(ex, ey) < 0.5 * wide
    return np.asarray(((row | column) & (aligned > math.cos(math.radians(32)))) | near, bool)


def _parts(linked: np.ndarray) -> list[list[int]]:
    left, parts = set(range(len(linked))), []
    while left:
        part, edge = [], [min(left)]
        left.discard(edge[0])
        while edge:
            at = edge.pop()
            part.append(at)
            fresh = [i for i in np.flatnonzero(linked[at]).tolist() if i in left]
            left.difference_update(fresh)
            edge += fresh
        parts.append(sorted(part))
    return parts


def _along(part: list[int], cards: list[Lying], middles: np.ndarray) -> list[int]:
    """Order a meld from its left as its cards are read; fans by angle, others along their line."""
    if len(part) < 2:
        return part
    directions = np.array([(cards[i].dx, cards[i].dy) for i in part])
    lead = directions[0]
    directions *= np.where(directions @ lead < 0, -1, 1)[:, None]
    mean = directions.mean(0) / (np.linalg.norm(directions.mean(0)) + 1e-9)
    # A card that shows both its corners reads either way: the others tell what is up, else the photo.
    votes = sum(float(np.dot((cards[i].dx, cards[i].dy), mean)) for i in part if not cards[i].diagonal)
    if votes < 0 or (votes == 0 and (mean[1] < -0.1 or (mean[1] < 0.1 and mean[0] < 0))):
        mean, directions = -mean, -directions
    right = np.array([mean[1], -mean[0]])
    turns = np.arctan2(directions @ -right, directions @ mean)
    spread = middles[part]
    if float(np.ptp(turns)) > math.radians(40):
        return [part[i] for i in np.argsort(turns, kind="stable")]
    across, along = spread @ right, spread @ mean
    key = along if np.ptp(along) > 1.5 * np.ptp(across) else across
    return [part[i] for i in np.argsort(key, kind="stable")]


def _cut(meld: list[int], middles: np.ndarray, long: float) -> list[list[int]]:
    """Part a row at a gap much wider than its others: two melds laid one beside the other."""
    if len(meld) < 4:
        return [meld]
    gaps = np.linalg.norm(np.diff(middles[meld], axis=0), axis=1)
    usual = float(np.median(gaps))
    pieces, start = [], 0
    for i, gap in enumerate(gaps.tolist()):
        if gap > 2.2 * usual and gap > 0.55 * long:
            pieces.append(meld[start : i + 1])
            start = i + 1
    return [*pieces, meld[start:]]
