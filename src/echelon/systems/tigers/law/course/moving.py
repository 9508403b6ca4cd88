"""Set-up, weather, arrivals and operational movement: what each answer brings about."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.systems.tigers.facts.ground import BONUS, entry_rows, step_rows, total
from echelon.systems.tigers.facts.units import omf, side_of, strong_at, units_at
from echelon.systems.tigers.frames import (
    FORD,
    ROAD_RATE,
    BreakdownDie,
    BridgeDie,
    Combine,
    DropDie,
    Peiper,
    Pick,
    Step,
    WeatherDie,
)  # fmt: skip
from echelon.systems.tigers.law.course.automatic import is_early, over
from echelon.systems.tigers.law.course.happenings import (
    attached,
    capture,
    companions,
    demolish,
    disrupt,
    eliminate,
    enter,
    found_dump,
    goes_without,
    put,
    remove,
    tire,
)  # fmt: skip
from echelon.systems.tigers.law.movement import moved_before
from echelon.systems.tigers.law.stacking import is_full
from echelon.systems.tigers.law.steps import owed_from
from echelon.systems.tigers.law.zones import in_division_zone, one_hex_only
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    DONE,
    ENTRENCHED,
    FRESH,
    GERMAN,
    HELD,
    LATE,
    MOVED,
    PICKED,
    ROAD,
    SHIFTED,
    WEATHER,
    TigersState,
)  # fmt: skip

__all__ = [
    "arrivals",
    "breakdown",
    "bridge_rolled",
    "drop_off",
    "dropped",
    "exited",
    "moved",
    "peiper_stopped",
    "reorganised",
    "set_up",
    "weather",
]


# --- set-up --------------------------------------------------------------------------------------------------------------
@clause("TIG-SET-4", "TIG-SET-5", "TIG-SET-13", "TIG-FUEL-2")
def set_up(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """Dump, German set-up, 1st Division, drop."""
    rules = want.rules
    if verb == "dump":
        want.dump = fields[0]
        if rules.open_dump:
            want.dump_known, want.searched, want.reveals = 1, rules.dump_hexes, want.reveals + 1
        return "TIG-FUEL-2"
    if verb == "mode":
        want.free = fields[0]
        return "TIG-SET-4"
    if verb == "place":
        put(want, fields[0], fields[1])
        want.placed |= 1 << fields[0]
        return "TIG-SET-5" if want.free else "TIG-SET-3"
    if verb == "done":
        want.early, want.placed = int(is_early(want)), 0
        return "TIG-SET-6"
    if verb == "relocate":
        put(want, rules.first_division, fields[0])
        want.status[rules.first_division] |= ENTRENCHED
        return "TIG-SET-4"
    if verb == "drop":
        want.frame = DropDie((CHANCE, fields[0], 0, 0))
        return "TIG-VDH-1"
    return "TIG-SET-4"


@clause("TIG-VDH-2")
def dropped(want: TigersState, frame: DropDie, die: int) -> str:
    """On target, off target by one or two hexes, or lost."""
    rules = want.rules
    read = rules.read[die]
    if frame.stage == 0 and read <= 2:
        put(want, rules.vdh, frame.hex)
    elif frame.stage == 0 and read <= 4:
        want.frame = DropDie((CHANCE, frame.hex, 1, 0))
    elif frame.stage == 0:
        eliminate(want, rules.vdh)
    elif frame.stage == 1:
        want.frame = DropDie((CHANCE, frame.hex, 2, read))
    else:
        way = ("N", "NE", "SE", "S", "SW", "NW")[frame.direction - 1]
        place: int | None = frame.hex
        for _ in range(1 if read <= 3 else 2):
            place = None if place is None else rules.board.step(place, way)
        if place is None or want.german & rules.board.bit[place]:
            eliminate(want, rules.vdh)
        else:
            put(want, rules.vdh, place)
    return "TIG-VDH-2"


# --- weather -------------------------------------------------------------------------------------------------------------
@clause("TIG-WX-1", "TIG-WX-5", "TIG-WX-6")
def weather(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """The prayer, and the die."""
    frame = want.frame
    if verb == "pray":
        prays = fields[0] == 0
        want.prayed |= prays
        want.frame = WeatherDie((CHANCE, int(prays)))
        return "TIG-WX-5"
    assert isinstance(frame, WeatherDie)
    row = max(want.rules.read[fields[0]] - frame.prayed, 1)
    want.weather = WEATHER.index(want.rules.weather_table[row - 1][0 if want.turn <= 8 else 1])
    return "TIG-WX-1"


# --- arrivals ------------------------------------------------------------------------------------------------------------
@clause("TIG-RNF-3", "TIG-RNF-7", "TIG-RNF-9", "TIG-RNF-17")
def arrivals(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """A unit enters and pays, or is held back."""
    if verb == "hold":
        want.marks[fields[0]] |= HELD
        return "TIG-RNF-12"
    if verb == "end":
        return "TIG-RNF-12"
    unit, place, rate = fields
    cost = total(entry_rows(want, unit, place, rate))
    assert cost is not None
    want.spent[unit] += cost + (2 if is_full(want, side_of(want, unit), place) else 0)
    stops = in_division_zone(want, side_of(want, unit), place)
    enter(want, unit, place)
    _stepped(want, unit, rate)
    if stops:
        want.marks[unit] |= PICKED
    return "TIG-RNF-9"


def _stepped(want: TigersState, unit: int, rate: int) -> None:
    """The marks of a unit that has taken an operational step."""
    want.status[unit] = want.status[unit] | MOVED | ROAD if rate == ROAD_RATE else (want.status[unit] | MOVED) & ~ROAD
    want.marks[unit] |= FRESH
    foot = want.rules.forces.units[unit].arm in ("infantry", "airborne")
    if rate == ROAD_RATE and foot and side_of(want, unit) == ALLIED:
        want.road_users |= 1 << unit


@clause("TIG-RNF-14", "TIG-RNF-15", "TIG-RNF-16", "TIG-RNF-18")
def reorganised(want: TigersState, verb: str, fields: Sequence[int]) -> str:
    """A division breaks down, or is made of three commands."""
    rules, frame = want.rules, want.frame
    if verb == "break":
        division = fields[0]
        commands = units_at(want, rules.pool)[:3]
        for unit in commands:
            put(want, unit, want.pos[division])
            _inherit(want, unit, [division])
        remove(want, division, rules.broken)
        want.placed |= sum(1 << unit for unit in (division, *commands))
    elif verb == "combine":
        division, place = fields
        three = [u for u in units_at(want, place) if rules.command >> u & 1 and not want.placed >> u & 1]
        if len(three) == 3:
            _combine(want, division, place, three)
        else:
            want.frame = Combine((ALLIED, division, place, 0))
    elif verb == "add":
        assert isinstance(frame, Combine)
        chosen = [*bits_of(frame.units), fields[0]]
        if len(chosen) == 3:
            _combine(want, frame.division, frame.hex, chosen)
        else:
            want.frame = Combine((ALLIED, frame.division, frame.hex, sum(1 << u for u in chosen)))
    return "TIG-RNF-14"


def _combine(want: TigersState, division: int, place: int, three: Sequence[int]) -> None:
    put(want, division, place)
    _inherit(want, division, three)
    for unit in three:
        remove(want, unit, want.rules.pool)
    want.placed |= 1 << division


def _inherit(want: TigersState, unit: int, parents: Sequence[int]) -> None:
    for parent in parents:
        want.status[unit] |= want.status[parent] & (DISRUPTED | MOVED | ATTACKED | ROAD | SHIFTED)
        want.marks[unit] |= want.marks[parent] & (FRESH | PICKED | AIRLIFTED)
        want.spent[unit] = max(want.spent[unit], want.spent[parent])


# --- movement ------------------------------------------------------------------------------------------------------------
@clause("TIG-MOV-18", "TIG-KGP-9")
def moved(want: TigersState, verb: str, fields: Sequence[int], action: int) -> str:
    """Taking, joining, attaching, stepping, leaving the map, stopping."""
    frame = want.frame
    if isinstance(frame, Pick):
        return _taken(want, frame, verb, fields)
    assert isinstance(frame, Step | Peiper)
    if verb == "join":
        want.marks[fields[0]] |= PICKED
        _regroup(want, fields[0], joins=True)
        return "TIG-MOV-18"
    if verb == "attach":
        want.marks[fields[0]] |= PICKED | ATTACHED
        _regroup(want, fields[0], joins=True)
        return "TIG-KGP-9"
    if verb == "detach":
        drop_off(want, fields[0])
        return "TIG-KGP-9"
    if verb == "exit":
        return exited(want, fields[1], action)
    if verb == "move":
        return step(want, fields[0], fields[1], fields[2], action)
    stopped(want)
    return "TIG-MOV-17"


def _taken(want: TigersState, frame: Pick, verb: str, fields: Sequence[int]) -> str:
    if verb == "take":
        unit = fields[0]
        along = companions(want) if unit == want.rules.peiper else []
        for taken in (unit, *along):
            want.marks[taken] |= PICKED
        want.stack = [*want.stack, frame]
        path = ((want.pos[unit], want.spent[unit]),)
        want.frame = Step((frame.side, unit, sum(1 << u for u in (unit, *along)), path))
    return "TIG-MOV-18"


def _runner(want: TigersState, units: Sequence[int]) -> int:
    """The half points spent by the first Tiger battalion of a stack, or by its leader."""
    tigers = sorted(u for u in units if want.rules.tiger >> u & 1)
    return want.spent[tigers[0] if tigers else units[0]]


def _movers(want: TigersState) -> list[int]:
    """Everybody who moves now, the leader first."""
    frame = want.frame
    if isinstance(frame, Step):
        return [frame.unit, *(u for u in bits_of(frame.units) if u != frame.unit)]
    return [want.rules.peiper, *companions(want)]


def _regroup(want: TigersState, unit: int, joins: bool) -> None:
    frame = want.frame
    if isinstance(frame, Step):
        units = frame.units | 1 << unit if joins else frame.units & ~(1 << unit)
        path = frame.path
        if len(path) == 1:  # nobody has moved yet: the count begins with whoever is in the stack now
            path = ((path[0][0], _runner(want, [frame.unit, *(u for u in bits_of(units) if u != frame.unit)])),)
        want.frame = Step((frame.side, frame.unit, units, path))


def drop_off(want: TigersState, unit: int) -> None:
    """An attached unit stays behind: it has done what Peiper has done, and is tired at once (TIG-KGP-9)."""
    want.status[unit] |= want.status[want.rules.peiper] & (MOVED | ATTACKED)
    tire(want, unit)
    want.marks[unit] &= ~(ATTACHED | LATE)
    _regroup(want, unit, joins=False)


@clause("TIG-TGR-5")
def waits_for_die(want: TigersState, action: int) -> bool:
    """Before Kampfgruppe Peiper's first step with the 501. a die tells how far that will come."""
    tigers = want.rules.tigers_501
    if want.peiper_die or tigers not in _movers(want):
        return False
    want.stack = [*want.stack, want.frame]
    want.frame = BreakdownDie((CHANCE, tigers, 0, (), action))
    return True


