"""What each action must bring about: the course of play as the rule book tells it, carried out unit by unit.

Every function here changes `want`, a copy of the state before the action, into what the state must be after it. Only where
units are, their status and the marks on the table are touched; the sets that play keeps are neither read nor written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drill_law.facts import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN, facts_of, friends_at, on_map, total_cost
from drill_law.frames import Advance, Die, Join, Loss, Mine, Pick, Retreat, Step, Target
from drill_law.odds import attack_result
from drill_law.retreat import can_retreat, why_not_go_in
from drill_law.supply import allowance_of, is_supplied
from drill_law.units import enemy_of, is_fit, owner
from drill_law.zones import in_enemy_zone
from echelon.core.fields import bits_of, mask_of
from echelon.core.frames import CHANCE, OVER, Over
from echelon.core.rulings import clause
from echelon.core.state import Result

__all__ = ["units_left", "went_on"]


def went_on(want: Any, verb: str, fields: Sequence[int]) -> str:
    """Carry out one action; returns the clause that is chiefly at work."""
    frame = want.frame
    if isinstance(frame, Mine):
        return mine_laid(want, fields[0])
    if isinstance(frame, Pick):
        return movement_ended(want, frame.side) if verb == "end" else taken(want, frame.side, fields[0])
    if isinstance(frame, Step):
        return stopped(want) if verb == "stop" else moved(want, frame, fields[1])
    if isinstance(frame, Target):
        return combat_ended(want, frame.side) if verb == "end" else attacked(want, frame.side, fields[0])
    if isinstance(frame, Join):
        return complete(want, frame) if verb == "fight" else joined(want, frame, fields[0])
    if isinstance(frame, Die):
        return fought(want, frame, fields[0])
    if isinstance(frame, Loss):
        return paid(want, frame, fields[0])
    if isinstance(frame, Retreat):
        return retreated(want, frame, fields[0], fields[1])
    assert isinstance(frame, Advance)
    return stayed(want) if verb == "stay" else advanced(want, frame, fields[0])


# --- set-up ---------------------------------------------------------------------------------------------------------
@clause("DRL-SET-1")
def mine_laid(want: Any, place: int) -> str:
    """Red secretly mines the hex; then the first Blue player-turn begins."""
    want.mine = place
    player_turn_begins(want, BLUE)
    return "DRL-SET-1"


# --- entering a hex, by whatever way ----------------------------------------------------------------------------------
@clause("DRL-GEN-3")
def enter(want: Any, unit: int, place: int) -> bool:
    """A unit comes into a hex: the town is its side's. True if it ran into the minefield."""
    want.pos[unit] = place
    town = want.rules.board.bit[place] & facts_of(want).town
    if owner(want, unit) == BLUE:
        want.blue_towns |= town
        return tread(want, unit, place)
    want.blue_towns &= ~town
    return False


@clause("DRL-SET-2")
def tread(want: Any, unit: int, place: int) -> bool:
    """The first Blue unit in the mined hex becomes Shaken, and the minefield is gone.

    A listed hex that Blue enters for the first time tells him something either way, until the minefield is found; then it is
    known to be in none of them.
    """
    bit = want.rules.board.bit[place] & facts_of(want).mines
    if not bit or bit & want.trodden:
        return False
    want.reveals += 1
    want.trodden |= bit
    if place != want.mine:
        return False
    want.mine, want.trodden = -1, facts_of(want).mines
    shake(want, unit)
    return True


@clause("DRL-GEN-4", "DRL-SEQ-3")
def shake(want: Any, unit: int) -> None:
    """The unit becomes Shaken during this player-turn."""
    want.status[unit] |= SHAKEN | FRESH


def eliminate(want: Any, unit: int) -> None:
    """The unit leaves the map for good."""
    want.pos[unit] = facts_of(want).gone
    want.status[unit] = 0


# --- movement -------------------------------------------------------------------------------------------------------
@clause("DRL-SEQ-2")
def taken(want: Any, side: int, unit: int) -> str:
    """A picked unit is on the move, with its whole allowance; it is not picked again."""
    want.status[unit] |= MOVED
    want.stack = [*want.stack, want.frame]
    want.frame = Step((side, unit, allowance_of(want, unit)))
    return "DRL-SEQ-2"


