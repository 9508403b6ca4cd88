"""How good it is for a unit to be in a hex: on its way to what it should go for, in supply, with room, and not crushed."""

from __future__ import annotations

from collections.abc import Callable

from echelon.mechanics.odds import ratio_column
from echelon.mechanics.stacking import excess
from echelon.systems.tigers.appreciation.aims import Aims
from echelon.systems.tigers.appreciation.battles import Battles
from echelon.systems.tigers.appreciation.ways import NOWHERE, Ways
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import strong_at
from echelon.systems.tigers.frames import NORMAL
from echelon.systems.tigers.play.defence import defence_from
from echelon.systems.tigers.play.duties import ready_hexes, touch_dry
from echelon.systems.tigers.play.march import step_cost
from echelon.systems.tigers.play.prepared import MECH, PlayRules
from echelon.systems.tigers.play.stacking import TIGERS, counts, fits, limits
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACKED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    MOVED,
    PICKED,
    ROAD,
    TigersState,
)  # fmt: skip

__all__ = ["Ground", "Pull"]

UNSUPPLIED = 3.0
CROWDED = 30.0  # who is too much for a hex is lost
STAND_FAST = 1.5  # Allied infantry that has the enemy before it keeps him there
Pull = Callable[[int], float]


class Ground:
    """Judges hexes for units."""

    def __init__(self, rules: PlayRules, aims: Aims, battles: Battles, ways: Ways) -> None:
        self.rules, self.aims, self.battles, self.ways = rules, aims, battles, ways

    # --- what waits there -----------------------------------------------------------------------------------------------
    def contact(self, s: TigersState, unit: int, h: int, moved: bool) -> float:
        """The fight that a unit seeks by being in a hex: with all divisions it would owe an attack, and who could help."""
        rules = self.rules
        if not rules.factor[unit]:
            return 0.0
        enemy = 1 - rules.forces.side_of[unit]
        owed = touch_dry(s, h) & (ready_hexes(s, enemy) if moved else s.strong[enemy])
        if not owed:
            return 0.0
        attack, defence, plain, ground = float(rules.factor[unit]), 0, 0, 0.0
        hexes = rules.board.members(owed)
        for e in hexes:
            defence += defence_from(s, enemy, e, rules.board.bit[h])
            plain += sum(rules.factor[u] for u in strong_at(s, enemy, e))
            ground += self.aims.ground(s, e)
            attack += self._helpers(s, unit, e) / len(hexes)
        at = ratio_column(int(attack), defence, rules.approaches.ratios)
        if at < 0:
            return -3.0
        if any(not rules.board.bit[h] & rules.approaches.dry[e] for e in hexes):
            at = max(0, at - 1)
        value = self.battles.value(at, int(attack), plain, defence, ground, False)
        return value * 0.7 if value > 0 else value if moved else 0.0

    def _helpers(self, s: TigersState, unit: int, e: int) -> float:
        """The factors of others that can attack a hex, or could still come to do so."""
        rules, pos, status = self.rules, s.pos, s.status
        far = rules.far[e]
        found = 0.0
        for u in range(*rules.forces.ranges[rules.forces.side_of[unit]]):
            h = pos[u]
            if h >= rules.gone or u == unit or far[h] > 3 or status[u] & (DISRUPTED | ATTACKED):
                continue
            if far[h] == 1:
                if not status[u] & ROAD:
                    found += rules.factor[u]
            elif not status[u] & MOVED and not s.marks[u] & PICKED and far[h] <= 2 + (rules.way[u] == MECH):
                found += 0.5 * rules.factor[u]
        return found

    def room(self, s: TigersState, unit: int, h: int) -> bool:
        """Is the unit not too much for the hex, where it stands already or not?"""
        if s.pos[unit] != h:
            return fits(s, unit, h)
        return not excess(counts(s, self.rules.forces.side_of[unit], h), (*limits(self.rules, h), TIGERS))

    def beyond(self, s: TigersState, unit: int, h: int, path: tuple[int, ...], left: int) -> float:
        """What lies beyond a hex for a unit that need not stay there, with so many half points left: uphill, with room, and
        nobody to stop it on the way."""
        rules = self.rules
        side = rules.forces.side_of[unit]
        bit, field = rules.board.bit, self.ways.field(s, unit)
        zone = division_zone(s, 1 - side)
        if bit[h] & zone:
            return NOWHERE
        shut = s.strong[1 - side]
        doubtful = rules.river & ~(s.bridges & (s.german_bridges if side == GERMAN else ~s.german_bridges))
        best = NOWHERE
        for n, there, hexside in rules.board.near[h]:
            if there & shut or n in path or hexside & doubtful or field[n] <= max(best, field[h]):
                continue
            cost = step_cost(s, unit, h, n, NORMAL, bool(there & s.full[side]))
            if cost <= (left - BONUS if there & zone else left) and (not there & s.occupied[side] or fits(s, unit, n)):
                best = field[n]
        return best

    # --- all together -------------------------------------------------------------------------------------------------------
    def pull(self, s: TigersState, unit: int) -> Pull:
        """Of a hex, how good it is for the unit to end there."""
        rules = self.rules
        side = rules.forces.side_of[unit]
        field, menace = self.ways.field(s, unit), self.ways.menace(s, 1 - side)
        supplied, bit = supplied_hexes(s, side), rules.board.bit
        here, status, factor = s.pos[unit], s.status[unit], rules.factor[unit]
        foot = rules.infantry_type >> unit & 1
        each, one = rules.approaches.each, rules.approaches.one[side]
        afraid = 0.35 if side == ALLIED else 0.2
        full = s.occupied[side]
        fast = side == ALLIED and foot and not status & (MOVED | DISRUPTED)

        def good(h: int) -> float:
            value = field[h]
            if not bit[h] & supplied:
                value -= UNSUPPLIED
            strength = factor + (each[h] + one[h] if foot else 0)
            if h == here:
                if status & ENTRENCHED:
                    strength += 1
                    value += 1.0
                if fast and menace[h]:
                    value += STAND_FAST
            if bit[h] & full and not self.room(s, unit, h):
                value -= CROWDED
            if foot:
                value += 0.3 * (each[h] + one[h])
            if menace[h]:
                strength += sum(rules.factor[u] for u in strong_at(s, side, h) if u != unit)
                danger = menace[h] / max(1, strength) - 2.0
                if danger > 0:
                    value -= afraid * min(danger, 4.0) * max(1, factor)
                value += self.contact(s, unit, h, h != here or bool(status & MOVED))
            return value

        return good
