"""Where a unit can go and by which answers: found by giving the engine's own legal answers, cheapest ways first."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB

if TYPE_CHECKING:
    from echelon.core.appreciation import Estimate
    from echelon.core.state import State

__all__ = ["Route", "let_through", "movers", "routes"]


class Route(NamedTuple):
    """A way to a place: the answers that lead there, whether the unit could still attack, and what the way itself brings."""

    actions: tuple[int, ...]
    ready: bool
    reward: float = 0.0
    cost: int = 0  # what it spends, by the estimate's measure
    chance: float = 1.0  # that the dice on the way let it through


def movers(state: State, answers: list[int]) -> dict[int, int]:
    """The units that can be taken in hand, each with the answer that does."""
    found = {}
    for action in answers:
        fields = state.rules.verbs.all[action & VERB].fields
        if len(fields) == 1 and fields[0].type == "unit":
            found[action >> A_SHIFT & FIELD] = action
    return found


def routes(state: State, unit: int, take: int, estimate: Estimate, dare: bool = False) -> dict[int, Route]:
    """Every place where the unit can end its move; ways after which it can still attack come first, and of several ways off the
    map the one that brings most. Ways that hang on a die only for who dares, and only to where there is no other."""
    place = state.layout.rows[0].name
    start = getattr(state, place)[unit]
    step, side = state.step, state.frame.side
    ending = _ending(state)
    first = state.copy()
    first.apply(take)
    found: dict[int, Route] = {}
    board, best = state.rules.board.n, dict[tuple[int, bool, float, bool], int]()
    queue: list[tuple[float, int, int, State, tuple[int, ...]]] = [(-1.0, 0, 0, first, (take,))]
    count = 0
    while queue:
        hope, cost, _number, here, actions = heappop(queue)
        at = getattr(here, place)[unit]
        ready = estimate.ready(here, unit)
        reward = estimate.reward(here, unit) if at >= board else 0.0
        sure = hope == -1.0
        if best.get((at, ready, reward, sure), cost) < cost:
            continue
        frame = here.frame
        under_way = getattr(frame, "unit", None) == unit and frame.side == side
        answers = here.legal().main if under_way else ()
        last = next((a for a in answers if a & VERB in ending and _names(here, a, unit)), None)
        if at != start and (last is not None or not under_way):
            known = found.get(at)
            if known is None or (sure and (reward, ready) > (known.reward, known.ready)):
                found[at] = Route(actions if last is None else (*actions, last), ready and sure, reward, cost, -hope)
        for action in answers:
            if action & VERB in ending or not _names(here, action, unit):
                continue
            onward = _onward(here, action)
            if onward == start or best.get((onward, True, 0.0, True), cost + 1) <= cost or (onward in found and not sure):
                continue  # it has been there for less
            after = here.copy()
            after.apply(action)
            chance = -hope
            if after.frame.chance and dare and chance == 1.0:
                chance = float(let_through(after, unit))
            to = getattr(after, place)[unit]
            lost = after.outcome is not None and after.outcome[0] != side
            over = after.step != step and to < board  # whoever leaves as the last ends the movement
            if to == at or after.frame.chance or over or lost:
                continue
            key = (to, estimate.ready(after, unit), estimate.reward(after, unit) if to >= board else 0.0, chance == 1.0)
            paid = estimate.spent(after, unit)
            if paid < best.get(key, paid + 1):
                best[key] = paid
                count += 1
                heappush(queue, (-chance, paid, count, after, (*actions, action)))
    return found


def let_through(state: State, unit: int) -> Fraction:
    """Let the die fall so that the unit goes on its way, and say with what chance it does; nothing changes if it never does."""
    place, found, total = state.layout.rows[0].name, None, Fraction(0)
    at = getattr(state, place)[unit]
    for die, chance in state.outcomes():
        after = state.copy()
        after.apply(die)
        if getattr(after, place)[unit] != at:
            found, total = die, total + chance
    if found is not None:
        state.apply(found)
    return total


def _ending(state: State) -> frozenset[int]:
    """The verbs that end a question."""
    verbs = state.rules.verbs
    return frozenset(verbs.code(name) for name in state.rules.system.play.main if name in verbs)


def _onward(state: State, action: int) -> int:
    """The hex that a step leads to; -1 for an answer that names none."""
    fields = state.rules.verbs.all[action & VERB].fields
    return action >> B_SHIFT & FIELD if len(fields) > 1 and fields[1].type == "hex" else -1


def _names(state: State, action: int, unit: int) -> bool:
    """Is the answer about this unit first of all?"""
    fields = state.rules.verbs.all[action & VERB].fields
    return bool(fields) and fields[0].type == "unit" and action >> A_SHIFT & FIELD == unit
