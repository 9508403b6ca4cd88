"""The dice of the air operations table (TIG-AIR-2): interceptions, then missions; flak; and what a mission may come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.mechanics.chance import chance_in
from echelon.systems.tigers.facts.compiled import NEVER
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import VERBS, AirDie
from echelon.systems.tigers.play.march import detach
from echelon.systems.tigers.play.places import destroy_bridge, disrupt
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACHED,
    BOMBED,
    DISRUPTED,
    ENTRENCHED,
    GERMAN,
    MISSIONS,
    TigersState,
)

__all__ = ["apply_air_die", "bombed_units", "bombing_column", "preview_air", "resolve_air"]

BRIDGE, OPEN_GROUND, COVER, INTERCEPTION, SUPPLIES = range(5)  # columns of the table
BOMB, BUST, BURN, RESUPPLY = range(len(MISSIONS))


# --- whose die is next --------------------------------------------------------------------------------------------------
def resolve_air(s: TigersState, phasing: int) -> None:
    """Open the first die, if anybody flies."""
    found = _next_die(s, phasing)
    if found is not None:
        s.frame = found


@clause("TIG-AIR-15", "TIG-AIR-16")
def _next_die(s: TigersState, phasing: int, after: int = -1) -> AirDie | None:
    """Interceptions first, the phasing side's before the other's; then missions, the phasing side's before the other's.

    `after` is the unit the group now bombing has just rolled against.
    """
    wings = s.rules.wings
    order = (wings[phasing], wings[1 - phasing])
    for side in order:
        for group, _act, _h, _hexside, by in s.missions:
            hunters = by & side
            if hunters:
                return AirDie((CHANCE, (hunters & -hunters).bit_length() - 1, group, -1))
    for side in order:
        for mission in s.missions:
            if side >> mission[0] & 1:
                found = _mission_die(s, mission, after)
                if found is not None:
                    return found
                _end_mission(s, mission[0])
                after = -1
    return None


def _phasing(s: TigersState) -> int:
    """Whose player-turn it is."""
    return GERMAN if s.rules.sequence[s.step].name.startswith("B") else ALLIED


def _mission_die(s: TigersState, mission: tuple[int, ...], after: int) -> AirDie | None:
    """The next die of a mission: one for each unit bombed, one for anything else."""
    group, act, h = mission[:3]
    if act != BOMB:
        return AirDie((CHANCE, group, -1, -1))
    units = bombed_units(s, 1 - s.rules.air[group].side, h)
    if after >= 0:
        units = units[units.index(after) + 1 :]
    return AirDie((CHANCE, group, -1, units[0])) if units else None


@clause("TIG-AIR-1", "TIG-AIR-18", "TIG-AIR-19")
def bombed_units(s: TigersState, side: int, h: int) -> list[int]:
    """A side's units in a hex in the order they are bombed: anti-aircraft first, then by factor; never von der Heydte's."""
    rules = s.rules
    aa, factor, vdh = rules.aa, rules.factor, rules.vdh
    units = [u for u in friends_at(s, side, h) if u != vdh]
    if len(units) > 1:
        units.sort(key=lambda u: (not aa >> u & 1, -factor[u], u))
    return units


def _end_mission(s: TigersState, group: int) -> None:
    s.missions = tuple(m for m in s.missions if m[0] != group)


# --- the die ------------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-2")
def apply_air_die(s: TigersState, f: AirDie, action: int) -> None:
    """One die of the table, and on to the next."""
    s.rolls += 1
    rules = s.rules
    row = rules.air_table[rules.read[action >> A_SHIFT] - 1]
    group, after = f.group, -1
    told = len(s.log) if s.log is not None else 0
    if f.prey >= 0:
        _intercept(s, group, f.prey, row[INTERCEPTION])
    elif f.unit >= 0:
        after = f.unit
        if _bomb(s, group, after, row[bombing_column(s, after)]):
            after = -1
    else:
        _single(s, group, row)
    if s.log is not None and len(s.log) == told:
        s.note("air.missed", "TIG-AIR-2", group=rules.air[group].name)
    found = _next_die(s, _phasing(s), after)
    if found is not None:
        s.frame = found
    else:
        s.close()


@clause("TIG-AIR-5", "TIG-AIR-8", "TIG-AIR-17", "TIG-RNF-2")
def _shoot_down(s: TigersState, group: int, cited: str) -> None:
    """A group is lost: an American one until the turn after next, a German one for good. Its mission is over."""
    back = s.turn + 2 if s.rules.air[group].side == ALLIED else NEVER
    s.air_back = (*s.air_back[:group], back, *s.air_back[group + 1 :])
    _end_mission(s, group)
    s.note("air.downed", cited, group=s.rules.air[group].name)


@clause("TIG-AIR-8", "TIG-AIR-9", "TIG-AIR-16")
def _intercept(s: TigersState, group: int, prey: int, word: str) -> None:
    """An interceptor's die against its prey."""
    s.missions = tuple((*m[:4], m[4] & ~(1 << group)) if m[0] == prey else m for m in s.missions)
    if word == "downed":
        _shoot_down(s, prey, "TIG-AIR-16")
    elif word == "intercepted":
        _end_mission(s, prey)
        s.note("air.intercepted", "TIG-AIR-16", group=s.rules.air[group].name, prey=s.rules.air[prey].name)
    elif _hunter_falls(s, group, prey, word):
        _shoot_down(s, group, "TIG-AIR-8" if s.rules.air[group].side == GERMAN else "TIG-AIR-9")


