"""What the general tells beside the plan: the plans and answers that rehearsals spoke against, with their values and number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from echelon.players.general.contest import Contest, Course
from echelon.players.general.variants import Candidate
from echelon.players.officer.assignment import NOBODY
from echelon.players.saying import say
from echelon.players.thinking import Info, Thinking

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["tell_answers", "tell_plans"]

SHOWN = 4  # plans that are named beside the chosen one


def tell_plans(thinking: Thinking, state: State, contest: Contest[Candidate], chosen: Course[Candidate]) -> None:
    """The plan that is taken with what it comes to, then the best of the others, each with how much worse it is."""
    _tell(thinking, f"general.{chosen.deed.key}", _facts(state, contest, chosen, chosen))
    others = [course for course in contest.courses if course is not chosen and course.values]
    for course in sorted(others, key=contest.lead, reverse=True)[:SHOWN]:
        _tell(thinking, f"rejected.{course.deed.key}", _facts(state, contest, course, chosen))


def tell_answers(thinking: Thinking, state: State, contest: Contest[int], chosen: Course[int]) -> None:
    """The answer with what it comes to in rehearsals, and the others that were rehearsed."""
    others = [course for course in contest.courses if course is not chosen and course.values]
    told = {
        "best": state.text(chosen.deed),
        "value": f"{chosen.mean:+.1f}",
        "count": str(len(chosen.values)),
        "others": ", ".join(f"{state.text(course.deed)} ({_behind(contest, course, chosen):+.1f})" for course in others),
    }
    _tell(thinking, "rehearsed", told, (told["best"],))


def _facts(
    state: State, contest: Contest[Candidate], course: Course[Candidate], chosen: Course[Candidate]
) -> Mapping[str, str]:
    target = course.deed.target
    return {
        "target": state.rules.board.labels[target] if target != NOBODY else "",
        "value": f"{course.mean:+.1f}",
        "difference": f"{_behind(contest, course, chosen):+.1f}",
        "count": str(len(course.values)),
    }


def _behind(contest: Contest[object], course: Course[object], chosen: Course[object]) -> float:
    """What is believed of a course against the chosen one."""
    return contest.lead(course) - contest.lead(chosen)


def _tell(thinking: Thinking, key: str, fields: Mapping[str, str], line: tuple[str, ...] = ()) -> None:
    """One thought; its text is the English one, for whoever has no catalogue."""
    info = Info(nodes=thinking.nodes, seconds=thinking.elapsed, plan=key.partition(".")[0], key=key, fields=fields, line=line)
    thinking.tell(replace(info, text=say(info)))
