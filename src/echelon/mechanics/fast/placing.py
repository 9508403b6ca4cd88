"""Units on the map: the one `put` that keeps every set in step, entering a hex, elimination, marks, zones of control."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.mechanics.declared import sets, units
from echelon.mechanics.declared.units import Mark, Stacking
from echelon.mechanics.fast.rules import KitRules, fixed_sides, fixed_units
from echelon.mechanics.fast.source import Source

__all__ = ["Placing", "uses"]


def uses(x: sets.Who, mark: Mark) -> bool:
    """Does a set of units hang on a mark?"""
    return x == mark or (isinstance(x, sets.UnitPair) and (uses(x.a, mark) or uses(x.b, mark)))


class Placing:
    """Writes the functions that move units and mark them."""

    def __init__(self, fast: Any) -> None:
        self.fast, self.game = fast, fast.game
        self.no_room = self._no_room()
        fast.space |= {"no_room": self.no_room, "grown": _grown, "own": fast.own}
        self.find_zone = self._find_zone()
        if self.game.zone is not None:
            fast.space[f"find_{self.game.zone.name}"] = self.find_zone
        self.put = self._put()
        self.enter = self._enter()
        self.eliminate = self._eliminate()

    def _source(self, **named: str) -> Source:
        return Source(self.fast.names, **named)

    # --- zones -------------------------------------------------------------------------------------------------------
    def forget(self, side: str, indent: int, mark: Mark | None = None) -> str:
        """The lines that forget a side's zone, where it can have changed."""
        zone = self.game.zone
        if zone is None or (mark is not None and not uses(zone.of, mark)):
            return ""
        pad = " " * indent
        return f"{pad}if {side}:\n{pad}    s.{zone.name}1 = None\n{pad}else:\n{pad}    s.{zone.name}0 = None"

    def _find_zone(self) -> Any:
        zone = self.game.zone
        if zone is None:
            return None
        src = self._source()
        into = "" if zone.into == sets.EVERYWHERE else f" & {src.hexes(zone.into)}"
        if zone.weight is None:
            mask = src.mask(zone.of)
            if mask is not None:
                body = f"""
    wanted = rules.of_side[side]{"" if mask == "rules.every" else f" & {mask}"}
    for h, there in s.at.items():
        if there & wanted:
            found |= reach[h]"""
            else:
                loop, test = src.each(zone.of, "side")
                body = f"""
    {loop}:
        if {test}:
            found |= reach[pos[u]]"""
        else:
            test, value = src.test(zone.of, "u"), src.value(zone.weight, "u")
            body = f"""
    mine = rules.of_side[side]
    for h, there in s.at.items():
        if there & mine and sum({value} for u in bits_of(there & mine) if {test}) >= {zone.least}:
            found |= reach[h]"""
        text = f"""
def find_{zone.name}(s, side):
    known = s.{zone.name}1 if side else s.{zone.name}0
    if known is not None:
        return known
    rules = s.rules
    {src.head()}
    reach, found = rules.zone_reach, 0{body}
    found = found{into}
    if side:
        s.{zone.name}1 = found
    else:
        s.{zone.name}0 = found
    return found
"""
        self.fast.builders.append(self._zone_reach)
        return self.fast.write(f"find_{zone.name}", text, zone.clause, *zone.also)

    def _zone_reach(self, rules: KitRules) -> None:
        """By hex the neighbours that no closed hexside parts from it."""
        over = fixed_sides(rules, self.game.zone.not_across)
        near = rules.board.near
        table = tuple(sum(bit for _h, bit, side in near[h] if not side & over) for h in range(rules.board.n))
        setattr(rules, "zone_reach", table)  # noqa: B010 - rules take any table

    # --- stacking ----------------------------------------------------------------------------------------------------
    def _no_room(self) -> Any:
        """The hexes without room for a unit, of all limits together."""
        limits = self.game.stacking

        def no_room(s: Any, unit: int) -> int:
            found: int = 0
            for limit in limits:
                if limit.weight is None:
                    found |= getattr(s, limit.name)
                else:
                    weight = getattr(s.rules, f"{limit.name}_weight")[unit]
                    found |= getattr(s, limit.name)[weight]
            return found

        for limit in limits:
            if limit.weight is not None:
                self.fast.builders.append(lambda rules, limit=limit: _weights(rules, limit))
        return no_room

    def _fill(self, limit: Stacking, coming: bool) -> str:
        """The lines that bring the hexes without room in step when a unit comes to the units `there`, or has left them."""
        counted = "there" if limit.who == sets.ALL else f"(there & rules.{self.fast.names.units(limit.who)})"
        name = limit.name
        if limit.weight is not None:
            weights = f"rules.{name}_weight"
            return f"        s.{name} = filled(rules, {weights}, s.{name}, {counted}, bit, {limit.most})"
        if coming:
            return f"        if there != me and {counted}.bit_count() >= {limit.most}:\n            s.{name} |= bit"
        return f"        if s.{name} & bit and {counted}.bit_count() < {limit.most}:\n            s.{name} ^= bit"

    # --- putting units somewhere -------------------------------------------------------------------------------------
    def _body(self) -> str:
        """Unit `u` goes from where it is to `h`: the lines that keep every set in step."""
        left = "\n".join(self._fill(limit, False) for limit in self.game.stacking)
        come = "\n".join(self._fill(limit, True) for limit in self.game.stacking)
        # where enemies never share a hex, an empty hex is all there is to ask
        apart = any(bar.hexes == sets.ENEMY and bar.who == sets.ALL for moves in self.game.moves for bar in moves.bars)
        emptied = """if there:
            at[old] = there
        else:
            del at[old]"""
        alone = "            if side:\n                s.own1 ^= bit\n            else:\n                s.own0 ^= bit"
        if not apart:
            alone = "        if not there & rules.of_side[side]:\n" + alone
        return f"""
    rules = s.rules
    pos, at, off = s.pos, s.at, rules.off
    old, me, side = pos[u], 1 << u, rules.side_of[u]
    pos[u] = h
    if old < off:
        bit, there = rules.bit[old], at[old] ^ me
        {emptied}
{alone}
{left}
    else:
        s.on |= me
    if h < off:
        bit = rules.bit[h]
        there = at[h] = at.get(h, 0) | me
        if side:
            s.own1 |= bit
        else:
            s.own0 |= bit
{come}
    else:
        s.on ^= me
{self.forget("side", 4)}"""

    def _put(self) -> Any:
        self.fast.space["filled"] = _filled
        text = f"""
def put(s, u, h):
    {self._body().lstrip()}
"""
        return self.fast.write("put", text, *(limit.clause for limit in self.game.stacking))

    def _enter(self) -> Any:
        """A unit comes into a hex: what is held changes hands, and what waits there comes upon it."""
        src = self._source(unit="u")
        more, space = "", {}
        clauses = []
        for i, holding in enumerate(self.game.holdings):
            clauses.append(holding.clause)
            field, who = holding.field, src.test(holding.who, "u")
            asked = "" if who == "True" else f" and {who}"
            space[f"tell{i}"] = self._tell_held(holding)
            more += f"""
    if bit & {src.hexes(holding.hexes)}{asked}:
        held = (s.{field} | bit) ^ bit if side else s.{field} | bit
        if held != s.{field}:
            s.{field} = held
            if s.log is not None:
                tell{i}(s, side, h)"""
        for i, hook in enumerate(self.game.entering):
            clauses.append(hook.clause)
            space[f"upon{i}"] = hook.fast
            who = src.test(hook.who, "u")
            asked = "" if who == "True" else f" and {who}"
            more += f"""
    if bit & {src.hexes(hook.hexes)}{asked} and upon{i}(s, u, h):
        return True"""
        text = f"""
def enter(s, u, h):
    {self._body().lstrip()}
    {src.head()}
    {more.lstrip()}
    return False
"""
        return self.fast.write("enter", text, *clauses, **space)

    def _tell_held(self, holding: units.Holding) -> Any:
        def tell(s: Any, side: int, h: int) -> None:
            board = s.rules.board
            names = [p.name for p in board.places if p.hex == h]
            s.note(holding.event, holding.clause, side=side, place=names[0] if names else board.labels[h])

        return tell if holding.event else lambda s, side, h: None

    def _eliminate(self) -> Any:
        """A unit leaves the map for good, and its marks with it."""
        lost = [mark for mark in self.game.marks if not mark.kept]
        rows = "".join(f"    s.{row}[u] = 0\n" for row in dict.fromkeys(mark.row for mark in lost if mark.row))
        masks = "".join(f"    s.{mark.name} &= ~(1 << u)\n" for mark in lost if not mark.row)
        text = f"""
def eliminate(s, u):
    where, h = s.pos[u], s.rules.gone
    {self._body().lstrip()}
{rows}{masks}
    s.note("eliminated", unit=u, hex=where)
"""
        return self.fast.write("eliminate", text)

    # --- marks -------------------------------------------------------------------------------------------------------
    def mark(self, *marks: Mark) -> Any:
        """A function that marks a unit, and tells of it."""
        src = self._source(unit="u")
        text = "\n".join(f"    {src.set_mark(mark, 'u')}" for mark in marks)
        told = "\n".join(f"    s.note({m.event!r}, {m.clause!r}, unit=u)" for m in marks if m.event)
        forget = next(filter(None, (self.forget("s.rules.side_of[u]", 4, mark) for mark in marks)), "")
        name = f"mark_{'_'.join(mark.name for mark in marks)}"
        return self.fast.write(
            name, f"def {name}(s, u):\n{text}\n{told}\n{forget}\n    return None\n", *(m.clause for m in marks)
        )

    # --- from nothing ------------------------------------------------------------------------------------------------
    def rebuild(self, s: Any) -> None:
        """Everything that is kept in step, from the units alone, and nothing remembered."""
        rules, limits = s.rules, self.game.stacking
        at: dict[int, int] = {}
        s.own0 = s.own1 = s.on = 0
        for u, h in enumerate(s.pos):
            if h < rules.off:
                at[h] = at.get(h, 0) | 1 << u
                s.on |= 1 << u
                if rules.side_of[u]:
                    s.own1 |= rules.bit[h]
                else:
                    s.own0 |= rules.bit[h]
        s.at = at
        for limit in limits:
            who = rules.every if limit.who == sets.ALL else getattr(rules, self.fast.names.units(limit.who))
            if limit.weight is None:
                setattr(s, limit.name, sum(rules.bit[h] for h, m in at.items() if (m & who).bit_count() >= limit.most))
                continue
            weight = getattr(rules, f"{limit.name}_weight")
            full: tuple[int, ...] = (0,) * (max(weight, default=0) + 1)
            for h, m in at.items():
                full = _filled(rules, weight, full, m & who, rules.bit[h], limit.most)
            setattr(s, limit.name, full)
        if self.game.zone is not None:
            setattr(s, f"{self.game.zone.name}0", None)
            setattr(s, f"{self.game.zone.name}1", None)


def _weights(rules: KitRules, limit: Stacking) -> None:
    assert limit.weight is not None
    who = fixed_units(rules, limit.who)
    weights = tuple(u.number(limit.weight.column) if who >> i & 1 else 0 for i, u in enumerate(rules.forces.units))
    setattr(rules, f"{limit.name}_weight", weights)


def _filled(rules: Any, weight: tuple[int, ...], full: tuple[int, ...], units: int, bit: int, most: int) -> tuple[int, ...]:
    """By weight the hexes without room for it, one hex brought in step; what weighs nothing always has room."""
    load = sum(weight[u] for u in bits_of(units))
    return tuple(board | bit if w and load + w > most else (board | bit) ^ bit for w, board in enumerate(full))


def _grown(rules: Any, hexes: int, steps: int) -> int:
    for _ in range(steps):
        hexes = rules.board.lattice.spread(hexes)
    return hexes
