"""What in a state contradicts the rules. Nothing may be found after a legal action; hand-written positions may leave much out.

Here: counters, the map, what was found and counted, the turn and the end of the game. `questions` looks at the open question
and the combat behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.core.frames import Over
from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.colonnes.facts.units import friends_at, on_map, phasing
from echelon.systems.colonnes.frames import Retreat, Step
from echelon.systems.colonnes.law.course.automatic import COLUMNS_MOST, deserved
from echelon.systems.colonnes.law.movement import FERRY_MOST
from echelon.systems.colonnes.law.questions import wrong_question
from echelon.systems.colonnes.law.reinforcements import columns_on_map
from echelon.systems.colonnes.law.stacking import MOST, points_of
from echelon.systems.colonnes.law.supply import sources_of
from echelon.systems.colonnes.law.units import holds, is_column, is_headquarters, owner
from echelon.systems.colonnes.state import (
    ALLIED,
    ATTACKED,
    GERMAN,
    MOVED,
    PLACED,
    REDUCED,
    SUPPORTED,
    UNKNOWN,
    ColonnesState,
)

__all__ = ["problems"]

Problems = Iterator[Problem]


def problems(s: ColonnesState) -> list[Problem]:
    """Everything in a state that contradicts the rules."""
    return [problem for check in CHECKS for problem in check(s)]


# --- counters and hexes -------------------------------------------------------------------------------------------------
@clause("COL-ZOC-3", "COL-ZOC-4")
def mixed_hexes(s: ColonnesState) -> Problems:
    """No hex ever holds counters of both sides: who enters eliminates columns and convoys, and nobody else is entered upon."""
    for h in sorted({place for place in s.pos if place < s.rules.board.n}):
        both = [friends_at(s, side, h) for side in (ALLIED, GERMAN)]
        if all(both):
            yield Problem("COL-ZOC-3", {"hex": h, "units": (*both[0], *both[1])})


@clause("COL-STK-1", "COL-STK-3", "COL-RET-3")
def crowded_hexes(s: ColonnesState) -> Problems:
    """At most 6 points of a side; more only of what was placed in this phase, until it is taken back, and in passing."""
    passing = s.frame.unit if isinstance(s.frame, Step | Retreat) else -1
    early = s.rules.sequence[s.step].name[1:] in ("1", "2", "3", "4", "5")
    for h in sorted({place for place in s.pos if place < s.rules.board.n}):
        for side in (ALLIED, GERMAN):
            there = [u for u in friends_at(s, side, h) if u != passing]
            placed = [u for u in there if s.status[u] & PLACED] if early and side == phasing(s) else []
            if points_of(s, there) - points_of(s, placed) > MOST:
                yield Problem("COL-STK-1", {"hex": h, "units": tuple(there)})


@clause("COL-CL-11")
def too_many_columns(s: ColonnesState) -> Problems:
    """Never more than 4 columns of a side on the map."""
    for side in (ALLIED, GERMAN):
        found = columns_on_map(s, side)
        if len(found) > COLUMNS_MOST:
            yield Problem("COL-CL-11", {"side": side, "units": tuple(found)})


@clause("COL-RES-7", "COL-CL-25", "COL-MOV-4", "COL-QG-4")
def wrong_boxes(s: ColonnesState) -> Problems:
    """Columns wait in their pool and nobody else does; only headquarters return; only Germans leave, and not columns."""
    rules = s.rules
    for unit, place in enumerate(s.pos):
        if is_column(s, unit):
            if place not in (rules.pool, rules.gone) and not on_map(s, unit):
                yield Problem("COL-CL-25", {"unit": unit, "hex": place})
        elif place == rules.pool or (place == rules.returning and not is_headquarters(s, unit)):
            yield Problem("COL-RES-7", {"unit": unit, "hex": place})
        if place == rules.exited and (owner(s, unit) != GERMAN or is_column(s, unit)):
            yield Problem("COL-MOV-4", {"unit": unit})


@clause("COL-UNI-3", "COL-MOV-1", "COL-CBT-3", "COL-QG-1", "COL-STK-3")
def wrong_status(s: ColonnesState) -> Problems:
    """Marks lie on those whom they can be meant for, in the segments they are meant for."""
    step, side = s.rules.sequence[s.step].name[1:], phasing(s)
    for unit, status in enumerate(s.status):
        own = owner(s, unit) == side
        if not on_map(s, unit):
            if status & ~REDUCED and s.pos[unit] != s.rules.exited:
                yield Problem("COL-UNI-3", {"case": "status.off", "unit": unit})
            continue
        if status & REDUCED and s.rules.steps[unit] < 2:
            yield Problem("COL-UNI-3", {"unit": unit})
        if status & MOVED and not (own and step in ("4", "5")):
            yield Problem("COL-MOV-1", {"case": "moved.stale", "unit": unit})
        if status & PLACED and not (own and step in ("1", "2", "3", "4", "5")):
            yield Problem("COL-STK-3", {"case": "placed.stale", "unit": unit})
        if status & ATTACKED and ((step == "7" and not own) or step in ("4", "5") or not holds(s, unit)):
            yield Problem("COL-CBT-3", {"case": "attacked.stale", "unit": unit})
        if status & SUPPORTED and (step in ("4", "5") or not is_headquarters(s, unit)):
            yield Problem("COL-QG-1", {"case": "supported.stale", "unit": unit})


# --- what was found and counted -----------------------------------------------------------------------------------------
@clause("COL-SEQ-3", "COL-CMD-1")
def wrong_findings(s: ColonnesState) -> Problems:
    """Supply and command have been found, of units there are; a headquarters reaches itself and units of its side."""
    units = len(s.pos)
    if UNKNOWN in (s.unsupplied, s.commanded) or (s.unsupplied | s.commanded) >> units:
        yield Problem("COL-SEQ-3", {"case": "found.never"})
        return
    rows = [headquarters for headquarters, _mask in s.reach]
    if rows != sorted(set(rows)):
        yield Problem("COL-CMD-1", {"case": "reach.order", "units": tuple(rows)})
    for headquarters, mask in s.reach:
        others = [u for u in range(units) if mask >> u & 1 and (owner(s, u) != owner(s, headquarters) or not holds(s, u))]
        if not is_headquarters(s, headquarters) or others or not mask >> headquarters & 1:
            yield Problem("COL-CMD-1", {"unit": headquarters, "units": tuple(others)})


@clause("COL-SUP-4", "COL-SUP-11")
def wrong_captures(s: ColonnesState) -> Problems:
    """Only sources are captured, and only with the option."""
    sources = {*sources_of(s, ALLIED), *sources_of(s, GERMAN)} if s.rules.source_capture else set()
    for h in s.rules.board.members(s.captured):
        if h not in sources:
            yield Problem("COL-SUP-4", {"hex": h})


@clause("COL-MOV-2", "COL-MOV-8")
def wrong_ferries(s: ColonnesState) -> Problems:
    """At most 2 points a ferry, over ferries only."""
    for side, points in s.ferried:
        if not side & s.rules.ferry or not 0 < points <= FERRY_MOST:
            yield Problem("COL-MOV-2", {"hexside": side, "points": points})


@clause("COL-VIC-1", "COL-VIC-2")
def wrong_counts(s: ColonnesState) -> Problems:
    """Nothing counts less than nothing, and the N7 is cut at most once a turn."""
    for name in ("exit_points", "allied_steps", "german_steps", "german_prizes", "cut_turns"):
        if getattr(s, name) < 0:
            yield Problem("COL-VIC-1", {"case": "count.wrong", "name": name})
    most = s.turn if isinstance(s.frame, Over) else s.turn - 1
    if s.cut_turns > max(most, 0):
        yield Problem("COL-VIC-2", {"number": s.cut_turns, "turn": s.turn})


# --- the turn and the end -----------------------------------------------------------------------------------------------
@clause("COL-VIC-3")
def wrong_end(s: ColonnesState) -> Problems:
    """The game lasts its turns and ends with the result the points deserve."""
    if not 1 <= s.turn <= s.rules.turns:
        yield Problem("COL-VIC-3", {"case": "turn.wrong", "turn": s.turn, "turns": s.rules.turns})
    if s.outcome is not None and s.outcome.clause == "COL-VIC-3" and s.outcome != deserved(s):
        yield Problem("COL-VIC-3", {"case": "winner.wrong"})


CHECKS: tuple[Callable[[ColonnesState], Problems], ...] = (
    mixed_hexes, crowded_hexes, too_many_columns, wrong_boxes, wrong_status, wrong_findings, wrong_captures, wrong_ferries,
    wrong_counts, wrong_end, wrong_question,
)  # fmt: skip
