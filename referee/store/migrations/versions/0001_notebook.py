"""The notebook: matches, entries, keys, photos."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("made_at", sa.String(32), nullable=False),
        sa.Column("binned_at", sa.String(32)),
    )
    op.create_table(
        "entry",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(80)),
        sa.Column("deed", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.UniqueConstraint("match_id", "key", name="entry_match_key"),
    )
    op.create_table(
        "key",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("made_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
    )
    op.create_index("ix_key_match_id", "key", ["match_id"])
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.String(32), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
    )
    op.create_index("photo_match_hash", "photo", ["match_id", "hash"], unique=True)


def downgrade() -> None:
    for table in ("photo", "key", "entry", "match"):
        op.drop_table(table)
