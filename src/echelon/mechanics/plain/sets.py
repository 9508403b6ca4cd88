"""Sets asked plainly: is this hex, this hexside, this unit in it, and on whom does that rest?

A set is asked of a picture: a state, perhaps with units lifted off the map.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from echelon.core.rules import Rules
from echelon.mechanics.declared import sets, units

__all__ = ["Blame", "Picture", "between", "exerting", "fixed_within", "full_with", "in_sides", "is_one", "units_at", "within"]

Blame = dict[str, tuple[int, ...]]  # facts of a ruling: units_there, units_enemy


class Picture(NamedTuple):
    """A state as it is looked at: some units may be lifted off the map."""

    state: Any
    lifted: tuple[int, ...] = ()

    def at(self, place: int, side: int | None = None) -> list[int]:
        """The units in a hex, of one side or of both."""
        s = self.state
        rows = range(len(s.pos)) if side is None else range(*s.rules.forces.ranges[side])
        return [u for u in rows if s.pos[u] == place and u not in self.lifted]

    def on_map(self, unit: int) -> bool:
        """Is the unit on the map?"""
        return bool(self.state.pos[unit] < self.state.rules.board.n) and unit not in self.lifted


def units_at(s: Any, place: int, side: int | None = None) -> list[int]:
    """The units in a hex."""
    return Picture(s).at(place, side)


def between(rules: Rules, a: int, b: int) -> int | None:
    """The hexside between two hexes, or None if they are not adjacent."""
    for other, _bit, side in rules.board.near[a]:
        if other == b:
            return side
    return None


# --- units ----------------------------------------------------------------------------------------------------------
def is_one(s: Any, who: sets.Who, unit: int) -> bool:
    """Is a unit one of these?"""
    if isinstance(who, sets.UnitPair):
        a, b = is_one(s, who.a, unit), is_one(s, who.b, unit)
        return a or b if who.sign == "|" else a and b if who.sign == "&" else a and not b
    if isinstance(who, units.Mark):
        return has_mark(s, who, unit)
    counter = s.rules.forces.units[unit]
    if isinstance(who, sets.Arm):
        return bool(counter.arm == who.name)
    if isinstance(who, sets.OfSide):
        return bool(counter.side == who.side)
    if isinstance(who, sets.Printing):
        own = getattr(counter, who.column, None)
        return str(counter.values.get(who.column, "") if own is None else own) in who.values
    return isinstance(who, sets.Everybody)


def has_mark(s: Any, mark: units.Mark, unit: int) -> bool:
    """Has a unit a mark, as the layout of the state names it?"""
    if not mark.row:
        return bool(getattr(s, mark.name) >> unit & 1)
    row = next(slot for slot in s.layout.rows if slot.name == mark.row)
    return bool(getattr(s, mark.row)[unit] >> row.codec.words.index(mark.name) & 1)


# --- hexsides -------------------------------------------------------------------------------------------------------
def in_sides(rules: Rules, x: sets.Sides, side: int) -> bool:
    """Is a hexside one of these?"""
    if isinstance(x, sets.SidePair):
        a, b = in_sides(rules, x.a, side), in_sides(rules, x.b, side)
        return a or b if x.sign == "|" else a and b if x.sign == "&" else a and not b
    if isinstance(x, sets.InOption):
        chosen = rules.options.get(x.option) == x.value
        return chosen != x.without and in_sides(rules, x.of, side)
    assert isinstance(x, sets.Hexsides), x
    kinds = rules.board.links if x.link else rules.board.sides
    return bool(kinds.get(x.kind, 0) & side)


# --- hexes ----------------------------------------------------------------------------------------------------------
def fixed_within(rules: Rules, x: sets.Hexes, side: int, place: int) -> bool:
    """Is a hex in a set that is the same throughout a game?"""
    board = rules.board
    if isinstance(x, sets.Pair):
        a, b = fixed_within(rules, x.a, side, place), fixed_within(rules, x.b, side, place)
        return a or b if x.sign == "|" else a and b if x.sign == "&" else a and not b
    if isinstance(x, sets.Terrain):
        return any(board.terrain.get(name, 0) & board.bit[place] for name in x.names)
    if isinstance(x, sets.Region):
        return bool(board.zones.get(x.name, 0) & board.bit[place])
    if isinstance(x, sets.Edge):
        return bool(board.edges.get(x.names[side if x.whose == "own" else 1 - side], 0) & board.bit[place])
    if isinstance(x, sets.Listed):
        return board.labels[place] in [str(label) for label in rules.scenario.data.get(x.key, ())]
    if isinstance(x, sets.Near):
        return any(fixed_within(rules, x.of, side, h) and board.distance(h, place) <= x.steps for h in range(board.n))
    return isinstance(x, sets.Everywhere)


def within(picture: Picture, x: sets.Hexes, side: int, place: int, unit: int = -1) -> Blame | None:
    """Is a hex in a set, from a side's point of view (and a unit's)? The units it rests on, or None if it is not."""
    s = picture.state
    if x.fixed:
        return {} if fixed_within(s.rules, x, side, place) else None
    if isinstance(x, sets.Pair):
        return _pair(picture, x, side, place, unit)
    if isinstance(x, sets.Standing):
        there = [u for u in picture.at(place, side if x.whose == "own" else 1 - side) if is_one(s, x.who, u)]
        return {"units_there": tuple(there)} if there else None
    if isinstance(x, units.InZone):
        found = exerting(picture, x.zone, side if x.whose == "own" else 1 - side, place)
        return {"units_enemy": tuple(found)} if found else None
    if isinstance(x, units.NoRoom):
        others = full_with(picture, x.stacking, place, unit)
        return None if others is None else {"units_there": tuple(others)}
    if isinstance(x, units.Held):
        return {} if _holds(s, x.holding, side if x.whose == "own" else 1 - side, place) else None
    if isinstance(x, units.Marked):
        return {} if getattr(s, x.name) & s.rules.board.bit[place] else None
    if isinstance(x, sets.Near):
        board = s.rules.board
        near = [h for h in range(board.n) if board.distance(h, place) <= x.steps]
        return next((b for h in near if (b := within(picture, x.of, side, h, unit)) is not None), None)
    assert isinstance(x, sets.OwnHexes), x
    answer = x.plain(s, side, place)
    if not answer:
        return None
    return {"units_there": tuple(answer)} if isinstance(answer, list | tuple) else {}


def _pair(picture: Picture, x: sets.Pair, side: int, place: int, unit: int) -> Blame | None:
    a = within(picture, x.a, side, place, unit)
    if x.sign == "-":
        return a if a is not None and within(picture, x.b, side, place, unit) is None else None
    b = within(picture, x.b, side, place, unit)
    if x.sign == "&":
        return {**a, **b} if a is not None and b is not None else None
    return None if a is None and b is None else {**(a or {}), **(b or {})}


def exerting(picture: Picture, zone: units.Zone, side: int, place: int) -> list[int]:
    """The units of a side whose zone reaches a hex, one neighbour after another."""
    s = picture.state
    if zone.into != sets.EVERYWHERE and within(picture, zone.into, side, place) is None:
        return []
    found = []
    for other, _bit, hexside in s.rules.board.near[place]:
        if zone.not_across is not None and in_sides(s.rules, zone.not_across, hexside):
            continue
        there = [u for u in picture.at(other, side) if is_one(s, zone.of, u)]
        if zone.weight is None or sum(s.rules.plain.value(s, zone.weight, u) for u in there) >= zone.least:
            found += there
    return found


def full_with(picture: Picture, limit: units.Stacking, place: int, unit: int) -> list[int] | None:
    """The units that leave no room for another one in a hex; None if there is room."""
    s = picture.state
    weigh = _weigher(s, limit)
    own = weigh(unit) if unit >= 0 else 1
    others = [u for u in picture.at(place) if u != unit and weigh(u)]
    return others if own and sum(map(weigh, others)) + own > limit.most else None


def _weigher(s: Any, limit: units.Stacking) -> Any:
    def weigh(unit: int) -> int:
        if not is_one(s, limit.who, unit):
            return 0
        return 1 if limit.weight is None else s.rules.forces.units[unit].number(limit.weight.column)

    return weigh


def _holds(s: Any, holding: units.Holding, side: int, place: int) -> bool:
    first = bool(getattr(s, holding.field) & s.rules.board.bit[place])
    return fixed_within(s.rules, holding.hexes, 0, place) and first == (side == 0)
