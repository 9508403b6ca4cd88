"""What pictures can show of a state besides the counters: the attack at hand, zones, supply lines, threats, objectives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from echelon.core.fields import bits_of
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.ground import Bar
from echelon.mechanics.declared.movement import Lines
from echelon.mechanics.fast.engine import Fast
from echelon.mechanics.plain.sets import Picture, in_sides, within

__all__ = ["Overlay", "held", "marks"]

Row = dict[str, Any]
_FAULT = 1 << 16  # one fault of a supply line outweighs any length


def held(game: Game) -> Callable[[Any], dict[int, int]]:
    """The hexes that are fought for, with the side that holds each."""

    def holders(s: Any) -> dict[int, int]:
        found: dict[int, int] = {}
        for holding in game.holdings:
            mine, every = getattr(s, holding.field), s.rules.fast.hexes(s, holding.hexes, 0)
            found |= {h: 0 if s.rules.bit[h] & mine else 1 for h in s.rules.board.members(every)}
        return found

    return holders


def marks(game: Game, fast: Fast) -> Mapping[str, Callable[[Any], list[Row]]]:
    """All overlays that the declarations give, by name."""
    made = Overlay(game, fast)
    found: dict[str, Callable[[Any], list[Row]]] = {}
    if game.combat is not None:
        found["battles"] = made.battles
    if game.moves:
        found["moves"] = made.moves
    if game.zone is not None:
        found["zones"] = made.zones
    if game.supply is not None:
        found["supply"] = made.supply
    if game.moves and game.combat is not None:
        found["threat"] = made.threat
    if game.holdings:
        found["objectives"] = made.objectives
    return {**found, **dict(game.look.marks)}


class Overlay:
    """Makes the rows of each overlay."""

    def __init__(self, game: Game, fast: Fast) -> None:
        self.game, self.fast = game, fast

    # --- the action at hand -------------------------------------------------------------------------------------------
    def battles(self, s: Any) -> list[Row]:
        """The attack that is being put together or fought, with its odds."""
        f, combat = s.frame, self.game.combat
        assert combat is not None
        if not f.kind.name.startswith(f"{combat.name}.") or "hex" not in f.fields:
            return []
        found: list[Row] = [{"mark": "target", "hex": f.hex}]
        if f.kind.name in (f"{combat.name}.join", f"{combat.name}.die"):
            units = bits_of(f.attackers)
            found += [{"mark": "attack", "source": h, "target": f.hex} for h in sorted({s.pos[u] for u in units})]
            if units:
                odding = self.fast.fighting[combat].odding
                at = odding.column(s, s.rules.side_of[units[0]], f.hex, f.attackers)
                found.append({"mark": "odds", "hex": f.hex, "text": odding.columns[at]})
        return found

    def moves(self, s: Any) -> list[Row]:
        """The unit on the move."""
        on_move = any(s.frame.kind.name == f"{moves.name}.step" for moves in self.game.moves)
        return [{"mark": "selected", "hex": s.pos[s.frame.unit]}] if on_move else []

    # --- zones, hexes that are held -----------------------------------------------------------------------------------
    def zones(self, s: Any) -> list[Row]:
        """The zones of both sides."""
        members, find = s.rules.board.members, self.fast.placing.find_zone
        return [{"mark": "zone", "hexes": list(members(find(s, side))), "side": s.rules.sides[side]} for side in (0, 1)]

    def objectives(self, s: Any) -> list[Row]:
        """The hexes that are fought for, with the side that holds each."""
        return [{"mark": "objective", "hex": h, "side": s.rules.sides[side]} for h, side in held(self.game)(s).items()]

    # --- supply -------------------------------------------------------------------------------------------------------
    def supply(self, s: Any) -> list[Row]:
        """How each unit would be supplied if it were looked for now, or the best way it would have and what cuts it."""
        rules, supply = s.rules, self.game.supply
        assert supply is not None
        lines = supply.lines[0]
        rows: list[Row] = []
        for side in (0, 1):
            parents, faults = self._ways(s, lines, side)
            for u in range(*rules.ranges[side]):
                if s.pos[u] >= rules.off:
                    continue
                row: Row = {"mark": "supply", "unit": rules.forces.units[u].id, "side": rules.sides[side]}
                way = [s.pos[u]]
                while way[-1] in parents:
                    way.append(parents[way[-1]])
                row["hexes"] = way
                if faults.get(s.pos[u], 1) and supply.assumed not in rules.assume:
                    row |= self._cut(s, lines, u, way)
                rows.append(row)
        return rows

    def _closed(self, s: Any, lines: Lines, side: int) -> int:
        """The hexes that no line of a side may enter."""
        found = 0
        for bar in lines.bars:
            if bar.across is None:
                found |= self.fast.hexes(s, bar.hexes, side)
        return found

    def _ways(self, s: Any, lines: Lines, side: int) -> tuple[dict[int, int], dict[int, int]]:
        """From every hex the next one on the best way to where lines lead, and how many faults that way has."""
        board, closed = s.rules.board, self._closed(s, lines, side)
        across = 0
        for bar in lines.bars:
            if bar.across is not None:
                across |= getattr(s.rules, self.fast.names.sides(bar.across))
        labels = dict.fromkeys(board.members(self.fast.hexes(s, lines.to, side)), 0)
        parents: dict[int, int] = {}
        queue = [(0, h) for h in labels]
        while queue:
            cost, h = heappop(queue)
            if cost > labels[h]:
                continue
            cost += 1 + (_FAULT if board.bit[h] & closed else 0)  # whoever stands there needs not to enter it
            for b, _bit, hexside in board.near[h]:
                price = cost + (_FAULT if hexside & across else 0)
                if price < labels.get(b, 1 << 30):
                    labels[b], parents[b] = price, h
                    heappush(queue, (price, b))
        return parents, {h: cost // _FAULT for h, cost in labels.items()}

    def _cut(self, s: Any, lines: Lines, unit: int, way: list[int]) -> Row:
        """The first hex of a way that breaks it, and who or what does."""
        board, side = s.rules.board, s.rules.side_of[unit]
        for here, there in pairwise(way):
            blames = [within(Picture(s), bar.hexes, side, there, unit) or {} for bar in lines.bars if bar.across is None]
            blamed = next((sorted(u for units in blame.values() for u in units) for blame in blames if blame), [])
            if blamed:
                return {"cut": there, "how": "enemy", "by": [s.rules.forces.units[u].id for u in blamed]}
            hexside = board.side(here, there)
            if any(bar.across is not None and in_sides(s.rules, bar.across, hexside) for bar in lines.bars):
                return {"cut": there, "how": "bridge", "by": []}
        return {}

    # --- threats ------------------------------------------------------------------------------------------------------
    def ranges(self, s: Any, unit: int) -> dict[int, int]:
        """Where a unit could move if it were its side's movement now, with what it costs in parts of a point."""
        for moves in self.game.moves:
            return self.fast.moving[moves].ranges(s, unit)
        return {}

    def threat(self, s: Any) -> list[Row]:
        """For each hex the units of the other side that could move next to it and attack."""
        rules, combat = s.rules, self.game.combat
        assert combat is not None
        idle: list[Bar] = [bar for bar in combat.attack.bars if bar.personal]
        found: list[Row] = []
        for side in (0, 1):
            enemies = self.fast.hexes(s, sets.ENEMY, side)
            by: dict[int, list[str]] = {}
            for u in range(*rules.ranges[1 - side]):
                if s.pos[u] < rules.off and not any(self.fast.among(s, bar.who, u) for bar in idle):
                    reach = 0
                    for h in (s.pos[u], *self.ranges(s, u)):
                        reach |= rules.strike[rules.attack_way[u]][h]
                    for h in rules.board.members(reach & ~enemies):
                        by.setdefault(h, []).append(rules.forces.units[u].id)
            found += [
                {"mark": "threat", "hex": h, "attackers": len(units), "units": units, "side": rules.sides[side]}
                for h, units in sorted(by.items())
            ]
        return found
