"""What an operational step brings about: counters, points, control, dice on the way, leaving the map, and the end of a move."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import omf
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE, VERBS, BreakdownDie, BridgeDie
from echelon.systems.tigers.play.loads import is_full
from echelon.systems.tigers.play.places import disrupt, leave_map, look_for_dump, put
from echelon.systems.tigers.play.steps import Column, enemy_bridge
from echelon.systems.tigers.play.supply import is_supplied
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    ENTRENCHED,
    FRESH,
    GERMAN,
    LATE,
    MOVED,
    OFF,
    ROAD,
    TigersState,
)

__all__ = [
    "VICTORY", "Path", "bonus_of", "broken_down", "detach", "exit_steps", "finds_dump", "leave", "leave_behind", "make_step",
    "needs_breakdown_die", "needs_bridge_die", "step_cost", "tigers_to_roll", "walk", "weary",
]  # fmt: skip

EXIT = VERBS.code("exit")
VICTORY = 8  # quarters of a division: two divisions (TIG-VIC-1)
Path = tuple[tuple[int, int], ...]


# --- the counters -----------------------------------------------------------------------------------------------------
@clause("TIG-GEN-8", "TIG-ENT-2", "TIG-AIR-13", "TIG-SEQ-7")
def walk(s: TigersState, side: int, unit: int, b: int, road: int) -> None:
    """A unit steps into a neighbouring hex: boards, control and flags. The enemy's zones stay what they are."""
    rules = s.rules
    pos = s.pos
    a = pos[unit]
    pos[unit] = b
    s.status[unit] = s.status[unit] & ~(ENTRENCHED | ROAD) | (MOVED | ROAD if road else MOVED)
    s.marks[unit] = s.marks[unit] & ~AIRLIFTED | FRESH
    bits = rules.board.bit
    old, new = bits[a], bits[b]
    hexes = s.occupied[side]
    stay = 0  # who stays behind
    if old & s.crowded[side]:
        low, high = rules.forces.ranges[side]
        i = pos.find(a, low, high)
        while i >= 0:
            stay |= 1 << i
            i = pos.find(a, i + 1, high)
        if not stay & stay - 1:
            s.crowded = _with(s.crowded, side, s.crowded[side] ^ old)
        if old & s.full[side] and not is_full(s, side, a):
            s.full = _with(s.full, side, s.full[side] ^ old)
    else:
        hexes ^= old
    if not hexes & new:
        hexes |= new
    else:
        if not s.crowded[side] & new:
            s.crowded = _with(s.crowded, side, s.crowded[side] | new)
        if is_full(s, side, b):
            s.full = _with(s.full, side, s.full[side] | new)
    s.occupied = (hexes, s.occupied[1]) if side == GERMAN else (s.occupied[0], hexes)
    if rules.is_strong[unit]:
        hexes = s.strong[side] | new
        if not stay & rules.strong_units:
            hexes ^= old
        if side == GERMAN:
            s.strong = (hexes, s.strong[1])
            s.german |= new
        else:
            s.strong = (s.strong[0], hexes)
            if s.german & new:
                s.german ^= new
    if rules.is_division[unit]:
        hexes = s.divisions[side] | new
        if not stay & rules.division:
            hexes ^= old
        if side == GERMAN:
            s.divisions = (hexes, s.divisions[1])
            s.zones = (None, s.zones[1])
        else:
            s.divisions = (s.divisions[0], hexes)
            s.zones = (s.zones[0], None)
    s.supply = (None, None)
    s.banks = s.gates = None
    s.entered |= new


def _with(pair: tuple[int, int], side: int, hexes: int) -> tuple[int, int]:
    """The boards of both sides, with these hexes for one of them."""
    return (hexes, pair[1]) if side == GERMAN else (pair[0], hexes)


def step_cost(s: TigersState, unit: int, a: int, b: int, rate: int, full: bool) -> int:
    """What a legal step costs a unit, in half points."""
    rules = s.rules
    hexside, river, bridged, unbridged = rules.hops[rules.way[unit]][a][b]
    if rate == ROAD_RATE:
        cost = 1
    elif river and (rate == FORD or not hexside & s.bridges):
        cost = unbridged
    else:
        cost = bridged
    return cost + 2 if full else cost