@clause("TIG-BRG-17", "TIG-FUEL-8")
def step(want: TigersState, leader: int, place: int, rate: int, action: int) -> str:
    """A step, if no die has to be rolled first and no dump is found."""
    rules, here = want.rules, want.pos[leader]
    side = side_of(want, leader)
    if leader == rules.peiper and waits_for_die(want, action):
        return "TIG-TGR-5"
    hexside = rules.board.side(here, place) & want.bridges
    theirs = bool(hexside) and bool(want.german_bridges & hexside) == (side == ALLIED)
    if theirs and rate != FORD and not strong_at(want, 1 - side, here):  # an enemy unit there defends it (TIG-BRG-19)
        want.stack = [*want.stack, want.frame]
        want.frame = BridgeDie((CHANCE, place, rate))
        return "TIG-BRG-17"
    return made_step(want, place, rate)


@clause("TIG-MOV-1", "TIG-MOV-3", "TIG-ZOC-2", "TIG-ZOC-10")
def made_step(want: TigersState, place: int, rate: int) -> str:
    """Everybody pays and enters; an enemy division's zone, or the last point, ends the move."""
    frame, rules = want.frame, want.rules
    leader = _movers(want)[0]
    side, here = side_of(want, leader), want.pos[leader]
    if found_dump(want, leader, place):
        return "TIG-FUEL-8"
    full = 2 if is_full(want, side, place) else 0
    whole = one_hex_only(want, side, sum(1 << u for u in _movers(want)), here, place)
    costs = {u: (total(step_rows(want, u, here, place, rate)) or 0) + full for u in _movers(want)}
    if leader == rules.peiper:
        spent = min(want.spent[leader] + costs[leader], omf(want, leader))
        if rules.tigers_501 in costs and spent > 2 * want.peiper_die:
            fall_behind(want)
        goes_without(want, _movers(want))
        want.peiper_since += min(want.spent[leader] + costs[leader], omf(want, leader)) - min(
            want.spent[leader], omf(want, leader)
        )
    movers = _movers(want)
    for unit in movers:
        want.spent[unit] += costs[unit]
        enter(want, unit, place)
        _stepped(want, unit, rate)
    want.entered |= rules.board.bit[place]
    zone = in_division_zone(want, side, place)
    frame = want.frame
    if isinstance(frame, Peiper):
        want.frame = Peiper((GERMAN, 1, int(zone)))
        return "TIG-KGP-5"
    assert isinstance(frame, Step)
    want.frame = Step((frame.side, frame.unit, frame.units, (*frame.path, (place, _runner(want, movers)))))
    if zone or whole or any(want.spent[u] >= allowance(want, u) for u in movers):
        stopped(want)
    return "TIG-ZOC-10" if zone or whole else "TIG-MOV-1"


