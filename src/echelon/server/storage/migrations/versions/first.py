"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make players, games, seats, invitations, events and snapshots."""
    op.create_table(
        "player",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("token", name="uq_player_token"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("system", sa.String(80), nullable=False),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary(64), nullable=False),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("parent", sa.String(24), nullable=True),
        sa.Column("parent_at", sa.Integer, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("asked", sa.String(40), nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(["owner"], ["player.id"], name="fk_game_owner"),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=True),
        sa.Column("computer", sa.String(40), nullable=True),
        sa.Column("lender_id", sa.String(24), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "side", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_player_id"),
        sa.ForeignKeyConstraint(["lender_id"], ["player.id"], name="fk_seat_lender_id"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "invitation",
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_invitation"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_invitation_game_id"),
    )
    op.create_index("ix_invitation_game_id", "invitation", ["game_id"])
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("moves", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_event"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_event_game_id"),
        sa.UniqueConstraint("game_id", "side", "key", name="uq_event_game_id"),
    )
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_snapshot"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_snapshot_game_id"),
    )


def downgrade() -> None:
    """Drop them all."""
    for name in ("snapshot", "event", "invitation", "seat", "game", "player"):
        op.drop_table(name)
