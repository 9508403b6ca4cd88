"""What in the open question, and in the battle behind it, contradicts the rules. Facts that a position leaves out are not
missed: only what is there is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from echelon.core.frames import Frame
from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.tigers import frames
from echelon.systems.tigers.facts.units import is_disrupted, on_map, side_of
from echelon.systems.tigers.law.battle import target_at, targets
from echelon.systems.tigers.law.odds import is_target
from echelon.systems.tigers.law.stacking import over
from echelon.systems.tigers.law.units import hexside, members
from echelon.systems.tigers.state import ALLIED, GERMAN, OPEN, TigersState

__all__ = ["wrong_questions"]

Problems = Iterator[Problem]

# asked of the side whose step it is, and of the other
_PHASING = (
    frames.Enter, frames.Armor, frames.Combine, frames.Ruthless, frames.Pick, frames.Step, frames.Overstack, frames.Allocate,
    frames.Battle, frames.Bomb, frames.Intercept, frames.Fight, frames.Ask, frames.Losses, frames.Distance, frames.Advance,
    frames.Peiper, frames.Resupply, frames.Bridges, frames.Entrench,
)  # fmt: skip
_OTHER = (frames.Orders, frames.Route, frames.Withdraw, frames.Blow)
# while one of these is open the attackers stand where they attacked from
_IN_PLACE = (
    frames.Ask, frames.Orders, frames.Claim, frames.CombatDie, frames.Losses, frames.Distance, frames.Route, frames.Withdraw,
    frames.Blow,
)  # fmt: skip
_BEFORE_DIE = (frames.Ask, frames.Orders, frames.Claim, frames.CombatDie)


def wrong_questions(s: TigersState) -> Problems:
    """The open question has facts that fit, and it and those under it are asked of the right side."""
    yield from wrong_sides(s)
    yield from wrong_battles(s)
    yield from wrong_attackers(s)
    frame = s.frame  # what lies under it may be half carried out
    if isinstance(frame, frames.Step):
        yield from wrong_step(s, frame)
    elif isinstance(frame, frames.Battle):
        yield from wrong_battle(s, frame)
    elif isinstance(frame, frames.Route):
        yield from wrong_route(s, frame)
    elif isinstance(frame, frames.Advance):
        yield from wrong_advance(s, frame)
    else:
        yield from wrong_small(s, frame)


@clause("TIG-SEQ-1")
def wrong_sides(s: TigersState) -> Problems:
    """The side whose step it is acts; the defender orders, retreats and blows bridges."""
    if not 0 <= s.step < len(s.rules.sequence):
        return
    side = s.rules.sequence[s.step].side
    if side not in (GERMAN, ALLIED):
        return
    for frame in (*s.stack, s.frame):
        wanted = side if isinstance(frame, _PHASING) else 1 - side if isinstance(frame, _OTHER) else frame.side
        if frame.side != wanted:
            yield Problem("TIG-SEQ-1", {"case": "frame.side", "side": frame.side, "side_step": wanted})


# --- battles ------------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-ATK-12")
def wrong_battles(s: TigersState) -> Problems:
    """Of battles still to be fought: a unit joins one, a hex is the target of one, attackers are beside all targets."""
    hexes_of = s.rules.board.members
    seen_units = seen_hexes = 0
    for hexes, units, state in s.battles:
        if state != OPEN:
            continue
        for unit in members(seen_units & units):
            yield Problem("TIG-ATK-4", {"case": "battle.unit", "unit": unit})
        for place in hexes_of(seen_hexes & hexes):
            yield Problem("TIG-ATK-4", {"case": "battle.hex", "hex": place})
        seen_units, seen_hexes = seen_units | units, seen_hexes | hexes
        yield from _apart(s, units, hexes_of(hexes))


def _apart(s: TigersState, units: int, hexes: Iterable[int]) -> Problems:
    """Units that are not beside every hex they attack."""
    places = list(hexes)
    for unit in members(units):
        for place in places:
            if not on_map(s, unit) or hexside(s, s.pos[unit], place) is None:
                yield Problem("TIG-ATK-4", {"case": "battle.apart", "unit": unit, "hex": place})


@clause("TIG-ATK-4", "TIG-ATK-5", "TIG-DIS-1")
def wrong_attackers(s: TigersState) -> Problems:
    """The battle being resolved: attackers beside its hexes until they advance, UnDisrupted at the die, of one side; the
    defenders in its hexes until they retreat."""
    frame = s.frame
    advancing = isinstance(frame, frames.Advance)
    if not isinstance(frame, _IN_PLACE) and not advancing:
        return
    here = [u for u in members(s.attackers) if on_map(s, u) and not (advancing and s.advanced >> u & 1)]
    yield from _apart(s, sum(1 << u for u in here), [row.hex for row in targets(s)])
    for unit in here:
        if s.attack_from and not s.attack_from & s.rules.board.bit[s.pos[unit]]:
            yield Problem("TIG-ATK-4", {"case": "battle.from", "unit": unit, "hex": s.pos[unit]})
        if isinstance(frame, _BEFORE_DIE) and is_disrupted(s, unit):
            yield Problem("TIG-DIS-1", {"unit": unit})
    if len({side_of(s, u) for u in here}) > 1:
        yield Problem("TIG-ATK-4", {"case": "battle.sides", "units": tuple(here)})
    if isinstance(frame, _BEFORE_DIE):
        yield from wrong_defenders(s)


@clause("TIG-ATK-4")
def wrong_defenders(s: TigersState) -> Problems:
    """Before the die every defender is in an attacked hex."""
    for unit in members(s.defenders):
        if s.targets and (not on_map(s, unit) or target_at(s, s.pos[unit]) is None):
            yield Problem("TIG-ATK-4", {"case": "defender.away", "unit": unit})


@clause("TIG-ATK-4")
def wrong_battle(s: TigersState, frame: frames.Battle) -> Problems:
    """A battle being declared: something to attack in every hex, attackers of the side beside it."""
    places = list(s.rules.board.members(frame.hexes))
    for place in places:
        if not is_target(s, frame.side, place):
            yield Problem("TIG-ATK-4", {"case": "target.none", "hex": place, "side": frame.side})
    for unit in members(frame.units):
        if side_of(s, unit) != frame.side:
            yield Problem("TIG-SEQ-1", {"case": "unit.enemy", "unit": unit, "side": frame.side})
    yield from _apart(s, frame.units, places)


# --- movement -----------------------------------------------------------------------------------------------------------
@clause("TIG-MOV-13", "TIG-MOV-18", "TIG-DIS-1")
def wrong_step(s: TigersState, frame: frames.Step) -> Problems:
    """The leader is one of the stack; all are the side's, on the map, together, UnDisrupted; the path leads to them."""
    if not frame.units >> frame.unit & 1:
        yield Problem("TIG-MOV-18", {"case": "stack.leader", "unit": frame.unit})
    for unit in members(frame.units):
        if side_of(s, unit) != frame.side:
            yield Problem("TIG-SEQ-1", {"case": "unit.enemy", "unit": unit, "side": frame.side})
        if not on_map(s, unit) or s.pos[unit] != s.pos[frame.unit]:
            yield Problem("TIG-MOV-18", {"case": "stack.apart", "unit": unit, "unit_leader": frame.unit})
        if is_disrupted(s, unit):
            yield Problem("TIG-DIS-1", {"unit": unit})
    if frame.path:
        yield from _broken_path(s, frame.unit, tuple(place for place, _spent in frame.path))
        if any(a > b for (_, a), (_, b) in pairwise(frame.path)):
            yield Problem("TIG-MOV-13", {"case": "path.points", "unit": frame.unit})


