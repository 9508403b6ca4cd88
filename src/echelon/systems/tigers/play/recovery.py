"""Recovery from Disruption (chapter 15)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.systems.tigers.play.places import recover
from echelon.systems.tigers.play.roster import having
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import BOMBED, DISRUPTED, OPEN, SKIPPED, TigersState

__all__ = ["recover_after_result", "recover_step", "recover_unattacked"]

_DOWN = having(DISRUPTED)


@clause("TIG-DIS-2", "TIG-DIS-5", "TIG-DIS-6", "TIG-SUP-5")
def recover_step(s: TigersState, side: int) -> None:
    """Step b: a side's Disrupted units recover if supplied, unless they are attacked (their battle decides) or a bomb fell."""
    rules, pos, status = s.rules, s.pos, s.status
    bit, roster = rules.board.bit, rules.rosters[side]
    attacked = 0
    for hexes, _units, state in s.battles:
        if state == OPEN:
            attacked |= hexes
    able = []
    for u in roster.members(roster.where(s, _DOWN)):
        if bit[pos[u]] & attacked:
            s.marks[u] |= SKIPPED
        elif not status[u] & BOMBED and is_supplied(s, u):
            able.append(u)
    for u in able:
        recover(s, u, "TIG-DIS-5")


@clause("TIG-DIS-4", "TIG-DIS-6", "TIG-SUP-5")
def recover_unattacked(s: TigersState, side: int, hexes: int) -> None:
    """A battle is cancelled or void: those it kept from recovering do so now, if supplied and not bombed."""
    _decide(s, _skipped(s, side, hexes), "TIG-DIS-4", BOMBED)


@clause("TIG-DIS-2", "TIG-DIS-4", "TIG-DIS-6", "TIG-SUP-5")
def recover_after_result(s: TigersState) -> None:
    """The battle brought `-`, AD or AE: defenders skipped in step b recover now if supplied, bombed or not."""
    _decide(s, [u for u in bits_of(s.defenders) if s.marks[u] & SKIPPED], "TIG-DIS-2", 0)


def _skipped(s: TigersState, side: int, hexes: int) -> list[int]:
    """A side's skipped units in these hexes."""
    pos, marks, bit, gone = s.pos, s.marks, s.rules.board.bit, s.rules.gone
    return [u for u in range(*s.rules.forces.ranges[side]) if marks[u] & SKIPPED and pos[u] < gone and bit[pos[u]] & hexes]


def _decide(s: TigersState, units: list[int], cited: str, barred: int) -> None:
    """The units' battle is over: those that may recover do; nobody waits for it any more."""
    able = [u for u in units if not s.status[u] & barred and is_supplied(s, u)]
    for u in units:
        s.marks[u] &= ~SKIPPED
    for u in able:
        recover(s, u, cited)
