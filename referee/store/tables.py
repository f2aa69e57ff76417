"""The tables. A match is a row with its entries and keys; nothing computed is kept.

Owns the columns. Refuses behaviour: `notebook`, `keys` and `photos` have it.
Start reading at `MatchRow`.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from referee.store.database import db


class MatchRow(db.Model):  # type: ignore[name-defined, misc]
    """A match. `uid` is its name in every copy; `binned_at` marks one thrown away and kept for thirty days."""

    __tablename__ = "match"
    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(32), unique=True, default=lambda: secrets.token_hex(16))
    made_at: Mapped[str] = mapped_column(String(32))
    binned_at: Mapped[str | None] = mapped_column(String(32))


class EntryRow(db.Model):  # type: ignore[name-defined, misc]
    """One line of a notebook. `key` is the sender's mark on the first entry of a deed, so that
    a form sent twice is known again."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("match_id", "key", name="entry_match_key"),)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(24))
    at: Mapped[str] = mapped_column(String(32))
    by: Mapped[str | None] = mapped_column(String(80))
    deed: Mapped[int] = mapped_column()
    key: Mapped[str | None] = mapped_column(String(64))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class KeyRow(db.Model):  # type: ignore[name-defined, misc]
    """A key that opens a match, kept as its SHA-256 alone."""

    __tablename__ = "key"
    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    made_at: Mapped[str] = mapped_column(String(32))
    revoked_at: Mapped[str | None] = mapped_column(String(32))


class PhotoRow(db.Model):  # type: ignore[name-defined, misc]
    """A photo of a match: its file is named by its content; `reading` is what was seen on it.

    `number` counts from 1 within the match, so that entries speak of the same photo in every copy.
    """

    __tablename__ = "photo"
    __table_args__ = (
        Index("photo_match_hash", "match_id", "hash", unique=True),
        Index("photo_match_number", "match_id", "number", unique=True),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))
    number: Mapped[int] = mapped_column()
    hash: Mapped[str] = mapped_column(String(64), index=True)
    size: Mapped[int] = mapped_column()
    width: Mapped[int] = mapped_column()
    height: Mapped[int] = mapped_column()
    made_at: Mapped[str] = mapped_column(String(32))
    reading: Mapped[dict[str, Any]] = mapped_column(JSON)
