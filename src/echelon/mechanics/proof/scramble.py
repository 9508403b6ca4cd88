"""Odd but lawful situations: units thrown together in a small circle, with random marks and holdings, and a question open.

Whatever the dice make of it, the law must have nothing against the state; a throw it refuses is thrown again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from echelon.core.fields import bits_of, mask_of
from echelon.core.frames import CHANCE
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.game import Game
from echelon.mechanics.plain.course import Course
from echelon.mechanics.plain.engine import Plain
from echelon.mechanics.plain.sets import Picture, fixed_within, full_with, has_mark, is_one, units_at, within

__all__ = ["Scramble"]

Opener = Callable[[Any, int, random.Random], bool]
TRIES = 400


class Scramble:
    """Throws the units of a state together."""

    def __init__(self, game: Game, plain: Plain) -> None:
        self.game, self.plain, self.course = game, plain, Course(plain)
        self.busy = [stage.mark for stage in (*game.moves, *(x.attack for x in game.stages(c.Combat)))]
        self.found = [stage.mark for stage in game.stages(m.Supply)]
        self.openers = self._openers()

    def __call__(self, s: Any, rng: random.Random, kinds: tuple[str, ...] = ()) -> None:
        """A dense, odd but lawful situation, with any question open, often one of the given kinds."""
        wanted = [row for row in self.openers if row[0].startswith(kinds)] if kinds else []
        while True:
            self._throw(s, rng)
            for _ in range(8):
                _kind, opener, sides = rng.choice(wanted if wanted and rng.random() < 0.7 else self.openers)
                trial = s.copy()
                s.rules.rebuild(trial)
                if opener(trial, rng.choice(sides), rng) and self._lawful(trial, rng):
                    s.become(trial)
                    s.rules.rebuild(s)
                    return

    def _lawful(self, s: Any, rng: random.Random) -> bool:
        """The game's own fields and what is held are laid out last, when everybody has his place."""
        for holding in self.game.holdings:
            self._hold(s, holding, rng)
        s.rules.rebuild(s)
        if self.game.lay is not None:
            self.game.lay(s, rng)
            s.rules.rebuild(s)
        return not self.plain.problems(s)

    @staticmethod
    def _hold(s: Any, holding: Any, rng: random.Random) -> None:
        first, board = 0, s.rules.board
        for h in range(board.n):
            if not fixed_within(s.rules, holding.hexes, 0, h):
                continue
            sides = [side for side in (0, 1) if any(is_one(s, holding.who, u) for u in units_at(s, h, side))]
            if (sides or [rng.choice((0, 1))])[0] == 0:
                first |= board.bit[h]
        setattr(s, holding.field, first)

    # --- units --------------------------------------------------------------------------------------------------------
    def _throw(self, s: Any, rng: random.Random) -> None:
        """Units and their marks, with nobody asked anything yet."""
        rules = s.rules
        board = rules.board
        crucial = [h for h in range(board.n) if any(fixed_within(rules, x, 0, h) for x in self._crucial())]
        middle = rng.choice(crucial) if crucial and rng.random() < 0.4 else rng.randrange(board.n)
        radius = self._radius(s, rng)
        near = [h for h in range(board.n) if board.distance(h, middle) <= radius]
        for u in range(len(s.pos)):
            s.pos[u] = board.n + rules.boxes.index("gone")
            self.course.unmark(s, u, *self.game.marks)
        besieged = rng.choice((None, 0, 1))  # one side in the middle, the other around it: high and low odds alike
        for u in rng.sample(range(len(s.pos)), len(s.pos)):
            self._place(s, u, near, middle, besieged, rng)
        for mark in self.game.marks:
            self._mark(s, mark, rng)
        for hexes in self.game.hex_marks:
            setattr(s, hexes.name, 0)
        turns = max(rules.turns, 1)
        s.stack, s.outcome, s.turn = [], None, rng.choice((1, turns, rng.randint(1, turns)))

    def _crucial(self) -> list[Any]:
        return [*(holding.hexes for holding in self.game.holdings), *(h.hexes for h in self.game.entering if h.hexes.fixed)]

    @staticmethod
    def _radius(s: Any, rng: random.Random) -> int:
        """So small that units crowd, and large enough that most of them find room."""
        radius = rng.choice((1, 2, 2, 2, 3))
        while 3 * radius * (radius + 1) < len(s.pos):
            radius += 1
        return radius

    def _place(self, s: Any, u: int, near: list[int], middle: int, besieged: int | None, rng: random.Random) -> None:
        side, board = s.rules.forces.side_of[u], s.rules.board
        room = [h for h in near if not units_at(s, h, 1 - side) and self._room(s, u, h)]
        if besieged is not None:
            ring = 0 if side == besieged else 1
            room = [h for h in room if board.distance(h, middle) == ring] or room
        last = not any(Picture(s).on_map(v) for v in range(*s.rules.forces.ranges[side]))
        if room and (last or rng.random() < 0.85):
            s.pos[u] = rng.choice(room)

    def _room(self, s: Any, u: int, h: int) -> bool:
        return all(full_with(Picture(s), limit, h, u) is None for limit in self.game.stacking)

    def _mark(self, s: Any, mark: Any, rng: random.Random) -> None:
        """A mark on some units: what is found in a step may be anything, what comes of acting is for the openers."""
        if mark in self.busy:
            return
        share = rng.choice((0.5, 1.0, 0.5)) if mark in self.found else rng.choice((0.0, 0.3, 0.6))
        needed = next((other for other in self.game.marks if other.name == mark.needs), None)
        for u in range(len(s.pos)):
            allowed = (Picture(s).on_map(u) or mark.kept) and (needed is None or has_mark(s, needed, u))
            if allowed and rng.random() < share:
                self.course.mark(s, u, mark)

    def _alive(self, s: Any, side: int) -> list[int]:
        return [u for u in range(*s.rules.forces.ranges[side]) if Picture(s).on_map(u)]

    # --- a random question; each opener says whether the units allow it -----------------------------------------------
    def _openers(self) -> list[tuple[str, Opener, list[int]]]:
        found: list[tuple[str, Opener, list[int]]] = []
        for stage in dict.fromkeys(line.stage for line in self.game.sequence):
            sides = [line.side for line in self.game.sequence if line.stage == stage]
            rows: list[tuple[str, Any, int]] = []
            if isinstance(stage, m.Choose):
                rows = [(stage.kind, self._choose, 1)]
            elif isinstance(stage, m.Arrivals):
                rows = [(f"{stage.name}.enter", self._arrive, 2)]
            elif isinstance(stage, m.Moves):
                rows = [(f"{stage.name}.pick", self._pick, 1), (f"{stage.name}.step", self._step, 4)]
            elif isinstance(stage, c.Combat):
                kinds = [("target", self._target, 1), ("join", self._join, 2), ("die", self._die, 3), ("loss", self._loss, 1),
                         ("retreat", self._retreat, 3), ("advance", self._advance, 2)]  # fmt: skip
                rows = [(f"{stage.name}.{k}", f, n) for k, f, n in kinds if f"{stage.name}.{k}" in self.plain.questions.frames]
            for kind, opener, weight in rows:
                bound = lambda s, side, rng, opener=opener, stage=stage: opener(stage, s, side, rng)  # noqa: E731
                found += [(kind, bound, sides)] * weight
        return found

    def _at(self, s: Any, stage: Any, side: int) -> None:
        s.step = next(i for i, line in enumerate(self.game.sequence) if line.stage == stage and line.side == side)

    def _frame(self, kind: str, *values: int) -> Any:
        return self.plain.questions.frames[kind](values)

    def _choose(self, stage: m.Choose, s: Any, side: int, rng: random.Random) -> bool:
        self._at(s, stage, side)
        s.frame = self._frame(stage.kind, side)
        places = [h for h in range(s.rules.board.n) if within(Picture(s), stage.hexes, side, h) is not None]
        return bool(places) and not any(units_at(s, h, 1 - side) for h in places)

    def _arrive(self, stage: m.Arrivals, s: Any, side: int, rng: random.Random) -> bool:
        self._at(s, stage, side)
        box = s.rules.board.n + s.rules.boxes.index(stage.box)
        for u in range(*s.rules.forces.ranges[side]):
            if s.rules.forces.units[u].id in s.rules.scenario.data.get(stage.turns, {}) and rng.random() < 0.8:
                s.pos[u] = box
                self.course.unmark(s, u, *self.game.marks)
        s.frame = self._frame(f"{stage.name}.enter", side)
        return self.course._due(s, stage, side)

    def _pick(self, stage: m.Moves, s: Any, side: int, rng: random.Random) -> bool:
        self._at(s, stage, side)
        for u in self._alive(s, side):
            if rng.random() < 0.5:
                self.course.mark(s, u, stage.mark)
        s.frame = self._frame(f"{stage.name}.pick", side)
        return True

    def _step(self, stage: m.Moves, s: Any, side: int, rng: random.Random) -> bool:
        self._pick(stage, s, side, rng)
        units = [u for u in self._alive(s, side) if is_one(s, stage.who, u)]
        if not units:
            return False
        unit = rng.choice(units)
        self.course.mark(s, unit, stage.mark)
        s.stack = [s.frame]
        whole = self.plain.value(s, stage.points, unit)
        entered = not self.plain.judge.stops(stage, s, unit)  # who has come to where he must stop has stopped
        left = rng.randint(0, whole) if entered and rng.random() < 0.7 else whole
        s.frame = self._frame(f"{stage.name}.step", side, unit, left)
        return True

    def _target(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        self._at(s, stage, side)
        spent = rng.choice((0.0, 0.0, 0.4))
        for u in self._alive(s, side):
            if rng.random() < spent:
                self.course.mark(s, u, stage.attack.mark)
            for moves in self.game.moves:
                if rng.random() < 0.3:
                    self.course.mark(s, u, moves.mark)
        attacked = sum({s.rules.board.bit[s.pos[e]] for e in self._alive(s, 1 - side) if rng.random() < 0.3})
        setattr(s, stage.attack.hexes.name, attacked)
        s.frame = self._frame(f"{stage.name}.target", side)
        return True

    def _able(self, stage: c.Combat, s: Any, side: int, target: int) -> list[int]:
        return [u for u in self._alive(s, side) if not list(self.plain.judge.obstacles(stage.attack, s, u, target))]

    def _join(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        """An attack on some hex, with some of those who can make it."""
        self._target(stage, s, side, rng)
        targets = sorted({s.pos[e] for e in self._alive(s, 1 - side)})
        if not targets:
            return False
        rng.shuffle(targets)
        if rng.random() < 0.7:  # the hex that most can attack
            targets.sort(key=lambda h: -len(self._able(stage, s, side, h)))
        target, name = targets[0], stage.attack.hexes.name
        setattr(s, name, getattr(s, name) | s.rules.board.bit[target])
        able = self._able(stage, s, side, target)
        keen = rng.choice((0.4, 0.7, 1.0))  # high odds need everybody who can
        joined = [u for u in able if rng.random() < keen]
        for u in joined:
            self.course.mark(s, u, stage.attack.mark)
        s.stack, s.frame = [s.frame], self._frame(f"{stage.name}.join", side, target, mask_of(joined))
        return bool(able)

    def _die(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        if not self._join(stage, s, side, rng) or not s.frame.attackers:
            return False
        s.frame = self._frame(f"{stage.name}.die", CHANCE, s.frame.hex, s.frame.attackers)
        return True

    def _after(self, stage: c.Combat, sort: type[Any], s: Any, side: int, rng: random.Random) -> tuple[Any, int] | None:
        """A combat after its die, and a part of a sequel that comes then; losses before it are taken."""
        if not self._die(stage, s, side, rng):
            return None
        results = [(i, part) for i, r in enumerate(stage.results) for part in r.sequel if isinstance(part, sort)]
        if not results:
            return None
        index, part = rng.choice(results)
        for before in stage.results[index].sequel:
            if before == part:
                break
            if isinstance(before, c.Lose):
                hit = units_at(s, s.frame.hex, 1 - side) if before.group == "defenders" else bits_of(s.frame.attackers)
                for u in hit:
                    self.course.eliminate(s, u)
        return part, index

    def _loss(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        found = self._after(stage, c.Pay, s, side, rng)
        if found is None:
            return False
        part, index = found
        h, attackers = s.frame.hex, s.frame.attackers
        owed = self.course._owed(s, part, side, h, attackers, [])
        owed = owed if len(owed) == 3 else (*owed[:3], rng.randint(1, 6))
        s.frame = self.plain.questions.sequel_frame("loss", index, *owed)
        return True

    def _retreat(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        """Defenders who retreat, or attackers. The law refuses the state if nobody can go."""
        found = self._after(stage, c.Retreat, s, side, rng)
        if found is None:
            return False
        part, index = found
        h, attackers = s.frame.hex, s.frame.attackers
        group = self.course._group(s, part.group, side, h, attackers)
        mine = side if part.group == "attackers" else 1 - side
        sequel = stage.results[index].sequel
        kept = attackers if sequel[sequel.index(part) + 1 :] else 0
        s.frame = self.plain.questions.sequel_frame("retreat", index, mine, h, mask_of(group), kept)
        return bool(group)

    def _advance(self, stage: c.Combat, s: Any, side: int, rng: random.Random) -> bool:
        """An empty hex, or one into which somebody has advanced already."""
        found = self._after(stage, c.Advance, s, side, rng)
        if found is None:
            return False
        part, index = found
        h, left = s.frame.hex, s.frame.attackers
        for u in units_at(s, h, 1 - side):
            self.course.eliminate(s, u)
        left = mask_of(u for u in bits_of(left) if Picture(s).on_map(u))
        able = self.course.who_may_advance(s, part, side, h, left)
        crucial = any(within(Picture(s), hook.hexes, side, h) is not None for hook in self.game.entering)
        if able and rng.random() < 0.4 and not crucial:
            unit = rng.choice(able)
            s.pos[unit] = h
            left &= ~(1 << unit)
        s.frame = self.plain.questions.sequel_frame("advance", index, side, h, left)
        return bool(self.course.who_may_advance(s, part, side, h, left))
