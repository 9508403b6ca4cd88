"""Air operations and bridge work: what each answer and each die brings about."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.compiled import NEVER
from echelon.systems.tigers.facts.units import friends_at, units_at
from echelon.systems.tigers.frames import AirDie, Bridges, BridgeWork
from echelon.systems.tigers.law.course.happenings import attached, demolish, disrupt
from echelon.systems.tigers.law.course.moving import drop_off
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    BOMBED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    MISSIONS,
    TigersState,
)  # fmt: skip

__all__ = ["air_die", "bridge_action", "bridge_die", "committed", "next_air_die"]


@clause("TIG-AIR-3", "TIG-AIR-15", "TIG-FUEL-10")
def committed(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """A group is on its way; it has been used for this turn."""
    if verb == "pass":
        return "TIG-AIR-15"
    group = fields[0]
    want.air_used |= 1 << group
    if verb == "intercept":
        prey = fields[1]
        want.missions = tuple((*row[:4], row[4] | 1 << group) if row[0] == prey else row for row in want.missions)
        return "TIG-AIR-16"
    place, hexside = -1, 0
    if verb in ("bomb", "resupply"):
        place = fields[1]
    elif verb == "bust":
        hexside = want.rules.hexsides[fields[1]]
    else:
        place = want.dump
        if not want.dump_known:
            want.dump_known, want.searched = 1, want.rules.dump_hexes
            want.reveals += 1
    want.missions = (*want.missions, (group, MISSIONS.index(verb), place, hexside, 0))
    return "TIG-AIR-15"


def _is(want: TigersState, group: int, aircraft: str) -> bool:
    return want.rules.air[group].aircraft == aircraft


def _shot_down(want: TigersState, group: int) -> None:
    """A U.S. group is back the turn after next, an FW-190 never (TIG-AIR-17, TIG-AIR-8)."""
    back = NEVER if want.rules.air[group].side == GERMAN else want.turn + 2
    want.air_back = tuple(back if i == group else turn for i, turn in enumerate(want.air_back))


def _without(want: TigersState, group: int) -> None:
    want.missions = tuple(row for row in want.missions if row[0] != group)


@clause("TIG-AIR-2")
def air_die(want: TigersState, frame: AirDie, die: int) -> str:
    """One die of the air operations table."""
    row = want.rules.air_table[want.rules.read[die] - 1]
    if frame.prey >= 0:
        return intercepted(want, frame.group, frame.prey, row[3])
    mission = next(m for m in want.missions if m[0] == frame.group)
    act = MISSIONS[mission[1]]
    if act == "resupply":
        return resupplied(want, frame.group, mission[2], row[4])
    if act == "bomb":
        return bombed(want, frame.group, frame.unit, row)
    _without(want, frame.group)
    near = want.rules.board.side_hexes(mission[3]) if act == "bust" else (mission[2],)
    fire = {"AA": True, "AAm": _is(want, frame.group, "P-51")}.get(row[0], False)
    if row[0] == "busted" and act == "bust":
        demolish(want, mission[3])
    elif row[0] == "busted":
        want.dump_gone = 1
    elif fire and want.rules.air[frame.group].side == ALLIED and any(_anti_aircraft(want, h) for h in near):
        _shot_down(want, frame.group)
    return "TIG-AIR-4" if act == "bust" else "TIG-FUEL-5"


@clause("TIG-AIR-14")
def _anti_aircraft(want: TigersState, place: int) -> bool:
    """Does a German unit that can fire at aircraft stand there?"""
    return any(fires(want, unit) for unit in friends_at(want, GERMAN, place))


def fires(want: TigersState, unit: int) -> bool:
    """German armor, panzer grenadier and airborne divisions, and Kampfgruppe Peiper."""
    kind = want.rules.forces.units[unit]
    if kind.side != GERMAN:
        return False
    division = (kind.size or "XX") == "XX" and kind.arm in ("armor", "pg", "airborne")
    return division or unit == want.rules.peiper


@clause("TIG-AIR-8", "TIG-AIR-9", "TIG-AIR-16")
def intercepted(want: TigersState, group: int, prey: int, word: str) -> str:
    """The prey is downed or turned back, or the interceptor is lost."""
    want.missions = tuple((*m[:4], m[4] & ~(1 << group)) if m[0] == prey else m for m in want.missions)
    if word in ("downed", "intercepted"):
        _without(want, prey)
        if word == "downed":
            _shot_down(want, prey)
    elif word == "attacker" or (word == "attacker?" and not (_is(want, group, "FW-190") and _is(want, prey, "P-47"))):
        _shot_down(want, group)
    return "TIG-AIR-16"


@clause("TIG-AIR-12", "TIG-AIR-13")
def resupplied(want: TigersState, group: int, place: int, word: str) -> str:
    """Everybody in the hex is supplied; or the flak of two hexes brings the group down."""
    side = want.rules.air[group].side
    _without(want, group)
    if word == "supplied":
        for unit in friends_at(want, side, place):
            want.marks[unit] |= AIRLIFTED
    elif word == "AA?" and side == ALLIED:
        guns = [h for h, _bit, _side in want.rules.board.near[place] if _anti_aircraft(want, h)]
        if len(guns) >= 2:
            _shot_down(want, group)
    return "TIG-AIR-12"


@clause("TIG-AIR-10", "TIG-AIR-11")
def open_to_the_sky(want: TigersState, unit: int) -> bool:
    """Is the unit attacked in the second column: neither in a city, nor Entrenched, nor under trees?"""
    rules, bit = want.rules, want.rules.board.bit[want.pos[unit]]
    if bit & rules.city or want.status[unit] & ENTRENCHED:
        return False
    if bit & (rules.forest | rules.venn):
        armor = rules.forces.units[unit].arm in ("armor", "tiger")
        return armor and bool(bit & rules.roads)
    return True


@clause("TIG-AIR-4", "TIG-AIR-5", "TIG-AIR-6", "TIG-AIR-7", "TIG-AIR-18", "TIG-DIS-6", "TIG-ENT-4", "TIG-KGP-13")
def bombed(want: TigersState, group: int, unit: int, row: Sequence[str]) -> str:
    """A D disrupts in place; anti-aircraft fire may end the mission."""
    city = bool(want.rules.board.bit[want.pos[unit]] & want.rules.city)
    in_open = open_to_the_sky(want, unit)
    word = row[1] if in_open else row[2]
    american, mustang = want.rules.air[group].side == ALLIED, _is(want, group, "P-51")
    if word == "D":
        if want.status[unit] & DISRUPTED:
            want.status[unit] &= ~ENTRENCHED
        disrupt(want, unit)
        if unit == want.rules.peiper:  # nobody is attached to it any more (TIG-KGP-13)
            for other in attached(want):
                drop_off(want, other)
        if not want.rules.blitz[want.step]:
            want.status[unit] |= BOMBED
    down = {
        "AA": american and fires(want, unit),
        "AAm": american and mustang and fires(want, unit),
        "AAc": city,
        "AAmc": city and mustang,
    }.get(word, False)
    if down:
        _shot_down(want, group)
        _without(want, group)
    elif unit == bombing_order(want, group)[-1]:
        _without(want, group)
    return "TIG-AIR-5" if down else "TIG-AIR-4"


@clause("TIG-AIR-19")
def bombing_order(want: TigersState, group: int) -> list[int]:
    """The units of the bombed hex: those that can fire first, then by factor, then as the tables list them."""
    mission = next(m for m in want.missions if m[0] == group)
    enemy = 1 - want.rules.air[group].side
    units = [u for u in units_at(want, mission[2]) if want.rules.forces.side_of[u] == enemy and u != want.rules.vdh]
    return sorted(units, key=lambda u: (not fires(want, u), -want.rules.factor[u], u))


def next_air_die(want: TigersState, phasing: int, after: AirDie) -> AirDie | None:
    """Whose die comes next: interceptions of the phasing side, of the other; missions of the phasing side, of the other."""
    rules = want.rules
    for side in (phasing, 1 - phasing):
        for prey, _act, _place, _hexside, by in want.missions:
            hunters = [g for g in range(len(rules.air)) if by >> g & 1 and rules.air[g].side == side]
            if hunters:
                return AirDie((CHANCE, hunters[0], prey, -1))
    for side in (phasing, 1 - phasing):
        for group, act, _place, _hexside, _by in want.missions:
            if rules.air[group].side != side:
                continue
            if MISSIONS[act] != "bomb":
                return AirDie((CHANCE, group, -1, -1))
            order = bombing_order(want, group)
            done = after.unit if after.group == group and after.unit in order else -1
            unit = order[order.index(done) + 1] if done >= 0 else order[0]
            return AirDie((CHANCE, group, -1, unit))
    return None


# --- bridges -------------------------------------------------------------------------------------------------------------
@clause("TIG-BRG-4", "TIG-BRG-11")
def bridge_action(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """Work begins at a hexside, for the only time in this step."""
    if verb != "end":
        hexside = want.rules.hexsides[fields[0]]
        want.closed |= hexside
        want.stack = [*want.stack, want.frame]
        want.frame = BridgeWork((CHANCE, hexside, ("build", "dismantle", "blow").index(verb)))
    return "TIG-BRG-4"


@clause("TIG-BRG-3", "TIG-BRG-7", "TIG-BRG-8", "TIG-BRG-13")
def bridge_die(want: TigersState, frame: BridgeWork, die: int, sixths: int) -> str:
    """On success a bridge stands, or is taken down, or is blown up. A marker that failed comes back next turn."""
    *want.stack, want.frame = want.stack
    assert isinstance(want.frame, Bridges)
    side = want.frame.side
    hexside, act = frame.hexside, ("build", "dismantle", "blow")[frame.act]
    if act == "build":
        if side == GERMAN:
            want.german_markers -= 1
        else:
            want.us_markers -= 1
    if want.rules.read[die] > sixths:
        if act == "build":
            want.returning = (*want.returning, (want.turn + 1, side))
        return "TIG-BRG-8"
    if act == "build":
        want.bridges |= hexside
        want.engineer |= hexside
        if side == GERMAN:
            want.german_bridges |= hexside
            want.german_built |= hexside
    elif act == "dismantle":
        for name in ("bridges", "engineer", "german_bridges", "german_built"):
            setattr(want, name, getattr(want, name) & ~hexside)
        want.returning = (*want.returning, (want.turn + 1, side))
    else:
        demolish(want, hexside)
    return "TIG-BRG-4"
