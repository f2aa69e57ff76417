"""Matches and photos get names that stay the same in every copy."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("uid", sa.String(32)))
    op.add_column("photo", sa.Column("number", sa.Integer()))
    here = op.get_bind()
    for (match,) in here.execute(sa.text("SELECT id FROM match")).all():
        here.execute(
            sa.text("UPDATE match SET uid = :uid WHERE id = :id"), {"uid": secrets.token_hex(16), "id": match}
        )
    # Until now an entry named a photo by its row, of which a match on its own had 1, 2, 3 too; where several
    # matches shared the counting, the row's number stays the photo's, so that no entry loses its photo.
    here.execute(sa.text("UPDATE photo SET number = id"))
    with op.batch_alter_table("match") as table:
        table.alter_column("uid", existing_type=sa.String(32), nullable=False)
        table.create_unique_constraint("match_uid", ["uid"])
    with op.batch_alter_table("photo") as table:
        table.alter_column("number", existing_type=sa.Integer(), nullable=False)
        table.create_index("photo_match_number", ["match_id", "number"], unique=True)
        table.create_index("ix_photo_hash", ["hash"])


def downgrade() -> None:
    with op.batch_alter_table("photo") as table:
        table.drop_index("ix_photo_hash")
        table.drop_index("photo_match_number")
        table.drop_column("number")
    with op.batch_alter_table("match") as table:
        table.drop_constraint("match_uid", type_="unique")
        table.drop_column("uid")
