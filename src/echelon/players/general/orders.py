"""A plan carried out: who goes first, by which way, and the state when everybody has gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from echelon.players.officer.assignment import NOBODY, Assignment, Task
from echelon.players.officer.routes import Route, let_through, movers, routes

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
        """Who risks a die, then who leaves the map, then attackers, then those who gain most where they go."""
        tasks, chosen, board = plan.tasks, self.routes(plan), self.state.rules.board.n

        def turn(unit: int) -> tuple[bool, bool, bool, float, int]:
            task, sure = tasks[unit], chosen[unit].chance == 1.0
            return sure, task.place < board, task.target == NOBODY, -Assignment.site(plan, unit, task.place), unit

        return sorted(chosen, key=turn)

    def dares(self, plan: Assignment) -> bool:
        """Does somebody risk a die on the way? He goes first, and after it the plan is made anew."""
        return any(route.chance < 1.0 for route in self.routes(plan).values())

    def carried(self, plan: Assignment) -> State:
        """The state when the movement is over."""
        state, chosen = self.state.copy(), self.routes(plan)
        step, side = state.step, state.frame.side
        order, waited = self.order(plan), set[int]()
        while order:
            unit = order.pop(0)
            after = _gone(state, unit, chosen[unit])
            if after is None:
                take = movers(state, state.legal().main).get(unit)
                found = routes(state, unit, take, self.estimate).get(plan.tasks[unit].place) if take is not None else None
                after = _gone(state, unit, found) if found else None
                if after is None and unit not in waited:  # until the others have gone
                    waited.add(unit)
                    order.append(unit)
            if after is not None:
                state = after
            if state.step != step or state.frame.side != side or state.outcome is not None:
                return state
        answers = state.legal().main
        takes = set(movers(state, answers).values())
        last = next((a for a in answers if a not in takes), None)
        if last is not None:
            state.apply(last)
        return state


def _gone(state: State, unit: int, route: Route) -> State | None:
    """The state after a way, if it is open; a die that is risked falls well."""
    trial = state.copy()
    for action in route.actions:
        if trial.outcome is not None or action not in trial.legal().main:
            return None
        trial.apply(action)
        if trial.frame.chance:
            if route.chance == 1.0:
                return None
            let_through(trial, unit)
    return trial
