"""Who is asked at all: a step passes by only where nobody has a choice (TIG-SEQ-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from echelon.core.frames import Frame
from echelon.core.rulings import clause
from echelon.systems.tigers import frames
from echelon.systems.tigers.facts.units import friends_at, on_map
from echelon.systems.tigers.law.course.happenings import own_units
from echelon.systems.tigers.law.stacking import over
from echelon.systems.tigers.state import GERMAN, OPEN, TigersState

__all__ = ["has_choice"]


@clause("TIG-SEQ-14")
def has_choice(s: TigersState, name: str) -> bool:
    """Has the side of a step something to decide in it, were it asked now? Only steps of one plain question are judged."""
    side = s.rules.sequence[s.step].side
    end = name.split(".", 1)[-1] if "." in name else name
    asks = _ASKS.get(name) or _ASKS.get(end)
    return asks(s, side) if asks else False


def _may(s: TigersState, frame: Frame, verb: str, *columns: Sequence[int]) -> bool:
    """Does the law let any action of a verb pass, with these values, were this the open question?"""
    make = s.rules.verbs.make
    return any(not frame.kind.why_not(s, frame, make(verb, *values)) for values in product(*columns))


@clause("TIG-RNF-14")
def _armor(s: TigersState, side: int) -> bool:
    frame = frames.Armor((side,))
    divisions = [u for u in range(len(s.pos)) if s.rules.division >> u & 1 and s.rules.us >> u & 1]
    hexes = sorted({s.pos[u] for u in own_units(s, side)})
    there = [h for h in hexes if len(friends_at(s, side, h)) > 2]
    return _may(s, frame, "break", divisions) or _may(s, frame, "combine", divisions, there)


@clause("TIG-SET-11", "TIG-SEQ-2")
def _move(s: TigersState, side: int) -> bool:
    if s.turn == 1 and side == GERMAN and not s.rules.blitz[s.step]:
        return False
    return _may(s, frames.Pick((side,)), "take", own_units(s, side))


@clause("TIG-STK-5", "TIG-STK-7")
def _stack(s: TigersState, side: int) -> bool:
    """Any hex in step a, those entered in step d."""
    hexes = {s.pos[u] for u in own_units(s, side)}
    if s.rules.blitz[s.step]:
        hexes &= set(s.rules.board.members(s.entered))
    return any(over(s, side, place) for place in hexes)


def _groups(s: TigersState, side: int) -> list[int]:
    return [g for g, unit in enumerate(s.rules.air) if unit.side == side]


@clause("TIG-AIR-15", "TIG-AIR-20")
def _bomb(s: TigersState, side: int) -> bool:
    frame, groups = frames.Bomb((side,)), _groups(s, side)
    hexes = sorted({s.pos[u] for u in own_units(s, 1 - side)})
    bridges = range(len(s.rules.hexsides))
    return _may(s, frame, "bomb", groups, hexes) or _may(s, frame, "burn", groups) or _may(s, frame, "bust", groups, bridges)


@clause("TIG-AIR-15", "TIG-AIR-16")
def _intercept(s: TigersState, side: int) -> bool:
    return _may(s, frames.Intercept((side,)), "intercept", _groups(s, side), [row[0] for row in s.missions])


@clause("TIG-AIR-12")
def _resupply(s: TigersState, side: int) -> bool:
    hexes = sorted({s.pos[u] for u in own_units(s, side)})
    return _may(s, frames.Resupply((side,)), "resupply", _groups(s, side), hexes)


@clause("TIG-SEQ-10", "TIG-BRG-4", "TIG-BRG-10")
def _bridges(s: TigersState, side: int) -> bool:
    frame, where = frames.Bridges((side,)), range(len(s.rules.hexsides))
    return any(_may(s, frame, verb, where) for verb in ("build", "blow", "dismantle"))


@clause("TIG-ENT-6")
def _entrench(s: TigersState, side: int) -> bool:
    if s.rules.auto_entrench:
        return False
    return _may(s, frames.Entrench((side,)), "dig", [u for u in own_units(s, side) if on_map(s, u)])


@clause("TIG-SEQ-12")
def _combat(s: TigersState, side: int) -> bool:
    return any(state == OPEN for _hexes, _units, state in s.battles)


_ASKS: Mapping[str, Callable[[TigersState, int], bool]] = {
    "C1.armor": _armor,
    "B2a.ssr": lambda s, side: not s.ruthless,
    "move": _move,
    "stack": _stack,
    "bomb": _bomb,
    "bomb.other": _bomb,
    "intercept": _intercept,
    "intercept.other": _intercept,
    "fly": _resupply,
    "bridges": _bridges,
    "entrench": _entrench,
    "B2c": _combat,
    "C2c": _combat,
    "combat": _combat,
}
