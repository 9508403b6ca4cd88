"""What happens by itself as the sequence of play goes on, up to the next question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from echelon.core.frames import CHANCE, OVER, Frame, Over
from echelon.core.rulings import clause
from echelon.core.state import Result
from echelon.systems.colonnes.facts.units import friends_at, phasing
from echelon.systems.colonnes.frames import Arrivals, ColumnDie, Columns, Pick, Recall, Target
from echelon.systems.colonnes.law.command import find_command
from echelon.systems.colonnes.law.course.happenings import put_in
from echelon.systems.colonnes.law.reinforcements import columns_on_map, entry_hexes, is_waiting
from echelon.systems.colonnes.law.stacking import MOST, points_of
from echelon.systems.colonnes.law.supply import find_unsupplied, is_supplied, valid_sources
from echelon.systems.colonnes.law.units import is_column, is_convoy, is_fighter, own_counters, owner
from echelon.systems.colonnes.state import ALLIED, ATTACKED, GERMAN, MOVED, PLACED, SUPPORTED, ColonnesState

__all__ = ["column_enters", "columns_received", "deserved", "go_on", "points", "question_of_arrivals", "question_of_recall"]

COLUMNS_MOST = 4


@clause("COL-SEQ-1")
def go_on(want: ColonnesState) -> None:
    """The question of the present step is settled: the following steps happen until one asks something."""
    want.stack = []
    sequence = want.rules.sequence
    while want.outcome is None:
        want.step = (want.step + 1) % len(sequence)
        frame = BEGINS[sequence[want.step].name[1:]](want, phasing(want))
        if frame is not None:
            want.frame = frame
            return


# --- reinforcement ------------------------------------------------------------------------------------------------------
@clause("COL-SEQ-2", "COL-REN-1", "COL-REN-3")
def arrivals(want: ColonnesState, side: int) -> Frame | None:
    """Who has one hex to come to is placed there; who has none waits."""
    for unit in range(len(want.pos)):
        if owner(want, unit) == side and is_waiting(want, unit):
            hexes = entry_hexes(want, unit)
            if len(hexes) == 1:
                put_in(want, unit, hexes[0])
    return question_of_arrivals(want, side)


@clause("COL-REN-3")
def question_of_arrivals(want: ColonnesState, side: int) -> Frame | None:
    """Is there somebody left with a choice?"""
    for unit in range(len(want.pos)):
        if owner(want, unit) == side and is_waiting(want, unit) and len(entry_hexes(want, unit)) > 1:
            return Arrivals((side,))
    return None


@clause("COL-CL-3", "COL-CL-4")
def columns(want: ColonnesState, side: int) -> Frame | None:
    """The Allied player receives four; the German rolls."""
    return ColumnDie((CHANCE,)) if side == GERMAN else columns_received(want, ALLIED, 4)


@clause("COL-CL-11", "COL-CL-12", "COL-CL-18", "COL-CL-19")
def columns_received(want: ColonnesState, side: int, number: int) -> Frame | None:
    """What exceeds four on the map is lost, and everything if there is no valid source; one source leaves no choice."""
    count = min(number, COLUMNS_MOST - len(columns_on_map(want, side)))
    hexes = valid_sources(want, side)
    if count <= 0 or not hexes:
        return None
    if len(hexes) > 1:
        return Columns((side, count))
    for _ in range(count):
        column_enters(want, side, hexes[0])
    return None


@clause("COL-CL-25")
def column_enters(want: ColonnesState, side: int, place: int) -> None:
    """The lowest-numbered column that is not on the map."""
    free = [u for u in range(len(want.pos)) if is_column(want, u) and owner(want, u) == side and want.pos[u] == want.rules.pool]
    put_in(want, free[0], place)


# --- movement and combat ------------------------------------------------------------------------------------------------
@clause("COL-SEQ-3")
def before_movement(want: ColonnesState, side: int) -> Frame | None:
    """Nobody has moved, attacked or given support; supply and command are found."""
    for unit in range(len(want.pos)):
        want.status[unit] &= ~(MOVED | ATTACKED | SUPPORTED)
    want.ferried = ()
    _find(want)
    return None


@clause("COL-SEQ-3")
def before_combat(want: ColonnesState, side: int) -> Frame | None:
    """Who moved or was placed no longer matters; supply and command are found again."""
    for unit in range(len(want.pos)):
        want.status[unit] &= ~(MOVED | PLACED)
    _find(want)
    return None


def _find(want: ColonnesState) -> None:
    want.unsupplied = find_unsupplied(want)
    want.commanded, want.reach = find_command(want)


@clause("COL-STK-3")
def question_of_recall(want: ColonnesState, side: int) -> Frame | None:
    """The lowest-numbered hex that holds more than 6 points of the side."""
    for h in range(want.rules.board.n):
        if points_of(want, friends_at(want, side, h)) > MOST:
            return Recall((side, h))
    return None


# --- the end of the turn ------------------------------------------------------------------------------------------------
@clause("COL-VIC-2", "COL-VIC-6")
def is_road_cut(want: ColonnesState) -> bool:
    """Does a supplied Allied combat unit stand on the N7 between 0614 and 0809?"""
    cut = want.rules.board.zones.get("n7-cut", 0)
    there = [u for u in own_counters(want, ALLIED) if is_fighter(want, u) and want.rules.board.bit[want.pos[u]] & cut]
    return any(is_supplied(want, unit) for unit in there)


@clause("COL-VIC-4")
def _holds_town(want: ColonnesState, side: int, label: str) -> bool:
    h = want.rules.board.ids.get(label)
    return h is not None and any(is_fighter(want, unit) for unit in friends_at(want, side, h))


@clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-4", "COL-VIC-5")
def points(want: ColonnesState, side: int) -> int:
    """The points of a side if the game ended now."""
    data = want.rules.scenario.data
    if side == GERMAN:
        return want.exit_points + want.allied_steps + (5 if _holds_town(want, GERMAN, data["crest"]) else 0)
    convoys = [u for u in own_counters(want, GERMAN) if is_convoy(want, u)]
    town = 5 if _holds_town(want, ALLIED, data["montelimar"]) else 0
    return want.german_steps + 2 * want.german_prizes + len(convoys) + town + 2 * want.cut_turns


@clause("COL-VIC-3")
def deserved(want: ColonnesState) -> Result:
    """The result by German points less Allied points, as the scenario grades it."""
    margin = points(want, GERMAN) - points(want, ALLIED)
    row = next(row for row in want.rules.scenario.data["level"] if margin >= row["least"])
    winner = want.rules.sides.index(row["side"]) if "side" in row else None
    return Result(winner, row["level"], "COL-VIC-3")


@clause("COL-VIC-2", "COL-VIC-3")
def end_of_turn(want: ColonnesState, side: int) -> Frame | None:
    """The N7 is looked at; after the last turn the game is decided."""
    want.cut_turns += is_road_cut(want)
    if want.turn < want.rules.turns:
        want.turn += 1
    else:
        want.outcome = deserved(want)
        want.frame = Over((OVER,))
    return None


BEGINS: Mapping[str, Callable[[ColonnesState, int], Frame | None]] = {
    "1": arrivals,
    "2": columns,
    "3": before_movement,
    "4": lambda want, side: Pick((side,)),
    "5": question_of_recall,
    "6": before_combat,
    "7": lambda want, side: Target((side,)),
    "": end_of_turn,
}
