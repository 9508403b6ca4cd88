"""Drill: a tiny complete game, the tutorial for players and the template for authors of new systems.

Read it in this order: `rules.md`, `data/`, `frames.py` (the questions), `sequence.py`, `facts.py` (tables and elementary
facts), `play/` (generators and effects), `law/` (the checker, written apart from `play`), `system.py`.
"""

from echelon.systems.drill.system import SYSTEM

__all__ = ["SYSTEM"]
