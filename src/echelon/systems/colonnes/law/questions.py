"""What in the open question, and in the combat behind it, contradicts the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from echelon.core.frames import CHANCE, Frame, Over
from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.colonnes.facts.units import friends_at, on_map, phasing
from echelon.systems.colonnes.frames import (
    Advance,
    Arrivals,
    Attackers,
    AttackSupport,
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
from echelon.systems.colonnes.law.advance import able_to_advance, second_hexes
from echelon.systems.colonnes.law.combat import standing_obstacles
from echelon.systems.colonnes.law.course.automatic import COLUMNS_MOST
from echelon.systems.colonnes.law.ground import has_ferry, hexside
from echelon.systems.colonnes.law.losses import may_lose
from echelon.systems.colonnes.law.movement import stops_there
from echelon.systems.colonnes.law.reinforcements import columns_on_map, entry_hexes, is_waiting
from echelon.systems.colonnes.law.retreat import can_hold, can_retreat, waiting_and_able
from echelon.systems.colonnes.law.stacking import MOST, points_of
from echelon.systems.colonnes.law.supply import valid_sources
from echelon.systems.colonnes.law.support import has_something_to_put_in
from echelon.systems.colonnes.law.units import enemy_of, is_column, is_fighter, is_headquarters, members, movement_of, owner
from echelon.systems.colonnes.state import PLACED, RESULTS, ColonnesState

__all__ = ["wrong_question"]

Problems = Iterator[Problem]
PHASING = (Arrivals, Columns, Pick, Step, Recall, Target, Attackers, AttackSupport, Advance)
OTHER = (DefenceSupport, Hold, Retreat)
IN_COMBAT = (Attackers, AttackSupport, DefenceSupport, CombatDie, Losses, Hold, Retreat, Advance)


def wrong_question(s: ColonnesState) -> Problems:
    """The facts the open question holds, and those of the combat it belongs to."""
    frame = s.frame
    if isinstance(frame, Over):
        return
    yield from wrong_side(s)
    if isinstance(frame, IN_COMBAT):
        if not 0 <= s.target < s.rules.board.n:
            yield Problem("COL-CBT-1", {"case": "combat.nowhere"})
            return
        yield from wrong_combat(s)
    else:
        yield from left_over(s)
    for kind, check in CHECKS.items():
        if isinstance(frame, kind):
            yield from check(s, frame)


@clause("COL-SEQ-1")
def wrong_side(s: ColonnesState) -> Problems:
    """The side whose phase it is moves and attacks; the other answers for the defence; at a step that asks such questions."""
    side = phasing(s)
    for frame in (*s.stack, s.frame):
        wanted = side if isinstance(frame, PHASING) else enemy_of(side) if isinstance(frame, OTHER) else frame.side
        if frame.side != wanted and frame.side != CHANCE:
            yield Problem("COL-SEQ-1", {"side": frame.side, "side_step": wanted})
        step = s.rules.sequence[s.step]
        if frame.kind.name not in step.opens:
            yield Problem("COL-SEQ-1", {"case": "frame.step", "step": step.name, "kind": frame.kind.name})


@clause("COL-CBT-1", "COL-CL-7")
def left_over(s: ColonnesState) -> Problems:
    """Between combats nothing is left of one."""
    if s.target != -1 or s.attackers or s.spent or s.backing or s.rolled or s.distance:
        yield Problem("COL-CBT-1", {"case": "combat.left"})


# --- reinforcement and movement -----------------------------------------------------------------------------------------
@clause("COL-REN-3")
def wrong_arrivals(s: ColonnesState, frame: Arrivals) -> Problems:
    """Asked are those with a choice; who has none is placed already."""
    waiting = [u for u in range(len(s.pos)) if owner(s, u) == frame.side and is_waiting(s, u)]
    choices = [len(entry_hexes(s, unit)) for unit in waiting]
    if not any(number > 1 for number in choices):
        yield Problem("COL-REN-3", {"case": "arrivals.none", "side": frame.side})
    for unit, number in zip(waiting, choices, strict=True):
        if number == 1:
            yield Problem("COL-REN-3", {"unit": unit})


@clause("COL-CL-12", "COL-CL-19")
def wrong_columns(s: ColonnesState, frame: Columns) -> Problems:
    """So many enter as there is leave for, where there is a choice."""
    room = COLUMNS_MOST - len(columns_on_map(s, frame.side))
    if not 1 <= frame.number <= room:
        yield Problem("COL-CL-12", {"number": frame.number, "room": room})
    if len(valid_sources(s, frame.side)) < 2:
        yield Problem("COL-CL-19", {"side": frame.side})


@clause("COL-MOV-1", "COL-MOV-10", "COL-ZOC-2")
def wrong_step(s: ColonnesState, frame: Step) -> Problems:
    """The moving unit is its side's, stands where its path ends, has not more than its value, and had not to stop."""
    unit, path = frame.unit, tuple(frame.path)
    if not 0 <= unit < len(s.pos) or not on_map(s, unit) or owner(s, unit) != frame.side:
        yield Problem("COL-MOV-10", {"unit": unit, "side": frame.side})
        return
    if not path or path[-1] != s.pos[unit] or any(hexside(s, a, b) is None or has_ferry(s, a, b) for a, b in pairwise(path)):
        yield Problem("COL-MOV-10", {"case": "path.wrong", "unit": unit})
        return
    if not 0 <= frame.left <= movement_of(s, unit):
        yield Problem("COL-MOV-1", {"case": "points.wrong", "unit": unit, "mf_left": frame.left, "mf": movement_of(s, unit)})
    if len(path) > 1 and stops_there(s, unit, s.pos[unit], frame.left):
        yield Problem("COL-ZOC-2", {"unit": unit, "hex": s.pos[unit]})


