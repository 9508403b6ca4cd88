"""Chapter 9: who may attack what, what must be attacked, the standard allocation, and what may be called off.

The allocation is judged on a `blank_sheet`: the state as it was before any battle was put on the list, with the battles beside
it as a plan. So it does not matter in which order they were declared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.ground import bridged, river_between, unbridged
from echelon.systems.tigers.facts.units import friends_at, is_disrupted, omf, on_map, side_of
from echelon.systems.tigers.law.odds import allowed
from echelon.systems.tigers.law.steps import owed_from
from echelon.systems.tigers.law.units import (
    can_fight,
    enemy_of,
    hexside,
    is_foot,
    is_mechanized,
    members,
    not_yours,
    off_map,
    ready_divisions_at,
)  # fmt: skip
from echelon.systems.tigers.state import (
    ATTACHED,
    ATTACKED,
    DONE,
    FOUGHT,
    FRESH,
    IDLE,
    MOVED,
    OFF,
    OPEN,
    ROAD,
    SHIFTED,
    TigersState,
)  # fmt: skip

__all__ = [
    "Planned", "able", "attack_barred", "blank_sheet", "can_attack", "chain", "could_join", "division_hexes", "group_of",
    "is_attached", "is_let_off", "owes", "peiper_spent", "plan_of", "required", "standard_allocation", "touches", "unable",
    "unmet", "waived", "with_attached",
]  # fmt: skip


class Planned(NamedTuple):
    """One battle of an allocation."""

    hexes: frozenset[int]
    units: frozenset[int]


Plan = Sequence[Planned]


# --- ATK-5: may a unit attack? ----------------------------------------------------------------------------------------
def is_attached(s: TigersState, unit: int) -> bool:
    """Does the unit move and fight with Kampfgruppe Peiper?"""
    return bool(s.marks[unit] & ATTACHED)


@clause("TIG-KGP-1", "TIG-KGP-10", "TIG-SSR-2", "TIG-SSR-4")
def peiper_spent(s: TigersState) -> list[Ruling]:
    """Two attacks a turn; from Ruthlessness on more, each after 1 OMF spent, until a result worse than D."""
    unit = s.rules.peiper
    if s.peiper_attacks < 2:
        return []
    if not s.ruthless:
        return [Ruling("TIG-KGP-10", {"unit": unit, "attacks": s.peiper_attacks})]
    rulings = []
    if s.peiper_worse:
        rulings.append(Ruling("TIG-SSR-2", {"unit": unit}))
    if s.peiper_since < 2:
        rulings.append(Ruling("TIG-SSR-4", {"unit": unit, "mf": s.peiper_since}))
    return rulings


@clause("TIG-SEQ-5", "TIG-KGP-8", "TIG-KGP-11")
def _attacked_already(s: TigersState, unit: int) -> list[Ruling]:
    if unit != s.rules.peiper:
        return [Ruling("TIG-SEQ-5", {"unit": unit})] if s.status[unit] & ATTACKED else []
    stopped = [Ruling("TIG-KGP-11", {"case": "peiper.done", "unit": unit})] if s.marks[unit] & DONE else []
    return [*stopped, *peiper_spent(s)]


@clause("TIG-SEQ-2", "TIG-SEQ-3", "TIG-RNF-9")
def _used_before(s: TigersState, unit: int) -> list[Ruling]:
    """In Blitzkrieg and Breakthrough only units that had not moved before; Kampfgruppe Peiper is excepted."""
    if not s.rules.blitz[s.step] or unit == s.rules.peiper:
        return []
    stale = s.status[unit] & MOVED and not s.marks[unit] & FRESH
    return [Ruling("TIG-SEQ-2", {"unit": unit})] if stale else []


@clause("TIG-ATK-5", "TIG-DIS-1", "TIG-MOV-4", "TIG-MOV-5", "TIG-ROAD-2", "TIG-ROAD-7", "TIG-VDH-3", "TIG-KGP-12")
def unable(s: TigersState, side: int, unit: int) -> list[Ruling]:
    """Everything that keeps a unit from attacking at all in this phase; battles on the list apart."""
    wrong = [*not_yours(s, side, unit), *off_map(s, unit, "TIG-ATK-5")]
    if wrong:
        return wrong
    rulings = []
    if is_disrupted(s, unit):
        rulings.append(Ruling("TIG-DIS-1", {"unit": unit}))
    if s.status[unit] & IDLE:
        rulings.append(Ruling("TIG-ATK-15", {"unit": unit}))
    if not can_fight(s, unit) and unit != s.rules.skorzeny:
        rulings.append(Ruling("TIG-ATK-5", {"case": "attacker.weak", "unit": unit}))
    if is_attached(s, unit):
        # it shares Peiper's attacks, and what stands in their way (TIG-KGP-9)
        peiper = s.rules.peiper
        apart = not on_map(s, peiper) or s.pos[peiper] != s.pos[unit]
        if apart or is_disrupted(s, peiper) or unable(s, side, peiper):
            rulings.append(Ruling("TIG-KGP-12", {"case": "attached.peiper", "unit": unit, "unit_leader": peiper}))
        return rulings
    rulings += [*_attacked_already(s, unit), *_used_before(s, unit)]
    if s.spent[unit] > omf(s, unit):
        facts = {"case": "attacker.bonus", "unit": unit, "mf": s.spent[unit], "mf_most": omf(s, unit)}
        rulings.append(Ruling("TIG-MOV-5", facts))
    if s.status[unit] & MOVED and s.status[unit] & ROAD:
        rulings.append(Ruling("TIG-ROAD-7", {"unit": unit}))
    return rulings


def able(s: TigersState, side: int, unit: int) -> bool:
    """May the unit attack, battles on the list apart?"""
    return not unable(s, side, unit)


@clause("TIG-ATK-4", "TIG-ATK-5", "TIG-BRG-14", "TIG-MOV-14", "TIG-MOV-15")
def attack_barred(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """What keeps a unit on the map from attacking a hex: distance, and for mechanized units water."""
    here = s.pos[unit]
    facts = {"unit": unit, "hex": place}
    if hexside(s, here, place) is None:
        return [Ruling("TIG-ATK-4", {"case": "attacker.far", **facts})]
    if is_foot(s, unit) or not river_between(s, here, place):
        return []
    if not bridged(s, here, place):
        return [Ruling("TIG-BRG-14", facts)]
    spender = s.rules.peiper if is_attached(s, unit) else unit
    left = omf(s, spender) - s.spent[spender]
    return [] if left >= 2 else [Ruling("TIG-MOV-15", {**facts, "mf_left": max(0, left)})]


def can_attack(s: TigersState, unit: int, place: int) -> bool:
    """Could the unit attack across that hexside?"""
    return on_map(s, unit) and not attack_barred(s, unit, place)


@clause("TIG-KGP-9", "TIG-KGP-12")
def with_attached(s: TigersState, unit: int) -> list[int]:
    """The unit, and if it is Kampfgruppe Peiper all that is attached to it."""
    if unit != s.rules.peiper:
        return [unit]
    return [unit, *(u for u in friends_at(s, side_of(s, unit), s.pos[unit]) if is_attached(s, u) and not is_disrupted(s, u))]


# --- the sheet on which an allocation is judged -----------------------------------------------------------------------
def plan_of(s: TigersState) -> list[Planned]:
    """The battles on the list."""
    hexes_of = s.rules.board.members
    return [Planned(frozenset(hexes_of(hexes)), frozenset(members(units))) for hexes, units, state in s.battles if state != OFF]


@clause("TIG-MOV-14", "TIG-MOV-15", "TIG-ATK-18")
def blank_sheet(s: TigersState) -> TigersState:
    """The state with no battle on the list: what mechanized units spent on attacking across rivers is given back."""
    sheet = s.copy()
    for battle in plan_of(s):
        for unit in battle.units:
            if is_mechanized(s, unit) and any(_across(s, unit, place) for place in battle.hexes):
                sheet.spent[unit] = max(0, sheet.spent[unit] - 2)
    sheet.battles = ()
    return sheet


def _across(s: TigersState, unit: int, place: int) -> bool:
    return touches(s, unit, place) and river_between(s, s.pos[unit], place)


# --- duty A -----------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-2", "TIG-ATK-6", "TIG-ATK-7", "TIG-ATK-13", "TIG-ATK-15")
def owes(sheet: TigersState, side: int, unit: int) -> list[int]:
    """The hexes with UnDisrupted divisions that a unit owes an attack because it moved next to them in this phase.

    Units of factor 0 owe nothing; nor does one that chance left where it cannot attack each of them.
    """
    if not on_map(sheet, unit) or side_of(sheet, unit) != side or not can_fight(sheet, unit):
        return []
    if not sheet.marks[unit] & FRESH or not able(sheet, side, unit):
        return []
    owed = owed_from(sheet, unit, sheet.pos[unit])
    return sorted(owed) if all(can_attack(sheet, unit, place) for place in owed) else []


def division_hexes(sheet: TigersState, side: int, unit: int) -> list[int]:
    """The hexes with UnDisrupted enemy divisions that a unit can attack, a river being no excuse for infantry."""
    near = sheet.rules.board.near[sheet.pos[unit]]
    found = [h for h, _bit, _side in near if ready_divisions_at(sheet, enemy_of(side), h) and can_attack(sheet, unit, h)]
    return sorted(found)


@clause("TIG-ATK-9", "TIG-ATK-14")
def group_of(sheet: TigersState, side: int, unit: int) -> list[int]:
    """The unit with the able units of its hex that can attack exactly the same division hexes."""
    same = division_hexes(sheet, side, unit)
    there = friends_at(sheet, side, sheet.pos[unit])
    return [u for u in there if u == unit or (able(sheet, side, u) and division_hexes(sheet, side, u) == same)]


@clause("TIG-ATK-9")
def is_let_off(sheet: TigersState, side: int, unit: int) -> bool:
    """Would its group, in one battle against all those hexes, be below 1:5?"""
    return not allowed(sheet, side, division_hexes(sheet, side, unit), group_of(sheet, side, unit))


def touches(s: TigersState, unit: int, place: int) -> bool:
    """Does the unit stand next to the hex, whatever lies between?"""
    return on_map(s, unit) and hexside(s, s.pos[unit], place) is not None


# --- duty B -----------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-8")
def waived(s: TigersState, attackers: Collection[int], place: int) -> bool:
    """Is a division's hex touched only by mechanized attackers across unbridged hexsides?"""
    near = [u for u in attackers if touches(s, u, place)]
    return all(is_mechanized(s, u) and unbridged(s, s.pos[u], place) for u in near)


