"""What each answer brings about, up to the fighting: reinforcements, columns, moves, attacks declared and supported."""

from __future__ import annotations

from collections.abc import Sequence

from echelon.core.fields import mask_of
from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at, phasing
from echelon.systems.colonnes.frames import (
    Advance,
    Arrivals,
    Attackers,
    AttackSupport,
    ColumnDie,
    Columns,
    CombatDie,
    DefenceSupport,
    Hold,
    Losses,
    Pick,
    Recall,
    Retreat,
    Step,
    Target,
)
from echelon.systems.colonnes.law.course import falling
from echelon.systems.colonnes.law.course.automatic import (
    column_enters,
    columns_received,
    go_on,
    question_of_arrivals,
    question_of_recall,
)
from echelon.systems.colonnes.law.course.happenings import eliminate, enter, overrun, put_in, take_back
from echelon.systems.colonnes.law.ground import hexside
from echelon.systems.colonnes.law.movement import ferried_at, move_cost, stops_there
from echelon.systems.colonnes.law.support import has_something_to_put_in
from echelon.systems.colonnes.law.units import (
    enemy_of,
    is_column,
    is_convoy,
    is_headquarters,
    members,
    movement_of,
    steps_of,
)
from echelon.systems.colonnes.state import ATTACKED, MOVED, SUPPORTED, ColonnesState

__all__ = ["went_on"]

RECEIVED = (0, 0, 0, 1, 1, 2)  # by die (COL-CL-4)
FAST = ("bld", "mec", "rec")


def went_on(want: ColonnesState, verb: str, fields: Sequence[int]) -> str:
    """Carry out one action; returns the clause that is chiefly at work."""
    frame = want.frame
    if isinstance(frame, Arrivals):
        return placed(want, frame, *fields)
    if isinstance(frame, ColumnDie):
        return rolled_for_columns(want, fields[0])
    if isinstance(frame, Columns):
        return column_placed(want, frame, fields[0])
    if isinstance(frame, Pick):
        return segment_ended(want) if verb == "end" else taken(want, frame, fields[0])
    if isinstance(frame, Step):
        return stepped(want, frame, verb, fields)
    if isinstance(frame, Recall):
        return recalled(want, frame, fields[0])
    if isinstance(frame, Target):
        return segment_ended(want) if verb == "end" else attacked(want, frame, fields[0])
    if isinstance(frame, Attackers):
        return fought(want, frame) if verb == "fight" else joined(want, fields[0])
    if isinstance(frame, AttackSupport | DefenceSupport):
        return put_to_use(want, frame, verb, fields)
    if isinstance(frame, CombatDie):
        return falling.rolled(want, fields[0])
    if isinstance(frame, Losses):
        return falling.lost(want, frame, fields[0])
    if isinstance(frame, Hold):
        return falling.held(want, frame) if verb == "hold" else falling.yielded(want, frame)
    if isinstance(frame, Retreat):
        return falling.retreated(want, frame, *fields)
    assert isinstance(frame, Advance)
    if verb == "advance":
        return falling.advanced(want, frame, *fields)
    return falling.halted(want, frame) if verb == "halt" else falling.finished(want)


def _below(want: ColonnesState) -> None:
    """Back to the question that this one interrupted."""
    *want.stack, want.frame = want.stack


@clause("COL-SEQ-1")
def segment_ended(want: ColonnesState) -> str:
    """The next segment follows."""
    go_on(want)
    return "COL-SEQ-1"


# --- reinforcement ------------------------------------------------------------------------------------------------------
@clause("COL-REN-1", "COL-QG-4")
def placed(want: ColonnesState, frame: Arrivals, unit: int, place: int) -> str:
    """The unit is on its source; the next with a choice follows."""
    put_in(want, unit, place)
    if question_of_arrivals(want, frame.side) is None:
        go_on(want)
    return "COL-REN-1"


@clause("COL-CL-4")
def rolled_for_columns(want: ColonnesState, die: int) -> str:
    """None on 1-3, one on 4-5, two on 6."""
    want.rolls += 1
    frame = columns_received(want, phasing(want), RECEIVED[die - 1])
    if frame is None:
        go_on(want)
    else:
        want.frame = frame
    return "COL-CL-4"


@clause("COL-CL-19", "COL-CL-25")
def column_placed(want: ColonnesState, frame: Columns, place: int) -> str:
    """One column enters; the others follow."""
    column_enters(want, frame.side, place)
    if frame.number > 1:
        want.frame = Columns((frame.side, frame.number - 1))
    else:
        go_on(want)
    return "COL-CL-19"


# --- movement -----------------------------------------------------------------------------------------------------------
@clause("COL-MOV-1", "COL-MOV-10")
def taken(want: ColonnesState, frame: Pick, unit: int) -> str:
    """The unit has its move now, with its whole movement value."""
    want.status[unit] |= MOVED
    want.stack = [*want.stack, frame]
    want.frame = Step((frame.side, unit, movement_of(want, unit), (want.pos[unit],)))
    return "COL-MOV-10"


