"""Bringing a database up to date: the migrations ship with the package and run from here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["upgrade"]


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
