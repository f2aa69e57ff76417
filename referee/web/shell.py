"""The shell: what a phone needs to install the house, and to open it without a network.

Owns the service worker's address, the manifest, the offline page and the certificate
that a phone may trust. Refuses scores: nothing here knows a match.
Start reading at `service_worker`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.web.speaking import language, say

pages = Blueprint("shell", __name__)

ICONS: Final = (
    ("icon.svg", "image/svg+xml", "any", "any"),
    ("icon-192.png", "image/png", "192x192", "any"),
    ("icon-512.png", "image/png", "512x512", "any"),
    ("maskable-512.png", "image/png", "512x512", "maskable"),
)
NIGHT: Final = "#10231d"
"""The colour of the cloth at night, as in tokens.css: the splash screen's."""


@pages.get("/sw.js")
def service_worker() -> AnyResponse:
    """The service worker, at the root so that it may look after every page."""
    script = Path(current_app.static_folder or "", "sw.js").read_bytes()
    answer = Response(script, mimetype="text/javascript")
    answer.headers["Service-Worker-Allowed"] = "/"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/manifest.webmanifest")
def manifest() -> AnyResponse:
    """What the phone's home screen is told, in the reader's language."""
    icons = [
        {"src": url_for("static", filename=f"icons/{name}"), "type": kind, "sizes": sizes, "purpose": purpose}
        for name, kind, sizes, purpose in ICONS
    ]
    told = {
        "id": "/", "start_url": "/", "scope": "/", "display": "standalone", "lang": language(),
        "name": say("shell.name"), "short_name": say("look.app"), "description": say("look.description"),
        "background_color": NIGHT, "theme_color": NIGHT, "icons": icons,
        "shortcuts": [{"name": say("table.home.new"), "url": url_for("opening.names")}],
    }  # fmt: skip
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")


@pages.get("/offline")
def offline() -> str:
    """What the phone shows by itself when there is no network."""
    return render_template("shell/offline.html")


@pages.get("/phone")
def phone() -> str:
    """What a phone misses without https, and how to trust this house's certificate."""
    return render_template("shell/phone.html", certificate=_authority().is_file(), secure=request.is_secure)


@pages.get("/carioca-ca.crt")
def certificate() -> AnyResponse:
    """The house's own authority, for a phone to trust; 404 where it has made none."""
    file = _authority()
    if not file.is_file():
        abort(404)
    return Response(file.read_bytes(), mimetype="application/x-x509-ca-cert")


def _authority() -> Path:
    # Loaded for these two pages alone: every start of the house would wait for the cryptography.
    from referee.web.tls import authority_file

    return authority_file(Path(current_app.instance_path))


def _fingerprint(static: Path) -> str:
    """Changes whenever a file of the shell does, so that phones fetch the new one."""
    digest = hashlib.sha256()
    for path in sorted(static.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(static).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _not_taken(response: Response) -> Response:
    """What a phone sends of itself, hours later perhaps, is taken when the answer leads on.

    A page that asks something back has nobody to read it: the phone is told so, and
    keeps what it holds for its person.
    """
    if request.method == "POST" and "X-Queued" in request.headers and response.status_code == 200:
        response.status_code = 422
    return response


def attach(app: Flask) -> None:
    """Tell templates which shell this is, and phones what was taken."""
    app.after_request(_not_taken)
    app.jinja_env.globals["app_version"] = _fingerprint(Path(app.static_folder or ""))
