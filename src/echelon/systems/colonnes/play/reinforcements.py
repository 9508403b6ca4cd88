"""Reinforcements (chapter 9) and the arrival of logistic columns (chapter 7.2)."""

from __future__ import annotations

from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD
from echelon.systems.colonnes.facts.compiled import COLUMNS_MOST
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.frames import VERBS, Arrivals, ColumnDie, Columns
from echelon.systems.colonnes.play.places import enter
from echelon.systems.colonnes.play.supply import valid_sources
from echelon.systems.colonnes.state import GERMAN, PLACED, ColonnesState

__all__ = [
    "apply_arrivals", "apply_column_die", "apply_columns", "hexes_for", "legal_arrivals", "legal_columns", "open_arrivals",
    "open_column_die", "open_columns", "waiting",
]  # fmt: skip

PLACE, COLUMN = VERBS.code("place"), VERBS.code("column")


@clause("COL-REN-1", "COL-QG-4", "COL-SEQ-2")
def waiting(s: ColonnesState, side: int) -> list[int]:
    """The units of a side that should come in now: due by the turn, or headquarters that return; in order of numbers."""
    rules = s.rules
    due = [u for u in friends_at(s, side, rules.due) if rules.arrival[u] <= s.turn]
    return sorted(due + friends_at(s, side, rules.returning))


@clause("COL-REN-1", "COL-QG-4", "COL-SUP-3")
def hexes_for(s: ColonnesState, unit: int) -> int:
    """Where a unit may come in: the source named, or others of its edge and bank; a returning headquarters anywhere."""
    rules = s.rules
    valid = valid_sources(s, rules.forces.side_of[unit])
    if s.pos[unit] == rules.returning:
        return valid
    named = rules.board.ids.get(rules.start[unit])
    if named is None:
        return 0
    return rules.board.bit[named] & valid or rules.other_sources.get(named, 0) & valid


@clause("COL-REN-2", "COL-REN-4")
def _place(s: ColonnesState, unit: int, h: int) -> None:
    """A unit comes in; it moves like any other in this phase."""
    enter(s, unit, h, "COL-REN-4")
    s.status[unit] |= PLACED
    s.note("arrive", "COL-REN-1", unit=unit, hex=h)


@clause("COL-REN-3")
def _place_unasked(s: ColonnesState, side: int) -> bool:
    """Place whoever has one hex to come to. True if somebody with a choice is left."""
    choice = False
    members = s.rules.board.members
    for u in waiting(s, side):
        hexes = members(hexes_for(s, u))
        if len(hexes) == 1:
            _place(s, u, hexes[0])
        elif hexes:
            choice = True
    return choice


@clause("COL-REN-1", "COL-REN-3", "COL-SEQ-2")
def open_arrivals(s: ColonnesState, side: int) -> None:
    """The reinforcement segment begins."""
    if s.log is not None:
        for u in waiting(s, side):
            if not hexes_for(s, u):
                s.note("wait", "COL-REN-1", unit=u)
    if _place_unasked(s, side):
        s.frame = Arrivals((side,))


@clause("COL-REN-1", "COL-REN-3", "COL-QG-4")
def legal_arrivals(s: ColonnesState, f: Arrivals) -> list[int]:
    """Every unit that should come in, with each of its hexes."""
    members = s.rules.board.members
    return [PLACE | u << A_SHIFT | h << B_SHIFT for u in waiting(s, f[0]) for h in members(hexes_for(s, u))]


def apply_arrivals(s: ColonnesState, f: Arrivals, action: int) -> None:
    """A unit comes in; the question is settled when nobody has a choice any more."""
    _place(s, action >> A_SHIFT & FIELD, action >> B_SHIFT)
    if not _place_unasked(s, f[0]):
        s.close()


# --- logistic columns ---------------------------------------------------------------------------------------------------
@clause("COL-CL-3", "COL-CL-2")
def open_columns(s: ColonnesState, side: int) -> None:
    """The Allied player receives his columns."""
    _receive(s, side, s.rules.allied_received)


@clause("COL-CL-4")
def open_column_die(s: ColonnesState) -> None:
    """The German rolls for his."""
    s.frame = ColumnDie((CHANCE,))


@clause("COL-CL-4")
def apply_column_die(s: ColonnesState, f: ColumnDie, action: int) -> None:
    """As many as the die gives."""
    die = action >> A_SHIFT
    s.rolls += 1
    number = s.rules.received[die - 1]
    s.note("columns.die" if number else "columns.die.none", "COL-CL-4", die=die, number=number)
    if not _receive(s, GERMAN, number):
        s.close()


def _next_column(s: ColonnesState, side: int) -> int:
    """The lowest-numbered column of a side that is not on the map."""
    pool = s.rules.pool
    return next(u for u in s.rules.own_columns[side] if s.pos[u] == pool)


@clause("COL-CL-11", "COL-CL-12", "COL-CL-18", "COL-CL-19", "COL-REN-3")
def _receive(s: ColonnesState, side: int, number: int) -> bool:
    """So many columns are received: those beyond four on the map are lost, and all without a valid source. True if the owner
    is asked where they come in."""
    rules = s.rules
    sources = rules.board.members(valid_sources(s, side))
    spare = [u for u in rules.own_columns[side] if s.pos[u] == rules.pool]
    here = sum(1 for u in rules.own_columns[side] if s.pos[u] < rules.board.n)
    count = max(min(number, COLUMNS_MOST - here, len(spare)), 0) if sources else 0
    if number:
        facts = {"side": side, "number": count, "lost": number - count, "here": here}
        if count == number:
            s.note("columns.received", "COL-CL-3", **facts)
        elif sources:
            s.note("columns.most" if here == COLUMNS_MOST else "columns.full", "COL-CL-12", **facts)
        else:
            s.note("columns.cut", "COL-CL-12", **facts)
    if count and len(sources) > 1:
        s.frame = Columns((side, count))
        return True
    for _ in range(count):
        _enter_column(s, side, sources[0])
    return False


@clause("COL-CL-25", "COL-CL-19")
def _enter_column(s: ColonnesState, side: int, h: int) -> None:
    column = _next_column(s, side)
    enter(s, column, h, "COL-REN-4")
    s.status[column] |= PLACED
    s.note("column.enter", "COL-CL-19", unit=column, hex=h)


@clause("COL-CL-19")
def legal_columns(s: ColonnesState, f: Columns) -> list[int]:
    """Every valid source of the side."""
    return [COLUMN | h << A_SHIFT for h in s.rules.board.members(valid_sources(s, f[0]))]


@clause("COL-CL-19")
def apply_columns(s: ColonnesState, f: Columns, action: int) -> None:
    """The next column enters there."""
    side, count = f
    _enter_column(s, side, action >> A_SHIFT)
    if count > 1:
        s.frame = Columns((side, count - 1))
    else:
        s.close()
