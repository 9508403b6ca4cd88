"""What in a state contradicts the rules. Effects have no other judge: nothing may be found after a legal action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from drill_law.combat import standing_obstacles
from drill_law.facts import BLUE, FRESH, RED, SHAKEN, STACK, facts_of, friends_at, on_map, units_at
from drill_law.frames import Advance, Die, Join, Loss, Mine, Pick, Retreat, Step, Target
from drill_law.retreat import can_retreat
from drill_law.setup import may_be_mined
from drill_law.supply import allowance_of
from drill_law.units import enemy_of, hexside, owner
from drill_law.zones import in_enemy_zone
from echelon.core.fields import bits_of
from echelon.core.frames import Over
from echelon.core.rulings import clause
from echelon.core.state import Problem

__all__ = ["problems"]

Problems = Iterator[Problem]


def problems(state: Any) -> list[Problem]:
    """Everything in a state that contradicts the rules."""
    return [problem for check in CHECKS for problem in check(state)]


# --- units, towns, the minefield ------------------------------------------------------------------------------------
@clause("DRL-STK-1", "DRL-STK-2")
def crowded_hexes(state: Any) -> Problems:
    """At no time more than two units in a hex, or enemies in one."""
    for place in range(state.rules.board.n):
        units = tuple(units_at(state, place))
        if len(units) > STACK:
            yield Problem("DRL-STK-1", {"hex": place, "units": units})
        if len({owner(state, u) for u in units}) > 1:
            yield Problem("DRL-STK-2", {"hex": place, "units": units})


@clause("DRL-GEN-3")
def wrong_towns(state: Any) -> Problems:
    """A town belongs to the side whose unit was in it last, so to the side that is in it now."""
    board = state.rules.board
    for place in range(board.n):
        holder = BLUE if state.blue_towns & board.bit[place] else RED
        if not facts_of(state).town & board.bit[place]:
            if holder == BLUE:
                yield Problem("DRL-GEN-3", {"case": "town.none", "hex": place})
        elif friends_at(state, enemy_of(holder), place):
            yield Problem("DRL-GEN-3", {"hex": place, "side": enemy_of(holder), "side_holder": holder})


@clause("DRL-SEQ-3", "DRL-GEN-4")
def wrong_status(state: Any) -> Problems:
    """Who became Shaken in this player-turn is Shaken; an eliminated unit has no status."""
    for unit, status in enumerate(state.status):
        if status & FRESH and not status & SHAKEN:
            yield Problem("DRL-SEQ-3", {"unit": unit})
        if status and not on_map(state, unit):
            yield Problem("DRL-GEN-4", {"unit": unit})


@clause("DRL-SET-1", "DRL-SET-2")
def wrong_mine(state: Any) -> Problems:
    """The minefield lies in a hex of the list, once laid, and no Blue unit has entered it."""
    if state.mine < 0:
        return
    if isinstance(state.frame, Mine):
        yield Problem("DRL-SET-1", {"case": "mine.early", "hex": state.mine})
    if not may_be_mined(state, state.mine):
        yield Problem("DRL-SET-1", {"hex": state.mine})
    for unit in friends_at(state, BLUE, state.mine):
        if not _starts_in(state, unit, state.mine):
            yield Problem("DRL-SET-2", {"unit": unit, "hex": state.mine})


def _starts_in(state: Any, unit: int, place: int) -> bool:
    """Does the scenario put the unit there? Then it need not have *entered* the hex."""
    rules = state.rules
    start = rules.scenario.data["units"].get(rules.forces.units[unit].id)
    return start is not None and str(start) == rules.board.labels[place]


# --- the sequence of play -------------------------------------------------------------------------------------------
@clause("DRL-SEQ-1")
def wrong_side(state: Any) -> Problems:
    """The side whose step it is moves and attacks."""
    sequence = state.rules.sequence
    if not 0 <= state.step < len(sequence):
        return
    side = sequence[state.step].side
    for frame in (*state.stack, state.frame):
        if isinstance(frame, Pick | Step | Target | Join) and frame.side != side:
            yield Problem("DRL-SEQ-1", {"side": frame.side, "side_step": side})


@clause("DRL-CBT-2")
def stale_attacks(state: Any) -> Problems:
    """Hexes are marked as attacked for the length of a combat step. A game may end in the middle of one."""
    if state.attacked and isinstance(state.frame, Mine | Pick | Step):
        places = tuple(state.rules.board.members(state.attacked))
        yield Problem("DRL-CBT-2", {"case": "attacked.stale", "hexes": places})


@clause("DRL-VIC-1", "DRL-VIC-2")
def overdue_end(state: Any) -> Problems:
    """The game ends after the last turn, and at once when a side has no unit left: once an exchange is paid by both."""
    if isinstance(state.frame, Over):
        return
    if state.turn > facts_of(state).turns:
        yield Problem("DRL-VIC-1", {"turn": state.turn, "turns": facts_of(state).turns})
    if not isinstance(state.frame, Loss):
        for side in (BLUE, RED):
            if not _units_left(state, side):
                yield Problem("DRL-VIC-2", {"side": side})


@clause("DRL-VIC-1", "DRL-VIC-2")
def wrong_winner(state: Any) -> Problems:
    """Blue wins with a town at the end, Red without; a side that has no unit left loses."""
    if state.outcome is None or state.outcome.clause not in {"DRL-VIC-1", "DRL-VIC-2"}:
        return  # a game may also end outside the rule book, by resignation
    blue, red = _units_left(state, BLUE), _units_left(state, RED)
    winner: int | None
    if blue and red:
        winner, cited = (BLUE if state.blue_towns else RED), "DRL-VIC-1"
    else:
        winner, cited = (BLUE if blue else RED if red else None), "DRL-VIC-2"
    if state.outcome.winner != winner:
        yield Problem(cited, {"case": "winner.wrong"})


def _units_left(state: Any, side: int) -> bool:
    low, high = state.rules.forces.ranges[side]
    return any(on_map(state, unit) for unit in range(low, high))


# --- the open question ----------------------------------------------------------------------------------------------
def wrong_frame(state: Any) -> Problems:
    """The facts the open question holds."""
    frame = state.frame
    if isinstance(frame, Step):
        yield from _wrong_step(state, frame)
    elif isinstance(frame, Join):
        yield from _nobody_attacked(state, frame.side, frame.hex)
        yield from _wrong_attackers(state, frame.side, frame.hex, frame.attackers)
    elif isinstance(frame, Die):
        yield from _wrong_die(state, frame)
    elif isinstance(frame, Loss):
        yield from _no_attackers(frame.hex, frame.attackers)
        yield from _wrong_attackers(state, frame.side, frame.hex, frame.attackers)
    elif isinstance(frame, Retreat):
        yield from _wrong_retreat(state, frame)
    elif isinstance(frame, Advance):
        yield from _wrong_advance(state, frame)


@clause("DRL-SEQ-2", "DRL-MOV-1", "DRL-SUP-3", "DRL-ZOC-2")
def _wrong_step(state: Any, frame: Step) -> Problems:
    """The moving unit is its side's and on the map, has no more than its allowance, and did not pass an enemy zone."""
    unit = frame.unit
    if not on_map(state, unit) or owner(state, unit) != frame.side:
        yield Problem("DRL-SEQ-2", {"unit": unit, "side": frame.side})
        return
    allowance = allowance_of(state, unit)
    if not 0 <= frame.left <= allowance:
        cited = "DRL-SUP-3" if 0 <= frame.left <= facts_of(state).allowance[unit] else "DRL-MOV-1"
        yield Problem(cited, {"case": "points.wrong", "unit": unit, "mf_left": frame.left, "mf": allowance})
    # enemies neither come nor recover while a unit moves: what has spent points has *entered* the hex where it is
    if frame.left < allowance and in_enemy_zone(state, frame.side, state.pos[unit]):
        yield Problem("DRL-ZOC-2", {"unit": unit, "hex": state.pos[unit]})


