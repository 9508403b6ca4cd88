"""Indexes for what the home page asks: the games that a player owns, or whose seats he lent."""

from __future__ import annotations

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make them."""
    op.create_index("ix_game_owner", "game", ["owner"])
    op.create_index("ix_seat_lender_id", "seat", ["lender_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_seat_lender_id", "seat")
    op.drop_index("ix_game_owner", "game")
