"""Movement: the units that can be picked, the steps one can make, what a step does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from echelon.core.verbs import B_SHIFT, VERB
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.ground import Bar
from echelon.mechanics.declared.movement import Moves
from echelon.mechanics.declared.tree import parts
from echelon.mechanics.fast.rules import KitRules, fixed_sides, near_masks, step_table
from echelon.mechanics.fast.source import Source

__all__ = ["Moving", "closed"]


def closed(src: Source, bars: Sequence[Bar], here: str, fast: Any, table: str) -> tuple[str, str]:
    """The hexes that bars which hang on the state keep the unit out of: an expression, and lines that add to `closed`.

    `here` is the name of the hex the unit stands in; `table` begins the names of tables for bars that lie on hexsides.
    """
    always, lines = [], []
    for i, bar in enumerate(bars):
        if bar.of_ground:
            continue
        text = src.hexes(bar.hexes)
        if bar.across is not None or bar.off is not None:
            name = f"{table}{i}"
            beside = Bar(bar.clause, across=bar.across, off=bar.off)
            fast.builders.append(lambda rules, name=name, beside=beside: _beside(rules, name, beside))
            text = f"({text} & rules.{name}[{here}])"
        tests = []
        if bar.who != sets.ALL:
            tests.append(src.test(bar.who, src.unit))
        if bar.leaving is not None:
            tests.append(f"rules.bit[{here}] & {src.hexes(bar.leaving)}")
        if tests:
            lines.append(f"if {' and '.join(tests)}:\n    closed |= {text}")
        else:
            always.append(text)
    return " | ".join(always) or "0", "\n".join(lines)


def _beside(rules: KitRules, name: str, bar: Bar) -> None:
    """By hex the neighbours on whose hexside the bar lies."""
    _way, (row,) = near_masks(rules, (bar,))
    setattr(rules, name, tuple(ring & ~mask for ring, mask in zip(rules.board.ring_of, row, strict=True)))


def _indent(text: str, by: int) -> str:
    return text.replace("\n", "\n" + " " * by)


class Moving:
    """One movement step."""

    def __init__(self, fast: Any, moves: Moves) -> None:
        self.fast, self.moves, self.m = fast, moves, moves.name
        self.ground = [p for p in moves.cost.rows if not p.of_ground]
        self.codes = {verb.upper(): fast.verbs.code(verb) for verb in ("take", "move", "stop", "end")}
        fast.builders.append(self.build)
        self.points = self._points()
        self.legal_pick, self.apply_pick = self._pick()
        self.on_way = self._leads_on() if moves.ends else None
        self.legal_step, self.apply_step = self._step()

    def build(self, rules: KitRules) -> None:
        """The tables: the class of each unit, by class and hex its steps, their prices, the cheapest."""
        moves, m = self.moves, self.m
        leaping = 0
        for leap in moves.leaps:
            leaping |= fixed_sides(rules, leap.across)
        way, steps = step_table(rules, moves.cost, moves.bars, leaping)
        setattr(rules, f"{m}_way", way)
        setattr(rules, f"{m}_steps", steps)
        price = tuple(tuple({h: cost for cost, h, _ in row} for row in table) for table in steps)
        setattr(rules, f"{m}_price", price)
        setattr(rules, f"{m}_cheapest", tuple(tuple(min(row.values(), default=9999) for row in table) for table in price))
        for i, leap in enumerate(moves.leaps):
            over, near = fixed_sides(rules, leap.across), rules.board.near
            table = tuple(tuple((h, bit) for h, bit, side in near[a] if side & over) for a in range(rules.board.n))
            setattr(rules, f"{m}_leap{i}", table)

    def _write(self, name: str, text: str, *clauses: str, **space: Any) -> Any:
        return self.fast.write(f"{self.m}.{name}", text, *clauses, **self.codes, **space)

    def _source(self) -> Source:
        return Source(self.fast.names)

    def _points(self) -> Any:
        """What a unit may spend, in parts of a point."""
        src = self._source()
        value = src.value(self.moves.points, "unit")
        text = f"def points(s, unit):\n    rules = s.rules\n    {src.head()}\n    return {value}\n"
        return self._write("points", text, self.moves.clause, *(c.clause for c in self.moves.points.changes))

    # --- picking -----------------------------------------------------------------------------------------------------
    def _pick(self) -> tuple[Any, Any]:
        moves = self.moves
        src = Source(self.fast.names, side="side")
        loop, test = src.each(moves.who - moves.mark if moves.who != sets.ALL else ~moves.mark, "side")
        asked = "" if test == "True" else f" if {test}"
        legal = f"""
