"""Odds: strengths, the column they give, shifts, and the exact chance of every result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.core.rulings import Note
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared.printed import Table
from echelon.mechanics.fast.source import Source
from echelon.mechanics.odds import parse_ratios, ratio_column

__all__ = ["Figures", "Odding", "column_of", "sums"]


class Figures(NamedTuple):
    """An attack as numbers: what a player wants to see before the die is cast."""

    attack: int
    defence: int
    basic: str
    shifts: tuple[Note, ...]
    column: str
    results: tuple[tuple[str, Fraction], ...]

    def data(self) -> dict[str, Any]:
        """As plain data, for position files, the screen and JSON."""
        return {
            "attack": self.attack,
            "defence": self.defence,
            "basic": self.basic,
            "shifts": {note.clause: note.amount for note in self.shifts},
            "column": self.column,
            "results": {result: str(chance) for result, chance in self.results},
        }


def sums(dice: int) -> dict[int, Fraction]:
    """The chance of every sum of so many dice."""
    found = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face in range(1, 7):
                more[total + face] = more.get(total + face, Fraction(0)) + chance / 6
        found = more
    return found


def column_of(heads: tuple[str, ...]) -> Callable[[int, int], int]:
    """From strengths to a column: of ratios or differences, rounded for the defender, held within the table."""
    if ":" in heads[0]:
        ratios = parse_ratios(heads)
        known: dict[tuple[int, int], int] = {}

        def by_ratio(attack: int, defence: int) -> int:
            found = known.get((attack, defence))
            if found is None:
                found = known[attack, defence] = max(ratio_column(attack, defence, ratios) if defence else len(ratios) - 1, 0)
            return found

        return by_ratio
    steps = [int(head.replace("−", "-")) for head in heads]
    return lambda attack, defence: max(sum(1 for step in steps if step <= attack - defence) - 1, 0)


class Odding:
    """The odds of a combat step."""

    def __init__(self, fast: Any, stage: c.Combat) -> None:
        self.fast, self.odds = fast, stage.odds
        table: Table = fast.tables[stage.odds.table]
        self.columns, self.last = table.heads[1:], len(table.heads) - 2
        self.chances = sums(stage.odds.dice)
        self.low, self.high = min(self.chances), max(self.chances)
        self.rows = {number: table.rows[str(number)] for number in self.chances}
        self.basic = column_of(self.columns)
        self.shifts = tuple(shift for shift in stage.odds.shifts if not shift.die)
        self.die_shifts = tuple(shift for shift in stage.odds.shifts if shift.die)
        self.column = self._column()
        self.die_shift = self._sum("die_shift", self.die_shifts) if self.die_shifts else None
        self.tests = {shift: self._test(shift.when) for shift in stage.odds.shifts}
        self.nearly = {shift: self._test(shift.nearly) for shift in stage.odds.shifts}
        self.strength, self.resistance = fast.value(stage.odds.attack), fast.value(stage.odds.defence)

    # --- conditions --------------------------------------------------------------------------------------------------
    def _when(self, src: Source, x: c.Condition) -> str:
        """A condition as an expression over `bit`, `attackers`, `defenders` (masks), `h`."""
        if isinstance(x, c.If):
            return f"({self._when(src, x.a)} {x.sign} {self._when(src, x.b)})"
        if isinstance(x, c.TargetIn):
            return f"bit & {src.hexes(x.hexes)}"
        if isinstance(x, c.AllAcross | c.SomeAcross):
            each = "all" if isinstance(x, c.AllAcross) else "any"
            table = self.fast.names.across(x.sides)
            return f"{each}(rules.bit[s.pos[u]] & rules.{table}[h] for u in bits_of(attackers))"
        if isinstance(x, c.SomeOf | c.AllOf):
            mask = src.mask(x.who)
            if mask is None:
                each = "all" if isinstance(x, c.AllOf) else "any"
                return f"{each}({src.test(x.who, 'u')} for u in bits_of({x.group}))"
            return f"not {x.group} & ~{mask}" if isinstance(x, c.AllOf) else f"{x.group} & {mask}"
        if isinstance(x, c.OwnCondition):
            self.fast.space[f"own_{x.name}"] = x.fast
            return f"own_{x.name}(s, side, h, bits_of(attackers))"
        assert isinstance(x, c.Never), x
        return "False"

    def _body(self, shifts: tuple[c.Shift, ...], src: Source) -> str:
        return "".join(
            f"""
    if {self._when(src, shift.when)}:
        at += {shift.amount}
        if notes is not None:
            notes.append(Note({shift.clause!r}, {shift.amount}))"""
            for shift in shifts
        )

    def _column(self) -> Any:
        """The column an attack is fought on; the shifts that apply are added to `notes` if wanted."""
        src, odds = Source(self.fast.names), self.odds
        attack, defence = src.value(odds.attack, "u"), src.value(odds.defence, "u")
        body = self._body(self.shifts, src)
        capped = f"\n    at = max(-{odds.most}, min({odds.most}, at))" if odds.most != 99 else ""
        text = f"""
