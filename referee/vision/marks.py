"""Jokers' marks, put together by the cards they lie on: words, stars and jesters, one to four on a card.

Decided by the middle that each tells of its card, never by how many there are. Start reading at `by_card`.
"""

from __future__ import annotations

import math
from itertools import combinations

from referee.vision.crops import Spot
from referee.vision.namer import Index

NEXT_CARD = 9.0
"""Misfit of the same mark of two cards; any above 1 is none of one card."""
SAME_MIDDLE = 0.4
"""Of the way between two jokers' marks: as far apart the middles may be that they tell for one card."""
SAME_PLACE = 0.35
"""Of the way from a joker's mark to its card's middle: as far apart, seen upright, two may be the same mark."""
SAME_WAY_UP = 0.5
"""Cosine of the turn between two jokers' marks, below which they may be opposite corners of one card."""
NEXT = 1.5
"""How much farther apart two places may be than the middles that they tell, for the same mark of two cards."""
SAME_MARK = 0.15
"""Of the way from a joker's mark to its card's middle: nearer to each other two marks are one, found twice."""
EDGE, DEEP = 1.1, 0.6
"""Of the way from a joker's mark to its card's middle: as far out that card may reach; and as far out another
mark may lie that makes this one, found too large and so telling a middle too far off, one of the same card."""
OF_FIGURE = 0.6
"""Of the longest of such ways on a card: what tells a shorter one is a sign on its figure, at no mark's place."""
OTHER, BESIDE = 0.5, 0.35
"""Of a joker's reach: as far from its middle another's may be; and of the way to that middle, as far as the
direction in which a mark tells one may pass it by."""


def by_card(marks: list[Index]) -> list[list[Index]]:
    """Jokers' marks by the cards they lie on: those of one card tell the same middle, however many it has.

    Two jokers side by side tell middles as far apart as their marks are. Whatever else lies on a
    joker, nearer to its middle than a mark of it is, belongs to it, but bears no witness.
    """
    groups: list[list[Index]] = []
    for mark in sorted(marks, key=lambda m: -m.chance * m.spot.joker):
        misfit, nearest = min(((_told(mark, own), n) for n, own in enumerate(groups)), default=(NEXT_CARD, 0))
        if misfit < 1:
            groups[nearest].append(mark)
        else:
            groups.append([mark])
    cards: list[list[Index]] = []
    # Marks that agree come first: a star on the joker's own coat, a word beside its foot agree with nothing.
    for own in sorted(groups, key=lambda g: (len(g) > 1, _reach(g) * max(m.chance for m in g)), reverse=True):
        if not any(_same_card(own, card) for card in cards):
            cards.append(own)
    return cards


def _same_card(marks: list[Index], card: list[Index]) -> bool:
    """Whether marks lie on a joker whose others are known: one tells the same middle, or all lie within."""
    mine, its = _measured(marks), _measured(card)
    if mine is not None and its is not None:
        return math.dist(mine[0], its[0]) < SAME_MIDDLE * min(mine[1], its[1])
    told = any(_told(mark, card) < 1 and not _next(mark, card) for mark in marks)
    return told or all(_within(mark, card) for mark in marks)


def _measured(card: list[Index]) -> tuple[tuple[float, float], float] | None:
    """A joker's middle, and how far out its marks lie, where two opposite ones are known; halfway between those."""
    opposite = [
        (math.dist((a.spot.x, a.spot.y), (b.spot.x, b.spot.y)) / 2, a.spot, b.spot)
        for a, b in combinations(card, 2)
        if a.spot.dx * b.spot.dx + a.spot.dy * b.spot.dy < -SAME_WAY_UP
    ]
    if not opposite:
        return None
    reach, a, b = max(opposite, key=lambda o: o[0])
    return ((a.x + b.x) / 2, (a.y + b.y) / 2), reach


def _told(mark: Index, card: list[Index]) -> float:
    return min(_apart(mark, other) for other in card)


