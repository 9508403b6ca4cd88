"""The steps of one unit, straight from the clauses: over units, hexes and hexsides, without boards or tables of `play`."""

from echelon.systems.tigers.facts.ground import BONUS, step_rows, total
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE
from echelon.systems.tigers.state import ATTACHED, DISRUPTED


class Mover:
    """One unit on its way; where it stands in the state does not count any more."""

    def __init__(self, s, unit, bonus=BONUS):
        self.s, self.unit, self.bonus, self.rules = s, unit, bonus, s.rules
        self.side = s.rules.forces.side_of[unit]
        self.omf = omf(s, unit)
        self.units = [u for u in range(len(s.pos)) if s.pos[u] < s.rules.gone and u != unit]
        self.foes = [u for u in self.units if s.rules.forces.side_of[u] != self.side]
        self.friends = [u for u in self.units if s.rules.forces.side_of[u] == self.side]

    # --- elementary
    def near(self, h):
        return [other for other, _bit, _side in self.rules.board.near[h]]

    def river(self, a, b):
        return bool(self.rules.board.side(a, b) & self.rules.river)

    def bridge(self, a, b):
        return bool(self.rules.board.side(a, b) & self.s.bridges)

    def ford(self, a, b):
        return self.river(a, b) and not self.bridge(a, b)

    def road(self, a, b):
        return bool(self.rules.board.side(a, b) & self.rules.road) and not self.ford(a, b)

    def in_zone_of(self, h, foe):
        """TIG-ZOC-1, TIG-ZOC-3, TIG-ZOC-12."""
        at = self.s.pos[foe]
        if h not in self.near(at):
            return False
        if self.rules.pure >> foe & 1 and self.rules.board.bit[h] & self.rules.forest:
            return self.road(at, h)
        return True

    def divisions_over(self, h):
        return {d for d in self.foes if self.rules.division >> d & 1 and self.in_zone_of(h, d)}

    def brigades_over(self, h):
        return {d for d in self.foes if self.rules.sub >> d & 1 and self.in_zone_of(h, d)}

    def full(self, h):
        there = [u for u in self.friends if self.s.pos[u] == h]
        thirds = sum(self.rules.thirds[u] for u in there)
        if self.rules.peiper in there and self.rules.first_ss in there:
            thirds -= 3
        rough = self.rules.board.bit[h] & (self.rules.forest | self.rules.venn)
        return thirds >= (6 if rough else 9)

    def by_road(self):
        s, rules = self.s, self.rules
        if rules.arm[self.unit] in ("armor", "cavalry", "pg", "tiger", "skorzeny"):
            return True
        if self.side == 0:
            return False
        return s.road_users >> self.unit & 1 or bin(s.road_users).count("1") < 2

    # --- a step
    def pays(self, a, b, rate, spent):
        """What it will have spent after a legal step, or None."""
        s, rules = self.s, self.rules
        if any(s.pos[u] == b and rules.factor[u] for u in self.foes):
            return None
        if self.side == 0 and s.dump_known and not s.dump_gone and s.dump == b and not rules.board.bit[b] & s.german:
            return None
        if rules.board.side(a, b) & s.closed:
            return None
        divisions = self.divisions_over(b)
        if rate == ROAD_RATE and (divisions or not self.by_road()):
            return None
        cost = total(step_rows(s, self.unit, a, b, rate))
        if cost is None:
            return None
        spent += cost + (2 if self.full(b) else 0)
        limit = self.omf + self.bonus
        if any(not self.ford(b, s.pos[d]) for d in divisions):
            limit = self.omf
        if spent > limit:
            return None
        held = divisions & self.divisions_over(a)
        if self.ford(a, b):
            held |= self.brigades_over(a) & self.brigades_over(b)
        if held and not any(s.pos[u] == b and rules.factor[u] for u in self.friends):
            return None
        return spent

    def ends(self, h, spent, rate):
        """TIG-ATK-7."""
        s, rules = self.s, self.rules
        if not rules.factor[self.unit]:
            return True
        for d in self.foes:
            at = s.pos[d]
            if not rules.division >> d & 1 or s.status[d] & DISRUPTED or at not in self.near(h) or self.ford(h, at):
                continue
            if rate == ROAD_RATE or spent > self.omf:
                return False
            if self.river(h, at) and rules.mechanized >> self.unit & 1 and spent + 2 > self.omf:
                return False
            if (self.unit == rules.peiper or s.marks[self.unit] & ATTACHED) and s.peiper_attacks >= 2:
                since = s.peiper_since + min(spent, self.omf) - min(s.spent[self.unit], self.omf)
                if not s.ruthless or since < 2 or s.peiper_worse:
                    return False
        return True

    def settles(self, h, spent, rate, seen):
        """TIG-MOV-16: it may end there, or go on to where it may."""
        if self.ends(h, spent, rate):
            return True
        if self.divisions_over(h) or (h, spent) in seen:
            return False
        seen.add((h, spent))
        for b in self.near(h):
            for way in (NORMAL, ROAD_RATE):
                after = self.pays(h, b, way, spent)
                if after is not None and self.settles(b, after, way, seen):
                    return True
        return False

    def steps(self):
        """All steps it may make now, as pairs of hex and rate."""
        s, rules = self.s, self.rules
        a = s.pos[self.unit]
        found = set()
        for b in self.near(a):
            for rate in (NORMAL, ROAD_RATE, FORD):
                if rate == FORD:
                    side = rules.board.side(a, b)
                    owner = 0 if side & s.german_bridges else 1
                    if not self.bridge(a, b) or owner == self.side:
                        continue
                after = self.pays(a, b, rate, s.spent[self.unit])
                if after is not None and self.settles(b, after, rate, set()):
                    found.add((b, rate))
        return found
