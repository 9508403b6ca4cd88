"""Tactical advance (chapter 14): into vacated hexes, and past them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.losses import share
from echelon.systems.tigers.facts.units import friends_at, omf
from echelon.systems.tigers.frames import VERBS, Advance, BreakdownDie
from echelon.systems.tigers.play.aftermath import D1, D2, D3, DD, FORCED, KEPT, LEFT, PINNED, end_battle, outcome_at
from echelon.systems.tigers.play.march import leave_behind
from echelon.systems.tigers.play.places import capture_bridge, disrupt, dump_bars, enter, look_for_dump, shift
from echelon.systems.tigers.play.stacking import fits
from echelon.systems.tigers.play.zones import division_zone, reach_of
from echelon.systems.tigers.state import ATTACHED, DISRUPTED, GERMAN, LATE, TigersState

__all__ = ["allowance", "apply_advance", "begin_advance", "legal_advance", "pins"]

ADVANCE, HALT, FINISH = (VERBS.code(v) for v in ("advance", "halt", "finish"))


class Field(NamedTuple):
    """The battlefield as the advancing side finds it."""

    vacated: int  # target hexes emptied by force or left
    pinned: tuple[tuple[int, int], ...]  # (hex, defence) of target hexes whose defenders are pinned
    around: int  # where an advance past a target hex may begin
    shut: int  # hexes nobody may enter
    zone: int  # hexes where an enemy division's zone stops an advance
    ignored: int  # pinned units, whose zones do not count
    fords: int  # river hexsides without a bridge


@clause("TIG-ADV-8")
def pins(s: TigersState, side: int) -> bool:
    """Does the result pin defenders who are not made to retreat?"""
    return s.rolled in (D3, DD) or (side == GERMAN and s.turn == 1 and D1 <= s.rolled <= DD)


# --- the fates of the attacked hexes ------------------------------------------------------------------------------------
@clause("TIG-ADV-7", "TIG-ADV-8", "TIG-ADV-15", "TIG-FUEL-9")
def _settle_fates(s: TigersState, side: int) -> None:
    """Which attacked hexes are emptied by force, left by the defender's own will, pinned, or still held."""
    enemy, bit = 1 - side, s.rules.board.bit
    rows = []
    for h, defence, stand, distance, fate in s.targets:
        if bit[h] & s.strong[enemy]:
            fate = PINNED if pins(s, side) and not stand and not distance else KEPT
        elif fate == FORCED or distance > 0 or outcome_at(s.rolled, stand) >= DD:
            fate = FORCED
        else:
            fate = LEFT if any(start == h for _unit, start, _steps in s.retreats) else KEPT
        rows.append((h, defence, stand, distance, fate))
    s.targets = tuple(rows)


def begin_advance(s: TigersState, side: int) -> None:
    """The retreats are over: who advances?"""
    _settle_fates(s, side)
    _next_advance(s, side)


@clause("TIG-SEQ-14")
def _next_advance(s: TigersState, side: int) -> None:
    """Ask for the next advance if there is one, else the battle is over."""
    s.frame = frame = Advance((side, -1, ()))
    if not any(action != FINISH for action in legal_advance(s, frame)):
        end_battle(s)


def _field(s: TigersState, side: int) -> Field:
    enemy = 1 - side
    rules = s.rules
    bit, ring = rules.board.bit, rules.board.ring_of
    vacated = around = ignored = 0
    pinned = []
    for h, defence, _stand, _distance, fate in s.targets:
        if fate in (FORCED, LEFT):
            vacated |= bit[h]
            around |= ring[h]
        elif fate == PINNED:
            pinned.append((h, defence))
            around |= ring[h]
            if rules.pin_ignores_own_zoc:
                for u in friends_at(s, enemy, h):
                    ignored |= 1 << u
    bars = dump_bars(s, side)
    shut = s.strong[enemy] | (bars | vacated) ^ vacated
    return Field(vacated, tuple(pinned), around, shut, _zone(s, enemy, ignored), ignored, rules.river & ~s.bridges)


@clause("TIG-ADV-9", "TIG-ADV-10")
def _zone(s: TigersState, enemy: int, ignored: int) -> int:
    """All hexes in the zone of an enemy division that is not contained."""
    if not ignored:
        return division_zone(s, enemy)
    rules, pos = s.rules, s.pos
    zone = 0
    for u in range(*rules.forces.ranges[enemy]):
        if pos[u] < rules.gone and rules.division >> u & 1 and not ignored >> u & 1:
            zone |= reach_of(s, u)
    return zone


