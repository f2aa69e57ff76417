"""https in a home network: the house's own certificates.

Owns the authority that phones trust once (it may only vouch for home networks and this
machine) and the server's certificate, made again from it whenever the home address has changed.
Refuses to serve: `serving` does.
Start reading at `server_certificate`.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NAME: Final = "Referee · Carioca"
AUTHORITY_YEARS: Final = 10
SERVER_DAYS: Final = 365
"""Apple refuses certificates of more than 825 days, of whatever authority."""
RENEWED_BEFORE: Final = timedelta(days=30)

HOME_NETWORKS: Final = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8",
    "::1/128", "fc00::/7", "fe80::/10",
)  # fmt: skip
"""Addresses that no place in the internet has."""

Name = x509.IPAddress | x509.DNSName


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """The files a server is started with, in PEM."""

    chain: Path
    key: Path


def _folder(instance: Path) -> Path:
    return instance / "tls"


def authority_file(instance: Path) -> Path:
    """The certificate that phones are asked to trust; there once the house was served with https."""
    return _folder(instance) / "authority.pem"


def server_certificate(instance: Path, addresses: Iterable[str]) -> ServerCertificate:
    """The certificate for these addresses and this machine's names, made where there is none good any more.

    The authority is made once and stays, so a phone that trusts it need not be touched
    again; only an address outside of home networks that it does not vouch for makes another.
    """
    folder = _folder(instance)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    names = [_name(text) for text in dict.fromkeys([*_own_names(), "127.0.0.1", "::1", *addresses])]
    files = ServerCertificate(folder / "server.pem", folder / "server-key.pem")
    authority, authority_key = _authority(instance, names)
    if not (files.key.is_file() and _still_good(files.chain, names, authority)):
        key = ec.generate_private_key(ec.SECP256R1())
        made = _server(key, names, authority, authority_key)
        _write_key(files.key, key)
        _replace(files.chain, _pem(made) + _pem(authority), 0o644)
    return files


def _own_names() -> list[str]:
    host = socket.gethostname().split(".")[0].lower()
    return ["localhost", host, f"{host}.local"]


def _name(text: str) -> x509.IPAddress | x509.DNSName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _authority(instance: Path, names: list[Name]) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    file, key_file = authority_file(instance), _folder(instance) / "authority-key.pem"
    if file.is_file() and key_file.is_file():
        kept = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        lasts = kept.not_valid_after_utc - datetime.now(UTC) > RENEWED_BEFORE
        if isinstance(key, ec.EllipticCurvePrivateKey) and lasts and all(_vouches(kept, name) for name in names):
            return kept, key
    key = ec.generate_private_key(ec.SECP256R1())
    made = _make_authority(key, names)
    _write_key(key_file, key)
    _replace(file, _pem(made), 0o644)
    return made, key


def _vouches(authority: x509.Certificate, name: x509.IPAddress | x509.DNSName) -> bool:
    """Whether the authority may stand for this name."""
    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    if isinstance(name, x509.DNSName):
        domains = [each.value for each in allowed if isinstance(each, x509.DNSName)]
        return any(f".{name.value}".endswith(f".{domain}") for domain in domains)
    networks = [ipaddress.ip_network(str(each.value)) for each in allowed if isinstance(each, x509.IPAddress)]
    return any(ipaddress.ip_address(str(name.value)) in network for network in networks)


def _make_authority(key: ec.EllipticCurvePrivateKey, names: list[Name]) -> x509.Certificate:
    # Whoever trusts it trusts it for homes and for this machine alone: it cannot vouch for a bank.
    allowed: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_network(network)) for network in HOME_NETWORKS]
    for name in [*names, x509.DNSName("local")]:
        own = x509.IPAddress(ipaddress.ip_network(name.value)) if isinstance(name, x509.IPAddress) else name
        if own not in allowed:
            allowed.append(own)
    host = _own_names()[1]
    return (
        _builder(f"{NAME} ({host})", f"{NAME} ({host})", key.public_key(), timedelta(days=365 * AUTHORITY_YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _server(
    key: ec.EllipticCurvePrivateKey,
    names: list[Name],
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    issuer = authority.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
    from_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    return (
        _builder(NAME, str(issuer), key.public_key(), timedelta(days=SERVER_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(from_key, critical=False)
        .sign(authority_key, hashes.SHA256())
    )


def _builder(name: str, issuer: str, key: ec.EllipticCurvePublicKey, lasts: timedelta) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        # A phone's clock may be behind this machine's.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + lasts)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates, key_cert_sign=signs_certificates, crl_sign=signs_certificates,
        content_commitment=False, key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _still_good(file: Path, names: list[Name], authority: x509.Certificate) -> bool:
    if not file.is_file():
        return False
    there = x509.load_pem_x509_certificate(file.read_bytes())
    covered = there.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lasts = there.not_valid_after_utc - datetime.now(UTC) > RENEWED_BEFORE
    return lasts and there.issuer == authority.subject and all(name in list(covered) for name in names)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    form = serialization.PrivateFormat.PKCS8
    _replace(file, key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()), 0o600)


def _replace(file: Path, data: bytes, mode: int) -> None:
    """Write a file whole, with its mode from the first moment."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as opened:
        opened.write(data)
    new.replace(file)
