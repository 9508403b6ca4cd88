"""Victory on the last turn (chapter 21): what each scenario asks for stands in its table (`facts.goals`)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.state import Result
from echelon.systems.tigers.facts.goals import ALLIED_STEP, GERMAN_STEP, Goals, goals_of
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["allied_victory", "german_victory", "points", "verdict"]


@clause("TIG-VIC-4", "TIG-VIC-8", "TIG-VIC-9")
def allied_victory(s: TigersState) -> None:
    """B2e of the last turn: do the Allies hold all they must? On earlier turns nothing is decided."""
    if s.turn == s.rules.turns:
        found = _held(s, goals_of(s.rules), ALLIED_STEP)
        if found:
            _finish(s, found)


@clause("TIG-VIC-3", "TIG-VIC-4", "TIG-VIC-8", "TIG-VIC-9")
def german_victory(s: TigersState) -> None:
    """C2f: the next game-turn, or after the last the result."""
    if s.turn < s.rules.turns:
        s.turn += 1
        return
    goals = goals_of(s.rules)
    _finish(s, _held(s, goals, GERMAN_STEP) or _by_points(s, goals))


def verdict(s: TigersState) -> Result:
    """Who would win if the last turn ended as the game stands now."""
    goals = goals_of(s.rules)
    return _held(s, goals, ALLIED_STEP) or _held(s, goals, GERMAN_STEP) or _by_points(s, goals)


@clause("TIG-VIC-3", "TIG-VIC-4", "TIG-GEN-8")
def _held(s: TigersState, goals: Goals, step: str) -> Result | None:
    """The first result of the step for which a side controls every hex it must hold."""
    for goal in goals.hold:
        held = s.german if goal.side == GERMAN else s.rules.board.all & ~s.german
        if goal.step == step and goal.hexes & held == goal.hexes:
            return Result(goal.side, goal.level, goal.clause)
    return None


@clause("TIG-BRK-1", "TIG-BRK-4")
def _by_points(s: TigersState, goals: Goals) -> Result:
    """The first level that the German's points reach; a scenario without points has one level for all that is left."""
    number = points(s)
    level = next(level for level in goals.levels if number >= level.least)
    return Result(level.side, level.level, level.clause)


@clause("TIG-BRK-2", "TIG-BRK-3")
def points(s: TigersState) -> int:
    """The German's points: for places he controls, for divisions eliminated, theirs and his."""
    goals = goals_of(s.rules)
    if not goals.points:
        return 0
    bit = s.rules.board.bit
    places = sum(worth for h, worth in goals.points if bit[h] & s.german)
    return places + _lost(s, ALLIED) - _lost(s, GERMAN)


@clause("TIG-BRK-3", "TIG-BRK-5")
def _lost(s: TigersState, side: int) -> int:
    """How many divisions of a side have been eliminated; those broken down or off the map have not."""
    rules = s.rules
    return sum(1 for u in range(*rules.forces.ranges[side]) if s.pos[u] == rules.gone and rules.division >> u & 1)


def _finish(s: TigersState, result: Result) -> None:
    s.note("victory", result.clause, side=result.winner, word_level=result.level)
    s.finish(*result)
