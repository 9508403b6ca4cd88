"""Where a unit can go, found by trying the engine's own steps: no verb is assumed, so it serves every system.

The search plays legal actions that name the unit, or the unit at the head of its party, for as long as the same side is asked
in the same step of the sequence and no die falls, and notes where the unit then stands. What a step costs is read from the
events it causes (their `mf` facts), or else from its preview (`cost`). Cheaper ways come first, so a place is left only once in
each situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from echelon.core.fields import is_points
from echelon.core.verbs import A_SHIFT, FIELD, VERB

if TYPE_CHECKING:
    from echelon.core.state import Event, State

__all__ = ["Reach", "reach"]


@dataclass(slots=True)
class Reach:
    """The hexes a unit can get to: the least cost in half movement points (None if the rules count none), and the way there.

    `paths` holds the hexes of each way, its own first; `chances` the hexes that only a die lets it enter; `dice` those where a
    die falls once it is there; `news` those behind a hex, given with it, where something may come to light: a line halts there;
    `through` those where it cannot stop. What is in `ends` belongs to the search and is only to be looked at.
    """

    start: int
    costs: dict[int, int | None] = field(default_factory=dict)
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    complete: bool = True  # False if the search was cut off
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    chances: dict[int, Fraction] = field(default_factory=dict)
    dice: set[int] = field(default_factory=set)
    news: dict[int, int] = field(default_factory=dict)
    through: set[int] = field(default_factory=set)
    ends: dict[int, State] = field(default_factory=dict)  # the position once it is there


@dataclass(slots=True)
class _Node:
    """A way tried: the state it leads to, its actions, where the unit has been, and whether points were counted."""

    state: State
    actions: tuple[int, ...]
    path: tuple[int, ...]
    counted: bool
    news: int | None = None


def reach(state: State, unit: int, limit: int = 5_000, grave: Callable[[State], bool] | None = None) -> Reach:
    """All places where a unit can stand by actions of its own in the present step; where its end would be `grave`, or a die
    would fall there, by a dearer way that is not, if there is one."""
    place = state.layout.rows[0].name
    start = getattr(state, place)[unit]
    found = Reach(start)
    if state.outcome is not None or state.frame.chance:
        return found
    rules, known = state.rules, _Key(state, unit)
    ending = frozenset(rules.verbs.code(name) for name in rules.system.play.main if name in rules.verbs)
    queue: list[tuple[int, int, _Node]] = [(0, 0, _Node(state.copy(), (), (start,), False))]
    best: dict[tuple[Any, ...], int] = {}  # the least cost of a way to each situation
    count = 0
    while queue:
        cost, number, node = heappop(queue)
        here = node.state
        if best.get(known.of(here), cost) < cost:
            continue
        fresh = _note(found, node, cost, grave)
        if here.frame.chance and here.outcome is None:
            if fresh:
                found.dice.add(node.path[-1])
            _after_the_die(found, here, unit, node, cost)
        if here.frame.side != state.frame.side or here.step != state.step or here.outcome is not None:
            continue
        if number > limit:
            found.complete = False
            break
        legal = here.legal().main
        if fresh and ending and not any(action & VERB in ending for action in legal):
            found.through.add(node.path[-1])
        for action in _own(here, unit, legal):
            if action & VERB in ending:
                continue  # it would only stay where it is
            branch, spent = _try(node, unit, action, place)
            key = known.of(branch.state)
            if cost + spent < best.get(key, cost + spent + 1):
                best[key] = cost + spent
                count += 1
                heappush(queue, (cost + spent, count, branch))
    return found


def _note(found: Reach, node: _Node, cost: int, grave: Callable[[State], bool] | None) -> bool:
    """Put down where a way leads, if it is the first there; a sure way takes the place of one that hangs on a die, and a safe
    one that of a `grave` one."""
    at, state = node.path[-1], node.state
    if not node.actions or at == found.start or at >= state.rules.board.n:
        return False
    if at in found.costs and found.chances.pop(at, None) is None:
        known = found.ends[at]
        if grave is None or state.frame.chance or not (known.frame.chance or grave(known)) or grave(state):
            return False
        found.dice.discard(at)
        found.through.discard(at)
    found.news.pop(at, None)
    found.costs[at] = cost if node.counted else None
    found.lines[at] = _texts(state, node.actions)
    found.paths[at] = node.path
    found.ends[at] = state
    if node.news is not None and node.news != at:
        found.news[at] = node.news
    return True


def _try(node: _Node, unit: int, action: int, place: str) -> tuple[_Node, int]:
    """A way with one more action, and the points that cost."""
    after = node.state.copy()
    events: list[Event] = []
    after.log = events
    after.apply(action)
    after.log = None
    spent = [s for event in events if (s := _spent(event.facts, unit)) is not None] or _foreseen(node.state, action)
    to = getattr(after, place)[unit]
    path = node.path if to == node.path[-1] else (*node.path, to)
    news = to if node.news is None and after.reveals != node.state.reveals else node.news
    return _Node(after, (*node.actions, action), path, node.counted or bool(spent), news), sum(spent)


def _texts(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.text(action) for action in actions)


def _after_the_die(found: Reach, here: State, unit: int, node: _Node, cost: int) -> None:
    """The places where a die may put the unit down, each with its chance; known only if nothing surer leads there."""
    place = here.layout.rows[0].name
    chances: dict[int, Fraction] = {}
    ends: dict[int, State] = {}
    for action, chance in here.outcomes():
        after = here.copy()
        after.apply(action)
        to = getattr(after, place)[unit]
        chances[to] = chances.get(to, Fraction(0)) + chance
        ends[to] = after
    for to, chance in chances.items():
        if to in (found.start, *node.path) or to in found.costs or to >= here.rules.board.n:
            continue
        found.costs[to] = cost if node.counted else None
        found.lines[to] = _texts(here, node.actions)
        found.paths[to] = (*node.path, to)
        found.chances[to] = chance
        found.ends[to] = ends[to]
        if node.news is not None:
            found.news[to] = node.news


def _own(here: State, unit: int, legal: list[int]) -> Iterator[int]:
    """The actions that move the unit on: those that name it first, or the head of the party it goes along with."""
    frame, verbs = here.frame, here.rules.verbs
    leader, party = getattr(frame, "unit", None), getattr(frame, "units", 0)
    heads = {unit}
    if isinstance(leader, int) and leader >= 0 and party >> unit & 1:
        heads.add(leader)
    for action in legal:
        fields = verbs.all[action & VERB].fields
        if fields and fields[0].type == "unit" and action >> A_SHIFT & FIELD in heads:
            yield action


class _Key:
    """What matters for where the unit can go next: its own rows and the question asked, not the way that led here, nor the
    points left: the search goes by cost, so the first to come has the most."""

    def __init__(self, state: State, unit: int) -> None:
        self.unit = unit
        self.rows = [row.name for row in state.layout.rows if not is_points(row.codec)]
        self.fields: dict[type, list[int]] = {}

    def of(self, state: State) -> tuple[Any, ...]:
        frame = state.frame
        kind = type(frame)
        if kind not in self.fields:
            codecs = kind._codecs()
            self.fields[kind] = [i for i, codec in enumerate(codecs) if not is_points(codec)]
        facts = [frame[i] for i in self.fields[kind] if not isinstance(frame[i], tuple)]
        return (state.step, kind, *(getattr(state, name)[self.unit] for name in self.rows), *facts)


def _foreseen(state: State, action: int) -> list[int]:
    """The parts of points that the preview of an action says it costs; none if it speaks of none."""
    cost = state.preview(action).get("cost")
    return [round(cost * state.rules.system.play.per)] if isinstance(cost, int | float | Fraction) else []


def _spent(facts: Mapping[str, Any], unit: int) -> int | None:
    """The movement points an event says this unit paid."""
    return facts["mf"] if facts.get("unit") == unit and isinstance(facts.get("mf"), int) else None
