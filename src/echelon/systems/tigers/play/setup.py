"""Set-up (chapter 3)."""

from __future__ import annotations

import random

from echelon.core.rulings import clause
from echelon.systems.tigers.state import ENTRENCHED, GERMAN, TigersState

__all__ = ["blank", "guess", "revealed", "set_up"]


def blank(rules: object) -> TigersState:
    """A state with nobody on the map, at the start of turn 1, the bridges as they were."""
    from echelon.core.state import NOBODY
    from echelon.systems.tigers.play.tables import PlayRules

    assert isinstance(rules, PlayRules)
    s = TigersState()
    s.rules, s.frame, s.stack, s.step, s.turn = rules, NOBODY, [], 0, 1
    s.rolls = s.reveals = 0
    s.outcome, s.seed, s.log = None, bytes(16), None
    units = len(rules.forces)
    s.pos = bytearray([rules.gone]) * units
    s.status, s.marks, s.spent = bytearray(units), bytearray(units), bytearray(units)
    for slot in TigersState.layout.values:
        setattr(s, slot.name, 0)
    for slot in TigersState.layout.shared:
        setattr(s, slot.name, ())
    s.german = rules.german_start
    s.bridges = rules.start_bridges
    s.us_markers, s.german_markers = 14, 8  # TIG-BRG-3
    s.dump, s.fuel, s.asked = -1, 6, 1
    s.air_back = (1,) * len(rules.air)
    s.occupied = s.strong = s.divisions = (0, 0)
    s.zones = s.supply = (None, None)
    return s


@clause("TIG-SET-1", "TIG-SET-2", "TIG-SET-3")
def set_up(s: TigersState) -> None:
    """Everybody where the calendar puts him: set-up hexes, boxes, and those still to come."""
    rules = s.rules
    boxes = {"pool": rules.pool, "broken": rules.broken}
    for u, unit in enumerate(rules.forces.units):
        place = rules.start[u]
        if place in rules.board.ids:
            s.pos[u] = rules.board.ids[place]
        else:
            s.pos[u] = boxes.get(place, rules.due)
        if unit.number("entrenched") and not (rules.entrench_9th_literal and u == rules.ninety_ninth):
            s.status[u] |= ENTRENCHED
    rules.rebuild(s)


def revealed(s: TigersState, field: str, side: int) -> bool:
    """The dump is secret until it is found."""
    return bool(s.dump_known or s.dump_gone)


def guess(s: TigersState, side: int, rng: random.Random) -> None:
    """For a search by the German: put the unknown dump on one of the hexes of the list that could still hide it."""
    hidden = s.rules.dump_hexes & ~s.searched
    if side == GERMAN and s.dump < 0 and hidden and not s.dump_known and s.frame.kind.name != "setup.dump":
        s.dump = rng.choice(s.rules.board.members(hidden))
