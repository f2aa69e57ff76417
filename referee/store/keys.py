"""Keys: who may look at a match, and who may write in it.

Owns the making, finding and taking back of keys; only their SHA-256 is kept, so the
database opens no match. Who opened a match holds its write key for good; guests write
with keys made from it, one at a time, which he can take back.
Refuses pages: what a role may do is decided in `web.access`.
Start reading at `find_access`, then `guest_key`.
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
    """What a key opens: the match's number in the database, and as what; `guest`: it can be taken back."""

    match: int
    role: Role
    guest: bool = False


@dataclass(frozen=True, slots=True)
class GuestKey:
    """The write key that guests have now; `turn` counts from 0 how many were taken back before."""

    turn: int
    key: str


def _encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def key_hash(key: str) -> str:
    """What is kept of a key."""
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
    return session.scalar(select(KeyRow.match_id).where(KeyRow.hash == key_hash(write_key)))


def _guest_key_of(write_key: str, turn: int) -> str:
    """The guests' write key after `turn` others were taken back; no way leads from it to the host's or the next."""
    return _encoded(hashlib.sha256(f"guest {turn}:{write_key}".encode()).digest()[:16])


def make_keys(session: Session, match: int, write_key: str | None = None) -> str:
    """Write a match's keys into the database, the first one for guests among them; returns the host's write key."""
    write_key = write_key or _encoded(secrets.token_bytes(16))
    _add(session, match, write_key, "write")
    _add(session, match, _guest_key_of(write_key, 0), "guest")
    return write_key


def _add(session: Session, match: int, key: str, role: Literal["write", "guest"]) -> None:
    at = now()
    session.add(KeyRow(hash=key_hash(key), match_id=match, role=role, made_at=at))
    session.add(KeyRow(hash=key_hash(look_key_of(key)), match_id=match, role="look", made_at=at))


def find_access(key: str) -> Access | None:
    """What this key opens; None for one that opens nothing, or no longer.

    Looked up by its hash, so the time it takes tells nothing about near misses.
    """
    if not KEY_SHAPE.fullmatch(key):
        return None
    row = db.session.execute(
        select(KeyRow.match_id, KeyRow.role)
        .join(MatchRow, MatchRow.id == KeyRow.match_id)
        .where(KeyRow.hash == key_hash(key), KeyRow.revoked_at.is_(None), MatchRow.binned_at.is_(None))
    ).first()
    if row is None:
        return None
    return Access(row[0], "look" if row[1] == "look" else "write", guest=row[1] == "guest")


def guest_key(match: int, write_key: str) -> GuestKey | None:
    """The write key that guests have now, made again from the host's; None where all were taken back."""
    made = select(KeyRow.hash, KeyRow.revoked_at).where(KeyRow.match_id == match, KeyRow.role == "guest")
    taken_back = {row[0]: row[1] is not None for row in db.session.execute(made)}
    for turn in range(len(taken_back)):
        key = _guest_key_of(write_key, turn)
        if taken_back.get(key_hash(key)) is False:
            return GuestKey(turn, key)
    return None


def renew_guest_key(match: int, write_key: str, turn: int) -> None:
    """Take the guests' write key of this turn back and make the next; look keys stay good.

    Asked twice for one turn, the second time changes nothing.
    """
    with writing() as session:
        old = session.get(KeyRow, key_hash(_guest_key_of(write_key, turn)))
        if old is None or old.match_id != match or old.revoked_at is not None:
            return
        old.revoked_at = now()
        _add(session, match, _guest_key_of(write_key, turn + 1), "guest")
        session.commit()