@clause("TIG-ADV-9", "TIG-ADV-10", "TIG-ADV-16")
def _same_division(s: TigersState, enemy: int, a: int, b: int, ignored: int) -> bool:
    """Does the zone of one enemy division that is not contained cover both hexes?"""
    rules = s.rules
    bit, ring = rules.board.bit, rules.board.ring_of
    both = bit[a] | bit[b]
    for h in rules.board.members(ring[a] & ring[b] & s.divisions[enemy]):
        for u in friends_at(s, enemy, h):
            if rules.division >> u & 1 and not ignored >> u & 1 and both & reach_of(s, u) == both:
                return True
    return False


# --- how far ------------------------------------------------------------------------------------------------------------
@clause("TIG-ADV-2", "TIG-ADV-3", "TIG-ADV-12", "TIG-ADV-13", "TIG-NRT-1", "TIG-SKZ-3")
def allowance(s: TigersState, unit: int) -> int:
    """How many hexes a unit may advance: the most that one of the hexes vacated or pinned allows."""
    reach = s.rules.reach[unit]
    most = 0
    for h, defence, stand, _distance, fate in s.targets:
        if fate in (FORCED, LEFT, PINNED):
            if not defence:  # Skorzeny alone
                hexes = 1
            elif outcome_at(s.rolled, stand) >= D2:
                hexes = reach
            else:
                hexes = max([1, *(steps for _unit, start, steps in s.retreats if start == h)])
            most = max(most, min(hexes, reach))
    return most


@clause("TIG-KGP-3", "TIG-KGP-7")
def _whole_omf(s: TigersState) -> int:
    """The whole OMF Kampfgruppe Peiper has left."""
    return max(0, omf(s, s.rules.peiper) - s.spent[s.rules.peiper]) // 2


@clause("TIG-ADV-2", "TIG-ADV-10", "TIG-ADV-11", "TIG-KGP-7", "TIG-GEN-9")
def _onward(s: TigersState, side: int, unit: int, path: tuple[int, ...], field: Field) -> list[int]:
    """The hexes into which a unit under way can go on."""
    rules = s.rules
    board, roads, fords = rules.board, rules.road & ~field.fords, field.fords
    made, here = len(path) - 1, path[-1]
    if made >= allowance(s, unit):
        return []
    if unit == rules.peiper and made > s.peiper_since // 2:  # the hex beyond its OMF is used up
        return []
    if board.bit[here] & field.zone and not board.bit[here] & field.vacated:
        return []
    for a, b in pairwise(path):
        hexside = board.side(a, b)
        if hexside & fords or (board.bit[b] & rules.forest and not hexside & roads):
            return []
    return [
        there
        for there, bit, hexside in board.near[here]
        if not bit & field.shut
        and not hexside & fords
        and (not bit & rules.forest or hexside & roads)
        and (bit & field.vacated or not _same_division(s, 1 - side, here, there, field.ignored))
    ]


# --- who ----------------------------------------------------------------------------------------------------------------
@clause("TIG-KGP-12", "TIG-ADV-6", "TIG-KGP-9")
def _group(s: TigersState, unit: int) -> int:
    """The units that advance as one: a unit alone, or Kampfgruppe Peiper with those attached to it."""
    rules, group = s.rules, 1 << unit
    if unit == rules.peiper:
        for u in bits_of(rules.attachable & s.attackers):
            if s.marks[u] & ATTACHED and s.pos[u] == s.pos[unit]:
                group |= 1 << u
    return group


@clause("TIG-ADV-4", "TIG-ADV-8", "TIG-ADV-15")
def _may_leave(s: TigersState, unit: int, field: Field) -> bool:
    """Do the pinned defenders stay contained by those who have not advanced if this unit goes?"""
    if not field.pinned:
        return True
    factor = s.rules.factor
    left = s.attackers & ~s.advanced & ~_group(s, unit)
    return share([defence for _h, defence in field.pinned], [factor[u] for u in bits_of(left)])


@clause("TIG-ADV-1", "TIG-ADV-8", "TIG-ADV-14", "TIG-KGP-12")
def _free(s: TigersState, field: Field) -> list[int]:
    """The attackers that may begin an advance."""
    return [
        u
        for u in bits_of(s.attackers & ~s.advanced)
        if not s.status[u] & DISRUPTED and not s.marks[u] & ATTACHED and _may_leave(s, u, field)
    ]


@clause("TIG-ADV-4", "TIG-ADV-7", "TIG-ADV-15", "TIG-STK-6")
def _occupied(s: TigersState, free: list[int], fates: tuple[int, ...]) -> bool:
    """Have attackers worth its defence entered every hex of these fates, or all that could go and find room?"""
    factor = s.rules.factor
    for h, defence, _stand, _distance, fate in s.targets:
        if (
            fate in fates
            and sum(factor[u] for u, place in s.occupiers if place == h) < defence
            and any(factor[u] and fits(s, u, h) for u in free)
        ):
            return False
    return True