def _broken_path(s: TigersState, unit: int, path: tuple[int, ...]) -> Problems:
    """A path goes from hex to neighbouring hex and ends where the unit is."""
    for here, place in pairwise(path):
        if hexside(s, here, place) is None:
            yield Problem("TIG-MOV-13", {"case": "path.broken", "unit": unit, "hex_from": here, "hex": place})
    if path[-1] != s.pos[unit]:
        yield Problem("TIG-MOV-13", {"case": "path.end", "unit": unit, "hex": path[-1]})


# --- after the die --------------------------------------------------------------------------------------------------------
@clause("TIG-RET-7", "TIG-RET-12", "TIG-RES-3")
def wrong_route(s: TigersState, frame: frames.Route) -> Problems:
    """Who must retreat is on the map, of the side, and still in the hex where it fought; a route begins there."""
    for unit in members(frame.units):
        if not on_map(s, unit) or side_of(s, unit) != frame.side:
            yield Problem("TIG-RET-12", {"case": "retreat.who", "unit": unit, "side": frame.side})
        elif s.targets:
            row = target_at(s, s.pos[unit])
            if row is None or row.stand or row.distance < 1:
                yield Problem("TIG-RES-3", {"case": "retreat.need", "unit": unit, "hex": s.pos[unit]})
    if frame.unit < 0 or not frame.path:
        return
    if frame.path[0] != s.pos[frame.unit]:
        yield Problem("TIG-RET-7", {"case": "path.start", "unit": frame.unit, "hex": frame.path[0]})
    for here, place in pairwise(frame.path):
        if hexside(s, here, place) is None:
            yield Problem("TIG-RET-7", {"case": "path.broken", "unit": frame.unit, "hex_from": here, "hex": place})


