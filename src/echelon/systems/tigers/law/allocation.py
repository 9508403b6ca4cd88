"""Chapter 9: declaring battles, and when the allocation is final."""

from __future__ import annotations

from echelon.core.fields import bits_of
from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import is_disrupted, on_map
from echelon.systems.tigers.frames import Allocate, Battle
from echelon.systems.tigers.law.duties import (
    able,
    attack_barred,
    blank_sheet,
    can_attack,
    could_join,
    is_attached,
    plan_of,
    unable,
    unmet,
    with_attached,
)  # fmt: skip
from echelon.systems.tigers.law.movement import attach_rulings
from echelon.systems.tigers.law.odds import allowed, attack_of, is_target, total_defence
from echelon.systems.tigers.law.units import can_fight, decode
from echelon.systems.tigers.state import TigersState

__all__ = ["nobody_there", "too_weak", "why_not_allocate", "why_not_battle"]


# --- the list ---------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-ATK-8", "TIG-ATK-9", "TIG-ATK-14")
def why_not_allocate(s: TigersState, frame: Allocate, action: int) -> list[Ruling]:
    """`attack HEX`, `attach UNIT`, `standard`, `confirm`."""
    verb, fields = decode(s, action)
    if verb == "attack":
        return why_not_target(s, frame.side, (fields[0],))
    if verb == "attach":
        return why_not_attach(s, frame.side, fields[0])
    missing = unmet_now(s, frame.side)
    if verb == "confirm":
        return missing
    return [] if missing else [Ruling("TIG-ATK-14", {"case": "standard.needless"}, ("confirm",))]


@clause("TIG-ATK-6", "TIG-ATK-8", "TIG-ATK-9")
def unmet_now(s: TigersState, side: int) -> list[Ruling]:
    """Every duty that the battles on the list leave unmet."""
    sheet, plan = blank_sheet(s), plan_of(s)
    return [*unmet(sheet, side, plan), *could_join(sheet, side, plan)]


@clause("TIG-ATK-4")
def in_a_battle(s: TigersState, unit: int) -> bool:
    """Has the unit joined a battle of this phase?"""
    return any(unit in battle.units for battle in plan_of(s))


# --- which hexes ------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4", "TIG-VDH-5", "TIG-FUEL-8")
def nobody_there(s: TigersState, side: int, place: int) -> list[Ruling]:
    """Only hexes with enemy units are attacked, or that of the known Allied dump; von der Heydte cannot be."""
    return [] if is_target(s, side, place) else [Ruling("TIG-ATK-4", {"case": "target.none", "hex": place, "side": side})]


@clause("TIG-ATK-4")
def attacked_already(s: TigersState, place: int) -> list[Ruling]:
    """A hex is the target of one battle in a phase."""
    if not any(place in battle.hexes for battle in plan_of(s)):
        return []
    return [Ruling("TIG-ATK-4", {"case": "target.again", "hex": place})]


def why_not_target(s: TigersState, side: int, hexes: tuple[int, ...]) -> list[Ruling]:
    """What keeps the last of the hexes from being attacked, together with the others."""
    place = hexes[-1]
    rulings = [*nobody_there(s, side, place), *attacked_already(s, place)]
    return [*rulings, *nobody_able(s, side, hexes)]


@clause("TIG-ATK-5", "TIG-CRT-2", "TIG-CRT-3")
def nobody_able(s: TigersState, side: int, hexes: tuple[int, ...]) -> list[Ruling]:
    """All units still free that can attack every hex must together reach 1:5."""
    free = [u for u in _free(s, side) if all(can_attack(s, u, place) for place in hexes)]
    if any(can_fight(s, u) for u in free):
        return too_weak(s, side, hexes, free) if all(is_target(s, side, h) for h in hexes) else []
    near = [u for u in range(len(s.pos)) if on_map(s, u) and s.rules.forces.side_of[u] == side]
    near = [u for u in near if all(s.rules.board.distance(s.pos[u], place) == 1 for place in hexes)]
    reasons: dict[str, list[int]] = {}
    for unit in near:
        found = [*unable(s, side, unit), *(r for place in hexes for r in attack_barred(s, unit, place))]
        for ruling in found:
            reasons.setdefault(ruling.clause, []).append(unit)
    nobody = Ruling("TIG-ATK-5", {"case": "target.nobody", "hexes": hexes, "side": side})
    return [nobody, *(Ruling(c, {"case": f"unable.{c}", "units": tuple(u), "hexes": hexes}) for c, u in reasons.items())]