@clause("COL-STK-3")
def wrong_recall(s: ColonnesState, frame: Recall) -> Problems:
    """The hex holds too much, and something in it was placed in this phase."""
    there = friends_at(s, frame.side, frame.hex)
    if points_of(s, there) <= MOST or not any(s.status[u] & PLACED for u in there):
        yield Problem("COL-STK-3", {"hex": frame.hex})


# --- combat -------------------------------------------------------------------------------------------------------------
@clause("COL-CBT-1", "COL-TER-4", "COL-CL-17", "COL-QG-1")
def wrong_combat(s: ColonnesState) -> Problems:
    """Attackers are of the phasing side and stand, until somebody advances, where they can attack from."""
    for unit in members(s.attackers):
        if owner(s, unit) != phasing(s):
            yield Problem("COL-SEQ-1", {"case": "attacker.enemy", "unit": unit, "hex": s.target})
        elif not isinstance(s.frame, Advance):
            for cited, case in standing_obstacles(s, unit, s.target):
                yield Problem(cited, {"case": case, "unit": unit, "hex": s.target})
    for unit in members(s.spent):
        if not is_column(s, unit):
            yield Problem("COL-CL-17", {"unit": unit})
    for unit in members(s.backing):
        if not is_headquarters(s, unit):
            yield Problem("COL-QG-1", {"unit": unit})


@clause("COL-CBT-1", "COL-CBT-12")
def wrong_attack(s: ColonnesState, frame: Frame) -> Problems:
    """Until the die is rolled there is an enemy in the hex, and, once it was declared, somebody who attacks him."""
    if not friends_at(s, enemy_of(phasing(s)), s.target):
        yield Problem("COL-CBT-1", {"case": "combat.empty", "hex": s.target})
    if not s.attackers and not isinstance(frame, Attackers):
        yield Problem("COL-CBT-12", {"hex": s.target})
    if s.rolled or s.distance:
        yield Problem("COL-ODD-3", {"hex": s.target})


