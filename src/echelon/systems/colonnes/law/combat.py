"""Chapter 8.1: which hex is attacked, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from echelon.core.rulings import Ruling, clause
from echelon.systems.colonnes.facts.units import friends_at, on_map
from echelon.systems.colonnes.frames import Attackers, Target
from echelon.systems.colonnes.law.ground import hexside, is_rhone
from echelon.systems.colonnes.law.odds import defence_at, reaches_the_table, sum_of_attack
from echelon.systems.colonnes.law.units import decode, enemy_of, holds, joins_attacks, members, not_yours
from echelon.systems.colonnes.state import ATTACKED, ColonnesState

__all__ = ["able_to_attack", "obstacles", "standing_obstacles", "why_not_attackers", "why_not_target"]

Obstacle = tuple[str, str]  # the clause that keeps a unit from attacking a hex, and the case


@clause("COL-CBT-1", "COL-CBT-11", "COL-TER-4", "COL-UNI-5")
def standing_obstacles(s: ColonnesState, unit: int, h: int) -> Iterator[Obstacle]:
    """What keeps a counter from attacking a hex by its kind and place: adjacent units do, not across the Rhône."""
    if not joins_attacks(s, unit):
        yield ("COL-UNI-5", "attacker.hq") if holds(s, unit) else ("COL-CBT-11", "attacker.kind")
    if not on_map(s, unit):
        yield "COL-CBT-1", "attacker.off"
    elif hexside(s, s.pos[unit], h) is None:
        yield "COL-CBT-1", "attacker.far"
    elif is_rhone(s, s.pos[unit], h):
        yield "COL-TER-4", "attacker.rhone"


@clause("COL-CBT-3", "COL-CBT-10")
def obstacles(s: ColonnesState, unit: int, h: int) -> Iterator[Obstacle]:
    """All that keeps a counter from attacking a hex: also an attack before in this segment."""
    yield from standing_obstacles(s, unit, h)
    if s.status[unit] & ATTACKED:
        yield "COL-CBT-3", "attacker.done"


def able_to_attack(s: ColonnesState, side: int, h: int) -> list[int]:
    """The units of a side that could still attack a hex."""
    near = [u for other, _bit, _side in s.rules.board.near[h] for u in friends_at(s, side, other)]
    return [unit for unit in near if not any(True for _ in obstacles(s, unit, h))]


# --- which hex ----------------------------------------------------------------------------------------------------------
@clause("COL-CBT-1", "COL-CBT-2", "COL-CBT-4", "COL-CBT-5", "COL-CBT-10", "COL-CBT-12")
def why_not_target(s: ColonnesState, frame: Target, action: int) -> list[Ruling]:
    """`attack HEX`, also one attacked before; or `end`: combat is never compulsory."""
    verb, fields = decode(s, action)
    if verb == "end":
        return []
    (place,) = fields
    if not friends_at(s, enemy_of(frame.side), place):
        return [Ruling("COL-CBT-1", {"case": "target.none", "hex": place, "side": frame.side})]
    able = able_to_attack(s, frame.side, place)
    if not able:
        return nobody_able(s, frame.side, place)
    return too_weak(s, frame.side, place, able, remedy=False)


@clause("COL-CBT-1")
def nobody_able(s: ColonnesState, side: int, place: int) -> list[Ruling]:
    """Every reason of every adjacent counter, if nobody can attack the hex."""
    near = [u for other, _bit, _side in s.rules.board.near[place] for u in friends_at(s, side, other)]
    if not near:
        return [Ruling("COL-CBT-1", {"case": "target.nobody", "hex": place, "side": side})]
    reasons: dict[Obstacle, list[int]] = {}
    for unit in near:
        for reason in obstacles(s, unit, place):
            reasons.setdefault(reason, []).append(unit)
    return [Ruling(cited, {"case": case, "units": tuple(units), "hex": place}) for (cited, case), units in reasons.items()]


@clause("COL-ODD-1", "COL-CBT-12")
def too_weak(s: ColonnesState, side: int, place: int, units: list[int], remedy: bool) -> list[Ruling]:
    """Below 1:3 there is no attack."""
    if reaches_the_table(s, side, place, units):
        return []
    facts = {"hex": place, "attack": sum_of_attack(s, units), "defence": defence_at(s, enemy_of(side), place)}
    return [Ruling("COL-ODD-1", facts, ("more.attackers",) if remedy else ())]


# --- by whom ------------------------------------------------------------------------------------------------------------
@clause("COL-CBT-3", "COL-CBT-6", "COL-CBT-7", "COL-CBT-8", "COL-CBT-9", "COL-CBT-12")
def why_not_attackers(s: ColonnesState, frame: Attackers, action: int) -> list[Ruling]:
    """`with UNIT` of any formation from any hex around; `fight` as soon as they reach 1:3."""
    verb, fields = decode(s, action)
    if verb == "fight":
        more = [u for u in able_to_attack(s, frame.side, s.target) if not s.attackers >> u & 1]
        return too_weak(s, frame.side, s.target, members(s.attackers), remedy=sum_of_attack(s, more) > 0)
    (unit,) = fields
    rulings = not_yours(s, frame.side, unit)
    if s.attackers >> unit & 1:
        rulings.append(Ruling("COL-CBT-3", {"case": "attacker.joined", "unit": unit, "hex": s.target}))
    found = obstacles(s, unit, s.target)
    return [*rulings, *(Ruling(cited, {"case": case, "units": (unit,), "hex": s.target}) for cited, case in found)]
