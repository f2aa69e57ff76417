"""From a photo's bytes to its `Reading`: the stages in their order.

Start reading at `read_photo`.
"""

from __future__ import annotations

import time

from referee.vision.photo import open_photo
from referee.vision.reading import Hint, Reading, Sighting


def read_photo(data: bytes) -> Reading:
    """What `read_cards` answers; raises `PhotoError`."""
    start = time.perf_counter()
    photo = open_photo(data)
    sightings: tuple[Sighting, ...] = ()
    hints = () if sightings else (Hint.NO_CARDS,)
    ms = round(1000 * (time.perf_counter() - start))
    return Reading(photo.width, photo.height, ms, sightings, hints)
