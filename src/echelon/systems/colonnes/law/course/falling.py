"""What a combat brings: the result, losses, hold or retreat, advance (chapters 8.3 and 8.5)."""

from __future__ import annotations

from echelon.core.fields import mask_of
from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at, on_map, phasing
from echelon.systems.colonnes.frames import Advance, Hold, Losses, Retreat
from echelon.systems.colonnes.law.advance import able_to_advance, second_hexes
from echelon.systems.colonnes.law.course.happenings import eliminate, enter, lose_steps, overrun
from echelon.systems.colonnes.law.losses import may_lose
from echelon.systems.colonnes.law.odds import combat_result, final_column
from echelon.systems.colonnes.law.retreat import can_hold, can_retreat
from echelon.systems.colonnes.law.stacking import has_room
from echelon.systems.colonnes.law.supply import is_supplied
from echelon.systems.colonnes.law.units import enemy_of, is_fighter, members
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["advance_begins", "advanced", "finished", "halted", "held", "lost", "retreated", "rolled", "yielded"]

# what a result costs the attacker and the defender, and how far the defender retreats (COL-RES-1, COL-RES-2)
OUTCOMES = {
    "A2": (2, 0, 0), "A1": (1, 0, 0), "NE": (0, 0, 0), "EX": (1, 1, 0), "D1": (0, 0, 1), "D2": (0, 0, 2), "D1*": (0, 1, 1),
    "D2*": (0, 1, 2), "DE": (0, 2, 2),
}  # fmt: skip


# --- the die ------------------------------------------------------------------------------------------------------------
@clause("COL-CRT-1", "COL-CL-7", "COL-CL-24", "COL-RES-1", "COL-RES-2")
def rolled(want: ColonnesState, die: int) -> str:
    """The table is read, the spent columns leave the map, and losses come before retreats."""
    side = phasing(want)
    column = final_column(want, side, want.target, members(want.attackers), want.spent, want.backing)
    result = combat_result(want, column, die)
    want.rolls += 1
    for unit in members(want.spent):
        eliminate(want, unit)
    want.rolled = RESULTS.index(result)
    attacker, defender, want.distance = OUTCOMES[result]
    if defender:
        owe(want, enemy_of(side), defender, 0)
    elif attacker:
        owe(want, side, attacker, 0)
    else:
        settled(want, side)
    return "COL-CRT-1"


# --- losses -------------------------------------------------------------------------------------------------------------
@clause("COL-RES-6")
def owe(want: ColonnesState, side: int, steps: int, held: int) -> None:
    """The next step is asked for, while something is owed and the side can pay."""
    if steps > 0 and may_lose(want, side):
        want.frame = Losses((side, steps, held))
    elif held:
        combat_ends(want)
    else:
        settled(want, side)


@clause("COL-RES-3", "COL-RES-5", "COL-RES-7")
def lost(want: ColonnesState, frame: Losses, unit: int) -> str:
    """The unit loses a step. If that takes the last combat unit in an EX, what is left in the hex will retreat."""
    defends = frame.side != phasing(want)
    fought = defends and _fighters_left(want, frame.side)
    lose_steps(want, unit, 1)
    last = fought and not _fighters_left(want, frame.side)
    if last and RESULTS[want.rolled] == "EX" and friends_at(want, frame.side, want.target):
        want.distance = 1
    owe(want, frame.side, frame.owed - 1, frame.held)
    return "COL-RES-3"


def _fighters_left(want: ColonnesState, side: int) -> bool:
    return any(is_fighter(want, unit) for unit in friends_at(want, side, want.target))


@clause("COL-RES-1", "COL-RES-2", "COL-RES-5", "COL-RES-6")
def settled(want: ColonnesState, side: int) -> None:
    """One side has paid: in an EX the attacker follows; then the defenders hold or retreat, if they have to."""
    attacker, result = phasing(want), RESULTS[want.rolled]
    defender = enemy_of(attacker)
    if result in ("A1", "A2", "NE"):
        combat_ends(want)
    elif result == "EX" and side == defender:
        owe(want, attacker, 1, 0)
    elif not want.distance or not friends_at(want, defender, want.target):
        advance_begins(want)
    elif can_hold(want, defender):
        want.frame = Hold((defender,))
    else:
        retreat_begins(want, defender)


