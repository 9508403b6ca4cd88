"""The counters of a state as plain data: for maps in characters, for JSON, and for pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["pieces_of"]


def pieces_of(state: State) -> list[dict[str, Any]]:
    """The counters on the map as the system describes them; from places and printed values alone if it does not.

    Each has at least hex, id, name, side, values and status.
    """
    system, rules = state.rules.system, state.rules
    if system.show.pieces is not None:
        found = [dict(piece) for piece in system.show.pieces(state)]
    else:
        place = getattr(state, state.layout.rows[0].name)
        found = [
            {"hex": place[i], "id": unit.id, "name": unit.label or unit.name, "arm": unit.arm, "echelon": unit.size}
            for i, unit in enumerate(rules.forces.units)
            if place[i] < rules.board.n
        ]
    for piece in found:
        if "side" not in piece:
            unit = rules.forces.get(piece.get("id", ""))
            piece["side"] = unit.side if unit else 0
        piece.setdefault("values", ())
        piece.setdefault("status", [])
    return found
