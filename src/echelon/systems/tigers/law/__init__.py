"""The law of Tigers in the Ardennes: for every action each clause it breaks, judged one rule after another.

Written from `rules.md` alone and apart from `play`; the two never import each other, and tests compare them. Nothing here
reads a set that somebody else keeps: who stands where is looked up unit by unit, every time. One module a chapter:
`units` and `zones` and `supply` hold what the other chapters ask, `steps` one operational step and the end of a move.
"""

from echelon.systems.tigers.law import (
    advance,
    air,
    allocation,
    armor,
    bridges,
    combat,
    movement,
    order,
    peiper,
    reinforcements,
    retreat,
    setup,
    special,
    stacking,
    upkeep,
    weather,
)

__all__ = [
    "advance",
    "air",
    "allocation",
    "armor",
    "bridges",
    "combat",
    "movement",
    "order",
    "peiper",
    "reinforcements",
    "retreat",
    "setup",
    "special",
    "stacking",
    "upkeep",
    "weather",
]