@clause("TIG-KGP-5", "TIG-KGP-8", "TIG-SEQ-7")
def bonus_of(s: TigersState, unit: int, path: Path) -> int:
    """The OMB of the mover in half points: closed to KG Peiper when it moves on in step d, having moved or attacked before.

    What it paid for an attack across a river that was never made is no move.
    """
    if unit != s.rules.peiper or not s.rules.blitz[s.step]:
        return BONUS
    if s.status[unit] & ATTACKED:
        return 0
    if s.status[unit] & MOVED and (not s.marks[unit] & FRESH or path[0][1] > _paid_for_nothing(s, unit, path[0][0])):
        return 0
    return BONUS


@clause("TIG-SEQ-7", "TIG-MOV-15")
def _paid_for_nothing(s: TigersState, unit: int, h: int) -> int:
    """What a unit that stood in a hex paid for an attack across a river that was called off or void, in half points."""
    wet = s.rules.board.ring_of[h] & ~s.rules.approaches.dry[h]
    return 2 if any(state == OFF and units >> unit & 1 and hexes & wet for hexes, units, state in s.battles) else 0


# --- dice on the way --------------------------------------------------------------------------------------------------
@clause("TIG-TGR-5")
def needs_breakdown_die(s: TigersState, units: int, action: int) -> bool:
    """Before KG Peiper's first step with the 501. attached a die tells how far that comes; the action follows."""
    tigers = s.rules.tigers_501
    if s.peiper_die or not units >> tigers & 1 or not s.marks[tigers] & ATTACHED:
        return False
    s.push(BreakdownDie((CHANCE, tigers, 0, (), action)))
    return True


@clause("TIG-BRG-17", "TIG-BRG-19")
def needs_bridge_die(s: TigersState, side: int, a: int, b: int, rate: int) -> bool:
    """Does the step lead over an enemy bridge that may be blown? Then its die comes first."""
    hexside = s.rules.hops[0][a][b][0]
    if rate == FORD or not hexside & s.bridges or not enemy_bridge(s, side, a, hexside):
        return False
    s.push(BridgeDie((CHANCE, b, rate)))
    return True


@clause("TIG-FUEL-8")
def finds_dump(s: TigersState, side: int, b: int) -> bool:
    """Does a German step end at the hidden dump? The mover then stays where it is and has spent nothing."""
    return side == GERMAN and bool(s.rules.board.bit[b] & s.rules.dump_hexes) and look_for_dump(s, b)


# --- a step of a stack, or of KG Peiper -------------------------------------------------------------------------------
@clause("TIG-MOV-13", "TIG-ROAD-3", "TIG-SSR-4", "TIG-TGR-6")
def make_step(s: TigersState, side: int, units: int, b: int, rate: int) -> int:
    """All members pay and enter; returns those that did. The 501. stays behind where its die no longer carries it."""
    rules = s.rules
    peiper = rules.peiper
    members = bits_of(units)
    a = s.pos[members[0]]
    full = bool(s.full[side] & rules.board.bit[b])
    if units >> peiper & 1:
        spent = s.spent[peiper] + step_cost(s, peiper, a, b, rate, full)
        _count_for_peiper(s, spent)
        units = _leave_tigers_behind(s, units, spent)
        leave_behind(s, units)
    for u in bits_of(units):
        cost = step_cost(s, u, a, b, rate, full)
        s.spent[u] += cost
        if rate == ROAD_RATE:
            s.road_users |= 1 << u & rules.road_divisions
        s.note("step", "TIG-MOV-2", unit=u, hex=b, mf=cost)
    for u in bits_of(units):
        walk(s, side, u, b, rate == ROAD_RATE)
    return units


@clause("TIG-KGP-2", "TIG-SSR-2")
def _count_for_peiper(s: TigersState, spent: int) -> None:
    """KG Peiper's OMF spent since its last attack."""
    points = omf(s, s.rules.peiper)
    s.peiper_since += max(0, min(spent, points) - min(s.spent[s.rules.peiper], points))


@clause("TIG-TGR-5", "TIG-TGR-6")
def _leave_tigers_behind(s: TigersState, units: int, spent: int) -> int:
    """The attached 501. falls out, Disrupted, when KG Peiper's OMF spent would pass its die."""
    tigers = s.rules.tigers_501
    if not units >> tigers & 1 or not s.marks[tigers] & ATTACHED:
        return units
    if min(spent, omf(s, s.rules.peiper)) <= 2 * s.peiper_die:
        return units
    detach(s, tigers)
    disrupt(s, tigers, "TIG-TGR-6")
    return units & ~(1 << tigers)


@clause("TIG-KGP-9", "TIG-DIS-1")
def leave_behind(s: TigersState, units: int) -> None:
    """KG Peiper goes on with these: who was attached and cannot come along, Disrupted by bombs or its die, is on its own."""
    for u in bits_of(s.rules.attachable & ~units):
        s.marks[u] &= ~(ATTACHED | LATE)


