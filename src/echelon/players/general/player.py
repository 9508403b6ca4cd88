"""The general: the officer's plan against other plans and against the enemy's answers, rehearsed as long as there is time."""

from __future__ import annotations

import math
import random
from itertools import islice
from typing import TYPE_CHECKING, cast

from echelon.players.general.contest import Contest, Course
from echelon.players.general.orders import Orders
from echelon.players.general.rehearsal import Interrupted, Rehearsal, Yardstick
from echelon.players.general.variants import Candidate, Tasks, polished, tasks_of, variants, worth
from echelon.players.general.words import Story, tell_answers
from echelon.players.officer import Officer
from echelon.players.officer.assignment import Assignment, attacks_of
from echelon.players.officer.player import ANEW, DARES, MANY, PLANNING, Plan, _stage
from echelon.players.officer.routes import Route, routes
from echelon.players.officer.words import tell_plan
from echelon.players.thinking import Clock, Limits, Thinking, player_turn

if TYPE_CHECKING:
    from echelon.core.appreciation import Appreciation, Estimate, Intent, Planned, Rough
    from echelon.core.state import State
    from echelon.core.views import View

__all__ = ["SECONDS", "General"]

SECONDS = 2.0  # for a player-turn, if nobody says otherwise
POLISH = 0.3  # of the time for a plan, what may go into polishing the officer's before others are sought
KEPT = 0.3  # of the time that is left when a movement is planned, what is kept for the rest of the player-turn
QUESTION = 0.15  # of the time that is left, what any other question may take
RESERVE = 0.15  # of the time of a player-turn, what no search may touch: answers must still be given
NARROWEST, WIDEST = 2, 16  # plans that are rehearsed beside the best so far
EACH = 5  # rehearsals of a plan, on the mean
ANSWERS = 3  # answers that are
LONG = 6  # rehearsals of each answer that there must be time for


