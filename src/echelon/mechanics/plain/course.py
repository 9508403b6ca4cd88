"""What each action must bring about: the course of play, carried out unit by unit on a copy of the state before it.

Only where units are, their marks and the marks on the table are touched; the sets that play keeps are neither read nor written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from echelon.core.fields import bits_of, mask_of
from echelon.core.frames import CHANCE, OVER, Over
from echelon.core.state import Result
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.game import Verdict
from echelon.mechanics.declared.units import Mark
from echelon.mechanics.plain.odds import attack_result
from echelon.mechanics.plain.sets import Picture, fixed_within, has_mark, is_one, units_at, within

__all__ = ["Course", "View"]


class View:
    """What a verdict reads, counted unit by unit and hex by hex."""

    def __init__(self, s: Any) -> None:
        self.state, self.turn = s, s.turn

    def left(self, side: int) -> int:
        """How many units of a side are on the map."""
        return sum(Picture(self.state).on_map(u) for u in range(*self.state.rules.forces.ranges[side]))

    def lost(self, side: int) -> int:
        """How many of them are eliminated."""
        rules = self.state.rules
        gone = rules.board.n + rules.boxes.index("gone")
        return sum(self.state.pos[u] == gone for u in range(*rules.forces.ranges[side]))

    def held(self, holding: Any, side: int) -> list[int]:
        """The hexes of a holding that are a side's."""
        x = holding.own
        return [h for h in range(self.state.rules.board.n) if within(Picture(self.state), x, side, h) is not None]

    def among(self, hexes: Any, side: int) -> list[int]:
        """The hexes of a set, from a side's point of view."""
        return [h for h in range(self.state.rules.board.n) if within(Picture(self.state), hexes, side, h) is not None]


