"""How an attack reaches a hex, worked out once a game: dry hexsides, rivers, the Siegfried Line, what the ground adds."""

from __future__ import annotations

from echelon.mechanics.odds import parse_ratios
from echelon.systems.tigers.facts.compiled import TigersRules
from echelon.systems.tigers.state import GERMAN

__all__ = ["Approaches"]


class Approaches:
    """Tables by hex, for allocation and odds."""

    def __init__(self, rules: TigersRules) -> None:
        board = rules.board
        every = range(board.n)
        self.ratios = parse_ratios(rules.columns)
        # neighbours across hexsides that are no river; those across a river, with the hexside
        self.dry = tuple(sum(bit for _o, bit, side in board.near[h] if not side & rules.river) for h in every)
        self.wet = tuple(tuple((bit, side) for _o, bit, side in board.near[h] if side & rules.river) for h in every)
        self.around = (*board.ring_of, *(0 for _box in range(rules.gone, rules.exited + 1)))  # of any place, boxes included
        # neighbours from which an attack on the hex comes across the Siegfried Line from outside it (TIG-DEF-6, TIG-DEF-8)
        outside = board.all & ~rules.german_start
        self.line = tuple(sum(bit & outside for _o, bit, side in board.near[h] if side & rules.siegfried) for h in every)
        # what the ground adds to each infantry-type unit (TIG-DEF-3, TIG-DEF-5), by side to one of them (TIG-DEF-2, TIG-DEF-4)
        ground = [(bool(b & rules.city), bool(b & rules.venn), bool(b & rules.town & ~rules.city)) for b in board.bit]
        self.each = tuple(city + venn for city, venn, _town in ground)
        forest = tuple(bool(b & rules.forest) for b in board.bit)
        self.one = tuple(
            tuple(town + (side == GERMAN and forest[h]) for h, (_c, _v, town) in enumerate(ground)) for side in (0, 1)
        )
        # hexes with an initial front-line hexside (TIG-SET-10)
        self.at_front: int = sum(board.bit[h] for h in every if any(side & rules.front for _o, _b, side in board.near[h]))
        self.foot = bytes(rules.foot >> u & 1 for u in range(len(rules.forces)))
        # units without clauses of their own on when they may attack
        own = rules.attachable | 1 << rules.peiper | 1 << rules.vdh
        self.plain = bytes(not own >> u & 1 for u in range(len(rules.forces)))
        # Tiger Fright (TIG-TGR-2), and units whose Disruption gives no column (TIG-DIS-3)
        self.frightened = rules.us & (rules.infantry | rules.cavalry)
        self.steadfast = rules.ss | rules.airborne & (rules.of_side[GERMAN] | rules.us)
        self.paratroopers = rules.airborne & rules.division & rules.of_side[GERMAN]
        self.light = self._light(rules)

    def _light(self, rules: TigersRules) -> int:
        """The units that, alone in a hex with all they could ever have, still defend at 1:5 or better against factor 2."""
        ground = max(each + max(one) for each, one in zip(self.each, zip(*self.one, strict=True), strict=True))
        a, d = self.ratios[0]
        most = 3  # entrenchment; the Siegfried Line or the dump; the forest of the 30th Division
        found = 0
        for u, factor in enumerate(rules.factor):
            if a * (factor + most + (ground if rules.infantry_type >> u & 1 else 0)) <= 2 * d:
                found |= 1 << u
        return found