@clause("TIG-ATK-1", "TIG-ATK-8")
def _duty_b(sheet: TigersState, side: int, plan: Plan) -> list[Ruling]:
    """Every UnDisrupted division next to an attacker must be attacked too."""
    attacked = {place for battle in plan for place in battle.hexes}
    attackers = {unit for battle in plan for unit in battle.units}
    rulings = []
    for place in range(sheet.rules.board.n):
        divisions = ready_divisions_at(sheet, enemy_of(side), place)
        near = tuple(sorted(u for u in attackers if touches(sheet, u, place)))
        if divisions and near and place not in attacked and not waived(sheet, near, place):
            facts = {"units_enemy": tuple(divisions), "hex": place, "units": near}
            rulings.append(Ruling("TIG-ATK-8", facts, ("attack.it", "standard")))
    return rulings


# --- is every duty met? -----------------------------------------------------------------------------------------------
@clause("TIG-ATK-2", "TIG-ATK-6")
def _duty_a(sheet: TigersState, side: int, plan: Plan) -> list[Ruling]:
    """Each division owed is attacked, and each unit that owes takes part in an attack on an UnDisrupted division it touches."""
    attacked = {place for battle in plan for place in battle.hexes}
    rulings = []
    for unit in range(len(sheet.pos)):
        owed = owes(sheet, side, unit)
        busy = [battle for battle in plan if unit in battle.units]
        if not owed or (not busy and is_let_off(sheet, side, unit)):
            continue
        for place in owed:
            if place not in attacked:
                facts = {"case": "duty.division", "unit": unit, "hex": place}
                rulings.append(Ruling("TIG-ATK-6", facts, ("attack.it", "standard")))
        any_attacked = any(place in attacked for place in owed)  # else the rulings before say it all
        if any_attacked and not any(_hits_division(sheet, side, unit, battle) for battle in busy):
            rulings.append(Ruling("TIG-ATK-6", {"case": "duty.idle", "unit": unit, "hexes": tuple(owed)}, ("standard",)))
    return rulings