@clause("DRL-MOV-1", "DRL-ZOC-2", "DRL-SET-2")
def moved(want: Any, frame: Step, place: int) -> str:
    """The unit is in the hex and has paid for it; it stops in an enemy zone, and where the mine was."""
    cost = total_cost(facts_of(want), facts_of(want).arm[frame.unit], want.pos[frame.unit], place)
    mined = enter(want, frame.unit, place)
    if mined:
        below(want)
        return "DRL-SET-2"
    if in_enemy_zone(want, frame.side, place):
        below(want)
        return "DRL-ZOC-2"
    want.frame = Step((frame.side, frame.unit, frame.left - (cost or 0)))
    return "DRL-MOV-1"


@clause("DRL-SEQ-2")
def stopped(want: Any) -> str:
    """The unit is done; the next may be picked."""
    below(want)
    return "DRL-SEQ-2"


@clause("DRL-SEQ-1")
def movement_ended(want: Any, side: int) -> str:
    """Combat follows movement. Nobody has attacked and no hex has been attacked yet."""
    want.step = _step(want, side, 3)
    want.attacked = 0
    for unit in range(len(want.pos)):
        want.status[unit] &= ~FOUGHT
    want.frame = Target((side,))
    return "DRL-SEQ-1"


def below(want: Any) -> None:
    """The open question is settled: back to the one it interrupted."""
    *want.stack, want.frame = want.stack


# --- the sequence of play ---------------------------------------------------------------------------------------------
def _step(want: Any, side: int, number: int) -> int:
    names = [step.name for step in want.rules.sequence]
    return names.index(f"{'BR'[side]}{number}")


@clause("DRL-SEQ-1")
def combat_ended(want: Any, side: int) -> str:
    """Recovery, then the other side's player-turn; after Red's the turn is over."""
    recovered(want, side)
    if side == BLUE:
        player_turn_begins(want, RED)
    elif want.turn < facts_of(want).turns:
        want.turn += 1
        player_turn_begins(want, BLUE)
    else:
        want.step = len(want.rules.sequence) - 1
        over(want, *last_turn_over(want))
        return "DRL-VIC-1"
    return "DRL-SEQ-3"


@clause("DRL-SEQ-3")
def recovered(want: Any, side: int) -> None:
    """The side's Shaken units become fit, except those Shaken in this same player-turn, which now ends for everybody."""
    for unit, status in enumerate(want.status):
        if owner(want, unit) == side and not status & FRESH:
            want.status[unit] &= ~SHAKEN
        want.status[unit] &= ~FRESH


@clause("DRL-SUP-1")
def player_turn_begins(want: Any, side: int) -> None:
    """Supply is found for the side's units; then it moves, and nobody has moved yet."""
    for unit in range(len(want.pos)):
        want.status[unit] &= ~(MOVED | FOUGHT)
        if owner(want, unit) == side:
            mark = 1 << unit
            want.supplied = want.supplied | mark if is_supplied(want, unit) else want.supplied & ~mark
    want.attacked = 0
    want.step = _step(want, side, 2)
    want.stack, want.frame = [], Pick((side,))


# --- victory --------------------------------------------------------------------------------------------------------
def units_left(state: Any, side: int) -> int:
    """How many units of a side are on the map."""
    low, high = state.rules.forces.ranges[side]
    return sum(on_map(state, unit) for unit in range(low, high))


@clause("DRL-VIC-1")
def last_turn_over(want: Any) -> Result:
    """A town for Blue: decisive with all of them; else Red, decisively if he has lost no unit."""
    towns = set(want.rules.board.members(facts_of(want).town))
    blue = set(want.rules.board.members(want.blue_towns))
    if blue:
        return Result(BLUE, "decisive" if blue == towns else "marginal", "DRL-VIC-1")
    low, high = want.rules.forces.ranges[RED]
    return Result(RED, "decisive" if units_left(want, RED) == high - low else "marginal", "DRL-VIC-1")


@clause("DRL-VIC-2")
def wiped_out(want: Any) -> Result | None:
    """A side without units loses decisively, at once; both without is a draw."""
    blue, red = units_left(want, BLUE), units_left(want, RED)
    if blue and red:
        return None
    if not blue and not red:
        return Result(None, "draw", "DRL-VIC-2")
    return Result(BLUE if blue else RED, "decisive", "DRL-VIC-2")


def over(want: Any, winner: int | None, level: str, cited: str) -> None:
    """The game ends."""
    want.outcome = Result(winner, level, cited)
    want.stack, want.frame = [], Over((OVER,))


