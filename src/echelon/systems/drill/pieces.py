"""The counters of a state, as plain data: who draws them need not know the rules."""

from __future__ import annotations

from typing import Any

from echelon.systems.drill.facts import on_map
from echelon.systems.drill.state import MOVED, SHAKEN, DrillState

__all__ = ["pieces"]


def pieces(s: DrillState) -> list[dict[str, Any]]:
    """One entry for each unit on the map."""
    found = []
    for i, unit in enumerate(s.rules.forces.units):
        if on_map(s, i):
            status = [w for w, on in (("disrupted", s.status[i] & SHAKEN), ("moved", s.status[i] & MOVED)) if on]
            if not s.supplied >> i & 1:
                status.append("unsupplied")
            found.append(
                {
                    "hex": s.pos[i],
                    "id": unit.id,
                    "name": unit.label or unit.name,
                    "arm": unit.arm,
                    "echelon": unit.size,
                    "values": (s.rules.strength[i], s.rules.allowance[i] // 2),
                    "nation": unit.nation or s.rules.sides[unit.side],
                    "formation": unit.parent.removesuffix(" Brigade"),
                    "status": status,
                }
            )
    return found
