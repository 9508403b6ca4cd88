"""Computer players: each answers from a view, so it cannot peep at what its side may not know."""

from __future__ import annotations

from echelon.players.player import Failed, IllegalAnswer, Player
from echelon.players.registry import DEFAULT, check, describe, make, player_names
from echelon.players.thinking import FREE, Clock, Info, Limits, Thinking

__all__ = [
    "DEFAULT", "FREE", "Clock", "Failed", "IllegalAnswer", "Info", "Limits", "Player", "Thinking", "check", "describe", "make",
    "player_names",
]  # fmt: skip
