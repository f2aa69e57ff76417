"""What a browser remembers: the keys of the matches it has started or opened, newest first.

Owns that cookie. Refuses to keep it here: the server stores no key and no list of who
opened what, so there is nothing to leak.
Start reading at `remembered`.
"""

from __future__ import annotations

from typing import Final

from flask import Response, g, request

from referee.store.keys import KEY_SHAPE

COOKIE: Final = "mesas"
MOST: Final = 120
_YEAR: Final = 366 * 24 * 3600


def remembered() -> list[str]:
    """The keys this browser holds, newest first."""
    keys = request.cookies.get(COOKIE, "").split(".")
    return [key for key in keys if KEY_SHAPE.fullmatch(key)][:MOST]


def keep(response: Response, keys: list[str]) -> Response:
    """Hand the browser its list."""
    response.set_cookie(
        COOKIE, ".".join(keys[:MOST]), max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def remember(response: Response) -> Response:
    """Put the match of this request first in the list, where it is not first already."""
    here = g.get("table")
    if here is not None and response.status_code < 400:
        keys = remembered()
        if keys[:1] != [here.key]:
            keep(response, [here.key, *(key for key in keys if key != here.key)])
    return response
