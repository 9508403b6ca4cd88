"""Combat: choose a target, then attackers, then the die and what it brings (chapter 8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.frames import CHANCE, Outcomes
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT, VERB
from echelon.systems.drill.facts import COLUMNS, friends_at
from echelon.systems.drill.frames import VERBS, Die, Join, Loss, Target
from echelon.systems.drill.play.odds import column, preview
from echelon.systems.drill.play.places import eliminate
from echelon.systems.drill.play.retreat import begin_retreat, offer_advance
from echelon.systems.drill.play.victory import destroyed
from echelon.systems.drill.state import BLUE, FOUGHT, SHAKEN, DrillState

__all__ = [
    "apply_die", "apply_join", "apply_loss", "apply_target", "legal_join", "legal_loss", "legal_target", "outcomes",
    "preview_join",
]  # fmt: skip

ATTACK, WITH, FIGHT, DIE, LOSE, END = (VERBS.code(v) for v in ("attack", "with", "fight", "die", "lose", "end"))
_OUTCOMES: Outcomes = tuple((DIE | n << A_SHIFT, Fraction(1, 6)) for n in range(1, 7))


@clause("DRL-CBT-1", "DRL-CBT-2", "DRL-CBT-3", "DRL-GEN-4")
def legal_target(s: DrillState, f: Target) -> list[int]:
    """The enemy hexes that somebody can attack, or the end of the step."""
    rules, pos, status, side = s.rules, s.pos, s.status, f[0]
    arm, strike, gone = rules.arm, rules.strike, rules.gone
    low, high = rules.forces.ranges[side]
    reach = 0
    for u in range(low, high):
        h = pos[u]
        if h != gone and not status[u] & (SHAKEN | FOUGHT):
            reach |= strike[arm[u]][h]
    enemies = s.red if side == BLUE else s.blue
    targets = reach & enemies
    actions = []
    if targets:
        targets = (targets | s.attacked) ^ s.attacked
        actions = [ATTACK | h << A_SHIFT for h in rules.board.members(targets)]
    actions.append(END)
    return actions


def apply_target(s: DrillState, f: Target, action: int) -> None:
    """A hex is named, or the step ends."""
    if action == END:
        s.close()
        return
    h = action >> A_SHIFT
    s.attacked |= s.rules.board.bit[h]
    s.stack.append(f)
    s.frame = Join((f[0], h, 0))


@clause("DRL-CBT-2", "DRL-CBT-3", "DRL-GEN-4")
def legal_join(s: DrillState, f: Join) -> list[int]:
    """The units that can still join, and `fight` once one has."""
    side, h, attackers = f
    rules, pos, status = s.rules, s.pos, s.status
    arm, strike, gone, bit = rules.arm, rules.strike, rules.gone, rules.board.bit[h]
    low, high = rules.forces.ranges[side]
    actions = [
        WITH | u << A_SHIFT
        for u in range(low, high)
        if pos[u] != gone and not status[u] & (SHAKEN | FOUGHT) and not attackers >> u & 1 and strike[arm[u]][pos[u]] & bit
    ]
    if attackers:
        actions.append(FIGHT)
    return actions


def apply_join(s: DrillState, f: Join, action: int) -> None:
    """A unit joins, or the attack is declared complete."""
    side, h, attackers = f
    if action & VERB == WITH:
        unit = action >> A_SHIFT
        s.status[unit] |= FOUGHT
        s.frame = Join((side, h, attackers | 1 << unit))
    else:
        s.frame = Die((CHANCE, h, attackers))


def preview_join(s: DrillState, f: Join, action: int) -> dict[str, Any]:
    """The odds if this unit joins, or as they are."""
    joined = 1 << (action >> A_SHIFT) if action & VERB == WITH else 0
    return preview(s, f.hex, f.attackers | joined)


def outcomes(s: DrillState, f: Die) -> Outcomes:
    """A fair die."""
    return _OUTCOMES


@clause("DRL-RES-1", "DRL-RES-2", "DRL-RES-3", "DRL-RES-4")
def apply_die(s: DrillState, f: Die, action: int) -> None:
    """Read the table and carry out the result."""
    _chance, h, attackers = f
    s.rolls += 1
    units = bits_of(attackers)
    side = s.rules.forces.side_of[units[0]]
    at = column(s, h, units)
    number = action >> A_SHIFT
    result = s.rules.table[number - 1][at]
    told = "attack.none" if result == "-" else "attack"
    s.note(told, "DRL-RES-1", side=side, hex=h, odds=COLUMNS[at], die=number, word_result=result)
    defenders = friends_at(s, 1 - side, h)
    if result == "AE":
        for u in units:
            eliminate(s, u)
        _settle(s)
    elif result == "DE":
        for u in defenders:
            eliminate(s, u)
        if not destroyed(s):
            offer_advance(s, side, h, attackers)
    elif result == "EX":
        for u in defenders:
            eliminate(s, u)
        s.frame = Loss((side, h, attackers))
    elif result == "AR":
        begin_retreat(s, side, h, attackers, 0)
    elif result == "DR":
        begin_retreat(s, 1 - side, h, sum(1 << u for u in defenders), attackers)
    else:
        _settle(s)


def _settle(s: DrillState) -> None:
    """The combat is over: back to the choice of targets, unless a side is destroyed."""
    if not destroyed(s):
        s.frame = s.stack.pop()


@clause("DRL-RES-3")
def legal_loss(s: DrillState, f: Loss) -> list[int]:
    """Any of the attackers."""
    return [LOSE | u << A_SHIFT for u in bits_of(f[2])]


@clause("DRL-RES-3")
def apply_loss(s: DrillState, f: Loss, action: int) -> None:
    """One attacker is removed; the others may advance."""
    side, h, attackers = f
    unit = action >> A_SHIFT
    eliminate(s, unit)
    if not destroyed(s):
        offer_advance(s, side, h, attackers & ~(1 << unit))
