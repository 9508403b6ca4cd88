"""What of a game is kept as text, for the store and for the reader of files: neither needs the other to know it."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.table import Table

__all__ = ["AUTO", "brings_own", "rows_of"]

AUTO = ("forced", "dice")  # what a table of the server does by itself


@lru_cache(maxsize=128)
def brings_own(position: str) -> bool:
    """Does a game's position, as it was written when the game began, bring a map or units of its own?"""
    if not position:
        return False
    data = tomllib.loads(position)
    return "board" in data or any("side" in unit for unit in data.get("units", {}).values() if isinstance(unit, dict))


def rows_of(table: Table, start: int) -> tuple[tuple[str, int, bool, str], ...]:
    """The moves from one on, as they are stored."""
    return tuple((m.text, m.side, m.forced, m.comment) for m in table.moves[start:])
