"""The tables, declared once for every database. Times are milliseconds since 1970; tokens are kept as their SHA-256."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = ["event", "game", "invitation", "metadata", "player", "seat", "snapshot"]

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

player = sa.Table(
    "player", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("token", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

game = sa.Table(
    "game", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("owner", sa.ForeignKey("player.id"), nullable=False, index=True),
    sa.Column("system", sa.String(80), nullable=False),
    sa.Column("version", sa.String(20), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("position", sa.Text, nullable=False),  # where the game starts, if that is not the start of its scenario
    sa.Column("seed", sa.LargeBinary(64), nullable=False),
    sa.Column("proved", sa.Boolean, nullable=False),  # all its dice come from the seed
    sa.Column("parent", sa.String(24), nullable=True),
    sa.Column("parent_at", sa.Integer, nullable=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    # how it stands, for lists that load no game
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("asked", sa.String(40), nullable=False),
    sa.Column("result", sa.Text, nullable=False),  # JSON, or nothing
)  # fmt: skip

seat = sa.Table(
    "seat", metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id"), nullable=True, index=True),
    sa.Column("computer", sa.String(40), nullable=True),
    # whom the seat goes back to when the computer gives it up
    sa.Column("lender_id", sa.ForeignKey("player.id"), nullable=True, index=True),
)  # fmt: skip

invitation = sa.Table(
    "invitation", metadata,
    sa.Column("token", sa.LargeBinary(32), primary_key=True),
    sa.Column("game_id", sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.Boolean, nullable=False),
)  # fmt: skip

event = sa.Table(
    "event", metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),  # start, act, undo, offer, decline, close
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("line", sa.Text, nullable=False),  # as it was sent; of a start or close, the closing line
    sa.Column("key", sa.String(64), nullable=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("base", sa.Integer, nullable=False),  # the moves from here on were taken back
    sa.Column("moves", sa.LargeBinary, nullable=False),  # MessagePack: text, side, forced, comment of each new one
    sa.UniqueConstraint("game_id", "side", "key"),
)  # fmt: skip

snapshot = sa.Table(
    "snapshot", metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)  # fmt: skip
