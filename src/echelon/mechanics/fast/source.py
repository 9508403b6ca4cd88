"""Sets and values as Python source: an expression, and the lines at the head of a function that it needs.

Functions are compiled from text under a name of their own, which tracebacks and `inspect.getsource` know.
"""

from __future__ import annotations

import linecache
import re
import textwrap
from collections.abc import Mapping
from typing import Any
from weakref import WeakSet

from echelon.core.fields import bits_of
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.declared import sets, units
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.units import Value
from echelon.mechanics.fast.rules import KitRules, fixed_hexes, fixed_sides, fixed_units

__all__ = ["Names", "Source", "compiled"]


def compiled(game: str, name: str, inner: str, text: str, space: Mapping[str, Any]) -> Any:
    """The function `inner` that a text defines; its file is called `<game: name>`."""
    file = f"<{game}: {name}>"
    text = re.sub(r"\n\s*\n+", "\n", textwrap.dedent(text).strip()) + "\n"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made: dict[str, Any] = {
        "A": A_SHIFT, "B": B_SHIFT, "FIELD": FIELD, "VERB": VERB, "bits_of": bits_of, "__name__": __name__, **space,
    }  # fmt: skip
    exec(compile(text, file, "exec"), made)  # written by this package from declarations; nothing from outside enters
    return made[inner]


