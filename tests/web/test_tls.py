"""https of the house: its certificates, and a server that speaks TLS to every phone at once."""

from __future__ import annotations

import re
import socket
import ssl
import stat
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask

from referee.web.secure_server import SecureServer, way_to_https
from referee.web.tls import authority_file, server_certificate


def names(chain: Path) -> set[str]:
    covered = x509.load_pem_x509_certificate(chain.read_bytes()).extensions
    return {str(name.value) for name in covered.get_extension_for_class(x509.SubjectAlternativeName).value}


@pytest.fixture
def server(app: Flask, tmp_path: Path) -> Iterator[SecureServer]:
    server = SecureServer(app, "127.0.0.1", 0, server_certificate(tmp_path, []))
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    server.stop()
    thread.join()


def trusting(instance: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authority_file(instance)))


def get(server: SecureServer, instance: Path, host: str = "127.0.0.1", path: str = "/phone") -> str:
    address = f"https://{host}:{server.port}{path}"
    with urllib.request.urlopen(address, context=trusting(instance), timeout=8) as answer:
        return str(answer.read().decode())


def test_it_works(server: SecureServer, tmp_path: Path) -> None:
    assert "llega por https" in get(server, tmp_path)
    assert "llega por https" in get(server, tmp_path, "localhost")


def test_who_does_not_trust_it_is_not_served(server: SecureServer) -> None:
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://127.0.0.1:{server.port}/", timeout=8)


def test_a_phone_out_of_reach_holds_nobody_up(server: SecureServer, tmp_path: Path) -> None:
    """A connection that says nothing, and one that stops in the middle of its handshake."""
    with (
        socket.create_connection(("127.0.0.1", server.port)),
        socket.create_connection(("127.0.0.1", server.port)) as half,
    ):
        half.sendall(b"\x16\x03\x01")
        assert "llega por https" in get(server, tmp_path)


def test_http_is_shown_the_way_to_https(server: SecureServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=8) as plain:
        plain.sendall(b"GET /m/abc/ HTTP/1.1\r\nHost: 192.168.1.5:8000\r\n\r\n")
        answer = plain.recv(4096)
    assert answer.startswith(b"HTTP/1.1 307 ")
    assert b"\r\nLocation: https://192.168.1.5:8000/m/abc/\r\n" in answer


@pytest.mark.parametrize(
    "head", [b"", b"\x00\x01\x02", b"GET http://x/ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_http_is_sent_nowhere(head: bytes) -> None:
    answer = way_to_https(head)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"Location" not in answer


def test_one_command_serves_it(tmp_path: Path) -> None:
    told = ["serve", "--tls", "--lang", "en", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path)]
    with subprocess.Popen([sys.executable, "-m", "referee", *told], stdout=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            lines = iter(house.stdout.readline, "")
            address = next(found[0] for line in lines if (found := re.search(r"https://127\.0\.0\.1:\d+/", line)))
            assert any(f"{address}phone" in line for line in lines)
            with urllib.request.urlopen(address, context=trusting(tmp_path), timeout=20) as answer:
                assert answer.status == 200
            house.terminate()
            assert house.wait(20) == 0
        finally:
            house.kill()


def test_keys_are_their_owners_alone(tmp_path: Path) -> None:
    server_certificate(tmp_path, ["192.168.1.5"])
    kept = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "tls").iterdir()}
    assert {name: mode for name, mode in kept.items() if "key" in name} == {
        "authority-key.pem": 0o600,
        "server-key.pem": 0o600,
    }
    assert stat.S_IMODE((tmp_path / "tls").stat().st_mode) == 0o700
    for file in (tmp_path / "tls").iterdir():
        assert (b"PRIVATE KEY" in file.read_bytes()) == ("key" in file.name)


def test_the_same_addresses_keep_their_certificate(tmp_path: Path) -> None:
    first = server_certificate(tmp_path, ["192.168.1.5"]).chain.read_bytes()
    assert server_certificate(tmp_path, ["192.168.1.5"]).chain.read_bytes() == first


def test_a_new_home_address_needs_no_new_trust(tmp_path: Path) -> None:
    server_certificate(tmp_path, ["192.168.1.5"])
    trusted = authority_file(tmp_path).read_bytes()
    files = server_certificate(tmp_path, ["10.0.0.7"])
    assert authority_file(tmp_path).read_bytes() == trusted
    assert {"10.0.0.7", "127.0.0.1", "localhost"} <= names(files.chain)


def test_it_cannot_pass_for_a_place_in_the_internet(tmp_path: Path) -> None:
    server_certificate(tmp_path, ["192.168.1.5"])
    authority = x509.load_pem_x509_certificate(authority_file(tmp_path).read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    allowed = {str(name.value) for name in limits.value.permitted_subtrees or ()}
    assert "192.168.0.0/16" in allowed
    assert not {name for name in allowed if name.endswith((".com", "0.0.0.0/0"))}


def test_an_address_of_the_internet_is_allowed_by_itself(tmp_path: Path) -> None:
    files = server_certificate(tmp_path, ["203.0.113.9"])
    assert "203.0.113.9" in names(files.chain)
    trusted = authority_file(tmp_path).read_bytes()
    server_certificate(tmp_path, ["203.0.113.10"])
    assert authority_file(tmp_path).read_bytes() != trusted


def test_no_certificate_lasts_longer_than_phones_allow(tmp_path: Path) -> None:
    made = x509.load_pem_x509_certificate(server_certificate(tmp_path, []).chain.read_bytes())
    assert (made.not_valid_after_utc - made.not_valid_before_utc).days <= 398
