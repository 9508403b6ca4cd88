"""Chapter 16: Waffen-SS Ruthlessness."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.frames import Ruthless
from echelon.systems.tigers.law.units import decode
from echelon.systems.tigers.state import TigersState

__all__ = ["why_not_ruthless"]

YES = 0  # `invoke yes|no`


@clause("TIG-SSR-1", "TIG-SSR-4")
def why_not_ruthless(s: TigersState, frame: Ruthless, action: int) -> list[Ruling]:
    """`invoke yes`, once a game; `invoke no` at any time."""
    _verb, (answer,) = decode(s, action)
    return [Ruling("TIG-SSR-1", {"turn": s.ruthless})] if answer == YES and s.ruthless else []
