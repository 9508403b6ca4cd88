"""Thinking aloud: what a planning player would do in somebody's place, and what computer players at the table had in mind."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from echelon.advice import ADVISER, Advice, Adviser, headline, plan_words, reasons, single_answer, way_of
from echelon.core.views import View, sees
from echelon.players.thinking import Limits
from echelon.server import thought_schemas as s
from echelon.server.calls import Call, Later
from echelon.server.errors import ApiError, out_of_turn, say
from echelon.server.scene.answers import answers
from echelon.server.scene.moments import state_at
from echelon.server.scene.words import catalogue
from echelon.server.tasks import HINT
from echelon.server.thinking import PATIENCE, Job, question, view_of
from echelon.server.thoughts import Thought, may_read

if TYPE_CHECKING:
    from echelon.core.state import State
    from echelon.players.thinking import Info
    from echelon.server.games import Live

__all__ = ["advise", "hint", "plans", "reasons_of"]

SECONDS = 1.8  # of thought for a hint
TURNS = 2  # game turns whose plans are told


# --- hints ----------------------------------------------------------------------------------------------------------------
def hint(call: Call) -> Any:
    """What to do now, for whoever is asked himself."""
    wish: s.HintWish = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        assert side is not None
        _asked(call, live, side, wish.number)
        call.asking()
        job = question(live, side, ADVISER)
        return Later(HINT, advise, job, ("hint", job.game, side), PATIENCE, _tell_hint, job.game, job.number)


def _asked(call: Call, live: Live, side: int, number: int) -> None:
    """Only who is asked can be advised, and only on the state he sees."""
    state = live.table.state
    if number != live.row.number:
        raise ApiError(409, "stale", say("stale", call.lang), number=live.row.number)
    if state.outcome is not None:
        raise out_of_turn(live.rules, say("over", call.lang))
    if state.frame.side != side:
        asked = live.rules.side_name(state.frame.side)
        raise out_of_turn(live.rules, say("turn", call.lang, side=live.title(asked, call.lang)))


_ADVISERS: OrderedDict[tuple[str, int], Adviser] = OrderedDict()  # of the worker
MOST = 200


def advise(job: Job) -> Advice:
    """The advice. Runs in the worker, which keeps an adviser for each seat: a plan that is followed goes on."""
    key = (job.game, job.side)
    if job.fresh or key not in _ADVISERS:
        _ADVISERS[key] = Adviser(job.seat)
    _ADVISERS.move_to_end(key)
    while len(_ADVISERS) > MOST:
        _ADVISERS.popitem(last=False)
    return _ADVISERS[key].advise(view_of(job), Limits(SECONDS))


def _tell_hint(call: Call, advice: Advice) -> Any:
    """The advice in words, if the question is still the same."""
    wish: s.HintWish = call.body
    with call.game() as live:
        side = live.viewer(wish.side, call.who, call.lang)
        assert side is not None
        _asked(call, live, side, wish.number)
        state = View(live.table.state, side).state
        unit, path = way_of(state, advice.line)
        (named,) = answers(state, [state.parse(advice.line[0])], call.lang)
        return {
            "number": live.row.number,
            "by": catalogue().template("player", advice.player, call.lang) or "",
            "say": headline(state, advice, call.lang),
            "line": "; ".join(advice.line),
            "reasons": reasons(state, advice, call.lang),
            "units": [unit] if unit else [],
            "path": list(path) if len(path) > 1 else [],
            "hexes": [named["hex"]] if "hex" in named else list(path) if len(path) == 1 else [],
            "hexsides": [named["hexside"]] if "hexside" in named else [],
            "plan": [asdict(row) for row in plan_words(state, advice.plan, call.lang)],
        }


# --- plans of computer players --------------------------------------------------------------------------------------------
def plans(call: Call) -> Any:
    """What the computer players of the last turns had in mind, as far as the viewer may know it."""
    with call.game() as live:
        viewer = live.viewer(call.query.side, call.who, call.lang)
        kept = _latest(list(call.desk.thoughts.of(live.row.id, live.table)))
        if not kept:
            return {"plans": [], "told": []}
        course = _Course(live, kept[0].at)
        made = [thought for thought in kept if thought.plan]
        rows = [_plan(call, course, thought, viewer, nxt) for thought, nxt in zip_longest(made, made[1:])]
        told = [i for i in range(course.first, course.end) if _behind(course, kept, i, viewer)]
        return {"plans": rows, "told": told}


def _latest(kept: list[Thought]) -> list[Thought]:
    """Those of the last turns."""
    return [thought for thought in kept if thought.turn > kept[-1].turn - TURNS]


class _Course:
    """The moves of a game from one on, with the step of the sequence each was made in; followed once."""

    def __init__(self, live: Live, first: int) -> None:
        self.live, self.first, self.moves = live, first, live.table.moves
        self.end = len(self.moves)
        state = state_at(live.table, first).copy()
        self.steps = []
        for move in self.moves[first:]:
            self.steps.append((state.turn, state.step))
            state.apply(move.action)

    def step(self, at: int) -> tuple[int, int]:
        """When a move was made."""
        return self.steps[at - self.first]


def _plan(call: Call, course: _Course, thought: Thought, viewer: int | None, after: Thought | None) -> dict[str, Any]:
    """A plan; `until` is the number of moves when it was over: another was made, the step had ended, or somebody else was
    asked."""
    live, rules = course.live, course.live.rules
    until, end = thought.at, course.end if after is None else after.at
    while until < end and course.moves[until].side == thought.side and course.step(until) == (thought.turn, thought.step):
        until += 1
    hidden = not may_read(thought, viewer, live.table)
    before = state_at(live.table, thought.at)
    known = View(before, thought.side).state
    return {
        "at": thought.at,
        "until": until,
        "side": rules.sides[thought.side],
        "by": catalogue().template("player", thought.player, call.lang) or thought.player,
        "turn": thought.turn,
        "step": rules.sequence[thought.step].name if thought.step >= 0 else "",
        "hidden": hidden,
        "reasons": _gone(course, thought, before, until, viewer)
        if hidden
        else [asdict(row) for row in plan_words(known, thought.plan, call.lang)],
    }


def _gone(course: _Course, thought: Thought, before: State, until: int, viewer: int | None) -> list[dict[str, Any]]:
    """Of a plan that may not be read: the ways that units have gone since before the viewer's eyes, and nothing of why."""
    place, rules = before.layout.rows[0].name, before.rules
    ways: dict[int, list[int]] = {}
    state = before.copy()
    for move in course.moves[thought.at : until]:
        seen = sees(state, move.action, viewer)
        units = list(rules.verbs.values(move.action, "unit")) if seen else []
        here = {unit: getattr(View(state, viewer).state, place)[unit] for unit in units}
        state.apply(move.action)
        for unit, start in here.items():
            there = getattr(View(state, viewer).state, place)[unit]
            if start != there and start < rules.board.n and there < rules.board.n:
                ways.setdefault(unit, [start]).append(there)
    row = {"kind": "gone", "say": "", "target": "", "odds": "", "sources": []}
    labels = rules.board.labels
    return [{**row, "unit": rules.forces.units[unit].id, "path": [labels[h] for h in path]} for unit, path in ways.items()]


