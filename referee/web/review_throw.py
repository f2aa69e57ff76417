"""Throwing a match into the bin: asked before it is done, and the host's alone to do."""

from __future__ import annotations

from flask import abort, redirect, render_template, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from referee import store
from referee.web.access import for_the_host, match_pages, table

pages = match_pages("throwing", __name__)


@pages.before_request
def _host_only() -> None:
    """A guest writes in the match, but it is not his to throw away."""
    if not table().hosts:
        abort(403)


@pages.get("/throw")
@for_the_host
def ask() -> str:
    """Whether to throw the match away, with what that means."""
    return render_template("bin/throw.html", state=table().state, form=FlaskForm(), days=store.DAYS_IN_BIN)


@pages.post("/throw")
@for_the_host
def throw() -> Response:
    """Throw it away: nobody's key opens it until it is brought back."""
    store.throw_away(table().match)
    return redirect(url_for("bin.show"), 303)
