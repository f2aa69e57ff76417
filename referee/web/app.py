"""The application: one factory, and the list of what belongs to it.

Owns configuration and where templates, static files and the instance folder lie.
Refuses pages: each has its blueprint, named in `BLUEPRINTS`.
Start reading at `create_app`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from flask import Flask, request
from flask_babel import Babel
from flask_wtf import CSRFProtect

from referee import store
from referee.web import access, errors, host, limits, logs, metrics, readings, security, shell, speaking

BLUEPRINTS: Final = (
    "home", "opening", "settings", "table", "laydown", "rulings", "photos", "closing", "history", "ending",
    "questions", "disputes", "rulebook", "house_rules", "agreements", "api",
    "live", "sharing", "seat", "settling", "shell",
    "melds", "people", "rounds",
    "review", "review_log", "review_throw", "exports", "imports", "players", "bin",
    "host", "health", "metrics",
)  # fmt: skip
"""The modules of pages, in order of a night; each holds `pages`, its blueprint."""

LARGEST_FORM: Final = 62_000_000
"""Bytes of one request: the largest photo that may be read, and the form around it."""


class House(Flask):
    """The application. Its log names pages, never their addresses: a match's key is in them."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s failed (%s)", request.endpoint, request.method, exc_info=exc_info)


def house_folder(name: str) -> Path:
    """`templates` or `static`: at the root of the source tree, or inside the installed package."""
    here = Path(__file__).resolve()
    packed, beside = here.parents[1] / name, here.parents[2] / name
    found = packed if packed.is_dir() else beside
    if not found.is_dir():
        raise FileNotFoundError(f"no folder {name}: looked for {packed} and {beside}")
    return found


def instance_folder(instance_path: str | os.PathLike[str] | None = None) -> Path:
    """Where the database, the secret and the photos lie: as told, REFEREE_INSTANCE, or ./instance."""
    told = instance_path or os.environ.get("REFEREE_INSTANCE") or "instance"
    folder = Path(told).expanduser().resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def create_app(
    instance_path: str | os.PathLike[str] | None = None, config: Mapping[str, Any] | None = None
) -> Flask:
    """Make the application. The tables are there after `store.upgrade(app)`, which `serve` runs."""
    instance = instance_folder(instance_path)
    app = House(
        "referee",
        instance_path=str(instance),
        template_folder=str(house_folder("templates")),
        static_folder=str(house_folder("static")),
    )
    app.config.update(
        SECRET_KEY=store.secret_key(instance),
        # A night of Carioca lasts longer than an hour.
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="referee",
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=1_000_000,
        MAX_FORM_PARTS=600,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    app.config.update(config or {})
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    store.attach(app)
    CSRFProtect(app)
    Babel(app, locale_selector=speaking.babel_locale)
    # What comes first sees an answer last, as it leaves the house.
    for part in (logs, metrics, speaking, security, errors, limits, access, readings, host, shell):
        part.attach(app)
    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"referee.web.{name}").pages)
    return app
