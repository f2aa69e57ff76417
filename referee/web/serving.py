"""Serving a table: the embedded server, its address and the QR code for the phones around it.

Owns `referee serve`. Refuses to be a large house's server: any WSGI server runs `create_app`.
Start reading at `serve`.
"""

from __future__ import annotations

import io
import os
import socket
import sys

import segno
import waitress

from referee import store
from referee.store import daily
from referee.web.app import create_app
from referee.wording import translate

THREADS = 8


def serve(
    host: str = "0.0.0.0",
    port: int = 8000,
    instance: str | os.PathLike[str] | None = None,
    lang: str = "es",
) -> int:
    """Bring the database up to date, print where the phones find the table, and serve until stopped.

    Returns 0, or 2 where the database cannot be served, having said why.
    """
    app = create_app(instance)
    try:
        store.upgrade(app)
    except store.StoreTroubleError as trouble:
        print(translate(f"trust.trouble.{trouble.cause}", lang), file=sys.stderr)
        return 2
    server = waitress.create_server(app, host=host, port=port, threads=THREADS, ident=None)
    address = f"http://{home_address() if host in ('0.0.0.0', '::', '') else host}:{server.effective_port}/"
    print(translate("table.serve.address", lang, address=address))
    print(qr_text(address))
    print(translate("table.serve.stop", lang), flush=True)
    stop_rounds = daily.start(app)
    try:
        server.run()
    except KeyboardInterrupt:
        server.close()
    finally:
        stop_rounds()
    return 0


def qr_text(address: str) -> str:
    """A QR code of half blocks, for a dark or light terminal alike."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def home_address() -> str:
    """This machine's address in the home network; the loopback one where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: a datagram socket only looks up which address it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