@clause("DRL-CBT-1")
def _nobody_attacked(state: Any, side: int, place: int) -> Problems:
    """Until the die is rolled the attacked hex holds enemy units."""
    if not friends_at(state, enemy_of(side), place):
        yield Problem("DRL-CBT-1", {"hex": place, "side": side})


@clause("DRL-CBT-2")
def _no_attackers(place: int, attackers: int) -> Problems:
    """Nothing is rolled or paid without attackers."""
    if not attackers:
        yield Problem("DRL-CBT-2", {"case": "attackers.none", "hex": place})


@clause("DRL-SEQ-1", "DRL-CBT-2", "DRL-CBT-3", "DRL-GEN-4")
def _wrong_attackers(state: Any, side: int, place: int, attackers: int) -> Problems:
    """Attackers are of one side and stand where, and as, they could attack from."""
    for unit in bits_of(attackers):
        if owner(state, unit) != side:
            yield Problem("DRL-SEQ-1", {"case": "attacker.enemy", "unit": unit, "hex": place})
        for cited, case in standing_obstacles(state, unit, place):
            yield Problem(cited, {"case": case, "unit": unit, "hex": place})


@clause("DRL-CBT-1", "DRL-CBT-2")
def _wrong_die(state: Any, frame: Die) -> Problems:
    """A combat has attackers of one side and defenders of the other."""
    yield from _no_attackers(frame.hex, frame.attackers)
    if frame.attackers:
        side = owner(state, bits_of(frame.attackers)[0])  # chance answers the frame, so its side says nothing
        yield from _nobody_attacked(state, side, frame.hex)
        yield from _wrong_attackers(state, side, frame.hex, frame.attackers)


