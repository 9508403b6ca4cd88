"""What helps with a question: when most players would end it, and which overlays it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from echelon.core.parts import Overlays
from echelon.systems.colonnes.state import ATTACKED, MOVED, ColonnesState

__all__ = ["HELPS", "ready"]

_ZONES: Overlays = (("zones", "enemy"),)
_SUPPLY: Overlays = (("supply", "own"),)
HELPS: Mapping[str, Overlays] = MappingProxyType(
    {
        "mouvement": _ZONES,
        "mouvement.pas": _ZONES,
        "combat.retraite": _ZONES,
        "renforts.unites": _ZONES,
        "renforts.cl": _SUPPLY,
        "combat.att_soutien": (("command", "own"),),
        "combat.def_soutien": (("command", "own"),),
    }
)


def _acted(s: ColonnesState, bit: int) -> int:
    """How many of the side that is asked have this bit."""
    return sum(1 for u in range(*s.rules.forces.ranges[s.frame.side]) if s.status[u] & bit and s.pos[u] < s.rules.board.n)


def _backed(s: ColonnesState) -> bool:
    """The side that is asked has put something in."""
    low, high = s.rules.forces.ranges[s.frame.side]
    return bool((s.spent | s.backing) >> low & (1 << high - low) - 1)


_READY: Mapping[str, Callable[[Any], bool]] = {
    "mouvement": lambda s: _acted(s, MOVED) >= 3 * (len(s.legal().main) - 1),
    "mouvement.pas": lambda s: len(s.frame.path) > 1,
    "combat.cible": lambda s: _acted(s, ATTACKED) >= 3 * (len(s.legal().main) - 1),
    "combat.attaquants": lambda s: bool(s.attackers),
    "combat.att_soutien": _backed,
    "combat.def_soutien": _backed,
    "combat.avance": lambda s: s.frame.unit >= 0,
}


def ready(s: ColonnesState) -> bool:
    """Would most players end the open question now?"""
    test = _READY.get(s.frame.kind.name)
    return test is not None and test(s)
