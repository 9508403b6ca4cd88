"""Waffen-SS Ruthlessness (chapter 16): the declaration."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.frames import VERBS, Ruthless
from echelon.systems.tigers.state import GERMAN, TigersState

__all__ = ["apply_ruthless", "legal_ruthless", "open_ruthless"]

INVOKE = VERBS.code("invoke")
YES, NO = 0, 1


@clause("TIG-SSR-1", "TIG-SSR-4")
def open_ruthless(s: TigersState) -> None:
    """The German is asked at the start of B2a of every turn until he has invoked it."""
    if not s.ruthless:
        s.frame = Ruthless((GERMAN,))


@clause("TIG-SSR-1")
def legal_ruthless(s: TigersState, f: Ruthless) -> list[int]:
    """Invoke it or not."""
    return [INVOKE | YES << A_SHIFT, INVOKE | NO << A_SHIFT]


@clause("TIG-SSR-1", "TIG-SSR-4")
def apply_ruthless(s: TigersState, f: Ruthless, action: int) -> None:
    """Once in the game, for this game-turn."""
    if action >> A_SHIFT == YES:
        s.ruthless = s.turn
        s.note("ruthless", "TIG-SSR-1", turn=s.turn)
    s.close()
