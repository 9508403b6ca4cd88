"""What the general tells beside the plan: which plans and answers rehearsals spoke against, with their values and number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING

from echelon.players.general.contest import Contest, Course
from echelon.players.general.variants import Candidate
from echelon.players.officer.assignment import NOBODY, Assignment
from echelon.players.saying import say
from echelon.players.thinking import Info, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["Story", "tell_answers"]

SHOWN = 4  # plans that are named beside the chosen one
NAMED = 2  # units that are, of those who would have gone elsewhere


@dataclass
class Story:
    """Of the search for a plan: its contests, each with the plan that came out of it."""

    contests: list[tuple[Contest[Candidate], Course[Candidate]]] = field(default_factory=list)

    def add(self, contest: Contest[Candidate], best: Course[Candidate]) -> None:
        """One contest more."""
        self.contests.append((contest, best))

    def tell(self, thinking: Thinking, state: State) -> None:
        """The plan that is taken with what it came to, then the best of those it was preferred to."""
        if not self.contests:
            return
        taken = self.contests[-1][1].deed
        lead = sum(contest.lead(best) for contest, best in self.contests)
        behind: dict[int, tuple[float, Candidate]] = {}
        for contest, best in self.contests:
            for course in contest.courses:
                if course.deed is not taken and course.values:
                    behind[id(course.deed)] = contest.lead(course) - contest.lead(best), course.deed
        told = {
            "lead": f"{lead:+.1f}",
            "plans": str(1 + len(behind)),
            "total": str(sum(len(course.values) for contest, _best in self.contests for course in contest.courses)),
        }
        _tell(thinking, f"taken.{taken.key}", {**self._facts(state, taken), **told}, self.depth)
        for difference, candidate in sorted(behind.values(), key=lambda row: -row[0])[:SHOWN]:
            facts = self._facts(state, candidate)
            facts |= {"difference": f"{difference:+.1f}", "changes": _changes(state, candidate, taken)}
            why = "doubted" if difference > 0 else "rejected"  # better on the mean, but not surely
            _tell(thinking, f"{why}.{candidate.key}", facts, self.depth)

    def _facts(self, state: State, candidate: Candidate) -> dict[str, str]:
        """Of a plan: the hex it is about, and what all its rehearsals came to, in whatever contest."""
        courses = (course for contest, _best in self.contests for course in contest.courses if course.deed is candidate)
        values = [value for course in courses for value in course.values]
        return {
            "target": state.rules.board.labels[candidate.target] if candidate.target != NOBODY else "",
            "value": f"{fmean(values):+.1f}",
            "count": str(len(values)),
        }

    @property
    def depth(self) -> int:
        """Plans that came out of plans."""
        return len({id(best.deed) for _contest, best in self.contests})


def tell_answers(thinking: Thinking, state: State, contest: Contest[int], chosen: Course[int]) -> None:
    """The answer with what it came to in rehearsals, and the others that were rehearsed."""
    others = [course for course in contest.courses if course is not chosen and course.values]
    told = {
        "best": state.text(chosen.deed),
        "value": f"{chosen.mean:+.1f}",
        "count": str(len(chosen.values)),
        "others": ", ".join(
            f"{state.text(course.deed)} ({contest.lead(course) - contest.lead(chosen):+.1f})" for course in others
        ),
    }
    _tell(thinking, "rehearsed", told, 1, (told["best"],))


def _changes(state: State, plan: Candidate, taken: Candidate) -> str:
    """Who would have gone elsewhere than by the plan that is taken, and where: those first to whom it matters most."""
    tasks, others = plan.plan.tasks, taken.plan.tasks
    board, units = state.rules.board, state.rules.forces.units

    def matters(unit: int) -> tuple[float, int]:
        there, here = (Assignment.site(taken.plan, unit, row[unit].place) for row in (tasks, others))
        return -abs(there - here), unit

    moved = [unit for unit, task in tasks.items() if task.place != others[unit].place and task.place < board.n]
    return ", ".join(f"{units[unit].id} {board.labels[tasks[unit].place]}" for unit in sorted(moved, key=matters)[:NAMED])


def _tell(thinking: Thinking, key: str, fields: Mapping[str, str], depth: int, line: tuple[str, ...] = ()) -> None:
    """One thought; its text is the English one, for whoever has no catalogue."""
    plan = key.partition(".")[0]
    info = Info(depth=depth, nodes=thinking.nodes, seconds=thinking.elapsed, plan=plan, key=key, fields=fields, line=line)
    thinking.tell(replace(info, text=say(info)))