def legal_pick(s, f):
    side = f[0]
    rules = s.rules
    {src.head()}
    actions = [TAKE | u << A {loop}{asked}]
    actions.append(END)
    return actions
"""
        apply = f"""
def apply_pick(s, f, action):
    if action == END:
        s.close()
        return
    unit = action >> A
    {src.set_mark(moves.mark, "unit")}
    s.stack.append(f)
    s.frame = Step((f[0], unit, points(s, unit)))
"""
        step = self.fast.questions[f"{self.m}.step"]
        return (
            self._write("legal_pick", legal, moves.once),
            self._write("apply_pick", apply, moves.once, Step=step, points=self.points),
        )

    # --- stepping ----------------------------------------------------------------------------------------------------
    def _extra(self, src: Source, here: str = "h") -> tuple[str, str]:
        """What is paid more in zones and the like: out of the hex (an expression), into a hex (one of `b`)."""
        leaving, entering = [], []
        for price in self.ground:
            amount = self.fast.amount(price.amount)
            tests = [] if price.who == sets.ALL else [src.test(price.who, "unit")]
            if price.leaving is not None:
                tests.append(f"rules.bit[{here}] & {src.hexes(price.leaving)}")
                leaving.append(f"({amount} if {' and '.join(tests)} else 0)")
            else:
                tests.append(f"b & {src.hexes(price.on)}")
                entering.append(f"({amount} if {' and '.join(tests)} else 0)")
        return " + ".join(leaving), " + ".join(entering)

    def _step(self) -> tuple[Any, Any]:
        moves, m = self.moves, self.m
        src = self._source()
        shut, more = closed(src, moves.bars, "h", self.fast, f"{m}_bar")
        leaving, entering = self._extra(src)
        free = " or left == points(s, unit)" if moves.free_first else ""
        leaps = ""
        for i, leap in enumerate(moves.leaps):
            leaps += f"""
    if {src.test(leap.who, "unit")} and left == points(s, unit):
        actions += [base | other << B for other, b in rules.{m}_leap{i}[h] if not b & closed]"""
        ends, stop = "", "actions.append(STOP | unit << A)"
        if moves.ends:
            full = " | ".join(src.hexes(limit.full) for limit in moves.ends)
            ends = " and (not b & full or leads_on(s, unit, other, left - cost))"
            src.need("!full", f"full = {full}")
            stop = "if not rules.bit[h] & full or alone(s, unit, h):\n        actions.append(STOP | unit << A)"
        most = f"\n    most = left - {leaving}" if leaving else ""
        limit = "most" if leaving else "left"
        cost = f"cost + {entering} <= {limit}{free}" if entering else f"cost <= {limit}{free}"
        cost = f"({cost})" if free else cost
        legal = f"""
def legal_step(s, f):
    side, unit, left = f
    rules = s.rules
    h = s.pos[unit]
    {src.head()}
    closed = {shut}
    {_indent(more, 4)}{most}
    base = MOVE | unit << A
    actions = [
        base | other << B for cost, other, b in rules.{m}_steps[rules.{m}_way[unit]][h] if {cost} and not b & closed{ends}
    ]{leaps}
    {stop}
    return actions
"""
        pay = self._source()
        extra = " + ".join(filter(None, self._extra(pay, "here")))
        stops = self._source()
        told, tests = "", []
        for one in moves.stops:
            test = f"rules.bit[h] & {stops.hexes(one.hexes)}"
            if one.who != sets.ALL:
                test = f"({test} and {stops.test(one.who, 'unit')})"
            tests.append(test)
            if one.event:
                told += f"\n        if s.log is not None and not hit and {test}:"
                told += f"\n            s.note({one.event!r}, {one.clause!r}, unit=unit, hex=h)"
        stopped = " or ".join(["hit", f"left < rules.{m}_cheapest[way][h]", *tests])
        cost = f"cost = rules.{m}_price[way][here][h]"
        if extra:
            cost = f"b = rules.bit[h]\n    {cost} + {extra}"
        if moves.leaps:
            cost = f"cost = left\n    if h in rules.{m}_price[way][here]:\n        {_indent(cost, 4)}"
        least = "\n    left = max(left, 0)" if moves.free_first else ""
        apply = f"""
def apply_step(s, f, action):
    if action & VERB == STOP:
        s.frame = s.stack.pop()
        return
    side, unit, left = f
    rules = s.rules
    h, here, way = action >> B & FIELD, s.pos[unit], rules.{m}_way[unit]
    {pay.head()}
    {cost}
    left -= cost{least}
    if s.log is not None:
        s.note("step", unit=unit, hex=h, mf=cost)
    hit = enter(s, unit, h)
    {stops.head()}
    if {stopped}:{told or ""}
        s.frame = s.stack.pop()
    else:
        s.frame = Step((side, unit, left))
