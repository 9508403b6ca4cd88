"""Other plans for a movement, cheaply: each starts from the officer's plan, one thing is wanted otherwise, and what that touches
is improved again. What sites, battles and stacks are worth by themselves is worked out once for all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from echelon.players.officer.assignment import NOBODY, Assignment, Task

__all__ = ["Variant", "Weights", "variants"]

Over = Callable[[], bool]


class Weights(NamedTuple):
    """How much sites, battles and stacks count in a plan; and how far each place is liked more or less by whim."""

    site: float = 1.0
    battle: float = 1.0
    stand: float = 1.0
    whim: float = 0.0


class Variant(Assignment):
    """A plan that begins where another ends."""

    def __init__(self, base: Assignment, weights: Weights = Weights(), barred: frozenset[int] = frozenset(), seed: int = 0) -> None:
        self.estimate, self.ways = base.estimate, base.ways
        self.tasks = dict(base.tasks)
        self._stays = base._stays
        self._stacks = {place: set(units) for place, units in base._stacks.items()}
        self._groups = {target: dict(at) for target, at in base._groups.items()}
        self._duties = dict(base._duties)
        self._sites, self._battles, self._stands, self._owed = base._sites, base._battles, base._stands, base._owed
        self.options = {unit: [task for task in tasks if task.target not in barred] for unit, tasks in base.options.items()}
        self.looked = 0
        self.weights, self.barred = weights, barred
        self._rng = random.Random(seed)
        self._whims: dict[tuple[int, int], float] = {}
        for target in barred:
            self._change({unit: Task(place) for unit, place in self.attackers(target).items()})

    def site(self, unit: int, place: int) -> float:
        """As weighted, with the whim of the day."""
        value = self.weights.site * super().site(unit, place)
        if self.weights.whim:
            key = (unit, place)
            if key not in self._whims:
                self._whims[key] = self._rng.gauss(0.0, self.weights.whim)
            value += self._whims[key]
        return value

    def battle(self, target: int, at: dict[int, int]) -> float:
        """As weighted."""
        return self.weights.battle * super().battle(target, at)

    def stand(self, place: int, units: set[int]) -> float:
        """As weighted."""
        return self.weights.stand * super().stand(place, units)

    def again(self, over: Over) -> None:
        """Improve what can be improved from here."""
        self._single(over)
        if self.weights != Weights():
            self._gather(over)
            self._single(over)

    def attack(self, target: int, over: Over) -> bool:
        """Attack a hex with whom it takes, even if the plan loses by it; false if nobody can."""
        joiners: dict[int, list[Task]] = {}
        for unit, tasks in self.options.items():
            for task in tasks:
                if task.target == target:
                    joiners.setdefault(unit, []).append(task)
        group = self._forced(joiners, over)
        if not group:
            return False
        self._change(group)
        held = set(group)
        kept = self.options
        self.options = {unit: tasks for unit, tasks in kept.items() if unit not in held}
        self._single(over)
        self.options = kept
        return True

    def _forced(self, joiners: dict[int, list[Task]], over: Over) -> dict[int, Task]:
        """The best group for an attack, whatever it costs."""
        group: dict[int, Task] = {}
        best, kept = -float("inf"), dict[int, Task]()
        while len(group) < min(6, len(joiners), len(kept) + 3):
            tried: list[tuple[float, int, Task]] = []
            for unit, tasks in joiners.items():
                if unit not in group:
                    for task in tasks:
                        if over():
                            return {}
                        tried.append((self.gain({**group, unit: task}), unit, task))
            total, unit, task = max(tried)
            group[unit] = task
            if total > best:
                best, kept = total, dict(group)
        return kept


class Candidate(NamedTuple):
    """A plan with what makes it another: a key of the catalogue, and the hex it is about."""

    plan: Assignment
    key: str
    target: int = NOBODY


def worth(plan: Assignment, tasks: dict[int, Task]) -> float:
    """What tasks are worth to a plan, from nothing."""
    stacks: dict[int, set[int]] = {}
    groups: dict[int, dict[int, int]] = {}
    owed: set[int] = set()
    total = 0.0
    for unit, task in tasks.items():
        total += Assignment.site(plan, unit, task.place)
        stacks.setdefault(task.place, set()).add(unit)
        if task.target != NOBODY:
            groups.setdefault(task.target, {})[unit] = task.place
        owed.update(plan.owed(unit, task))
    total += sum(Assignment.stand(plan, place, units) for place, units in stacks.items())
    total += sum(Assignment.battle(plan, target, at) for target, at in groups.items())
    return total - plan.estimate.neglect * len(owed - set(groups))


def variants(base: Assignment, over: Over, seed: int) -> Iterator[Candidate]:
    """Plans other than the base, the most different kinds first; none twice."""
    seen = {tuple(sorted(base.tasks.items()))}

    def fresh(plan: Assignment) -> bool:
        key = tuple(sorted(plan.tasks.items()))
        if key in seen:
            return False
        seen.add(key)
        return True

    attacked = {task.target for task in base.tasks.values()} - {NOBODY}
    known = {task.target for tasks in base.options.values() for task in tasks} - {NOBODY}
    kinds: list[tuple[str, Weights, frozenset[int]]] = [
        ("wary", Weights(stand=2.5), frozenset()),
        ("bold", Weights(battle=1.8, stand=0.5), frozenset()),
        ("swift", Weights(site=1.8, stand=0.7), frozenset()),
        ("quiet", Weights(), frozenset(known)),
        ("firm", Weights(site=0.6, battle=0.7), frozenset()),
    ]
    for key, weights, barred in kinds:
        plan = Variant(base, weights, barred)
        plan.again(over)
        if over():
            return
        if fresh(plan):
            yield Candidate(plan, key)
    for target in sorted(attacked, key=lambda t: base.battle(t, base.attackers(t))):
        plan = Variant(base, barred=frozenset([target]))
        plan.again(over)
        if over():
            return
        if fresh(plan):
            yield Candidate(plan, "without", target)
    forced = []
    for target in sorted(known - attacked):
        plan = Variant(base)
        if plan.attack(target, over) and fresh(plan):
            forced.append((worth(base, plan.tasks), target, plan))
        if over():
            return
    for _value, target, plan in sorted(forced, reverse=True, key=lambda row: row[:2]):
        yield Candidate(plan, "with", target)
    for number in range(4):
        plan = Variant(base, Weights(whim=0.8), seed=seed + number)
        plan.again(over)
        if over():
            return
        if fresh(plan):
            yield Candidate(plan, "whim")
