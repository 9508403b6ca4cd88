"""What happens by itself when the sequence of play enters or leaves a step, whether somebody is asked in it or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from echelon.core.frames import OVER, Over
from echelon.core.rulings import clause
from echelon.core.state import Result
from echelon.systems.tigers.facts.units import on_map, side_of, strong_at
from echelon.systems.tigers.law.course.allotting import cannot_meet_duty, ready_divisions
from echelon.systems.tigers.law.course.asking import has_choice
from echelon.systems.tigers.law.course.happenings import disrupt, eliminate, own_units, put, recover, tire
from echelon.systems.tigers.law.supply import is_supplied
from echelon.systems.tigers.state import (
    AIRLIFTED,
    ALLIED,
    ATTACHED,
    ATTACKED,
    BOMBED,
    DISRUPTED,
    DONE,
    ENTRENCHED,
    FRESH,
    GERMAN,
    HELD,
    IDLE,
    LATE,
    MOVED,
    OPEN,
    PICKED,
    ROAD,
    SHIFTED,
    SKIPPED,
    WEATHER,
    TigersState,
)  # fmt: skip

__all__ = ["go_on", "is_early", "over"]

FIELDS = ("duty", "ready", "touched")


def go_on(want: TigersState, step: int) -> list[str]:
    """The question of the present step is settled; everything up to the question of the next one happens.

    Returns the steps that were passed by although somebody had a choice in them.
    """
    wrong = []
    sequence, first = want.rules.sequence, want.rules.first
    names = [s.name for s in sequence]
    leave(want, names[want.step])
    while want.step != step and want.outcome is None:
        want.step = want.step + 1 if want.step + 1 < len(sequence) else first
        name = names[want.step]
        arrive(want, name)
        if want.outcome is None:
            if want.step != step and has_choice(want, name):
                wrong.append(name)
            if want.step != step:
                leave(want, name)
    return wrong


def arrive(want: TigersState, name: str) -> None:
    """A step begins."""
    side = GERMAN if name.startswith("B") else ALLIED
    what = name[1:]
    if name in ARRIVING:
        ARRIVING[name](want)
    elif what == "0":
        player_turn(want, side)
    elif what in ("2a.move", "2d.move"):
        movement(want, side, second=what == "2d.move")
    elif what in ("2a.attack", "2d.attack"):
        allocation(want, side)
    elif what == "2b":
        recovery(want, 1 - side)
    elif what in ("2c", "2d.combat"):
        combat(want, side)
    elif what == "2d.end":
        operations_over(want, side)
    elif what.endswith(".fly"):
        for unit in own_units(want, side):
            want.marks[unit] &= ~AIRLIFTED
    elif what.endswith(".supply"):
        supply(want, side)
    elif what.endswith(".bridges"):
        want.closed = 0
    elif what.endswith(".entrench") and want.rules.auto_entrench:
        for unit in own_units(want, side):
            if may_entrench(want, unit):
                want.status[unit] |= ENTRENCHED


def leave(want: TigersState, name: str) -> None:
    """A step ends."""
    side = GERMAN if name.startswith("B") else ALLIED
    if name.endswith(".bridges"):
        bridges_held(want, side)
    elif name.endswith(".move"):
        movement_over(want, side)
    elif name.endswith(".attack"):
        confirmed(want, side)
    elif name in ("B1", "C1"):
        for unit in range(len(want.pos)):
            want.marks[unit] &= ~HELD


# --- set-up, weather -----------------------------------------------------------------------------------------------------
@clause("TIG-SET-3", "TIG-SET-4")
def mode_fixed(want: TigersState) -> None:
    """A tournament may fix the German set-up."""
    if want.rules.set_up_as != "choice":
        want.free = int(want.rules.set_up_as == "free")


@clause("TIG-SET-5")
def placing(want: TigersState) -> None:
    """In a free set-up nobody stands anywhere yet."""
    if want.free:
        for unit in own_units(want, GERMAN):
            put(want, unit, want.rules.due)


@clause("TIG-SET-6", "TIG-SET-7")
def is_early(want: TigersState) -> bool:
    """Is an SS unit set up south of 1407, that is with its hex centre below 7.5?"""
    for unit in own_units(want, GERMAN):
        label = want.rules.board.labels[want.pos[unit]]
        column, row = int(label[:-2]), int(label[-2:])
        height = row + 0.5 if column % 2 == 0 else row
        if want.rules.forces.units[unit].number("ss") and height < 7.5:
            return True
    return False


@clause("TIG-WX-1", "TIG-BRG-13", "TIG-BRG-15")
def new_turn(want: TigersState) -> None:
    """Air units are fresh, markers that are due return, and the weather of the first two turns is Snow."""
    want.air_used = want.road_users = 0
    want.missions = ()
    back = [row for row in want.returning if row[0] <= want.turn]
    want.returning = tuple(row for row in want.returning if row[0] > want.turn)
    want.us_markers += sum(side == ALLIED for _turn, side in back)
    want.german_markers += sum(side == GERMAN for _turn, side in back)
    if want.turn <= 2:
        want.weather = WEATHER.index("snow")
    elif want.rules.fixed_weather:
        want.weather = WEATHER.index(want.rules.historical_weather[want.turn - 1])


# --- a player-turn -------------------------------------------------------------------------------------------------------
@clause("TIG-SEQ-2", "TIG-SEQ-3", "TIG-SEQ-5")
def player_turn(want: TigersState, side: int) -> None:
    """Nobody of the side has moved or attacked yet."""
    for unit in range(len(want.pos)):
        if side_of(want, unit) == side:
            want.status[unit] &= ~(MOVED | ATTACKED | ROAD | SHIFTED | IDLE | BOMBED)
            want.marks[unit] &= AIRLIFTED
            want.spent[unit] = 0
        else:
            want.marks[unit] &= ~SKIPPED
            want.status[unit] &= ~BOMBED
    want.placed = want.entered = 0
    no_battles(want)
    if side == GERMAN:
        want.peiper_attacks = want.peiper_since = want.peiper_worse = want.peiper_die = 0


def no_battles(want: TigersState) -> None:
    """No battle is on the list."""
    want.battles = ()
    for name in FIELDS:
        setattr(want, name, 0)


@clause("TIG-FUEL-1", "TIG-FUEL-6", "TIG-FUEL-7", "TIG-SEQ-2")
def movement(want: TigersState, side: int, second: bool) -> None:
    """Fuel is looked at as the step begins; Blitzkrieg and Breakthrough are a new step for those who are still unused."""
    want.short = int(side == GERMAN and want.turn >= want.fuel and not dump_occupied(want))
    if second:
        want.entered = 0
        for unit in range(len(want.pos)):
            want.marks[unit] &= ~SKIPPED
            want.status[unit] &= ~BOMBED
            if side_of(want, unit) == side:
                want.marks[unit] &= ~(PICKED | FRESH)


def dump_occupied(want: TigersState) -> bool:
    """Is a German unit of factor 1 or more on the dump?"""
    return want.dump >= 0 and not want.dump_gone and bool(strong_at(want, GERMAN, want.dump))


@clause("TIG-ROAD-4")
def movement_over(want: TigersState, side: int) -> None:
    """Who came on by road and went no farther has ended his movement in road mode; Peiper's is not over yet (TIG-KGP-8)."""
    for unit in own_units(want, side):
        goes_on = unit == want.rules.peiper or want.marks[unit] & ATTACHED
        if want.status[unit] & ROAD and want.marks[unit] & FRESH and not goes_on:
            disrupt(want, unit)


