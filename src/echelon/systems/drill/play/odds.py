"""Odds: strengths, columns and shifts. Each shift is a row with its clause; play adds them up, the preview shows them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.core.rulings import Note, clause
from echelon.systems.drill.facts import ARMOUR, COLUMNS, INFANTRY, units_at
from echelon.systems.drill.state import SHAKEN, DrillState

__all__ = ["SHIFTS", "Odds", "attack_strength", "column", "odds", "preview"]

LAST = len(COLUMNS) - 1


@clause("DRL-SUP-3")
def attack_strength(s: DrillState, unit: int) -> int:
    """A unit's strength when it attacks: half, rounded up, if unsupplied."""
    strength = s.rules.strength[unit]
    return strength if s.supplied >> unit & 1 else (strength + 1) >> 1


@clause("DRL-CBT-4")
def basic_column(attack: int, defence: int) -> int:
    """The column of the bare odds, rounded in the defender's favour."""
    if attack >= defence:
        return min(attack // defence, 4) + 1
    return max(3 - -(-defence // attack), 0)


@clause("DRL-SHF-1")
def _cover(s: DrillState, h: int, attackers: list[int]) -> bool:
    return bool(s.rules.board.bit[h] & (s.rules.wood | s.rules.town))


@clause("DRL-SHF-2")
def _river(s: DrillState, h: int, attackers: list[int]) -> bool:
    river, side = s.rules.river, s.rules.board.side
    return all(side(s.pos[u], h) & river for u in attackers)


@clause("DRL-SHF-3")
def _combined(s: DrillState, h: int, attackers: list[int]) -> bool:
    arms = {s.rules.arm[u] for u in attackers}
    return arms == {INFANTRY, ARMOUR} and not s.rules.board.bit[h] & s.rules.wood


@clause("DRL-SHF-4")
def _shaken(s: DrillState, h: int, attackers: list[int]) -> bool:
    return all(s.status[u] & SHAKEN for u in units_at(s, h))


Shift = tuple[str, int, Callable[[DrillState, int, list[int]], bool]]
SHIFTS: tuple[Shift, ...] = (
    ("DRL-SHF-1", -1, _cover),
    ("DRL-SHF-2", -1, _river),
    ("DRL-SHF-3", +1, _combined),
    ("DRL-SHF-4", +1, _shaken),
)


@clause("DRL-CBT-5")
def column(s: DrillState, h: int, attackers: list[int], notes: list[Note] | None = None) -> int:
    """The column an attack is fought on; the shifts that apply are added to `notes` if wanted."""
    attack = sum(attack_strength(s, u) for u in attackers)
    defence = sum(s.rules.strength[u] for u in units_at(s, h))
    at = basic_column(attack, defence)
    for clause_id, amount, applies in SHIFTS:
        if applies(s, h, attackers):
            at += amount
            if notes is not None:
                notes.append(Note(clause_id, amount))
    return min(max(at, 0), LAST)


class Odds(NamedTuple):
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


@clause("DRL-RES-1")
def odds(s: DrillState, h: int, attackers: list[int]) -> Odds:
    """The odds of an attack with the exact chance of every result."""
    notes: list[Note] = []
    at = column(s, h, attackers, notes)
    attack = sum(attack_strength(s, u) for u in attackers)
    defence = sum(s.rules.strength[u] for u in units_at(s, h))
    chances: dict[str, Fraction] = {}
    for row in s.rules.table:
        chances[row[at]] = chances.get(row[at], Fraction(0)) + Fraction(1, 6)
    basic = COLUMNS[basic_column(attack, defence)]
    return Odds(attack, defence, basic, tuple(notes), COLUMNS[at], tuple(chances.items()))


def preview(s: DrillState, h: int, attackers: int) -> dict[str, Any]:
    """The odds of the attackers so far, as plain data; empty while there is none."""
    return odds(s, h, bits_of(attackers)).data() if attackers else {}
