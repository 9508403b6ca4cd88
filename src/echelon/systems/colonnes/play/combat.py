"""Combat (chapter 8.1): the choice of target and attackers, and what comes after what until the combat is over."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.frames import VERBS, Attackers, Target
from echelon.systems.colonnes.play.odds import attack_sum, combat, is_allowed, odds
from echelon.systems.colonnes.play.places import eliminate
from echelon.systems.colonnes.play.sequel import after_fighting
from echelon.systems.colonnes.play.support import open_attack_support
from echelon.systems.colonnes.play.values import attack_of, defence_sum
from echelon.systems.colonnes.state import ATTACKED, ColonnesState

__all__ = [
    "apply_attackers", "apply_target", "can_attack", "legal_attackers", "legal_target", "open_combat", "preview_attackers",
]  # fmt: skip

ATTACK, WITH, FIGHT, END = (VERBS.code(v) for v in ("attack", "with", "fight", "end"))


@clause("COL-SEQ-1", "COL-CBT-2")
def open_combat(s: ColonnesState, side: int) -> None:
    """The combat segment."""
    s.frame = Target((side,))


@clause("COL-CBT-3", "COL-CBT-11", "COL-UNI-5")
def _ready_at(s: ColonnesState, side: int, h: int) -> list[int]:
    """The units in a hex that can still attack, also those worth nothing now."""
    joins, status = s.rules.joins, s.status
    return [u for u in friends_at(s, side, h) if joins[u] and not status[u] & ATTACKED]


@clause("COL-CBT-1", "COL-CBT-7", "COL-CBT-9", "COL-CBT-10", "COL-TER-4")
def can_attack(s: ColonnesState, side: int, target: int) -> list[int]:
    """Everybody who can attack a hex: next to it, not across the Rhône."""
    rules = s.rules
    found: list[int] = []
    for h in rules.board.members(rules.grip[target] & s.holders[side]):
        found += _ready_at(s, side, h)
    return found


@clause("COL-CBT-1", "COL-CBT-2", "COL-CBT-4", "COL-CBT-5", "COL-CBT-12", "COL-ODD-1")
def legal_target(s: ColonnesState, f: Target) -> list[int]:
    """Every hex with an enemy counter that all who can attack it bring to 1:3 together, and the end of the segment."""
    side = f[0]
    rules = s.rules
    members, grip, holders = rules.board.members, rules.grip, s.holders[side]
    actions = []
    sums: dict[int, int] = {}
    for target in members(s.counters[1 - side] & rules.on_land.into(holders)):
        attack = 0
        for h in members(grip[target] & holders):
            if h not in sums:
                sums[h] = sum(attack_of(s, u) for u in _ready_at(s, side, h))
            attack += sums[h]
        if attack and is_allowed(s, attack, defence_sum(s, 1 - side, target)):
            actions.append(ATTACK | target << A_SHIFT)
    actions.append(END)
    return actions


def apply_target(s: ColonnesState, f: Target, action: int) -> None:
    """A hex is attacked, or the segment ends."""
    if action == END:
        s.close()
        return
    s.target = action >> A_SHIFT
    s.push(Attackers((f[0],)))


@clause("COL-CBT-7", "COL-CBT-8", "COL-CBT-9", "COL-CBT-12", "COL-ODD-1")
def legal_attackers(s: ColonnesState, f: Attackers) -> list[int]:
    """Who may join the attack, and whether it is strong enough to be made."""
    side, target = f[0], s.target
    actions = [WITH | u << A_SHIFT for u in can_attack(s, side, target) if not s.attackers >> u & 1]
    if s.attackers and is_allowed(s, attack_sum(s, s.attackers), defence_sum(s, 1 - side, target)):
        actions.append(FIGHT)
    return actions


def apply_attackers(s: ColonnesState, f: Attackers, action: int) -> None:
    """A unit joins, or the attack is made."""
    if action != FIGHT:
        s.attackers |= 1 << (action >> A_SHIFT)
        return
    _fight(s, f[0])


@clause("COL-CBT-3", "COL-CBT-6", "COL-CL-20", "COL-ODD-3")
def _fight(s: ColonnesState, side: int) -> None:
    """The attackers have made their attack. Columns alone are removed; otherwise columns and support come next."""
    for u in bits_of(s.attackers):
        s.status[u] |= ATTACKED
    if s.log is not None:
        s.note("attack", "COL-CBT-1", side=side, hex=s.target, units=tuple(bits_of(s.attackers)))
    defenders = friends_at(s, 1 - side, s.target)
    if all(s.rules.columns >> u & 1 for u in defenders):
        s.note("columns.removed", "COL-CL-20", units=tuple(defenders), hex=s.target)
        for u in defenders:
            eliminate(s, u, "COL-CL-20")
        after_fighting(s)
        return
    open_attack_support(s, side)


def preview_attackers(s: ColonnesState, f: Attackers, action: int) -> dict[str, Any]:
    """The odds with the unit, or as they stand."""
    joined = 0 if action == FIGHT else 1 << (action >> A_SHIFT)
    return odds(s, combat(s, f[0], attackers=joined))