def _hits_division(sheet: TigersState, side: int, unit: int, battle: Planned) -> bool:
    return any(touches(sheet, unit, h) and ready_divisions_at(sheet, enemy_of(side), h) for h in battle.hexes)


@clause("TIG-ATK-1", "TIG-ATK-6", "TIG-ATK-8", "TIG-SEQ-6")
def unmet(sheet: TigersState, side: int, plan: Plan) -> list[Ruling]:
    """Every duty that a plan leaves unmet; units that their odds let off owe nothing while they are idle."""
    return [*_duty_a(sheet, side, plan), *_duty_b(sheet, side, plan)]


def _idle(sheet: TigersState, side: int, plan: Plan) -> Iterator[int]:
    """The units let off by their odds that are in no battle, in the order of the unit tables."""
    busy = {unit for battle in plan for unit in battle.units}
    for unit in range(len(sheet.pos)):
        if unit not in busy and owes(sheet, side, unit) and is_let_off(sheet, side, unit):
            yield unit


@clause("TIG-ATK-9", "TIG-ATK-18")
def _joined(sheet: TigersState, side: int, plan: Plan, unit: int) -> list[Planned] | None:
    """The plan with the unit in the first battle, by lowest hex, with which every duty is met; None if there is none."""
    if is_attached(sheet, unit):
        return None
    for battle in sorted(plan, key=lambda b: min(b.hexes)):
        if all(can_attack(sheet, unit, place) for place in battle.hexes):
            larger = Planned(battle.hexes, battle.units | set(with_attached(sheet, unit)))
            trial = [larger if b is battle else b for b in plan]
            if not unmet(sheet, side, trial):
                return trial
    return None


