"""A slow reading of supply, command and steps, hex by hex and one question at a time, to hold `play` against."""

from echelon.systems.colonnes.facts.ground import exit_rows, leaving_rows, step_rows, total
from echelon.systems.colonnes.facts.units import friends_at, points_at


class Field:
    """Who stands where, read from the positions alone; one unit can be thought away or into another hex."""

    def __init__(self, s):
        self.s, self.rules, self.board = s, s.rules, s.rules.board

    def stands(self, side, h, units, away=-1):
        return any(units >> u & 1 and u != away for u in friends_at(self.s, side, h))

    def zone(self, side, h):
        """Is a hex in a zone of the side?"""
        rules = self.rules
        return any(
            self.stands(side, other, rules.combat) for other, _bit, hexside in self.board.near[h] if not hexside & rules.rhone
        )

    def dominated(self, side, h):
        bit = self.board.bit[h]
        return any(bit & seen and self.stands(side, top, self.rules.combat) for top, seen in self.rules.heights)

    def valid(self, side, h):
        rules = self.rules
        bit = self.board.bit[h]
        return bool(bit & rules.sources[side] & ~self.s.captured) and not self.stands(1 - side, h, rules.holding)

    def supplied(self, side, unit, h):
        """Would the unit be supplied in the hex, everybody else standing where he is?"""
        rules = self.rules
        assumed = rules.assume.get("supplied")
        if assumed:
            return assumed == "all"
        seen, todo = {h}, [h]
        while todo:
            a = todo.pop()
            if self.valid(side, a):
                return True
            for b, bit, hexside in self.board.near[a]:
                if b in seen:
                    continue
                if hexside & rules.rhone and not (side == 1 and hexside & rules.ferry):
                    continue
                if bit & rules.mountain and not hexside & rules.road:
                    continue
                if self.stands(1 - side, b, rules.holding):
                    continue
                threatened = self.zone(1 - side, b) or self.dominated(1 - side, b)
                if threatened and not self.stands(side, b, rules.holding, away=unit):
                    continue
                seen.add(b)
                todo.append(b)
        return False

    def distance(self, hq, unit):
        """How many hexes a unit is from a headquarters, None if there is no way."""
        rules = self.rules
        side = rules.forces.side_of[hq]
        goal = self.s.pos[unit]
        layer, seen, steps = {self.s.pos[hq]}, {self.s.pos[hq]}, 0
        while layer:
            if goal in layer:
                return steps
            following = set()
            for a in layer:
                for b, _bit, hexside in self.board.near[a]:
                    if b in seen or (hexside & rules.rhone and not hexside & rules.ferry):
                        continue
                    if self.stands(1 - side, b, rules.holding):
                        continue
                    if self.zone(1 - side, b) and not self.stands(side, b, rules.holding) and b != goal:
                        continue
                    seen.add(b)
                    following.add(b)
            layer, steps = following, steps + 1
        return None

    # --- movement -------------------------------------------------------------------------------------------------------
    def steps(self, unit, a, left, first):
        """The hexes a unit may step to, with what it has left there and whether its move ends there."""
        rules = self.rules
        side = rules.forces.side_of[unit]
        bound = (rules.cl_bound or not rules.columns >> unit & 1) and self.supplied(side, unit, a)
        found = []
        for b, _bit, _side in self.board.near[a]:
            cost = total((*step_rows(rules, unit, a, b), *leaving_rows(self.zone(1 - side, a))))
            if cost is None or (cost > left and not first):
                continue
            enemies = rules.holding if rules.combat >> unit & 1 else -1
            if self.stands(1 - side, b, enemies) or (bound and not self.supplied(side, unit, b)):
                continue
            if self.zone(1 - side, a) and self.zone(1 - side, b) and not first:
                continue
            rest = max(left - cost, 0)
            over = rest == 0 or self.zone(1 - side, b)
            if self.room(unit, b) or (not over and self.goes_on(unit, b, rest)):
                found.append(b)
        return found

    def room(self, unit, h):
        s, rules = self.s, self.rules
        others = points_at(s, rules.forces.side_of[unit], h) - (rules.stack[unit] if s.pos[unit] == h else 0)
        return others + rules.stack[unit] <= 6

    def goes_on(self, unit, h, left):
        return self.exits(unit, h, left, False) or bool(self.steps(unit, h, left, False))

    def exits(self, unit, h, left, first):
        rules = self.rules
        side = rules.forces.side_of[unit]
        if side == 0 or rules.columns >> unit & 1 or not self.board.bit[h] & rules.exits:
            return False
        return first or total((*exit_rows(rules, unit), *leaving_rows(self.zone(1 - side, h)))) <= left