def _free(s: TigersState, side: int) -> list[int]:
    """The able units in no battle; what is attached counts with Kampfgruppe Peiper."""
    found = []
    for unit in range(len(s.pos)):
        if on_map(s, unit) and not in_a_battle(s, unit) and able(s, side, unit) and not is_attached(s, unit):
            found += with_attached(s, unit)
    return found


@clause("TIG-CRT-2", "TIG-CRT-3")
def too_weak(s: TigersState, side: int, hexes: tuple[int, ...], attackers: list[int]) -> list[Ruling]:
    """Attacks below 1:5 are not allowed, whatever the shifts."""
    if allowed(s, side, hexes, attackers):
        return []
    facts = {"hexes": hexes, "attack": attack_of(s, attackers), "defence": total_defence(s, side, hexes, attackers)}
    return [Ruling("TIG-CRT-2", facts, ("more.attackers",))]


# --- who attaches itself to Peiper ------------------------------------------------------------------------------------
@clause("TIG-KGP-1", "TIG-KGP-9", "TIG-KGP-12")
def why_not_attach(s: TigersState, side: int, unit: int) -> list[Ruling]:
    """`attach UNIT`: as before Kampfgruppe Peiper's first step, but neither may have joined a battle."""
    peiper = s.rules.peiper
    rulings = attach_rulings(s, side, unit)
    if is_disrupted(s, peiper):
        rulings.append(Ruling("TIG-DIS-1", {"unit": peiper}))
    joined = [one for one in (unit, peiper) if in_a_battle(s, one)]
    return [*rulings, *(Ruling("TIG-KGP-12", {"case": "attach.battle", "unit": one}) for one in joined)]


# --- one battle -------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-4")
def why_not_battle(s: TigersState, frame: Battle, action: int) -> list[Ruling]:
    """`also HEX` before anybody joins, `with UNIT`, `set`."""
    verb, fields = decode(s, action)
    hexes = tuple(s.rules.board.members(frame.hexes))
    if verb == "also":
        return why_not_also(s, frame, hexes, fields[0])
    if verb == "with":
        return why_not_with(s, frame, hexes, fields[0])
    attackers = list(bits_of(frame.units))
    if not any(can_fight(s, u) for u in attackers):
        return [Ruling("TIG-ATK-5", {"case": "set.nobody", "hexes": hexes})]
    return too_weak(s, frame.side, hexes, attackers)


@clause("TIG-ATK-4")
def why_not_also(s: TigersState, frame: Battle, hexes: tuple[int, ...], place: int) -> list[Ruling]:
    """A further hex, before the first unit has joined, that some units can attack together with the others."""
    rulings = []
    if frame.units:
        rulings.append(Ruling("TIG-ATK-4", {"case": "also.late", "hex": place}))
    if place in hexes:
        return [*rulings, Ruling("TIG-ATK-4", {"case": "also.again", "hex": place})]
    return [*rulings, *why_not_target(s, frame.side, (*hexes, place))]


@clause("TIG-ATK-4", "TIG-ATK-5", "TIG-KGP-12")
def why_not_with(s: TigersState, frame: Battle, hexes: tuple[int, ...], unit: int) -> list[Ruling]:
    """A unit that can attack every hex of the battle and has joined no other."""
    rulings = unable(s, frame.side, unit)
    if frame.units >> unit & 1:
        rulings.append(Ruling("TIG-ATK-4", {"case": "attacker.joined", "unit": unit}))
    if in_a_battle(s, unit):
        rulings.append(Ruling("TIG-ATK-4", {"case": "attacker.elsewhere", "unit": unit}))
    if is_attached(s, unit) and not any(r.clause == "TIG-KGP-12" for r in rulings):
        rulings.append(Ruling("TIG-KGP-12", {"unit": unit, "unit_leader": s.rules.peiper}))
    if on_map(s, unit):
        rulings += [ruling for place in hexes for ruling in attack_barred(s, unit, place)]
    return rulings
