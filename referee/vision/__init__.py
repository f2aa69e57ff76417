"""The eye: reads a photo of real playing cards, each card right or unsure.

Owns opening untrusted photos, finding and naming cards, their confidence and their grouping
into melds. Refuses rules and human sentences: it answers with `Card`s and codes, and a
person confirms them. Start reading at `read_cards`, then `reader.py`.
"""

from referee.vision.reading import Fault, Hint, PhotoError, Point, Quad, Reading, Sighting, reading_to_json

__all__ = [
    "Fault",
    "Hint",
    "PhotoError",
    "Point",
    "Quad",
    "Reading",
    "Sighting",
    "read_cards",
    "reading_to_json",
]


def read_cards(photo: bytes) -> Reading:
    """Read the playing cards of a JPEG, PNG or WebP photo.

    The same bytes give the same sightings, from any number of threads at once. Raises
    `PhotoError` (with a `Fault`) for what is no readable photo; a photo without cards is
    a `Reading` without sightings and the hint `no-cards`.
    """
    # OpenCV takes a tenth of a second to import: only who reads a photo pays for it.
    from referee.vision.reader import read_photo

    return read_photo(photo)
