"""Computer players: each answers from a view, so it cannot peep at what its side may not know."""

from __future__ import annotations

from echelon.players.registry import Player, make, player_names

__all__ = ["Player", "make", "player_names"]
