"""What pictures can show of a state besides the counters, as plain data: combats, moves, zones, supply, command, heights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.fields import bits_of
from echelon.systems.colonnes.frames import Retreat, Step
from echelon.systems.colonnes.shown.fields import dominated, held_heights, zone
from echelon.systems.colonnes.shown.ways import command_rows, supply_rows
from echelon.systems.colonnes.standing import held
from echelon.systems.colonnes.state import ALLIED, GERMAN, RESULTS, ColonnesState

__all__ = ["MARKS"]

Row = dict[str, Any]


def _battles(s: ColonnesState) -> list[Row]:
    """The combat under way: from where the hex is attacked, and the odds or, once the die has fallen, the result."""
    if s.target < 0:
        return []
    found: list[Row] = [{"mark": "target", "hex": s.target}]
    beside = {other for other, _, _ in s.rules.board.near[s.target]}
    sources = sorted({s.pos[u] for u in bits_of(s.attackers)} & beside)
    found += [{"mark": "attack", "source": h, "target": s.target} for h in sources]
    if s.rolled:
        found.append({"mark": "odds", "hex": s.target, "text": RESULTS[s.rolled]})
    elif s.attackers:
        odds = s.ask("odds").value
        if odds:
            found.append({"mark": "odds", "hex": s.target, "text": odds["column"]})
    return found


def _moves(s: ColonnesState) -> list[Row]:
    """The way of the unit that moves or retreats."""
    f = s.frame
    if isinstance(f, Step):
        way = [{"mark": "route", "hexes": list(f.path)}] if len(f.path) > 1 else []
        return [{"mark": "selected", "hex": f.path[-1]}, *way]
    if isinstance(f, Retreat) and f.unit >= 0 and s.pos[f.unit] < s.rules.board.n:
        return [{"mark": "selected", "hex": s.pos[f.unit]}]
    return []


def _zones(s: ColonnesState) -> list[Row]:
    """The zones of control of both sides."""
    members = s.rules.board.members
    return [{"mark": "zone", "hexes": list(members(zone(s, side))), "side": side} for side in (ALLIED, GERMAN)]


def _dominance(s: ColonnesState) -> list[Row]:
    """The heights that are held, with a flag, and what they dominate."""
    members = s.rules.board.members
    rows: list[Row] = [{"mark": "objective", "hex": h, "side": side} for h, side in held_heights(s).items()]
    for side in (ALLIED, GERMAN):
        hexes = list(members(dominated(s, side)))
        if hexes:
            rows.append({"mark": "zone", "hexes": hexes, "side": side})
    return rows


def _objectives(s: ColonnesState) -> list[Row]:
    """The hexes the result hangs on, each with the side that holds it."""
    return [{"mark": "objective", "hex": h, "side": side} for h, side in held(s).items()]


def _by_name(rows: Callable[[ColonnesState], list[Row]]) -> Callable[[Any], list[Row]]:
    """Pictures name sides by their words."""

    def named(s: ColonnesState) -> list[Row]:
        return [{**row, "side": s.rules.sides[row["side"]]} if "side" in row else row for row in rows(s)]

    return named


MARKS: Mapping[str, Callable[[Any], list[Row]]] = MappingProxyType(
    {
        "battles": _by_name(_battles),
        "moves": _by_name(_moves),
        "zones": _by_name(_zones),
        "supply": _by_name(supply_rows),
        "command": _by_name(command_rows),
        "dominance": _by_name(_dominance),
        "objectives": _by_name(_objectives),
    }
)
