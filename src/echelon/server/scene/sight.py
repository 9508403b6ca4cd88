"""A sight: what one viewer sees of the map at one moment. Whoever tells a move and then shows where it led looks once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from echelon.core.show.pieces import pieces_of
from echelon.server.scene import marks
from echelon.server.scene.moments import view_at

if TYPE_CHECKING:
    from echelon.core.table import Table
    from echelon.core.views import View

__all__ = ["Sight", "sight"]


class Sight:
    """The counters and marks as the viewer may know them, each worked out when somebody first asks."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def pieces(self) -> list[dict[str, Any]]:
        """The counters as the system describes them."""
        return pieces_of(self.view.state)

    @cached_property
    def rows(self) -> dict[str, Mapping[str, Any]]:
        """The same by id."""
        return {row["id"]: row for row in self.pieces}

    @cached_property
    def marks(self) -> list[marks.Mark]:
        """What always lies on the map besides."""
        return marks.always(self.view.state)


def sight(table: Table, side: int | None, at: int | None = None) -> Sight:
    """What a side (None: a spectator) sees after `at` moves, or now."""
    return Sight(view_at(table, side, at))
