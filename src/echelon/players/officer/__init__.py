"""The officer: plans a player-turn as a whole, and says what the plan is."""

from echelon.players.officer.player import Officer

__all__ = ["Officer"]