# --- reasons of single moves ------------------------------------------------------------------------------------------------
def reasons_of(call: Call) -> Any:
    """Why a computer player made a move."""
    number: int = call.query.move
    with call.game() as live:
        viewer = live.viewer(call.query.side, call.who, call.lang)
        kept = [thought for thought in call.desk.thoughts.of(live.row.id, live.table) if thought.at <= number]
        found = None
        if kept and number < len(live.table.moves):
            course = _Course(live, next(t.at for t in reversed(kept) if t.plan or t is kept[0]))
            found = _behind(course, kept, number, viewer)
        if found is None:
            raise ApiError(404, "thought", say("thought", call.lang))
        thought, infos = found
        before = View(state_at(live.table, thought.at), thought.side).state
        return {
            "move": number,
            "by": catalogue().template("player", thought.player, call.lang) or thought.player,
            "reasons": [asdict(row) for row in plan_words(before, infos, call.lang, thought.plan)],
        }


def _behind(course: _Course, kept: list[Thought], number: int, viewer: int | None) -> tuple[Thought, list[Info]] | None:
    """The thought behind a move: on this very answer, or in the plan that it carries out. None if there is none to be read."""
    move = course.moves[number]
    for thought in reversed(kept):
        if thought.at > number or thought.side != move.side:
            continue
        if course.step(number) != (thought.turn, thought.step) or not may_read(thought, viewer, course.live.table):
            return None
        single = [info for info in thought.infos if single_answer(info)]
        if thought.at == number and single:
            return thought, single
        if thought.plan:
            infos = _of_unit(thought, move.text)
            return (thought, infos) if infos else None
    return None


def _of_unit(thought: Thought, text: str) -> list[Info]:
    """What a plan says of the unit that a move names first, and of the attack it goes for."""
    words = text.split()[1:2]
    mine = [info for info in thought.plan if info.fields.get("unit") in words]
    targets = {info.fields["target"] for info in mine if "target" in info.fields}
    return [*mine, *(info for info in thought.plan if not info.line and info.fields.get("target") in targets)]