class Course:
    """Carries out actions; every function changes `want` and returns the clause that is chiefly at work."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.game, self.judge = plain, plain.game, plain.judge

    def went_on(self, want: Any, verb: str, fields: Sequence[int]) -> str:
        """Carry out one action."""
        frame, kind = want.frame, want.frame.kind.name
        stage = self.plain.stage_of(kind)
        if isinstance(stage, m.Choose):
            stage.plain(want, fields[0])
            self.next_line(want)
            return stage.clause
        if isinstance(stage, m.Arrivals):
            return self._arrived(want, stage, verb, fields)
        if verb == "end":
            self.next_line(want)
            return str(self.game.order_clause)
        if isinstance(stage, m.Moves):
            return self._moved(want, stage, verb, fields)
        assert isinstance(stage, c.Combat), kind
        return self._fought(want, stage, frame, verb, fields)

    # --- units -------------------------------------------------------------------------------------------------------
    def enter(self, want: Any, unit: int, place: int) -> bool:
        """A unit comes into a hex: it may change hands, and something may come upon it. True if something did."""
        rules, side = want.rules, want.rules.forces.side_of[unit]
        want.pos[unit] = place
        for holding in self.game.holdings:
            if fixed_within(rules, holding.hexes, side, place) and is_one(want, holding.who, unit):
                held, bit = getattr(want, holding.field), rules.board.bit[place]
                setattr(want, holding.field, held | bit if side == 0 else held & ~bit)
        for hook in self.game.entering:
            concerned = within(Picture(want), hook.hexes, side, place) is not None and is_one(want, hook.who, unit)
            if concerned and hook.plain(want, unit, place):
                return True
        return False

    def mark(self, want: Any, unit: int, *marks: Mark) -> None:
        """The unit has these marks."""
        for mark in marks:
            self._write(want, mark, unit, True)

    def unmark(self, want: Any, unit: int, *marks: Mark) -> None:
        """The unit has them no more."""
        for mark in marks:
            self._write(want, mark, unit, False)

    @staticmethod
    def _write(want: Any, mark: Mark, unit: int, on: bool) -> None:
        if not mark.row:
            mask = getattr(want, mark.name)
            setattr(want, mark.name, mask | 1 << unit if on else mask & ~(1 << unit))
            return
        row = next(slot for slot in want.layout.rows if slot.name == mark.row)
        flag, values = 1 << row.codec.words.index(mark.name), getattr(want, mark.row)
        values[unit] = values[unit] | flag if on else values[unit] & ~flag

    def eliminate(self, want: Any, unit: int) -> None:
        """The unit leaves the map for good, and its marks with it."""
        want.pos[unit] = want.rules.board.n + want.rules.boxes.index("gone")
        self.unmark(want, unit, *(mark for mark in self.game.marks if not mark.kept))

    # --- movement ----------------------------------------------------------------------------------------------------
    def _moved(self, want: Any, moves: m.Moves, verb: str, fields: Sequence[int]) -> str:
        frame, unit = want.frame, fields[0]
        step = self.plain.questions[f"{moves.name}.step"]
        if verb == "take":
            self.mark(want, unit, moves.mark)
            want.stack = [*want.stack, frame]
            want.frame = step((frame.side, unit, self.plain.value(want, moves.points, unit)))
            return moves.once
        if verb == "stop":
            below(want)
            return moves.once
        cost = self.judge.cost(moves, want, unit, fields[1])
        if self.enter(want, unit, fields[1]):
            below(want)
            return moves.clause
        stopped = self.judge.stops(moves, want, unit)
        if stopped:
            below(want)
            return str(stopped)
        want.frame = step((frame.side, unit, max(frame.left - cost, 0)))
        return moves.clause

    def can_go_on(self, want: Any, moves: m.Moves, frame: Any) -> bool:
        """Is there a step left that the unit can make?"""
        near = want.rules.board.near[want.pos[frame.unit]]
        return any(not self.judge.move(moves, want, frame.unit, other, frame.left) for other, _bit, _side in near)

    # --- the sequence of play ----------------------------------------------------------------------------------------
    def next_line(self, want: Any) -> None:
        """The present line of the sequence is over: on to the next at which somebody is asked."""
        want.stack = []
        while not self._begun(want, want.step + 1):
            pass

    def _begun(self, want: Any, number: int) -> bool:
        """Begin a line; is somebody asked, or the game over?"""
        lines, first = self.game.sequence, self.game.first
        number = first if number == len(lines) else number
        before = lines[-1] if number == first else lines[want.step]
        want.step, line = number, lines[number]
        if number >= first:
            turn_over = number == first
            if before.side != 2 and (turn_over or before.side != line.side):
                self._lapsed(want, "player-turn")
            if turn_over:
                self._lapsed(want, "turn")
        return self._line(want, line.stage, line.side)

    def _lapsed(self, want: Any, span: str) -> None:
        for mark in self.game.marks:
            if mark.lapses == span:
                for unit in range(len(want.pos)):
                    self._write(want, mark, unit, False)
        for hexes in self.game.hex_marks:
            if hexes.lapses == span:
                setattr(want, hexes.name, 0)

    def _line(self, want: Any, stage: Any, side: int) -> bool:
        frames = self.plain.questions.frames
        if isinstance(stage, m.Moves):
            want.frame = frames[f"{stage.name}.pick"]((side,))
        elif isinstance(stage, c.Combat):
            want.frame = frames[f"{stage.name}.target"]((side,))
        elif isinstance(stage, m.Choose):
            if not any(within(Picture(want), stage.hexes, side, h) is not None for h in range(want.rules.board.n)):
                return False
            want.frame = frames[stage.kind]((side,))
        elif isinstance(stage, m.Supply):
            for unit in range(*want.rules.forces.ranges[side]):
                good = self.plain.supplied(want, stage, unit) or not Picture(want).on_map(unit)
                self._write(want, stage.mark, unit, good)
            return False
        elif isinstance(stage, m.Recover):
            for unit in range(*want.rules.forces.ranges[side]):
                if stage.unless is None or not has_mark(want, stage.unless, unit):
                    self._write(want, stage.mark, unit, False)
            return False
        elif isinstance(stage, m.Arrivals):
            if not self._due(want, stage, side):
                return False
            want.frame = frames[f"{stage.name}.enter"]((side,))
        elif isinstance(stage, m.EndOfTurn):
            if want.turn >= int(want.rules.scenario.data.get(stage.turns, 0)):
                self.over(want, stage.verdict(View(want)), stage.clause)
                return True
            want.turn += 1
            return False
        else:
            stage.plain(want, side)
            return False
        return True

    def _due(self, want: Any, stage: m.Arrivals, side: int) -> bool:
        frame = self.plain.questions.frames[f"{stage.name}.enter"]((side,))
        make, n = want.rules.verbs.make, want.rules.board.n
        units = [u for u in range(*want.rules.forces.ranges[side]) if want.pos[u] >= n]
        return any(not self.judge.arrive(stage, want, frame, make("enter", u, h)) for u in units for h in range(n))

    def _arrived(self, want: Any, stage: m.Arrivals, verb: str, fields: Sequence[int]) -> str:
        side = want.frame.side
        if verb == "enter":
            self.enter(want, fields[0], fields[1])
        if verb == "end" or not self._due(want, stage, side):
            self.next_line(want)
        return stage.clause

    # --- victory -----------------------------------------------------------------------------------------------------
    def over(self, want: Any, verdict: Verdict, cited: str) -> None:
        """The game ends."""
        want.outcome = Result(verdict.winner, verdict.level, cited)
        want.stack, want.frame = [], Over((OVER,))

    def at_once(self, want: Any) -> bool:
        """Is the game over now that losses are settled?"""
        rule = self.game.at_once
        found = None if rule is None else rule.verdict(View(want))
        if found is None or rule is None:
            return False
        self.over(want, found, rule.clause)
        return True

    # --- combat ------------------------------------------------------------------------------------------------------
    def _fought(self, want: Any, stage: c.Combat, frame: Any, verb: str, fields: Sequence[int]) -> str:
        frames, attack = self.plain.questions.frames, stage.attack
        if verb == "attack":
            bit = want.rules.board.bit[fields[0]]
            setattr(want, attack.hexes.name, getattr(want, attack.hexes.name) | bit)
            want.stack = [*want.stack, frame]
            want.frame = frames[f"{stage.name}.join"]((frame.side, fields[0], 0))
            return attack.join
        if verb == "with":
            self.mark(want, fields[0], attack.mark)
            want.frame = type(frame)((frame.side, frame.hex, frame.attackers | 1 << fields[0]))
            return attack.join
        if verb == "fight":
            want.frame = frames[f"{stage.name}.die"]((CHANCE, frame.hex, frame.attackers))
            return stage.odds.die_clause
        if verb == "die":
            return self._rolled(want, stage, frame, fields[0])
        if verb == "lose":
            return self._paid(want, frame, fields[0])
        if verb == "retreat":
            return self._retreated(want, frame, *fields)
        part = self.plain.part(want, frame, "Advance")
        if verb == "advance":
            self.enter(want, fields[0], frame.hex)
            left = frame.attackers & ~(1 << fields[0])
            if able := self.who_may_advance(want, part, frame.side, frame.hex, left):
                want.frame = self._frame(frame, "advance", frame.side, frame.hex, mask_of(able))
                return str(part.clause)
        self.settled(
            want, frame.side, frame.hex, frame.attackers, self._index(frame), self.plain.questions.rest(frame, "Advance", "")
        )
        return str(part.clause)

    def _rolled(self, want: Any, stage: c.Combat, frame: Any, number: int) -> str:
        """The result of the table, and what follows on it."""
        attackers = bits_of(frame.attackers)
        side = want.rules.forces.side_of[attackers[0]]
        word = attack_result(want, stage.odds, side, frame.hex, attackers, number)
        want.rolls += 1
        index, result = next((i, r) for i, r in enumerate(stage.results) if r.word == word)
        self.settled(want, side, frame.hex, frame.attackers, index, result.sequel)
        return next((part.clause for part in result.sequel), stage.odds.die_clause)

    @staticmethod
    def _index(frame: Any) -> int:
        return getattr(frame, "result", 0)

    def _frame(self, frame: Any, kind: str, *values: int) -> Any:
        return self.plain.questions.sequel_frame(kind, self._index(frame), *values)

    def settled(
        self, want: Any, side: int, place: int, attackers: int, index: int, sequel: Sequence[c.Sequel], lost: bool = False
    ) -> None:
        """One part of the sequel after the other, until somebody is asked. Losses settled, the game may be over."""
        make = self.plain.questions.sequel_frame
        fallen: list[int] = []
        for number, part in enumerate(sequel):
            if not isinstance(part, c.Lose | c.Pay) and lost:
                if self.at_once(want):
                    return
                lost = False
            if isinstance(part, c.Lose):
                fallen = self._group(want, part.group, side, place, attackers)
                for unit in fallen:
                    self.eliminate(want, unit)
                lost = True
            elif isinstance(part, c.Pay):
                want.frame = make("loss", index, *self._owed(want, part, side, place, attackers, fallen))
                return
            elif isinstance(part, c.Retreat):
                going = self._group(want, part.group, side, place, attackers)
                mine = side if part.group == "attackers" else 1 - side
                kept = attackers if sequel[number + 1 :] else 0
                if self._who_can_go(want, part, going):
                    want.frame = make("retreat", index, mine, place, mask_of(going), kept)
                    return
                for unit in going:
                    self.eliminate(want, unit)
                lost = True
            elif able := self.who_may_advance(want, part, side, place, attackers):
                want.frame = make("advance", index, side, place, mask_of(able))
                return
        if not (lost and self.at_once(want)):
            below(want)

    @staticmethod
    def _group(want: Any, group: str, side: int, place: int, attackers: int) -> list[int]:
        if group == "attackers":
            return [unit for unit in bits_of(attackers) if Picture(want).on_map(unit)]
        return units_at(want, place, 1 - side)

    def _owed(self, want: Any, part: c.Pay, side: int, place: int, attackers: int, fallen: list[int]) -> tuple[int, ...]:
        mine = side if part.group == "attackers" else 1 - side
        units = attackers if part.group == "attackers" else mask_of(units_at(want, place, mine))
        if part.worth is not None:
            return mine, place, units, sum(self.plain.value(want, part.worth, unit) for unit in fallen)
        return (mine, place, units) if part.units == 1 else (mine, place, units, part.units)

    def _paid(self, want: Any, frame: Any, unit: int) -> str:
        """The owner removes the unit of his choice."""
        part, side = self.plain.part(want, frame, "Pay"), want.stack[-1].side
        worth = 1 if part.worth is None else self.plain.value(want, part.worth, unit)
        self.eliminate(want, unit)
        left = frame.attackers & ~(1 << unit)
        owed = getattr(frame, "owed", 1) - worth
        if owed > 0 and left:
            want.frame = self._frame(frame, "loss", frame.side, frame.hex, left, owed)
            return str(part.clause)
        self.settled(want, side, frame.hex, left, self._index(frame), self.plain.rest(want, frame, "Pay"), lost=True)
        return str(part.clause)

    # --- retreat and advance -----------------------------------------------------------------------------------------
    def _who_can_go(self, want: Any, part: c.Retreat, units: list[int]) -> bool:
        return any(self.judge.can_retreat(part, want, unit) for unit in units)

    def _retreated(self, want: Any, frame: Any, unit: int, place: int) -> str:
        """The unit is in the hex and marked; the others follow. When nobody can go, the rest are lost."""
        part, side = self.plain.part(want, frame, "Retreat"), want.stack[-1].side
        if not self.enter(want, unit, place):
            self.mark(want, unit, *part.marks)
        waiting = bits_of(frame.units & ~(1 << unit))
        if self._who_can_go(want, part, waiting):
            want.frame = self._frame(frame, "retreat", frame.side, frame.hex, mask_of(waiting), frame.attackers)
            return str(part.clause)
        for other in waiting:
            self.eliminate(want, other)
        rest = self.plain.rest(want, frame, "Retreat")
        self.settled(want, side, frame.hex, frame.attackers, self._index(frame), rest, lost=True)
        return str(part.clause)

    def who_may_advance(self, want: Any, part: Any, side: int, place: int, attackers: int) -> list[int]:
        """Units that attacked the hex, if it holds no enemy, and may go in."""
        if units_at(want, place, 1 - side):
            return []
        here = [unit for unit in bits_of(attackers) if Picture(want).on_map(unit)]
        return [unit for unit in here if not self.judge.go_in(part, want, unit, place)]


def below(want: Any) -> None:
    """The open question is settled: back to the one it interrupted."""
    *want.stack, want.frame = want.stack
