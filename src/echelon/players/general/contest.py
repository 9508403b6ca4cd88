"""Which of several courses is best: rehearsed side by side with the same dice, the worse half dropped again and again.

The first course is the one that would be taken without a search. Another is taken only if it is better by more than chance: by
the differences of rehearsals that share their dice, and by what both looked worth before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from echelon.players.general.rehearsal import Interrupted

__all__ = ["Contest", "Course"]

T = TypeVar("T")
FIRST = 2  # rehearsals of each course before any is dropped
LEAST = 4  # rehearsals of a course before it can be taken: of fewer nobody can tell how far they spread
DOUBT = 2  # rehearsals without a difference that are thought before the first
TRUST = 0.4  # of what a course gains or loses by the plan's own reckoning, what counts beside: rehearsals miss dangers
SURE = 1.2  # standard errors that a course must be better by
MOST = 24  # rehearsals of one course


@dataclass
class Course(Generic[T]):
    """Something that could be done, what it seems to gain at first, and what rehearsals of it came to, by their number."""

    deed: T
    promise: float
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """On the mean of all rehearsals."""
        return sum(self.values) / len(self.values) if self.values else 0.0


class Contest(Generic[T]):
    """Courses against the first of them."""

    def __init__(self, courses: Sequence[Course[T]], rehearse: Callable[[T, int], float]) -> None:
        self.courses, self.alive = list(courses), list(courses)
        self._rehearse = rehearse
        self.complete = 0  # rehearsals that all who are alive have had

    def run(self, most: int = MOST) -> None:
        """Rehearse until all but the first are dropped, each has had enough, or time is over."""
        goal = FIRST
        try:
            while len(self.alive) > 1 and self.complete < most:
                for course in self.alive:
                    if len(course.values) == self.complete:
                        course.values.append(self._rehearse(course.deed, self.complete))
                self.complete += 1
                if self.complete >= goal:
                    goal *= 2
                    self._drop()
        except Interrupted:
            pass

    def _drop(self) -> None:
        """Drop the worse half; the first stays as long as there is anybody to compare with it."""
        first, *others = self.alive
        others.sort(key=self.lead, reverse=True)
        kept = [course for course in others[: (len(others) + 1) // 2] if self.lead(course) > -2 * self.error(course)]
        self.alive = [first, *kept]

    def differences(self, course: Course[T]) -> list[float]:
        """To the first, rehearsal by rehearsal."""
        return [a - b for a, b in zip(course.values, self.courses[0].values, strict=False)]

    def lead(self, course: Course[T]) -> float:
        """By how much a course is better than the first, as far as one can know."""
        rows = self.differences(course)
        return sum(rows) / (DOUBT + len(rows)) + TRUST * (course.promise - self.courses[0].promise)

    def error(self, course: Course[T]) -> float:
        """How uncertain that is: the spread of the differences, with that of all courses where there are few."""
        total, count = 0.0, 0
        for other in self.courses[1:]:
            spread, n = _spread(self.differences(other))
            total, count = total + spread, count + n
        usual = total / count if count else 1.0
        own, n = _spread(self.differences(course))
        variance = (own + 3 * usual) / (n + 3)
        return math.sqrt(variance / (DOUBT + len(course.values)))

    def best(self) -> Course[T]:
        """The course to take."""
        first, *others = self.courses
        sure = [(self.lead(course) - SURE * self.error(course), course) for course in others if len(course.values) >= LEAST]
        if not sure:
            return first
        lead, course = max(sure, key=lambda row: row[0])
        return course if lead > 0 else first


def _spread(rows: Sequence[float]) -> tuple[float, int]:
    """The sum of squares about the mean, and how many of them are free."""
    if len(rows) < 2:
        return 0.0, 0
    mean = sum(rows) / len(rows)
    return sum((row - mean) ** 2 for row in rows), len(rows) - 1
