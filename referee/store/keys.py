"""Keys: who may look at a match, and who may write in it.

Owns the making, finding and taking back of keys; only their SHA-256 is kept, so the
database opens no match. Refuses pages: what a role may do is decided in `web.access`.
Start reading at `find_access`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from referee.store.clock import now
from referee.store.database import db, writing
from referee.store.tables import KeyRow, MatchRow

Role = Literal["look", "write"]

KEY_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""128 bits, written in 22 signs that a link may carry."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a key opens: the match's number in the database, and as what."""

    match: int
    role: Role


def _encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def look_key_of(write_key: str) -> str:
    """The look key that goes with a write key; there is no way back from it.

    Who may write can thus hand out the look link, though neither key is stored.
    """
    return _encoded(hashlib.sha256(b"look:" + write_key.encode()).digest()[:16])


def key_from(secret: str, text: str) -> str:
    """A write key that the same text makes again, and nobody without the instance's secret."""
    return _encoded(hmac.digest(secret.encode(), text.encode(), "sha256")[:16])


def opened_by(session: Session, write_key: str) -> int | None:
    """The match that this key was made for, even where it was taken back since."""
    return session.scalar(select(KeyRow.match_id).where(KeyRow.hash == _hash(write_key)))


def make_keys(session: Session, match: int, write_key: str | None = None) -> str:
    """Write a new pair of keys into the database; returns the write key."""
    write_key = write_key or _encoded(secrets.token_bytes(16))
    at = now()
    session.add(KeyRow(hash=_hash(write_key), match_id=match, role="write", made_at=at))
    session.add(KeyRow(hash=_hash(look_key_of(write_key)), match_id=match, role="look", made_at=at))
    return write_key


def find_access(key: str) -> Access | None:
    """What this key opens; None for one that opens nothing, or no longer.

    Looked up by its hash, so the time it takes tells nothing about near misses.
    """
    if not KEY_SHAPE.fullmatch(key):
        return None
    row = db.session.execute(
        select(KeyRow.match_id, KeyRow.role)
        .join(MatchRow, MatchRow.id == KeyRow.match_id)
        .where(KeyRow.hash == _hash(key), KeyRow.revoked_at.is_(None), MatchRow.binned_at.is_(None))
    ).first()
    return Access(row[0], "write" if row[1] == "write" else "look") if row is not None else None


def renew_write_key(match: int) -> str:
    """Take every write key of the match back and make a new one; look keys stay good."""
    with writing() as session:
        at = now()
        for row in session.scalars(
            select(KeyRow).where(KeyRow.match_id == match, KeyRow.role == "write", KeyRow.revoked_at.is_(None))
        ):
            row.revoked_at = at
        key = make_keys(session, match)
        session.commit()
    return key
