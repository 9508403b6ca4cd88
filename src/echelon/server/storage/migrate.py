"""Bringing a database up to date: the migrations ship with the package and run from here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["upgrade"]

LOCK = 0x6563_6865_6C6F_6E  # "echelon": a number that no other program is likely to lock


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database has not seen. Of servers that start at once, one does it and the others wait."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("begin immediate")
    elif connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"select pg_advisory_xact_lock({LOCK})")  # held until the transaction ends
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
