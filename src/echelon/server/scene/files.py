"""Files to take home: the record of a game and a position of it, with what a viewer may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.views import public
from echelon.server.scene.moments import view_at

if TYPE_CHECKING:
    from echelon.core.table import Table

__all__ = ["position", "record"]


def record(table: Table, side: int | None, headings: bool = True, **headers: str) -> str:
    """The game as a text that can be replayed. Another's secret choices are sealed in it until the game is over."""
    found = table.record(side, **headers)
    if side is None and table.state.outcome is None:
        found = public(found, table.start, table.secret_moves())
    return found.text(headings=headings)


def position(table: Table, side: int | None, at: int | None = None) -> str:
    """The game at a moment as a position file, as far as the viewer may know it."""
    return view_at(table, side, at).position()
