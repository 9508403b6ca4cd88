"""The start of a player-turn, and reinforcements (chapter 5)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, C_SHIFT, FIELD, VERB
from echelon.hexes.floods import flood
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import listed_turn, omf
from echelon.systems.tigers.frames import NORMAL, ROAD_RATE, VERBS, Enter
from echelon.systems.tigers.play.places import enter
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.play.steps import entry_may_end, may_use_road
from echelon.systems.tigers.play.supply import blocked_hexes
from echelon.systems.tigers.play.zones import division_zone, grip, reach_of
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACKED,
    BOMBED,
    FRESH,
    GERMAN,
    HELD,
    IDLE,
    MOVED,
    PICKED,
    ROAD,
    SHIFTED,
    SKIPPED,
    TigersState,
)  # fmt: skip

__all__ = [
    "apply_enter", "begin_player_turn", "due_units", "entry_cost", "entry_edges", "legal_enter", "near_meuse", "open_enter",
]  # fmt: skip

ENTER, HOLD, END = (VERBS.code(verb) for verb in ("enter", "hold", "end"))
EARLY = "E*"  # the calendar's mark of the two divisions of TIG-RNF-8
EDGES = {"N": "north", "W": "west", "S": "south", "NW": "british", "E": "east", EARLY: "east"}  # the calendar's letters
FULL = 2  # what a hex stacked to its limit costs more, in half points (TIG-MOV-11)
DEAREST, DEAREST_ON_FOOT = 6 + FULL, 2 + FULL
_OWN = bytes(n & ~(MOVED | ATTACKED | ROAD | SHIFTED | IDLE | BOMBED) for n in range(256))
_OTHERS = bytes(n & ~BOMBED for n in range(256))
_AIRLIFTED = bytes(n & AIRLIFTED for n in range(256))
_NOT_HELD = bytes(n & ~HELD for n in range(256))
_ANY = lacking(0)
_NOT_SKIPPED = bytes(n & ~SKIPPED for n in range(256))


@clause("TIG-SEQ-1", "TIG-SEQ-3", "TIG-SEQ-5")
def begin_player_turn(s: TigersState, side: int) -> None:
    """A side's player-turn begins: nobody of it has moved or attacked, and no battle is on the list."""
    status, marks = s.status, s.marks
    low, high = s.rules.forces.ranges[side]
    status[low:high] = status[low:high].translate(_OWN)
    marks[low:high] = marks[low:high].translate(_AIRLIFTED)
    s.spent[low:high] = bytes(high - low)
    low, high = s.rules.forces.ranges[1 - side]
    status[low:high] = status[low:high].translate(_OTHERS)
    marks[low:high] = marks[low:high].translate(_NOT_SKIPPED)
    s.placed = s.entered = s.duty = s.ready = s.touched = 0
    s.battles = ()
    if side == GERMAN:
        s.peiper_attacks = s.peiper_since = s.peiper_worse = s.peiper_die = 0
    s.note("player_turn", "TIG-SEQ-1", side=side, turn=s.turn)


# --- who is due, and where --------------------------------------------------------------------------------------------
@clause("TIG-RNF-8", "TIG-RNF-13")
def near_meuse(s: TigersState) -> bool:
    """Is a German unit of factor 1 or more next to or across the Meuse?"""
    return bool(s.strong[GERMAN] & s.rules.meuse)


@clause("TIG-RNF-3", "TIG-RNF-8", "TIG-RNF-12", "TIG-SET-6")
def due_units(s: TigersState, side: int) -> list[int]:
    """The side's units that may enter this turn by the calendar and are not held back, in the order of the unit tables."""
    rules = s.rules
    pos, marks, box = s.pos, s.marks, rules.due
    key = (s.turn << 1 | s.early) << 1 | side
    listed = rules.listed.get(key)
    if listed is None:
        units = [u for u in range(*rules.forces.ranges[side]) if rules.start[u] in EDGES]
        listed = rules.listed[key] = tuple(u for u in units if s.turn >= listed_turn(s, u))
    found = [u for u in listed if pos[u] == box and not marks[u] & HELD]
    if side == GERMAN and near_meuse(s):
        early = [u for u in rules.called_early if u not in listed and pos[u] == box and not marks[u] & HELD]
        found = sorted(found + early)
    return found