@clause("TIG-ATK-9")
def could_join(sheet: TigersState, side: int, plan: Plan) -> list[Ruling]:
    """Units that may not be left idle, because an allocated battle could take them with every duty met."""
    return [
        Ruling("TIG-ATK-9", {"unit": unit}, ("standard",))
        for unit in _idle(sheet, side, plan)
        if _joined(sheet, side, plan, unit) is not None
    ]


# --- the standard allocation ------------------------------------------------------------------------------------------
class _Group(NamedTuple):
    place: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]


@clause("TIG-ATK-14")
def _groups(sheet: TigersState, side: int) -> list[_Group]:
    """The groups of units with duty A, ordered by their own hex, then by the unit tables."""
    found = set()
    for unit in range(len(sheet.pos)):
        if owes(sheet, side, unit) and not is_let_off(sheet, side, unit):
            hexes = tuple(division_hexes(sheet, side, unit))
            found.add(_Group(sheet.pos[unit], tuple(group_of(sheet, side, unit)), hexes))
    return sorted(found)


@clause("TIG-ATK-14", "TIG-ATK-18")
def standard_allocation(sheet: TigersState, side: int) -> list[Planned]:
    """Each group takes the lowest of its hexes; hexes left over go to the first group that has them: it adds them to its battle
    if it fights alone, else leaves it. Idle units come last."""
    groups = _groups(sheet, side)
    takes = {group: [group.hexes[0]] for group in groups}
    for place in sorted({place for group in groups for place in group.hexes}):
        if any(place in hexes for hexes in takes.values()):
            continue
        first = next(group for group in groups if place in group.hexes)
        alone = all(set(takes[first]).isdisjoint(hexes) for group, hexes in takes.items() if group != first)
        takes[first] = [*takes[first], place] if alone else [place]
    plan: list[Planned] = []
    for hexes in sorted({tuple(sorted(hexes)) for hexes in takes.values()}):
        units = frozenset(u for group in groups if tuple(sorted(takes[group])) == hexes for u in group.units)
        plan.append(Planned(frozenset(hexes), units))
    for unit in list(_idle(sheet, side, plan)):
        plan = _joined(sheet, side, plan, unit) or plan
    return plan


