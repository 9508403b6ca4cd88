"""What units are worth now, read from the tables; `facts.units` gives the same with the rows behind it."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.state import REDUCED, ColonnesState

__all__ = ["allowance", "attack_of", "defence_of", "defence_sum"]


@clause("COL-UNS-1", "COL-UNS-2", "COL-UNS-3", "COL-UNI-3", "COL-GEN-5")
def attack_of(s: ColonnesState, unit: int) -> int:
    """The attack value, halved by itself and rounded down without supply."""
    return s.rules.attacks[unit][s.status[unit] & REDUCED | (s.unsupplied >> unit & 1) << 1]


@clause("COL-UNS-1", "COL-UNS-2", "COL-UNS-3", "COL-UNI-3", "COL-GEN-5", "COL-CL-20", "COL-CL-21")
def defence_of(s: ColonnesState, unit: int) -> int:
    """The defence value, of motorised units halved by itself and rounded up without supply."""
    return s.rules.defences[unit][s.status[unit] & REDUCED | (s.unsupplied >> unit & 1) << 1]


@clause("COL-CBT-6", "COL-ODD-1")
def defence_sum(s: ColonnesState, side: int, h: int) -> int:
    """What a side defends a hex with: all units in it together."""
    return sum(defence_of(s, u) for u in friends_at(s, side, h))


@clause("COL-CMD-3", "COL-UNS-2", "COL-UNS-4", "COL-CL-1", "COL-CL-21")
def allowance(s: ColonnesState, unit: int) -> int:
    """What a unit can spend on a move, in half points: out of command half, rounded up; unsupplied half of that, down."""
    return s.rules.allowances[unit][~s.commanded >> unit & 1 | (s.unsupplied >> unit & 1) << 1]