@clause("TIG-RNF-4", "TIG-RNF-5", "TIG-RNF-10", "TIG-RNF-12", "TIG-RNF-17", "TIG-RNF-19")
def entry_edges(s: TigersState, unit: int) -> int:
    """The edge hexes open to a unit by nation, calendar and control; a U.S. unit that has waited may use any of its edges."""
    rules = s.rules
    edges = rules.edges
    own = edges.get(EDGES[rules.start[unit]], 0)
    if rules.forces.side_of[unit] == GERMAN:
        return own
    if rules.us >> unit & 1 and s.turn > listed_turn(s, unit):
        own |= edges.get("north", 0) | edges.get("west", 0) | edges.get("south", 0)
    return (own | s.german) ^ s.german


@clause("TIG-RNF-6", "TIG-ZOC-14", "TIG-GEN-9", "TIG-ZOC-15")
def _closed_hexes(s: TigersState, side: int) -> int:
    """Hexes with an enemy unit, or in the zone of an enemy division or brigade without a friendly unit of factor 1 or more."""
    enemy = 1 - side
    roster = s.rules.rosters[enemy]
    zone = division_zone(s, enemy)
    for u in roster.members(roster.where(s, _ANY) & roster.subs):
        zone |= reach_of(s, u)
    return s.occupied[enemy] | (zone | s.strong[side]) ^ s.strong[side]


@clause("TIG-RNF-4", "TIG-RNF-11")
def _joined_to_west(s: TigersState) -> int:
    """The hexes that a path free of supply-blocked hexes joins to an Allied-controlled hex of the west edge."""
    board = s.rules.board
    ground = board.all & ~(blocked_hexes(s, ALLIED))
    return flood(board.lattice, s.rules.edges.get("west", 0) & ground & ~s.german, ground)


# --- what it costs ----------------------------------------------------------------------------------------------------
@clause("TIG-RNF-7", "TIG-RNF-9", "TIG-MOV-11", "TIG-MOV-12", "TIG-ROAD-6")
def entry_cost(s: TigersState, unit: int, h: int, rate: int) -> int:
    """What entering the map in a hex costs, in half points: as `facts.ground.entry_rows` has it, and more if it is full."""
    rules = s.rules
    bit = rules.board.bit[h]
    if rate == ROAD_RATE:
        cost = 1
    elif rules.mechanized >> unit & 1 and not bit & rules.roads:
        cost = 6 if bit & rules.venn else 4 if bit & rules.forest else 2
    else:
        cost = 2
    side = rules.forces.side_of[unit]
    return cost + FULL if bit & s.full[side] else cost


@clause("TIG-MOV-3", "TIG-MOV-5", "TIG-RNF-7")
def _affordable(s: TigersState, unit: int, h: int, cost: int, zone: int) -> bool:
    """Can the unit pay for its entry out of its movement? (TIG-RNF-7)"""
    own = omf(s, unit)
    if cost <= own:
        return True
    side = s.rules.forces.side_of[unit]
    return cost <= own + BONUS and not s.rules.board.bit[h] & grip(s, 1 - side)[1]


def _gates(s: TigersState, side: int) -> tuple[int, int, int, int]:
    """The side; hexes closed to its arrivals; hexes an enemy division watches; those joined to the west edge. Known until
    somebody moves."""
    known = s.gates
    if known is None or known[0] != side:
        board = s.rules.board
        watched = flood(board.lattice, s.divisions[1 - side], board.all, 1)
        known = s.gates = (side, _closed_hexes(s, side), watched, _joined_to_west(s) if side == ALLIED else 0)
    return known


