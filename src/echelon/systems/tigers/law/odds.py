"""Chapters 10 and 11: what a hex defends with, and the column on which a battle is fought, counted unit by unit.

A battle is given as the list of attacked hexes and the list of attackers, who stand where they attack from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from echelon.core.rulings import clause
from echelon.systems.tigers.facts.ground import river_between
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, on_map, side_of
from echelon.systems.tigers.law.supply import is_supplied
from echelon.systems.tigers.law.units import hexside
from echelon.systems.tigers.state import ENTRENCHED, GERMAN, TigersState

__all__ = [
    "allowed", "attack_of", "basic_column", "defence_of", "defenders_of", "dump_defends", "final_column", "is_rage",
    "is_target", "ratio", "shifts", "total_defence",
]  # fmt: skip

Row = tuple[str, int]  # a clause, and what it adds


# --- chapter 10: the defence of a hex ---------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-VDH-5")
def defenders_of(s: TigersState, side: int, place: int) -> list[int]:
    """All units of the attacker's enemy in a hex defend together; von der Heydte takes no part in battles."""
    return [u for u in friends_at(s, 1 - side, place) if u != s.rules.vdh]


@clause("TIG-FUEL-9", "TIG-FUEL-8")
def dump_defends(s: TigersState, side: int, place: int) -> bool:
    """The fuel dump defends against Germans while it is Allied; as long as it is hidden nothing may depend on it."""
    if side != GERMAN or not s.dump_known or s.dump_gone or s.dump != place:
        return False
    return not s.german & s.rules.board.bit[place]


@clause("TIG-ATK-4", "TIG-FUEL-3")
def is_target(s: TigersState, side: int, place: int) -> bool:
    """Is there anything in the hex that `side` can attack?"""
    return bool(defenders_of(s, side, place)) or dump_defends(s, side, place)


def is_infantry_type(s: TigersState, unit: int) -> bool:
    """Infantry, airborne or panzer grenadiers (TIG-GEN-6)."""
    return s.rules.arm[unit] in ("infantry", "airborne", "pg")


@clause("TIG-DEF-6", "TIG-DEF-8", "TIG-DEF-11")
def behind_the_line(s: TigersState, place: int, attackers: Sequence[int]) -> bool:
    """Does every attacker attack across a Siegfried hexside of the hex, and none of them from behind the Line himself?"""
    if not attackers:
        return False
    rules = s.rules
    for unit in attackers:
        start = s.pos[unit]
        crossed = hexside(s, start, place) or 0
        if not crossed & rules.siegfried or rules.board.bit[start] & rules.german_start:
            return False
    return True


@clause("TIG-DEF-1", "TIG-DEF-2", "TIG-DEF-3", "TIG-DEF-4", "TIG-DEF-5", "TIG-DEF-7", "TIG-DEF-9", "TIG-DEF-10")
def defence_rows(s: TigersState, side: int, place: int, attackers: Sequence[int]) -> Iterator[Row]:
    """What a hex defends with against attackers of `side`: plain factors and every bonus. Disruption takes nothing away."""
    rules, here = s.rules, s.rules.board.bit[place]
    strong = [u for u in defenders_of(s, side, place) if rules.factor[u] >= 1]
    foot = [u for u in strong if is_infantry_type(s, u)]
    for unit in strong:
        yield "TIG-GEN-4", rules.factor[unit]
        if s.status[unit] & ENTRENCHED:
            yield "TIG-DEF-1", 1
    if here & rules.city:
        yield from [("TIG-DEF-3", 1)] * len(foot)
    elif here & rules.town and foot:
        yield "TIG-DEF-2", 1
    if here & rules.forest:
        if any(side_of(s, u) == GERMAN for u in foot):
            yield "TIG-DEF-4", 1
        if rules.thirtieth in foot:
            yield "TIG-DEF-4", 1
    if here & rules.venn:
        yield from [("TIG-DEF-5", 1)] * len(foot)
    german = [u for u in strong if side_of(s, u) == GERMAN]
    if german and behind_the_line(s, place, attackers):
        yield from [("TIG-DEF-6", 1)] * len(german)
    if dump_defends(s, side, place):
        yield "TIG-FUEL-9", 1


def defence_of(s: TigersState, side: int, place: int, attackers: Sequence[int]) -> int:
    """The modified defence of one hex."""
    return sum(amount for _clause, amount in defence_rows(s, side, place, attackers))


def total_defence(s: TigersState, side: int, hexes: Sequence[int], attackers: Sequence[int]) -> int:
    """The modified defence of all hexes of a battle."""
    return sum(defence_of(s, side, place, attackers) for place in hexes)


# --- chapter 11: the basic column -------------------------------------------------------------------------------------
@clause("TIG-GEN-4")
def attack_of(s: TigersState, attackers: Sequence[int]) -> int:
    """The plain sum of factors; nothing modifies an attack."""
    return sum(s.rules.factor[u] for u in attackers)


def ratio(column: str) -> tuple[int, int]:
    """The two numbers of a column's heading."""
    left, right = column.split(":")
    return int(left), int(right)


@clause("TIG-CRT-2", "TIG-CRT-3")
def basic_column(s: TigersState, attack: int, defence: int) -> int | None:
    """The rightmost column whose ratio does not exceed attack to defence; None below 1:5.

    A hex in which nobody of factor 1 or more defends gives every attack the last column: only Skorzeny alone is such a hex.
    """
    found = None
    for i, name in enumerate(s.rules.columns):
        a, d = ratio(name)
        if attack > 0 and a * defence <= attack * d:
            found = i
    return found


