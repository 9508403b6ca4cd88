"""The allocation of attacks as a finished thing: what it owes, whom it leaves idle, and the chance of work on a bridge."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, on_map, strong_at
from echelon.systems.tigers.law.duties import able, blank_sheet, can_attack, is_let_off, owes, standard_allocation
from echelon.systems.tigers.law.steps import owed_from
from echelon.systems.tigers.law.units import can_fight, is_division
from echelon.systems.tigers.state import FRESH, OFF, TigersState

__all__ = ["cannot_meet_duty", "duty_divisions", "idle_units", "ready_divisions", "sixths", "standard_battles"]


@clause("TIG-ATK-15")
def cannot_meet_duty(want: TigersState, side: int, unit: int) -> bool:
    """Has chance left a unit that moved beside a division that it would owe and cannot attack?"""
    if not want.marks[unit] & FRESH or is_disrupted(want, unit) or not can_fight(want, unit):
        return False
    owed = owed_from(want, unit, want.pos[unit])
    return any(not able(want, side, unit) or not can_attack(want, unit, place) for place in owed)


def ready_divisions(want: TigersState, side: int) -> list[int]:
    """A side's UnDisrupted divisions on the map."""
    units = range(*want.rules.forces.ranges[side])
    return [u for u in units if on_map(want, u) and is_division(want, u) and not is_disrupted(want, u)]


@clause("TIG-ATK-10")
def duty_divisions(want: TigersState, side: int) -> list[int]:
    """The divisions that somebody who is not let off owes an attack."""
    sheet = blank_sheet(want)
    busy = _busy(want)
    found: set[int] = set()
    for unit in range(*want.rules.forces.ranges[side]):
        hexes = owes(sheet, side, unit)
        if hexes and (busy >> unit & 1 or not is_let_off(sheet, side, unit)):
            found |= {d for d in ready_divisions(want, 1 - side) if want.pos[d] in hexes}
    return sorted(found)


@clause("TIG-ATK-9")
def idle_units(want: TigersState, side: int) -> list[int]:
    """Units with a duty that take part in no battle: let off, they will be Disrupted."""
    sheet, busy = blank_sheet(want), _busy(want)
    return [u for u in range(*want.rules.forces.ranges[side]) if not busy >> u & 1 and owes(sheet, side, u)]


def _busy(want: TigersState) -> int:
    mask = 0
    for _hexes, units, state in want.battles:
        mask |= 0 if state == OFF else units
    return mask


def standard_battles(want: TigersState, side: int) -> list[tuple[int, int]]:
    """The standard allocation as rows of hexes and units (TIG-ATK-14)."""
    bit = want.rules.board.bit
    plan = standard_allocation(blank_sheet(want), side)
    return [(sum(bit[h] for h in battle.hexes), sum(1 << u for u in battle.units)) for battle in plan]


@clause("TIG-BRG-4", "TIG-BRG-5", "TIG-BRG-6", "TIG-BRG-10")
def sixths(want: TigersState, side: int, hexside: int) -> int:
    """In how many of six cases work on a bridge succeeds: fewer where friend and foe face each other across it."""
    banks = want.rules.board.side_hexes(hexside)
    for here, there in (banks, banks[::-1]):
        mine, theirs = strong_at(want, side, here), friends_at(want, 1 - side, there)
        if mine and theirs:
            chance = 3
            chance += all(is_disrupted(want, u) for u in theirs)
            chance -= all(is_disrupted(want, u) for u in mine)
            return chance
    return 5
