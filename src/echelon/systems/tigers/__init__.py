"""Tigers in the Ardennes: 16 to 27 December 1944.

Read in this order: rules.md, state, frames, sequence, facts, play, law, kinds, system.
"""

from echelon.systems.tigers.system import SYSTEM

__all__ = ["SYSTEM"]