@clause("DRL-RET-1", "DRL-RET-3", "DRL-RES-4")
def _wrong_retreat(state: Any, frame: Retreat) -> Problems:
    """Who retreats is on the map, of one side, and still where it fought; at least one of them can go."""
    units = bits_of(frame.units)
    for unit in units:
        if not on_map(state, unit) or owner(state, unit) != frame.side:
            yield Problem("DRL-RET-1", {"unit": unit, "side": frame.side})
        elif not _fought_there(state, frame, unit):
            yield Problem("DRL-RES-4", {"unit": unit, "hex": frame.hex})
    # a unit without a hex is eliminated when its turn comes: with nobody able to go there is nothing to ask
    if not any(on_map(state, unit) and can_retreat(state, unit) for unit in units):
        yield Problem("DRL-RET-3", {"hex": frame.hex, "side": frame.side})
    yield from _wrong_attackers(state, enemy_of(frame.side), frame.hex, frame.attackers)


def _fought_there(state: Any, frame: Retreat, unit: int) -> bool:
    """Defenders retreat from the attacked hex, attackers from beside it; no attackers are kept if they retreat."""
    if state.pos[unit] == frame.hex:
        return True
    return not frame.attackers and hexside(state, state.pos[unit], frame.hex) is not None


@clause("DRL-ADV-1", "DRL-SEQ-1")
def _wrong_advance(state: Any, frame: Advance) -> Problems:
    """No enemy is left in the hex. Attackers are beside it or already in it; an exchange may have cost one."""
    enemies = friends_at(state, enemy_of(frame.side), frame.hex)
    if enemies:
        yield Problem("DRL-ADV-1", {"hex": frame.hex, "units": tuple(enemies)})
    for unit in bits_of(frame.attackers):
        if owner(state, unit) != frame.side:
            yield Problem("DRL-SEQ-1", {"case": "attacker.enemy", "unit": unit, "hex": frame.hex})
        if on_map(state, unit) and frame.hex != state.pos[unit] and hexside(state, state.pos[unit], frame.hex) is None:
            yield Problem("DRL-ADV-1", {"case": "advance.far", "unit": unit, "hex": frame.hex})


CHECKS: tuple[Callable[[Any], Problems], ...] = (
    crowded_hexes, wrong_towns, wrong_status, wrong_mine,
    wrong_side, stale_attacks, overdue_end, wrong_winner,
    wrong_frame,
)  # fmt: skip
