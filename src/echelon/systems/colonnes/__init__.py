"""Colonnes: Montélimar, 21 to 28 August 1944. Battalions, half-day turns, columns of trucks that shift the odds.

Read in this order: `rules.md`, `sequence.py`, `frames.py`, `state.py`, `facts/`, then `play/` and `law/` chapter by chapter.
"""

from echelon.systems.colonnes.system import SYSTEM

__all__ = ["SYSTEM"]
