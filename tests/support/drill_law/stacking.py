"""Chapter 4: how many units a hex holds, and whose."""

from __future__ import annotations

from typing import Any

from drill_law.facts import STACK, friends_at, units_at
from drill_law.units import enemy_of, owner
from echelon.core.rulings import Ruling, clause

__all__ = ["enemy_there", "no_room", "why_not_stand"]


@clause("DRL-STK-1")
def no_room(state: Any, unit: int, place: int) -> list[Ruling]:
    """At no time more than two units in a hex; not even in passing."""
    others = [u for u in units_at(state, place) if u != unit]
    if len(others) < STACK:
        return []
    return [Ruling("DRL-STK-1", {"unit": unit, "hex": place, "units_there": tuple(others)})]


@clause("DRL-STK-2")
def enemy_there(state: Any, unit: int, place: int) -> list[Ruling]:
    """No unit enters a hex that holds an enemy unit."""
    enemies = friends_at(state, enemy_of(owner(state, unit)), place)
    if not enemies:
        return []
    return [Ruling("DRL-STK-2", {"unit": unit, "hex": place, "units_there": tuple(enemies)})]


def why_not_stand(state: Any, unit: int, place: int) -> list[Ruling]:
    """What keeps a unit out of a hex, wherever it comes from and however."""
    return [*no_room(state, unit, place), *enemy_there(state, unit, place)]
