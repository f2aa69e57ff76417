"""What may be wrong with a photo, from its light and from what was found in it.

Start reading at `hints_for`.
"""

from __future__ import annotations

import cv2
import numpy as np

from referee.vision.corners import SeenCard
from referee.vision.photo import Pixels
from referee.vision.reading import Hint, Sighting

DARK = 45.0
"""Mean brightness (0–255) of the brightest quarter of the picture, below which it is too dark."""
BLURRED = 18.0
"""Variance of the Laplacian, on a picture 800 pixels long, below which nothing is sharp."""
FAR = 13.0
"""Index height in pixels of the photo below which suits cannot be told."""
GLARE_SHARE = 0.3
"""Share of unsure cards that lie in burnt-out light, from which glare is to blame."""


def hints_for(
    photo: Pixels, cards: list[SeenCard], sightings: tuple[Sighting, ...], strips: int
) -> tuple[Hint, ...]:
    """Hints, in the order of the enum. `strips` counts suit signs seen without a rank above them.

    Hints are given only where something is unsure or nothing was found: a photo that reads
    well needs none, however dark.
    """
    unsure = [s for s in sightings if s.card is None]
    hints = set()
    if not sightings:
        hints.add(Hint.NO_CARDS)
    if not sightings or 4 * len(unsure) >= len(sightings):
        grey = _small_grey(photo)
        if float(np.sort(grey.ravel())[-grey.size // 4 :].mean()) < DARK:
            hints.add(Hint.TOO_DARK)
        elif float(cv2.Laplacian(grey, cv2.CV_32F).var()) < BLURRED:
            hints.add(Hint.TOO_BLURRED)
        if unsure and _in_glare(photo, unsure) >= GLARE_SHARE * len(unsure):
            hints.add(Hint.GLARE)
        heights = [card.corners[0].spot.height for card in cards]
        if heights and float(np.median(heights)) < FAR:
            hints.add(Hint.TOO_FAR)
        if strips >= 4 and strips > 2 * len(sightings):
            hints.add(Hint.UPSIDE_DOWN_FAN)
    return tuple(hint for hint in Hint if hint in hints)


def _small_grey(photo: Pixels) -> Pixels:
    scale = 800 / max(photo.shape[:2])
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else photo
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _in_glare(photo: Pixels, sightings: list[Sighting]) -> int:
    """How many of the prints are mostly burnt out."""
    burnt = 0
    for sighting in sightings:
        xs, ys = [round(p[0]) for p in sighting.quad], [round(p[1]) for p in sighting.quad]
        part = photo[max(0, min(ys)) : max(ys) + 1, max(0, min(xs)) : max(xs) + 1]
        burnt += bool(part.size and float((part.min(2) > 250).mean()) > 0.75)
    return burnt
