"""The checker: every clause a well-formed action breaks, for each kind of question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.rulings import Ruling
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.ground import Bar
from echelon.mechanics.plain.ground import barred, barring, leap_over, price_rows, total
from echelon.mechanics.plain.sets import Picture, between, has_mark, is_one, units_at, within

__all__ = ["Judge"]

Obstacle = tuple[str, str]  # the clause that keeps a unit from attacking a hex, and the case


class Judge:
    """Answers `why_not` for all questions of a game."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.game = plain, plain.game
        self.order = self.game.order_clause

    # --- whose, and when ---------------------------------------------------------------------------------------------
    def decode(self, s: Any, action: int) -> tuple[str, tuple[int, ...]]:
        """An action as its verb and fields."""
        verbs = s.rules.verbs
        return verbs.verb(action).name, verbs.fields(action)

    def not_yours(self, s: Any, side: int, unit: int) -> list[Ruling]:
        """What belongs to the other side cannot be done now."""
        if s.rules.forces.side_of[unit] == side:
            return []
        return [Ruling(self.order, {"case": "unit.enemy", "unit": unit, "side": side})]

    @staticmethod
    def off_map(s: Any, unit: int, cited: str) -> list[Ruling]:
        """A unit that is not on the map does nothing."""
        return [] if Picture(s).on_map(unit) else [Ruling(cited, {"case": "unit.gone", "unit": unit})]

    # --- picking -----------------------------------------------------------------------------------------------------
    def pick(self, moves: m.Moves, s: Any, f: Any, action: int) -> list[Ruling]:
        """`take UNIT`, or `end`, which is free at any time."""
        verb, fields = self.decode(s, action)
        if verb == "end":
            return []
        (unit,) = fields
        found = [*self.not_yours(s, f.side, unit), *self.off_map(s, unit, moves.once)]
        if not is_one(s, moves.who, unit):
            found.append(Ruling(moves.clause, {"case": "unit.idle", "unit": unit}))
        if has_mark(s, moves.mark, unit):
            found.append(Ruling(moves.once, {"case": "unit.moved", "unit": unit}))
        return found

    # --- stepping ----------------------------------------------------------------------------------------------------
    def step(self, moves: m.Moves, s: Any, f: Any, action: int) -> list[Ruling]:
        """`move UNIT HEX`, or `stop UNIT`, which is free where the unit may stand."""
        verb, fields = self.decode(s, action)
        unit = fields[0]
        wrong = [*self.not_yours(s, f.side, unit), *self._not_the_picked_one(moves, s, f, unit)]
        if verb == "stop":
            return [*wrong, *(self._no_place(moves, s, unit, s.pos[unit]) if unit == f.unit else [])]
        if not Picture(s).on_map(unit):
            return [*wrong, *self.off_map(s, unit, moves.clause)]
        # another unit than the picked one is judged as if it stood at the start of its move
        left = f.left if unit == f.unit else self.plain.value(s, moves.points, unit)
        return [*wrong, *self.move(moves, s, unit, fields[1], left)]

    def _not_the_picked_one(self, moves: m.Moves, s: Any, f: Any, unit: int) -> list[Ruling]:
        """Units move one at a time: the picked unit must stop before another is picked."""
        if unit == f.unit or s.rules.forces.side_of[unit] != f.side:
            return []
        waiting = Picture(s).on_map(unit) and not has_mark(s, moves.mark, unit)
        facts = {"case": "unit.other", "unit": unit, "unit_picked": f.unit}
        return [Ruling(moves.once, facts, ("stop.first",) if waiting else ())]

    def _no_place(self, moves: m.Moves, s: Any, unit: int, place: int) -> list[Ruling]:
        """Where a stack may be too large only in passing."""
        found = []
        for limit in moves.ends:
            blame = within(Picture(s), limit.full, s.rules.forces.side_of[unit], place, unit)
            if blame is not None:
                found.append(Ruling(limit.clause, {"case": "stop.full", "unit": unit, "hex": place, **blame}))
        return found

    def move(self, moves: m.Moves, s: Any, unit: int, place: int, left: int) -> list[Ruling]:
        """What keeps a unit from going to a hex in one step with so much left."""
        picture, here = Picture(s), s.pos[unit]
        hexside = between(s.rules, here, place)
        ground = [bar for bar in moves.bars if bar.of_ground]
        first = [bar for bar in moves.bars if not bar.of_ground and bar.leaving is None]
        last = [bar for bar in moves.bars if bar.leaving is not None]
        found = [self._room_to_make(moves, s, r) for r in barred(picture, first, unit, place, hexside)]
        if hexside is None:
            case = "move.here" if here == place else "move.far"
            return [*found, Ruling(moves.clause, {"case": case, "unit": unit, "hex_from": here, "hex": place})]
        shut = barred(picture, ground, unit, place, hexside)
        found += shut
        if not shut:  # a barred step has no price
            found += self._price(moves, s, unit, place, hexside, left)
        found += barred(picture, last, unit, place, hexside)
        if not found and moves.ends:
            found = self._no_way_on(moves, s, unit, place, hexside, left)
        return found

    def _room_to_make(self, moves: m.Moves, s: Any, ruling: Ruling) -> Ruling:
        """A full hex: could a friend still make room in this step?"""
        if "units_there" not in ruling.facts or not self._is_limit(ruling.clause):
            return ruling
        side = s.rules.forces.side_of[ruling.facts["unit"]]
        here = units_at(s, ruling.facts["hex"], side)
        return ruling._replace(remedy=("leave.first",) if any(not has_mark(s, moves.mark, u) for u in here) else ())

    def _is_limit(self, clause: str) -> bool:
        return any(limit.clause == clause for limit in self.game.stacking)

    def _price(self, moves: m.Moves, s: Any, unit: int, place: int, hexside: int, left: int) -> list[Ruling]:
        """It may not spend more than it has."""
        whole = self.plain.value(s, moves.points, unit)
        leap = leap_over(s, moves.leaps, hexside)
        if leap is not None:
            facts = {"unit": unit, "hex_from": s.pos[unit], "hex": place}
            found = [] if is_one(s, leap.who, unit) else [Ruling(leap.clause, {"case": "leap.who", **facts})]
            return found if left == whole else [*found, Ruling(leap.clause, {"case": "leap.late", **facts})]
        notes = price_rows(Picture(s), moves.cost, unit, s.pos[unit], place, hexside)
        cost = total(notes)
        if cost is None:
            return [
                Ruling(note.clause, {"case": "move.never", "unit": unit, "hex_from": s.pos[unit], "hex": place})
                for note in notes
                if note.amount is None
            ]
        if cost <= left or (moves.free_first and left == whole):
            return []
        facts = {"unit": unit, "hex": place, "mf": cost, "mf_left": left, "mf_short": cost - left}
        found = [Ruling(moves.clause, {"case": "move.points", **facts})]
        # what lowers the allowance stands in the way only if the rest of it would have been enough
        for change, lost in self.plain.lowered(s, moves.points, unit):
            if lost > 0 and cost <= left + lost:
                found.append(
                    Ruling(change.clause, {"case": "points.lowered", **facts}, (change.remedy,) if change.remedy else ())
                )
        return found

    def cost(self, moves: m.Moves, s: Any, unit: int, place: int) -> int:
        """What a lawful step costs."""
        hexside = between(s.rules, s.pos[unit], place)
        assert hexside is not None
        if leap_over(s, moves.leaps, hexside) is not None:
            return int(self.plain.value(s, moves.points, unit))
        return total(price_rows(Picture(s), moves.cost, unit, s.pos[unit], place, hexside)) or 0

    def _no_way_on(self, moves: m.Moves, s: Any, unit: int, place: int, hexside: int, left: int) -> list[Ruling]:
        """Into a full hex only on the way to one with room."""
        if not self._no_place(moves, s, unit, place):
            return []
        trial = s.copy()
        rest = left - self.cost(moves, s, unit, place)
        trial.pos[unit] = place
        if self._leads_on(moves, trial, unit, rest, set()):
            return []
        return [
            ruling._replace(facts={**ruling.facts, "case": "move.full"}) for ruling in self._no_place(moves, s, unit, place)
        ]

    def _leads_on(self, moves: m.Moves, s: Any, unit: int, left: int, seen: set[tuple[int, int]]) -> bool:
        if self.stops(moves, s, unit) or (s.pos[unit], left) in seen:
            return False
        seen.add((s.pos[unit], left))
        here = s.pos[unit]
        bare = m.Moves(moves.clause, moves.once, moves.points, moves.cost, moves.mark, moves.bars, moves.stops, moves.leaps)
        for other, _bit, _side in s.rules.board.near[here]:
            if self.move(bare, s, unit, other, left):
                continue
            cost = self.cost(moves, s, unit, other)
            if cost > left:
                continue
            s.pos[unit] = other
            good = not self._no_place(moves, s, unit, other) or self._leads_on(moves, s, unit, left - cost, seen)
            s.pos[unit] = here
            if good:
                return True
        return False

    def stops(self, moves: m.Moves, s: Any, unit: int) -> str:
        """The clause that ends a move in the hex where the unit is, if there is one."""
        side = s.rules.forces.side_of[unit]
        for stop in moves.stops:
            if is_one(s, stop.who, unit) and within(Picture(s), stop.hexes, side, s.pos[unit], unit) is not None:
                return stop.clause
        return ""

    # --- attacking ---------------------------------------------------------------------------------------------------
    def obstacles(self, attack: c.Attack, s: Any, unit: int, place: int, again: bool = True) -> Iterator[Obstacle]:
        """What keeps a unit from attacking a hex; with `again`, also what it did before in this step."""
        if again and has_mark(s, attack.mark, unit):
            yield attack.join, "attacker.fought"
        if not Picture(s).on_map(unit):
            yield attack.join, "attacker.gone"
            return
        hexside = between(s.rules, s.pos[unit], place)
        if hexside is None:
            yield attack.join, "attacker.far"
        for bar in attack.bars:
            if (hexside is not None or bar.personal) and barring(Picture(s), bar, unit, place, hexside) is not None:
                yield bar.clause, bar.case

    def target(self, attack: c.Attack, s: Any, f: Any, action: int) -> list[Ruling]:
        """`attack HEX`, or `end`: nobody must attack."""
        verb, fields = self.decode(s, action)
        if verb == "end":
            return []
        (place,) = fields
        found = []
        if not units_at(s, place, 1 - f.side):
            found.append(Ruling(attack.clause, {"case": "target.empty", "hex": place, "side": f.side}))
        if getattr(s, attack.hexes.name) & s.rules.board.bit[place]:
            found.append(Ruling(attack.join, {"case": "target.again", "hex": place}))
        return [*found, *self._nobody_able(attack, s, f.side, place)]

    def _nobody_able(self, attack: c.Attack, s: Any, side: int, place: int) -> list[Ruling]:
        """An attack needs a unit that can make it. If nobody can, every reason of every adjacent unit is named."""
        near = [u for other, _bit, _side in s.rules.board.near[place] for u in units_at(s, other, side)]
        if not near:
            return [Ruling(attack.join, {"case": "target.nobody", "hex": place, "side": side})]
        reasons: dict[Obstacle, list[int]] = {}
        for unit in near:
            found = list(self.obstacles(attack, s, unit, place))
            if not found:
                return []
            for reason in found:
                reasons.setdefault(reason, []).append(unit)
        return [_cannot_attack(reason, units, place) for reason, units in reasons.items()]

    def join(self, attack: c.Attack, s: Any, f: Any, action: int) -> list[Ruling]:
        """`with UNIT`, or `fight` once there is an attacker."""
        verb, fields = self.decode(s, action)
        if verb == "fight":
            return [] if f.attackers else [Ruling(attack.join, {"case": "fight.nobody", "hex": f.hex})]
        (unit,) = fields
        rulings = self.not_yours(s, f.side, unit)
        joined = bool(f.attackers >> unit & 1)
        if joined:  # whether its attack counts as made already is the same reason once more
            rulings.append(Ruling(attack.join, {"case": "attacker.joined", "unit": unit, "hex": f.hex}))
        return [*rulings, *(_cannot_attack(r, [unit], f.hex) for r in self.obstacles(attack, s, unit, f.hex, again=not joined))]

    # --- the sequel --------------------------------------------------------------------------------------------------
    def loss(self, s: Any, f: Any, action: int) -> list[Ruling]:
        """`lose UNIT`: one of those who pay, of the owner's choice."""
        _verb, (unit,) = self.decode(s, action)
        rulings = self.not_yours(s, f.side, unit)
        if not f.attackers >> unit & 1 or not Picture(s).on_map(unit):
            rulings.append(Ruling(self.plain.part(s, f, "Pay").clause, {"case": "loss.other", "unit": unit, "hex": f.hex}))
        return rulings

    def retreat(self, s: Any, f: Any, action: int) -> list[Ruling]:
        """`retreat UNIT HEX`. Elimination is no answer: it happens by itself when nobody can go."""
        _verb, (unit, place) = self.decode(s, action)
        part = self.plain.part(s, f, "Retreat")
        wrong = self.not_yours(s, f.side, unit)
        if not f.units >> unit & 1 or not Picture(s).on_map(unit):
            wrong.append(Ruling(part.clause, {"case": "retreat.other", "unit": unit, "hex": f.hex}))
        return [*wrong, *self.back(part, s, unit, place)] if Picture(s).on_map(unit) else wrong

    def back(self, part: c.Retreat, s: Any, unit: int, place: int) -> list[Ruling]:
        """An adjacent hex it could enter by movement, had it points enough, and no bar of the retreat's own.

        A retreating unit cannot choose where it comes from, so nothing of the ground has a remedy. Leaving does not matter.
        """
        picture, here = Picture(s), s.pos[unit]
        hexside = between(s.rules, here, place)
        bars = part.as_in.bars if part.as_in else ()
        facts = {"unit": unit, "hex_from": here, "hex": place}
        rulings = _bare(barred(picture, _of_state(bars), unit, place, hexside))
        if hexside is None:
            case = "retreat.here" if here == place else "retreat.far"
            rulings.append(Ruling(part.where, {"case": case, **facts}))
        else:
            rulings += _bare(barred(picture, [bar for bar in bars if bar.of_ground], unit, place, hexside))
            if rulings:
                rulings.append(Ruling(part.where, {"case": "retreat.barred", **facts}))
        return [*rulings, *barred(picture, part.bars, unit, place, hexside)]

    def can_retreat(self, part: c.Retreat, s: Any, unit: int) -> bool:
        """Is there a hex the unit can go to now?"""
        return any(not self.back(part, s, unit, other) for other, _bit, _side in s.rules.board.near[s.pos[unit]])

    def advance(self, s: Any, f: Any, action: int) -> list[Ruling]:
        """`advance UNIT`, or `stay`, which is free at any time."""
        verb, fields = self.decode(s, action)
        if verb == "stay":
            return []
        (unit,) = fields
        part = self.plain.part(s, f, "Advance")
        rulings = self.not_yours(s, f.side, unit)
        if not f.attackers >> unit & 1:
            rulings.append(Ruling(part.clause, {"case": "advance.other", "unit": unit, "hex": f.hex}))
        elif not Picture(s).on_map(unit):
            rulings.append(Ruling(part.clause, {"case": "unit.gone", "unit": unit}))
        if not Picture(s).on_map(unit):
            return rulings
        return [*rulings, *self.go_in(part, s, unit, f.hex)]

    def go_in(self, part: c.Advance, s: Any, unit: int, place: int) -> list[Ruling]:
        """What keeps a unit from advancing into a hex."""
        hexside = between(s.rules, s.pos[unit], place)
        bars = part.bars if hexside is not None else _of_state(part.bars)
        rulings = barred(Picture(s), bars, unit, place, hexside)
        if hexside is None:
            rulings.append(Ruling(part.clause, {"case": "advance.far", "unit": unit, "hex": place}))
        return rulings

    # --- choices, arrivals -------------------------------------------------------------------------------------------
    def choose(self, stage: m.Choose, s: Any, f: Any, action: int) -> list[Ruling]:
        """One hex of the set."""
        _verb, (place,) = self.decode(s, action)
        picture = Picture(s)
        if within(picture, stage.hexes, f.side, place) is not None:
            return []
        listed = tuple(h for h in range(s.rules.board.n) if within(picture, stage.hexes, f.side, h) is not None)
        return [Ruling(stage.clause, {"case": f"{stage.verb}.where", "hex": place, "hexes": listed})]

    def arrive(self, stage: m.Arrivals, s: Any, f: Any, action: int) -> list[Ruling]:
        """`enter UNIT HEX`, and `end` where nobody must come."""
        verb, fields = self.decode(s, action)
        if verb == "end":
            return [Ruling(stage.clause, {"case": "enter.must"})] if stage.must else []
        unit, place = fields
        rules = s.rules
        rulings = self.not_yours(s, f.side, unit)
        due = rules.scenario.data.get(stage.turns, {}).get(rules.forces.units[unit].id, 0)
        if s.pos[unit] != rules.board.n + rules.boxes.index(stage.box) or int(due) > s.turn:
            rulings.append(Ruling(stage.clause, {"case": "enter.late", "unit": unit, "turn": int(due)}))
        if within(Picture(s), stage.onto, rules.forces.side_of[unit], place, unit) is None:
            rulings.append(Ruling(stage.clause, {"case": "enter.where", "unit": unit, "hex": place}))
        facts: Iterable[Ruling] = barred(Picture(s), stage.bars, unit, place, None)
        return [*rulings, *(r._replace(facts={k: v for k, v in r.facts.items() if k != "hex_from"}) for r in facts)]


def _bare(rulings: list[Ruling]) -> list[Ruling]:
    return [ruling._replace(remedy=()) for ruling in rulings]


def _of_state(bars: Iterable[Bar]) -> list[Bar]:
    """The bars that hang on the state of play, but not on where a unit comes from."""
    return [bar for bar in bars if not bar.of_ground and bar.leaving is None]


def _cannot_attack(reason: Obstacle, units: list[int], place: int) -> Ruling:
    cited, case = reason
    return Ruling(cited, {"case": case, "units": tuple(units), "hex": place})


def standing(frame: Any) -> list[int]:
    """The units that a frame names as attackers."""
    return bits_of(getattr(frame, "attackers", 0))