def _next(mark: Index, card: list[Index]) -> bool:
    """Whether half of a joker's marks or more say that a mark is the same one of the next joker."""
    return 2 * sum(_apart(mark, other) == NEXT_CARD for other in card) >= len(card)


def _reach(card: list[Index]) -> float:
    """How far from its own middle a joker's outermost mark lies, in pixels."""
    return max(_way(mark.spot, mark) for mark in card)


def _within(mark: Index, card: list[Index]) -> bool:
    """Whether a mark lies on a joker whose others are known, and is none of the next or of one laid over it."""
    reach, measured = _reach(card), _measured(card)
    if any(_alike(mark, other) for other in card if _way(other.spot, other) > OF_FIGURE * reach):
        return False
    inside = any(_way(mark.spot, other) < EDGE * _way(other.spot, other) for other in card)
    inside = inside or any(_way(other.spot, mark) < DEEP * _way(mark.spot, mark) for other in card)
    if measured is not None:
        inside = inside or math.dist((mark.spot.x, mark.spot.y), measured[0]) < EDGE * measured[1]
    return inside and not _elsewhere(mark, card)


def _elsewhere(mark: Index, card: list[Index]) -> bool:
    """Whether a mark tells a middle as far off as a card's, and in another direction than that card's middle."""
    way = _way(mark.spot, mark)
    measured = _measured(card) or (_middle(max(card, key=lambda other: other.chance)), _reach(card))
    (x, y), reach = measured
    told_x, told_y = _middle(mark)
    if way < OF_FIGURE * reach or math.dist((x, y), (told_x, told_y)) < OTHER * reach:
        return False
    right, down = (told_x - mark.spot.x) / way, (told_y - mark.spot.y) / way
    ex, ey = x - mark.spot.x, y - mark.spot.y
    # Found too large, a mark tells its own card's middle too far off, but where it is.
    beyond = ex * right + ey * down > 0 and abs(ex * down - ey * right) < BESIDE * math.hypot(ex, ey)
    return not beyond


def _middle(mark: Index) -> tuple[float, float]:
    assert mark.middle is not None, "only jokers' marks that tell it are put together so"
    return mark.middle


def _way(spot: Spot, mark: Index) -> float:
    """How far it is from a spot to the middle that a joker's mark tells, in pixels."""
    return math.dist((spot.x, spot.y), _middle(mark)) + 1e-6


def _apart(mark: Index, other: Index) -> float:
    """How far apart the middles are that two marks tell, against the marks themselves; 0 for one found twice.

    `NEXT_CARD` where it fits better that they are the same mark of two cards, as the next one in a fan.
    """
    apart = math.dist((mark.spot.x, mark.spot.y), (other.spot.x, other.spot.y))
    if apart < SAME_MARK * (_way(mark.spot, mark) + _way(other.spot, other)) / 2:
        return 0.0
    middles = math.dist(_middle(mark), _middle(other))
    if _alike(mark, other) and math.dist(_place(mark), _place(other)) < NEXT * middles:
        return NEXT_CARD
    return middles / (SAME_MIDDLE * apart)


def _alike(mark: Index, other: Index) -> bool:
    """Whether two jokers' marks lie at the same place of their cards, as those of two cards in a row or fan do."""
    turn = mark.spot.dx * other.spot.dx + mark.spot.dy * other.spot.dy
    limit = SAME_PLACE * _way(other.spot, other)
    return turn > SAME_WAY_UP and math.dist(_place(mark), _place(other)) < limit


def _place(mark: Index) -> tuple[float, float]:
    """Where the middle lies that a joker's mark tells, seen from the mark in its own direction and across."""
    x, y = _middle(mark)[0] - mark.spot.x, _middle(mark)[1] - mark.spot.y
    return x * mark.spot.dx + y * mark.spot.dy, x * mark.spot.dy - y * mark.spot.dx
