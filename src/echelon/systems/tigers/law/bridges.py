"""Chapter 17: where a side may build, dismantle or blow a bridge in its bridge step."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at, strong_at
from echelon.systems.tigers.frames import Bridges
from echelon.systems.tigers.law.units import controls, decode, enemy_of, ready_divisions_at
from echelon.systems.tigers.state import GERMAN, TigersState

__all__ = ["why_not_bridges"]


def why_not_bridges(s: TigersState, frame: Bridges, action: int) -> list[Ruling]:
    """`build HEXSIDE`, `dismantle HEXSIDE`, `blow HEXSIDE`, or `end`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    between = s.rules.hexsides[fields[0]]
    wrong = {"build": cannot_build, "dismantle": not_your_marker, "blow": nothing_to_blow}[verb]
    return [*tried_already(s, between), *wrong(s, frame.side, between), *out_of_reach(s, frame.side, between)]


@clause("TIG-BRG-11")
def tried_already(s: TigersState, between: int) -> list[Ruling]:
    """One attempt a hexside and step."""
    return [Ruling("TIG-BRG-11", {"case": "bridge.tried", "hexside": between})] if s.closed & between else []


# --- what is there ----------------------------------------------------------------------------------------------------
@clause("TIG-BRG-3", "TIG-BRG-11", "TIG-BRG-15")
def cannot_build(s: TigersState, side: int, between: int) -> list[Ruling]:
    """Building needs a marker in the pool and a hexside without an intact bridge."""
    rulings = []
    if between & s.bridges:
        rulings.append(Ruling("TIG-BRG-11", {"case": "bridge.there", "hexside": between}))
    if (s.german_markers if side == GERMAN else s.us_markers) < 1:
        rulings.append(Ruling("TIG-BRG-3", {"case": "bridge.markers", "side": side}))
    return rulings


@clause("TIG-BRG-11", "TIG-BRG-12", "TIG-BRG-13")
def not_your_marker(s: TigersState, side: int, between: int) -> list[Ruling]:
    """Only one's own engineer bridge is dismantled: in one's hands, and not captured from the enemy."""
    if not between & s.bridges or not between & s.engineer:
        return [Ruling("TIG-BRG-11", {"case": "bridge.engineer", "hexside": between})]
    rulings = []
    if bool(between & s.german_bridges) != (side == GERMAN):
        rulings.append(Ruling("TIG-BRG-11", {"case": "bridge.owner", "hexside": between}))
    if bool(between & s.german_built) != (side == GERMAN):
        rulings.append(Ruling("TIG-BRG-12", {"hexside": between}))
    return rulings


@clause("TIG-BRG-11")
def nothing_to_blow(s: TigersState, side: int, between: int) -> list[Ruling]:
    """Any intact bridge may be blown, whoever owns it."""
    return [] if between & s.bridges else [Ruling("TIG-BRG-11", {"case": "bridge.none", "hexside": between})]


# --- who is near ------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-4", "TIG-BRG-9", "TIG-BRG-10", "TIG-BRG-11")
def out_of_reach(s: TigersState, side: int, between: int) -> list[Ruling]:
    """A combat unit next to the hexside will do. Without one no enemy may be next to it, it may not radiate from the hex of
    an UnDisrupted enemy division, and both its hexes must be controlled."""
    banks = s.rules.board.side_hexes(between)
    if any(strong_at(s, side, place) for place in banks):
        return []
    rulings = []
    enemies = tuple(unit for place in banks for unit in friends_at(s, enemy_of(side), place))
    if enemies:
        facts = {"case": "bridge.enemy", "hexside": between, "units_enemy": enemies}
        rulings.append(Ruling("TIG-BRG-9", facts, ("friend.next",)))
    radiating = tuple(unit for place in ends_of(s, between) for unit in ready_divisions_at(s, enemy_of(side), place))
    if radiating:
        facts = {"case": "bridge.radiates", "hexside": between, "units_enemy": radiating}
        rulings.append(Ruling("TIG-BRG-9", facts, ("friend.next",)))
    lost = tuple(place for place in banks if not controls(s, side, place))
    if lost:
        facts = {"case": "bridge.control", "hexside": between, "hexes": lost}
        rulings.append(Ruling("TIG-BRG-10", facts, ("friend.next",)))
    return rulings


@clause("TIG-BRG-10")
def ends_of(s: TigersState, between: int) -> list[int]:
    """The hexes that a hexside radiates from: those that touch one of its ends without owning it."""
    a, b = s.rules.board.side_hexes(between)
    near = s.rules.board.near
    beside = {other for other, _bit, _side in near[b]}
    return [other for other, _bit, _side in near[a] if other in beside]
