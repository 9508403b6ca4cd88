"""What a game is about, in numbers: the only thing a system tells computer players besides its rules.

An appreciation judges; it decides nothing and knows no rule. What is legal, what a battle may bring, who is supplied, it asks
the engine (`legal`, `preview`, `outcomes`, the system's own `facts` and `play`), so that there is no second rule book.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["Appreciation"]


class Appreciation(Protocol):
    """Of one side's prospects. Made once for the rules of a game; keeps nothing of a state."""

    def worth(self, state: Any, side: int) -> float:
        """How a state stands for a side: points of victory, or what is worth as much. What is good for one side is as bad for
        the other."""

    def pull(self, state: Any, unit: int) -> Callable[[int], float]:
        """Of a hex, how good it is for a unit to be there, on the scale of `worth`: rising towards what it should go for,
        so that who goes uphill comes nearer."""

    def opinion(self, state: Any, action: int) -> float | None:
        """What an answer to the open question gains the side that is asked, where the worth of the state after it does not
        tell: an attack begun, a battle joined, a unit picked. None: look at the state after it."""