def column(s, side, h, attackers, notes=None):
    rules = s.rules
    bit, defenders = rules.bit[h], s.at.get(h, 0) & rules.of_side[1 - side]
    {src.head()}
    attack = defence = 0
    for u in bits_of(attackers):
        attack += {attack}
    for u in bits_of(defenders):
        defence += {defence}
    at = 0{body}{capped}
    at += basic(attack, defence)
    return 0 if at < 0 else {self.last} if at > {self.last} else at
"""
        cited = [shift.clause for shift in self.shifts]
        return self.fast.write("combat.column", text, odds.clause, odds.shift_clause, *cited, basic=self.basic, Note=Note)

    def _sum(self, name: str, shifts: tuple[c.Shift, ...]) -> Any:
        src = Source(self.fast.names)
        body = self._body(shifts, src)
        text = f"""
def {name}(s, side, h, attackers, notes=None):
    rules = s.rules
    bit, defenders = rules.bit[h], s.at.get(h, 0) & rules.of_side[1 - side]
    {src.head()}
    at = 0{body}
    return at
"""
        return self.fast.write(f"combat.{name}", text, *(shift.clause for shift in shifts), Note=Note)

    def _test(self, when: c.Condition) -> Any:
        src = Source(self.fast.names)
        found = self._when(src, when)
        text = f"""
def test(s, side, h, attackers):
    rules = s.rules
    bit, defenders = rules.bit[h], s.at.get(h, 0) & rules.of_side[1 - side]
    {src.head()}
    return bool({found})
"""
        return self.fast.write("combat.test", text)

    # --- results -----------------------------------------------------------------------------------------------------
    def result(self, s: Any, side: int, h: int, attackers: int, number: int, at: int) -> str:
        """What the table says to a die."""
        if self.die_shift is not None:
            number = max(self.low, min(self.high, number + self.die_shift(s, side, h, attackers)))
        return str(self.rows[number][at])

    def figures(self, s: Any, side: int, h: int, attackers: int) -> Figures:
        """The attack as numbers, with the exact chance of every result."""
        notes: list[Note] = []
        at = self.column(s, side, h, attackers, notes)
        if self.die_shift is not None:
            self.die_shift(s, side, h, attackers, notes)
        attack = sum(self.strength(s, u) for u in bits_of(attackers))
        defence = sum(self.resistance(s, u) for u in bits_of(s.at.get(h, 0) & s.rules.of_side[1 - side]))
        chances: dict[str, Fraction] = {}
        for number, chance in self.chances.items():
            word = self.result(s, side, h, attackers, number, at)
            chances[word] = chances.get(word, Fraction(0)) + chance
        basic = self.columns[self.basic(attack, defence)]
        return Figures(attack, defence, basic, tuple(notes), self.columns[at], tuple(chances.items()))
