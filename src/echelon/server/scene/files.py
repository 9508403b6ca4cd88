"""Files to take home: the record of a game and a position of it, with what a viewer may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.views import public, sees
from echelon.server.scene.moments import state_at, view_at

if TYPE_CHECKING:
    from echelon.core.table import Table

__all__ = ["position", "record"]


def record(table: Table, side: int | None, headings: bool = True, **headers: str) -> str:
    """The game as a text that can be replayed. Another's secret choices are sealed in it until the game is over."""
    found = table.record(side, **headers)
    if side is None and table.state.outcome is None:
        found = public(found, table.start, _secret(table))
    return found.text(headings=headings)


def _secret(table: Table) -> list[int]:
    """The moves that answered a secret question. Only those whose verb can are looked at: the state before costs something."""
    rules = table.state.rules
    verbs = {rules.verbs.code(name) for kind in rules.kinds if kind.secret for name in kind.verbs}
    named = [i for i, move in enumerate(table.moves) if rules.verbs.verb(move.action).code in verbs]
    return [i for i in named if not sees(state_at(table, i), table.moves[i].action, None)]


def position(table: Table, side: int | None, at: int | None = None) -> str:
    """The game at a moment as a position file, as far as the viewer may know it."""
    return view_at(table, side, at).position()
