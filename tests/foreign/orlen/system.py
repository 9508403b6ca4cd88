"""The Orlen Bridges as one object."""

from echelon.mechanics.kit import build
from orlen.game import GAME

SYSTEM = build(GAME)
