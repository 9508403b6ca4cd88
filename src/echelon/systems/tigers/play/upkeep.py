"""The end of a player-turn: supply status, fuel, entrenchment, von der Heydte (chapters 15, 16, 19, 20)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.frames import VERBS, Entrench
from echelon.systems.tigers.play.places import disrupt, eliminate
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.play.supply import is_supplied, supplied_hexes
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACKED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    MOVED,
    SHIFTED,
    TigersState,
)  # fmt: skip

__all__ = [
    "apply_entrench", "check_vdh", "germans_on_dump", "legal_entrench", "open_entrench", "supply_step",
]  # fmt: skip

DIG, END = VERBS.code("dig"), VERBS.code("end")
GAIN = 2  # turns of fuel from the dump (TIG-FUEL-4)
_ANY, _RESTED = lacking(0), lacking(DISRUPTED | ENTRENCHED | MOVED | ATTACKED | SHIFTED)


@clause("TIG-SUP-4", "TIG-SEQ-10")
def supply_step(s: TigersState, side: int) -> None:
    """The side's units that are out of supply are Disrupted; in the Allied step the fuel dump is looked at, too."""
    rules, pos = s.rules, s.pos
    bit, vdh = rules.board.bit, rules.vdh
    roster = rules.rosters[side]
    reached = supplied_hexes(s, side)  # nearly everybody stands in one of these
    units = [u for u in roster.members(roster.where(s, _ANY)) if not bit[pos[u]] & reached]
    cut = [u for u in units if u != vdh and not is_supplied(s, u)]
    for u in cut:
        disrupt(s, u, "TIG-SUP-4")
    if side == ALLIED and germans_on_dump(s):
        _gain_fuel(s)


@clause("TIG-FUEL-7")
def germans_on_dump(s: TigersState) -> bool:
    """Does a German unit of factor 1 or more stand on the dump, and is it not destroyed?"""
    return s.dump >= 0 and not s.dump_gone and bool(s.strong[GERMAN] & s.rules.board.bit[s.dump])


@clause("TIG-FUEL-4", "TIG-FUEL-6")
def _gain_fuel(s: TigersState) -> None:
    """The turn from which German movement is limited is put back by two."""
    s.fuel = max(s.fuel, s.turn + 1) + GAIN
    s.note("fuel", "TIG-FUEL-4", turn=s.fuel)


# --- entrenchment -----------------------------------------------------------------------------------------------------
@clause("TIG-ENT-1", "TIG-ENT-6", "TIG-ENT-7")
def _can_entrench(s: TigersState, side: int) -> list[int]:
    """UnDisrupted infantry-type divisions that have neither moved, attacked, advanced nor retreated in this player-turn."""
    rules = s.rules
    kinds, roster = rules.division & rules.infantry_type, rules.rosters[side]
    return [u for u in roster.members(roster.where(s, _RESTED)) if kinds >> u & 1]


@clause("TIG-ENT-6", "TIG-SEQ-11")
def open_entrench(s: TigersState, side: int) -> None:
    """Every division that can entrench does, or its owner is asked."""
    units = _can_entrench(s, side)
    if s.rules.auto_entrench:
        for u in units:
            _entrench(s, u)
    elif units:
        s.frame = Entrench((side,))


def _entrench(s: TigersState, unit: int) -> None:
    s.status[unit] |= ENTRENCHED
    s.note("entrenched", "TIG-ENT-1", unit=unit)


@clause("TIG-ENT-1", "TIG-ENT-6")
def legal_entrench(s: TigersState, f: Entrench) -> list[int]:
    """A division digs in, or no more do."""
    return [*(DIG | u << A_SHIFT for u in _can_entrench(s, f[0])), END]


def apply_entrench(s: TigersState, f: Entrench, action: int) -> None:
    """The division is Entrenched; the next is asked for."""
    if action != END:
        _entrench(s, action >> A_SHIFT)
    if action == END or not _can_entrench(s, f[0]):
        s.close()


# --- von der Heydte ---------------------------------------------------------------------------------------------------
@clause("TIG-VDH-4", "TIG-VDH-5", "TIG-SKZ-2", "TIG-SKZ-3", "TIG-SEQ-11")
def check_vdh(s: TigersState) -> None:
    """Von der Heydte, and Skorzeny alone, are eliminated by an Allied unit of factor 1 or more in their hex."""
    rules = s.rules
    bit = rules.board.bit
    for u in (rules.vdh, rules.skorzeny):
        h = s.pos[u]
        if h < rules.gone and bit[h] & s.strong[ALLIED] and not (u == rules.skorzeny and bit[h] & s.strong[GERMAN]):
            eliminate(s, u, "TIG-VDH-4")