@clause("TIG-ADV-1", "TIG-ADV-5", "TIG-ADV-7", "TIG-ADV-10", "TIG-ADV-11", "TIG-ADV-16", "TIG-GEN-9")
def legal_advance(s: TigersState, f: Advance) -> list[int]:
    """The next hexes of the unit under way, or `halt`; else the first hexes of all that may advance, and `finish` if nothing
    is owed to a vacated hex any more."""
    side, unit, path = f
    field = _field(s, side)
    if unit >= 0:
        named = unit << A_SHIFT
        return [*(ADVANCE | named | h << B_SHIFT for h in sorted(_onward(s, side, unit, path, field))), HALT | named]
    rules, pos = s.rules, s.pos
    free = _free(s, field)
    past = (field.around | field.shut) ^ field.shut if _occupied(s, free, (FORCED, LEFT)) else 0
    actions = []
    for u in free:
        here = pos[u]
        fords = 0 if rules.foot >> u & 1 else field.fords
        for there, bit, hexside in sorted(rules.board.near[here]):
            if hexside & fords:
                continue
            if bit & field.vacated or (bit & past and not _same_division(s, 1 - side, here, there, field.ignored)):
                actions.append(ADVANCE | u << A_SHIFT | there << B_SHIFT)
    if rules.occupation_optional or _occupied(s, free, (FORCED,)):
        actions.append(FINISH)
    return actions


# --- the advance --------------------------------------------------------------------------------------------------------
@clause("TIG-TGR-5", "TIG-FUEL-8", "TIG-SEQ-4")
def apply_advance(s: TigersState, f: Advance, action: int) -> None:
    """A unit enters a hex, halts, or the advance is over."""
    side, unit, path = f
    if action & VERB == FINISH:
        end_battle(s)
        return
    if action & VERB == HALT:
        _ends(s, side, unit)
        return
    rules = s.rules
    mover, there = action >> A_SHIFT & FIELD, action >> B_SHIFT
    group = _group(s, mover)
    if mover == rules.peiper and group >> rules.tigers_501 & 1 and not s.peiper_die:
        s.push(BreakdownDie((CHANCE, rules.tigers_501, 0, (), action)))
        return
    if side == GERMAN and look_for_dump(s, there):
        if unit < 0:
            _next_advance(s, side)
        elif not _onward(s, side, unit, path, _field(s, side)):
            _ends(s, side, unit)
        return
    path = (*(path or (s.pos[mover],)), there)
    if mover == rules.peiper:
        group = _pay(s, group)
    _enter(s, side, group, path[-2], there)
    s.frame = Advance((side, mover, path))
    if not _onward(s, side, mover, path, _field(s, side)):
        _ends(s, side, mover)


@clause("TIG-KGP-3", "TIG-KGP-7", "TIG-KGP-9", "TIG-TGR-5", "TIG-TGR-6")
def _pay(s: TigersState, group: int) -> int:
    """Kampfgruppe Peiper pays 1 OMF for a hex while it has one. The 501. stays behind when that passes its die."""
    rules = s.rules
    peiper, tigers = rules.peiper, rules.tigers_501
    if _whole_omf(s):
        s.spent[peiper] += 2
        s.peiper_since += 2
    if group >> tigers & 1 and min(s.spent[peiper], omf(s, peiper)) > 2 * s.peiper_die:
        group ^= 1 << tigers
        if s.advanced >> tigers & 1:
            shift(s, tigers)
        disrupt(s, tigers, "TIG-TGR-6")
    leave_behind(s, group)
    return group


@clause("TIG-ADV-1", "TIG-ADV-15", "TIG-GEN-8", "TIG-BRG-19")
def _enter(s: TigersState, side: int, group: int, here: int, there: int) -> None:
    """The units enter a hex; each counts for the first vacated hex it enters, and for no other."""
    s.advanced |= group
    target = any(row[0] == there for row in s.targets)
    for u in bits_of(group):
        enter(s, u, there)
        if target and not any(v == u for v, _h in s.occupiers):
            s.occupiers = (*s.occupiers, (u, there))
        s.note("advances", "TIG-ADV-1", unit=u, hex=there)
    capture_bridge(s, s.rules.board.side(here, there), side)


@clause("TIG-ADV-6", "TIG-KGP-4", "TIG-ADV-14")
def _ends(s: TigersState, side: int, unit: int) -> None:
    """A unit has advanced and is Disrupted; Peiper and those attached to it are so later."""
    late = unit == s.rules.peiper
    for u in bits_of(_group(s, unit) & s.advanced):
        shift(s, u)
        if late:
            s.marks[u] |= LATE
        else:
            disrupt(s, u, "TIG-ADV-6")
    _next_advance(s, side)
