"""Advance after combat (chapter 8.5)."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.systems.colonnes.frames import VERBS, Advance
from echelon.systems.colonnes.play.places import enter
from echelon.systems.colonnes.play.sequel import end_combat
from echelon.systems.colonnes.play.stacking import has_room, no_room
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["apply_advance", "can_advance", "further", "legal_advance", "open_advance"]

ADVANCE, HALT, FINISH = (VERBS.code(v) for v in ("advance", "halt", "finish"))
_FAR = tuple(RESULTS.index(r) for r in ("D2", "D2*", "DE"))


@clause("COL-ADV-1", "COL-ADV-2", "COL-ADV-3", "COL-STK-1", "COL-MOV-7", "COL-UNI-5")
def can_advance(s: ColonnesState, units: int) -> list[int]:
    """Who of these attackers can enter the attacked hex now: the ground lets them, and there is room."""
    rules = s.rules
    bit, n = rules.board.bit[s.target], rules.board.n
    return [
        u for u in bits_of(units)
        if s.pos[u] < n and rules.enterable[rules.way[u]][s.pos[u]] & bit and has_room(s, u, s.target)
    ]  # fmt: skip


@clause("COL-ADV-1")
def open_advance(s: ColonnesState, side: int) -> bool:
    """The attacked hex is empty: True if somebody can advance and is asked."""
    units = can_advance(s, s.attackers)
    if units:
        s.frame = Advance((side, sum(1 << u for u in units), -1))
    return bool(units)


@clause("COL-ADV-1", "COL-ADV-4", "COL-ZOC-3", "COL-ZOC-5")
def further(s: ColonnesState, side: int, unit: int) -> int:
    """The hexes a unit that stands in the attacked hex may go on to: none of them if both are in enemy zones."""
    rules = s.rules
    if s.rolled not in _FAR or not rules.armour >> unit & 1:
        return 0
    h = s.pos[unit]
    enemy_zone = zone(s, 1 - side)
    hexes = rules.enterable[rules.way[unit]][h] & ~(s.holders[1 - side] | no_room(s, unit))
    return hexes & ~enemy_zone if rules.board.bit[h] & enemy_zone else hexes


@clause("COL-ADV-1", "COL-ADV-2", "COL-ADV-3", "COL-ADV-4")
def legal_advance(s: ColonnesState, f: Advance) -> list[int]:
    """Who may advance, and the end; or where the unit under way may go on, and its halt."""
    side, units, unit = f
    if unit < 0:
        hex_ = s.target << B_SHIFT
        return [*(ADVANCE | u << A_SHIFT | hex_ for u in can_advance(s, units)), FINISH]
    base = ADVANCE | unit << A_SHIFT
    return [*(base | h << B_SHIFT for h in s.rules.board.members(further(s, side, unit))), HALT | unit << A_SHIFT]


@clause("COL-ADV-1", "COL-ADV-4")
def apply_advance(s: ColonnesState, f: Advance, action: int) -> None:
    """A unit advances, goes on or halts; the combat is over when nobody else can come."""
    side, units, unit = f
    verb = action & VERB
    if verb == FINISH:
        end_combat(s)
        return
    if verb == ADVANCE:
        moved, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
        units &= ~(1 << moved)
        enter(s, moved, h, "COL-ADV-4")
        s.note("advance", "COL-ADV-1" if unit < 0 else "COL-ADV-4", unit=moved, hex=h)
        if unit < 0 and further(s, side, moved):
            s.frame = Advance((side, units, moved))
            return
    if can_advance(s, units):
        s.frame = Advance((side, units, -1))
    else:
        end_combat(s)