# --- hold or retreat ----------------------------------------------------------------------------------------------------
@clause("COL-RES-4")
def held(want: ColonnesState, frame: Hold) -> str:
    """The stack stays, at a step for each hex."""
    owe(want, frame.side, want.distance, 1)
    return "COL-RES-4"


@clause("COL-RES-4")
def yielded(want: ColonnesState, frame: Hold) -> str:
    """They retreat."""
    retreat_begins(want, frame.side)
    return "COL-RES-4"


@clause("COL-RET-1", "COL-CL-20", "COL-RES-5")
def retreat_begins(want: ColonnesState, side: int) -> None:
    """Everything in the hex has to go, columns too."""
    retreats_follow(want, side, mask_of(friends_at(want, side, want.target)))


@clause("COL-RET-5", "COL-RET-8")
def retreats_follow(want: ColonnesState, side: int, waiting: int) -> None:
    """Who can go is asked. When nobody can, each of the others pays for all the hexes, and stays if it lives."""
    if any(can_retreat(want, unit, 0) for unit in members(waiting)):
        want.frame = Retreat((side, waiting, -1, 0, 0))
        return
    for unit in members(waiting):
        lose_steps(want, unit, want.distance)
    advance_begins(want)


@clause("COL-RET-1", "COL-RET-2", "COL-RET-3", "COL-RET-4", "COL-RET-6", "COL-RET-7", "COL-RET-9")
def retreated(want: ColonnesState, frame: Retreat, unit: int, place: int) -> str:
    """One hex. Without supply there it costs a step, once; far enough and with room the unit is done."""
    under_way = unit == frame.unit
    gone, paid = (frame.gone, frame.paid) if under_way else (0, 0)
    waiting = frame.units & ~(1 << unit)
    if not is_supplied(want, unit, place) and not paid and not want.unsupplied >> unit & 1:
        lose_steps(want, unit, 1)
        paid = 1
    if on_map(want, unit):
        enter(want, unit, place)
        gone += 1
        if gone < want.distance or not has_room(want, unit, place):
            if can_retreat(want, unit, gone):
                want.frame = Retreat((frame.side, waiting, unit, gone, paid))
                return "COL-RET-1"
            _stuck(want, unit, gone)
    retreats_follow(want, frame.side, waiting)
    return "COL-RET-1"


@clause("COL-RET-1", "COL-RET-3", "COL-RET-9")
def _stuck(want: ColonnesState, unit: int, gone: int) -> None:
    """It pays for the hexes it cannot go; without room where it stops it is eliminated."""
    lose_steps(want, unit, want.distance - gone)
    if on_map(want, unit) and not has_room(want, unit, want.pos[unit]):
        eliminate(want, unit)


# --- advance ------------------------------------------------------------------------------------------------------------
@clause("COL-ADV-1", "COL-ADV-3")
def advance_begins(want: ColonnesState) -> None:
    """Attackers may go into an empty hex."""
    advance_goes_on(want, want.attackers)


def advance_goes_on(want: ColonnesState, units: int) -> None:
    """The next attacker, if one can go in; else the combat is over."""
    side = phasing(want)
    if able_to_advance(want, side, units):
        want.frame = Advance((side, units, -1))
    else:
        combat_ends(want)


@clause("COL-ADV-1", "COL-ADV-4")
def advanced(want: ColonnesState, frame: Advance, unit: int, place: int) -> str:
    """Into the attacked hex, from where armour and reconnaissance may go on; or into the second hex."""
    units = frame.units & ~(1 << unit)
    first = frame.unit < 0
    if not first:
        overrun(want, frame.side, place)
    enter(want, unit, place)
    if first and second_hexes(want, frame.side, unit):
        want.frame = Advance((frame.side, units, unit))
    else:
        advance_goes_on(want, units)
    return "COL-ADV-1" if first else "COL-ADV-4"


@clause("COL-ADV-4")
def halted(want: ColonnesState, frame: Advance) -> str:
    """It stays in the attacked hex; others may follow."""
    advance_goes_on(want, frame.units & ~(1 << frame.unit))
    return "COL-ADV-4"


@clause("COL-ADV-1")
def finished(want: ColonnesState) -> str:
    """Nobody advances any more."""
    combat_ends(want)
    return "COL-ADV-1"


@clause("COL-CBT-1")
def combat_ends(want: ColonnesState) -> None:
    """The combat is over; the next hex may be attacked."""
    want.target = -1
    want.attackers = want.spent = want.backing = want.rolled = want.distance = 0
    *want.stack, want.frame = want.stack
