"""The first recognizer: contours and template indices. Kept to measure the nets against.

Finds light four-sided cards lying apart, straightens them, and compares the upper left
corner with printed letters and suit signs. Names nothing it is not sure of; sees no fans.
Start reading at `read_with_templates`.
"""

from __future__ import annotations

import cv2
import numpy as np

from referee.engine.cards import Card
from referee.vision.photo import Pixels
from referee.vision.training import shapes
from referee.vision.training.shapes import Mask

_WIDE, _TALL = 250, 350
_SIDE = 32
_SURE, _LEAD = 0.6, 0.04
"""Correlation a template needs, and its lead over the second, before a name is given."""


def read_with_templates(photo: Pixels) -> list[Card | None]:
    """One entry for each card-like quadrilateral: its card, or None where unsure."""
    return [_name(face) for face in _faces(photo)]


def _faces(photo: Pixels) -> list[Pixels]:
    """Straightened cards, long edge upright, 250 x 350 pixels."""
    scale = min(1.0, 1000 / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, light = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    faces = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        quad = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(quad) != 4 or cv2.contourArea(hull) < 1500 or cv2.contourArea(contour) < 0.9 * cv2.contourArea(hull):
            continue
        corners = np.array(quad, np.float32)
        edges = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
        if edges[0] + edges[2] > edges[1] + edges[3]:
            corners = np.roll(corners, -1, 0)
        around = np.cross(corners[1] - corners[0], corners[2] - corners[1])
        target = [(0, 0), (_WIDE, 0), (_WIDE, _TALL), (0, _TALL)]
        if around < 0:
            target = [(_WIDE, 0), (0, 0), (0, _TALL), (_WIDE, _TALL)]
        matrix = cv2.getPerspectiveTransform(corners / np.float32(scale), np.array(target, np.float32))
        faces.append(np.asarray(cv2.warpPerspective(photo, matrix, (_WIDE, _TALL)), np.uint8))
    return faces


def _name(face: Pixels) -> Card | None:
    """Read a straightened card from either end; the clearer reading counts."""
    corners = [side[: _TALL // 3, : _WIDE // 6] for side in (face, face[::-1, ::-1])]
    readings = [_read_corner(corner) for corner in corners]
    card, sure = max(readings, key=lambda reading: reading[1])
    return card if sure >= _SURE else None


def _read_corner(corner: Pixels) -> tuple[Card | None, float]:
    grey = cv2.cvtColor(np.ascontiguousarray(corner), cv2.COLOR_BGR2GRAY)
    _, ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(ink)
    for part in range(1, count):
        x, _, wide, _, _ = stats[part]
        if x < 3 or x + wide >= ink.shape[1]:  # the frame, or a pip of the card's middle
            ink[parts == part] = 0
    rows = np.flatnonzero(ink.any(1))
    if len(rows) < 12:
        return None, 0.0
    breaks = np.flatnonzero(np.diff(rows) > 1)
    if not len(breaks):
        return None, 0.0
    bands = np.split(rows, breaks + 1)
    bands = [band for band in bands if len(band) > 8]
    if len(bands) < 2:
        return None, 0.0
    letter, sign = (shapes.trim(np.ascontiguousarray(ink[band[0] : band[-1] + 1])) for band in bands[:2])
    colours = corner[bands[1][0] : bands[1][-1] + 1].reshape(-1, 3).astype(int)
    red = int((colours[:, 2] - colours[:, 1]).max()) > 60
    rank, of_rank = _closest(letter, _letters())
    suit, of_suit = _closest(sign, {s: m for s, m in _signs().items() if (s[0] in "hd") == red})
    sure = min(of_rank, of_suit)
    number = {"A": 1, "J": 11, "Q": 12, "K": 13}.get(rank) or int(rank or 0)
    return (Card(number, suit[0]), sure) if rank and suit else (None, 0.0)


def _closest(mask: Mask, templates: dict[str, Mask]) -> tuple[str, float]:
    """The likest template's name and its correlation; "" where two are as like."""
    shape = cv2.resize(mask, (_SIDE, _SIDE)).astype(np.float32).ravel()
    likeness = {
        name: float(np.corrcoef(shape, t.astype(np.float32).ravel())[0, 1]) for name, t in templates.items()
    }
    first, second = sorted(likeness.values())[-1], sorted(likeness.values())[-2]
    name = max(likeness, key=lambda n: likeness[n])
    return (name, first) if first - second > _LEAD else ("", first)


def _letters() -> dict[str, Mask]:
    names = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    return {name: np.asarray(cv2.resize(shapes.glyph("sans", name), (_SIDE, _SIDE)), np.uint8) for name in names}


def _signs() -> dict[str, Mask]:
    rng = np.random.default_rng(0)
    return {suit: np.asarray(cv2.resize(shapes.suit_shape(suit, rng), (_SIDE, _SIDE)), np.uint8) for suit in "cdhs"}
