"""The counter: the pages that people use at the table.

Owns the application, its blueprints of one noun each, its forms, and who may open what
(`access`). Refuses to decide a rule (the engine does) and to hold a sentence (the
catalogs do).
Start reading at `app.create_app`, then `access`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.web.app import create_app
    from referee.web.serving import serve

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> object:
    # The command line names `serve` without paying for Flask when it only judges.
    if name == "create_app":
        from referee.web.app import create_app

        return create_app
    if name == "serve":
        from referee.web.serving import serve

        return serve
    raise AttributeError(name)
