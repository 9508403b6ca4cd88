"""What in a state contradicts the rules: stacks, hexes that are held, marks, and the facts of the open question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import Over
from echelon.core.state import Problem
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.sets import ENEMY
from echelon.mechanics.plain.course import View
from echelon.mechanics.plain.sets import Picture, between, fixed_within, has_mark, is_one, units_at

__all__ = ["Problems"]

Found = Iterator[Problem]


class Problems:
    """Looks for what no lawful course of play could have led to."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.game, self.judge = plain, plain.game, plain.judge

    def found(self, s: Any) -> list[Problem]:
        """Everything in a state that contradicts the rules."""
        checks = (self._crowds, self._holders, self._marks, self._sides, self._stale, self._overdue, self._winner, self._frame)
        own = [problem for check in self.game.problems for problem in check(s)]
        return [*(problem for check in checks for problem in check(s)), *own]

    # --- units and hexes ---------------------------------------------------------------------------------------------
    def _crowds(self, s: Any) -> Found:
        """At no time too many units in a hex, or enemies in one."""
        mixed = next((bar.clause for moves in self.game.moves for bar in moves.bars if bar.hexes == ENEMY), "")
        occupied = sorted({h for h in s.pos if h < s.rules.board.n})
        passing = getattr(s.frame, "unit", -1)
        for place in occupied:
            here = tuple(units_at(s, place))
            for limit in self.game.stacking:
                counted = [u for u in here if is_one(s, limit.who, u) and not (limit.passing and u == passing)]
                weights = [1 if limit.weight is None else s.rules.forces.units[u].number(limit.weight.column) for u in counted]
                if sum(weights) > limit.most:
                    yield Problem(limit.clause, {"case": "crowd", "hex": place, "units": here, "most": limit.most})
            if mixed and len({s.rules.forces.side_of[u] for u in here}) > 1:
                yield Problem(mixed, {"case": "crowd.mixed", "hex": place, "units": here})

    def _holders(self, s: Any) -> Found:
        """A hex that is held belongs to the side whose unit was in it last, so to the side that is in it now."""
        board = s.rules.board
        for holding in self.game.holdings:
            first = getattr(s, holding.field)
            for place in range(board.n):
                holder = 0 if first & board.bit[place] else 1
                if not fixed_within(s.rules, holding.hexes, 0, place):
                    if holder == 0:
                        yield Problem(holding.clause, {"case": "held.none", "hex": place})
                elif any(is_one(s, holding.who, u) for u in units_at(s, place, 1 - holder)):
                    yield Problem(
                        holding.clause, {"case": "held.wrong", "hex": place, "side": 1 - holder, "side_holder": holder}
                    )

    def _marks(self, s: Any) -> Found:
        """Marks that need another come with it; who is off the map has none."""
        known = {mark.name: mark for mark in self.game.marks}
        for mark in self.game.marks:
            for unit in range(len(s.pos)):
                if not has_mark(s, mark, unit):
                    continue
                if mark.needs and not has_mark(s, known[mark.needs], unit):
                    facts = {"case": "mark.needs", "unit": unit, "word_mark": mark.name, "word_needed": mark.needs}
                    yield Problem(mark.clause, facts)
                if not mark.kept and not Picture(s).on_map(unit):
                    clause = mark.clause or known.get(mark.needs, mark).clause or self.game.order_clause
                    yield Problem(clause, {"case": "mark.gone", "unit": unit, "word_mark": mark.name})

    # --- the sequence of play ----------------------------------------------------------------------------------------
    def _sides(self, s: Any) -> Found:
        """The side whose step it is moves and attacks."""
        if not 0 <= s.step < len(s.rules.sequence):
            return
        side = s.rules.sequence[s.step].side
        for frame in (*s.stack, s.frame):
            if frame.kind.name.endswith((".pick", ".step", ".target", ".join")) and frame.side != side:
                yield Problem(self.game.order_clause, {"case": "order.side", "side": frame.side, "side_step": side})

    def _stale(self, s: Any) -> Found:
        """Hexes are marked as attacked for the length of a combat step. A game may end in the middle of one."""
        combat = self.game.combat
        if combat is None or isinstance(s.frame, Over) or s.frame.kind.name.startswith(f"{combat.name}."):
            return
        attacked = getattr(s, combat.attack.hexes.name)
        if attacked:
            places = tuple(s.rules.board.members(attacked))
            yield Problem(combat.attack.join, {"case": "attacked.stale", "hexes": places})

    def _overdue(self, s: Any) -> Found:
        """The game ends after the last turn, and at once when it should: once all losses are settled."""
        if isinstance(s.frame, Over):
            return
        end, rule = self.game.end, self.game.at_once
        last = 0 if end is None else int(s.rules.scenario.data.get(end.turns, 0))
        if end is not None and s.turn > last:
            yield Problem(end.clause, {"case": "turn.over", "turn": s.turn, "turns": last})
        verdict = None if rule is None or s.frame.kind.name.endswith(".loss") else rule.verdict(View(s))
        if verdict is not None and rule is not None:
            loser = 0 if verdict.winner is None else 1 - verdict.winner
            yield Problem(rule.clause, {"case": "over.already", "side": loser})

    def _winner(self, s: Any) -> Found:
        """The result is that of the rules. A game may also end outside them, by resignation."""
        end, rule = self.game.end, self.game.at_once
        known = {one.clause for one in (end, rule) if one is not None}
        if s.outcome is None or s.outcome.clause not in known:
            return
        found = None if rule is None else rule.verdict(View(s))
        cited = rule.clause if rule is not None and found is not None else end.clause if end is not None else ""
        wanted = found if found is not None or end is None else end.verdict(View(s))
        if wanted is None or s.outcome.winner != wanted.winner:
            yield Problem(cited, {"case": "winner.wrong"})

    # --- the open question -------------------------------------------------------------------------------------------
    def _frame(self, s: Any) -> Found:
        """The facts the open question holds."""
        kind = s.frame.kind.name
        stage, what = self.plain.stage_of(kind), kind.rpartition(".")[2]
        if isinstance(stage, m.Moves) and what == "step":
            yield from self._wrong_step(s, stage, s.frame)
        elif isinstance(stage, c.Combat) and what != "target":
            check = {"join": self._wrong_join, "die": self._wrong_die, "loss": self._wrong_loss,
                     "retreat": self._wrong_retreat, "advance": self._wrong_advance}[what]  # fmt: skip
            yield from check(s, stage, s.frame)

    def _wrong_step(self, s: Any, moves: m.Moves, frame: Any) -> Found:
        """The moving unit is its side's and on the map, has no more than its allowance, and did not pass where it must stop."""
        unit = frame.unit
        if not Picture(s).on_map(unit) or s.rules.forces.side_of[unit] != frame.side:
            yield Problem(moves.once, {"case": "step.unit", "unit": unit, "side": frame.side})
            return
        whole = self.plain.value(s, moves.points, unit)
        if not 0 <= frame.left <= whole:
            printed = self.plain.printed(s, moves.points, unit)
            lowered = next((change.clause for change in moves.points.changes), moves.clause)
            cited = lowered if 0 <= frame.left <= printed else moves.clause
            yield Problem(cited, {"case": "points.wrong", "unit": unit, "mf_left": frame.left, "mf": whole})
        # enemies neither come nor go while a unit moves: what has spent points has *entered* the hex where it is
        stopped = self.judge.stops(moves, s, unit)
        if frame.left < whole and stopped:
            yield Problem(stopped, {"case": "step.stopped", "unit": unit, "hex": s.pos[unit]})

    def _nobody_attacked(self, s: Any, stage: c.Combat, side: int, place: int) -> Found:
        if not units_at(s, place, 1 - side):
            yield Problem(stage.attack.clause, {"case": "attack.nobody", "hex": place, "side": side})

    def _no_attackers(self, stage: c.Combat, frame: Any) -> Found:
        if not frame.attackers:
            yield Problem(stage.attack.join, {"case": "attackers.none", "hex": frame.hex})

    def _wrong_attackers(self, s: Any, stage: c.Combat, side: int, place: int, attackers: int) -> Found:
        """Attackers are of one side and stand where, and as, they could attack from."""
        for unit in bits_of(attackers):
            if s.rules.forces.side_of[unit] != side:
                yield Problem(self.game.order_clause, {"case": "attacker.enemy", "unit": unit, "hex": place})
            for cited, case in self.judge.obstacles(stage.attack, s, unit, place, again=False):
                yield Problem(cited, {"case": case, "unit": unit, "units": (unit,), "hex": place})

    def _wrong_join(self, s: Any, stage: c.Combat, frame: Any) -> Found:
        yield from self._nobody_attacked(s, stage, frame.side, frame.hex)
        yield from self._wrong_attackers(s, stage, frame.side, frame.hex, frame.attackers)

    def _wrong_die(self, s: Any, stage: c.Combat, frame: Any) -> Found:
        yield from self._no_attackers(stage, frame)
        if frame.attackers:  # chance answers the frame, so its side says nothing
            side = s.rules.forces.side_of[bits_of(frame.attackers)[0]]
            yield from self._nobody_attacked(s, stage, side, frame.hex)
            yield from self._wrong_attackers(s, stage, side, frame.hex, frame.attackers)

    def _wrong_loss(self, s: Any, stage: c.Combat, frame: Any) -> Found:
        yield from self._no_attackers(stage, frame)
        yield from self._wrong_attackers(s, stage, frame.side, frame.hex, frame.attackers)

    def _wrong_retreat(self, s: Any, stage: c.Combat, frame: Any) -> Found:
        """Who retreats is on the map, of one side, and still where it fought; at least one of them can go."""
        part = self.plain.part(s, frame, "Retreat")
        units, result = bits_of(frame.units), part.ordered or part.clause
        for unit in units:
            if not Picture(s).on_map(unit) or s.rules.forces.side_of[unit] != frame.side:
                yield Problem(part.clause, {"case": "retreat.whose", "unit": unit, "side": frame.side})
            elif not self._fought_there(s, frame, unit):
                yield Problem(result, {"case": "retreat.elsewhere", "unit": unit, "hex": frame.hex})
        # a unit without a hex is eliminated when its turn comes: with nobody able to go there is nothing to ask
        if not any(Picture(s).on_map(unit) and self.judge.can_retreat(part, s, unit) for unit in units):
            yield Problem(part.stuck, {"case": "retreat.nowhere", "hex": frame.hex, "side": frame.side})
        yield from self._wrong_attackers(s, stage, 1 - frame.side, frame.hex, frame.attackers)

    @staticmethod
    def _fought_there(s: Any, frame: Any, unit: int) -> bool:
        """Defenders retreat from the attacked hex, attackers from beside it; no attackers are kept if they retreat."""
        if s.pos[unit] == frame.hex:
            return True
        return not frame.attackers and between(s.rules, s.pos[unit], frame.hex) is not None

    def _wrong_advance(self, s: Any, stage: c.Combat, frame: Any) -> Found:
        """No enemy is left in the hex. Attackers are beside it or already in it; an exchange may have cost one."""
        part = self.plain.part(s, frame, "Advance")
        enemies = units_at(s, frame.hex, 1 - frame.side)
        if enemies:
            yield Problem(part.clause, {"case": "advance.held", "hex": frame.hex, "units": tuple(enemies)})
        for unit in bits_of(frame.attackers):
            if s.rules.forces.side_of[unit] != frame.side:
                yield Problem(self.game.order_clause, {"case": "attacker.enemy", "unit": unit, "hex": frame.hex})
            here = s.pos[unit]
            if Picture(s).on_map(unit) and frame.hex != here and between(s.rules, here, frame.hex) is None:
                yield Problem(part.clause, {"case": "advance.far", "unit": unit, "hex": frame.hex})
