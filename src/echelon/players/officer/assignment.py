"""Who goes where and attacks what: the plan of a movement, improved until nothing is left that a change would better.

Units are not sent off one after the other. A change is weighed by all it touches: the site of the unit, the battles it leaves
and joins, the stacks it makes stronger and weaker. Single units change first; then each enemy hex is tried as the target of a
whole group, since an attack is often worth nothing until the last of its attackers has come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from echelon.core.appreciation import Estimate
    from echelon.players.officer.routes import Route

__all__ = ["Assignment", "Task", "attacks_of"]

EPSILON = 1e-6
SITES = 10  # places of a unit that are looked at for their own sake
BESIDE = 3  # places next to each target
GROUP = 9  # units that are gathered for one attack
PATIENCE = 4  # joiners in a row that need not make the group better
ROUNDS = 3
NOBODY = -1


class Task(NamedTuple):
    """Where a unit ends its move, and the hex it is to attack from there (-1 for none)."""

    place: int
    target: int = NOBODY


def attacks_of(tasks: Mapping[int, Task]) -> dict[int, dict[int, int]]:
    """The hexes that tasks are to attack: by whom, and from where each."""
    found: dict[int, dict[int, int]] = {}
    for unit, task in tasks.items():
        if task.target != NOBODY:
            found.setdefault(task.target, {})[unit] = task.place
    return found


class Assignment:
    """The tasks of all units of a side, and their worth."""

    def __init__(self, estimate: Estimate, stays: Mapping[int, int], ways: Mapping[int, Mapping[int, Route]]) -> None:
        """`stays`: where every unit of the side stands now; `ways`: for those that can move, where they can go."""
        self.estimate, self.ways = estimate, ways
        self.tasks = {unit: Task(place) for unit, place in stays.items()}
        self._stays = dict(stays)
        self._stacks: dict[int, set[int]] = {}
        for unit, place in stays.items():
            self._stacks.setdefault(place, set()).add(unit)
        self._groups: dict[int, dict[int, int]] = {}
        self._duties: dict[int, int] = {}  # how many tasks make an attack on a hex a duty
        self._sites: dict[tuple[int, int], float] = {}
        self._battles: dict[tuple[int, frozenset[tuple[int, int]]], float] = {}
        self._stands: dict[tuple[int, frozenset[int]], float] = {}
        self._owed: dict[tuple[int, int], Sequence[int]] = {}
        self.options: dict[int, list[Task]] = {}
        self.looked = 0  # changes that were weighed

    # --- worth ----------------------------------------------------------------------------------------------------------
    def site(self, unit: int, place: int) -> float:
        """The worth of a place to a unit by itself."""
        key = (unit, place)
        if key not in self._sites:
            way = self.ways.get(unit, {}).get(place)
            value = self.estimate.site(unit, place)
            if way is not None:
                value += way.reward
                if way.chance < 1.0:
                    value = way.chance * value + (1.0 - way.chance) * self.site(unit, self._stays[unit])
            self._sites[key] = value
        return self._sites[key]

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """The worth of an attack."""
        if not at:
            return 0.0
        key = (target, frozenset(at.items()))
        if key not in self._battles:
            self._battles[key] = self.estimate.battle(target, at)
        return self._battles[key]

    def stand(self, place: int, units: Collection[int]) -> float:
        """The worth of a stack."""
        if not units:
            return 0.0
        key = (place, frozenset(units))
        if key not in self._stands:
            self._stands[key] = self.estimate.stand(place, tuple(sorted(units)))
        return self._stands[key]

    def owed(self, unit: int, task: Task) -> Sequence[int]:
        """The enemy's hexes that a task makes a duty."""
        if task.place == self._stays[unit] and task.target == NOBODY:
            return ()
        key = (unit, task.place)
        if key not in self._owed:
            self._owed[key] = self.estimate.owes(*key)
        return self._owed[key]

    def attackers(self, target: int) -> Mapping[int, int]:
        """Who attacks a hex, and from where."""
        return self._groups.get(target, {})

    def gain(self, changes: Mapping[int, Task]) -> float:
        """What a change of some tasks is worth: only what it touches is weighed."""
        self.looked += 1
        total = 0.0
        places: dict[int, set[int]] = {}
        groups: dict[int, dict[int, int]] = {}
        duties: dict[int, int] = {}
        for unit, new in changes.items():
            old = self.tasks[unit]
            if new.place != old.place:
                total += self.site(unit, new.place) - self.site(unit, old.place)
                for place in (old.place, new.place):
                    if place not in places:
                        places[place] = set(self._stacks.get(place, ()))
                places[old.place].discard(unit)
                places[new.place].add(unit)
            for target in (old.target, new.target):
                if target != NOBODY and target not in groups:
                    groups[target] = dict(self._groups.get(target, {}))
            if old.target != NOBODY:
                groups[old.target].pop(unit, None)
            if new.target != NOBODY:
                groups[new.target][unit] = new.place
            for h in self.owed(unit, old):
                duties[h] = duties.get(h, 0) - 1
            for h in self.owed(unit, new):
                duties[h] = duties.get(h, 0) + 1
        for place, units in places.items():
            total += self.stand(place, units) - self.stand(place, self._stacks.get(place, ()))
        for target, at in groups.items():
            total += self.battle(target, at) - self.battle(target, self._groups.get(target, {}))
        if self.estimate.neglect:
            total -= self.estimate.neglect * self._neglected(duties, groups)
        return total

    def _neglected(self, duties: Mapping[int, int], groups: Mapping[int, Mapping[int, int]]) -> int:
        """How many duties more are left unmet after a change of what is owed and who attacks."""
        count = 0
        for h in {*duties, *groups}:
            owed, attackers = self._duties.get(h, 0), self._groups.get(h)
            count += (owed + duties.get(h, 0) > 0 and not groups.get(h, attackers)) - (owed > 0 and not attackers)
        return count

    def _change(self, changes: Mapping[int, Task]) -> None:
        """Make a change."""
        for unit, new in changes.items():
            old = self.tasks[unit]
            self._stacks.setdefault(old.place, set()).discard(unit)
            self._stacks.setdefault(new.place, set()).add(unit)
            if old.target != NOBODY:
                self._groups[old.target].pop(unit)
            if new.target != NOBODY:
                self._groups.setdefault(new.target, {})[unit] = new.place
            for h in self.owed(unit, old):
                self._duties[h] -= 1
            for h in self.owed(unit, new):
                self._duties[h] = self._duties.get(h, 0) + 1
            self.tasks[unit] = new

    # --- improving --------------------------------------------------------------------------------------------------------
    def improve(self, over: Callable[[], bool]) -> None:
        """Better the plan until it stands, or time is over."""
        for number in range(ROUNDS):
            self._sites.clear()
            self.estimate.settle({unit: task.place for unit, task in self.tasks.items()})
            self._list_options(over)
            changed = self._single(over)
            changed |= self._gather(over)
            changed |= self._single(over)
            if over() or (not changed and number):
                return

    def _list_options(self, over: Callable[[], bool]) -> None:
        """The tasks worth a look for each unit: the best sites, and the best from which it can attack something."""
        for unit, ways in self.ways.items():
            if over():
                return
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
                best, choice = EPSILON, None
                for task in options:
                    if over():
                        return changed
                    if task != self.tasks[unit]:
                        gain = self.gain({unit: task})
                        if gain > best:
                            best, choice = gain, task
                if choice is not None:
                    self._change({unit: choice})
                    changed = again = True
        return changed

    def _gather(self, over: Callable[[], bool]) -> bool:
        """A group for each enemy hex, as far as the whole is worth it."""
        changed = False
        by_target: dict[int, dict[int, list[Task]]] = {}
        for unit, options in self.options.items():
            for task in options:
                if task.target != NOBODY:
                    by_target.setdefault(task.target, {}).setdefault(unit, []).append(task)
        for joiners in by_target.values():
            group = self._group(joiners, over)
            if over():
                return changed
            if group:
                self._change(group)
                changed = True
        return changed

    def _group(self, joiners: Mapping[int, Sequence[Task]], over: Callable[[], bool]) -> dict[int, Task]:
        """Who should attack a hex together: the best joiner first, even if he alone makes nothing better."""
        group: dict[int, Task] = {}
        best, kept = EPSILON, dict[int, Task]()
        while len(group) < min(GROUP, len(joiners), len(kept) + PATIENCE):
            tried: list[tuple[float, int, Task]] = []
            for unit, tasks in joiners.items():
                if unit in group:
                    continue
                for task in tasks:
                    if over():
                        return {}
                    if task != self.tasks[unit]:
                        tried.append((self.gain({**group, unit: task}), unit, task))
            if not tried:
                break
            total, unit, task = max(tried)
            group[unit] = task
            if total > best:
                best, kept = total, dict(group)
        return kept
