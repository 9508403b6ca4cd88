"""The officer: one plan for the whole movement, carried out answer by answer, made anew when something comes in between."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from echelon.core.appreciation import NO_INTENT
from echelon.core.verbs import VERB
from echelon.players.officer.assignment import NOBODY, Assignment, Task, attacks_of
from echelon.players.officer.routes import Route, let_through, movers, routes
from echelon.players.officer.words import tell_answer, tell_plan
from echelon.players.player import Player
from echelon.players.random_player import Pushy, answers_of
from echelon.players.recruit import weigh
from echelon.players.thinking import Limits, Thinking

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation, Estimate, Intent
    from echelon.core.state import State
    from echelon.core.views import View

__all__ = ["Officer"]

PLANNING = 0.5  # of the time that is left, what must still be left when the plan is made
DARES = 2  # dice on the way that are risked in a movement: after each the plan is made anew
MANY = 30  # units whose plan is too dear to be made anew for a die
TOO_MANY = -25.0  # no stack that may be where it is stands so badly
ANEW = 3  # times that a movement is planned anew because somebody cannot do his part


class Plan:
    """The tasks of a movement, those still to be carried out with their ways, and the state the next answer is meant for."""

    def __init__(self, tasks: dict[int, Task], ways: dict[int, Route], order: list[int], state: State | None = None) -> None:
        self.tasks, self.ways, self.order = tasks, ways, order
        self.line: list[int] = []
        self.expected: str | None = None
        self.anew = 0  # times that it was made anew
        self.daring = NOBODY  # the unit whose way hangs on a die
        self._stage = _stage(state) if state is not None else ()
        self._stays = _places(state) if state is not None else b""
        self._put_off: set[int] = set()

    def stands(self, state: State) -> bool:
        """Can it be followed though something was not foreseen? Then everybody is where it wants him, or still where he was."""
        if _stage(state) != self._stage:
            return False
        now, left = _places(state), set(self.order)
        return all(
            place == (self.tasks[unit].place if unit in self.ways and unit not in left else self._stays[unit])
            for unit, place in enumerate(now)
        )

    def serves(self, state: State) -> bool:
        """Is it the plan of the movement that has led to a state, in the same player-turn?"""
        if not self._stage:
            return False
        turn, step, side = self._stage
        return state.turn == turn and state.step >= step and state.rules.sequence[state.step].side == side == state.frame.side

    def put_off(self, unit: int) -> bool:
        """Let a unit whose way is closed wait until the others have gone; false if it has waited."""
        if unit in self._put_off or not self.order:
            return False
        self._put_off.add(unit)
        self.order.append(unit)
        return True


class Officer(Player):
    """Plans where to attack, where to hold and who goes there; answers whatever else is asked as it looks best at once."""

    name = "officer"
    plans = True

    def __init__(self, seed: int = 0, time: float | None = None, nodes: int | None = None) -> None:
        self.rng = random.Random(seed)
        self._limits = Limits(time, nodes)
        self._pushy = Pushy(seed)
        self._plan: Plan | None = None
        self._took: dict[type, float] = {}  # by kind of question, how long it has thought about one
        self._dared: tuple[tuple[int, int, int], int] = ((0, 0, 0), 0)  # in which movement, and how often

    @property
    def limits(self) -> Limits:
        """As given with its name."""
        return self._limits

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """The next answer of the plan, or the best by itself; anything that makes sense if no time is left."""
        answers = answers_of(view)
        if len(answers) == 1:
            return answers[0]
        appreciation = view.rules.appreciation
        thinking = thinking or Thinking()
        if appreciation is None:
            return self._pushy.choose(view)
        state = view.sample(self.rng) if view.state.layout.secrets else view.state
        action = self._planned(state, answers, appreciation, thinking)
        if action is None:
            kind, begun = type(state.frame), thinking.elapsed
            if thinking.left <= self._took.get(kind, 0.0):
                return self._at_once(view, answers)
            found = self._weighed(state, answers, appreciation)
            self._took[kind] = max(self._took.get(kind, 0.0), thinking.elapsed - begun)
            if thinking.heard:
                tell_answer(thinking, state, found)
            action = max(found)[2]
        return action

    def _weighed(self, state: State, answers: list[int], appreciation: Appreciation) -> list[tuple[float, float, int]]:
        """Each answer with what it gains: by a closer look where the system offers one, else as it looks at once."""
        deliberate = getattr(appreciation, "deliberate", None)
        known = deliberate(state, answers, self._intent(state)) if deliberate else {}
        found = [(gain, self.rng.random(), action) for action, gain in known.items()]
        rest = [action for action in answers if action not in known]
        return found + weigh(state, rest, appreciation, self.rng) if rest else found

    def _intent(self, state: State) -> Intent:
        """The attacks of the plan, in the part of the turn that it was made for."""
        plan = self._plan
        if plan is None or not plan.serves(state):
            return NO_INTENT
        return attacks_of(plan.tasks)

    def _at_once(self, view: View, answers: list[int]) -> int:
        """An answer without a thought: to be done with the question, if one can."""
        verbs = view.rules.verbs
        for name in view.rules.system.play.main:
            found = [a for a in answers if name in verbs and a & VERB == verbs.code(name)]
            if found:
                return found[0]
        return self._pushy.choose(view)

    # --- the plan ---------------------------------------------------------------------------------------------------------
    def _planned(self, state: State, answers: list[int], appreciation: Appreciation, thinking: Thinking) -> int | None:
        """The answer that the plan wants here; None if no plan has a word on the question."""
        plan = self._plan
        if plan is not None and plan.line:
            action = plan.line.pop(0)
            if plan.expected == _key(state) and action in answers:
                return self._goes(plan, state, action)
            self._plan = plan = None
        estimate_of = getattr(appreciation, "estimate", None)
        estimate = estimate_of(state, state.frame.side) if estimate_of else None
        if estimate is None:
            return None
        takes = movers(state, answers)
        if plan is not None and plan.daring != NOBODY:
            plan = None
        if plan is None or (plan.expected != _key(state) and not plan.stands(state)):
            plan = self._plan = self._make(state, takes, estimate, thinking)
        while plan.order:
            unit = plan.order.pop(0)
            route = plan.ways.get(unit)
            if route is None or unit not in takes:
                continue
            if not _holds(state, route):
                found = routes(state, unit, takes[unit], estimate)
                route = found.get(plan.tasks[unit].place)
                if route is None:
                    if not plan.put_off(unit) and plan.anew < ANEW:
                        anew = plan.anew + 1
                        plan = self._plan = self._make(state, takes, estimate, thinking)
                        plan.anew = anew
                    continue
            plan.line = list(route.actions)
            if route.chance < 1.0:
                plan.daring = unit
                stage, count = self._dared
                self._dared = _stage(state), count + 1 if stage == _stage(state) else 1
            return self._goes(plan, state, plan.line.pop(0))
        return next((a for a in answers if a not in takes.values()), None)

    def _goes(self, plan: Plan, state: State, action: int) -> int:
        """An answer of the plan; the state it leads to is what the next is meant for."""
        after, side = state.copy(), state.frame.side
        after.apply(action)
        if after.frame.chance and plan.daring != NOBODY:
            let_through(after, plan.daring)
        while after.outcome is None and after.frame.side == side:  # who has no choice is not asked
            forced = after.legal().main
            if len(forced) != 1:
                break
            if plan.line[:1] == forced:
                plan.line.pop(0)
            after.apply(forced[0])
        plan.expected = _key(after)
        return action

    def _make(self, state: State, takes: dict[int, int], estimate: Estimate, thinking: Thinking) -> Plan:
        """Tasks for everybody who can move."""
        rules, side = state.rules, state.frame.side
        places = getattr(state, state.layout.rows[0].name)
        stays = {unit: places[unit] for unit in range(*rules.forces.ranges[side]) if places[unit] < rules.board.n}
        share = Share(thinking)
        stage, count = self._dared
        dare = len(takes) <= MANY and (stage != _stage(state) or count < DARES)
        ways: dict[int, dict[int, Route]] = {}
        for unit, take in takes.items():
            if share.over():
                break
            ways[unit] = routes(state, unit, take, estimate, dare)
        for unit, place in stays.items():  # who cannot move may still attack
            if unit not in takes and estimate.targets(unit, place):
                ways[unit] = {}
        assignment = Assignment(estimate, stays, ways)
        share.assignment = assignment
        assignment.improve(share.over)
        tasks = assignment.tasks
        chosen = {unit: ways[unit][task.place] for unit, task in tasks.items() if unit in ways and task.place != stays[unit]}
        for unit in self._reserve(chosen, tasks, stays, estimate):
            del chosen[unit]
        order = sorted(chosen, key=lambda unit: _turn(unit, tasks[unit], chosen[unit], rules.board.n, assignment))
        if thinking.heard:
            tell_plan(thinking, state, assignment, stays, chosen)
        return Plan(tasks, chosen, order, state)

    @staticmethod
    def _reserve(
        chosen: Mapping[int, Route], tasks: Mapping[int, Task], stays: Mapping[int, int], estimate: Estimate
    ) -> list[int]:
        """Who need not go yet: neither attacks nor makes room for anybody, and could go there after the battles."""
        wanted = {tasks[unit].place for unit in chosen}
        waiting = [
            unit
            for unit, route in chosen.items()
            if tasks[unit].target == NOBODY
            and stays[unit] not in wanted
            and route.chance == 1.0
            and estimate.can_wait(unit, tasks[unit].place, route.cost)
        ]
        for place in {stays[unit] for unit in waiting}:
            there = {unit for unit, task in tasks.items() if task.place == place}
            there |= {unit for unit in waiting if stays[unit] == place}
            for unit in tuple(waiting):  # too many must not be in a hex at the end of this movement either
                if estimate.stand(place, tuple(sorted(there))) > TOO_MANY:
                    break
                if stays[unit] == place:
                    waiting.remove(unit)
                    there.remove(unit)
        return waiting


class Share:
    """What a plan may take of the time that is left: the rest is needed to carry it out. A node is a change looked at."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.least = PLANNING * thinking.left if thinking.left < math.inf else 0.0
        self.assignment: Assignment | None = None
        self._told = 0

    def over(self) -> bool:
        """Is the share used up?"""
        if self.assignment is not None:
            self.thinking.spend(self.assignment.looked - self._told)
            self._told = self.assignment.looked
        return self.thinking.left <= self.least or self.thinking.over()


def _turn(unit: int, task: Task, route: Route, board: int, assignment: Assignment) -> tuple[bool, bool, bool, float, int]:
    """Who goes when: who risks a die, since much may change by it; who leaves the map, then attackers, then those first who
    have most to gain."""
    return route.chance == 1.0, task.place < board, task.target == NOBODY, -assignment.site(unit, task.place), unit


def _places(state: State) -> bytes:
    """Where everybody is."""
    return bytes(getattr(state, state.layout.rows[0].name))


def _stage(state: State) -> tuple[int, int, int]:
    """The movement that is open."""
    return state.turn, state.step, state.frame.side


def _holds(state: State, route: Route) -> bool:
    """Is the way still open, answer by answer?"""
    trial = state.copy()
    for action in route.actions:
        if trial.frame.chance:
            return route.chance < 1.0
        if action not in trial.legal().main:
            return False
        trial.apply(action)
    return True


def _key(state: State) -> str:
    """A fingerprint of what the side knows and is asked, without guesses at secrets."""
    return state.view(state.frame.side).state.key()
