"""How the game is played: generators and effects on bitboards, one module a chapter."""

from echelon.systems.tigers.play import (
    advance,
    air,
    allocation,
    armor,
    bridges,
    combat,
    movement,
    odds,
    peiper,
    recovery,
    reinforcements,
    retreat,
    setup,
    special,
    stacking,
    upkeep,
    victory,
    weather,
)

__all__ = [
    "advance", "air", "allocation", "armor", "bridges", "combat", "movement", "odds", "peiper", "recovery", "reinforcements", "retreat", "setup", "special", "stacking", "upkeep", "victory", "weather",
]  # fmt: skip
