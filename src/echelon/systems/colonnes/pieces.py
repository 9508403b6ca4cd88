"""The counters of a state, as plain data: who draws them need not know the rules."""

from __future__ import annotations

from typing import Any

from echelon.systems.colonnes.facts.units import on_map
from echelon.systems.colonnes.state import ATTACKED, GERMAN, MOVED, REDUCED, ColonnesState

__all__ = ["STATUSES", "VALUES", "pieces"]

# our types in the words of the drawing
_ARMS = {
    "inf": "infantry", "mot": "motorised", "mec": "mechanised", "bld": "armour", "rec": "recon", "gen": "engineer",
    "qg": "headquarters", "cl": "column", "cvi": "convoy",
}  # fmt: skip
STATUSES = {
    "reduced": "Reduced",
    "unsupplied": "Unsupplied",
    "out of command": "Out of command",
    "moved": "Moved or attacked",
}
VALUES = "attack, defence, movement"
# formations, so that those beside each other in the line are told apart
_STRIPES = ("36", "11", "198", "TFB", "338")


def pieces(s: ColonnesState) -> list[dict[str, Any]]:
    """One entry for each counter on the map. A unit of two steps has a second face, with its reduced values."""
    rules = s.rules
    found: list[dict[str, Any]] = []
    for u, unit in enumerate(rules.forces.units):
        if not on_map(s, u):
            continue
        reduced = s.status[u] & REDUCED
        status = ["reduced"] if reduced else []
        if s.unsupplied >> u & 1 and not rules.columns >> u & 1:
            status.append("unsupplied")
        if rules.combat & ~s.commanded & 1 << u:
            status.append("out of command")
        if s.status[u] & (MOVED | ATTACKED):
            status.append("moved")
        row = {
            "hex": s.pos[u],
            "id": unit.id,
            "name": unit.label or unit.name,
            "arm": "partisans" if unit.nation == "french" else _ARMS.get(unit.arm, unit.arm),
            "echelon": unit.size,
            "values": _values(s, u, reduced),
            "nation": unit.nation or ("german" if unit.side == GERMAN else "us"),
            "formation": unit.parent,
            "stripe": _STRIPES.index(unit.parent) if unit.parent in _STRIPES else None,
            "status": status,
            "face": "reduced" if reduced else "",
        }
        if rules.steps[u] > 1:
            row["faces"] = {"reduced": _values(s, u, 1)}
        found.append(row)
    return found


def _values(s: ColonnesState, u: int, face: int) -> tuple[int, ...]:
    """What is printed: attack, defence, movement."""
    rules = s.rules
    return rules.attack[u][face], rules.defence[u][face], rules.movement[u]