@clause("TIG-RNF-6", "TIG-RNF-9", "TIG-ROAD-2", "TIG-RNF-17")
def _entries(s: TigersState, side: int, units: list[int], one: bool = False) -> list[int]:
    """Every entry that is legal, or `one` of them: unit, hex, rate."""
    actions: list[int] = []
    if not units:
        return actions
    rules = s.rules
    members, roads = rules.board.members, rules.roads
    zone = division_zone(s, 1 - side)
    _side, closed, watched, west = _gates(s, side)
    for u in units:
        hexes = entry_edges(s, u)
        if rules.us >> u & 1:
            hexes &= west
        hexes = (hexes | closed) ^ closed
        # far from enemy divisions nothing is owed, and who can pay the dearest hex can pay them all
        doubtful = hexes & watched if omf(s, u) >= (DEAREST if rules.mechanized >> u & 1 else DEAREST_ON_FOOT) else hexes
        base = ENTER | u << A_SHIFT
        actions += [base | h << B_SHIFT for h in members(hexes ^ doubtful)]
        if actions and one:
            return actions
        if doubtful:
            actions += [base | h << B_SHIFT for h in members(doubtful) if _may_enter(s, u, h, NORMAL, zone)]
        road = hexes & roads
        if road and may_use_road(s, u):
            road = (road | zone) ^ zone
            base |= ROAD_RATE << C_SHIFT
            actions += [base | h << B_SHIFT for h in members(road & ~doubtful)]
            if doubtful:
                actions += [base | h << B_SHIFT for h in members(road & doubtful) if _may_enter(s, u, h, ROAD_RATE, zone)]
        if actions and one:
            break
    return actions


@clause("TIG-MOV-16", "TIG-RNF-7", "TIG-RNF-17")
def _may_enter(s: TigersState, unit: int, h: int, rate: int, zone: int) -> bool:
    """Can the unit pay for the hex, and end its move lawfully after it?"""
    cost = entry_cost(s, unit, h, rate)
    return _affordable(s, unit, h, cost, zone) and entry_may_end(s, unit, h, cost, rate == ROAD_RATE)


# --- the question -----------------------------------------------------------------------------------------------------
@clause("TIG-RNF-3", "TIG-SEQ-14")
def open_enter(s: TigersState, side: int) -> None:
    """The side is asked if somebody can enter."""
    s.gates = None
    if _somebody_can_enter(s, side):
        s.frame = Enter((side,))


@clause("TIG-RNF-17")
def _somebody_can_enter(s: TigersState, side: int) -> bool:
    """Has a unit that is due a legal entry hex? Those that have none wait, without limit."""
    return bool(_entries(s, side, due_units(s, side), one=True))


@clause("TIG-RNF-12")
def legal_enter(s: TigersState, f: Enter) -> list[int]:
    """Every entry, every unit that is due to be held back, or the end."""
    units = due_units(s, f[0])
    actions = _entries(s, f[0], units)
    actions += [HOLD | u << A_SHIFT for u in units]
    actions.append(END)
    return actions


def apply_enter(s: TigersState, f: Enter, action: int) -> None:
    """A unit enters or is held back; the question is asked again while somebody can enter."""
    verb, side = action & VERB, f[0]
    if verb == ENTER:
        _enter(s, action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD, action >> C_SHIFT)
    elif verb == HOLD:
        unit = action >> A_SHIFT
        s.marks[unit] |= HELD
        s.note("held", "TIG-RNF-12", unit=unit)
    if verb == END or not _somebody_can_enter(s, side):
        low, high = s.rules.forces.ranges[side]
        s.marks[low:high] = s.marks[low:high].translate(_NOT_HELD)
        s.close()


@clause("TIG-RNF-3", "TIG-RNF-7", "TIG-RNF-9", "TIG-RNF-17", "TIG-ZOC-10", "TIG-ROAD-3", "TIG-ROAD-8", "TIG-SEQ-7")
def _enter(s: TigersState, unit: int, h: int, rate: int) -> None:
    """A reinforcement enters the map: it has moved, and a division's zone stops it."""
    rules = s.rules
    side = rules.forces.side_of[unit]
    cost = entry_cost(s, unit, h, rate)
    enter(s, unit, h)
    s.spent[unit] = cost
    s.status[unit] |= MOVED
    s.marks[unit] |= FRESH
    if rate == ROAD_RATE:
        s.status[unit] |= ROAD
        if side == ALLIED and rules.foot >> unit & 1:
            s.road_users |= 1 << unit
    if rules.board.bit[h] & division_zone(s, 1 - side):
        s.marks[unit] |= PICKED
    s.note("enters", "TIG-RNF-9", unit=unit, hex=h, mf=cost)
