"""What is found at the start of the movement and combat segments, for all units of both sides (COL-SEQ-3)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.play.command import commanded_units, present, reach_rows
from echelon.systems.colonnes.play.supply import supplied_hexes
from echelon.systems.colonnes.state import ALLIED, ATTACKED, GERMAN, MOVED, PLACED, SUPPORTED, ColonnesState

__all__ = ["before_combat", "before_movement", "find_command", "find_supply"]

_NEW_PHASE = bytes(n & ~(MOVED | ATTACKED | SUPPORTED) for n in range(256))
_AFTER_MOVEMENT = bytes(n & ~(MOVED | PLACED) for n in range(256))


@clause("COL-SEQ-3", "COL-MOV-2", "COL-CBT-3", "COL-QG-1")
def before_movement(s: ColonnesState, side: int) -> None:
    """A movement segment begins: everybody may move again, and later attack and support; the ferries are free."""
    s.status = s.status.translate(_NEW_PHASE)
    s.ferried = ()
    _find(s)


@clause("COL-SEQ-3")
def before_combat(s: ColonnesState, side: int) -> None:
    """A combat segment begins."""
    s.status = s.status.translate(_AFTER_MOVEMENT)
    _find(s)


def _find(s: ColonnesState) -> None:
    cut, commanded = s.unsupplied, s.commanded
    find_supply(s)
    find_command(s)
    if s.log is None:
        return
    here = present(s)
    fresh = sum(1 << u for u in bits_of(here) if s.status[u] & PLACED)  # nothing was told of who has just arrived
    stray, lost = here & ~fresh & ~commanded, here & ~s.commanded
    for key, cited, before, now in (("supply", "COL-SEQ-3", cut, s.unsupplied), ("command", "COL-CMD-2", stray, lost)):
        for side, own in enumerate(s.rules.of_side):  # found four times a turn, and told of those for whom it is new
            for event, units in (("found", now & ~before & own), ("back", before & ~now & own & here)):
                if units:
                    s.note(f"{key}.{event}", cited, side=side, units=tuple(bits_of(units)))


@clause("COL-SEQ-3", "COL-SUP-8")
def find_supply(s: ColonnesState) -> None:
    """Who is unsupplied, both sides, columns and convoys too."""
    rules = s.rules
    found = 0
    for side in (ALLIED, GERMAN):
        for h in rules.board.members(s.counters[side] & ~supplied_hexes(s, side, s.holders[side])):
            for u in friends_at(s, side, h):
                found |= 1 << u
    s.unsupplied = found


@clause("COL-SEQ-3", "COL-CMD-2")
def find_command(s: ColonnesState) -> None:
    """Who is in reach of which headquarters, and who is in command."""
    here = present(s)
    s.reach = reach_rows(s, here)
    s.commanded = commanded_units(s, here, s.reach)
