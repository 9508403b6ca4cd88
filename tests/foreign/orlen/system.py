"""The Orlen Bridges as one object."""

from orlen.game import GAME

from echelon.mechanics.kit import build

SYSTEM = build(GAME)