@clause("TIG-AIR-8", "TIG-AIR-9")
def _hunter_falls(s: TigersState, group: int, prey: int, word: str) -> bool:
    """Is the interceptor downed? With a question mark not an FW-190 that hunts a P-47."""
    air = s.rules.air
    return word == "attacker" or (word == "attacker?" and (air[group].aircraft, air[prey].aircraft) != ("FW-190", "P-47"))


# --- bombing units ------------------------------------------------------------------------------------------------------
@clause("TIG-AIR-10", "TIG-AIR-11")
def bombing_column(s: TigersState, unit: int) -> int:
    """The column for a ground target: cover in cities, entrenchments, forest and Venn; pure armor on a road has none there."""
    rules = s.rules
    bit = rules.board.bit[s.pos[unit]]
    if bit & rules.city or s.status[unit] & ENTRENCHED:
        return COVER
    if bit & (rules.forest | rules.venn):
        return OPEN_GROUND if rules.pure >> unit & 1 and bit & rules.roads else COVER
    return OPEN_GROUND


@clause("TIG-AIR-4", "TIG-AIR-18", "TIG-ENT-4", "TIG-DIS-6")
def _bomb(s: TigersState, group: int, unit: int, word: str) -> bool:
    """A group's die against one unit; true if the group was shot down."""
    if word == "D":
        if s.status[unit] & DISRUPTED:
            s.status[unit] &= ~ENTRENCHED
        disrupt(s, unit, "TIG-AIR-4")
        _scatter(s, unit)
        if not s.rules.blitz[s.step]:
            s.status[unit] |= BOMBED
    elif _unit_fires(s, group, unit, word):
        _shoot_down(s, group, "TIG-AIR-6" if word.endswith("c") else "TIG-AIR-5")
        return True
    return False


@clause("TIG-KGP-13")
def _scatter(s: TigersState, unit: int) -> None:
    """With KG Peiper Disrupted nobody is attached to it any more."""
    if unit == s.rules.peiper:
        for u in bits_of(s.rules.attachable):
            if s.marks[u] & ATTACHED:
                detach(s, u)


@clause("TIG-AIR-5", "TIG-AIR-6", "TIG-AIR-7", "TIG-AIR-14")
def _unit_fires(s: TigersState, group: int, unit: int, word: str) -> bool:
    """Is a group that rolled this word against this unit shot down? In a city anybody does it, elsewhere German AA only."""
    if not word.startswith("AA"):
        return False
    rules = s.rules
    air = rules.air[group]
    if "m" in word and air.aircraft != "P-51":
        return False
    if word.endswith("c"):
        return bool(rules.board.bit[s.pos[unit]] & rules.city)
    return air.side == ALLIED and bool(rules.aa >> unit & 1)


# --- bridges, the dump, supplies ------------------------------------------------------------------------------------------
@clause("TIG-AIR-4", "TIG-FUEL-5", "TIG-FUEL-10", "TIG-AIR-12", "TIG-AIR-13")
def _single(s: TigersState, group: int, row: tuple[str, ...]) -> None:
    """The one die of a group against a bridge or the dump, or with supplies."""
    _g, act, h, hexside, _by = next(m for m in s.missions if m[0] == group)
    _end_mission(s, group)
    if act == RESUPPLY:
        _supplies(s, group, h, row[SUPPLIES])
        return
    word = row[BRIDGE]
    if word == "busted":
        if act == BURN:
            s.dump_gone = 1
            s.note("dump.destroyed", "TIG-FUEL-5", hex=h)
        elif s.bridges & hexside:
            destroy_bridge(s, hexside, "TIG-AIR-4")
    elif _bridge_fires(s, group, act, h, hexside, word):
        _shoot_down(s, group, "TIG-AIR-5")


