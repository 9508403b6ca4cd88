"""Defence factors (chapter 10): what a hex defends with, as one number and as rows with their clauses."""

from __future__ import annotations

from echelon.core.rulings import Note, clause
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.state import ALLIED, ENTRENCHED, GERMAN, TigersState

__all__ = ["attack_origin", "bonus_rows", "defence", "defence_from", "defence_rows", "dump_counts"]


def attack_origin(s: TigersState, attackers: list[int]) -> int:
    """The hexes the attackers stand in."""
    bit, pos = s.rules.board.bit, s.pos
    origin = 0
    for u in attackers:
        origin |= bit[pos[u]]
    return origin


@clause("TIG-FUEL-3", "TIG-FUEL-9", "TIG-FUEL-8")
def dump_counts(s: TigersState, h: int, hidden: bool = False) -> bool:
    """Does the Allied fuel dump defend this hex? `hidden`: even if the German does not know of it."""
    if s.dump != h or s.dump_gone or not (s.dump_known or hidden):
        return False
    return not s.german & s.rules.board.bit[h]


@clause("TIG-GEN-4", "TIG-DEF-1", "TIG-DEF-2", "TIG-DEF-3", "TIG-DEF-4", "TIG-DEF-5", "TIG-DEF-6", "TIG-DEF-7", "TIG-DEF-8",
        "TIG-DEF-9", "TIG-DEF-10", "TIG-DEF-11")  # fmt: skip
def defence_from(s: TigersState, side: int, h: int, origin: int, hidden: bool = False) -> int:
    """The modified defence of a side's hex against attackers who stand in the hexes of `origin`, a known dump included."""
    rules, status = s.rules, s.status
    factor, infantry, ground = rules.factor, rules.infantry_type, rules.approaches
    low, high = rules.forces.ranges[side]
    find = s.pos.find
    total = strong = foot = 0
    u = find(h, low, high)
    while u >= 0:
        strength = factor[u]
        if strength:
            strong += 1
            total += strength
            if status[u] & ENTRENCHED:
                total += 1
            if infantry >> u & 1:
                foot += 1
        u = find(h, u + 1, high)
    if foot:
        total += foot * ground.each[h] + ground.one[side][h]
    if side == GERMAN:
        line = ground.line[h]
        if line and origin and origin | line == line:
            total += strong
    else:
        if s.pos[rules.thirtieth] == h and rules.board.bit[h] & rules.forest:
            total += 1
        if s.dump == h and dump_counts(s, h, hidden):
            total += 1
    return total


def defence(s: TigersState, h: int, attackers: list[int], hidden: bool = False) -> int:
    """The modified defence of one hex against these attackers, a known dump included (a hidden one only if asked for)."""
    side = 1 - s.rules.forces.side_of[attackers[0]] if attackers else _holder(s, h)
    return defence_from(s, side, h, attack_origin(s, attackers), hidden)


def _holder(s: TigersState, h: int) -> int:
    return GERMAN if s.occupied[GERMAN] & s.rules.board.bit[h] and not s.strong[ALLIED] & s.rules.board.bit[h] else ALLIED


@clause("TIG-DEF-7", "TIG-DEF-9")
def defence_rows(s: TigersState, side: int, h: int, origin: int, hidden: bool = False) -> list[Note]:
    """The same number as rows: each unit's factor and what is added to it; the dump is a row without a unit."""
    factor = s.rules.factor
    units = [u for u in friends_at(s, side, h) if factor[u]]
    rows = []
    for u in units:
        rows.append(Note("TIG-GEN-4", factor[u], {"unit": u}))
        rows += [Note(cited, 1, {"unit": u}) for cited in bonus_rows(s, u, units, origin)]
    if side == ALLIED and dump_counts(s, h, hidden):
        rows.append(Note("TIG-FUEL-9", 1))
    return rows


@clause("TIG-DEF-1", "TIG-DEF-2", "TIG-DEF-3", "TIG-DEF-4", "TIG-DEF-5", "TIG-DEF-6", "TIG-DEF-8", "TIG-DEF-10", "TIG-DEF-11")
def bonus_rows(s: TigersState, unit: int, stack: list[int], origin: int) -> list[str]:
    """The clauses that raise one defender's factor by 1 each; a bonus for any one unit goes to the first that can have it."""
    rules, h = s.rules, s.pos[unit]
    bit = rules.board.bit[h]
    german = rules.forces.side_of[unit] == GERMAN
    foot = rules.infantry_type >> unit & 1
    first = foot and unit == next(u for u in stack if rules.infantry_type >> u & 1)
    line = rules.approaches.line[h]
    applies = (
        ("TIG-DEF-1", s.status[unit] & ENTRENCHED),
        ("TIG-DEF-2", first and bit & rules.town and not bit & rules.city),
        ("TIG-DEF-3", foot and bit & rules.city),
        ("TIG-DEF-4", bit & rules.forest and (first if german else unit == rules.thirtieth)),
        ("TIG-DEF-5", foot and bit & rules.venn),
        ("TIG-DEF-6", german and origin and origin | line == line),
    )
    return [cited for cited, so in applies if so]
