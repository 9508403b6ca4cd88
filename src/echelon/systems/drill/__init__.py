"""Drill: a tiny complete game, the tutorial for players and the template for authors of new systems.

Read it in this order: `rules.md`, `data/`, `game.py` (the rules as declarations of the kit), `minefield.py` and `victory.py`
(what only this game has, written by hand), `outlook.py` (the ways to win, for people).
"""

from echelon.systems.drill.system import SYSTEM

__all__ = ["SYSTEM"]