@clause("TIG-ATK-15", "TIG-ATK-8")
def allocation(want: TigersState, side: int) -> None:
    """No battle yet. Whom chance has left beside a division that he owes and cannot attack owes nothing."""
    no_battles(want)
    for unit in own_units(want, side):
        if cannot_meet_duty(want, side, unit):
            want.status[unit] |= IDLE


def confirmed(want: TigersState, side: int) -> None:
    """The allocation is final, also one that nobody was asked about: what is UnDisrupted now can be owed."""
    want.ready = sum(1 << unit for unit in ready_divisions(want, 1 - side))


@clause("TIG-DIS-2", "TIG-DIS-5", "TIG-DIS-6", "TIG-SUP-5")
def recovery(want: TigersState, side: int) -> None:
    """Units that are not being attacked recover, if they are supplied and no bomb has just fallen on them."""
    attacked = {h for hexes, _units, state in want.battles if state == OPEN for h in want.rules.board.members(hexes)}
    recovering = []
    for unit in own_units(want, side):
        if not want.status[unit] & DISRUPTED or unit == want.rules.vdh:
            continue
        if want.pos[unit] in attacked:
            want.marks[unit] |= SKIPPED
        elif not want.status[unit] & BOMBED and is_supplied(want, unit):
            recovering.append(unit)
    for unit in recovering:
        recover(want, unit)


@clause("TIG-ATK-9", "TIG-ATK-15")
def combat(want: TigersState, side: int) -> None:
    """Idle units are Disrupted when the combat step begins."""
    for unit in own_units(want, side):
        if want.status[unit] & IDLE:
            want.status[unit] &= ~IDLE
            disrupt(want, unit)


@clause("TIG-KGP-8", "TIG-KGP-9")
def operations_over(want: TigersState, side: int) -> None:
    """At the end of Blitzkrieg Kampfgruppe Peiper is tired; its attachments are units like others again."""
    if side == GERMAN:
        for unit in own_units(want, GERMAN):
            if unit == want.rules.peiper or want.marks[unit] & ATTACHED:
                tire(want, unit)
            want.marks[unit] &= ~(ATTACHED | LATE | DONE)


