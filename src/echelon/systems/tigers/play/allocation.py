"""Attack allocation (chapter 9): which battles are fought, by whom; the standard allocation; confirmation."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.tigers.frames import VERBS, Allocate, Battle
from echelon.systems.tigers.play.defence import defence_from, dump_counts
from echelon.systems.tigers.play.duties import (
    crosses_river,
    duties_met,
    duty_units,
    fit,
    group_of,
    is_let_off,
    lowest,
    may_join,
    ready_hexes,
    strike,
)  # fmt: skip
from echelon.systems.tigers.play.odds import allowed
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    GERMAN,
    IDLE,
    MOVED,
    OPEN,
    PICKED,
    TigersState,
)  # fmt: skip

__all__ = [
    "apply_allocate", "apply_battle", "attack_targets", "brought_by", "legal_allocate", "legal_battle", "open_allocation",
    "standard_after", "strikers",
]  # fmt: skip

ATTACH, ATTACK, ALSO, WITH, SET, STANDARD, CONFIRM = (
    VERBS.code(v) for v in ("attach", "attack", "also", "with", "set", "standard", "confirm")
)
_FIT, _UPRIGHT = lacking(DISRUPTED | IDLE), lacking(DISRUPTED)
Striker = tuple[int, int, int, int]  # unit, the bit of its hex, its factor, the targets it can attack
Row3 = tuple[int, int, int]


@clause("TIG-SEQ-14", "TIG-ATK-15")
def open_allocation(s: TigersState, side: int) -> None:
    """Begin the allocation: who owes an attack he cannot make stands idle; ask if there is something to decide."""
    s.battles = ()
    s.duty = s.ready = s.touched = 0
    ready = ready_hexes(s, 1 - side)
    owing = duty_units(s, side, ready)
    for u, owed in owing:
        if not fit(s, u) or owed & ~strike(s, u):
            s.status[u] |= IDLE
            s.note("idle", "TIG-ATK-15", unit=u)
    if any(not s.status[u] & IDLE for u, _owed in owing) or _attacks(s, side):
        s.frame = Allocate((side,))
    else:
        _settle(s, side)


# --- who can attack what ------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-FUEL-8", "TIG-VDH-5")
def attack_targets(s: TigersState, side: int) -> int:
    """The hexes a side can name: those with an enemy other than von der Heydte, or with the known Allied dump."""
    rules = s.rules
    targets = s.strong[1 - side]
    if side == ALLIED:
        h = s.pos[rules.skorzeny]
        if h < rules.gone:
            targets |= rules.board.bit[h]
    elif s.dump_known and s.dump >= 0 and dump_counts(s, s.dump):
        targets |= rules.board.bit[s.dump]
    return targets


@clause("TIG-ATK-4", "TIG-ATK-5")
def strikers(s: TigersState, side: int, targets: int, units: list[int] | None = None) -> list[Striker]:
    """The units (of these, or of all) in no battle that can attack some of the targets, in the order of the unit tables."""
    rules, pos, status = s.rules, s.pos, s.status
    ground, bit, factor = rules.approaches, rules.board.bit, rules.factor
    around, wet, foot, plain = ground.around, ground.wet, ground.foot, ground.plain
    taken = 0
    for row in s.battles:
        taken |= row[1]
    found = []
    roster = rules.rosters[side]
    for u in roster.members(roster.where(s, _FIT)) if units is None else units:
        h = pos[u]
        reach = around[h] & targets
        if not reach:
            continue
        now = status[u]
        if now & (DISRUPTED | IDLE) or taken >> u & 1:
            continue
        if (now & (MOVED | ATTACKED) or not plain[u]) and (u == rules.vdh or not fit(s, u)):
            continue
        if not foot[u] and wet[h]:
            reach = strike(s, u) & targets
            if not reach:
                continue
        found.append((u, bit[h], factor[u], reach))
    return found


def _free_targets(s: TigersState, side: int) -> int:
    targets = attack_targets(s, side)
    for row in s.battles:
        targets &= ~row[0]
    return targets


@clause("TIG-ATK-4", "TIG-CRT-2")
def _attacks(s: TigersState, side: int) -> list[int]:
    """The hexes that all who can attack them would attack at 1:5 or better."""
    targets = _free_targets(s, side)
    able = strikers(s, side, targets)
    reach = sure = 0
    for _u, _at, strength, hexes in able:
        reach |= hexes
        if strength > 1:
            sure |= hexes
    if not reach:
        return []
    rules = s.rules
    bits, find, light = rules.board.bit, s.pos.find, rules.approaches.light
    low, high = rules.forces.ranges[1 - side]
    found = []
    for h in rules.board.members(reach):
        if bits[h] & sure:
            u = find(h, low, high)
            if u < 0 or (light >> u & 1 and find(h, u + 1, high) < 0):  # the dump, or one unit for which factor 2 is enough
                found.append(h)
                continue
        if _enough(s, side, able, bits[h], 0):
            found.append(h)
    return found


@clause("TIG-CRT-2", "TIG-CRT-3")
def _enough(s: TigersState, side: int, able: list[Striker], hexes: int, also: int) -> bool:
    """Do those who can attack all these hexes reach 1:5 together?"""
    rules = s.rules
    hexes |= also
    strength = origin = 0
    for _u, at, factor, reach in able:
        if reach & hexes == hexes:
            strength += factor
            origin |= at
    if not strength:
        return False
    against = 0
    for h in rules.board.members(hexes):
        against += defence_from(s, 1 - side, h, origin)
    a, d = rules.approaches.ratios[0]
    return a * against <= strength * d


# --- attack.allocate ----------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-ATK-6", "TIG-ATK-8", "TIG-ATK-14", "TIG-ATK-18")
def legal_allocate(s: TigersState, f: Allocate) -> list[int]:
    """Name a hex, attach a unit to Peiper, and confirm, or have the standard allocation while a duty is unmet."""
    side = f[0]
    actions = [ATTACK | h << A_SHIFT for h in _attacks(s, side)]
    if side == GERMAN:
        actions += [ATTACH | u << A_SHIFT for u in _attachable(s)]
    actions.append(CONFIRM if duties_met(s, side, ready_hexes(s, 1 - side)) else STANDARD)
    return actions


@clause("TIG-KGP-9", "TIG-KGP-1")
def _attachable(s: TigersState) -> list[int]:
    """Who can be attached to Peiper now: in its hex, untouched, while it has neither moved nor attacked nor joined a battle."""
    rules, status, marks = s.rules, s.status, s.marks
    peiper = rules.peiper
    h = s.pos[peiper]
    if h >= rules.gone or status[peiper] & (DISRUPTED | MOVED | ATTACKED):
        return []
    bar = DISRUPTED | MOVED | ATTACKED if rules.blitz[s.step] else DISRUPTED
    near = [
        u
        for u in (rules.tigers_501, rules.skorzeny)
        if s.pos[u] == h and not status[u] & bar and not marks[u] & (PICKED | ATTACHED)
    ]
    if near and s.battles:
        taken = 0
        for row in s.battles:
            taken |= row[1]
        if taken >> peiper & 1:
            return []
        near = [u for u in near if not taken >> u & 1]
    return near


def apply_allocate(s: TigersState, f: Allocate, action: int) -> None:
    """A battle is begun, a unit attached, or the allocation is final."""
    verb = action & VERB
    if verb == ATTACK:
        s.stack.append(f)
        s.frame = Battle((f[0], s.rules.board.bit[action >> A_SHIFT], 0))
    elif verb == ATTACH:
        unit = action >> A_SHIFT
        s.marks[unit] |= ATTACHED | PICKED
        s.note("attached", "TIG-KGP-9", unit=unit)
    elif verb == STANDARD:
        _charge(s, s.battles, -2)
        s.battles = ()
        s.battles = _standard(s, f[0])
        _charge(s, s.battles, 2)
        s.note("standard", "TIG-ATK-14", side=f[0])
        _settle(s, f[0])
        s.close()
    else:
        _settle(s, f[0])
        s.close()


@clause("TIG-MOV-14", "TIG-MOV-15")
def _charge(s: TigersState, battles: tuple[Row3, ...], amount: int) -> None:
    """Mechanized attackers pay for a river, once a battle; or get it back."""
    mechanized = s.rules.mechanized
    for hexes, units, _state in battles:
        for u in bits_of(units & mechanized):
            if crosses_river(s, u, hexes):
                s.spent[u] += amount


@clause("TIG-ATK-9", "TIG-ATK-10", "TIG-ATK-12", "TIG-ATK-13")
def _settle(s: TigersState, side: int) -> None:
    """The allocation is final: note which divisions are owed, and who is let off and stands idle."""
    rules, pos = s.rules, s.pos
    ready = ready_hexes(s, 1 - side)
    taken = owed = 0
    for row in s.battles:
        taken |= row[1]
    for u, hexes in duty_units(s, side, ready):
        if taken >> u & 1:
            owed |= hexes
        else:
            s.status[u] |= IDLE
            s.note("idle", "TIG-ATK-9", unit=u)
    bit, roster = rules.board.bit, rules.rosters[1 - side]
    s.ready = s.duty = 0
    for d in roster.members(roster.where(s, _UPRIGHT) & roster.divisions):
        s.ready |= 1 << d
        if bit[pos[d]] & owed:
            s.duty |= 1 << d


# --- the standard allocation --------------------------------------------------------------------------------------------
def standard_after(s: TigersState, side: int) -> tuple[Row3, ...]:
    """The standard allocation that would take the place of the battles on the list."""
    s = s.copy()
    _charge(s, s.battles, -2)
    s.battles = ()
    return _standard(s, side)


@clause("TIG-ATK-14", "TIG-ATK-18")
def _standard(s: TigersState, side: int) -> tuple[Row3, ...]:
    """The standard allocation, as battles. The list must be empty, and nothing paid for battles."""
    ready = ready_hexes(s, 1 - side)
    groups: dict[tuple[int, int], int] = {}  # the hex of a group and its targets: its units
    idle = []
    for u, _owed in duty_units(s, side, ready):
        members, hexes = ((), 0) if is_let_off(s, u, ready) else group_of(s, u, ready)
        if hexes:
            groups[s.pos[u], hexes] = sum(1 << v for v in members)
        else:  # let off, or (in a situation that play cannot reach) without the points to attack anybody
            idle.append(u)
    order = sorted(groups, key=lambda key: (key[0], groups[key] & -groups[key]))
    battles = _share_out(s, order)
    rows = [(hexes, sum(groups[key] for key in keys), OPEN) for hexes, keys in battles]
    rows.sort(key=lambda row: lowest(s, row[0]))
    return tuple(_add_idle(s, rows, idle, ready))


@clause("TIG-ATK-14")
def _share_out(s: TigersState, groups: list[tuple[int, int]]) -> list[tuple[int, list[tuple[int, int]]]]:
    """The battles of the groups: each takes its lowest hex; then the hexes left over are taken, lowest first, by the first
    group that can: added to its battle if it fights alone, else it leaves its battle for that hex."""
    bit = s.rules.board.bit
    battles: dict[int, list[tuple[int, int]]] = {}  # by the hex first named
    extra: dict[int, int] = {}
    wanted = 0
    for key in groups:
        battles.setdefault(lowest(s, key[1]), []).append(key)
        wanted |= key[1]
    at = {key: h for h, keys in battles.items() for key in keys}
    for h in sorted(s.rules.board.members(wanted)):
        if h in battles or any(more & bit[h] for more in extra.values()):
            continue
        first = next(key for key in groups if key[1] & bit[h])
        if len(battles[at[first]]) == 1:
            extra[at[first]] = extra.get(at[first], 0) | bit[h]
        else:
            battles[at[first]].remove(first)
            battles[h] = [first]
            at[first] = h
    return [(bit[h] | extra.get(h, 0), keys) for h, keys in battles.items()]


@clause("TIG-ATK-18", "TIG-ATK-9")
def _add_idle(s: TigersState, rows: list[Row3], idle: list[int], ready: int) -> list[Row3]:
    """Let-off units join the first battle with which every duty is met, in the order of the unit tables."""
    attacked = 0
    for row in rows:
        attacked |= row[0]
    for u in idle:
        for i, row in enumerate(rows):
            if may_join(s, u, row, attacked, ready):
                rows[i] = (row[0], row[1] | brought_by(s, u), OPEN)
                break
    return rows


@clause("TIG-KGP-12")
def brought_by(s: TigersState, unit: int) -> int:
    """A unit that joins a battle, with those that Kampfgruppe Peiper brings along."""
    mask = 1 << unit
    if unit == s.rules.peiper:
        for u in (s.rules.tigers_501, s.rules.skorzeny):
            if s.marks[u] & ATTACHED and s.pos[u] == s.pos[unit] and not s.status[u] & (DISRUPTED | IDLE):
                mask |= 1 << u
    return mask


# --- attack.battle ------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-ATK-5", "TIG-CRT-2")
def legal_battle(s: TigersState, f: Battle) -> list[int]:
    """Further hexes while nobody has joined; units that can attack every hex; and done, at 1:5 or better."""
    side, hexes, units = f
    rules = s.rules
    board = rules.board
    marks, find = s.marks, s.pos.find
    low, high = rules.forces.ranges[side]
    where = s.occupied[side]
    for h in board.members(hexes):
        where &= board.ring_of[h]
    near = []
    for h in board.members(where):
        u = find(h, low, high)
        while u >= 0:
            if not units >> u & 1:
                near.append(u)
            u = find(h, u + 1, high)
    near.sort()
    able = [row for row in strikers(s, side, hexes if units else _free_targets(s, side), near) if row[3] & hexes == hexes]
    actions = [WITH | row[0] << A_SHIFT for row in able if not marks[row[0]] & ATTACHED]
    if units:
        if allowed(s, hexes, units):
            actions.append(SET)
        return actions
    reach = 0
    for row in able:
        reach |= row[3]
    for h in board.members(reach & ~hexes):
        if _enough(s, side, able, hexes, board.bit[h]):
            actions.append(ALSO | h << A_SHIFT)
    return actions


def apply_battle(s: TigersState, f: Battle, action: int) -> None:
    """The battle grows, or is put on the list."""
    side, hexes, units = f
    verb = action & VERB
    if verb == WITH:
        s.frame = Battle((side, hexes, units | brought_by(s, action >> A_SHIFT)))
    elif verb == ALSO:
        s.frame = Battle((side, hexes | s.rules.board.bit[action >> A_SHIFT], units))
    else:
        row = (hexes, units, OPEN)
        s.battles = (*s.battles, row)
        _charge(s, (row,), 2)
        s.frame = s.stack.pop()
        if s.log is not None:
            targets = tuple(sorted(s.rules.board.members(hexes)))
            s.note("declared", "TIG-ATK-4", side=side, hexes=targets, units=tuple(bits_of(units)))
