"""Retreats and advances, and what follows what until a battle is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE, Frame
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, omf, on_map, side_of
from echelon.systems.tigers.frames import Advance, Blow, BreakdownDie, Fight, Peiper, Route, Withdraw
from echelon.systems.tigers.law.course.fighting import WORSE, convert, exposed_bridges, forget, hexes_of, next_distance, phasing
from echelon.systems.tigers.law.course.happenings import attached, capture, disrupt, eliminate, enter, found_dump, goes_without
from echelon.systems.tigers.law.course.moving import drop_off
from echelon.systems.tigers.law.retreat import is_driven_off
from echelon.systems.tigers.state import FATES, GERMAN, LATE, OPEN, RESULTS, SHIFTED, TigersState

__all__ = ["advanced", "afterwards", "halted", "possible", "retreated", "withdrew"]


def possible(want: TigersState, frame: Frame, verb: str, *columns: Iterable[int]) -> bool:
    """Does the law let any action of a verb pass, with these values of its fields, were this the open question?"""
    kept, want.frame = want.frame, frame
    make = want.rules.verbs.make
    try:
        return any(not frame.kind.why_not(want, frame, make(verb, *values)) for values in product(*columns))
    finally:
        want.frame = kept


def around(want: TigersState, units: Iterable[int]) -> list[int]:
    """The hexes next to units."""
    near = want.rules.board.near
    return sorted({h for u in units if on_map(want, u) for h, _bit, _side in near[want.pos[u]]})


# --- retreats -------------------------------------------------------------------------------------------------------------
def due(want: TigersState) -> list[int]:
    """The units that have to retreat and have not: those of hexes with a distance, still where they were attacked."""
    must = {row[0]: row[3] for row in want.targets if row[3] > 0}
    gone = {row[0] for row in want.retreats}
    return [u for u in bits_of(want.defenders) if on_map(want, u) and want.pos[u] in must and u not in gone]


@clause("TIG-RET-7", "TIG-RET-10", "TIG-BRG-19")
def walk(want: TigersState, unit: int, path: Sequence[int]) -> None:
    """The unit goes back along a path. Whom it passes through, not whom it joins at the end, is Disrupted (TIG-RET-6)."""
    side = side_of(want, unit)
    for i in range(1, len(path)):
        capture(want, path[i - 1], path[i], side)
        enter(want, unit, path[i])
        if i < len(path) - 1:
            pass_through(want, unit, path[i])
    want.status[unit] |= SHIFTED


@clause("TIG-RET-6")
def pass_through(want: TigersState, unit: int, place: int) -> None:
    """Friends in a hex that a retreat leads through are Disrupted."""
    for other in friends_at(want, side_of(want, unit), place):
        if other != unit and other != want.rules.vdh:
            disrupt(want, other)


@clause("TIG-RET-8", "TIG-RET-12", "TIG-FUEL-8")
def retreated(want: TigersState, frame: Route, unit: int, place: int) -> str:
    """One hex of a route; complete, it is walked."""
    path = frame.path if frame.unit == unit else (want.pos[unit],)
    path = (*path, place)
    steps = next(row[3] for row in want.targets if row[0] == path[0])
    if len(path) <= steps:
        want.frame = Route((frame.side, frame.units, unit, path))
        return "TIG-RET-8"
    if any(found_dump(want, unit, h) for h in path[1:]):
        want.frame = Route((frame.side, frame.units, -1, ()))
        return "TIG-FUEL-8"
    walk(want, unit, path)
    want.retreats = (*want.retreats, (unit, path[0], steps))
    want.frame = Route((frame.side, frame.units & ~(1 << unit), -1, ()))
    return "TIG-RET-3"


@clause("TIG-RES-4", "TIG-RET-11", "TIG-RET-6")
def withdrew(want: TigersState, unit: int, place: int) -> str:
    """A defender goes one hex farther of his own will."""
    here = want.pos[unit]
    row = next((r for r in want.retreats if r[0] == unit), (unit, here, 0))
    if found_dump(want, unit, place):
        return "TIG-FUEL-8"
    if here != row[1]:
        pass_through(want, unit, here)
    walk(want, unit, (here, place))
    farther = (unit, row[1], row[2] + 1)
    known = any(r[0] == unit for r in want.retreats)
    rows = tuple(farther if r[0] == unit else r for r in want.retreats)
    want.retreats = rows if known else (*rows, farther)
    return "TIG-RES-4"


# --- what follows ---------------------------------------------------------------------------------------------------------
def afterwards(want: TigersState, done: str = "") -> None:
    """The next question of a battle in the order of TIG-RES-10. `done` names a question whose side has had enough."""
    side, word = phasing(want), RESULTS[want.rolled]
    stages = ("distance", "route", "withdraw", "blow", "advance", "")
    for stage in stages[stages.index(done) + 1 if done else 0 :]:
        frame = _stage(want, stage, side, word)
        if frame is not None:
            want.frame = frame
            return


def _stage(want: TigersState, stage: str, side: int, word: str) -> Frame | None:
    if stage == "distance":
        return next_distance(want)
    if stage == "route":
        return next_route(want)
    if stage == "withdraw":
        return next_withdrawal(want, word)
    if stage == "blow":
        bridges = exposed_bridges(want) if word in WORSE else 0
        return Blow((1 - side, bridges)) if bridges else None
    if stage == "advance":
        return next_advance(want, word)
    return battle_over(want)


@clause("TIG-NRT-4", "TIG-NRT-5", "TIG-RET-12")
def next_route(want: TigersState) -> Frame | None:
    """Somebody who can go is asked; when nobody can, the rest are eliminated, on a D1 only those driven off the map."""
    waiting = due(want)
    if not waiting:
        return None
    frame = Route((1 - phasing(want), sum(1 << u for u in waiting), -1, ()))
    if possible(want, frame, "retreat", waiting, around(want, waiting)):
        return frame
    far = {row[0]: row[3] for row in want.targets}
    driven = [unit for unit in waiting if is_driven_off(want, unit, far[want.pos[unit]])]
    for unit in driven if RESULTS[want.rolled] == "D1" else waiting:
        eliminate(want, unit)
    return None


@clause("TIG-RES-4", "TIG-SET-8")
def next_withdrawal(want: TigersState, word: str) -> Frame | None:
    """Defenders may go farther on D, D1 and D2, if a hex is open to one of them."""
    if word not in ("D", "D1", "D2", "D/AE"):
        return None
    stand = {row[0] for row in want.targets if row[2]}
    held = want.rules.us if want.turn == 1 else 0  # TIG-SET-8
    units = [u for u in bits_of(want.defenders & ~held) if on_map(want, u) and _start(want, u) not in stand]
    frame = Withdraw((1 - phasing(want), sum(1 << u for u in units)))
    return frame if units and possible(want, frame, "withdraw", units, around(want, units)) else None


def _start(want: TigersState, unit: int) -> int:
    return next((row[1] for row in want.retreats if row[0] == unit), want.pos[unit])


@clause("TIG-ADV-7", "TIG-ADV-8", "TIG-ADV-15")
def settle_fates(want: TigersState) -> None:
    """What has become of every attacked hex."""
    rows = []
    for h, defence, stand, distance, fate in want.targets:
        word = FATES[fate]
        if not fate:
            rolled = RESULTS[want.rolled]
            mine = [u for u in bits_of(want.defenders) if on_map(want, u) and want.pos[u] == h and want.rules.factor[u] >= 1]
            turn_one = phasing(want) == GERMAN and want.turn == 1 and rolled in ("D1", "D2", "D3", "DD")
            if mine:
                word = "pinned" if distance == 0 and not stand and (rolled in ("D3", "DD") or turn_one) else "held"
            else:
                word = _emptied(want, h, distance, convert(rolled, bool(stand)))
        rows.append((h, defence, stand, distance, FATES.index(word)))
    want.targets = tuple(rows)


def _emptied(want: TigersState, place: int, distance: int, word: str) -> str:
    """By force, by the defender's own will; or the dump alone, which a D does not take."""
    left = [r for r in want.retreats if r[1] == place]
    was_here = left or distance > 0 or word in ("DE", "DD")
    if not was_here and word in ("-", "D"):
        return "held"  # the dump alone
    return "left" if left and distance <= 0 and word not in ("DE", "DD") else "forced"