class Names:
    """Names in generated code for what is fixed: attributes of all rules that are compiled, whenever a name comes up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.flags = _flags(game)
        self._known: dict[tuple[str, Any], str] = {}
        self._rules: WeakSet[KitRules] = WeakSet()

    def know(self, rules: KitRules) -> None:
        """Work out all names under these rules, and from now on every further one."""
        self._rules.add(rules)
        for key, name in self._known.items():
            setattr(rules, name, self._made(rules, *key))
        for name, x in self.game.named:
            setattr(rules, name, getattr(rules, self.of(x)))

    def _name(self, sort: str, what: Any) -> str:
        key = sort, what
        if key not in self._known:
            name = self._known[key] = f"{sort}{sum(1 for kind, _ in self._known if kind == sort)}"
            for rules in self._rules:
                setattr(rules, name, self._made(rules, sort, what))
        return self._known[key]

    def hexes(self, x: sets.Hexes) -> str:
        """A fixed set of hexes; of each side if it hangs on the side."""
        return self._name("edges" if x.sided else "hexes", x)

    def sides(self, x: sets.Sides) -> str:
        """A set of hexsides."""
        return self._name("sides", x)

    def across(self, x: sets.Sides) -> str:
        """By hex the neighbours that lie across these hexsides."""
        return self._name("across", x)

    def units(self, x: sets.Who) -> str:
        """A printed set of units."""
        return self._name("units", x)

    def value(self, x: Value) -> str:
        """A printed value by unit."""
        return self._name("value", (x.column, x.points))

    def of(self, x: Any) -> str:
        """A fixed set of whatever sort."""
        return self.hexes(x) if isinstance(x, sets.Hexes) else self.sides(x) if isinstance(x, sets.Sides) else self.units(x)

    @staticmethod
    def _made(rules: KitRules, sort: str, x: Any) -> Any:
        """What a name stands for under these rules."""
        near, per = rules.board.near, rules.system.play.per
        if sort == "hexes":
            return fixed_hexes(rules, x, 0)
        if sort == "edges":
            return fixed_hexes(rules, x, 0), fixed_hexes(rules, x, 1)
        if sort == "sides":
            return fixed_sides(rules, x)
        if sort == "units":
            return fixed_units(rules, x)
        if sort == "across":
            over = fixed_sides(rules, x)
            return tuple(sum(bit for _h, bit, side in near[h] if side & over) for h in range(rules.board.n))
        column, points = x
        return tuple(u.number(column) * (per if points else 1) for u in rules.forces.units)


def _flags(game: Game) -> dict[str, int]:
    """The bit of every mark that stands in a row with others."""
    found: dict[str, int] = {}
    rows: dict[str, int] = {}
    for mark in game.marks:
        if mark.row:
            found[mark.name] = 1 << rows.get(mark.row, 0)
            rows[mark.row] = rows.get(mark.row, 0) + 1
    return found


class Source:
    """One function being written: what its expressions need is named once, at its head.

    `side` is the name of the side that asks, `unit` of the unit, where there is one.
    """

    def __init__(self, names: Names, side: str = "side", unit: str = "unit") -> None:
        self.names, self.side, self.unit = names, side, unit
        self.lines: dict[str, str] = {}

    def head(self, indent: int = 4) -> str:
        """The lines that the expressions need."""
        return textwrap.indent("\n".join(self.lines.values()), " " * indent).lstrip()

    def need(self, name: str, line: str) -> str:
        """A name, defined at the head."""
        self.lines.setdefault(name, line)
        return name

    # --- hexes -------------------------------------------------------------------------------------------------------
    def hexes(self, x: sets.Hexes) -> str:
        """A set of hexes as an expression."""
        if isinstance(x, sets.Everywhere):
            return "rules.board.all"
        if x.fixed:
            name = self.names.hexes(x)
            return f"rules.{name}[{self.side}]" if x.sided else f"rules.{name}"
        if isinstance(x, sets.Pair):
            a, b = self.hexes(x.a), self.hexes(x.b)
            return f"(({a} | {b}) ^ {b})" if x.sign == "-" else f"({a} {x.sign} {b})"
        if isinstance(x, sets.Standing):
            return self._standing(x)
        if isinstance(x, units.InZone):
            return self._zone(x)
        if isinstance(x, units.NoRoom):
            return f"s.{x.stacking.name}" if x.stacking.weight is None else f"no_room(s, {self.unit})"
        if isinstance(x, units.Held):
            first = f"s.{x.holding.field}"
            rest = f"({self.hexes(x.holding.hexes)} & ~{first})"
            return self._of_side(f"{x.whose}_{x.holding.field}", x.whose, first, rest)
        if isinstance(x, units.Marked):
            return f"s.{x.name}"
        if isinstance(x, sets.Near):
            return f"grown(rules, {self.hexes(x.of)}, {x.steps})"
        assert isinstance(x, sets.OwnHexes), x
        self.need(x.name, f"{x.name} = own[{x.name!r}](s, {self.side})")
        return x.name

    def _of_side(self, name: str, whose: str, first: str, second: str) -> str:
        """Something of one's own, or of the enemy, of which each side has its own."""
        if whose == "enemy":
            first, second = second, first
        return self.need(name, f"{name} = {second} if {self.side} else {first}")

    def _standing(self, x: sets.Standing) -> str:
        if x.who == sets.ALL:
            return self._of_side("friends" if x.whose == "own" else "enemies", x.whose, "s.own0", "s.own1")
        side = self.side if x.whose == "own" else f"1 - {self.side}"
        test = self.test(x.who, "u")
        name = f"stand{len(self.lines)}"
        self.need(f"{x}", f"{name} = 0\nfor u in range(*rules.ranges[{side}]):\n    if s.pos[u] < rules.off and {test}:\n"
                  f"        {name} |= rules.bit[s.pos[u]]")  # fmt: skip
        return re.match(r"\w+", self.lines[f"{x}"])[0]  # type: ignore[index]

    def _zone(self, x: units.InZone) -> str:
        name, side = x.zone.name, self.side if x.whose == "own" else f"1 - {self.side}"
        local = f"{name}_{x.whose}"
        known = self._of_side(local, x.whose, f"s.{name}0", f"s.{name}1")
        self.need(f"{local}?", f"if {known} is None:\n    {known} = find_{name}(s, {side})")
        return known

    # --- units -------------------------------------------------------------------------------------------------------
    def test(self, x: sets.Who, unit: str = "unit") -> str:
        """Is a unit one of these? As an expression that is true or false; empty if everybody is."""
        if x == sets.ALL:
            return "True"
        if x.printed:
            return f"rules.{self.names.units(x)} >> {unit} & 1"
        if isinstance(x, units.Mark):
            return self._flag(x, unit)
        assert isinstance(x, sets.UnitPair), x
        a, b = self.test(x.a, unit), self.test(x.b, unit)
        if x.sign == "-":
            return f"not {b}" if a == "True" else f"({a} and not {b})"
        return f"({a} {'or' if x.sign == '|' else 'and'} {b})"

    def _flag(self, mark: units.Mark, unit: str) -> str:
        if mark.row:
            self.need(mark.row, f"{mark.row} = s.{mark.row}")
            return f"{mark.row}[{unit}] & {self.names.flags[mark.name]}"
        return f"s.{mark.name} >> {unit} & 1"

    def mask(self, x: sets.Who) -> str | None:
        """The set as a mask of units, or None if part of it stands in a row."""
        if x.printed:
            return "rules.every" if x == sets.ALL else f"rules.{self.names.units(x)}"
        if isinstance(x, units.Mark):
            return None if x.row else f"s.{x.name}"
        assert isinstance(x, sets.UnitPair), x
        a, b = self.mask(x.a), self.mask(x.b)
        if a is None or b is None:
            return None
        return f"({a} & ~{b})" if x.sign == "-" else f"({a} {x.sign} {b})"

    def each(self, x: sets.Who, side: str) -> tuple[str, str]:
        """`for u in ...` over a side's units on the map that are of these, and what is still to be asked of each."""
        found = self.mask(x)
        if found is not None:
            wanted = "" if found == "rules.every" else f" & {found}"
            return f"for u in bits_of(s.on & rules.of_side[{side}]{wanted})", "True"
        self.need("pos", "pos, off = s.pos, rules.off")
        return f"for u in range(*rules.ranges[{side}])", f"pos[u] < off and {self.test(x, 'u')}"

    def value(self, x: units.Value, unit: str) -> str:
        """What a unit has of something, with what changes it."""
        text = f"rules.{self.names.value(x)}[{unit}]"
        for change in x.changes:
            test = self.test(change.who, unit)
            other = (
                f"({text} + 1) >> 1"
                if change.halved == "up"
                else f"{text} >> 1"
                if change.halved
                else f"{text} + {change.more}"
            )
            text = f"({other} if {test} else {text})"
        return text

    # --- marks -------------------------------------------------------------------------------------------------------
    def set_mark(self, mark: units.Mark, unit: str) -> str:
        """The statement that marks a unit."""
        if mark.row:
            return f"s.{mark.row}[{unit}] |= {self.names.flags[mark.name]}"
        return f"s.{mark.name} |= 1 << {unit}"

    def drop_mark(self, mark: units.Mark, unit: str) -> str:
        """The statement that takes a mark from a unit."""
        if mark.row:
            return f"s.{mark.row}[{unit}] &= {255 ^ self.names.flags[mark.name]}"
        return f"s.{mark.name} &= ~(1 << {unit})"
