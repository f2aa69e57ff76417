"""Serving a table: the embedded server, its address and the QR code for the phones around it.

Owns `referee serve`: waitress for http; cheroot, of the same shape but with TLS, for
https. Refuses to be a large house's server: any WSGI server runs `create_app`.
Start reading at `serve`.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import segno
from waitress.server import create_server

from referee import store
from referee.store import daily
from referee.web import readings
from referee.web.app import create_app
from referee.web.network import home_address, home_addresses
from referee.wording import translate

if TYPE_CHECKING:
    from flask import Flask

THREADS = 8
EVERYWHERE = ("0.0.0.0", "::", "")


class _Server(Protocol):
    """What both embedded servers can do."""

    port: int

    def run(self) -> None: ...
    def stop(self) -> None: ...


class _Plain:
    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._server = create_server(app, host=host, port=port, threads=THREADS, ident=None)
        # Under a name with several addresses there are several sockets, all of the port that was told.
        self.port = int(getattr(self._server, "effective_port", port))

    def run(self) -> None:
        self._server.run()

    def stop(self) -> None:
        self._server.close()


def serve(
    host: str = "0.0.0.0",
    port: int = 8000,
    instance: str | os.PathLike[str] | None = None,
    lang: str = "es",
    tls: bool = False,
) -> int:
    """Bring the database up to date, print where the phones find the table, and serve until stopped.

    With `tls` the instance makes itself a certificate for the home addresses. Returns
    0, or 2 where the database cannot be served, having said why.
    """
    app = create_app(instance)
    try:
        store.upgrade(app)
    except store.StoreTroubleError as trouble:
        print(translate(f"trust.trouble.{trouble.cause}", lang), file=sys.stderr)
        return 2
    server = _secure(app, host, port) if tls else _Plain(app, host, port)
    scheme = "https" if tls else "http"
    address = f"{scheme}://{home_address() if host in EVERYWHERE else host}:{server.port}/"
    print(translate("table.serve.address", lang, address=address))
    print(qr_text(address))
    if tls:
        print(translate("serve.trust", lang, address=f"{address}phone"))
    stop_rounds = daily.start(app)
    # Told to stop by the system, it stops as for a person: what has begun is answered.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        print(translate("table.serve.stop", lang), flush=True)
        server.run()
    except KeyboardInterrupt:
        server.stop()
    finally:
        stop_rounds()
        readings.stop(app)
    return 0


def _secure(app: Flask, host: str, port: int) -> _Server:
    # Loaded for https alone: plain http needs neither the certificates nor the other server.
    from referee.web.secure_server import SecureServer
    from referee.web.tls import server_certificate

    app.config["SESSION_COOKIE_SECURE"] = True
    addresses = home_addresses() if host in EVERYWHERE else [host]
    return SecureServer(app, host, port, server_certificate(Path(app.instance_path), addresses))


def qr_text(address: str) -> str:
    """A QR code of half blocks, for a dark or light terminal alike."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()
