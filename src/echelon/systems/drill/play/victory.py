"""Turns, recovery and victory (chapters 2 and 10)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.drill.state import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN, DrillState

__all__ = ["destroyed", "end_turn", "recover"]


@clause("DRL-VIC-2")
def destroyed(s: DrillState) -> bool:
    """Has a side no unit left? Then the game is over."""
    if s.blue and s.red:
        return False
    if not s.blue and not s.red:
        _finish(s, None, "draw", "DRL-VIC-2")
    else:
        _finish(s, BLUE if s.blue else RED, "decisive", "DRL-VIC-2")
    return True


def _finish(s: DrillState, winner: int | None, level: str, clause_id: str) -> None:
    if winner is None:
        s.note("draw", clause_id)
    else:
        s.note("victory", clause_id, side=winner, word_level=level)
    s.finish(winner, level, clause_id)


@clause("DRL-SEQ-3")
def recover(s: DrillState, side: int) -> None:
    """The end of a player-turn: those who were already Shaken before it become fit, and everybody may act again."""
    low, high = s.rules.forces.ranges[side]
    status = s.status
    for u in range(len(status)):
        flags = status[u]
        if flags:
            if low <= u < high and flags & SHAKEN and not flags & FRESH:
                flags ^= SHAKEN
                s.note("recovers", "DRL-SEQ-3", unit=u)
            status[u] = flags & ~(FRESH | MOVED | FOUGHT)
    s.attacked = 0
    s.blue_zone = s.red_zone = None


@clause("DRL-VIC-1")
def end_turn(s: DrillState) -> None:
    """The next turn, or the reckoning after the last."""
    if s.turn < s.rules.turns:
        s.turn += 1
        s.note("turn", side=BLUE, turn=s.turn)
        return
    if s.blue_towns:
        _finish(s, BLUE, "decisive" if s.blue_towns == s.rules.town else "marginal", "DRL-VIC-1")
    else:
        low, high = s.rules.forces.ranges[RED]
        lost = s.pos.count(s.rules.gone, low, high)
        _finish(s, RED, "marginal" if lost else "decisive", "DRL-VIC-1")