def next_advance(want: TigersState, word: str) -> Frame | None:
    """Attackers that the result has not Disrupted may advance, if one of them can. On a `-` only a lone Skorzeny has left an
    empty hex behind (TIG-SKZ-3)."""
    settle_fates(want)
    if word in ("AD", "AE", "D/AE"):
        return None
    frame = Advance((phasing(want), -1, ()))
    able = [u for u in bits_of(want.attackers) if not is_disrupted(want, u)]
    return frame if possible(want, frame, "advance", able, around(want, able)) else None


@clause("TIG-KGP-5", "TIG-SEQ-12")
def battle_over(want: TigersState) -> Frame:
    """Nothing of the battle is kept. Kampfgruppe Peiper may go on at once; else the next battle is chosen."""
    peiper = want.rules.peiper
    took_part = bool(want.attackers >> peiper & 1)
    forget(want)
    *want.stack, below = want.stack
    assert isinstance(below, Fight)
    if took_part and on_map(want, peiper) and not is_disrupted(want, peiper):
        frame = Peiper((GERMAN, 0, 0))
        near = around(want, [peiper])
        kept = want.stack
        want.stack = [*want.stack, below]
        if possible(want, frame, "move", [peiper], near, range(3)) or possible(want, frame, "attack", near):
            return frame
        if possible(want, frame, "exit", [peiper], range(2)):
            return frame
        want.stack = kept
    return below