def allowance(want: TigersState, unit: int) -> int:
    """OMF and OMB; Kampfgruppe Peiper has no OMB once it has fought, or in Blitzkrieg after it has moved (TIG-KGP-5)."""
    frame = want.frame
    used = want.status[unit] & ATTACKED or (
        want.rules.blitz[want.step] and isinstance(frame, Step) and moved_before(want, frame)
    )
    peiper = unit == want.rules.peiper or want.marks[unit] & ATTACHED
    return omf(want, unit) if peiper and used else omf(want, unit) + BONUS


def fall_behind(want: TigersState) -> None:
    """The 501. cannot keep up: it stays here, Disrupted (TIG-TGR-6)."""
    tigers = want.rules.tigers_501
    drop_off(want, tigers)
    disrupt(want, tigers)


@clause("TIG-ROAD-4", "TIG-TGR-3", "TIG-TGR-4", "TIG-TGR-6")
def stopped(want: TigersState) -> None:
    """The move is over: road mode disrupts, Tigers that went more than 1 OMF are rolled for."""
    frame = want.frame
    if isinstance(frame, Peiper):
        return
    assert isinstance(frame, Step)
    movers = _movers(want)
    for unit in movers:
        goes_on = unit == want.rules.peiper or want.marks[unit] & ATTACHED  # until it is stopped for good (TIG-KGP-8)
        if want.marks[unit] & FRESH and want.status[unit] & ROAD and not goes_on:
            disrupt(want, unit)
    want.closed = 0
    tigers = [
        u
        for u in sorted(movers)
        if want.rules.tiger >> u & 1
        and not want.marks[u] & ATTACHED
        and len(frame.path) > 1
        and min(want.spent[u], omf(want, u)) > 2
    ]
    *want.stack, want.frame = want.stack
    if tigers:
        want.stack = [*want.stack, want.frame]
        rest = sum(1 << u for u in tigers[1:])
        want.frame = BreakdownDie((CHANCE, tigers[0], rest, frame.path, 0))


