"""The law of Colonnes: for every action each clause it breaks, judged one rule after another.

Written from `rules.md` alone and apart from `play`; the two never import each other, and tests compare them. Nothing here
reads a set that somebody else keeps: who stands where is looked up unit by unit, every time. One module a chapter; `units`,
`ground`, `zones`, `supply` and `command` hold what the other chapters ask; `course` carries every answer out a second time.
"""

from echelon.systems.colonnes.law import (
    advance,
    combat,
    losses,
    movement,
    order,
    reinforcements,
    retreat,
    stacking,
    support,
)

__all__ = [
    "advance",
    "combat",
    "losses",
    "movement",
    "order",
    "reinforcements",
    "retreat",
    "stacking",
    "support",
]
