"""The generator and the effects, chapter by chapter, on boards and masks. It never asks the law."""

from echelon.systems.colonnes.play import (
    advance,
    combat,
    losses,
    movement,
    reinforcements,
    results,
    retreat,
    stacking,
    support,
)

__all__ = [
    "advance",
    "combat",
    "losses",
    "movement",
    "reinforcements",
    "results",
    "retreat",
    "stacking",
    "support",
]
