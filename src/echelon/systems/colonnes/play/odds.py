"""Odds and column shifts (chapter 8.2). Each shift is a row with its clause; play adds them up, the previews show them."""

from __future__ import annotations

from typing import Any, NamedTuple

from echelon.core.fields import bits_of
from echelon.core.rulings import Note, clause
from echelon.mechanics.odds import chances, clamp, ratio_column
from echelon.systems.colonnes.facts.ground import terrain_shift
from echelon.systems.colonnes.play.values import attack_of, defence_sum
from echelon.systems.colonnes.play.zones import dominated, zone
from echelon.systems.colonnes.state import ColonnesState

__all__ = [
    "Combat",
    "attack_sum",
    "basic_column",
    "combat",
    "final_column",
    "is_allowed",
    "is_concentric",
    "moved_column",
    "net_shift",
    "odds",
    "shift_rows",
]


class Combat(NamedTuple):
    """One combat as its odds are reckoned."""

    side: int  # of the attackers
    target: int
    attackers: int
    spent: int  # columns of both sides
    backing: int  # headquarters of both sides


def combat(s: ColonnesState, side: int, attackers: int = 0, spent: int = 0, backing: int = 0) -> Combat:
    """The combat under way, with more attackers, columns or headquarters than have joined it."""
    return Combat(side, s.target, s.attackers | attackers, s.spent | spent, s.backing | backing)


# --- strengths ----------------------------------------------------------------------------------------------------------
@clause("COL-ODD-1", "COL-UNS-3", "COL-CBT-8")
def attack_sum(s: ColonnesState, attackers: int) -> int:
    """The attack values together, each unit rounded by itself."""
    return sum(attack_of(s, u) for u in bits_of(attackers))


@clause("COL-ODD-1")
def basic_column(s: ColonnesState, attack: int, defence: int) -> int:
    """The column before shifts; -1 below 1:3 or without any attack. A defence of 0 counts as 1."""
    return ratio_column(attack, defence or 1, s.rules.ratios) if attack else -1


@clause("COL-ODD-1", "COL-CBT-12")
def is_allowed(s: ColonnesState, attack: int, defence: int) -> bool:
    """Do the sums reach 1:3?"""
    a, d = s.rules.ratios[0]
    return attack > 0 and a * (defence or 1) <= attack * d


# --- shifts -------------------------------------------------------------------------------------------------------------
@clause("COL-CON-2", "COL-GEN-4")
def is_concentric(s: ColonnesState, side: int, target: int, attackers: int) -> bool:
    """Do attackers come from two hexes at least, and is every neighbour that matters held or covered by their side?"""
    rules = s.rules
    if not rules.concentric or len({s.pos[u] for u in bits_of(attackers)}) < 2:
        return False
    shut = s.holders[side] | zone(s, side) & ~s.holders[1 - side]
    return not rules.surround[target] & ~shut


@clause("COL-TER-6")
def _all_across(s: ColonnesState, c: Combat) -> bool:
    bits, across = s.rules.board.bit, s.rules.across[c.target]
    return bool(c.attackers) and all(bits[s.pos[u]] & across for u in bits_of(c.attackers))


@clause(
    "COL-ODD-2", "COL-CL-5", "COL-CL-6", "COL-QG-1", "COL-TER-5", "COL-TER-6", "COL-MOV-3", "COL-CON-2", "COL-DOM-4",
    "COL-DOM-5", "COL-DOM-6",
)  # fmt: skip
def shift_rows(s: ColonnesState, c: Combat) -> list[Note]:
    """Every shift of the combat with its clause, to the right for the attacker."""
    rules = s.rules
    bit = rules.board.bit[c.target]
    own, other = rules.of_side[c.side], rules.of_side[1 - c.side]
    rows = []
    if c.spent & own:
        rows.append(Note("COL-CL-5", (c.spent & own).bit_count()))
    if c.spent & other:
        rows.append(Note("COL-CL-6", -(c.spent & other).bit_count()))
    rows += [Note("COL-QG-1", rules.support[hq] if own >> hq & 1 else -rules.support[hq]) for hq in bits_of(c.backing)]
    ground = terrain_shift(rules, c.target)
    if ground:
        rows.append(Note("COL-TER-5", ground))
    if _all_across(s, c):
        rows.append(Note("COL-TER-6", rules.shift["river"]))
    if is_concentric(s, c.side, c.target, c.attackers):
        rows.append(Note("COL-CON-2", 1))
    if bit & rules.dominant & s.fighters[1 - c.side]:
        rows.append(Note("COL-DOM-4", -1))
    if bit & dominated(s, c.side):
        rows.append(Note("COL-DOM-5", 1))
    return rows


@clause("COL-CL-10", "COL-CL-15", "COL-ODD-2")
def net_shift(s: ColonnesState, rows: list[Note]) -> int:
    """The sum of the shifts, held within three either way; with option `cap` = cl_only that of the columns alone is."""
    limit = s.rules.shift_limit
    free = bounded = 0
    for row in rows:
        if s.rules.cap_total or row.clause in ("COL-CL-5", "COL-CL-6"):
            bounded += row.amount
        else:
            free += row.amount
    return free + max(-limit, min(limit, bounded))


@clause("COL-ODD-1", "COL-ODD-2")
def final_column(s: ColonnesState, c: Combat) -> int:
    """The column the die is read in."""
    return moved_column(s, c, basic_column(s, attack_sum(s, c.attackers), defence_sum(s, 1 - c.side, c.target)))


def moved_column(s: ColonnesState, c: Combat, basic: int) -> int:
    """The same from the column before shifts."""
    return clamp(max(basic, 0) + net_shift(s, shift_rows(s, c)), len(s.rules.ratios))


def odds(s: ColonnesState, c: Combat) -> dict[str, Any]:
    """Strengths, shifts by clause, column and exact chances, for previews. No column while the attack is below 1:3."""
    rules = s.rules
    attack, defence = attack_sum(s, c.attackers), defence_sum(s, 1 - c.side, c.target)
    rows = shift_rows(s, c)
    shifts: dict[str, int] = {}
    for row in rows:
        shifts[row.clause] = shifts.get(row.clause, 0) + row.amount
    basic, net = basic_column(s, attack, defence), net_shift(s, rows)
    found: dict[str, Any] = {
        "attack": attack,
        "defence": defence,
        "basic": None,
        "shifts": shifts,
        "net": net,
        "column": None,
        "results": {},
    }
    if basic >= 0:
        column = clamp(basic + net, len(rules.ratios))
        found["basic"], found["column"] = rules.column_names[basic], rules.column_names[column]
        found["results"] = {result: str(chance) for result, chance in chances(rules.combat_table, column).items()}
    return found
