"""What the general tells beside the plan: which plans and answers rehearsals spoke against, with their values and number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from echelon.players.general.contest import Contest, Course
from echelon.players.general.variants import Candidate
from echelon.players.officer.assignment import NOBODY
from echelon.players.saying import say
from echelon.players.thinking import Info, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["Story", "tell_answers"]

SHOWN = 4  # plans that are named beside the chosen one


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
        taken = self.contests[-1][1]
        lead = sum(contest.lead(best) for contest, best in self.contests)
        behind: dict[int, tuple[float, Course[Candidate]]] = {}
        for contest, best in self.contests:
            for course in contest.courses:
                if course.deed is not taken.deed and course.values:
                    behind[id(course.deed)] = contest.lead(course) - contest.lead(best), course
        told = {
            "lead": f"{lead:+.1f}",
            "plans": str(1 + len(behind)),
            "total": str(sum(len(course.values) for contest, _best in self.contests for course in contest.courses)),
        }
        _tell(thinking, f"taken.{taken.deed.key}", {**_facts(state, taken), **told}, self.depth)
        for difference, course in sorted(behind.values(), key=lambda row: -row[0])[:SHOWN]:
            facts = {**_facts(state, course), "difference": f"{difference:+.1f}"}
            _tell(thinking, f"rejected.{course.deed.key}", facts, self.depth)

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


def _facts(state: State, course: Course[Candidate]) -> dict[str, str]:
    target = course.deed.target
    return {
        "target": state.rules.board.labels[target] if target != NOBODY else "",
        "value": f"{course.mean:+.1f}",
        "count": str(len(course.values)),
    }


def _tell(thinking: Thinking, key: str, fields: Mapping[str, str], depth: int, line: tuple[str, ...] = ()) -> None:
    """One thought; its text is the English one, for whoever has no catalogue."""
    plan = key.partition(".")[0]
    info = Info(depth=depth, nodes=thinking.nodes, seconds=thinking.elapsed, plan=plan, key=key, fields=fields, line=line)
    thinking.tell(replace(info, text=say(info)))