def battles_left(want: TigersState) -> bool:
    """Is a battle still to be fought?"""
    return any(row[2] == OPEN for row in want.battles)


# --- advances -------------------------------------------------------------------------------------------------------------
@clause("TIG-ADV-6", "TIG-KGP-3", "TIG-KGP-7", "TIG-KGP-12", "TIG-TGR-5", "TIG-FUEL-8")
def advanced(want: TigersState, frame: Advance, unit: int, place: int, action: int) -> str:
    """An attacker goes one hex forward; attached units go with Kampfgruppe Peiper."""
    rules = want.rules
    along = [u for u in attached(want) if want.attackers >> u & 1] if unit == rules.peiper else []
    if rules.tigers_501 in along and not want.peiper_die:
        want.stack = [*want.stack, frame]
        want.frame = BreakdownDie((CHANCE, rules.tigers_501, 0, (), action))
        return "TIG-TGR-5"
    here = want.pos[unit]
    if found_dump(want, unit, place):
        return "TIG-FUEL-8"
    if unit == rules.peiper:
        along = pay_for_advance(want, along)
    for mover in (unit, *along):
        capture(want, here, place, side_of(want, mover))
        enter(want, mover, place)
        want.advanced |= 1 << mover
        if place in hexes_of(want) and all(mover != other for other, _hex in want.occupiers):  # it counts for one hex
            want.occupiers = (*want.occupiers, (mover, place))
    path = (*frame.path, place) if frame.unit == unit else (here, place)
    want.frame = Advance((frame.side, unit, path))
    if not possible(want, want.frame, "advance", [unit], around(want, [unit])):
        end_advance(want, unit)
    return "TIG-ADV-1"


def pay_for_advance(want: TigersState, along: list[int]) -> list[int]:
    """Each hex costs 1 OMF as long as a whole one is left; Tigers that cannot keep up stay behind."""
    rules, peiper = want.rules, want.rules.peiper
    cost = 2 if omf(want, peiper) - want.spent[peiper] >= 2 else 0
    if rules.tigers_501 in along and min(want.spent[peiper] + cost, omf(want, peiper)) > 2 * want.peiper_die:
        tigers = rules.tigers_501
        if want.advanced >> tigers & 1:
            want.status[tigers] |= SHIFTED
        drop_off(want, tigers)
        disrupt(want, tigers)
        along = [u for u in along if u != tigers]
    goes_without(want, along)
    want.spent[peiper] += cost
    want.peiper_since += cost
    return along


@clause("TIG-ADV-6", "TIG-KGP-4")
def end_advance(want: TigersState, unit: int) -> None:
    """Who has advanced is Disrupted; Kampfgruppe Peiper and its attachments later."""
    peiper = want.rules.peiper
    group = [unit, *(u for u in attached(want) if want.advanced >> u & 1)] if unit == peiper else [unit]
    for mover in group:
        want.status[mover] |= SHIFTED
        if unit == peiper:
            want.marks[mover] |= LATE
        else:
            disrupt(want, mover)
    frame = want.frame
    want.frame = Advance((frame.side, -1, ()))
    able = [u for u in bits_of(want.attackers) if not is_disrupted(want, u)]
    if not possible(want, want.frame, "advance", able, around(want, able)):
        want.frame = battle_over(want)


def halted(want: TigersState, unit: int) -> str:
    """It goes no farther."""
    end_advance(want, unit)
    return "TIG-ADV-12"
