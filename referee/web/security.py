"""What every answer says to the browser about trust: nothing from elsewhere, nothing inline.

Owns the headers of all pages, cookies that keep to TLS where there is TLS, and whom to
believe about addresses (TRUSTED_PROXIES, TRUSTED_HOSTS). Refuses to know who may open
what: `access`.
Start reading at `POLICY`.
"""

from __future__ import annotations

import os
from ipaddress import ip_address
from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix

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

ONLY_TLS: Final = "max-age=31536000"
"""A year of nothing but TLS."""


class _Sessions(SecureCookieSessionInterface):
    """The session's cookie never leaves TLS where it came by TLS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure or super().get_cookie_secure(app)


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    # The key is in the address: it must not travel to another house.
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("X-Frame-Options", "DENY")
    if request.is_secure:
        # Over http browsers ignore it, and complain.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    if request.is_secure and not _at_home(request.host):
        response.headers.setdefault("Strict-Transport-Security", ONLY_TLS)
    return response


def _at_home(host: str) -> bool:
    """A bare address or a name of the home network: next time this house may be served there without TLS."""
    name = host.rsplit(":", 1)[0].strip("[]").lower()
    if name == "localhost" or name.endswith(".local"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def attach(app: Flask) -> None:
    """Put the headers on every answer. TRUSTED_PROXIES counts the proxies in front, none unless told."""
    told = app.config.setdefault("TRUSTED_PROXIES", os.environ.get("TRUSTED_PROXIES") or "0")
    if not str(told).isdecimal():
        raise ValueError(f"TRUSTED_PROXIES={told!r}: expected a number of proxies")
    if proxies := int(told):
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = fixed  # type: ignore[method-assign]
    hosts = os.environ.get("TRUSTED_HOSTS", "").replace(",", " ").split()
    if hosts:
        app.config["TRUSTED_HOSTS"] = hosts
    app.session_interface = _Sessions()
    app.after_request(_headers)
