"""What can happen to a counter, as the rule book tells it. Only rows and plain values are touched."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at, on_map
from echelon.systems.colonnes.law.supply import sources_of
from echelon.systems.colonnes.law.units import enemy_of, holds, is_column, is_convoy, is_headquarters, owner, steps_of
from echelon.systems.colonnes.state import ALLIED, PLACED, REDUCED, ColonnesState

__all__ = ["eliminate", "enter", "lose_steps", "overrun", "put_in", "take_back"]


@clause("COL-RES-7", "COL-VIC-1", "COL-VIC-2", "COL-VIC-5", "COL-VIC-7", "COL-CL-25", "COL-QG-4", "COL-QG-6")
def eliminate(want: ColonnesState, unit: int) -> None:
    """Off the map. Headquarters return, columns go to their pool, all others are out of the game; it counts for points."""
    rules = want.rules
    if is_column(want, unit):
        place = rules.pool
    else:
        place = rules.returning if is_headquarters(want, unit) else rules.gone
        if owner(want, unit) == ALLIED:
            want.allied_steps += steps_of(want, unit)
        elif is_headquarters(want, unit) or is_convoy(want, unit):
            want.german_prizes += 1
        else:
            want.german_steps += steps_of(want, unit)
    want.pos[unit] = place
    want.status[unit] = 0
    want.attackers &= ~(1 << unit)


@clause("COL-UNI-3", "COL-RET-4", "COL-VIC-7")
def lose_steps(want: ColonnesState, unit: int, steps: int) -> None:
    """Step by step; the last one removes the unit. A column that would have to lose one is eliminated."""
    for _ in range(steps):
        if not on_map(want, unit):
            return  # losses beyond its steps are ignored
        if steps_of(want, unit) <= 1:
            eliminate(want, unit)
            continue
        want.status[unit] |= REDUCED
        if owner(want, unit) == ALLIED:
            want.allied_steps += 1
        else:
            want.german_steps += 1


@clause("COL-SUP-11")
def enter(want: ColonnesState, unit: int, place: int) -> None:
    """The unit stands there now; with option `source_capture` an enemy source is lost for good."""
    want.pos[unit] = place
    if want.rules.source_capture and holds(want, unit) and place in sources_of(want, enemy_of(owner(want, unit))):
        want.captured |= want.rules.board.bit[place]


@clause("COL-ZOC-3", "COL-ZOC-5", "COL-REN-4")
def overrun(want: ColonnesState, side: int, place: int) -> None:
    """The enemy columns and convoys in a hex that `side` takes are eliminated."""
    for unit in friends_at(want, enemy_of(side), place):
        eliminate(want, unit)


@clause("COL-REN-1", "COL-REN-4", "COL-CL-2")
def put_in(want: ColonnesState, unit: int, place: int) -> None:
    """The unit or column comes onto the map."""
    overrun(want, owner(want, unit), place)
    want.pos[unit] = place
    want.status[unit] |= PLACED


@clause("COL-STK-3", "COL-STK-4")
def take_back(want: ColonnesState, unit: int) -> None:
    """Due again; a headquarters returns like an eliminated one, a column is lost. Losses are kept."""
    rules = want.rules
    if is_column(want, unit):
        want.pos[unit] = rules.pool
    else:
        want.pos[unit] = rules.returning if is_headquarters(want, unit) else rules.due
    want.status[unit] &= REDUCED
