"""What can happen to a counter, a hex or a bridge, as the rule book tells it. Only rows and plain values are touched."""

from __future__ import annotations

from echelon.systems.tigers.facts.units import on_map, side_of, strong_at
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACHED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    LATE,
    ROAD,
    SKIPPED,
    TigersState,
)  # fmt: skip

__all__ = [
    "attached", "capture", "companions", "demolish", "disrupt", "eliminate", "enter", "every", "found_dump", "goes_without",
    "own_units", "put", "recover", "remove", "tire",
]  # fmt: skip


def own_units(want: TigersState, side: int) -> list[int]:
    """A side's units on the map."""
    return [u for u in range(*want.rules.forces.ranges[side]) if on_map(want, u)]


def every(want: TigersState) -> list[int]:
    """Everybody on the map."""
    return [u for u in range(len(want.pos)) if on_map(want, u)]


def put(want: TigersState, unit: int, place: int) -> None:
    """The counter is there now. Air supply stays behind (TIG-AIR-13)."""
    if want.pos[unit] != place:
        want.marks[unit] &= ~AIRLIFTED
    want.pos[unit] = place


def enter(want: TigersState, unit: int, place: int) -> None:
    """Operational move, advance, retreat: control follows units of factor 1 or more, the entrenchment does not follow."""
    put(want, unit, place)
    want.status[unit] &= ~ENTRENCHED
    if want.rules.factor[unit] >= 1:
        bit = want.rules.board.bit[place]
        want.german = want.german | bit if side_of(want, unit) == GERMAN else want.german & ~bit


def remove(want: TigersState, unit: int, box: int) -> None:
    """Off the map: a counter in a box has no status."""
    want.pos[unit] = box
    want.status[unit] = want.marks[unit] = want.spent[unit] = 0


def eliminate(want: TigersState, unit: int) -> None:
    """Off the map for good (TIG-RNF-1)."""
    remove(want, unit, want.rules.gone)
    want.attackers &= ~(1 << unit)
    if unit == want.rules.peiper:
        for other in attached(want):
            want.marks[other] &= ~ATTACHED


def attached(want: TigersState) -> list[int]:
    """The units attached to Kampfgruppe Peiper."""
    return [u for u in (want.rules.tigers_501, want.rules.skorzeny) if on_map(want, u) and want.marks[u] & ATTACHED]


def companions(want: TigersState) -> list[int]:
    """Those of them that go and fight with it: in its hex, and not Disrupted (TIG-KGP-9, TIG-DIS-1)."""
    here = want.pos[want.rules.peiper]
    return [u for u in attached(want) if want.pos[u] == here and not want.status[u] & DISRUPTED]


def goes_without(want: TigersState, along: list[int]) -> None:
    """Kampfgruppe Peiper leaves its hex: who is attached to it and cannot come along is a unit like others."""
    for unit in attached(want):
        if unit not in along:
            want.marks[unit] &= ~(ATTACHED | LATE)


def disrupt(want: TigersState, unit: int) -> None:
    """The unit is Disrupted."""
    want.status[unit] |= DISRUPTED


def recover(want: TigersState, unit: int) -> None:
    """The unit is Disrupted no more."""
    want.status[unit] &= ~DISRUPTED
    want.marks[unit] &= ~SKIPPED


def tire(want: TigersState, unit: int) -> None:
    """Kampfgruppe Peiper or a unit attached to it is done: what was put off comes now (TIG-KGP-4, TIG-KGP-8)."""
    if want.marks[unit] & LATE or want.status[unit] & ROAD:
        disrupt(want, unit)


def demolish(want: TigersState, hexside: int) -> None:
    """The bridge is gone; an engineer marker comes back in six turns to the side it belonged to first (TIG-BRG-15)."""
    if want.engineer & hexside:
        first = GERMAN if want.german_built & hexside else ALLIED
        want.returning = (*want.returning, (want.turn + 6, first))
    for name in ("bridges", "engineer", "german_bridges", "german_built"):
        setattr(want, name, getattr(want, name) & ~hexside)


def capture(want: TigersState, a: int, b: int, side: int) -> None:
    """A unit has crossed from one hex to the other: an intact bridge between them is its side's (TIG-BRG-19)."""
    hexside = want.rules.board.side(a, b) & want.bridges
    want.german_bridges = want.german_bridges | hexside if side == GERMAN else want.german_bridges & ~hexside


def found_dump(want: TigersState, unit: int, place: int) -> bool:
    """A German unit wants to enter a hex of the list without Allied units: he learns whether the dump is there (TIG-FUEL-8)."""
    bit = want.rules.board.bit[place]
    if side_of(want, unit) != GERMAN or want.dump_known or want.dump_gone or strong_at(want, ALLIED, place):
        return False
    if not bit & want.rules.dump_hexes or bit & want.searched:
        return False
    want.reveals += 1
    want.searched |= bit
    if place != want.dump:
        return False
    want.dump_known, want.searched = 1, want.rules.dump_hexes
    return True
