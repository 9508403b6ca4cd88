"""Set-up (chapter 3): the fuel dump, the German set-up, the 1st Division, the drop."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.systems.tigers.frames import VERBS, Drop, DropDie, Dump, First, Mode, Place
from echelon.systems.tigers.play.places import leave_map, put
from echelon.systems.tigers.play.stacking import TIGERS, counts, fits, limits
from echelon.systems.tigers.state import ALLIED, ENTRENCHED, GERMAN, TigersState

if TYPE_CHECKING:
    from echelon.systems.tigers.play.prepared import PlayRules

__all__ = [
    "apply_drop", "apply_drop_die", "apply_dump", "apply_first", "apply_mode", "apply_place", "blank", "guess", "legal_drop",
    "legal_dump", "legal_first", "legal_mode", "legal_place", "open_drop", "open_dump", "open_first", "open_mode", "open_place",
    "revealed", "set_up", "set_up_units",
]  # fmt: skip

DUMP, MODE, PLACE, DONE, KEEP, RELOCATE, DROP = (
    VERBS.code(verb) for verb in ("dump", "mode", "place", "done", "keep", "relocate", "drop")
)
HISTORICAL, FREE = 0, 1  # answers of `mode`
LIMIT = "1407"  # the hex of TIG-SET-6
SCATTER, DIRECTION, DISTANCE = 0, 1, 2  # stages of the dice of the drop


@clause("TIG-BRG-1", "TIG-BRG-2", "TIG-BRG-3")
def blank(rules: PlayRules) -> TigersState:
    """A state with nobody on the map, at the start of turn 1, the bridges as they were."""
    s = TigersState.fresh(rules)
    s.pos = bytearray([rules.gone]) * len(rules.forces)
    s.german = rules.german_start
    s.bridges = rules.start_bridges
    s.us_markers, s.german_markers = 14, 8  # TIG-BRG-3
    s.fuel, s.asked = 6, 1
    s.air_back = (1,) * len(rules.air)
    return s


@clause("TIG-SET-1", "TIG-SET-2", "TIG-SET-3")
def set_up(s: TigersState) -> None:
    """Everybody where the calendar puts him: set-up hexes, boxes, and those still to come."""
    rules = s.rules
    boxes = {"pool": rules.pool, "broken": rules.broken}
    for u, unit in enumerate(rules.forces.units):
        place = rules.start[u]
        if place in rules.board.ids:
            s.pos[u] = rules.board.ids[place]
        else:
            s.pos[u] = boxes.get(place, rules.due)
        if unit.number("entrenched") and not (rules.entrench_9th_literal and u == rules.ninety_ninth):
            s.status[u] |= ENTRENCHED
    rules.rebuild(s)


def revealed(s: TigersState, field: str, side: int) -> bool:
    """The dump is secret until it is found."""
    return bool(s.dump_known or s.dump_gone)


def guess(s: TigersState, side: int, rng: random.Random) -> None:
    """For a search by the German: put the unknown dump on one of the hexes of the list that could still hide it."""
    hidden = s.rules.dump_hexes & ~s.searched
    if side == GERMAN and s.dump < 0 and hidden and not s.dump_known and s.frame.kind.name != "setup.dump":
        s.dump = rng.choice(s.rules.board.members(hidden))


# --- the fuel dump --------------------------------------------------------------------------------------------------
@clause("TIG-SET-13", "TIG-FUEL-2")
def open_dump(s: TigersState) -> None:
    """The U.S. player writes down the hex of the dump before the German sets up."""
    s.frame = Dump((ALLIED,))


@clause("TIG-FUEL-2")
def legal_dump(s: TigersState, f: Dump) -> list[int]:
    """Spa or a hex adjacent to Spa."""
    return [DUMP | h << A_SHIFT for h in s.rules.board.members(s.rules.dump_hexes)]


@clause("TIG-FUEL-2")
def apply_dump(s: TigersState, f: Dump, action: int) -> None:
    """The dump is placed; the German learns of it only under the option `open_dump`."""
    s.dump = action >> A_SHIFT
    s.note("dump.placed", "TIG-FUEL-2", only=None if s.rules.open_dump else ALLIED, hex=s.dump)
    if s.rules.open_dump:
        s.dump_known, s.searched = 1, s.rules.dump_hexes
        s.reveals += 1
    s.close()


# --- the German set-up ----------------------------------------------------------------------------------------------
@clause("TIG-SET-4")
def open_mode(s: TigersState) -> None:
    """The German is asked how he sets up, unless an option says it."""
    way = s.rules.set_up_as
    if way == "choice":
        s.frame = Mode((GERMAN,))
    else:
        s.free = int(way == "free")


@clause("TIG-SET-3", "TIG-SET-4")
def legal_mode(s: TigersState, f: Mode) -> list[int]:
    """Historical or free."""
    return [MODE | HISTORICAL << A_SHIFT, MODE | FREE << A_SHIFT]


def apply_mode(s: TigersState, f: Mode, action: int) -> None:
    """The German has chosen."""
    s.free = int(action >> A_SHIFT == FREE)
    s.note("mode", "TIG-SET-4", word_way=("historical", "free")[s.free])
    s.close()


def set_up_units(s: TigersState) -> int:
    """The German units that have a set-up hex."""
    rules = s.rules
    ids = rules.board.ids
    return sum(1 << u for u in range(*rules.forces.ranges[GERMAN]) if rules.start[u] in ids)


@clause("TIG-SET-3", "TIG-SET-5")
def open_place(s: TigersState) -> None:
    """Historical: the units stand as marked. Free: they are all in hand."""
    s.placed = 0
    if s.free:
        for u in bits_of(set_up_units(s)):
            leave_map(s, u, s.rules.due)
    s.frame = Place((GERMAN,))


def legal_place(s: TigersState, f: Place) -> list[int]:
    """The next unit and its hex, or the end of the set-up."""
    return _places_free(s) if s.free else _places_historical(s)


@clause("TIG-SET-3")
def _places_historical(s: TigersState) -> list[int]:
    """Each Tiger battalion and Skorzeny, once, with any other German unit; one Tiger battalion a hex (TIG-STK-6)."""
    rules = s.rules
    board, pos = rules.board, s.pos
    actions = []
    for u in bits_of((rules.tiger | 1 << rules.skorzeny) & rules.of_side[GERMAN] & ~s.placed):
        if pos[u] >= rules.gone:
            continue
        hexes = s.occupied[GERMAN] & ~board.bit[pos[u]]
        if rules.tiger >> u & 1:
            for other in bits_of(rules.tiger & rules.of_side[GERMAN] & ~(1 << u)):
                if pos[other] < rules.gone:
                    hexes &= ~board.bit[pos[other]]
        base = PLACE | u << A_SHIFT
        actions += [base | h << B_SHIFT for h in board.members(hexes)]
    actions.append(DONE)
    return actions


@clause("TIG-SET-5")
def _places_free(s: TigersState) -> list[int]:
    """Every unit, once, in any German-controlled hex, within the stacking limits."""
    rules = s.rules
    board = rules.board
    waiting = set_up_units(s) & ~s.placed
    if not waiting:
        return [DONE]
    empty = [h << B_SHIFT for h in board.members((s.german | s.occupied[GERMAN]) ^ s.occupied[GERMAN])]
    loads = [(h, counts(s, GERMAN, h), limits(rules, h)) for h in board.members(s.german & s.occupied[GERMAN])]
    rooms: dict[int, list[int]] = {}  # units that count alike have the same room
    actions = []
    for u in bits_of(waiting):
        if u in (rules.peiper, rules.first_ss):  # they count together (TIG-STK-6)
            hexes = [*empty, *(h << B_SHIFT for h, _load, _most in loads if fits(s, u, h))]
        else:
            weight, tiger = rules.thirds[u], rules.tiger >> u & 1
            pure = weight if rules.pure >> u & 1 else 0
            key = weight << 8 | pure << 4 | tiger
            if key not in rooms:
                rooms[key] = empty + [
                    h << B_SHIFT
                    for h, (total, armor, tigers), (most, most_armor) in loads
                    if total + weight <= most and armor + pure <= most_armor and tigers + tiger <= TIGERS
                ]
            hexes = rooms[key]
        base = PLACE | u << A_SHIFT
        actions += [base | h for h in hexes]
    return actions


def apply_place(s: TigersState, f: Place, action: int) -> None:
    """A unit is put down, or the set-up is over."""
    if action == DONE:
        _end_set_up(s)
        s.close()
        return
    u, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
    put(s, u, h)
    s.placed |= 1 << u
    s.note("placed", "TIG-SET-5" if s.free else "TIG-SET-3", unit=u, hex=h)


@clause("TIG-SET-6", "TIG-SET-7")
def _end_set_up(s: TigersState) -> None:
    """An SS unit south of 1407 brings the Western and Southern reinforcements a turn earlier."""
    rules = s.rules
    board = rules.board
    s.placed = s.early = 0
    if LIMIT not in board.ids:  # a position's own board
        return
    line = board.center(board.ids[LIMIT])[1] + 1  # drawing units grow southwards; a hex is 100 high
    south = [u for u in bits_of(rules.ss) if s.pos[u] < rules.gone and board.center(s.pos[u])[1] > line]
    s.early = int(bool(south))
    if south:
        s.note("early", "TIG-SET-6", units=tuple(south))


@clause("TIG-SET-4")
def open_first(s: TigersState) -> None:
    """After a free set-up the U.S. player may move the 1st Infantry Division."""
    if s.free and s.pos[s.rules.first_division] < s.rules.gone:
        s.frame = First((ALLIED,))


@clause("TIG-SET-4", "TIG-SET-5")
def legal_first(s: TigersState, f: First) -> list[int]:
    """Leave it as it is, or have it Entrenched in any hex of its own side where it may stack."""
    rules = s.rules
    u = rules.first_division
    here, taken = s.pos[u], s.occupied[ALLIED]
    bit = rules.board.bit
    hexes = rules.board.members((rules.board.all | s.german) ^ s.german)
    actions = [KEEP]
    actions += [RELOCATE | h << A_SHIFT for h in hexes if h == here or not bit[h] & taken or fits(s, u, h)]
    return actions


@clause("TIG-SET-4")
def apply_first(s: TigersState, f: First, action: int) -> None:
    """The division stays, or stands Entrenched in its new hex."""
    if action != KEEP:
        u, h = s.rules.first_division, action >> A_SHIFT
        if h != s.pos[u]:
            put(s, u, h)
        s.status[u] |= ENTRENCHED
        s.note("relocated", "TIG-SET-4", unit=u, hex=h)
    s.close()


# --- the drop -------------------------------------------------------------------------------------------------------
@clause("TIG-VDH-1")
def open_drop(s: TigersState) -> None:
    """Von der Heydte is dropped last of all, at midnight before turn 1."""
    if s.pos[s.rules.vdh] == s.rules.due:
        s.frame = Drop((GERMAN,))


@clause("TIG-VDH-2")
def legal_drop(s: TigersState, f: Drop) -> list[int]:
    """Any Allied-controlled hex."""
    board = s.rules.board
    return [DROP | h << A_SHIFT for h in board.members((board.all | s.german) ^ s.german)]


def apply_drop(s: TigersState, f: Drop, action: int) -> None:
    """The target is named; the dice say where they come down."""
    s.note("drop.aimed", "TIG-VDH-1", hex=action >> A_SHIFT)
    s.frame = DropDie((CHANCE, action >> A_SHIFT, SCATTER, 0))


@clause("TIG-VDH-1", "TIG-VDH-2")
def apply_drop_die(s: TigersState, f: DropDie, action: int) -> None:
    """1-2 on target, 3-4 off target by a direction and a distance die, 5-6 destroyed."""
    s.rolls += 1
    die = s.rules.read[action >> A_SHIFT]
    _side, target, stage, direction = f
    if stage == SCATTER:
        if die <= 2:
            _land(s, target)
        elif die <= 4:
            s.note("drop.off", "TIG-VDH-2")
            s.frame = DropDie((CHANCE, target, DIRECTION, 0))
        else:
            _land(s, None)
    elif stage == DIRECTION:
        s.note("drop.wind", "TIG-VDH-2", word_wind=f"wind.{die}")
        s.frame = DropDie((CHANCE, target, DISTANCE, die))
    else:
        _land(s, _drift(s, target, direction, 1 if die <= 3 else 2))


def _drift(s: TigersState, start: int, direction: int, hexes: int) -> int | None:
    """The hex so far from the target in a straight line: 1 to 6 are N, NE, SE, S, SW, NW. None off the map."""
    board = s.rules.board
    h: int | None = start
    for _ in range(hexes):
        h = None if h is None else board.step(h, ("N", "NE", "SE", "S", "SW", "NW")[direction - 1])
    return h


def _land(s: TigersState, h: int | None) -> None:
    """They come down in a hex; off the map or among Germans they are lost."""
    u = s.rules.vdh
    if h is None or s.german & s.rules.board.bit[h]:
        leave_map(s, u, s.rules.gone)
        s.note("drop.lost", "TIG-VDH-2", unit=u)
    else:
        put(s, u, h)
        s.note("drop.landed", "TIG-VDH-2", unit=u, hex=h)
    s.close()
