"""Stacking (chapter 7): how full a hex is, and who is removed at the end of movement. Counts are in thirds of a division."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.forces import at
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.mechanics.stacking import excess, removable
from echelon.systems.tigers.frames import VERBS, Overstack
from echelon.systems.tigers.play.loads import is_full, measure
from echelon.systems.tigers.play.places import eliminate
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.state import TigersState

__all__ = [
    "apply_overstack", "counts", "fits", "full_without", "is_full", "legal_overstack", "limits", "measure", "open_overstack",
]  # fmt: skip

REMOVE = VERBS.code("remove")
TIGERS = 1  # Tiger battalions in a hex


@clause("TIG-STK-6", "TIG-STK-7")
def counts(s: TigersState, side: int, h: int) -> tuple[int, int, int]:
    """What a side has in a hex: total and pure armor in thirds, Tiger battalions."""
    low, high = s.rules.forces.ranges[side]
    return measure(s.rules, at(s.pos, h, low, high))


@clause("TIG-STK-1", "TIG-STK-3")
def limits(rules: PlayRules, h: int) -> tuple[int, int]:
    """The most a hex may hold, in thirds: in all, and of pure armor."""
    return (6, 3) if rules.board.bit[h] & rules.rough else (9, 6)


def full_without(s: TigersState, side: int, h: int, movers: Sequence[int]) -> bool:
    """Is the hex stacked to its maximum by others than the movers, who may stand in it?"""
    rules = s.rules
    others = [u for u in at(s.pos, h, *rules.forces.ranges[side]) if u not in movers]
    return measure(rules, others)[0] >= rules.most_thirds[h]


@clause("TIG-STK-6")
def fits(s: TigersState, unit: int, h: int) -> bool:
    """Would the hex be within its limits with the unit, which stands elsewhere or off the map?"""
    rules = s.rules
    there = at(s.pos, h, *rules.forces.ranges[rules.forces.side_of[unit]])
    return not excess(measure(rules, [*there, unit]), (*limits(rules, h), TIGERS))


# --- the end of movement ------------------------------------------------------------------------------------------------
@clause("TIG-STK-5", "TIG-STK-7")
def open_overstack(s: TigersState, side: int) -> None:
    """Ask about the lowest hex that holds too much: any hex in step a, in step d only those entered in it."""
    rules = s.rules
    hexes = s.crowded[side]
    if rules.blitz[s.step]:
        hexes &= s.entered
    for h in sorted(rules.board.members(hexes)):
        if excess(counts(s, side, h), (*limits(rules, h), TIGERS)):
            s.frame = Overstack((side, h))
            return


@clause("TIG-STK-7")
def legal_overstack(s: TigersState, f: Overstack) -> list[int]:
    """The units of a kind that is in excess."""
    side, h = f
    rules = s.rules
    there = at(s.pos, h, *rules.forces.ranges[side])
    chosen = removable(there, lambda units: measure(rules, units), (*limits(rules, h), TIGERS))
    return [REMOVE | u << A_SHIFT for u in chosen]


@clause("TIG-STK-5", "TIG-STK-7")
def apply_overstack(s: TigersState, f: Overstack, action: int) -> None:
    """The unit is eliminated; the next question, if any hex is still too full, else the sequence goes on."""
    eliminate(s, action >> A_SHIFT, "TIG-STK-5")
    before = s.frame
    open_overstack(s, f[0])
    if s.frame is before:
        s.close()
