"""Other plans for a movement, cheaply: each starts from the officer's plan, one thing is wanted otherwise, and what that
touches is improved again. What sites, battles and stacks are worth by themselves is worked out once for all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from echelon.players.officer.assignment import EPSILON, NOBODY, Assignment, Task

__all__ = ["Candidate", "Tasks", "Variant", "Weights", "polished", "tasks_of", "variants", "worth"]

Over = Callable[[], bool]
Tasks = tuple[tuple[int, Task], ...]
TARGETS = 8  # hexes that are tried as one more target
WHIMS = 12
SHAKES = (0.3, 0.7, 1.2, 2.0)  # how hard a plan is shaken before it settles again
TRIES = 60  # times that a plan is shaken
IDLE = 20  # times in a row without anything better, after which it is let be


class Weights(NamedTuple):
    """How much sites, battles and stacks count in a plan, and posts in the enemy's way beside them; and how far each place is
    liked more or less by whim."""

    site: float = 1.0
    battle: float = 1.0
    stand: float = 1.0
    post: float = 0.0
    whim: float = 0.0


USUAL = Weights()
NO_POSTS: Mapping[int, float] = MappingProxyType({})
KINDS = (
    ("barred", Weights(post=1.0)),
    ("barred", Weights(post=2.0, battle=0.5)),
    ("bold", Weights(battle=1.8, stand=0.5)),
    ("wary", Weights(stand=2.5)),
    ("swift", Weights(site=1.8, stand=0.7)),
    ("firm", Weights(site=0.6, battle=0.7)),
)


class Variant(Assignment):
    """A plan that begins where another ends."""

    def __init__(
        self, base: Assignment, weights: Weights = USUAL, barred: frozenset[int] = frozenset(), seed: int = 0,
        posts: Mapping[int, float] = NO_POSTS,
    ) -> None:  # fmt: skip
        self.estimate, self.ways = base.estimate, base.ways
        self.tasks = dict(base.tasks)
        self._stays = base._stays
        self._stacks = {place: set(units) for place, units in base._stacks.items()}
        self._groups = {target: dict(at) for target, at in base._groups.items()}
        self._duties = dict(base._duties)
        self._sites, self._battles, self._stands, self._owed = base._sites, base._battles, base._stands, base._owed
        self.options = {unit: [task for task in tasks if task.target not in barred] for unit, tasks in base.options.items()}
        self.looked = 0
        self.weights, self.barred, self.posts = weights, barred, posts
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

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """As weighted."""
        return self.weights.battle * super().battle(target, at)

    def stand(self, place: int, units: Collection[int]) -> float:
        """As weighted."""
        value = self.weights.stand * super().stand(place, units)
        if self.weights.post and units and place in self.posts:
            value += self.weights.post * self.posts[place] * self.estimate.bars(tuple(units))
        return value

    def again(self, over: Over) -> None:
        """Improve what can be improved from here."""
        self._single(over)
        if self.weights != USUAL:
            self._gather(over)
            self._single(over)

    def settle(self, over: Over) -> None:
        """Improve with the whims, then without them."""
        self._single(over)
        self.weights = USUAL
        self._single(over)
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


def polished(base: Assignment, over: Over, seed: int) -> Assignment:
    """The plan, or a better one by its own reckoning: it is shaken by whims and settles again, as long as that helps.

    Improving unit by unit and attack by attack ends where no single change is better; a shake gets it out of there.
    """
    rng = random.Random(seed)
    best, value, idle = base, worth(base, base.tasks), 0
    for _ in range(TRIES):
        plan = Variant(best, Weights(whim=rng.choice(SHAKES)), seed=rng.getrandbits(30))
        plan.settle(over)
        if over():
            break
        found = worth(base, plan.tasks)
        idle += 1
        if found > value + EPSILON:
            best, value, idle = plan, found, 0
        elif idle >= IDLE:
            break
    return best


def variants(base: Assignment, over: Over, seen: set[Tasks], seed: int) -> Iterator[Candidate]:
    """Plans that nobody has seen; kinds of them take turns, so that however few are wanted, they differ."""
    kinds = [_weighted(base, over), _with(base, over), _whims(base, over, seed), _without(base, over)]
    while kinds:
        for kind in tuple(kinds):
            found = next(kind, None)
            if over():
                return
            if found is None:
                kinds.remove(kind)
            elif tasks_of(found.plan) not in seen:
                seen.add(tasks_of(found.plan))
                yield found


def tasks_of(plan: Assignment) -> Tasks:
    """A plan's tasks, to be compared."""
    return tuple(sorted(plan.tasks.items()))


def _weighted(base: Assignment, over: Over) -> Iterator[Candidate]:
    """Battles, stacks and sites count more or less than usual."""
    posts = base.estimate.posts({unit: (base.tasks[unit].place, *ways) for unit, ways in base.ways.items()})
    for key, weights in KINDS:
        if weights.post and not posts:
            continue
        plan = Variant(base, weights, posts=posts)
        plan.again(over)
        yield Candidate(plan, key)


def _without(base: Assignment, over: Over) -> Iterator[Candidate]:
    """One attack is left out, the poorest first; then all."""
    attacked = {task.target for task in base.tasks.values()} - {NOBODY}
    for target in sorted(attacked, key=lambda target: (base.battle(target, base.attackers(target)), target)):
        plan = Variant(base, barred=frozenset([target]))
        plan.again(over)
        yield Candidate(plan, "without", target)
    if len(attacked) > 1:
        plan = Variant(base, barred=frozenset(attacked))
        plan.again(over)
        yield Candidate(plan, "quiet")


def _with(base: Assignment, over: Over) -> Iterator[Candidate]:
    """One more attack, the most promising first."""
    attacked = {task.target for task in base.tasks.values()}
    joiners: dict[int, set[int]] = {}
    for unit, tasks in base.options.items():
        for task in tasks:
            if task.target not in attacked:
                joiners.setdefault(task.target, set()).add(unit)
    joiners.pop(NOBODY, None)
    many = sorted(joiners, key=lambda target: (-len(joiners[target]), target))
    found = []
    for target in many[:TARGETS]:
        plan = Variant(base)
        if plan.attack(target, over):
            found.append((worth(base, plan.tasks), target, plan))
        if over():
            return
    for _value, target, plan in sorted(found, reverse=True, key=lambda row: row[:2]):
        yield Candidate(plan, "with", target)


def _whims(base: Assignment, over: Over, seed: int) -> Iterator[Candidate]:
    """Every place is liked a little more or less than it should be."""
    for number in range(WHIMS):
        plan = Variant(base, Weights(whim=0.5 + 0.5 * (number % 3)), seed=seed + number)
        plan.again(over)
        yield Candidate(plan, "whim")
