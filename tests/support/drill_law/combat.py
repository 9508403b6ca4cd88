"""Chapter 8: who attacks whom, and who pays for an exchange."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drill_law.facts import FOUGHT, facts_of, friends_at, on_map
from drill_law.frames import Join, Loss, Target
from drill_law.units import decode, enemy_of, hexside, is_armour, is_fit, not_yours
from echelon.core.rulings import Ruling, clause

__all__ = ["standing_obstacles", "why_not_join", "why_not_loss", "why_not_target"]

Obstacle = tuple[str, str]  # the clause that keeps a unit from attacking a hex, and the case


# --- can a unit attack a hex? ---------------------------------------------------------------------------------------
@clause("DRL-GEN-4", "DRL-CBT-2", "DRL-CBT-3")
def standing_obstacles(state: Any, unit: int, place: int) -> Iterator[Obstacle]:
    """What keeps a unit from attacking a hex, apart from what it did before in this step."""
    if not on_map(state, unit):
        yield "DRL-CBT-2", "attacker.gone"
        return
    if not is_fit(state, unit):
        yield "DRL-GEN-4", "attacker.shaken"
    between = hexside(state, state.pos[unit], place)
    if between is None:
        yield "DRL-CBT-2", "attacker.far"
    elif between & facts_of(state).ford and is_armour(state, unit):
        yield "DRL-CBT-3", "attacker.river"


@clause("DRL-CBT-2")
def obstacles(state: Any, unit: int, place: int) -> Iterator[Obstacle]:
    """All that keeps a unit from attacking a hex; each unit attacks at most once in a step."""
    if state.status[unit] & FOUGHT:
        yield "DRL-CBT-2", "attacker.fought"
    yield from standing_obstacles(state, unit, place)


# --- which hex ------------------------------------------------------------------------------------------------------
@clause("DRL-CBT-1")
def why_not_target(state: Any, frame: Target, action: int) -> list[Ruling]:
    """`attack HEX`, or `end`: nobody must attack."""
    verb, fields = decode(state, action)
    if verb == "end":
        return []
    (place,) = fields
    return [
        *no_enemy(state, frame.side, place),
        *attacked_already(state, place),
        *nobody_able(state, frame.side, place),
    ]


@clause("DRL-CBT-1")
def no_enemy(state: Any, side: int, place: int) -> list[Ruling]:
    """Only hexes that hold enemy units are attacked."""
    return [] if friends_at(state, enemy_of(side), place) else [Ruling("DRL-CBT-1", {"hex": place, "side": side})]


@clause("DRL-CBT-2")
def attacked_already(state: Any, place: int) -> list[Ruling]:
    """Each hex is attacked at most once in a step."""
    if not state.attacked & state.rules.board.bit[place]:
        return []
    return [Ruling("DRL-CBT-2", {"case": "target.again", "hex": place})]


@clause("DRL-CBT-2")
def nobody_able(state: Any, side: int, place: int) -> list[Ruling]:
    """An attack needs a unit that can make it. If nobody can, every reason of every adjacent unit is named."""
    near = [u for other, _bit, _side in state.rules.board.near[place] for u in friends_at(state, side, other)]
    if not near:
        return [Ruling("DRL-CBT-2", {"case": "target.nobody", "hex": place, "side": side})]
    reasons: dict[Obstacle, list[int]] = {}
    for unit in near:
        found = list(obstacles(state, unit, place))
        if not found:
            return []
        for reason in found:
            reasons.setdefault(reason, []).append(unit)
    return [_cannot_attack(reason, tuple(units), place) for reason, units in reasons.items()]


def _cannot_attack(reason: Obstacle, units: tuple[int, ...], place: int) -> Ruling:
    cited, case = reason
    return Ruling(cited, {"case": case, "units": units, "hex": place})


# --- which units ----------------------------------------------------------------------------------------------------
@clause("DRL-CBT-2")
def why_not_join(state: Any, frame: Join, action: int) -> list[Ruling]:
    """`with UNIT`, or `fight` once there is an attacker."""
    verb, fields = decode(state, action)
    if verb == "fight":
        return [] if frame.attackers else [Ruling("DRL-CBT-2", {"case": "fight.nobody", "hex": frame.hex})]
    (unit,) = fields
    rulings = not_yours(state, frame.side, unit)
    if frame.attackers >> unit & 1:
        # whether its attack counts as made already is the same reason once more
        again = Ruling("DRL-CBT-2", {"case": "attacker.joined", "unit": unit, "hex": frame.hex})
        reasons = list(standing_obstacles(state, unit, frame.hex))
        return [*rulings, again, *(_cannot_attack(r, (unit,), frame.hex) for r in reasons)]
    return [*rulings, *(_cannot_attack(r, (unit,), frame.hex) for r in obstacles(state, unit, frame.hex))]


# --- who pays -------------------------------------------------------------------------------------------------------
@clause("DRL-RES-3")
def why_not_loss(state: Any, frame: Loss, action: int) -> list[Ruling]:
    """`lose UNIT`: the attacker removes one attacking unit of his choice."""
    _verb, (unit,) = decode(state, action)
    rulings = not_yours(state, frame.side, unit)
    if not frame.attackers >> unit & 1 or not on_map(state, unit):
        rulings.append(Ruling("DRL-RES-3", {"unit": unit, "hex": frame.hex}))
    return rulings
