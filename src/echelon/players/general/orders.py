"""A plan carried out: who goes first, by which way, and the state when everybody has gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from echelon.players.officer.assignment import NOBODY, Assignment, Task
from echelon.players.officer.routes import Route, movers, routes

if TYPE_CHECKING:
    from echelon.core.appreciation import Estimate
    from echelon.core.state import State

__all__ = ["Orders"]

Kept = Callable[[dict[int, Route], dict[int, Task]], Iterable[int]]


class Orders:
    """Of one movement: where everybody stands, and where everybody could go."""

    def __init__(
        self, state: State, estimate: Estimate, stays: Mapping[int, int], ways: Mapping[int, Mapping[int, Route]], kept: Kept
    ) -> None:
        """`kept` says which of those who could go are held back for a later movement."""
        self.state, self.estimate, self.stays, self.ways = state, estimate, stays, ways
        self._kept = kept

    def routes(self, plan: Assignment) -> dict[int, Route]:
        """The ways of those who do not stay and are not kept back."""
        tasks = plan.tasks
        found = {
            unit: self.ways[unit][task.place]
            for unit, task in tasks.items()
            if unit in self.ways and task.place != self.stays[unit]
        }
        for unit in self._kept(found, tasks):
            del found[unit]
        return found

    def order(self, plan: Assignment) -> list[int]:
        """Who leaves the map first, then attackers, then those who gain most where they go."""
        tasks, board = plan.tasks, self.state.rules.board.n

        def turn(unit: int) -> tuple[bool, bool, float, int]:
            task = tasks[unit]
            return task.place < board, task.target == NOBODY, -Assignment.site(plan, unit, task.place), unit

        return sorted(self.routes(plan), key=turn)

    def carried(self, plan: Assignment) -> State:
        """The state when the movement is over."""
        state, chosen = self.state.copy(), self.routes(plan)
        step, side = state.step, state.frame.side
        for unit in self.order(plan):
            after = _gone(state, chosen[unit])
            if after is None:
                take = movers(state, list(state.legal())).get(unit)
                found = routes(state, unit, take, self.estimate).get(plan.tasks[unit].place) if take is not None else None
                after = _gone(state, found) if found else None
            if after is not None:
                state = after
            if state.step != step or state.frame.side != side or state.outcome is not None:
                return state
        answers = list(state.legal())
        takes = set(movers(state, answers).values())
        last = next((a for a in answers if a not in takes), None)
        if last is not None:
            state.apply(last)
        return state


def _gone(state: State, route: Route) -> State | None:
    """The state after a way, if it is open."""
    trial = state.copy()
    for action in route.actions:
        if trial.outcome is not None or trial.frame.chance or action not in trial.legal().main:
            return None
        trial.apply(action)
    return trial