@clause("TIG-ADV-1", "TIG-ADV-14")
def wrong_advance(s: TigersState, frame: frames.Advance) -> Problems:
    """Only attackers advance; who is under way is one of them, counted as advanced, at the end of its path."""
    for unit in members(s.advanced & ~s.attackers):
        yield Problem("TIG-ADV-1", {"case": "advance.other", "unit": unit})
    if frame.unit < 0:
        return
    if not s.attackers >> frame.unit & 1 or not on_map(s, frame.unit):
        yield Problem("TIG-ADV-1", {"case": "advance.other", "unit": frame.unit})
    elif frame.path:
        yield from _broken_path(s, frame.unit, frame.path)
        if len(frame.path) > 1 and not s.advanced >> frame.unit & 1:
            yield Problem("TIG-ADV-1", {"case": "advance.mark", "unit": frame.unit})


@clause("TIG-STK-7", "TIG-BRG-18", "TIG-KGP-8", "TIG-NRT-3", "TIG-RES-4", "TIG-RES-8", "TIG-RES-9", "TIG-RNF-14")
def wrong_small(s: TigersState, frame: Frame) -> Problems:
    """Questions with one or two facts of their own."""
    if isinstance(frame, frames.Overstack):
        late = s.rules.blitz[s.step] and not s.entered & s.rules.board.bit[frame.hex]  # in step d only hexes entered in it
        if late or not over(s, frame.side, frame.hex):
            yield Problem("TIG-STK-7", {"hex": frame.hex})
    elif isinstance(frame, frames.Blow):
        for side in s.rules.board.lattice.side_members(frame.sides & ~s.bridges):
            yield Problem("TIG-BRG-18", {"case": "blow.none", "hexside": side})
    elif isinstance(frame, frames.Peiper):
        peiper = s.rules.peiper
        if frame.side != GERMAN or not on_map(s, peiper) or is_disrupted(s, peiper):
            yield Problem("TIG-KGP-8", {"case": "peiper.out", "unit": peiper})
    elif isinstance(frame, frames.Orders):
        for place in s.rules.board.members(frame.hexes):
            if s.targets and target_at(s, place) is None:
                yield Problem("TIG-NRT-3", {"case": "orders.elsewhere", "hex": place})
    elif isinstance(frame, frames.Withdraw):
        for unit in members(frame.units):
            if not on_map(s, unit) or side_of(s, unit) != frame.side:
                yield Problem("TIG-RES-4", {"case": "withdraw.other", "unit": unit})
    elif isinstance(frame, frames.Losses) and frame.owed < 1:
        yield Problem("TIG-RES-8", {"case": "loss.none", "owed": frame.owed})
    elif isinstance(frame, frames.Distance):
        row = target_at(s, frame.hex)
        if s.targets and (row is None or row.stand):
            yield Problem("TIG-RES-9", {"hex": frame.hex})
    elif isinstance(frame, frames.Combine) and s.pos[frame.division] != s.rules.broken:
        yield Problem("TIG-RNF-14", {"case": "combine.division", "unit": frame.division})
