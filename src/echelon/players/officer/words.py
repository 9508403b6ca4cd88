"""What the officer tells of its thoughts: the plan with its battles, and what was weighed against an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from echelon.players.officer.assignment import NOBODY, Assignment
from echelon.players.thinking import Info, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.players.officer.routes import Route

__all__ = ["tell_answer", "tell_plan"]

SHOWN = 3  # alternatives that are named


def tell_plan(
    thinking: Thinking, state: State, assignment: Assignment, stays: Mapping[int, int], chosen: Mapping[int, Route]
) -> None:
    """The battles that are sought, with odds and expected gain, then every unit's task as a line from where it stands."""
    rules = state.rules
    names, board = rules.forces.units, rules.board
    tasks = assignment.tasks
    nodes, seconds = thinking.nodes, thinking.elapsed
    for target in sorted({task.target for task in tasks.values()} - {NOBODY}):
        at = assignment.attackers(target)
        thinking.tell(
            Info(
                nodes=nodes,
                seconds=seconds,
                plan="attack",
                text=f"attack {board.labels[target]} at {assignment.estimate.odds(target, at)} with "
                f"{', '.join(names[unit].id for unit in sorted(at))}: {assignment.battle(target, at):+.1f}",
            )
        )
    for unit, route in chosen.items():
        task = tasks[unit]
        kind = "attack" if task.target != NOBODY else "leave" if task.place >= board.n else "move"
        to = board.labels[task.place] if task.place < board.n else "off"
        stays_gain = assignment.gain({unit: type(task)(stays[unit])})
        thinking.tell(
            Info(
                plan=kind,
                fields={"unit": names[unit].id, "from": board.labels[stays[unit]], "to": to, "task": kind},
                line=tuple(state.text(action) for action in route.actions[:1]),
                text=f"{names[unit].id} {board.labels[stays[unit]]} to {to} ({kind}); to stay would change the plan by {stays_gain:+.1f}",
            )
        )


def tell_answer(thinking: Thinking, state: State, found: list[tuple[float, float, int]]) -> None:
    """The best answers of a question with what each gains."""
    rows = sorted(found, reverse=True)[:SHOWN]
    text = "; ".join(f"{state.text(action)} {gain:+.2f}" for gain, _tie, action in rows)
    thinking.tell(Info(seconds=thinking.elapsed, line=(state.text(rows[0][2]),), text=text))
