"""Pages for what is not there, not allowed or went wrong: a sentence each, never a trace.

Owns the error pages. Start reading at `attach`.
"""

from __future__ import annotations

from flask import Flask, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from referee.store import StoreTroubleError
from referee.web.speaking import say, say_if


def _page(code: int, name: str) -> tuple[str, int]:
    title = say_if(f"table.error.{name}", "table.error.other")
    text = say_if(f"table.error.{name}.text", "table.error.other.text")
    return render_template("errors/error.html", title=title, text=text), code


def attach(app: Flask) -> None:
    """Answer every error with a page in the reader's language."""

    @app.errorhandler(CSRFError)
    def form_is_old(_error: CSRFError) -> tuple[str, int]:
        return _page(400, "csrf")

    @app.errorhandler(HTTPException)
    def known(error: HTTPException) -> tuple[str, int]:
        return _page(error.code or 500, str(error.code))

    @app.errorhandler(StoreTroubleError)
    def database(trouble: StoreTroubleError) -> tuple[str, int]:
        app.logger.error("the database could not: %s", trouble)
        # The form goes along, so that it can be sent again as it was: its mark sees that it counts once.
        sent = list(request.form.items(multi=True)) if request.method == "POST" else []
        # No page can put a file into its own form.
        files = [name for name, file in request.files.items() if file.filename]
        title, text = say("table.error.database"), say(f"trust.trouble.{trouble.cause}")
        return render_template(
            "errors/trouble.html", title=title, text=text, sent=sent, files=files, address=request.full_path
        ), 503
