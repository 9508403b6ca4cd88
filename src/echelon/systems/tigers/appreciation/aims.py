"""What the sides go for in a scenario, and what it is worth: read once from the scenario's table of victory."""

from __future__ import annotations

from echelon.systems.tigers.facts.compiled import TigersRules
from echelon.systems.tigers.facts.goals import goals_of
from echelon.systems.tigers.state import ALLIED, DISRUPTED, GERMAN, TigersState

__all__ = ["DASH", "FACTOR", "Aims"]

FACTOR = 1.0  # what one combat factor is worth; everything else is measured by it
_HOLD = {GERMAN: 3.0, ALLIED: 1.0}  # a hex that a side must hold for its victory
DASH = 5  # the turn until which the German goes for the Meuse first
_STAKE = 8.0  # what a town is worth to him after that; twice as much when the end is there
_EXITED = 12.0  # a division off the map across the Meuse
_VERDICT = {"strategic": 60.0, "historic": 40.0}


class Aims:
    """The hexes fought for with the worth of controlling them, the crossings of the Meuse, the ways off the map."""

    def __init__(self, rules: TigersRules) -> None:
        self.rules = rules
        board = rules.board
        goals = goals_of(rules)
        prize: dict[int, float] = {}
        for goal in goals.hold:
            for h in board.members(goal.hexes):
                prize[h] = prize.get(h, 0.0) + _HOLD[goal.side]
        for h, points in goals.points:
            prize[h] = prize.get(h, 0.0) + points
        self.prize = prize
        self.by_points = bool(goals.points)
        # what the German must take; the rest of the prizes only keeps the Allies from their own great victory
        must = 0
        for goal in goals.hold:
            if goal.side == GERMAN:
                must |= goal.hexes
        for h, _points in goals.points:
            must |= board.bit[h]
        self.must = must
        edges = rules.edges
        self.full_exits = edges.get("northwest", 0)
        self.half_exits = edges.get("west-north", 0) & ~self.full_exits
        towns = rules.town | rules.city
        self.crossings = 0  # towns on the Meuse with a bridge
        for hexside in board.lattice.side_members(rules.start_bridges & rules.river):
            a, b = board.side_hexes(hexside)
            if (board.bit[a] | board.bit[b]) & rules.across_meuse:
                self.crossings |= (board.bit[a] | board.bit[b]) & towns

    def ground(self, s: TigersState, h: int) -> float:
        """What it is worth to have a hex rather than to leave it to the enemy; prizes count more as the end comes near."""
        worth = self.prize.get(h)
        if worth is None:
            return 0.8 if self.rules.board.bit[h] & self.crossings else 0.4
        return 0.4 + 0.6 * worth * (0.5 + s.turn / self.rules.turns)

    def stake(self, s: TigersState, side: int, h: int) -> float:
        """What hangs on a hex for a German who has to hold it to the end, or to win it back: all of them are needed."""
        if side != GERMAN or self.by_points or s.turn <= DASH or not self.rules.board.bit[h] & self.must:
            return 0.0
        return _STAKE * (1.0 + (s.turn - DASH) / (self.rules.turns - DASH))

    def worth(self, s: TigersState) -> float:
        """How the game stands for the German: what he holds and has brought off the map, and the forces of both sides."""
        rules = self.rules
        if s.outcome is not None:
            winner, level, _clause = s.outcome
            verdict = _VERDICT.get(level, 0.0)
            return verdict if winner == GERMAN else -verdict if winner == ALLIED else 0.0
        german = _EXITED * s.exits / 4
        for h, worth in self.prize.items():
            german += worth if rules.board.bit[h] & s.german else -worth
        factor, gone, exited = rules.factor, rules.gone, rules.exited
        for side, sign in ((GERMAN, FACTOR), (ALLIED, -FACTOR)):
            for u in range(*rules.forces.ranges[side]):
                place = s.pos[u]
                if place < gone:
                    german += sign * factor[u] * (0.85 if s.status[u] & DISRUPTED else 1.0)
                elif place == rules.due or place == exited:
                    german += sign * factor[u]
        return german
