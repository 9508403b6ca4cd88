"""Chapter 8: the odds of an attack and what the die makes of them, counted unit by unit and hexside by hexside.

The combat table is read from the printed rule book, not from the data that play compiles: a slip of the pen in either shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from drill_law.facts import COLUMNS, facts_of, friends_at
from drill_law.supply import found_supplied
from drill_law.units import enemy_of, hexside, is_armour, is_fit, owner
from echelon.core.errors import EchelonError
from echelon.core.rulings import clause

__all__ = ["attack_in_numbers", "attack_result", "basic_column", "final_column", "shifts", "strength_in_attack"]

Shift = tuple[str, int]  # the clause, and how many columns to the right


@clause("DRL-SUP-3")
def strength_in_attack(state: Any, unit: int) -> int:
    """An unsupplied unit attacks with half its strength, rounded up."""
    full = facts_of(state).strength[unit]
    return full if found_supplied(state, unit) else full - full // 2


@clause("DRL-CBT-4")
def basic_column(attack: int, defence: int) -> str:
    """The odds rounded in the defender's favour: 5 against 3 is 1:1, 3 against 5 is 1:2."""
    if attack >= defence:
        times = 1
        while (times + 1) * defence <= attack:
            times += 1
        return f"{min(times, 4)}:1"
    times = 2
    while times * attack < defence:
        times += 1
    return f"1:{min(times, 3)}"


@clause("DRL-SHF-1", "DRL-SHF-2", "DRL-SHF-3", "DRL-SHF-4")
def shifts(state: Any, place: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """Every column shift of an attack on a hex, with its clause."""
    rules, here = facts_of(state), state.rules.board.bit[place]
    in_wood = bool(here & rules.wood)
    if in_wood or here & rules.town:
        yield "DRL-SHF-1", -1
    sides = [hexside(state, state.pos[unit], place) for unit in attackers]
    if all(side is not None and side & rules.river for side in sides):
        yield "DRL-SHF-2", -1
    armour = [unit for unit in attackers if is_armour(state, unit)]
    if armour and len(armour) < len(attackers) and not in_wood:
        yield "DRL-SHF-3", +1
    defenders = friends_at(state, enemy_of(owner(state, attackers[0])), place)
    if not any(is_fit(state, unit) for unit in defenders):
        yield "DRL-SHF-4", +1


@clause("DRL-CBT-5", "DRL-CBT-1")
def final_column(state: Any, place: int, attackers: Sequence[int]) -> int:
    """The column of the table: shifts are added up, then applied; all units in the hex defend together."""
    defenders = friends_at(state, enemy_of(owner(state, attackers[0])), place)
    attack = sum(strength_in_attack(state, unit) for unit in attackers)
    defence = sum(facts_of(state).strength[unit] for unit in defenders)
    column = COLUMNS.index(basic_column(attack, defence)) + sum(by for _clause, by in shifts(state, place, attackers))
    return max(0, min(column, len(COLUMNS) - 1))


@clause("DRL-RES-1")
def attack_result(state: Any, place: int, attackers: Sequence[int], die: int) -> str:
    """What the printed combat table says: AE, AR, EX, DR, DE or a dash."""
    return _printed_row(state.rules.system.book.text, die)[final_column(state, place, attackers)]


@clause("DRL-CBT-4", "DRL-CBT-5", "DRL-RES-1")
def attack_in_numbers(state: Any, place: int, attackers: Sequence[int]) -> dict[str, Any]:
    """All that a player is told of an attack before the die: strengths, odds, shifts, column, and the chance of each result."""
    defenders = friends_at(state, enemy_of(owner(state, attackers[0])), place)
    attack = sum(strength_in_attack(state, unit) for unit in attackers)
    defence = sum(facts_of(state).strength[unit] for unit in defenders)
    faces = Counter(attack_result(state, place, attackers, die) for die in range(1, 7))
    return {
        "attack": attack,
        "defence": defence,
        "basic": basic_column(attack, defence),
        "shifts": dict(shifts(state, place, attackers)),
        "column": COLUMNS[final_column(state, place, attackers)],
        "results": {result: str(Fraction(count, 6)) for result, count in faces.items()},
    }


def _printed_row(book: str, die: int) -> list[str]:
    """One row of the only table of the rule book that begins with the faces of a die."""
    for line in book.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] == str(die) and len(cells) == len(COLUMNS) + 1:
            return cells[1:]
    raise EchelonError(f"the rule book has no row for the die {die} in its combat table")
