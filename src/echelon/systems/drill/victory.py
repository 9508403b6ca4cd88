"""Who wins (chapter 10). Each rule is asked of a view that both judges build for themselves: one from sets, one by counting."""

from __future__ import annotations

from typing import Any

from echelon.core.rulings import clause
from echelon.mechanics.kit import Holding, Verdict, terrain

__all__ = ["BLUE", "RED", "TOWN", "TOWNS", "last_turn", "wiped_out"]

BLUE, RED = 0, 1
TOWN = terrain("town")
TOWNS = Holding("DRL-GEN-3", TOWN, field="blue_towns", event="town")  # all are Red's at the start


@clause("DRL-VIC-1")
def last_turn(view: Any) -> Verdict:
    """A town for Blue: decisive with all of them; else Red, decisively if he has lost no unit."""
    if view.held(TOWNS, BLUE):
        return Verdict(BLUE, "marginal" if view.held(TOWNS, RED) else "decisive")
    return Verdict(RED, "marginal" if view.lost(RED) else "decisive")


@clause("DRL-VIC-2")
def wiped_out(view: Any) -> Verdict | None:
    """A side without units loses decisively, at once; both without is a draw."""
    left = [side for side in (BLUE, RED) if view.left(side)]
    if len(left) == 2:
        return None
    return Verdict(left[0], "decisive") if left else Verdict(None, "draw")
