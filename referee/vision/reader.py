"""From a photo's bytes to its `Reading`: the stages in their order.

Open, find spots, name them, look again at jokers, put corners together to cards, decide, group into melds, hint.
Start reading at `read_photo`.
"""

from __future__ import annotations

import math
import time

from referee.vision import nets
from referee.vision.confidence import Verdict, judge
from referee.vision.corners import SeenCard, cards_of
from referee.vision.crops import Halved
from referee.vision.finder import find
from referee.vision.hints import hints_for
from referee.vision.jokers import look_again
from referee.vision.melds import Lying, group
from referee.vision.namer import Index, read_indices
from referee.vision.photo import Pixels, open_photo
from referee.vision.reading import Quad, Reading, Sighting


def read_photo(data: bytes) -> Reading:
    """What `read_cards` answers; raises `PhotoError`."""
    start = time.perf_counter()
    photo = open_photo(data)
    indices = see(photo.pixels)
    cards = cards_of([index for index in indices if index.nothing < 0.6])
    height, width = photo.pixels.shape[:2]
    judged = [(card, verdict) for card in cards if (verdict := judge(card, card.over(width, height))) is not None]
    sightings = _sightings(judged, photo.scale)
    strips = sum(index.nothing >= 0.6 for index in indices)
    hints = hints_for(photo.pixels, [card for card, _ in judged], sightings, strips)
    ms = round(1000 * (time.perf_counter() - start))
    return Reading(photo.width, photo.height, ms, sightings, hints)


def see(pixels: Pixels) -> list[Index]:
    """All indices of an upright picture, named, before any decision."""
    model = nets.load()
    photo = Halved(pixels)
    return look_again(photo, read_indices(photo, find(pixels, model), model), model)


def _sightings(judged: list[tuple[SeenCard, Verdict]], scale: int) -> tuple[Sighting, ...]:
    melds = group([_lying(card) for card, _ in judged])
    sightings = []
    for meld, members in enumerate(melds):
        for place, at in enumerate(members):
            card, verdict = judged[at]
            quad = _quad(card, scale)
            sightings.append(Sighting(verdict.card, verdict.confidence, quad, meld, place, verdict.guesses))
    return tuple(sightings)


def _quad(card: SeenCard, scale: int) -> Quad:
    a, b, c, d = card.corners[0].spot.scaled(scale).quad()
    return a, b, c, d


def _lying(card: SeenCard) -> Lying:
    """How a card lies, from its clearest corner, and its middle from two opposite ones."""
    spot = card.corners[0].spot
    for corner in card.corners[1:]:
        other = corner.spot
        if spot.dx * other.dx + spot.dy * other.dy < 0:
            middle = ((spot.x + other.x) / 2, (spot.y + other.y) / 2)
            diagonal = math.dist((spot.x, spot.y), (other.x, other.y))
            return Lying(spot.x, spot.y, spot.dx, spot.dy, spot.height, middle, diagonal)
    return Lying(spot.x, spot.y, spot.dx, spot.dy, spot.height, card.corners[0].middle)
