"""Who stands where, in what state, and what it is worth there."""

from __future__ import annotations

from echelon.core.forces import wide_at
from echelon.core.rulings import Note
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, ColonnesState

__all__ = [
    "attack", "attack_rows", "defence", "defence_rows", "friends_at", "is_combat", "is_holder", "movement", "movement_rows",
    "on_map", "phasing", "points_at", "side_of", "steps_left", "units_at",
]  # fmt: skip


def phasing(s: ColonnesState) -> int:
    """The side whose player phase it is."""
    return GERMAN if s.rules.sequence[s.step].name.startswith("G") else ALLIED


def side_of(s: ColonnesState, unit: int) -> int:
    """Whose unit it is."""
    return s.rules.forces.side_of[unit]


def on_map(s: ColonnesState, unit: int) -> bool:
    """Is it in a hex?"""
    return s.pos[unit] < s.rules.board.n


def units_at(s: ColonnesState, place: int) -> list[int]:
    """Everything in a hex or box, of both sides."""
    return wide_at(s.pos, place, 0, len(s.pos))


def friends_at(s: ColonnesState, side: int, place: int) -> list[int]:
    """A side's units, columns and convoys in a hex or box."""
    low, high = s.rules.forces.ranges[side]
    return wide_at(s.pos, place, low, high)


def is_combat(s: ColonnesState, unit: int) -> bool:
    """Is it a combat unit? (COL-UNI-2)"""
    return bool(s.rules.combat >> unit & 1)


def is_holder(s: ColonnesState, unit: int) -> bool:
    """Is it a combat unit or a headquarters: what blocks, occupies and opens a hex? (COL-GEN-4)"""
    return bool(s.rules.holding >> unit & 1)


def points_at(s: ColonnesState, side: int, place: int) -> int:
    """The stacking points of a side in a hex (COL-STK-1)."""
    stack = s.rules.stack
    return sum(stack[u] for u in friends_at(s, side, place))


def steps_left(s: ColonnesState, unit: int) -> int:
    """The steps of a unit that has not been eliminated; none for a logistic column (COL-UNI-3, COL-RES-3)."""
    return s.rules.steps[unit] - (s.status[unit] & REDUCED)


def attack_rows(s: ColonnesState, unit: int) -> tuple[Note, ...]:
    """The attack value of the present face, and what lack of supply takes from it: half, rounded down."""
    value = s.rules.attack[unit][s.status[unit] & REDUCED]
    rows = [Note("COL-UNI-3", value)]
    if s.unsupplied >> unit & 1 and not s.rules.columns >> unit & 1:
        rows.append(Note("COL-UNS-1" if s.rules.infantry >> unit & 1 else "COL-UNS-2", value // 2 - value))
    return tuple(rows)


def defence_rows(s: ColonnesState, unit: int) -> tuple[Note, ...]:
    """The defence value of the present face; motorised units without supply keep half, rounded up."""
    value = s.rules.defence[unit][s.status[unit] & REDUCED]
    rows = [Note("COL-UNI-3", value)]
    if s.unsupplied & s.rules.halved & 1 << unit:
        rows.append(Note("COL-UNS-2", (value + 1) // 2 - value))
    return tuple(rows)


def movement_rows(s: ColonnesState, unit: int) -> tuple[Note, ...]:
    """The movement value in half points: half, rounded up, out of command; then half, rounded down, without supply.

    Values are whole points before and after each halving (COL-UNS-4); the rows count in half points like all costs.
    """
    rules = s.rules
    value = rules.movement[unit]
    rows = [Note("COL-UNI-3", 2 * value)]
    if rules.command_penalty and rules.combat & ~s.commanded & 1 << unit:
        rows.append(Note("COL-CMD-3", 2 * ((value + 1) // 2 - value)))
        value = (value + 1) // 2
    if s.unsupplied & rules.halved & 1 << unit:
        rows.append(Note("COL-UNS-2", 2 * (value // 2 - value)))
    return tuple(rows)


def attack(s: ColonnesState, unit: int) -> int:
    """What a unit attacks with now."""
    return sum(row.amount for row in attack_rows(s, unit))


def defence(s: ColonnesState, unit: int) -> int:
    """What a unit defends with now."""
    return sum(row.amount for row in defence_rows(s, unit))


def movement(s: ColonnesState, unit: int) -> int:
    """What a unit can spend on a move, in half points."""
    return sum(row.amount for row in movement_rows(s, unit))
