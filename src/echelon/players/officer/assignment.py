"""Who goes where and attacks what: the plan of a movement, improved until nothing is left that a change would better.

Units are not sent off one after the other. A change is weighed by all it touches: the site of the unit, the battles it leaves
and joins, the stacks it makes stronger and weaker. Single units change first; then each enemy hex is tried as the target of a
whole group, since an attack is often worth nothing until the last of its attackers has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from echelon.core.appreciation import Estimate
    from echelon.players.officer.routes import Route

__all__ = ["Assignment", "Task"]

EPSILON = 1e-6
SITES = 10  # places of a unit that are looked at for their own sake
BESIDE = 3  # places next to each target
GROUP = 9  # units that are gathered for one attack
ROUNDS = 3
NOBODY = -1


class Task(NamedTuple):
    """Where a unit ends its move, and the hex it is to attack from there (-1 for none)."""

    place: int
    target: int = NOBODY


class Assignment:
    """The tasks of all units of a side, and their worth."""

    def __init__(self, estimate: Estimate, stays: Mapping[int, int], ways: Mapping[int, Mapping[int, Route]]) -> None:
        """`stays`: where every unit of the side stands now; `ways`: for those that can move, where they can go."""
        self.estimate, self.ways = estimate, ways
        self.tasks = {unit: Task(place) for unit, place in stays.items()}
        self._stays = dict(stays)
        self._sites: dict[tuple[int, int], float] = {}
        self._battles: dict[tuple[int, tuple[tuple[int, int], ...]], float] = {}
        self._stands: dict[tuple[int, tuple[int, ...]], float] = {}
        self._owed: dict[tuple[int, int], Sequence[int]] = {}
        self.options: dict[int, list[Task]] = {}
        self.looked = 0  # changes that were weighed

    # --- worth ----------------------------------------------------------------------------------------------------------
    def site(self, unit: int, place: int) -> float:
        """The worth of a place to a unit by itself."""
        key = (unit, place)
        if key not in self._sites:
            self._sites[key] = self.estimate.site(unit, place)
        return self._sites[key]

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """The worth of an attack."""
        if not at:
            return 0.0
        key = (target, tuple(sorted(at.items())))
        if key not in self._battles:
            self._battles[key] = self.estimate.battle(target, at)
        return self._battles[key]

    def stand(self, place: int, units: Iterable[int]) -> float:
        """The worth of a stack."""
        key = (place, tuple(sorted(units)))
        if not key[1]:
            return 0.0
        if key not in self._stands:
            self._stands[key] = self.estimate.stand(*key)
        return self._stands[key]

    def owed(self, unit: int, task: Task) -> Sequence[int]:
        """The enemy's hexes that a task makes a duty."""
        if task.place == self._stays[unit] and task.target == NOBODY:
            return ()
        key = (unit, task.place)
        if key not in self._owed:
            self._owed[key] = self.estimate.owes(*key)
        return self._owed[key]

    def attackers(self, target: int) -> dict[int, int]:
        """Who attacks a hex, and from where."""
        return {unit: task.place for unit, task in self.tasks.items() if task.target == target}

    def gain(self, changes: Mapping[int, Task]) -> float:
        """What a change of some tasks is worth."""
        self.looked += 1
        tasks = self.tasks
        places, targets = set[int](), set[int]()
        total = 0.0
        for unit, task in changes.items():
            old = tasks[unit]
            if task.place != old.place:
                total += self.site(unit, task.place) - self.site(unit, old.place)
                places |= {task.place, old.place}
            targets |= {task.target, old.target}
        targets.discard(NOBODY)
        stacks: dict[int, list[int]] = {place: [] for place in places}
        after: dict[int, list[int]] = {place: [] for place in places}
        groups: dict[int, dict[int, int]] = {target: {} for target in targets}
        joined: dict[int, dict[int, int]] = {target: {} for target in targets}
        neglect = self.estimate.neglect
        duties, attacked, duties_after, attacked_after = set[int](), set[int](), set[int](), set[int]()
        for unit, old in tasks.items():
            new = changes.get(unit, old)
            if neglect:
                duties.update(self.owed(unit, old))
                duties_after.update(self.owed(unit, new))
                attacked.add(old.target)
                attacked_after.add(new.target)
            if old.place in stacks:
                stacks[old.place].append(unit)
            if new.place in after:
                after[new.place].append(unit)
            if old.target in groups:
                groups[old.target][unit] = old.place
            if new.target in joined:
                joined[new.target][unit] = new.place
        total -= neglect * (len(duties_after - attacked_after) - len(duties - attacked))
        total += sum(self.stand(place, after[place]) - self.stand(place, stacks[place]) for place in places)
        return total + sum(self.battle(target, joined[target]) - self.battle(target, groups[target]) for target in targets)

    # --- improving --------------------------------------------------------------------------------------------------------
    def improve(self, over: Callable[[], bool]) -> None:
        """Better the plan until it stands, or time is over."""
        for number in range(ROUNDS):
            self._sites.clear()
            self.estimate.settle({unit: task.place for unit, task in self.tasks.items()})
            self._list_options()
            changed = self._single(over)
            changed |= self._gather(over)
            changed |= self._single(over)
            if over() or (not changed and number):
                return

    def _list_options(self) -> None:
        """The tasks worth a look for each unit: the best sites, and the best from which it can attack something."""
        for unit, ways in self.ways.items():
            here = self._stays[unit]
            places = sorted(ways, key=lambda place: -self.site(unit, place))
            found = {Task(here): None, **{Task(place): None for place in places[:SITES]}}
            count: dict[int, int] = {}
            for place in (here, *places):
                if place != here and not ways[place].ready:
                    continue
                for target in self.estimate.targets(unit, place):
                    count[target] = count.get(target, 0) + 1
                    if count[target] <= BESIDE or place == here:
                        found[Task(place, target)] = None
            self.options[unit] = list(found)

    def _single(self, over: Callable[[], bool]) -> bool:
        """Every unit by itself, as long as that betters anything."""
        changed, again, passes = False, True, 0
        while again and passes < ROUNDS:
            again, passes = False, passes + 1
            for unit, options in self.options.items():
                if over():
                    return changed
                best, choice = EPSILON, None
                for task in options:
                    if task != self.tasks[unit]:
                        gain = self.gain({unit: task})
                        if gain > best:
                            best, choice = gain, task
                if choice is not None:
                    self.tasks[unit] = choice
                    changed = again = True
        return changed

    def _gather(self, over: Callable[[], bool]) -> bool:
        """A group for each enemy hex, the best joiner first, as far as the whole is worth it."""
        changed = False
        by_target: dict[int, dict[int, list[Task]]] = {}
        for unit, options in self.options.items():
            for task in options:
                if task.target != NOBODY:
                    by_target.setdefault(task.target, {}).setdefault(unit, []).append(task)
        for joiners in by_target.values():
            if over():
                return changed
            group: dict[int, Task] = {}
            best, kept = EPSILON, dict[int, Task]()
            while len(group) < min(GROUP, len(joiners)):
                tried = [
                    (self.gain({**group, unit: task}), unit, task)
                    for unit, tasks in joiners.items()
                    if unit not in group
                    for task in tasks
                    if task != self.tasks[unit]
                ]
                if not tried:
                    break
                total, unit, task = max(tried)
                group[unit] = task
                if total > best:
                    best, kept = total, dict(group)
            if kept:
                self.tasks.update(kept)
                changed = True
        return changed
