"""Moments of a game: the state at a number of moves, as one viewer may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.errors import EchelonError
from echelon.core.views import View

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.core.table import Table

__all__ = ["is_past", "state_at", "view_at"]


def is_past(table: Table, at: int | None) -> bool:
    """Is this a moment before the present?"""
    return at is not None and at < len(table.moves)


def state_at(table: Table, at: int | None) -> State:
    """The state after so many moves, to be read only; None is the present."""
    if at is not None and not 0 <= at <= len(table.moves):
        raise EchelonError(f"the game has {len(table.moves)} moves; there is no moment {at}")
    if at is None or at == len(table.moves):
        return table.state
    return table.moves[at].before


def view_at(table: Table, side: int | None, at: int | None = None) -> View:
    """What a side may know of that moment; None is a spectator."""
    return View(state_at(table, at), side)
