"""Chapter 8.2 and 8.3: the odds of an attack, its shifts, and what the printed table makes of the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from echelon.core.errors import EchelonError
from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.law.ground import has_river, is_hills, is_mountain, is_rhone, is_town, on_road
from echelon.systems.colonnes.law.units import (
    attack_of,
    defence_of,
    enemy_of,
    is_column,
    is_fighter,
    is_headquarters,
    members,
    owner,
)
from echelon.systems.colonnes.law.zones import holders_at, in_enemy_zone, is_dominated, is_position
from echelon.systems.colonnes.state import ColonnesState

__all__ = [
    "COLUMNS", "attack_in_numbers", "basic_column", "combat_result", "defence_at", "final_column", "is_concentric",
    "reaches_the_table", "shifts", "sum_of_attack",
]  # fmt: skip

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
LIMIT = 3
Shift = tuple[str, int]  # the clause, and how many columns to the right


# --- the base column ----------------------------------------------------------------------------------------------------
@clause("COL-GEN-5", "COL-UNS-3")
def sum_of_attack(s: ColonnesState, units: Sequence[int]) -> int:
    """Each unit is rounded by itself, then they are added."""
    return sum(attack_of(s, unit) for unit in units)


@clause("COL-CBT-6", "COL-ODD-1", "COL-CL-20")
def defence_at(s: ColonnesState, side: int, h: int) -> int:
    """Everything of a side in the hex defends together."""
    return sum(defence_of(s, unit) for unit in friends_at(s, side, h))


@clause("COL-ODD-1")
def basic_column(attack: int, defence: int) -> int:
    """The odds read down to a column: -1 below 1:3 or without attack; a defence of 0 counts as 1."""
    defence = max(defence, 1)
    if attack <= 0:
        return -1
    found = -1
    for number, name in enumerate(COLUMNS):
        ours, theirs = map(int, name.split(":"))
        if Fraction(attack, defence) >= Fraction(ours, theirs):
            found = number
    return found


def reaches_the_table(s: ColonnesState, side: int, h: int, units: Sequence[int]) -> bool:
    """Do units of `side` reach 1:3 against what is in the hex?"""
    return basic_column(sum_of_attack(s, units), defence_at(s, enemy_of(side), h)) >= 0


# --- shifts -------------------------------------------------------------------------------------------------------------
def shifts(s: ColonnesState, side: int, h: int, attackers: Sequence[int], spent: int, backing: int) -> Iterator[Shift]:
    """Every shift of an attack by `side`, with its clause; right is positive."""
    yield from columns_spent(s, side, spent)
    yield from support_given(s, side, backing)
    yield from ground_shift(s, h)
    yield from river_shift(s, h, attackers)
    if is_concentric(s, side, h, attackers):
        yield "COL-CON-2", +1
    yield from dominance_shifts(s, side, h)


@clause("COL-CL-5", "COL-CL-6", "COL-ODD-2")
def columns_spent(s: ColonnesState, side: int, spent: int) -> Iterator[Shift]:
    """One column each: right for the attacker's, left for the defender's."""
    for unit in members(spent):
        if is_column(s, unit):
            yield ("COL-CL-5", +1) if owner(s, unit) == side else ("COL-CL-6", -1)


@clause("COL-QG-1", "COL-ODD-2")
def support_given(s: ColonnesState, side: int, backing: int) -> Iterator[Shift]:
    """The support value of each headquarters that gives it, whole."""
    for unit in members(backing):
        if is_headquarters(s, unit):
            value = s.rules.support[unit]
            yield "COL-QG-1", value if owner(s, unit) == side else -value


@clause("COL-TER-5", "COL-MOV-3")
def ground_shift(s: ColonnesState, h: int) -> Iterator[Shift]:
    """Mountains two columns left, hills or town one; a town on hills counts once."""
    if is_mountain(s, h):
        yield "COL-TER-5", -2
    elif is_hills(s, h) or is_town(s, h):
        yield "COL-TER-5", -1


@clause("COL-TER-6", "COL-MOV-3")
def river_shift(s: ColonnesState, h: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """One left if every attacker attacks across the Drôme or a small river."""
    if attackers and all(has_river(s, s.pos[unit], h) for unit in attackers):
        yield "COL-TER-6", -1


@clause("COL-CON-2")
def is_concentric(s: ColonnesState, side: int, h: int, attackers: Sequence[int]) -> bool:
    """From at least two hexes, and every neighbour of the hex is closed to the defender."""
    if not s.rules.concentric or len({s.pos[unit] for unit in attackers}) < 2:
        return False
    return all(_closed(s, side, h, other) for other, _bit, _side in s.rules.board.near[h])


@clause("COL-CON-2")
def _closed(s: ColonnesState, side: int, h: int, other: int) -> bool:
    """(a) a unit of the attacker's, (b) his zone and no unit of the defender's, (c) across the Rhône, mountain without road."""
    if holders_at(s, side, other):
        return True
    if in_enemy_zone(s, enemy_of(side), other) and not holders_at(s, enemy_of(side), other):
        return True
    return is_rhone(s, h, other) or (is_mountain(s, other) and not on_road(s, other))


@clause("COL-DOM-4", "COL-DOM-5", "COL-DOM-6")
def dominance_shifts(s: ColonnesState, side: int, h: int) -> Iterator[Shift]:
    """Left for defenders who hold a dominant position, right against a hex that the attacker dominates."""
    if is_position(s, h) and any(is_fighter(s, unit) for unit in friends_at(s, enemy_of(side), h)):
        yield "COL-DOM-4", -1
    if is_dominated(s, side, h):
        yield "COL-DOM-5", +1


@clause("COL-CL-10", "COL-CL-15", "COL-ODD-2")
def net_shift(s: ColonnesState, rows: Sequence[Shift]) -> int:
    """The sum within 3 either way; with option `cap` the sum of the columns alone is so limited."""
    columns = sum(by for cited, by in rows if cited in ("COL-CL-5", "COL-CL-6"))
    others = sum(by for cited, by in rows) - columns
    if s.rules.cap_total:
        return max(-LIMIT, min(LIMIT, columns + others))
    return max(-LIMIT, min(LIMIT, columns)) + others


# --- the table ----------------------------------------------------------------------------------------------------------
@clause("COL-ODD-1", "COL-ODD-2")
def final_column(s: ColonnesState, side: int, h: int, attackers: Sequence[int], spent: int, backing: int) -> int:
    """The base column moved by the net shift, within the table."""
    base = basic_column(sum_of_attack(s, attackers), defence_at(s, enemy_of(side), h))
    net = net_shift(s, list(shifts(s, side, h, attackers, spent, backing)))
    return max(0, min(base + net, len(COLUMNS) - 1))


@clause("COL-CRT-1")
def combat_result(s: ColonnesState, column: int, die: int) -> str:
    """What the printed table says: A2, A1, NE, EX, D1, D2, D1*, D2*, DE."""
    for line in s.rules.system.book.text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] == str(die) and len(cells) == len(COLUMNS) + 1:
            return cells[1 + column]
    raise EchelonError(f"the rule book has no row for the die {die} in its table of results")


@clause("COL-ODD-1", "COL-ODD-2", "COL-CRT-1")
def attack_in_numbers(
    s: ColonnesState, side: int, h: int, attackers: Sequence[int], spent: int, backing: int
) -> dict[str, Any]:
    """All that a player is told of an attack before the die."""
    rows = list(shifts(s, side, h, attackers, spent, backing))
    summed: Counter[str] = Counter()
    for cited, by in rows:
        summed[cited] += by
    attack, defence = sum_of_attack(s, attackers), defence_at(s, enemy_of(side), h)
    base, column = basic_column(attack, defence), final_column(s, side, h, attackers, spent, backing)
    faces = Counter(combat_result(s, column, die) for die in range(1, 7))
    return {
        "attack": attack,
        "defence": defence,
        "basic": COLUMNS[base] if base >= 0 else None,
        "shifts": dict(summed),
        "net": net_shift(s, rows),
        "column": COLUMNS[column],
        "results": {result: str(Fraction(count, 6)) for result, count in faces.items()},
    }