class General(Officer):
    """Searches on top of the officer: of plans and of answers, the one that rehearsals speak for."""

    name = "general"

    def __init__(self, seed: int = 0, time: float | None = None, nodes: int | None = None) -> None:
        super().__init__(seed, SECONDS if time is None and nodes is None else time, nodes)
        self._clock, self._thinking = Clock(), Thinking()
        self._turn: tuple[int, bool, int] | None = None
        self._plain: dict[type, float] = {}  # by kind of question, how long an answer takes without a search
        self._yardstick: Yardstick | None = None
        self._seer: tuple[Appreciation, Rough | None] | None = None
        self._pace = 0.05  # seconds that a rehearsal takes

    def choose(self, view: View, thinking: Thinking | None = None) -> int:
        """As the officer does; what he would do at once is searched."""
        if thinking is None:  # nobody keeps its time
            turn = player_turn(view)
            if turn != self._turn:
                self._turn, self._clock = turn, Clock()
            return self._clock.ask(self, view)
        self._thinking = thinking
        action = super().choose(view, thinking)
        self._took.update(self._plain)
        return action

    def _judge(self, appreciation: Planned, turn: int) -> Rough:
        """Who judges in rehearsals; the same through a player-turn, since it remembers much."""
        known = self._yardstick
        if known is not None and known.appreciation is appreciation and known.turn == turn:
            return known.rough
        return appreciation.rough()

    def _foreseer(self, appreciation: Appreciation) -> Rough | None:
        """Who looks at single answers: not who judges in rehearsals, who remembers much of them. None if there are none."""
        if self._seer is None or self._seer[0] is not appreciation:
            rough = getattr(appreciation, "rough", None)
            self._seer = appreciation, rough() if rough else None
        return self._seer[1]

    # --- the plan ---------------------------------------------------------------------------------------------------------
    def _make(self, state: State, takes: dict[int, int], estimate: Estimate, thinking: Thinking) -> Plan:
        """The officer's plan, or one that does better in rehearsals."""
        rules, side = state.rules, state.frame.side
        appreciation = cast("Planned", rules.appreciation)
        places = getattr(state, state.layout.rows[0].name)
        stays = {unit: places[unit] for unit in range(*rules.forces.ranges[side]) if places[unit] < rules.board.n}
        allowed = Allowance(thinking, self.limits, KEPT)
        least = PLANNING * thinking.left if thinking.left < math.inf else 0.0

        def late() -> bool:
            return thinking.left <= least or thinking.stopped()

        stage, count = self._dared
        dare = len(takes) <= MANY and (stage != _stage(state) or count < DARES)
        ways: dict[int, dict[int, Route]] = {}
        for unit, take in takes.items():
            if late():
                break
            ways[unit] = routes(state, unit, take, estimate, dare)
        for unit, place in stays.items():  # who cannot move may still attack
            if unit not in takes and estimate.targets(unit, place):
                ways[unit] = {}
        base = Assignment(estimate, stays, ways)
        base.improve(late)
        orders = Orders(state, estimate, stays, ways, lambda chosen, tasks: self._reserve(chosen, tasks, stays, estimate))
        if not orders.dares(base):  # after a die that is risked on the way everything is planned anew
            polish = Allowance(thinking, self.limits, 1 - POLISH * (1 - KEPT))
            base = polished(base, lambda: polish.late() or late(), self.rng.getrandbits(30))
        chosen: Assignment = base
        if not allowed.over() and not orders.dares(base):
            meant = {unit: task.place for unit, task in base.tasks.items()}
            self._yardstick = Yardstick(state, side, appreciation, self._judge(appreciation, state.turn), meant)
            chosen = self._search(state, base, orders, allowed)
        if thinking.heard:
            tell_plan(thinking, state, chosen, stays, orders.routes(chosen))
        plan = Plan(chosen.tasks, orders.routes(chosen), orders.order(chosen), state)
        plan.anew = ANEW  # who cannot do his part stays, as in rehearsals: the plan was weighed so
        return plan

    def _search(self, state: State, base: Assignment, orders: Orders, allowed: Allowance) -> Assignment:
        """Rounds of plans: those around the best so far, until no others are left or time is over."""
        best, told = Candidate(base, "base"), 0
        seen, story = {tasks_of(base)}, Story()
        while not allowed.over():
            contest = self._contest(base, best, orders, allowed, seen, told)
            if contest is None:
                break
            contest.run()
            told += contest.complete
            found = contest.best()
            story.add(contest, found)
            best = found.deed
        if self._thinking.heard:
            story.tell(self._thinking, state)
        return best.plan

    def _contest(
        self, base: Assignment, best: Candidate, orders: Orders, allowed: Allowance, seen: set[Tasks], told: int
    ) -> Contest[Candidate] | None:
        """The best plan so far and those around it, as many as there is time for; None if there are no others."""
        after: dict[int, State] = {}

        def rehearse(candidate: Candidate, number: int) -> float:
            if id(candidate) not in after:
                after[id(candidate)] = orders.carried(candidate.plan)
            return self._rehearsed(after[id(candidate)], number + told, allowed, attacks_of(candidate.plan.tasks))

        first = Course(best, worth(base, best.plan.tasks))
        try:
            first.values.append(rehearse(best, 0))
        except Interrupted:
            return None
        width = max(NARROWEST, min(WIDEST, allowed.room(self._pace, EACH)))
        others = islice(variants(best.plan, allowed.over, seen, self.rng.getrandbits(30)), width)
        courses = [first, *(Course(other, worth(base, other.plan.tasks)) for other in others)]
        return Contest(courses, rehearse) if len(courses) > 1 else None

    def _rehearsed(self, state: State, number: int, allowed: Allowance, intent: Intent) -> float:
        """What comes of a state, its secrets guessed anew."""
        assert self._yardstick is not None
        if state.layout.secrets:
            trial = state.view(self._yardstick.side).sample(random.Random(number))
        else:
            trial = state.copy()
        begun = self._thinking.elapsed
        value = Rehearsal(self._yardstick, number, allowed.over, intent).value(trial)
        self._pace += 0.2 * (self._thinking.elapsed - begun - self._pace)
        self._thinking.spend()
        return value

    def _can_rehearse(self, state: State, appreciation: Appreciation) -> bool:
        """Is there something to measure by: the movement of this player-turn, or the last one in the enemy's?"""
        yardstick, side = self._yardstick, state.frame.side
        if yardstick is None or yardstick.side != side or yardstick.appreciation is not appreciation:
            return False
        return state.turn == yardstick.turn or state.rules.sequence[state.step].side != side

    # --- other questions --------------------------------------------------------------------------------------------------
    def _weighed(self, state: State, answers: list[int], appreciation: Appreciation) -> list[tuple[float, float, int]]:
        """As the officer weighs them; the best are rehearsed."""
        kind, begun = type(state.frame), self._thinking.elapsed
        found = super()._weighed(state, answers, appreciation)
        seer = self._foreseer(appreciation)
        foreseen = seer.foresee(state, answers) if seer else {}
        found = [(foreseen.get(action, gain), tie, action) for gain, tie, action in found]
        self._plain[kind] = max(self._plain.get(kind, 0.0), self._thinking.elapsed - begun)
        allowed = Allowance(self._thinking, self.limits, 1 - QUESTION)
        if len(found) < 2 or not self._can_rehearse(state, appreciation) or allowed.room(self._pace, LONG) < ANSWERS:
            return found
        ranked = sorted(found, reverse=True)
        courses = [Course(action, gain) for gain, _tie, action in ranked[:ANSWERS]]
        intent = self._intent(state)

        def rehearse(action: int, n: int) -> float:
            after = state.copy()
            after.apply(action)
            return self._rehearsed(after, n, allowed, intent)

        contest = Contest(courses, rehearse)
        contest.run()
        best = contest.best()
        if best is courses[0]:
            return found
        if self._thinking.heard:
            tell_answers(self._thinking, state, contest, best)
        lead = ranked[0][0] + contest.lead(best)
        return [(lead if action == best.deed else gain, tie, action) for gain, tie, action in found]


class Allowance:
    """What a search may take of what is left."""

    def __init__(self, thinking: Thinking, limits: Limits, kept: float) -> None:
        self.thinking = thinking
        whole = limits.seconds or 0.0
        left = thinking.left
        self.least = max(kept * left, RESERVE * whole) if left < math.inf else 0.0
        nodes = thinking.limits.nodes
        self.nodes = None if nodes is None else thinking.nodes + int((1 - kept) * (nodes - thinking.nodes))

    def room(self, seconds: float, each: int) -> int:
        """How many courses there is room for, if each is rehearsed so often and a rehearsal takes so long."""
        left = self.thinking.left - self.least
        room = float(WIDEST) if left == math.inf else left / (each * seconds)
        if self.nodes is not None:
            room = min(room, (self.nodes - self.thinking.nodes) / each)
        return int(room)

    def late(self) -> bool:
        """Is the time used up?"""
        return self.thinking.left <= self.least or self.thinking.stopped()

    def over(self) -> bool:
        """Are time or nodes used up?"""
        return self.late() or (self.nodes is not None and self.thinking.nodes >= self.nodes)
