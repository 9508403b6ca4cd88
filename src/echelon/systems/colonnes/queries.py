"""Named queries of a state: what a player asks while pointing at the map."""

from __future__ import annotations

from echelon.core.errors import UnknownError
from echelon.core.fields import HALVES
from echelon.core.rules import Query
from echelon.core.rulings import Answer, Note
from echelon.mechanics.chance import chance_in
from echelon.systems.colonnes.facts.score import score_rows
from echelon.systems.colonnes.facts.units import (
    attack_rows,
    defence_rows,
    friends_at,
    movement_rows,
    on_map,
    phasing,
    points_at,
    units_at,
)
from echelon.systems.colonnes.frames import Attackers, AttackSupport, CombatDie, DefenceSupport
from echelon.systems.colonnes.play.command import commanded_units, present, reach_rows, steps_to
from echelon.systems.colonnes.play.odds import combat, is_concentric, odds
from echelon.systems.colonnes.play.reinforcements import waiting
from echelon.systems.colonnes.play.supply import is_supplied, valid_sources
from echelon.systems.colonnes.play.values import defence_of
from echelon.systems.colonnes.play.zones import dominated, zone
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["QUERIES"]


def _odds(s: ColonnesState) -> Answer:
    """The attack that is being put together, or the combat up to its die."""
    if not isinstance(s.frame, Attackers | AttackSupport | DefenceSupport | CombatDie):
        return Answer(None)
    found = odds(s, combat(s, phasing(s)))
    return Answer(found, tuple(Note(clause, amount) for clause, amount in found["shifts"].items()))


def _supplied(s: ColonnesState, unit: int) -> Answer:
    return Answer(on_map(s, unit) and is_supplied(s, unit), (Note("COL-SUP-8"),))


def _unsupplied(s: ColonnesState, unit: int) -> Answer:
    return Answer(bool(s.unsupplied >> unit & 1), (Note("COL-SEQ-3"),))


def _commanded(s: ColonnesState, unit: int) -> Answer:
    here = present(s)
    return Answer(bool(commanded_units(s, here, reach_rows(s, here)) >> unit & 1), (Note("COL-CMD-2"),))


def _attack(s: ColonnesState, unit: int) -> Answer:
    rows = attack_rows(s, unit)
    return Answer(sum(row.amount for row in rows), rows)


def _defence(s: ColonnesState, unit: int) -> Answer:
    rows = defence_rows(s, unit)
    return Answer(sum(row.amount for row in rows), rows)


def _movement(s: ColonnesState, unit: int) -> Answer:
    rows = movement_rows(s, unit)
    points = sum(row.amount for row in rows)
    return Answer(HALVES.dump(s.rules, points), tuple(Note(row.clause, HALVES.dump(s.rules, row.amount)) for row in rows))


def _strength(s: ColonnesState, h: int) -> Answer:
    rows = tuple(Note("COL-CBT-6", defence_of(s, u), {"unit": u}) for u in units_at(s, h))
    return Answer(sum(row.amount for row in rows), rows)


def _stacking(s: ColonnesState, h: int, side: int) -> Answer:
    rows = tuple(Note("COL-STK-1", s.rules.stack[u], {"unit": u}) for u in friends_at(s, side, h))
    return Answer(points_at(s, side, h), rows)


def _source(s: ColonnesState, h: int) -> Answer:
    bit = s.rules.board.bit[h]
    return Answer(any(bit & valid_sources(s, side) for side in range(len(s.rules.sides))), (Note("COL-SUP-3"),))


def _columns(s: ColonnesState, side: int) -> Answer:
    return Answer(sum(on_map(s, u) for u in s.rules.own_columns[side]), (Note("COL-CL-11"),))


def _received(s: ColonnesState, number: str) -> Answer:
    """The chance that the German's die brings him so many columns."""
    return Answer(str(chance_in(s.rules.received, lambda columns: str(columns) == number)), (Note("COL-CL-4"),))


def _zone(s: ColonnesState, h: int, side: int) -> Answer:
    return Answer(bool(zone(s, side) & s.rules.board.bit[h]), (Note("COL-ZOC-1"),))


def _dominated(s: ColonnesState, h: int, side: int) -> Answer:
    return Answer(bool(dominated(s, side) & s.rules.board.bit[h]), (Note("COL-DOM-2"),))


def _range(s: ColonnesState, unit: int, hq: int) -> Answer:
    """How many hexes a unit is from a headquarters as command counts them, None if there is no way."""
    if not s.rules.hq >> hq & 1:
        raise UnknownError(
            "headquarters", s.rules.forces.units[hq].id, tuple(s.rules.forces.units[u].id for u in s.rules.hqs[0])
        )
    found = steps_to(s, hq, unit) if on_map(s, unit) and on_map(s, hq) else None
    return Answer(found, (Note("COL-CMD-1", s.rules.range[hq]),))


def _points(s: ColonnesState, side: int) -> Answer:
    rows = score_rows(s, side)
    return Answer(sum(row.amount for row in rows), rows)


def _concentric(s: ColonnesState, h: int) -> Answer:
    return Answer(is_concentric(s, phasing(s), h, s.attackers), (Note("COL-CON-2"),))


def _arrivals(s: ColonnesState, side: int) -> Answer:
    """Those that should come in now; behind them everybody still to come, with the turn."""
    rules = s.rules
    later = sorted(friends_at(s, side, rules.due), key=lambda u: rules.arrival[u])
    rows = tuple(Note("COL-REN-1", rules.arrival[u], {"unit": u, "place": rules.start[u]}) for u in later)
    return Answer(" ".join(rules.forces.units[u].id for u in waiting(s, side)), rows)


QUERIES = (
    Query("odds", _odds, "the odds of the attack being declared, before its die roll"),
    Query("supplied unit", _supplied, "is it in supply now?"),
    Query("unsupplied unit", _unsupplied, "does it count as out of supply in this segment?"),
    Query("commanded unit", _commanded, "is it in command now?"),
    Query("attack unit", _attack, "its attack value in this segment"),
    Query("defence unit", _defence, "its defence value in this segment"),
    Query("movement unit", _movement, "its movement points in this segment", card=False),
    Query("strength hex", _strength, "the total defence value in the hex"),
    Query("stacking hex side", _stacking, "the stacking points of the side in the hex"),
    Query("source hex", _source, "is it a valid supply source now?"),
    Query("columns side", _columns, "the number of logistic columns the side has on the map"),
    Query("received number", _received, "the chance that the German player receives that many logistic columns"),
    Query("zone hex side", _zone, "is the hex in a zone of control of the side?"),
    Query("dominated hex side", _dominated, "does the side dominate the hex?"),
    Query("range unit hq=unit", _range, "the command distance from the headquarters to the unit"),
    Query("points side", _points, "the points of the side, if the game ended now"),
    Query("concentric hex", _concentric, "would the attackers chosen so far make a concentric attack on the hex?"),
    Query("arrivals side", _arrivals, "units due now, and units still to arrive"),
)
