"""What a movement is worth in the Ardennes: sites by what a unit is wanted for, battles by the engine's odds, stacks by the
attacks that the enemy could make on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from echelon.mechanics.odds import ratio_column
from echelon.mechanics.stacking import excess, removable
from echelon.systems.tigers.appreciation.chances import barriers, turns_out
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.play.duties import fit, must_hexes, ready_hexes, strike
from echelon.systems.tigers.play.march import VICTORY
from echelon.systems.tigers.play.odds import allowed, column, contest, total_defence
from echelon.systems.tigers.play.prepared import PlayRules
from echelon.systems.tigers.play.stacking import TIGERS, limits, measure
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import ALLIED, ENTRENCHED, GERMAN, MOVED, ROAD, TigersState

if TYPE_CHECKING:
    from echelon.systems.tigers.appreciation.judge import TigersAppreciation

__all__ = ["TigersEstimate"]

CROWDED = -50.0
UNSUPPLIED = 6.0  # Disrupted, and there is no recovery
QUARTER = 3.0  # what a quarter of a division off the map is worth, beyond standing at the edge
FOLLOW = 4  # turns that others need to follow whoever has left: after that nothing is gained by leaving first
FOLLOWING = 2.5  # turns, which are short ones, within which enough must be able to follow whoever leaves
MISSED = 12.0  # what it costs to leave the map in vain
WON = 200.0
HOPELESS = -6.0  # an attack that the table does not know
DUG_IN = 1.0
LAST = 3
POST = 15.0  # what it is worth to bar a way by which the game would be lost
FIRM = 4  # factors that hold a post
# what a town is worth that is held: to the German more, who may not lose what he needs; his vehicles have other things to do
GARRISON, PASSING = 0.6, 0.2
_COUNTED_ON = 0.6  # of what the enemy could bring against a hex, what he will
_UNTHREATENED = 0.3  # of what is at stake, what a guard is worth where no enemy is near
_FEAR = 0.5  # of what his best attack is worth to him, what it is worth to prevent it


class TigersEstimate:
    """Made for one movement of one side."""

    neglect = 2.0

    def __init__(self, appreciation: TigersAppreciation, s: TigersState, side: int) -> None:
        self.appreciation, self.side, self.here = appreciation, side, s
        self.rules: PlayRules = s.rules
        self.state = s.copy()  # the side's units stand here as the plan puts them
        self.trial = s.copy()  # and here as some battle would have them, in supply as everybody is now
        for each in (GERMAN, ALLIED):
            supplied_hexes(
                self.trial, each
            )  # remembered: to be traced once units are put here and there, it would be cut anywhere
        self._following: bool | None = None  # are enough near the edge to win by leaving, in time?
        self.leavers: dict[int, int] = {}  # quarters of a division that units count which can leave the map
        self.enemies = s.strong[1 - side]
        self.divisions = ready_hexes(s, 1 - side)
        # what is taken or held counts more and more in the last three turns
        self.late = max(0, s.turn - s.rules.turns + LAST) / LAST
        self.supplied = supplied_hexes(s, side)
        self.zone = division_zone(s, 1 - side)
        self.menace = appreciation.ways.menace(s, 1 - side)

    # --- the way ----------------------------------------------------------------------------------------------------------
    def settle(self, at: Mapping[int, int]) -> None:
        """Places to which somebody goes already draw others less; supply is traced past those who stand there then."""
        self.state = self.here.copy()
        for unit, place in at.items():
            self.state.pos[unit] = place
        self.rules.rebuild(self.state)
        self.supplied = supplied_hexes(self.state, self.side)

    def ready(self, state: TigersState, unit: int) -> bool:
        """Not by road, and within the movement factor itself."""
        return not state.status[unit] & ROAD and state.spent[unit] <= omf(state, unit)

    def spent(self, state: TigersState, unit: int) -> int:
        """Half points."""
        return state.spent[unit]

    def reward(self, state: TigersState, unit: int) -> float:
        """By what the exit counts. It is remembered, since together they may win the game."""
        counts = max(0, state.exits - self.here.exits)
        self.leavers[unit] = max(counts, self.leavers.get(unit, 0))
        return QUARTER * counts * min(1.0, (self.rules.turns - self.here.turn) / FOLLOW)

    def can_wait(self, unit: int, place: int, spent: int) -> bool:
        """In Blitzkrieg or Breakthrough, with a point less: who has not moved yet, and need not leave the map at once."""
        rules, s = self.rules, self.here
        if rules.blitz[s.step] or s.status[unit] & MOVED or unit == rules.peiper or place >= rules.board.n:
            return False
        bonus = 0 if rules.board.bit[place] & self.zone else BONUS
        return spent <= omf(s, unit) - 2 + bonus

    # --- sites ------------------------------------------------------------------------------------------------------------
    def site(self, unit: int, place: int) -> float:
        """On the way to what the unit is wanted for, in supply, and dug in where it is."""
        rules, s = self.rules, self.here
        if place >= rules.board.n:
            return self._outside(unit) if place == rules.exited else 0.0
        value = self.appreciation.ways.field(self.state, unit, keen=True)[place]
        if not rules.board.bit[place] & self.supplied:
            value -= UNSUPPLIED
        if place == s.pos[unit] and s.status[unit] & ENTRENCHED:
            value += DUG_IN
        if rules.factor[unit] and not self.controls(place):
            value += self.appreciation.aims.prize.get(place, 0.0) * (0.3 + 1.2 * self.late)
        return value

    def _outside(self, unit: int) -> float:
        """Off the map: worth it for whoever counts there, if enough are near who can follow; the others are only missed."""
        ways = self.appreciation.ways
        if not ways.goers >> unit & 1:
            return -MISSED
        if self._following is None:
            near = sum(quarters for turns, quarters in turns_out(self.here, ways) if turns <= FOLLOWING)
            self._following = self.here.exits + near >= VICTORY
        return ways.beyond(self.here, keen=True) - (0.0 if self._following else MISSED)

    def controls(self, h: int) -> bool:
        """Is the hex the side's own?"""
        return bool(self.here.german & self.rules.board.bit[h]) == (self.side == GERMAN)

    # --- battles ----------------------------------------------------------------------------------------------------------
    def targets(self, unit: int, place: int) -> Sequence[int]:
        """Enemies that a unit with a combat factor could strike from there, if it may attack at all."""
        rules = self.rules
        if place >= rules.board.n or not rules.factor[unit] or not rules.board.ring_of[place] & self.enemies:
            return ()
        if not fit(self.here, unit):
            return ()
        self.trial.pos[unit] = place
        return rules.board.members(strike(self.trial, unit, 0) & self.enemies)

    def owes(self, unit: int, place: int) -> Sequence[int]:
        """The upright divisions beside it: whoever moves there or attacks from there makes them a duty."""
        rules = self.rules
        if place >= rules.board.n or not rules.factor[unit] or not rules.board.ring_of[place] & self.divisions:
            return ()
        self.trial.pos[unit] = place
        return rules.board.members(must_hexes(self.trial, unit) & self.divisions)

    def battle(self, target: int, at: Mapping[int, int]) -> float:
        """Factors and ground by the chances of the column."""
        rules, s, battles = self.rules, self.trial, self.appreciation.battles
        for unit, place in at.items():
            s.pos[unit] = place
        bit, units = rules.board.bit[target], sum(1 << unit for unit in at)
        if not allowed(s, bit, units):
            return HOPELESS
        b = contest(s, bit, units)
        attack = sum(rules.factor[u] for u in at)
        ring = 0
        for place in at.values():
            ring |= rules.board.bit[place] | rules.board.ring_of[place]
        trapped = not rules.board.ring_of[target] & ~(ring | self.here.strong[self.side])
        return battles.value(
            column(s, bit, units),
            attack,
            sum(rules.factor[u] for u in b.defenders),
            total_defence(s, b),
            self.ground(target),
            trapped,
        )

    def ground(self, h: int) -> float:
        """What a hex is worth, seen closely."""
        return self.appreciation.closer_ground(self.here, self.side, h)

    def odds(self, target: int, at: Mapping[int, int]) -> str:
        """The column by name."""
        s = self.trial
        for unit, place in at.items():
            s.pos[unit] = place
        bit, units = self.rules.board.bit[target], sum(1 << unit for unit in at)
        return self.rules.columns[column(s, bit, units)] if allowed(s, bit, units) else "-"

    # --- posts ------------------------------------------------------------------------------------------------------------
    def posts(self, reach: Mapping[int, Collection[int]]) -> dict[int, float]:
        """For the Allies: where divisions of theirs would bar the ways off the map, one way after the other."""
        if self.side == GERMAN or self.appreciation.aims.by_points:
            return {}
        places = 0
        for unit, hexes in reach.items():
            if self.rules.division >> unit & 1:
                for h in hexes:
                    places |= self.rules.board.bit[h]
        return dict.fromkeys(barriers(self.here, self.appreciation.ways, places), POST)

    def bars(self, units: tuple[int, ...]) -> float:
        """Divisions stop whoever comes beside them."""
        if not any(self.rules.division >> u & 1 for u in units):
            return 0.0
        return min(1.0, sum(self.rules.factor[u] for u in units) / FIRM)

    # --- stacks -----------------------------------------------------------------------------------------------------------
    def stand(self, place: int, units: tuple[int, ...]) -> float:
        """What the stack keeps, and what the enemy could do to it with those who can come."""
        rules, s = self.rules, self.here
        if place >= rules.board.n:
            out = s.exits + sum(self.leavers.get(u, 0) for u in units)
            return WON if place == rules.exited and out >= VICTORY else 0.0
        if excess(measure(rules, list(units)), (*limits(rules, place), TIGERS)):
            return CROWDED * self._lost(place, units)
        stake = self.appreciation.aims.stake(s, self.side, place)
        loom = self.appreciation.ways.looming(s, 1 - self.side, place) if stake else 0.0
        menace = int(max(self.menace[place], loom) * _COUNTED_ON)
        strength = sum(rules.factor[u] for u in units)
        if not strength:
            return 0.0
        stays = any(not self.appreciation.ways.goers >> u & 1 for u in units)
        garrison = GARRISON if stays and self.side == GERMAN else PASSING
        held = self.appreciation.aims.prize.get(place, 0.0) * (garrison + self.late)
        if stake:  # what nobody threatens need hardly be guarded
            held = stake * min(1.0, _UNTHREATENED + menace / 6)
        if not menace:
            return held
        ground = rules.approaches
        foot = sum(rules.infantry_type >> u & 1 for u in units)
        defence = strength + foot * ground.each[place] + (ground.one[self.side][place] if foot else 0)
        defence += sum(bool(s.status[u] & ENTRENCHED) for u in units if s.pos[u] == place)
        basic = ratio_column(menace, defence, ground.ratios)
        if basic < 0:
            return held
        if stake:
            held -= stake * self.appreciation.battles.results[basic].ground
        prize = 0.0 if stake else self.ground(place)
        threat = self.appreciation.battles.value(basic, menace, strength, defence, prize, False)
        return held - _FEAR * max(0.0, threat) * (1.3 if self.side == ALLIED else 1.0)

    def _lost(self, place: int, units: tuple[int, ...]) -> int:
        """How many of a stack are too many for its hex."""
        rules, rest = self.rules, list(units)
        bounds = (*limits(rules, place), TIGERS)
        while found := removable(rest, partial(measure, rules), bounds):
            rest.remove(min(found, key=lambda u: rules.factor[u]))
        return len(units) - len(rest)
