"""How much stands in a hex (chapter 7), in thirds of a division. `TigersState.full` is kept in step with what this says."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.forces import at
from echelon.core.rulings import clause
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.state import TigersState

__all__ = ["is_full", "measure"]


@clause("TIG-STK-2", "TIG-STK-4", "TIG-STK-6")
def measure(rules: PlayRules, units: Sequence[int]) -> tuple[int, int, int]:
    """The total and the pure armor of a group of units, in thirds, and its Tiger battalions."""
    thirds, pure, tiger = rules.thirds, rules.pure, rules.tiger
    total = armor = tigers = mask = 0
    for u in units:
        weight = thirds[u]
        total += weight
        if pure >> u & 1:
            armor += weight
            tigers += tiger >> u & 1
        mask |= 1 << u
    if mask & rules.leibstandarte == rules.leibstandarte:  # KG Peiper and its parent together count as one
        total -= 3
        armor -= 3
    return total, armor, tigers


@clause("TIG-MOV-11", "TIG-MOV-12")
def is_full(s: TigersState, side: int, h: int) -> bool:
    """Is the hex stacked to its maximum by a side's units?"""
    rules = s.rules
    low, high = rules.forces.ranges[side]
    most = rules.most_thirds[h]
    return s.pos.count(h, low, high) * 3 >= most and measure(rules, at(s.pos, h, low, high))[0] >= most
