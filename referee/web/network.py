"""Where this machine is found in the home network.

Owns the finding of its addresses and the address that other phones can open. Refuses
to send anything: it only asks this machine.
Start reading at `outside_address`.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit, urlunsplit

from flask import request


def home_address() -> str:
    """This machine's address in the home network; the loopback one where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: a datagram socket only looks up which address it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def home_addresses() -> list[str]:
    """Every IPv4 address of this machine that its own name leads to, the one of the home network first."""
    found = [home_address()]
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        named = []
    for *_, address in named:
        if str(address[0]) not in found:
            found.append(str(address[0]))
    return found


def outside_address(path: str) -> str:
    """A whole address for other phones: as this one was opened, but never one that only this machine has."""
    parts = urlsplit(request.host_url)
    if _only_here(parts.hostname or ""):
        port = f":{parts.port}" if parts.port else ""
        parts = parts._replace(netloc=home_address() + port)
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _only_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