@clause("TIG-TGR-3", "TIG-TGR-5", "TIG-TGR-6")
def breakdown(want: TigersState, frame: BreakdownDie, die: int) -> str:
    """Back on the last hex reached for no more than the die; with Peiper, the die is how far they can come."""
    read = want.rules.read[die]
    *want.stack, want.frame = want.stack
    if frame.then:
        want.peiper_die = read
        return "TIG-TGR-5"
    unit = frame.unit
    if 2 * read < min(want.spent[unit], omf(want, unit)):
        reached = [place for place, spent in frame.path if spent <= 2 * read]
        put(want, unit, reached[-1] if reached else frame.path[0][0])  # farther back than it set out nobody is put
        disrupt(want, unit)
    if frame.units:
        tigers = bits_of(frame.units)
        want.stack = [*want.stack, want.frame]
        want.frame = BreakdownDie((CHANCE, tigers[0], frame.units & ~(1 << tigers[0]), frame.path, 0))
    return "TIG-TGR-3"


@clause("TIG-BRG-17", "TIG-BRG-19", "TIG-GEN-3")
def bridge_rolled(want: TigersState, frame: BridgeDie, die: int) -> str:
    """The bridge holds and is taken, or it is blown and cannot be tried again in this move."""
    rules = want.rules
    *want.stack, want.frame = want.stack
    leader = _movers(want)[0]
    side = side_of(want, leader)
    hexside = rules.board.side(want.pos[leader], frame.hex)
    table = rules.german_crossing
    needed = table[min(want.turn, len(table)) - 1] if side == GERMAN else rules.allied_crossing
    if rules.read[die] <= needed:
        capture(want, want.pos[leader], frame.hex, side)
        made_step(want, frame.hex, frame.rate)
    else:
        demolish(want, hexside)
        want.closed |= hexside
    return "TIG-BRG-17"


