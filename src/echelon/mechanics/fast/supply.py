"""Supply: the hexes from which lines lead where they should, and the mark that is found by them."""

from __future__ import annotations

from typing import Any

from echelon.mechanics.declared.ground import Bar
from echelon.mechanics.declared.movement import Lines, Supply
from echelon.mechanics.fast.rules import KitRules, near_masks
from echelon.mechanics.fast.source import Source
from echelon.mechanics.lines import Ways

__all__ = ["Supplying"]


class Supplying:
    """One supply step."""

    def __init__(self, fast: Any, supply: Supply) -> None:
        self.fast, self.supply = fast, supply
        self.floods = tuple(self._flood(lines, i) for i, lines in enumerate(supply.lines))
        self.hexes = self.floods[0] if len(self.floods) == 1 else self._any
        self.mark = self._mark()

    def _flood(self, lines: Lines, number: int) -> Any:
        """All hexes from which such a line leads: each hex but the last is tested as one that is entered."""
        fast, name = self.fast, f"{self.supply.name}_ways{number}"
        sides = tuple(bar for bar in lines.bars if bar.across is not None)
        fast.builders.append(lambda rules: _ways(rules, name, sides))
        src = Source(fast.names)
        shut = " | ".join(src.hexes(bar.hexes) for bar in lines.bars if bar not in sides) or "0"
        goal = src.hexes(lines.to)
        reach = "ways.leading(goal & free, free)"
        if lines.most:
            reach = f"ways.within(goal & free, free, {lines.most - (not lines.own_hex)})"
        last = "reached" if lines.own_hex else "reached | ways.into(reached) | goal"
        text = f"""
def lines{number}(s, side):
    rules = s.rules
    if {self.supply.assumed!r} in rules.assume:
        return rules.board.all
    {src.head()}
    ways, goal, free = rules.{name}, {goal}, rules.board.all & ~({shut})
    reached = {reach}
    return {last}
"""
        cited = tuple(bar.clause for bar in lines.bars)
        return fast.write(f"{self.supply.name}.lines{number}", text, lines.clause, *cited, called=f"lines{number}")

    def _any(self, s: Any, side: int) -> int:
        """The hexes where a unit would be supplied now, by one line or another."""
        found: int = 0
        for flood in self.floods:
            found |= flood(s, side)
        return found

    def _mark(self) -> Any:
        """The step: who is supplied, and who is not."""
        name, clause = self.supply.mark.name, self.supply.clause
        event = self.supply.mark.event

        def mark_supply(s: Any, side: int) -> None:
            good, rules = self.hexes(s, side), s.rules
            bad = 0
            bit, mine = rules.bit, rules.of_side[side]
            for h, there in s.at.items():
                if there & mine and not bit[h] & good:
                    bad |= there & mine
            setattr(s, name, (getattr(s, name) | mine) & ~bad)
            if s.log is not None and event:
                for u in range(*rules.ranges[side]):
                    if bad >> u & 1:
                        s.note(event, clause, unit=u, hex=s.pos[u])

        return mark_supply


def _ways(rules: KitRules, name: str, bars: tuple[Bar, ...]) -> None:
    """The steps between neighbours that a line may take, from the goal's end or the unit's alike."""
    _way, masks = near_masks(rules, bars)
    mask = masks[0] if masks else rules.board.ring_of
    setattr(rules, name, Ways(rules.board.lattice, lambda a, b, side: bool(mask[a] & rules.board.bit[b])))