@clause("COL-CL-16")
def wrong_support(s: ColonnesState, frame: Any) -> Problems:
    """Nobody is asked who has nothing to put in."""
    yield from wrong_attack(s, frame)
    if not has_something_to_put_in(s, frame.side, isinstance(frame, AttackSupport)):
        yield Problem("COL-CL-16", {"side": frame.side, "hex": s.target})


@clause("COL-RES-1", "COL-RES-2", "COL-RES-3", "COL-RES-6")
def wrong_losses(s: ColonnesState, frame: Losses) -> Problems:
    """The result asks for losses of this side, so many at most, and the side has a unit that can pay."""
    result, attacks = RESULTS[s.rolled], frame.side == phasing(s)
    owed = {"A1": 1, "A2": 2, "EX": 1} if attacks else {"EX": 1, "D1*": 1, "D2*": 1, "DE": 2}
    most = owed.get(result, 0)
    if frame.held:
        most = 0 if attacks or not result.startswith("D") else s.distance
    if not 1 <= frame.owed <= most:
        yield Problem("COL-RES-1", {"word_result": result, "number": frame.owed, "side": frame.side})
    if not may_lose(s, frame.side):
        yield Problem("COL-RES-6", {"side": frame.side, "hex": s.target})


@clause("COL-RES-4", "COL-RES-8")
def wrong_hold(s: ColonnesState, frame: Hold) -> Problems:
    """Only those are asked who can hold."""
    if not can_hold(s, frame.side):
        yield Problem("COL-RES-4", {"hex": s.target})


@clause("COL-RET-1", "COL-RET-5", "COL-RET-8")
def wrong_retreat(s: ColonnesState, frame: Retreat) -> Problems:
    """Who waits is in the attacked hex; who is under way is so far from it; somebody can go."""
    for unit in members(frame.units):
        if unit != frame.unit and (s.pos[unit] != s.target or owner(s, unit) != frame.side):
            yield Problem("COL-RET-1", {"unit": unit, "hex": s.target})
    if not 1 <= s.distance <= 2:
        yield Problem("COL-RES-2", {"hex": s.target, "steps": s.distance})
    if frame.unit < 0:
        if not waiting_and_able(s, frame):
            yield Problem("COL-RET-8", {"hex": s.target})
    elif not on_map(s, frame.unit) or owner(s, frame.unit) != frame.side:
        yield Problem("COL-RET-1", {"unit": frame.unit, "hex": s.target})
    elif s.rules.board.distance(s.target, s.pos[frame.unit]) != frame.gone or not can_retreat(s, frame.unit, frame.gone):
        yield Problem("COL-RET-5", {"unit": frame.unit, "hex": s.target})


@clause("COL-ADV-1", "COL-ADV-4")
def wrong_advance(s: ColonnesState, frame: Advance) -> Problems:
    """The hex is empty of enemies; somebody can go in, or one who is in it can go on."""
    there = friends_at(s, enemy_of(frame.side), s.target)
    if there:
        yield Problem("COL-ADV-1", {"case": "advance.enemy", "hex": s.target, "units": tuple(there)})
    elif frame.unit < 0:
        if not able_to_advance(s, frame.side, frame.units):
            yield Problem("COL-ADV-1", {"hex": s.target})
    elif s.pos[frame.unit] != s.target or not is_fighter(s, frame.unit) or not second_hexes(s, frame.side, frame.unit):
        yield Problem("COL-ADV-4", {"unit": frame.unit, "hex": s.target})


CHECKS: Mapping[Any, Callable[[ColonnesState, Any], Problems]] = {
    Arrivals: wrong_arrivals,
    Columns: wrong_columns,
    Step: wrong_step,
    Recall: wrong_recall,
    Attackers: wrong_attack,
    CombatDie: wrong_attack,
    AttackSupport: wrong_support,
    DefenceSupport: wrong_support,
    Losses: wrong_losses,
    Hold: wrong_hold,
    Retreat: wrong_retreat,
    Advance: wrong_advance,
}
