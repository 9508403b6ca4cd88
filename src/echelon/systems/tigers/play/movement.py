"""Operational movement (chapter 6): who is taken in hand, step by step, and when a move is over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from echelon.core.fields import HALVES, bits_of
from echelon.core.forces import at
from echelon.core.frames import CHANCE, Frame
from echelon.core.rulings import Note, clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.systems.tigers.facts.ground import BONUS, step_rows
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import FORD, ROAD_RATE, VERBS, BreakdownDie, BridgeDie, Pick, Step
from echelon.systems.tigers.play import march
from echelon.systems.tigers.play.places import capture_bridge, destroy_bridge
from echelon.systems.tigers.play.roster import having, lacking
from echelon.systems.tigers.play.stacking import is_full
from echelon.systems.tigers.play.steps import column, column_steps, enemy_bridge, far_steps, may_end, unit_steps, whole_move
from echelon.systems.tigers.play.zones import division_zone
from echelon.systems.tigers.state import (
    ATTACHED,
    ATTACKED,
    BOMBED,
    DISRUPTED,
    DONE,
    FRESH,
    GERMAN,
    MOVED,
    PICKED,
    ROAD,
    SKIPPED,
    TigersState,
)

__all__ = [
    "apply_breakdown_die", "apply_bridge_die", "apply_pick", "apply_step", "legal_pick", "legal_step", "open_movement",
    "preview_step", "takeable",
]  # fmt: skip

TAKE, JOIN, ATTACH, DETACH, MOVE, EXIT, STOP, END = (
    VERBS.code(v) for v in ("take", "join", "attach", "detach", "move", "exit", "stop", "end")
)
_NEW_STEP = bytes(m & ~(PICKED | FRESH | SKIPPED) for m in range(256))
_NOT_SKIPPED = bytes(m & ~SKIPPED for m in range(256))
_UPRIGHT, _UNUSED = lacking(DISRUPTED), lacking(DISRUPTED | MOVED | ATTACKED)
_UNTAKEN = lacking(PICKED | ATTACHED)
_BY_ROAD, _FRESH = having(ROAD), having(FRESH)
_NOT_BOMBED = bytes(m & ~BOMBED for m in range(256))


# --- the movement step ------------------------------------------------------------------------------------------------
@clause("TIG-SEQ-1", "TIG-SET-11", "TIG-SET-12", "TIG-FUEL-1", "TIG-FUEL-6", "TIG-FUEL-7")
def open_movement(s: TigersState, side: int) -> None:
    """Step a or d begins: is fuel short, and who can be taken?"""
    rules = s.rules
    s.closed = 0
    s.short = int(side == GERMAN and s.turn >= s.fuel and not _on_dump(s))
    if rules.blitz[s.step]:
        low, high = rules.forces.ranges[side]
        s.marks = s.marks.translate(_NOT_SKIPPED)
        s.marks[low:high] = s.marks[low:high].translate(_NEW_STEP)
        s.status = s.status.translate(_NOT_BOMBED)
        s.entered = 0
    elif side == GERMAN and s.turn == 1:
        _end_of_movement(s, side)
        return  # TIG-SET-11
    if _somebody(s, side):
        s.frame = Pick((side,))
    else:
        _end_of_movement(s, side)


def _on_dump(s: TigersState) -> bool:
    """Do Germans occupy the fuel dump?"""
    return s.dump >= 0 and not s.dump_gone and bool(s.strong[GERMAN] & s.rules.board.bit[s.dump])


@clause("TIG-DIS-1", "TIG-SEQ-2", "TIG-SEQ-3", "TIG-SEQ-6", "TIG-KGP-8", "TIG-MOV-18", "TIG-VDH-3")
def takeable(s: TigersState, unit: int) -> bool:
    """May the unit be taken in hand now, alone or as one of a stack?"""
    rules = s.rules
    status, marks = s.status[unit], s.marks[unit]
    if s.pos[unit] >= rules.gone or status & DISRUPTED or marks & (PICKED | ATTACHED) or unit == rules.vdh:
        return False
    if not rules.blitz[s.step] or not status & (MOVED | ATTACKED):
        return not marks & DONE
    return unit == rules.peiper and not marks & DONE and s.spent[unit] < omf(s, unit)


def _somebody(s: TigersState, side: int) -> bool:
    """Can anybody be taken? Usually the first unit on the map that has had no mark put on it."""
    rules, pos, status, find = s.rules, s.pos, s.status, s.marks.find
    gone, vdh = rules.gone, rules.vdh
    bar = DISRUPTED | MOVED | ATTACKED if rules.blitz[s.step] else DISRUPTED
    low, high = rules.forces.ranges[side]
    u = find(0, low, high)
    while u >= 0:
        if pos[u] < gone and not status[u] & bar and u != vdh:
            return True
        u = find(0, u + 1, high)
    return bool(_ordinary(s, side)) or (side == GERMAN and takeable(s, s.rules.peiper))


def _ordinary(s: TigersState, side: int) -> int:
    """Those without clauses of their own who can be taken, as the roster of the side writes them."""
    roster = s.rules.rosters[side]
    return roster.where(s, _UNUSED if s.rules.blitz[s.step] else _UPRIGHT, _UNTAKEN) & roster.ordinary


@clause("TIG-ROAD-4", "TIG-SEQ-14")
def _end_of_movement(s: TigersState, side: int) -> None:
    """Units that entered at road rate and did not move on have ended their movement in road mode."""
    roster = s.rules.rosters[side]
    for u in roster.members(roster.where(s, _BY_ROAD, _FRESH)):
        march.weary(s, u)


@clause("TIG-ATK-7", "TIG-RNF-17")
def _may_not_stay(s: TigersState, side: int) -> bool:
    """Has a unit entered the map where it may not end its move, and can it still go on? Such units bear no other mark."""
    ring, pos, find, enemies = s.rules.board.ring_of, s.pos, s.marks.find, s.divisions[1 - side]
    low, high = s.rules.forces.ranges[side]
    u = find(FRESH, low, high)
    while u >= 0:
        if ring[pos[u]] & enemies and not s.status[u] & DISRUPTED and not _may_stop(s, u) and unit_steps(s, side, u, BONUS):
            return True
        u = find(FRESH, u + 1, high)
    return False


@clause("TIG-SEQ-2", "TIG-SEQ-3", "TIG-DIS-1", "TIG-KGP-8")
def legal_pick(s: TigersState, f: Pick) -> list[int]:
    """Every unit that can be taken, and the end of the step."""
    side = f[0]
    rules = s.rules
    actions = rules.rosters[side].takings(_ordinary(s, side))
    if side == GERMAN and takeable(s, rules.peiper):
        actions.append(TAKE | rules.peiper << A_SHIFT)
    if not _may_not_stay(s, side):
        actions.append(END)
    return actions


@clause("TIG-MOV-18", "TIG-KGP-9")
def apply_pick(s: TigersState, f: Pick, action: int) -> None:
    """A unit is taken in hand (those attached to KG Peiper with it), or the step ends."""
    if action == END:
        _end_of_movement(s, f[0])
        s.close()
        return
    unit = action >> A_SHIFT
    s.marks[unit] |= PICKED
    units = 1 << unit
    h = s.pos[unit]
    if unit == s.rules.peiper:
        for u in bits_of(s.rules.attachable):
            if s.marks[u] & ATTACHED and s.pos[u] == h and not s.status[u] & DISRUPTED:
                s.marks[u] |= PICKED
                units |= 1 << u
    s.stack.append(f)
    s.frame = Step((f[0], unit, units, ((h, s.spent[unit]),)))


# --- one step ---------------------------------------------------------------------------------------------------------
@clause("TIG-MOV-1", "TIG-MOV-17", "TIG-MOV-18", "TIG-KGP-9")
def legal_step(s: TigersState, f: Step) -> list[int]:
    """The steps of the unit or stack in hand, who may still join it, and whether it may stop."""
    side, unit, units, path = f
    rules = s.rules
    h = s.pos[unit]
    bit = rules.board.bit[h]
    if units == rules.unit_bit[unit]:
        if unit != rules.peiper and not rules.within_two[h] & s.divisions[1 - side]:
            actions = far_steps(s, side, unit, h)
            if side == GERMAN and bit & rules.exit_hexes:
                actions += _exits(s, f)
            actions.append(STOP | unit << A_SHIFT)  # nobody is near to be owed anything
            if len(path) == 1 and bit & s.crowded[side]:
                _joiners(s, f, actions)
            return actions
        actions = unit_steps(s, side, unit, BONUS if unit != rules.peiper else march.bonus_of(s, unit, path))
        if side == GERMAN and bit & rules.exit_hexes:
            actions += _exits(s, f)
        alone = not rules.board.ring_of[h] & s.divisions[1 - side]
        may_stop = alone or not s.marks[unit] & FRESH or may_end(s, unit, h, s.spent[unit], bool(s.status[unit] & ROAD))
    else:
        members = bits_of(units)
        spent = tuple(s.spent[u] for u in members)
        actions = column_steps(s, column(s, side, members, march.bonus_of(s, unit, path)), unit, spent) + _exits(s, f)
        may_stop = all(_may_stop(s, u) for u in members)
    if may_stop or not actions:
        actions.append(STOP | unit << A_SHIFT)
    if len(path) == 1 and bit & s.crowded[side]:
        _joiners(s, f, actions)
    if unit == rules.peiper:
        actions += [DETACH | u << A_SHIFT for u in bits_of(units & ~(1 << unit))]
    return actions


@clause("TIG-ATK-7", "TIG-MOV-17")
def _may_stop(s: TigersState, unit: int) -> bool:
    """May the unit end its move where it stands? A unit that has not moved in this phase owes nothing."""
    return not s.marks[unit] & FRESH or may_end(s, unit, s.pos[unit], s.spent[unit], bool(s.status[unit] & ROAD))


def _exits(s: TigersState, f: Step) -> list[int]:
    """How the unit or stack may leave the map."""
    side, unit, units, path = f
    if not s.rules.board.bit[s.pos[unit]] & s.rules.exit_hexes:
        return []
    members = bits_of(units)
    return march.exit_steps(
        s, column(s, side, members, march.bonus_of(s, unit, path)), unit, tuple(s.spent[u] for u in members)
    )


@clause("TIG-MOV-18", "TIG-KGP-1", "TIG-KGP-9")
def _joiners(s: TigersState, f: Step, actions: list[int]) -> None:
    """Who may join the unit in hand before its first step, or be attached to KG Peiper before it does anything."""
    side, unit, units, _path = f
    rules = s.rules
    peiper = rules.peiper
    if unit == peiper:
        if not s.status[peiper] & (MOVED | ATTACKED):
            for u in bits_of(rules.attachable & ~units):
                if s.pos[u] == s.pos[unit] and takeable(s, u):
                    actions.append(ATTACH | u << A_SHIFT)
        return
    low, high = rules.forces.ranges[side]
    for u in at(s.pos, s.pos[unit], low, high):
        if u != peiper and not units >> u & 1 and takeable(s, u):
            actions.append(JOIN | u << A_SHIFT)


def apply_step(s: TigersState, f: Step, action: int) -> None:
    """A step, a unit that joins or drops off, the end of the move, or the way off the map."""
    verb = action & VERB
    if verb == MOVE:
        _apply_move(s, f, action)
        return
    side, _unit, units, path = f
    if verb == STOP:
        _end_of_move(s, side, units, path)
    elif verb == EXIT:
        if not march.needs_breakdown_die(s, units, action):
            s.frame = s.stack.pop()
            s.closed = 0
            march.leave(s, units, action >> B_SHIFT)
    else:
        _regroup(s, f, verb, action >> A_SHIFT)


@clause("TIG-MOV-18", "TIG-KGP-9")
def _regroup(s: TigersState, f: Step, verb: int, other: int) -> None:
    """A unit joins the stack, is attached to KG Peiper, or drops off."""
    side, unit, units, path = f
    if verb == DETACH:
        march.detach(s, other)
        s.frame = Step((side, unit, units & ~(1 << other), path))
        return
    s.marks[other] |= PICKED | ATTACHED if verb == ATTACH else PICKED
    units |= 1 << other
    tigers = bits_of(units & s.rules.tiger)
    s.frame = Step((side, unit, units, ((path[0][0], s.spent[tigers[0] if tigers else unit]),)))


@clause("TIG-MOV-5", "TIG-ZOC-2", "TIG-ZOC-10", "TIG-ROAD-3")
def _apply_move(s: TigersState, f: Step, action: int) -> None:
    """The unit or stack pays and enters; it goes on unless a zone or an empty purse stops it."""
    side, unit, units, path = f
    rules = s.rules
    b = action >> B_SHIFT & FIELD
    rate = action >> C_SHIFT
    a = s.pos[unit]
    hexside, river, bridged, unbridged = rules.hops[rules.way[unit]][a][b]
    if units != rules.unit_bit[unit] or unit == rules.peiper:
        if not march.needs_breakdown_die(s, units, action) and not march.needs_bridge_die(s, side, a, b, rate):
            _column_moves(s, f, b, rate)
        return
    if river and march.needs_bridge_die(s, side, a, b, rate):
        return
    bit = rules.board.bit[b]
    if side == GERMAN and bit & rules.dump_hexes and march.finds_dump(s, side, b):
        return  # the same question again: nothing was spent
    cost, whole = bridged, False
    if rate:
        cost = 1 if rate == ROAD_RATE else unbridged
    elif river and not hexside & s.bridges:
        cost, whole = unbridged, whole_move(s, side, a, b)
    if bit & s.full[side]:
        cost += 2
    spent = s.spent[unit] + cost
    s.spent[unit] = spent
    if rate == ROAD_RATE:
        s.road_users |= 1 << unit & rules.road_divisions
    march.walk(s, side, unit, b, rate == ROAD_RATE)
    if s.log is not None:
        s.note("step", "TIG-MOV-2", unit=unit, hex=b, mf=cost)
    path = (*path, (b, spent))
    near = rules.board.ring_of[b] & s.divisions[1 - side]
    most = rules.points[rules.phase[s.step] | s.short][unit] + BONUS
    if whole or spent >= most or (near and bit & division_zone(s, 1 - side)):
        _end_of_move(s, side, units, path)
    else:
        s.frame = Step((side, unit, units, path))


@clause("TIG-MOV-13", "TIG-MOV-18")
def _column_moves(s: TigersState, f: Step, b: int, rate: int) -> None:
    """A stack, or KG Peiper, makes its step."""
    side, unit, units, path = f
    if march.finds_dump(s, side, b):
        return
    bonus = march.bonus_of(s, unit, path)
    whole = whole_move(s, side, s.pos[unit], b)
    units = march.make_step(s, side, units, b, rate)
    tigers = bits_of(units & s.rules.tiger)
    path = (*path, (b, s.spent[tigers[0] if tigers else unit]))
    used_up = any(s.spent[u] >= omf(s, u) + bonus for u in bits_of(units))
    if used_up or whole or s.rules.board.bit[b] & division_zone(s, 1 - side):
        _end_of_move(s, side, units, path)
    else:
        s.frame = Step((side, unit, units, path))


# --- the end of a move ------------------------------------------------------------------------------------------------
@clause("TIG-ROAD-4", "TIG-ZOC-10", "TIG-TGR-3")
def _end_of_move(s: TigersState, side: int, units: int, path: march.Path) -> None:
    """The mover stops: road mode Disrupts, and Tigers roll for a breakdown. Then the next unit."""
    s.closed = 0
    if units & units - 1:
        for u in bits_of(units):
            march.weary(s, u)
    else:
        u = units.bit_length() - 1
        if s.status[u] & ROAD:
            march.weary(s, u)
    if units & s.rules.tiger:
        waiting = march.tigers_to_roll(s, units, path)
        if waiting:
            first, *rest = bits_of(waiting)
            s.frame = BreakdownDie((CHANCE, first, sum(1 << u for u in rest), path, 0))
            return
    s.frame = s.stack.pop()


@clause("TIG-TGR-3", "TIG-TGR-5", "TIG-TGR-6", "TIG-GEN-2")
def apply_breakdown_die(s: TigersState, f: BreakdownDie, action: int) -> None:
    """How far the Tigers come: at the end of their move, or with KG Peiper before it begins."""
    s.rolls += 1
    _side, unit, rest, path, then = f
    die = s.rules.read[action >> A_SHIFT]
    if then:
        s.peiper_die = die
        s.note("peiper.die", "TIG-TGR-5", unit=unit, die=die)
        s.frame = s.stack.pop()
        s.apply(then)
        return
    march.broken_down(s, unit, path, die)
    if rest:
        first, *others = bits_of(rest)
        s.frame = BreakdownDie((CHANCE, first, sum(1 << u for u in others), path, 0))
        return
    s.frame = s.stack.pop()


# --- enemy bridges ----------------------------------------------------------------------------------------------------
@clause("TIG-BRG-17", "TIG-GEN-3")
def _holds_on(s: TigersState, side: int) -> int:
    """An enemy bridge is not blown on a die of 1 to this."""
    rules = s.rules
    by_turn = rules.german_crossing
    return by_turn[min(s.turn, len(by_turn)) - 1] if side == GERMAN else rules.allied_crossing


@clause("TIG-BRG-17", "TIG-BRG-19", "TIG-GEN-2")
def apply_bridge_die(s: TigersState, f: BridgeDie, action: int) -> None:
    """The bridge holds, changes hands and is crossed; or it is blown and the mover is where it was, with its points."""
    s.rolls += 1
    _side, b, rate = f
    below = s.frame = s.stack.pop()
    side, unit = below[0], below[1] if isinstance(below, Step) else s.rules.peiper
    hexside = s.rules.board.side(s.pos[unit], b)
    if s.rules.read[action >> A_SHIFT] <= _holds_on(s, side):
        capture_bridge(s, hexside, side)
        s.apply(MOVE | unit << A_SHIFT | b << B_SHIFT | rate << C_SHIFT)
    else:
        destroy_bridge(s, hexside, "TIG-BRG-17")
        s.closed |= hexside


# --- what a step would mean -------------------------------------------------------------------------------------------
@clause("TIG-MOV-3", "TIG-MOV-12", "TIG-BRG-17")
def preview_step(s: TigersState, f: Frame, action: int) -> dict[str, Any]:
    """What a step costs the leader and why, what it has left, and the chance that an enemy bridge holds."""
    verb = action & VERB
    if verb not in (MOVE, EXIT):
        return {}
    side = f[0]
    unit = action >> A_SHIFT & FIELD
    bonus = march.bonus_of(s, unit, f[3]) if isinstance(f, Step) else 0
    found: dict[str, Any] = {}
    if verb == EXIT:
        rows = [Note("TIG-VIC-7", 1 if action >> B_SHIFT == ROAD_RATE else 2)]
    else:
        a, b, rate = s.pos[unit], action >> B_SHIFT & FIELD, action >> C_SHIFT
        rows = list(step_rows(s, unit, a, b, rate))
        if is_full(s, side, b):
            rows.append(Note("TIG-MOV-12", 2))
        hexside = s.rules.board.side(a, b)
        if rate != FORD and enemy_bridge(s, side, a, hexside):
            found["holds"] = str(Fraction(_holds_on(s, side), 6))
    if any(row.amount is None for row in rows):
        return {}
    cost = sum(row.amount for row in rows)
    left = omf(s, unit) + bonus - s.spent[unit] - cost
    points = HALVES.dump
    return {
        "cost": points(s.rules, cost),
        "rows": {row.clause: points(s.rules, row.amount) for row in rows},
        "left": points(s.rules, left),
        **found,
    }
