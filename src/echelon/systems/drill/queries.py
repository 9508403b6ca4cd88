"""Named queries of a state: what a player asks while pointing at the map."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rules import Query
from echelon.core.rulings import Answer, Note
from echelon.systems.drill.facts import on_map, step_cost, units_at
from echelon.systems.drill.frames import Die, Join
from echelon.systems.drill.play.movement import allowance
from echelon.systems.drill.play.odds import attack_strength, odds
from echelon.systems.drill.play.places import zone_of
from echelon.systems.drill.play.supply import supplied_hexes
from echelon.systems.drill.state import BLUE, RED, DrillState

__all__ = ["QUERIES"]


def _supplied(s: DrillState, unit: int) -> Answer:
    traced = on_map(s, unit) and bool(s.rules.board.bit[s.pos[unit]] & supplied_hexes(s, s.rules.forces.side_of[unit]))
    return Answer(traced, (Note("DRL-SUP-1"), Note("DRL-SUP-2")))


def _allowance(s: DrillState, unit: int) -> Answer:
    rows: tuple[Note, ...] = (Note("DRL-MOV-1", s.rules.allowance[unit] / 2),)
    if not s.supplied >> unit & 1:
        rows = (*rows, Note("DRL-SUP-3", "half"))
    return Answer(allowance(s, unit) / 2, rows)


def _strength(s: DrillState, unit: int) -> Answer:
    rows = () if s.supplied >> unit & 1 else (Note("DRL-SUP-3", "half"),)
    return Answer(attack_strength(s, unit), rows)


def _defence(s: DrillState, h: int) -> Answer:
    return Answer(sum(s.rules.strength[u] for u in units_at(s, h)), (Note("DRL-CBT-1"),))


def _zone(s: DrillState, h: int) -> Answer:
    bit = s.rules.board.bit[h]
    sides = [s.rules.sides[side] for side in (BLUE, RED) if bit & zone_of(s, side)]
    return Answer(" ".join(sides), (Note("DRL-ZOC-1"),))


def _cost(s: DrillState, unit: int, a: int, b: int) -> Answer:
    rows = step_cost(s.rules, s.rules.arm[unit], a, b)
    barred = any(row.amount is None for row in rows)
    return Answer("barred" if barred else sum(row.amount for row in rows) / 2, rows)


def _odds(s: DrillState) -> Answer:
    f = s.frame
    if not isinstance(f, Join | Die) or not f.attackers:
        return Answer("", ())
    found = odds(s, f.hex, bits_of(f.attackers))
    return Answer(found.data(), found.shifts)


def _town(s: DrillState, h: int) -> Answer:
    bit = s.rules.board.bit[h]
    holder = "" if not bit & s.rules.town else s.rules.sides[BLUE if bit & s.blue_towns else RED]
    return Answer(holder, (Note("DRL-GEN-3"),))


QUERIES = (
    Query("supplied unit", _supplied, "would the unit be in supply now?"),
    Query("allowance unit", _allowance, "its movement allowance"),
    Query("strength unit", _strength, "its attack strength"),
    Query("defence hex", _defence, "the defence strength of the hex"),
    Query("zone hex", _zone, "which sides have a zone of control in the hex?"),
    Query("cost unit hex hex", _cost, "the cost for it to move from one hex to the next"),
    Query("odds", _odds, "the odds of the attack being declared"),
    Query("town hex", _town, "who holds the town?"),
)
