"""What every answer says to the browser about trust: nothing from elsewhere, nothing inline.

Owns the headers of all pages. Refuses to know who may open what: `access`.
Start reading at `POLICY`.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    # The key is in the address: it must not travel to another house.
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if request.is_secure:
        # Over http browsers ignore it, and complain.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def attach(app: Flask) -> None:
    """Put the headers on every answer."""
    app.after_request(_headers)