# --- combat ---------------------------------------------------------------------------------------------------------
@clause("DRL-CBT-2")
def attacked(want: Any, side: int, place: int) -> str:
    """The hex is attacked, for the only time in this step."""
    want.attacked |= want.rules.board.bit[place]
    want.stack = [*want.stack, want.frame]
    want.frame = Join((side, place, 0))
    return "DRL-CBT-2"


@clause("DRL-CBT-2")
def joined(want: Any, frame: Join, unit: int) -> str:
    """The unit attacks, for the only time in this step."""
    want.status[unit] |= FOUGHT
    want.frame = Join((frame.side, frame.hex, frame.attackers | 1 << unit))
    return "DRL-CBT-2"


@clause("DRL-RES-1")
def complete(want: Any, frame: Join) -> str:
    """The die is rolled at once."""
    want.frame = Die((CHANCE, frame.hex, frame.attackers))
    return "DRL-RES-1"


@clause("DRL-RES-2", "DRL-RES-3", "DRL-RES-4")
def fought(want: Any, frame: Die, die: int) -> str:
    """The result of the table: who is eliminated, who pays, who retreats."""
    attackers = bits_of(frame.attackers)
    side = owner(want, attackers[0])
    defenders = friends_at(want, enemy_of(side), frame.hex)
    result = attack_result(want, frame.hex, attackers, die)
    want.rolls += 1
    if result == "AR":
        retreats_follow(want, Retreat((side, frame.hex, frame.attackers, 0)))
        return "DRL-RES-4"
    if result == "DR":
        retreats_follow(want, Retreat((enemy_of(side), frame.hex, mask_of(defenders), frame.attackers)))
        return "DRL-RES-4"
    for unit in {"AE": attackers, "DE": defenders, "EX": defenders}.get(result, ()):
        eliminate(want, unit)
    if result == "EX":
        want.frame = Loss((side, frame.hex, frame.attackers))
        return "DRL-RES-3"
    combat_settled(want, side, frame.hex, frame.attackers)
    return "DRL-RES-2"


@clause("DRL-RES-3")
def paid(want: Any, frame: Loss, unit: int) -> str:
    """The attacker removes the unit of his choice."""
    eliminate(want, unit)
    combat_settled(want, frame.side, frame.hex, frame.attackers & ~(1 << unit))
    return "DRL-RES-3"


def combat_settled(want: Any, side: int, place: int, attackers: int) -> None:
    """The game may be over; else attackers may advance into an empty hex; else the next attack."""
    result = wiped_out(want)
    if result:
        over(want, *result)
    elif able := who_may_advance(want, side, place, attackers):
        want.frame = Advance((side, place, mask_of(able)))
    else:
        below(want)


# --- retreat and advance ----------------------------------------------------------------------------------------------
@clause("DRL-RET-1")
def retreated(want: Any, frame: Retreat, unit: int, place: int) -> str:
    """The unit is in the hex and Shaken; the others follow."""
    enter(want, unit, place)
    shake(want, unit)
    retreats_follow(want, Retreat((frame.side, frame.hex, frame.units & ~(1 << unit), frame.attackers)))
    return "DRL-RET-1"


@clause("DRL-RET-3")
def retreats_follow(want: Any, frame: Retreat) -> None:
    """Who can go is asked. When nobody can, the turn of each of the others comes, and there is no hex for it."""
    waiting = bits_of(frame.units)
    if any(can_retreat(want, unit) for unit in waiting):
        want.frame = frame
        return
    for unit in waiting:
        eliminate(want, unit)
    combat_settled(want, enemy_of(frame.side), frame.hex, frame.attackers)


@clause("DRL-ADV-1", "DRL-ADV-2")
def who_may_advance(want: Any, side: int, place: int, attackers: int) -> list[int]:
    """Fit units that attacked the hex, if it holds no enemy and has room."""
    return [
        unit
        for unit in bits_of(attackers)
        if on_map(want, unit)
        and is_fit(want, unit)
        and not friends_at(want, enemy_of(side), place)
        and not why_not_go_in(want, unit, place)
    ]


@clause("DRL-ADV-1")
def advanced(want: Any, frame: Advance, unit: int) -> str:
    """The unit is in the hex; others may follow as long as there is room."""
    enter(want, unit, frame.hex)
    left = frame.attackers & ~(1 << unit)
    if able := who_may_advance(want, frame.side, frame.hex, left):
        want.frame = Advance((frame.side, frame.hex, mask_of(able)))
    else:
        below(want)
    return "DRL-ADV-1"


@clause("DRL-ADV-1")
def stayed(want: Any) -> str:
    """No further advance."""
    below(want)
    return "DRL-ADV-1"
