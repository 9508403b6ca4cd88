"""How a game ends that its rules have not ended: a side resigns, or the sides agree on a draw.

No clause decides it, so it is no action of any system. The table closes the game, and its record says so in its last line:
`! blue resigns` or `! draw agreed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.core.state import State

__all__ = ["AGREED", "DRAW", "RESIGNED", "close", "closing_text", "loser_of"]

RESIGNED, AGREED = "resigned", "agreed"  # the levels of such results
DRAW = "draw agreed"
_RESIGNS = "resigns"


def closing_text(rules: Rules, side: int | None) -> str:
    """The closing line for a side that resigns, or, without one, for a draw by agreement."""
    return DRAW if side is None else f"{rules.sides[side]} {_RESIGNS}"


def close(state: State, text: str) -> None:
    """End a game by its closing line. Who resigns leaves the victory to the other side."""
    sides = state.rules.sides
    if state.outcome is not None:
        raise EchelonError(f"{text!r} comes after the end of the game")
    words = text.split()
    if words == DRAW.split():
        state.finish(None, AGREED, "")
    elif len(words) == 2 and words[0] in sides and words[1] == _RESIGNS:
        state.finish(1 - sides.index(words[0]), RESIGNED, "")
    else:
        known = ", ".join(f"'{side} {_RESIGNS}'" for side in sides)
        raise EchelonError(f"{text!r} does not end a game; only {known} or {DRAW!r} does")


def loser_of(winner: int) -> int:
    """The side that resigned."""
    return 1 - winner
