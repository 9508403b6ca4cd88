"""Drill as one object: everything the engine and the other layers need to know of it."""

from echelon.mechanics.kit import build
from echelon.systems.drill.game import GAME

__all__ = ["SYSTEM"]

SYSTEM = build(GAME)