@clause("TIG-SUP-4", "TIG-FUEL-4", "TIG-FUEL-6")
def supply(want: TigersState, side: int) -> None:
    """Units out of supply are Disrupted; Germans on the dump in the Allied supply step put the fuel limit back."""
    hungry = [u for u in own_units(want, side) if u != want.rules.vdh and not is_supplied(want, u)]
    for unit in hungry:
        disrupt(want, unit)
    if side == ALLIED and dump_occupied(want):
        want.fuel = max(want.fuel, want.turn + 1) + 2


@clause("TIG-BRG-20")
def bridges_held(want: TigersState, side: int) -> None:
    """A bridge both of whose hexes the side controls is its own. The tries of the step are over."""
    board = want.rules.board
    for hexside in board.lattice.side_members(want.bridges):
        a, b = board.side_hexes(hexside)
        mine = [bool(want.german & board.bit[h]) == (side == GERMAN) for h in (a, b)]
        if all(mine):
            want.german_bridges = want.german_bridges | hexside if side == GERMAN else want.german_bridges & ~hexside
    want.closed = 0


@clause("TIG-ENT-1", "TIG-ENT-6", "TIG-ENT-7")
def may_entrench(want: TigersState, unit: int) -> bool:
    """An UnDisrupted infantry, airborne or panzer grenadier division that neither moved, attacked, advanced nor retreated."""
    kind = want.rules.forces.units[unit]
    still = not want.status[unit] & (DISRUPTED | MOVED | ATTACKED | SHIFTED | ENTRENCHED)
    return still and kind.arm in ("infantry", "airborne", "pg") and (kind.size or "XX") == "XX"


@clause("TIG-VDH-4", "TIG-VDH-5", "TIG-SKZ-3")
def vdh_checked(want: TigersState) -> None:
    """Allied units in their hex at the end of the German player-turn eliminate von der Heydte and a lone Skorzeny."""
    for unit in (want.rules.vdh, want.rules.skorzeny):
        if on_map(want, unit) and strong_at(want, ALLIED, want.pos[unit]) and not strong_at(want, GERMAN, want.pos[unit]):
            eliminate(want, unit)


# --- victory -------------------------------------------------------------------------------------------------------------
def over(want: TigersState, winner: int, level: str, cited: str) -> None:
    """The game ends."""
    want.outcome = Result(winner, level, cited)
    want.stack, want.frame = [], Over((OVER,))


def _german_holds(want: TigersState, label: str) -> bool:
    board = want.rules.board
    return bool(want.german & board.bit[board.parse_hex(label)])


@clause("TIG-VIC-4", "TIG-VIC-8")
def allied_victory(want: TigersState) -> None:
    """Turn 12: seven places held through the last German move."""
    seven = ("909", "907", "804", "507", "201", "802", "1302")
    if want.rules.scenario.name == "campaign" and want.turn == 12 and not any(_german_holds(want, p) for p in seven):
        over(want, ALLIED, "strategic", "TIG-VIC-4")


@clause("TIG-VIC-3", "TIG-VIC-4", "TIG-VIC-8", "TIG-BRK-1", "TIG-BRK-2", "TIG-BRK-3", "TIG-BRK-4")
def german_victory(want: TigersState) -> None:
    """After the last turn the game is decided; else the next turn begins."""
    if want.turn < want.rules.turns:
        want.turn += 1
    elif want.rules.scenario.name == "breakthrough":
        points = breakthrough_points(want)
        side = GERMAN if points >= 16 else ALLIED
        over(want, side, "strategic" if points >= 21 or points <= 10 else "historic", "TIG-BRK-4")
    elif all(_german_holds(want, label) for label in ("1008", "1107", "804", "507")):
        over(want, GERMAN, "historic", "TIG-VIC-3")
    else:
        over(want, ALLIED, "historic", "TIG-VIC-4")


def breakthrough_points(want: TigersState) -> int:
    """Places and divisions (TIG-BRK-2, TIG-BRK-3)."""
    worth = {1: "1008 1004 904 1302", 2: "1107 908 805", 3: "907 909", 4: "804", 6: "507"}
    points = sum(n for n, labels in worth.items() for label in labels.split() if _german_holds(want, label))
    lost = [u for u in range(len(want.pos)) if want.pos[u] == want.rules.gone and want.rules.division >> u & 1]
    return points + sum(1 if side_of(want, u) == ALLIED else -1 for u in lost)


ARRIVING: Mapping[str, Callable[[TigersState], None]] = {
    "S2": mode_fixed,
    "S3": placing,
    "A": new_turn,
    "B2e": allied_victory,
    "B2f.vdh": vdh_checked,
    "C2f": german_victory,
}