def stepped(want: ColonnesState, frame: Step, verb: str, fields: Sequence[int]) -> str:
    """A step, a crossing, off the map, or nothing more."""
    if verb == "move":
        return moved(want, frame, fields[1])
    if verb == "ferry":
        ferried(want, frame, fields[1])
    elif verb == "exit":
        left_the_map(want, frame.unit)
    _below(want)
    return {"ferry": "COL-MOV-2", "exit": "COL-MOV-4", "stop": "COL-MOV-10"}[verb]


@clause("COL-MOV-1", "COL-ZOC-2", "COL-ZOC-3", "COL-MOV-10")
def moved(want: ColonnesState, frame: Step, place: int) -> str:
    """The unit is in the hex and has paid for it; enemy columns and convoys there are gone. In an enemy zone it stops."""
    left = max(0, frame.left - move_cost(want, frame.unit, place))
    overrun(want, frame.side, place)
    enter(want, frame.unit, place)
    if stops_there(want, frame.unit, place, left):
        _below(want)
        return "COL-ZOC-2"
    want.frame = Step((frame.side, frame.unit, left, (*frame.path, place)))
    return "COL-MOV-1"


@clause("COL-MOV-2", "COL-MOV-11")
def ferried(want: ColonnesState, frame: Step, place: int) -> None:
    """The unit is across, and its points count for this ferry and phase."""
    side = hexside(want, want.pos[frame.unit], place)
    assert side is not None
    crossed = ferried_at(want, side) + want.rules.stack[frame.unit]
    others = [row for row in want.ferried if row[0] != side]
    want.ferried = tuple(sorted([*others, (side, crossed)]))
    overrun(want, frame.side, place)
    enter(want, frame.unit, place)


@clause("COL-MOV-4", "COL-VIC-1", "COL-VIC-7")
def left_the_map(want: ColonnesState, unit: int) -> None:
    """For good. It counts for the German: what it has left of fast steps twice, other steps once; convoy 3, headquarters 2."""
    rules = want.rules
    if is_convoy(want, unit):
        want.exit_points += 3
    elif is_headquarters(want, unit):
        want.exit_points += 2
    else:
        fast = rules.arm[unit] in FAST or rules.formation[unit] == rules.scenario.data["panzer"]
        want.exit_points += steps_of(want, unit) * (2 if fast else 1)
    want.pos[unit] = rules.exited


@clause("COL-STK-3", "COL-STK-4")
def recalled(want: ColonnesState, frame: Recall, unit: int) -> str:
    """Taken back; the next, while a hex holds too much."""
    take_back(want, unit)
    again = question_of_recall(want, frame.side)
    if again is None:
        go_on(want)
    else:
        want.frame = again
    return "COL-STK-3"


# --- combat -------------------------------------------------------------------------------------------------------------
@clause("COL-CBT-1")
def attacked(want: ColonnesState, frame: Target, place: int) -> str:
    """The hex is the target; nobody attacks it yet."""
    want.target = place
    want.stack = [*want.stack, frame]
    want.frame = Attackers((frame.side,))
    return "COL-CBT-1"


@clause("COL-CBT-7")
def joined(want: ColonnesState, unit: int) -> str:
    """One more attacker."""
    want.attackers |= 1 << unit
    return "COL-CBT-7"


@clause("COL-CBT-3", "COL-CL-20", "COL-ODD-3")
def fought(want: ColonnesState, frame: Attackers) -> str:
    """All attackers have attacked. Columns alone are removed without a die; else support follows, then the die."""
    for unit in members(want.attackers):
        want.status[unit] |= ATTACKED
    there = friends_at(want, enemy_of(frame.side), want.target)
    if all(is_column(want, unit) for unit in there):
        for unit in there:
            eliminate(want, unit)
        falling.advance_begins(want)
        return "COL-CL-20"
    if has_something_to_put_in(want, frame.side, True):
        want.frame = AttackSupport((frame.side,))
    else:
        _defence_follows(want, frame.side)
    return "COL-ODD-3"


@clause("COL-ODD-3", "COL-CL-16")
def _defence_follows(want: ColonnesState, attacker: int) -> None:
    defender = enemy_of(attacker)
    if has_something_to_put_in(want, defender, False):
        want.frame = DefenceSupport((defender,))
    else:
        want.frame = CombatDie((CHANCE,))


@clause("COL-CL-16", "COL-QG-1", "COL-ODD-3")
def put_to_use(want: ColonnesState, frame: AttackSupport | DefenceSupport, verb: str, fields: Sequence[int]) -> str:
    """A column is spent, a headquarters gives its support; with nothing left to put in it goes on."""
    attacks = isinstance(frame, AttackSupport)
    if verb == "spend":
        want.spent |= mask_of(fields)
    elif verb == "support":
        want.backing |= mask_of(fields)
        want.status[fields[0]] |= SUPPORTED
    if verb == "done" or not has_something_to_put_in(want, frame.side, attacks):
        if attacks:
            _defence_follows(want, frame.side)
        else:
            want.frame = CombatDie((CHANCE,))
    return "COL-QG-1" if verb == "support" else "COL-CL-16"
