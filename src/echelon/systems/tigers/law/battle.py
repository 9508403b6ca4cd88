"""Chapter 12: the battle being resolved, as the state keeps it: what was rolled, for which hex, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import on_map
from echelon.systems.tigers.law.units import members
from echelon.systems.tigers.state import FATES, OPEN, RESULTS, TigersState

__all__ = [
    "Target", "attack_hexes", "attackers_left", "distance_most", "is_pending", "retreat_of", "rolled", "target_at",
    "targets",
]  # fmt: skip

# how far the attacker may drive the defenders (TIG-RES-3; DD is a D3 for whoever survives it, TIG-RES-2)
_DRIVES = {"D1": 1, "D2": 2, "D3": 3, "DD": 3}


class Target(NamedTuple):
    """One attacked hex."""

    hex: int
    defence: int
    stand: bool
    distance: int
    fate: str


def targets(s: TigersState) -> list[Target]:
    """The attacked hexes."""
    return [Target(h, defence, bool(stand), distance, FATES[fate]) for h, defence, stand, distance, fate in s.targets]


def target_at(s: TigersState, place: int) -> Target | None:
    """The attacked hex with this number, if it is one."""
    return next((row for row in targets(s) if row.hex == place), None)


def rolled(s: TigersState) -> str:
    """The result of the die."""
    return RESULTS[s.rolled]


@clause("TIG-RES-2", "TIG-RES-3", "TIG-RES-6", "TIG-NRT-2")
def distance_most(s: TigersState) -> int:
    """The n of a Dn; a D1 is only a D if the attacker forgot to ask for orders."""
    return 0 if rolled(s) == "D1" and not s.asked else _DRIVES.get(rolled(s), 0)


def attack_hexes(s: TigersState) -> list[int]:
    """The hexes from which the battle is fought."""
    return list(s.rules.board.members(s.attack_from))


def attackers_left(s: TigersState) -> list[int]:
    """The attackers that are still on the map."""
    return [u for u in members(s.attackers) if on_map(s, u)]


@clause("TIG-RET-4")
def is_pending(s: TigersState, place: int) -> bool:
    """Is an attack on the hex allocated and not yet resolved?"""
    bit = s.rules.board.bit[place]
    return any(hexes & bit and state == OPEN for hexes, _units, state in s.battles)


def retreat_of(s: TigersState, unit: int) -> tuple[int, int]:
    """Where a defender's retreat began, and how many hexes it has gone so far."""
    for u, start, steps in s.retreats:
        if u == unit:
            return start, steps
    return s.pos[unit], 0
