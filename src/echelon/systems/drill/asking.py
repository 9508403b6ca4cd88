"""What helps with a question: when most players would end it, and which overlays it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.parts import Overlays
from echelon.systems.drill.facts import on_map
from echelon.systems.drill.play.movement import allowance
from echelon.systems.drill.state import MOVED, DrillState

__all__ = ["HELPS", "ready"]

_ZONES: Overlays = (("zones", "enemy"),)
HELPS: Mapping[str, Overlays] = MappingProxyType({"move.pick": _ZONES, "move.step": _ZONES, "combat.retreat": _ZONES})


def _moved(s: DrillState) -> bool:
    """Most of those who can move have."""
    mine = [s.status[u] for u in range(*s.rules.forces.ranges[s.frame.side]) if on_map(s, u)]
    return 4 * sum(1 for status in mine if status & MOVED) >= 3 * len(mine)


_READY: Mapping[str, Callable[[Any], bool]] = {
    "move.pick": _moved,
    "move.step": lambda s: s.frame.left < allowance(s, s.frame.unit),
    "combat.target": lambda s: s.attacked.bit_count() >= 3 * (len(s.legal().main) - 1),
    "combat.join": lambda s: bool(s.frame.attackers),
}


def ready(s: DrillState) -> bool:
    """Would most players end the open question now?"""
    test = _READY.get(s.frame.kind.name)
    return test is not None and test(s)
