"""The embedded server for https: cheroot, with its handshakes taken out of the way of others.

Owns the TLS connection. Refuses certificates of its own making: `tls` makes them.
Start reading at `SecureServer`.
"""

from __future__ import annotations

import socket
import ssl
from typing import TYPE_CHECKING, Any, Final

from cheroot import errors, server, wsgi
from cheroot.ssl.builtin import BuiltinSSLAdapter

if TYPE_CHECKING:
    from flask import Flask

    from referee.web.tls import ServerCertificate

THREADS: Final = 16
IDLE_SECONDS: Final = 10
TLS_BEGINS: Final = b"\x16"
LONGEST_HEAD: Final = 8192


class _Adapter(BuiltinSSLAdapter):
    """Wraps a connection without shaking hands yet: a phone that went out of reach would hold up the rest."""

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, Any]]:
        try:
            wrapped = self.context.wrap_socket(sock, do_handshake_on_connect=False, server_side=True)
        except OSError as gone:
            raise errors.FatalSSLAlert(*gone.args) from gone
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class _Connection(server.HTTPConnection):
    """Shakes hands in the thread of the connection; http is shown the way to https."""

    shaken = False

    def communicate(self) -> bool:
        if not self.shaken:
            self.shaken = True
            if not self._shake():
                return False
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def _shake(self) -> bool:
        try:
            # The plain socket's own methods, past the TLS that is not there yet.
            if socket.socket.recv(self.socket, 1, socket.MSG_PEEK) != TLS_BEGINS:
                socket.socket.sendall(self.socket, way_to_https(socket.socket.recv(self.socket, LONGEST_HEAD)))
                return False
            self.socket.do_handshake()
        except OSError:
            # Gone, or does not trust this house yet: its browser says so to its person.
            return False
        return True


def way_to_https(head: bytes) -> bytes:
    """The answer to plain http: the same address with https, or 400 where none can be made out."""
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    host = next((line[5:].strip() for line in lines if line.lower().startswith("host:")), "")
    if len(words) != 3 or not words[1].startswith("/") or not host:
        return b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    return (
        f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{host}{words[1]}\r\n"
        "Content-Length: 0\r\nConnection: close\r\n\r\n"
    ).encode("latin-1")


class SecureServer:
    """Serves an application over https until stopped; listens from the beginning, at `port`."""

    def __init__(self, app: Flask, host: str, port: int, certificate: ServerCertificate) -> None:
        self._server = wsgi.Server((host, port), app, numthreads=THREADS, timeout=IDLE_SECONDS)
        self._server.max_request_body_size = int(app.config["MAX_CONTENT_LENGTH"])
        self._server.ConnectionClass = _Connection
        self._server.ssl_adapter = _Adapter(str(certificate.chain), str(certificate.key))
        self._server.prepare()
        self.port = int(self._server.bind_addr[1])

    def run(self) -> None:
        """Answer until stopped."""
        self._server.serve()

    def stop(self) -> None:
        """Answer what has begun, and no more."""
        self._server.stop()
