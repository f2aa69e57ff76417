"""People: whose seat it was, told by hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("player", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(24), sa.ForeignKey("person.id"), nullable=False),
    )
    op.create_index("ix_seat_person_id", "seat", ["person_id"])


def downgrade() -> None:
    op.drop_table("seat")
    op.drop_table("person")
