"""What the officer tells of its thoughts: the plan with its battles, and what was weighed against an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from echelon.players.officer.assignment import NOBODY, Assignment, Task
from echelon.players.saying import say
from echelon.players.thinking import Info, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.players.officer.routes import Route

__all__ = ["tell_answer", "tell_plan"]

SHOWN = 3  # answers that are named
CROWDED = -40.0  # what a stack becomes worth by one unit more if that is more than there is room for


def tell_plan(
    thinking: Thinking, state: State, assignment: Assignment, stays: Mapping[int, int], chosen: Mapping[int, Route]
) -> None:
    """The battles that are sought, with odds and expected gain; then each unit's task, with the way there and what the plan
    would lose if it stayed; or for which hex there would then be too many."""
    units, board, tasks = state.rules.forces.units, state.rules.board, assignment.tasks
    for target in sorted({task.target for task in tasks.values()} - {NOBODY}):
        at = assignment.attackers(target)
        told = {
            "target": board.labels[target],
            "odds": assignment.estimate.odds(target, at),
            "units": ", ".join(units[unit].id for unit in sorted(at)),
            "gain": f"{assignment.battle(target, at):+.1f}",
        }
        _tell(thinking, "attack", told)
    for unit, route in chosen.items():
        task, start = tasks[unit], stays[unit]
        told = {
            "unit": units[unit].id,
            "from": board.labels[start],
            "stay": f"{-assignment.gain({unit: Task(start)}):.1f}",
        }
        if _crowds(assignment, start, unit):
            told["room"] = board.labels[start]
        if task.place >= board.n:
            kind = "leave"
        else:
            told["to"] = board.labels[task.place]
            kind = "move"
            if task.target != NOBODY:
                kind, told["target"] = "advance", board.labels[task.target]
        _tell(thinking, kind, told, tuple(state.text(action) for action in route.actions))


def _crowds(assignment: Assignment, start: int, unit: int) -> bool:
    """Would a unit be too much where it is, beside those who come there or stay?"""
    there = {other for other, task in assignment.tasks.items() if task.place == start and other != unit}
    with_it, without = (Assignment.stand(assignment, start, units) for units in (there | {unit}, there))
    return with_it - without <= CROWDED


def tell_answer(thinking: Thinking, state: State, found: list[tuple[float, float, int]]) -> None:
    """The best answers to a question with what each gains."""
    (gain, _tie, best), *others = sorted(found, reverse=True)[:SHOWN]
    told = {"best": state.text(best), "gain": f"{gain:+.2f}"}
    if others:
        told["others"] = ", ".join(f"{state.text(action)} ({value:+.2f})" for value, _tie, action in others)
    _tell(thinking, "rather" if others else "answer", told, (told["best"],))


def _tell(thinking: Thinking, key: str, fields: Mapping[str, str], line: tuple[str, ...] = ()) -> None:
    """One thought; its text is the English one, for whoever has no catalogue."""
    info = Info(nodes=thinking.nodes, seconds=thinking.elapsed, plan=key, key=key, fields=fields, line=line)
    thinking.tell(replace(info, text=say(info)))
