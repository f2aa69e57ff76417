"""Language and look: chosen by a person, kept in his browser's cookies."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from referee import wording
from referee.web.speaking import LANGUAGE_COOKIE, LOOKS

pages = Blueprint("settings", __name__, url_prefix="/settings")

_YEAR: Final = 366 * 24 * 3600


def _back() -> str:
    """Where the person came from, as a path of this house."""
    back = request.values.get("back", "")
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    return back if inside and len(back) < 500 else url_for("home.show")


@pages.get("")
def show() -> str:
    """The choices as they stand."""
    return render_template("home/settings.html", form=FlaskForm(), back=_back())


@pages.post("")
def keep() -> Response:
    """Keep what was chosen and go back."""
    response = redirect(_back(), 303)
    # What is left unchosen in a form is off: a checkbox sends nothing then.
    chosen = {name: request.form.get(name, values[-1]) for name, values in LOOKS.items()}
    chosen[LANGUAGE_COOKIE] = request.form.get("lang", "")
    for name, value in chosen.items():
        if value in (wording.LANGUAGES if name == LANGUAGE_COOKIE else LOOKS[name]):
            # Scripts set the look's cookies too, so that a choice shows at once.
            response.set_cookie(name, value, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response
