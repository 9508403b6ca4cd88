"""The law of drill: for every action each clause it breaks, judged one rule after another over units and hexsides.

Written from `rules.md` alone and apart from `play`; the two never import each other, and tests compare them. Nothing
here reads a set that somebody else keeps: who stands where is looked up unit by unit, every time.
"""

from drill_law.combat import why_not_join, why_not_loss, why_not_target
from drill_law.movement import why_not_pick, why_not_step
from drill_law.order import problems
from drill_law.retreat import why_not_advance, why_not_retreat
from drill_law.setup import why_not_mine
from drill_law.supply import is_supplied
from drill_law.zones import in_enemy_zone

__all__ = [
    "in_enemy_zone",
    "is_supplied",
    "problems",
    "why_not_advance",
    "why_not_join",
    "why_not_loss",
    "why_not_mine",
    "why_not_pick",
    "why_not_retreat",
    "why_not_step",
    "why_not_target",
]
