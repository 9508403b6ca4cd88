"""Who may attack, and who must (chapter 9): duties A and B, the way out of duty A, and what may be called off."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.play.defence import defence_from
from echelon.systems.tigers.play.roster import having, lacking
from echelon.systems.tigers.play.zones import grip
from echelon.systems.tigers.state import (
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    DONE,
    FOUGHT,
    FRESH,
    IDLE,
    MOVED,
    OFF,
    OPEN,
    ROAD,
    SHIFTED,
    TigersState,
)  # fmt: skip

__all__ = [
    "able", "can_attack", "chain", "crosses_river", "division_hexes", "duties_met", "duty_units", "fit", "group_of",
    "is_let_off", "lowest", "may_join", "must_hexes", "owed_hexes", "peiper_may_attack", "ready_hexes", "required", "strike",
    "touch_dry", "waived",
]  # fmt: skip

Row3 = tuple[int, int, int]
_FIT, _MOVED_NOW = lacking(DISRUPTED | IDLE), having(FRESH)


def lowest(s: TigersState, hexes: int) -> int:
    """The lowest-numbered hex of a set (the order of the bits is another one)."""
    return min(s.rules.board.members(hexes))


# --- who may attack -----------------------------------------------------------------------------------------------------
@clause("TIG-KGP-1", "TIG-KGP-8", "TIG-KGP-10", "TIG-SSR-2", "TIG-SSR-4")
def peiper_may_attack(s: TigersState) -> bool:
    """Has Kampfgruppe Peiper an attack left? Two a turn; from Ruthlessness on more, a whole OMF after each, until one fails."""
    if s.peiper_attacks < 2:
        return True
    return bool(s.ruthless and s.peiper_since >= 2 and not s.peiper_worse)


@clause("TIG-ATK-5", "TIG-MOV-4", "TIG-MOV-5", "TIG-ROAD-7", "TIG-SEQ-2", "TIG-SEQ-5", "TIG-KGP-8", "TIG-KGP-12", "TIG-DIS-1")
def fit(s: TigersState, unit: int) -> bool:
    """May the unit attack at all in this phase, whether or not it is in a battle? It must be on the map and no vdH.

    Units attached to Peiper fight when it does: what is asked of them is asked of it.
    """
    rules = s.rules
    status = s.status[unit]
    if status & (DISRUPTED | IDLE):
        return False
    peiper = rules.peiper
    if s.marks[unit] & ATTACHED:
        return fit(s, peiper)
    if unit == peiper:
        if s.marks[unit] & DONE or not peiper_may_attack(s):
            return False
    elif status & ATTACKED or (status & MOVED and rules.blitz[s.step] and not s.marks[unit] & FRESH):
        return False
    if not status & (MOVED | ATTACKED):
        return True
    return not status & ROAD and s.spent[unit] <= omf(s, unit)


@clause("TIG-ATK-4", "TIG-ATK-5")
def able(s: TigersState, unit: int) -> bool:
    """May the unit join a battle now?"""
    if s.pos[unit] >= s.rules.gone or unit == s.rules.vdh or not fit(s, unit):
        return False
    return not any(row[1] >> unit & 1 for row in s.battles)


@clause("TIG-ATK-5", "TIG-BRG-14", "TIG-MOV-14", "TIG-MOV-15")
def strike(s: TigersState, unit: int, spent: int = -1) -> int:
    """The hexes a unit could attack from where it stands, having spent so much (or what it has)."""
    rules = s.rules
    h = s.pos[unit]
    if rules.foot >> unit & 1:
        return rules.board.ring_of[h]
    ground = rules.approaches
    reach = ground.dry[h]
    wet = ground.wet[h]
    if wet:
        if s.marks[unit] & ATTACHED:
            unit = rules.peiper
        if (s.spent[unit] if spent < 0 else spent) + 2 <= omf(s, unit):
            for bit, side in wet:
                if side & s.bridges:
                    reach |= bit
    return reach


def can_attack(s: TigersState, unit: int, h: int) -> bool:
    """Could the unit attack this hex from where it stands, as far as hexsides and movement factors go?"""
    return bool(strike(s, unit) & s.rules.board.bit[h])


def crosses_river(s: TigersState, unit: int, hexes: int) -> bool:
    """Is one of the hexes across a river, bridged or not?"""
    return bool(hexes & s.rules.board.ring_of[s.pos[unit]] & ~s.rules.approaches.dry[s.pos[unit]])


# --- who must -----------------------------------------------------------------------------------------------------------
def ready_hexes(s: TigersState, side: int) -> int:
    """The hexes with an UnDisrupted division of a side."""
    return grip(s, side)[2]


def touch_dry(s: TigersState, h: int) -> int:
    """The neighbours of a hex that no unbridged river separates from it."""
    ground = s.rules.approaches
    reach = ground.dry[h]
    for bit, side in ground.wet[h]:
        if side & s.bridges:
            reach |= bit
    return reach


@clause("TIG-ATK-2", "TIG-ATK-7")
def owed_hexes(s: TigersState, unit: int) -> int:
    """The adjacent hexes with an UnDisrupted enemy division, unbridged rivers not counted: duty A, if the unit moved there."""
    return touch_dry(s, s.pos[unit]) & ready_hexes(s, 1 - s.rules.forces.side_of[unit])


@clause("TIG-ATK-9")
def division_hexes(s: TigersState, unit: int) -> int:
    """All hexes with an UnDisrupted enemy division that the unit can attack, owed or not."""
    return strike(s, unit) & ready_hexes(s, 1 - s.rules.forces.side_of[unit])


@clause("TIG-ATK-1", "TIG-ATK-8")
def must_hexes(s: TigersState, unit: int) -> int:
    """The neighbours whose UnDisrupted divisions duty B brings into the phase if this unit attacks: to mechanized units those
    across an unbridged river do not count."""
    h = s.pos[unit]
    return s.rules.board.ring_of[h] if s.rules.foot >> unit & 1 else touch_dry(s, h)


@clause("TIG-ATK-8")
def waived(s: TigersState, attackers: int, d_hex: int) -> bool:
    """Is duty B waived for the division in this hex: touched only by mechanized attackers across unbridged hexsides?"""
    bit, gone = s.rules.board.bit[d_hex], s.rules.gone
    return not any(s.pos[u] < gone and must_hexes(s, u) & bit for u in bits_of(attackers))


@clause("TIG-ATK-2", "TIG-ATK-6", "TIG-ATK-13", "TIG-ATK-15")
def duty_units(s: TigersState, side: int, ready: int) -> list[tuple[int, int]]:
    """The units with duty A, each with the hexes it owes."""
    pos, around = s.pos, s.rules.approaches.around
    roster = s.rules.rosters[side]
    fresh = roster.where(s, _FIT, _MOVED_NOW) & roster.strong
    if not fresh:
        return []
    found = []
    for u in roster.members(fresh):
        if around[pos[u]] & ready:
            owed = touch_dry(s, pos[u]) & ready
            if owed:
                found.append((u, owed))
    return found


@clause("TIG-ATK-9", "TIG-ATK-14")
def group_of(s: TigersState, unit: int, ready: int) -> tuple[list[int], int]:
    """The unit with the units of its hex, in a battle or not, that can attack exactly the same hexes with UnDisrupted
    divisions; and those hexes."""
    rules, h = s.rules, s.pos[unit]
    low, high = rules.forces.ranges[rules.forces.side_of[unit]]
    find = s.pos.find
    hexes = strike(s, unit, unpaid(s, unit)) & ready
    group = []
    u = find(h, low, high)
    while u >= 0:
        if u == unit or (u != rules.vdh and fit(s, u) and strike(s, u, unpaid(s, u)) & ready == hexes):
            group.append(u)
        u = find(h, u + 1, high)
    return group, hexes


def unpaid(s: TigersState, unit: int) -> int:
    """What the unit (Peiper, if it is attached to it) has spent, without the price of the battle it is in."""
    if s.marks[unit] & ATTACHED:
        unit = s.rules.peiper
    spent = s.spent[unit]
    for hexes, units, state in s.battles:
        if state == OPEN and units >> unit & 1 and s.rules.mechanized >> unit & 1 and crosses_river(s, unit, hexes):
            return spent - 2
    return spent


@clause("TIG-ATK-9")
def is_let_off(s: TigersState, unit: int, ready: int) -> bool:
    """Would the unit and its like in the hex be below 1:5 against all the divisions they can attack, taken at once?"""
    rules = s.rules
    group, hexes = group_of(s, unit, ready)
    strength = sum(rules.factor[u] for u in group)
    side, origin = 1 - rules.forces.side_of[unit], rules.board.bit[s.pos[unit]]
    a, d = rules.approaches.ratios[0]
    against = 0
    for h in rules.board.members(hexes):
        against += defence_from(s, side, h, origin)
    return a * against > strength * d


@clause("TIG-ATK-9", "TIG-ATK-18")
def may_join(s: TigersState, unit: int, row: Row3, attacked: int, ready: int) -> bool:
    """Could an idle unit be added to this battle with every duty met: its own, A and B, since the others stand as they are?"""
    if s.marks[unit] & ATTACHED or not row[0] & ready or must_hexes(s, unit) & ready & ~attacked:
        return False
    reach = strike(s, unit)
    return row[0] & reach == row[0]


@clause("TIG-ATK-6", "TIG-ATK-8", "TIG-ATK-9")
def duties_met(s: TigersState, side: int, ready: int) -> bool:
    """Can the allocation be confirmed as it stands?"""
    attacked = taken = 0
    for hexes, units, _state in s.battles:
        attacked |= hexes
        taken |= units
    for u, owed in duty_units(s, side, ready):
        if taken >> u & 1:
            if owed & ~attacked or not next(row[0] for row in s.battles if row[1] >> u & 1) & ready:
                return False
        elif not is_let_off(s, u, ready) or any(may_join(s, u, row, attacked, ready) for row in s.battles):
            return False
    open_ = ready & ~attacked
    return not open_ or not any(must_hexes(s, u) & open_ for u in bits_of(taken))


# --- calling off --------------------------------------------------------------------------------------------------------
def _still_ready(s: TigersState, divisions: int) -> int:
    """The hexes where these divisions stand, as far as they are on the map and UnDisrupted."""
    pos, status, bit, gone = s.pos, s.status, s.rules.board.bit, s.rules.gone
    found = 0
    while divisions:
        d = divisions.bit_length() - 1
        divisions ^= 1 << d
        if pos[d] < gone and not status[d] & DISRUPTED:
            found |= bit[pos[d]]
    return found


@clause("TIG-ATK-3", "TIG-ATK-7", "TIG-ATK-10", "TIG-ATK-11", "TIG-ATK-19", "TIG-KGP-6")
def required(s: TigersState, battle: Row3) -> bool:
    """Does a duty forbid calling this battle off: an attack made already (B), or a unit that moved next to a division (A)?"""
    hexes, units, _state = battle
    if s.touched:
        fought = 0  # what has been attacked in this phase already, by Peiper perhaps, owes nothing more to duty B
        for there, _units, state in s.battles:
            if state == FOUGHT:
                fought |= there
        if _still_ready(s, s.touched) & hexes & ~fought:
            return True
    if not s.duty or not units:
        return False
    rules = s.rules
    side = rules.forces.side_of[bits_of(units)[0]]
    duty = _still_ready(s, s.duty)
    ready = ready_hexes(s, 1 - side)
    for u, _owed in duty_units(s, side, ready):
        if s.status[u] & SHIFTED:
            continue  # Peiper: what it owed lay where its move had ended, and an advance makes no duty
        owed = touch_dry(s, s.pos[u]) & duty
        if owed & hexes or (owed and units >> u & 1 and hexes & ready & rules.board.ring_of[s.pos[u]]):
            return True
    return False


@clause("TIG-ATK-17", "TIG-ATK-10", "TIG-ATK-16")
def chain(s: TigersState, index: int) -> set[int]:
    """The battles that are called off with this one: not yet fought, and touching a division that nobody attacks any more.

    What a void battle was to attack is owed by nobody (TIG-ATK-16): only what is called off now can leave a duty behind.
    """
    off = {index}
    if not any(row[2] == OPEN and i != index for i, row in enumerate(s.battles)):
        return off
    ready = _still_ready(s, s.ready)
    while True:
        attacked = dropped = 0
        for i, (hexes, _units, state) in enumerate(s.battles):
            if i in off:
                dropped |= hexes
            elif state != OFF:
                attacked |= hexes
        loose = ready & dropped & ~attacked
        standing = [i for i, row in enumerate(s.battles) if row[2] == OPEN and i not in off]
        if not loose or not standing:
            return off
        more = set(_left_behind(s, standing, loose))
        if not more:
            return off
        off |= more


@clause("TIG-ATK-17", "TIG-ATK-8")
def _left_behind(s: TigersState, standing: list[int], loose: int) -> list[int]:
    """The battles of these whose attackers touch one of the divisions in `loose` hexes, as far as duty B is not waived."""
    ring, gone = s.rules.board.ring_of, s.rules.gone
    attackers = {i: [u for u in bits_of(s.battles[i][1]) if s.pos[u] < gone and not s.status[u] & DISRUPTED] for i in standing}
    owed = 0
    for units in attackers.values():
        for u in units:
            owed |= must_hexes(s, u) & loose
    return [i for i, units in attackers.items() if any(ring[s.pos[u]] & owed for u in units)]