@clause("TIG-AIR-5", "TIG-AIR-14", "TIG-FUEL-5")
def _bridge_fires(s: TigersState, group: int, act: int, h: int, hexside: int, word: str) -> bool:
    """Is a USAAF group shot down at a bridge (anti-aircraft in either hex next to it) or the dump (in its hex)?"""
    air = s.rules.air[group]
    if not word.startswith("AA") or air.side != ALLIED or ("m" in word and air.aircraft != "P-51"):
        return False
    hexes = (h,) if act == BURN else s.rules.board.side_hexes(hexside)
    return any(_has_aa(s, there) for there in hexes)


def _has_aa(s: TigersState, h: int) -> bool:
    aa = s.rules.aa
    return any(aa >> u & 1 for u in friends_at(s, GERMAN, h))


def _supplies(s: TigersState, group: int, h: int, word: str) -> None:
    side = s.rules.air[group].side
    if word == "supplied":
        for u in friends_at(s, side, h):
            s.marks[u] |= AIRLIFTED
        s.note("air.supplied", "TIG-AIR-12", hex=h)
    elif _ring_fires(s, group, h, word):
        _shoot_down(s, group, "TIG-AIR-12")


@clause("TIG-AIR-12", "TIG-AIR-13")
def _ring_fires(s: TigersState, group: int, h: int, word: str) -> bool:
    """Is a USAAF group with supplies shot down? Only if two hexes next to its goal hold German anti-aircraft."""
    if word != "AA?" or s.rules.air[group].side != ALLIED:
        return False
    return sum(_has_aa(s, other) for other, _bit, _side in s.rules.board.near[h]) >= 2


# --- what a mission may come to ---------------------------------------------------------------------------------------------
def preview_air(s: TigersState, f: Any, action: int) -> dict[str, Any]:
    """The chances of a mission against each of its targets, and the risk of being shot down; interceptors left out."""
    rules = s.rules
    name = VERBS.verb(action).name
    group, target = action >> A_SHIFT & FIELD, action >> B_SHIFT
    if name == "bomb":
        return _preview_bombing(s, group, target)
    column: list[str]
    if name == "intercept":
        column = [row[INTERCEPTION] for row in rules.air_table]
        return {
            "downed": str(chance_in(column, lambda w: w == "downed")),
            "stopped": str(chance_in(column, lambda w: w in ("downed", "intercepted"))),
            "lost": str(chance_in(column, lambda w: _hunter_falls(s, group, target, w))),
            "clause": "TIG-AIR-16",
        }
    if name == "resupply":
        column = [row[SUPPLIES] for row in rules.air_table]
        lost = chance_in(column, lambda w: _ring_fires(s, group, target, w))
        return {"supplied": str(chance_in(column, lambda w: w == "supplied")), "lost": str(lost), "clause": "TIG-AIR-12"}
    if name in ("bust", "burn"):
        act, hexside = (BUST, rules.hexsides[target]) if name == "bust" else (BURN, 0)
        column = [row[BRIDGE] for row in rules.air_table]
        known = act == BUST or s.dump >= 0
        lost = chance_in(column, lambda w: known and _bridge_fires(s, group, act, s.dump, hexside, w))
        cited = "TIG-AIR-4" if act == BUST else "TIG-FUEL-5"
        return {"destroyed": str(chance_in(column, lambda w: w == "busted")), "lost": str(lost), "clause": cited}
    return {}


def _preview_bombing(s: TigersState, group: int, h: int) -> dict[str, Any]:
    """By unit, the chance of a D, reckoning that the group may have been shot down before."""
    rules = s.rules
    flying, units = Fraction(1), []
    for u in bombed_units(s, 1 - rules.air[group].side, h):
        at = bombing_column(s, u)
        words = [row[at] for row in rules.air_table]
        hit, lost = chance_in(words, lambda w: w == "D"), chance_in(words, lambda w, u=u: _unit_fires(s, group, u, w))  # type: ignore[misc]
        units.append({
            "unit": rules.forces.units[u].id, "column": ("open", "cover")[at - OPEN_GROUND], "disrupted": str(flying * hit),
            "clause": "TIG-AIR-11",
        })  # fmt: skip
        flying *= 1 - lost
    return {"units": units, "lost": str(1 - flying), "clause": "TIG-AIR-16"}