@clause("TIG-CRT-2", "TIG-CRT-3")
def allowed(s: TigersState, side: int, hexes: Sequence[int], attackers: Sequence[int]) -> bool:
    """1:5 or better before shifts."""
    return basic_column(s, attack_of(s, attackers), total_defence(s, side, hexes, attackers)) is not None


# --- the shifts -------------------------------------------------------------------------------------------------------
@clause("TIG-SHF-2")
def judged(s: TigersState, side: int, hexes: Sequence[int]) -> list[int]:
    """The defenders whose Disruption and supply count: of sub-division size or more, or all if only smaller ones defend."""
    everybody = [u for place in hexes for u in defenders_of(s, side, place)]
    return [u for u in everybody if not s.rules.below >> u & 1] or everybody


@clause("TIG-DIS-3", "TIG-DIS-5")
def keeps_its_nerve(s: TigersState, unit: int) -> bool:
    """German SS, German parachute and U.S. airborne units give no bonus when Disrupted; British airborne do."""
    rules = s.rules
    if side_of(s, unit) == GERMAN:
        return bool(rules.ss >> unit & 1) or rules.arm[unit] == "airborne"
    return rules.arm[unit] == "airborne" and bool(rules.us >> unit & 1)


@clause("TIG-SHF-3", "TIG-SHF-4")
def is_across_river(s: TigersState, hexes: Sequence[int], attackers: Sequence[int]) -> bool:
    """Is some attacked hex reached by all attackers only across river hexsides, bridged or not?"""
    return any(all(river_between(s, s.pos[u], place) for u in attackers) for place in hexes)


@clause("TIG-TGR-1", "TIG-TGR-2")
def is_tiger_fright(s: TigersState, hexes: Sequence[int], attackers: Sequence[int]) -> bool:
    """A Tiger battalion takes part, and every hex holds un-entrenched U.S. infantry or cavalry and nothing else."""
    rules = s.rules
    if not any(rules.arm[u] == "tiger" for u in attackers):
        return False
    for place in hexes:
        defenders = defenders_of(s, GERMAN, place)
        if not defenders:
            return False
        for unit in defenders:
            timid = rules.arm[unit] in ("infantry", "cavalry") and rules.us >> unit & 1
            if not timid or s.status[unit] & ENTRENCHED:
                return False
    return True


@clause("TIG-SET-9", "TIG-SET-10")
def is_barrage(s: TigersState, hexes: Sequence[int]) -> bool:
    """Turn 1, and every attacked hex has a hexside of the initial front line."""
    if s.turn != 1:
        return False
    near = s.rules.board.near
    return all(any(side & s.rules.front for _other, _bit, side in near[place]) for place in hexes)


@clause("TIG-SSR-1")
def includes_ss(s: TigersState, attackers: Sequence[int]) -> bool:
    """Is an SS unit among the attackers?"""
    return any(s.rules.ss >> u & 1 for u in attackers)


@clause("TIG-SSR-3", "TIG-SSR-4")
def is_rage(s: TigersState, attackers: Sequence[int]) -> bool:
    """A turn after Ruthlessness: an SS unit attacks, or a parachute division stacked with or adjacent to one."""
    if not s.ruthless or s.turn <= s.ruthless:
        return False
    return includes_ss(s, attackers) or any(_beside_ss(s, u) for u in attackers)


def _beside_ss(s: TigersState, unit: int) -> bool:
    rules = s.rules
    if rules.arm[unit] != "airborne" or not rules.division >> unit & 1:
        return False
    for other in range(len(s.pos)):
        if rules.ss >> other & 1 and on_map(s, other) and rules.board.distance(s.pos[unit], s.pos[other]) <= 1:
            return True
    return False


@clause("TIG-SHF-1", "TIG-SHF-5", "TIG-SUP-3", "TIG-SKZ-1")
def shifts(s: TigersState, side: int, hexes: Sequence[int], attackers: Sequence[int]) -> Iterator[Row]:
    """Every column shift of a battle with its clause, each at most once."""
    defenders = judged(s, side, hexes)
    if any(is_disrupted(s, u) and not keeps_its_nerve(s, u) for u in defenders):
        yield "TIG-DIS-3", +1
    if any(not is_supplied(s, u) for u in defenders):
        yield "TIG-SUP-3", +1
    if any(not is_supplied(s, u) for u in attackers):
        yield "TIG-SUP-3", -1
    if is_across_river(s, hexes, attackers):
        yield "TIG-SHF-3", -1
    if side != GERMAN:
        return
    if is_tiger_fright(s, hexes, attackers):
        yield "TIG-TGR-1", +1
    if s.turn <= 3 and s.rules.skorzeny in attackers:
        yield "TIG-SKZ-1", +1
    if s.ruthless == s.turn and includes_ss(s, attackers):
        yield "TIG-SSR-1", +1
    if is_rage(s, attackers) and (s.claimed or not s.rules.remind_malmedy):
        yield "TIG-SSR-3", -1
    if is_barrage(s, hexes):
        yield "TIG-SET-9", +1


@clause("TIG-CRT-4", "TIG-FUEL-9")
def final_column(s: TigersState, side: int, hexes: Sequence[int], attackers: Sequence[int]) -> int:
    """The column of the table: all shifts to one number, applied to the basic column, which ends at 1:5 and 7:1.

    An attack that a dump, hidden until now, brings below 1:5 is fought on 1:5 as it stood.
    """
    basic = basic_column(s, attack_of(s, attackers), total_defence(s, side, hexes, attackers)) or 0
    moved = basic + sum(by for _clause, by in shifts(s, side, hexes, attackers))
    return max(0, min(moved, len(s.rules.columns) - 1))
