"""Where a unit can go, found by trying the engine's own steps: no verb is assumed, so it serves every system.

The search plays legal actions that name the unit for as long as the same side is asked in the same step of the sequence, and
notes where the unit then stands. What a step costs is read from the events it causes (their `mf` facts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echelon.core.state import Event, State

__all__ = ["Reach", "reach"]


@dataclass(slots=True)
class Reach:
    """The hexes a unit can get to: the least cost in half movement points (None if the rules count none), and the way there."""

    start: int
    costs: dict[int, int | None] = field(default_factory=dict)
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    complete: bool = True  # False if the search was cut off


def reach(state: State, unit: int, limit: int = 5_000) -> Reach:
    """All places where a unit can stand by actions of its own in the present step."""
    place = state.layout.rows[0].name
    start = getattr(state, place)[unit]
    found = Reach(start)
    side, step = state.frame.side, state.step
    if state.outcome is not None or state.frame.chance:
        return found
    queue: list[tuple[int, int, State, tuple[str, ...], bool]] = [(0, 0, state.copy(), (), False)]
    seen: set[tuple[Any, ...]] = set()
    count = 0
    while queue:
        cost, _, here, line, counted = heappop(queue)
        key = _key(here, unit)
        if key in seen:
            continue
        seen.add(key)
        at = getattr(here, place)[unit]
        if line and at != start and at not in found.costs and at < state.rules.board.n:
            found.costs[at] = cost if counted else None
            found.lines[at] = line
        if here.frame.side != side or here.step != step or here.outcome is not None:
            continue
        if len(seen) > limit:
            found.complete = False
            break
        for action in here.legal().of(unit):
            after = here.copy()
            events: list[Event] = []
            after.log = events
            after.apply(action)
            after.log = None
            spent = [s for event in events if (s := _spent(event.facts, unit)) is not None]
            count += 1
            heappush(queue, (cost + sum(spent), count, after, (*line, here.text(action)), counted or bool(spent)))
    return found


def _key(state: State, unit: int) -> tuple[Any, ...]:
    """What matters for where the unit can go next: its own rows and the question asked, not the way that led here.

    The search goes by cost, so the first way to a key is the cheapest.
    """
    rows = tuple(getattr(state, row.name)[unit] for row in state.layout.rows)
    return state.step, type(state.frame), rows, tuple(fact for fact in state.frame if not isinstance(fact, tuple))


def _spent(facts: Mapping[str, Any], unit: int) -> int | None:
    """The movement points an event says this unit paid."""
    return facts["mf"] if facts.get("unit") == unit and isinstance(facts.get("mf"), int) else None