"""
        step = self.fast.questions[f"{m}.step"]
        cited = [b.clause for b in moves.bars] + [p.clause for p in moves.cost.rows]
        used = {x.option for x in parts(moves) if isinstance(x, sets.InOption)}
        cited += [one for option in self.fast.game.options if option.name in used for one in option.clauses]
        space = {"points": self.points, "leads_on": self.on_way, "alone": self._alone}
        return (
            self._write("legal_step", legal, moves.clause, *cited, **space),
            self._write("apply_step", apply, moves.clause, *(x.clause for x in moves.stops), Step=step, enter=self.fast.enter),
        )

    # --- passing through full hexes ----------------------------------------------------------------------------------
    def _alone(self, s: Any, unit: int, h: int) -> bool:
        """Is the hex full only because the unit stands in it?"""
        from echelon.mechanics.fast.lifting import lifted

        return not s.rules.bit[h] & self.fast.placing.no_room(lifted(self.fast, s, unit), unit)

    def _leads_on(self) -> Any:
        """Can a unit that has come to a full hex with so much left go on to one with room?"""
        moves, fast, m = self.moves, self.fast, self.m
        inner = self._source()
        shut, more = closed(inner, moves.bars, "h", fast, f"{m}_bar")
        full = " | ".join(inner.hexes(limit.full) for limit in moves.ends)
        stops = " or ".join(
            f"rules.bit[h] & {inner.hexes(x.hexes)}" + ("" if x.who == sets.ALL else f" and {inner.test(x.who, 'unit')}")
            for x in moves.stops
        )  # fmt: skip
        leaving, entering = self._extra(inner)
        more_in = f" + {entering}" if entering else ""
        text = f"""
def leads_on(s, unit, h, left, seen=None):
    rules = s.rules
    side = rules.side_of[unit]
    {inner.head()}
    if {stops or "False"}:
        return False
    seen = {{}} if seen is None else seen
    if seen.get(h, -1) >= left:
        return False
    seen[h] = left
    closed, full = {shut}, {full}
    {_indent(more, 4)}
    left = left - {leaving or "0"}
    onward = [
        (left - (cost{more_in}), other, b) for cost, other, b in rules.{m}_steps[rules.{m}_way[unit]][h] if not b & closed
    ]
    if any(rest >= 0 and (not b & full or other == s.pos[unit]) for rest, other, b in onward):
        return True
    return any(rest >= 0 and leads_on(s, unit, other, rest, seen) for rest, other, b in onward)
"""
        return self._write("leads_on", text, *(limit.clause for limit in moves.ends))

    # --- for pictures ------------------------------------------------------------------------------------------------
    def ranges(self, s: Any, unit: int, spent_from: int | None = None) -> dict[int, int]:
        """Where a unit could move if it were its side's movement now, with what it costs in parts of a point."""
        rules = s.rules
        start = s.pos[unit]
        if start >= rules.off:
            return {}
        state = s.copy()
        most = self.points(state, unit)
        found: dict[int, int] = {start: 0}
        queue = [(0, start)]
        side = rules.side_of[unit]
        step = self.fast.questions[f"{self.m}.step"]
        price = getattr(rules, f"{self.m}_price")[getattr(rules, f"{self.m}_way")[unit]]
        stopping = self.fast.stopping(self.moves)
        while queue:
            queue.sort(reverse=True)
            spent, h = queue.pop()
            if spent > found[h] or (h != start and stopping(s, side, unit) & rules.bit[h]):
                continue
            self.fast.shift(state, unit, h)
            for action in self.legal_step(state, step((side, unit, most - spent))):
                if action & VERB == self.codes["STOP"]:
                    continue
                b = action >> B_SHIFT
                after = spent + self.paid(state, unit, h, b, price, most)
                if b != start and after < found.get(b, 9999):
                    found[b] = after
                    queue.append((after, b))
        del found[start]
        return found

    def paid(self, s: Any, unit: int, here: int, there: int, price: Any, most: int) -> int:
        """What a step costs as things stand; a leap costs everything."""
        cost = price[here].get(there)
        if cost is None:
            return most
        for row in self.ground:
            amount = self.fast.amount(row.amount)
            side, bit = s.rules.side_of[unit], s.rules.bit
            if not self.fast.among(s, row.who, unit):
                continue
            if (row.leaving is not None and bit[here] & self.fast.hexes(s, row.leaving, side)) or (
                row.leaving is None and bit[there] & self.fast.hexes(s, row.on, side)
            ):
                cost += amount
        return int(cost)
