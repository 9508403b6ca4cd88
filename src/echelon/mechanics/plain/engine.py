"""The plain form of a whole game: values, supply, questions, effects and problems, judged by walking."""

from __future__ import annotations

from typing import Any

from echelon.core.rulings import Note
from echelon.core.state import Problem
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.questions import Questions
from echelon.mechanics.declared.units import Change, Value
from echelon.mechanics.plain.course import Course
from echelon.mechanics.plain.effects import Effects
from echelon.mechanics.plain.ground import barring
from echelon.mechanics.plain.judge import Judge
from echelon.mechanics.plain.problems import Problems
from echelon.mechanics.plain.sets import Picture, is_one, within

__all__ = ["Plain"]


class Plain:
    """Made once for a system; keeps nothing of a state."""

    def __init__(self, game: Game, questions: Questions) -> None:
        self.game, self.questions = game, questions
        self.judge = Judge(self)
        self.course = Course(self)
        self.effects = Effects(self)
        self._problems = Problems(self)

    def problems(self, s: Any) -> list[Problem]:
        """Everything in a state that contradicts the rules."""
        return self._problems.found(s)

    def transition(self, before: Any, action: int, after: Any) -> list[Problem]:
        """Everything in which the state after an action differs from what the rule book makes of the state before it."""
        return self.effects.transition(before, action, after)

    # --- the game's own hooks call these -----------------------------------------------------------------------------
    def mark(self, s: Any, unit: int, *marks: Any) -> None:
        """The unit has these marks."""
        self.course.mark(s, unit, *marks)

    # --- values ------------------------------------------------------------------------------------------------------
    @staticmethod
    def printed(s: Any, value: Value, unit: int) -> int:
        """What stands on the counter, points in parts."""
        number: int = s.rules.forces.units[unit].number(value.column)
        return number * s.rules.system.play.per if value.points else number

    def value(self, s: Any, value: Value, unit: int) -> int:
        """What a unit has of something as things stand."""
        found = self.printed(s, value, unit)
        for change in value.changes:
            if is_one(s, change.who, unit):
                found = _changed(change, found)
        return found

    def lowered(self, s: Any, value: Value, unit: int) -> list[tuple[Change, int]]:
        """The changes that apply, each with what it takes away."""
        found, rows = self.printed(s, value, unit), []
        for change in value.changes:
            if is_one(s, change.who, unit):
                after = _changed(change, found)
                rows.append((change, found - after))
                found = after
        return rows

    def notes(self, s: Any, value: Value, unit: int) -> tuple[Note, ...]:
        """The rows behind a value."""
        whole = self.printed(s, value, unit)
        first = (Note(value.clause, whole / s.rules.system.play.per if value.points else whole),) if value.clause else ()
        applied = [change for change, _lost in self.lowered(s, value, unit)]
        return (*first, *(Note(change.clause, "half" if change.halved else change.more) for change in applied))

    # --- supply ------------------------------------------------------------------------------------------------------
    def supplied(self, s: Any, supply: m.Supply, unit: int) -> bool:
        """Would the unit be found supplied if its side's supply step were now?"""
        if not Picture(s).on_map(unit):
            return False
        if supply.assumed in s.rules.assume:  # a position takes it for granted
            return True
        return any(self.runs(s, lines, unit) for lines in supply.lines)

    def runs(self, s: Any, lines: m.Lines, unit: int) -> bool:
        """Does such a line lead from the unit's hex to where it should?"""
        picture, side, start = Picture(s), s.rules.forces.side_of[unit], s.pos[unit]
        if lines.own_hex and not self._open(picture, lines, unit, start, None):
            return False
        seen, reached, steps = {start}, [start], 0
        while reached:
            if any(within(picture, lines.to, side, h, unit) is not None for h in reached):
                return True
            if lines.most and steps == lines.most:
                return False
            steps, onward = steps + 1, []
            for here in reached:
                for other, _bit, hexside in s.rules.board.near[here]:
                    if other not in seen and self._open(picture, lines, unit, other, hexside):
                        seen.add(other)
                        onward.append(other)
            reached = onward
        return False

    @staticmethod
    def _open(picture: Picture, lines: m.Lines, unit: int, place: int, hexside: int | None) -> bool:
        return all(barring(picture, bar, unit, place, hexside) is None for bar in lines.bars)

    # --- questions ---------------------------------------------------------------------------------------------------
    def stage_of(self, kind: str) -> Any:
        """The stage that asks a kind of question."""
        name = kind.partition(".")[0]
        for line in self.game.sequence:
            if getattr(line.stage, "kind", "") == kind or getattr(line.stage, "name", "") == name:
                return line.stage
        return None

    def _group(self, s: Any, frame: Any, sort: str) -> str:
        if sort == "Advance":
            return ""
        attacker = s.stack[-1].side if s.stack else s.rules.sequence[s.step].side
        return "attackers" if frame.side == attacker else "defenders"

    def part(self, s: Any, frame: Any, sort: str) -> Any:
        """The part of the sequel that a frame is about."""
        return self.questions.part(frame, sort, self._group(s, frame, sort))

    def rest(self, s: Any, frame: Any, sort: str) -> tuple[c.Sequel, ...]:
        """What follows on it."""
        return self.questions.rest(frame, sort, self._group(s, frame, sort))


def _changed(change: Change, value: int) -> int:
    """A value as a clause changes it."""
    if not change.halved:
        return value + change.more
    return value - value // 2 if change.halved == "up" else value // 2
