"""Live pages: whether the match has gone on since a page was drawn.

Owns the version check, one small query that answers 304 to who has seen all. Refuses
to draw: a page that is behind asks for itself again, so a page and its live update
are the same partials.
Start reading at `version`.
"""

from __future__ import annotations

from flask import make_response, request
from werkzeug.wrappers import Response

from referee import store
from referee.web.access import match_pages, table, version_tag

pages = match_pages("live", __name__)


@pages.get("/version")
def version() -> Response:
    """How long the notebook is, as an ETag: 304 for who has seen all of it."""
    tag = version_tag(store.last_number(table().match))
    response = make_response("", 304 if request.headers.get("If-None-Match") == tag else 200)
    response.headers["ETag"] = tag
    # The browser keeps it, but asks every time: that is what the 304 is for.
    response.headers["Cache-Control"] = "no-cache"
    return response
