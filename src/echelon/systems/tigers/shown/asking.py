"""What helps with a question: when most players would end it, and which overlays it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.parts import Overlays
from echelon.systems.tigers.state import PICKED, TigersState

__all__ = ["HELPS", "ready"]

_ZONES: Overlays = (("zones", "enemy"),)
HELPS: Mapping[str, Overlays] = MappingProxyType(
    {
        "rnf.enter": _ZONES,
        "move.pick": _ZONES,
        "move.step": _ZONES,
        "kgp.continue": _ZONES,
        "combat.route": _ZONES,
        "combat.voluntary": _ZONES,
        "supply.air": (("supply", "own"),),
    }
)


def _moved(s: TigersState) -> bool:
    """Most of those who can move have."""
    mine = range(*s.rules.forces.ranges[s.frame.side])
    done = sum(1 for u in mine if s.marks[u] & PICKED and s.pos[u] < s.rules.board.n)
    return done >= 3 * (len(s.legal().main) - 1)


def _declared(s: TigersState) -> bool:
    """Most of the hexes that can be attacked are."""
    hexes = sum(battle[0].bit_count() for battle in s.battles)
    return hexes > 0 and hexes >= 3 * (len(s.legal().main) - 1)


_READY: Mapping[str, Callable[[Any], bool]] = {
    "setup.place": lambda s: bool(s.placed),
    "move.pick": _moved,
    "move.step": lambda s: len(s.frame.path) > 1,
    "attack.allocate": _declared,
    "attack.battle": lambda s: bool(s.frame.units),
    "combat.advance": lambda s: s.frame.unit >= 0,
    "kgp.continue": lambda s: bool(s.frame.stopped),
}


def ready(s: TigersState) -> bool:
    """Would most players end the open question now?"""
    test = _READY.get(s.frame.kind.name)
    return test is not None and test(s)