@clause("TIG-KGP-9", "TIG-KGP-4")
def detach(s: TigersState, unit: int) -> None:
    """A unit drops off from KG Peiper: it has done what Peiper has, and its Disruption is put off no longer."""
    did = s.status[s.rules.peiper] & (MOVED | ATTACKED)
    s.status[unit] |= did
    late = s.marks[unit] & LATE or s.status[unit] & ROAD
    s.marks[unit] &= ~(ATTACHED | LATE)
    s.note("detached", "TIG-KGP-9", unit=unit, hex=s.pos[unit])
    if late:
        disrupt(s, unit, "TIG-KGP-4")


# --- leaving the map --------------------------------------------------------------------------------------------------
@clause("TIG-VIC-7")
def exit_steps(s: TigersState, c: Column, leader: int, spent: tuple[int, ...]) -> list[int]:
    """The ways a German column may leave the map from where it stands."""
    rules = s.rules
    bit = rules.board.bit[s.pos[leader]]
    if c.side != GERMAN or not bit & rules.exit_hexes:
        return []
    left = min(most - points for most, points in zip(c.most, spent, strict=True))
    if left < 1 or not all(is_supplied(s, u) for u in c.units):
        return []
    base = EXIT | leader << A_SHIFT
    found = [base | NORMAL << B_SHIFT] if left >= 2 else []
    if c.road and bit & rules.roads:
        found.append(base | ROAD_RATE << B_SHIFT)
    return found


@clause("TIG-VIC-1", "TIG-VIC-2", "TIG-VIC-5", "TIG-VIC-6")
def leave(s: TigersState, units: int, rate: int) -> None:
    """The column leaves the map for good; two divisions' worth win the game at once."""
    rules = s.rules
    if units >> rules.peiper & 1:
        units = _leave_tigers_behind(s, units, s.spent[rules.peiper] + (1 if rate == ROAD_RATE else 2))
        for u in bits_of(rules.attachable & ~units):
            if s.marks[u] & ATTACHED:
                detach(s, u)
    for u in bits_of(units):
        h = s.pos[u]
        worth = 0 if rules.below >> u & 1 else 4
        if rules.sub >> u & 1 or u == rules.first_ss:
            worth = 2
        s.exits += worth if rules.board.bit[h] & rules.full_exit else worth // 2
        leave_map(s, u, rules.exited)
        s.note("exited", "TIG-VIC-7", unit=u, hex=h)
    if s.exits >= VICTORY:
        s.finish(GERMAN, "strategic", "TIG-VIC-1")


# --- the end of a move ------------------------------------------------------------------------------------------------
@clause("TIG-ROAD-4", "TIG-ROAD-6", "TIG-KGP-8")
def weary(s: TigersState, unit: int) -> None:
    """A unit that ends its movement in road mode is Disrupted. KG Peiper and those with it may move on: what counts for them is
    their last step when the German stops them."""
    goes_on = unit == s.rules.peiper or s.marks[unit] & ATTACHED
    if s.status[unit] & ROAD and s.marks[unit] & FRESH and not s.status[unit] & DISRUPTED and not goes_on:
        disrupt(s, unit, "TIG-ROAD-4")


@clause("TIG-TGR-3", "TIG-TGR-4", "TIG-TGR-6")
def tigers_to_roll(s: TigersState, units: int, path: Path) -> int:
    """The Tiger battalions, not attached, whose move was long enough to risk a breakdown."""
    found = 0
    if len(path) > 1:
        for u in bits_of(units & s.rules.tiger):
            if not s.marks[u] & ATTACHED and min(s.spent[u], omf(s, u)) > 2:
                found |= 1 << u
    return found


@clause("TIG-TGR-3", "TIG-TGR-6")
def broken_down(s: TigersState, unit: int, path: Path, die: int) -> None:
    """Lower than the OMF spent: the Tigers are back on the last hex that the die reaches, Disrupted."""
    if 2 * die >= min(s.spent[unit], omf(s, unit)):
        s.note("breakdown.none", "TIG-TGR-3", unit=unit)
        return
    ahead = s.spent[unit] - path[-1][1]  # another battalion's points may stand in the path
    back = [h for h, points in path if points + ahead <= 2 * die]
    h = back[-1] if back else path[0][0]
    if h != s.pos[unit]:
        put(s, unit, h)
    s.note("breakdown", "TIG-TGR-3", unit=unit, hex=h)
    disrupt(s, unit, "TIG-TGR-3")