@clause("TIG-VIC-1", "TIG-VIC-2", "TIG-VIC-5", "TIG-VIC-6", "TIG-VIC-7")
def exited(want: TigersState, rate: int, action: int) -> str:
    """Off the map: full worth in the northwest, half on the west edge. Two divisions' worth wins at once."""
    rules = want.rules
    leader = _movers(want)[0]
    place = want.pos[leader]
    if leader == rules.peiper:
        if waits_for_die(want, action):
            return "TIG-TGR-5"
        cost = 1 if rate == ROAD_RATE else 2
        if rules.tigers_501 in _movers(want) and min(want.spent[leader] + cost, omf(want, leader)) > 2 * want.peiper_die:
            fall_behind(want)
        for unit in set(attached(want)) - set(_movers(want)):
            drop_off(want, unit)
    units = _movers(want)
    northwest = rules.board.labels[place] in ("110", "210", "311", "511")
    for unit in units:
        size = rules.forces.units[unit].size or "XX"
        worth = {"XX": 4, "X": 2, "CC": 2, "II": 0}[size]
        if unit == rules.first_ss:
            worth = 2
        want.exits += worth if northwest else worth // 2
        remove(want, unit, rules.exited)
    want.closed = 0
    *want.stack, want.frame = want.stack
    if want.exits >= 8:
        over(want, GERMAN, "strategic", "TIG-VIC-1")
    return "TIG-VIC-7"


def peiper_stopped(want: TigersState, verb: str) -> None:
    """The German is done with Kampfgruppe Peiper for this turn, or lets it wait for Blitzkrieg (TIG-KGP-8, TIG-KGP-11)."""
    group = [want.rules.peiper, *attached(want)]
    frame = want.frame
    stuck = isinstance(frame, Peiper) and frame.stepped and owed_from(want, want.rules.peiper, want.pos[want.rules.peiper])
    for unit in group:
        if stuck and want.rules.factor[unit] >= 1:
            disrupt(want, unit)  # chance has left it beside what it owes (TIG-ATK-15)
        if verb == "stop":
            tire(want, unit)
    if verb == "stop":
        want.marks[want.rules.peiper] |= DONE
    want.closed = 0
    *want.stack, want.frame = want.stack
