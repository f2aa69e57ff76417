"""Who keeps the house: a password for the instance, with which the first page lists every match.

Owns the password and its form. It is HOST_PASSWORD, or HOST_PASSWORD_HASH as
`python -m referee.web.host` makes it; without either there is no host and no form.
Refuses to write in anybody's match: the host looks.
Start reading at `enter`.
"""

from __future__ import annotations

import hmac
import os
from typing import Final

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, session, url_for
from flask_wtf import FlaskForm
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response
from wtforms import PasswordField

from referee import store
from referee.web import limits
from referee.web.speaking import say

pages = Blueprint("host", __name__, url_prefix="/host")

SHOWN: Final = 30
"""Matches on one page of the list."""


def attach(app: Flask) -> None:
    """Settle whether there is a host."""
    plain = app.config.get("HOST_PASSWORD") or os.environ.get("HOST_PASSWORD", "")
    hashed = app.config.get("HOST_PASSWORD_HASH") or os.environ.get("HOST_PASSWORD_HASH", "")
    # Another password, and who came in by the old one is out.
    mark = hmac.digest(str(app.secret_key).encode(), f"host {hashed or plain}".encode(), "sha256").hex()
    app.config["HOST_PASSWORD_HASH"] = hashed or (generate_password_hash(plain) if plain else "")
    app.config["HOST_MARK"] = mark
    app.config.pop("HOST_PASSWORD", None)
    app.jinja_env.globals["has_host"] = bool(app.config["HOST_PASSWORD_HASH"])


class PasswordForm(FlaskForm):
    """The password alone."""

    password = PasswordField()


def is_here() -> bool:
    """Whether this browser has given the host's password."""
    there = bool(current_app.config["HOST_PASSWORD_HASH"])
    return there and hmac.compare_digest(str(session.get("host", "")), current_app.config["HOST_MARK"])


def every_key(page: int) -> list[str]:
    """The host's look keys to the matches of a page of the list, counted from 1, and one more where it goes on."""
    first = (max(1, page) - 1) * SHOWN
    return [key for _, key in store.every_match(str(current_app.secret_key), first, SHOWN + 1)]


def _or_404() -> str:
    return str(current_app.config["HOST_PASSWORD_HASH"]) or abort(404)


@pages.get("")
def show() -> str:
    """The form; for who is in already, the way out."""
    _or_404()
    return render_template("host/host.html", form=PasswordForm(), here=is_here(), wrong=None)


@pages.post("")
def enter() -> tuple[str, int] | Response:
    """The password sent: right, the browser is the host's; wrong, it counts."""
    hashed = _or_404()
    limits.check("passwords")
    # Longer ones are nobody's, and cost time to hash.
    given = request.form.get("password", "")[:1000]
    if not check_password_hash(hashed, given):
        limits.count("passwords")
        return render_template("host/host.html", form=PasswordForm(), here=False, wrong=say("gate.host.wrong")), 422
    session["host"] = current_app.config["HOST_MARK"]
    return redirect(url_for("home.show"), 303)


@pages.post("/leave")
def leave() -> Response:
    """Not the host's browser any more."""
    session.pop("host", None)
    return redirect(url_for("home.show"), 303)


if __name__ == "__main__":
    from getpass import getpass

    print(generate_password_hash(getpass()))