# --- calling off ------------------------------------------------------------------------------------------------------
@clause("TIG-ATK-2", "TIG-ATK-7", "TIG-ATK-10", "TIG-ATK-11", "TIG-ATK-19")
def _required_a(s: TigersState, side: int, hexes: Sequence[int], units: int) -> Iterator[int]:
    """The units whose duty A still requires a battle: it attacks a division they owe, or is the attack they take part in."""
    for unit in range(len(s.pos)):
        if not on_map(s, unit) or side_of(s, unit) != side or not can_fight(s, unit):
            continue
        if not s.marks[unit] & FRESH or is_disrupted(s, unit) or s.status[unit] & IDLE:
            continue
        if s.status[unit] & SHIFTED:  # it has advanced from where its move ended, and that creates no duty
            continue
        owed = [h for h in owed_from(s, unit, s.pos[unit]) if _in_duty(s, side, h)]
        takes_part = units >> unit & 1 and any(touches(s, unit, h) and ready_divisions_at(s, enemy_of(side), h) for h in hexes)
        if owed and (takes_part or any(h in hexes for h in owed)):
            yield unit


def _in_duty(s: TigersState, side: int, place: int) -> bool:
    return any(s.duty >> d & 1 for d in ready_divisions_at(s, enemy_of(side), place))


@clause("TIG-ATK-1", "TIG-KGP-6")
def _attacked_before(s: TigersState, place: int) -> bool:
    """Has a battle of the phase been fought against the hex? Then duty B is done there: Peiper has been before the others."""
    return any(state == FOUGHT and place in s.rules.board.members(hexes) for hexes, _units, state in s.battles)


@clause("TIG-ATK-3", "TIG-ATK-10")
def required(s: TigersState, side: int, battle: tuple[int, int, int]) -> list[Ruling]:
    """Why a battle of the list may not be called off."""
    hexes = list(s.rules.board.members(battle[0]))
    rulings = []
    owing = tuple(_required_a(s, side, hexes, battle[1]))
    if owing:
        rulings.append(Ruling("TIG-ATK-10", {"case": "cancel.owed", "units": owing, "hexes": tuple(hexes)}))
    open_ = [h for h in hexes if not _attacked_before(s, h)]
    touched = tuple(d for h in open_ for d in ready_divisions_at(s, enemy_of(side), h) if s.touched >> d & 1)
    if touched:
        rulings.append(Ruling("TIG-ATK-3", {"case": "cancel.touched", "units_enemy": touched, "hexes": tuple(hexes)}))
    return rulings


@clause("TIG-ATK-17", "TIG-ATK-10", "TIG-ATK-11", "TIG-ATK-16")
def chain(s: TigersState, side: int, first: int) -> list[int]:
    """The battles, by their place on the list, that are called off together: the first, and those it leaves with a duty.

    Of a battle found void before, no duty is left.
    """
    hexes_of = s.rules.board.members
    off = {first}
    while True:
        standing = [b for i, b in enumerate(s.battles) if i not in off and b[2] in (OPEN, FOUGHT)]
        attacked = {h for hexes, _units, _state in standing for h in hexes_of(hexes)}
        dropped = {h for i in off for h in hexes_of(s.battles[i][0])} - attacked
        waiting = {i: b[1] for i, b in enumerate(s.battles) if i not in off and b[2] == OPEN}
        others = [u for units in waiting.values() for u in members(units)]  # a waiver looks at all attackers (TIG-ATK-8)
        more = {i for i, units in waiting.items() if _leaves_duty(s, side, units, dropped, others)}
        if not more:
            return sorted(off)
        off |= more


def _leaves_duty(s: TigersState, side: int, units: int, dropped: set[int], others: Sequence[int]) -> bool:
    """Do the attackers of a battle touch a division, ready since the allocation, in a hex that is attacked no more?"""
    attackers = [u for u in members(units) if on_map(s, u) and not is_disrupted(s, u)]
    everybody = [u for u in others if on_map(s, u) and not is_disrupted(s, u)]
    for place in {h for u in attackers for h, _bit, _side in s.rules.board.near[s.pos[u]]} & dropped:
        ready = [d for d in ready_divisions_at(s, enemy_of(side), place) if s.ready >> d & 1]
        if ready and not waived(s, everybody, place):
            return True
    return False
