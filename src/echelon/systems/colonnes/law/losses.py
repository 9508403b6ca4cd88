"""Chapter 8.3: who loses steps."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at, on_map, phasing
from echelon.systems.colonnes.frames import Losses
from echelon.systems.colonnes.law.units import decode, is_convoy, is_fighter, is_headquarters, members, not_yours
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["in_combat", "may_lose", "why_not_losses"]


def in_combat(s: ColonnesState, side: int) -> list[int]:
    """Everything of a side in the combat under way: the attackers, or all in the attacked hex."""
    if side == phasing(s):
        return [unit for unit in members(s.attackers) if on_map(s, unit)]
    return friends_at(s, side, s.target)


@clause("COL-RES-3")
def may_lose(s: ColonnesState, side: int) -> list[int]:
    """Combat units first, then convoys, then headquarters; never a column."""
    those = in_combat(s, side)
    for kind in (is_fighter, is_convoy, is_headquarters):
        found = [unit for unit in those if kind(s, unit)]
        if found:
            return found
    return []


@clause("COL-RES-3", "COL-RES-7")
def why_not_losses(s: ColonnesState, frame: Losses, action: int) -> list[Ruling]:
    """`lose UNIT`: the owner's choice among those whose turn it is."""
    _verb, (unit,) = decode(s, action)
    rulings = not_yours(s, frame.side, unit)
    if rulings or unit in may_lose(s, frame.side):
        return rulings
    there = in_combat(s, frame.side)
    facts = {"unit": unit, "hex": s.target, "units": tuple(may_lose(s, frame.side))}
    return [Ruling("COL-RES-3", {"case": "lose.later" if unit in there else "lose.other", **facts})]
