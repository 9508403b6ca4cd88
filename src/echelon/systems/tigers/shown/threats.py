"""Who could attack what in his next movement and attack: one row for each hex that is threatened."""

from __future__ import annotations

from typing import Any

from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.shown.ranges import Range, next_movement, range_of
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["strikes", "threats"]


def threats(s: TigersState) -> list[dict[str, Any]]:
    """For each hex with units of a side, and each other hex of its ground, the enemy units that could attack it next."""
    return [row for side in (GERMAN, ALLIED) for row in _threats(s, side)]


def _threats(s: TigersState, side: int) -> list[dict[str, Any]]:
    """The hexes of one side that are threatened."""
    rules = s.rules
    enemy = 1 - side
    board = rules.board
    ground = s.german if side == GERMAN else board.all & ~s.german
    wanted = (ground | s.occupied[side]) & ~s.strong[enemy]
    t = next_movement(s, enemy)
    by: dict[int, list[str]] = {}
    for u in range(*rules.forces.ranges[enemy]):
        if s.pos[u] >= rules.gone:
            continue
        for h in board.members(strikes(t, u, range_of(t, s, u)) & wanted):
            by.setdefault(h, []).append(rules.forces.units[u].id)
    return [
        {"mark": "threat", "hex": h, "attackers": len(units), "units": units, "side": rules.sides[side]}
        for h, units in sorted(by.items())
    ]


def strikes(t: TigersState, unit: int, reach: Range) -> int:
    """The hexes a unit could attack from those where it could end its move (TIG-ATK-5, TIG-BRG-14, TIG-MOV-15)."""
    rules = t.rules
    found = 0
    if rules.foot >> unit & 1:
        for h in reach.ready:
            found |= rules.board.ring_of[h]
        return found
    points = omf(t, unit)
    for h, spent in reach.ready.items():
        found |= rules.approaches.dry[h]
        if spent + 2 <= points:
            for bit, hexside in rules.approaches.wet[h]:
                if hexside & t.bridges:
                    found |= bit
    return found
