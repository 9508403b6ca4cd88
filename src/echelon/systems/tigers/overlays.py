"""What pictures can show of a state besides the counters, as plain data: battles, moves, the front, zones, bridges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.fields import bits_of
from echelon.systems.tigers.frames import Advance, Battle, Route, Step
from echelon.systems.tigers.play.odds import column
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.shown.threats import threats
from echelon.systems.tigers.shown.ways import supply_rows
from echelon.systems.tigers.standing import held
from echelon.systems.tigers.state import ALLIED, GERMAN, OPEN, RESULTS, TigersState

__all__ = ["MARKS"]

Row = dict[str, Any]
SIDES = ("german", "allied")


# --- battles ------------------------------------------------------------------------------------------------------------
def _battles(s: TigersState) -> list[Row]:
    """The battle that is being put together or fought in red, those still to be fought dark; all in red if no one is first."""
    f = s.frame
    found: list[Row] = []
    current = isinstance(f, Battle) or bool(s.targets)
    for hexes, units, state in s.battles:
        if state == OPEN:
            found += _battle(s, hexes, units, not current)
    if isinstance(f, Battle):
        found += _battle(s, f.hexes, f.units, True)
    if s.targets:
        found += _under_way(s)
    return found


def _battle(s: TigersState, hexes: int, units: int, current: bool) -> list[Row]:
    """Arrows from every attacker's hex, and the odds as they stand."""
    board = s.rules.board
    targets = sorted(board.members(hexes))
    found = [{"mark": "target", "hex": h} for h in targets if current]
    for source in sorted({s.pos[u] for u in bits_of(units)}):
        found += [{"mark": "attack", "source": source, "target": h, "current": current} for h in targets]
    if units:
        word = s.rules.columns[column(s, hexes, units)]
        found.append({"mark": "odds", "hex": targets[0], "text": word, "current": current})
    return found


def _under_way(s: TigersState) -> list[Row]:
    """The battle at hand: from where it was attacked, and its odds or, once the die has fallen, its result."""
    board = s.rules.board
    targets = [row[0] for row in s.targets]
    found: list[Row] = [{"mark": "target", "hex": h} for h in targets]
    for source in sorted(board.members(s.attack_from)):
        beside = {other for other, _, _ in board.near[source]}
        found += [{"mark": "attack", "source": source, "target": h} for h in targets if h in beside]
    if s.rolled:
        word = RESULTS[s.rolled]
    else:
        word = s.rules.columns[column(s, sum(board.bit[h] for h in targets), s.attackers)]
    found.append({"mark": "odds", "hex": targets[0], "text": word})
    return found


# --- moves --------------------------------------------------------------------------------------------------------------
def _moves(s: TigersState) -> list[Row]:
    """The way of the unit under way, and the retreats of the battle at hand."""
    f = s.frame
    found: list[Row] = []
    if isinstance(f, Step):
        found += _way([h for h, _ in f.path], s.pos[f.unit])
    elif isinstance(f, Advance | Route) and f.unit >= 0:
        found += _way(list(f.path), f.path[-1])
    for unit, start, _steps in s.retreats:
        if s.pos[unit] < s.rules.gone and s.pos[unit] != start:
            found.append({"mark": "trail", "hexes": _between(s, start, s.pos[unit])})
    return found


def _way(path: list[int], end: int) -> list[Row]:
    way = path if path and path[-1] == end else [*path, end]
    return [{"mark": "selected", "hex": way[-1]}, *([{"mark": "route", "hexes": way}] if len(way) > 1 else [])]


def _between(s: TigersState, start: int, end: int) -> list[int]:
    """A shortest way between two hexes, for the eye: what lies between was not kept."""
    board = s.rules.board
    way = [start]
    while way[-1] != end:
        way.append(min((h for h, _, _ in board.near[way[-1]]), key=lambda h: (board.distance(h, end), h)))
    return way


# --- the ground ---------------------------------------------------------------------------------------------------------
def _front(s: TigersState) -> list[Row]:
    """The line between the two sides' ground (TIG-GEN-8)."""
    return [{"mark": "front", "hexes": list(s.rules.board.members(s.german)), "side": SIDES[GERMAN]}]


def _control(s: TigersState) -> list[Row]:
    """The ground of each side (TIG-GEN-8)."""
    board = s.rules.board
    return [
        {"mark": "control", "hexes": list(board.members(hexes)), "side": SIDES[side]}
        for side, hexes in ((GERMAN, s.german), (ALLIED, board.all & ~s.german))
    ]


def _zones(s: TigersState) -> list[Row]:
    """The zones of both sides' divisions, as they bear on movement."""
    members = s.rules.board.members
    return [{"mark": "zone", "hexes": list(members(division_zone(s, side))), "side": SIDES[side]} for side in (GERMAN, ALLIED)]


def _bridges(s: TigersState) -> list[Row]:
    """Engineer bridges, bridges that changed hands, and bridges that are gone."""
    rules = s.rules
    board = rules.board
    opening = rules.opening
    gone = opening.bridges & ~s.bridges & ~s.engineer
    taken = s.bridges & (s.german_bridges ^ opening.german_bridges) & ~s.engineer
    found: list[Row] = []
    for side in board.lattice.side_members(s.engineer | gone | taken):
        a, b = sorted(board.side_hexes(side))
        if side & gone:
            found.append({"mark": "broken", "a": a, "b": b})
        else:
            row = {"mark": "span", "a": a, "b": b, "side": SIDES[not s.german_bridges & side]}
            found.append(row if side & s.engineer else {**row, "built": False})
    return sorted(found, key=lambda row: (row["a"], row["b"]))


def _objectives(s: TigersState) -> list[Row]:
    """The hexes the result hangs on, each with the side that holds it."""
    return [{"mark": "objective", "hex": h, "side": SIDES[side]} for h, side in held(s).items()]


MARKS: Mapping[str, Callable[[Any], list[Row]]] = MappingProxyType(
    {
        "battles": _battles,
        "moves": _moves,
        "bridges": _bridges,
        "zones": _zones,
        "supply": supply_rows,
        "threat": threats,
        "front": _front,
        "control": _control,
        "objectives": _objectives,
    }
)
