"""The shelf: notebooks lately written in, held open so that the next line costs no reading from the start.

Owns what one process remembers between two deeds. Refuses to be believed: whoever takes
a notebook compares its last line with the database's, and what differs is read anew.
Start reading at `Shelf.take`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from flask import current_app

from referee.engine.match import OpenNotebook

MOST: Final = 256
"""Notebooks held open; a night's has some 300 entries."""


class Shelf:
    """Notebooks by the match's number in the database, the one used longest ago first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notebooks: OrderedDict[int, OpenNotebook] = OrderedDict()

    def take(self, match: int) -> OpenNotebook:
        """The notebook, off the shelf so that nobody else uses it meanwhile; an empty one where there is none."""
        with self._lock:
            return self._notebooks.pop(match, None) or OpenNotebook()

    def put(self, match: int, notebook: OpenNotebook) -> None:
        """Lay it back, whether or not the lines read last were written in the end."""
        with self._lock:
            self._notebooks[match] = notebook
            if len(self._notebooks) > MOST:
                self._notebooks.popitem(last=False)


def shelf() -> Shelf:
    """The shelf of this application."""
    found = current_app.extensions.setdefault("referee.shelf", Shelf())
    assert isinstance(found, Shelf)
    return found
