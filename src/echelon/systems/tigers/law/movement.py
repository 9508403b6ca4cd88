"""Chapter 6: which unit is taken in hand, who goes with it, where it goes and where it stops."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.ground import river_between
from echelon.systems.tigers.facts.units import is_disrupted, omf, on_map
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE, Pick, Step
from echelon.systems.tigers.law.steps import exit_rulings, may_end_at, owed_from, step_rulings
from echelon.systems.tigers.law.units import decode, hexside, members, not_yours, off_map
from echelon.systems.tigers.state import (
    ATTACHED,
    ATTACKED,
    DONE,
    FRESH,
    GERMAN,
    MOVED,
    OFF,
    PICKED,
    ROAD,
    TigersState,
)

__all__ = ["attach_rulings", "moved_before", "not_takeable", "why_not_pick", "why_not_step"]


# --- which unit -------------------------------------------------------------------------------------------------------
def why_not_pick(s: TigersState, frame: Pick, action: int) -> list[Ruling]:
    """`take UNIT`, or `end`."""
    verb, fields = decode(s, action)
    if verb == "end":
        return may_not_stay(s, frame.side)
    return [*no_movement_yet(s, frame.side), *not_takeable(s, frame.side, fields[0])]


@clause("TIG-RNF-17", "TIG-ATK-7", "TIG-MOV-17")
def may_not_stay(s: TigersState, side: int) -> list[Ruling]:
    """Entry is a step of movement: a unit that came in where it may not end its move must go on, as long as it can."""
    rulings = []
    for unit in range(*s.rules.forces.ranges[side]):
        entered = on_map(s, unit) and s.marks[unit] & FRESH and not s.marks[unit] & PICKED
        if entered and not is_disrupted(s, unit):
            rulings += why_not_stop(s, Step((side, unit, 1 << unit, ((s.pos[unit], s.spent[unit]),))))
    return rulings


@clause("TIG-SET-11", "TIG-SET-12")
def no_movement_yet(s: TigersState, side: int) -> list[Ruling]:
    """No German operational movement in B2a of turn 1."""
    if side != GERMAN or s.turn != 1 or s.rules.blitz[s.step]:
        return []
    return [Ruling("TIG-SET-11", {"side": side})]


def not_takeable(s: TigersState, side: int, unit: int) -> list[Ruling]:
    """What keeps a unit from being taken in hand in this movement step."""
    rulings = [*not_yours(s, side, unit), *off_map(s, unit, "TIG-MOV-13")]
    if rulings:
        return rulings
    return [*disrupted(s, unit), *cannot_move(s, unit), *had_its_move(s, unit), *attached(s, unit), *used_before(s, unit)]


@clause("TIG-DIS-1")
def disrupted(s: TigersState, unit: int) -> list[Ruling]:
    """Disrupted units do not move."""
    return [Ruling("TIG-DIS-1", {"case": "move.disrupted", "unit": unit})] if is_disrupted(s, unit) else []


@clause("TIG-VDH-3")
def cannot_move(s: TigersState, unit: int) -> list[Ruling]:
    """Von der Heydte's men cannot move."""
    return [Ruling("TIG-VDH-3", {"unit": unit})] if unit == s.rules.vdh else []


@clause("TIG-MOV-18", "TIG-RNF-17")
def had_its_move(s: TigersState, unit: int) -> list[Ruling]:
    """Nobody is taken twice in one movement step, nor after entering the map in a zone that stopped it."""
    return [Ruling("TIG-MOV-18", {"case": "unit.picked", "unit": unit})] if s.marks[unit] & PICKED else []


@clause("TIG-KGP-9")
def attached(s: TigersState, unit: int) -> list[Ruling]:
    """What is attached to KG Peiper moves with it."""
    return [Ruling("TIG-KGP-9", {"case": "unit.attached", "unit": unit})] if s.marks[unit] & ATTACHED else []


@clause("TIG-SEQ-2", "TIG-SEQ-3", "TIG-RNF-9")
def used_before(s: TigersState, unit: int) -> list[Ruling]:
    """Blitzkrieg and Breakthrough are for units that have neither moved nor attacked, and for KG Peiper."""
    if not s.rules.blitz[s.step]:
        return []
    if unit == s.rules.peiper:
        return peiper_spent(s)
    used = s.status[unit] & (MOVED | ATTACKED)
    return [Ruling("TIG-SEQ-2", {"case": "unit.used", "unit": unit})] if used else []


@clause("TIG-KGP-8")
def peiper_spent(s: TigersState) -> list[Ruling]:
    """KG Peiper, unless stopped, goes on with the OMF it has left, less 1."""
    peiper = s.rules.peiper
    if s.marks[peiper] & DONE:
        return [Ruling("TIG-KGP-8", {"case": "peiper.done", "unit": peiper})]
    if s.status[peiper] & (MOVED | ATTACKED) and s.spent[peiper] >= omf(s, peiper):
        return [Ruling("TIG-KGP-8", {"case": "peiper.spent", "unit": peiper, "mf": omf(s, peiper)})]
    return []


# --- what it does -----------------------------------------------------------------------------------------------------
def why_not_step(s: TigersState, frame: Step, action: int) -> list[Ruling]:
    """`join`, `attach`, `detach`, `move`, `exit`, `stop`."""
    verb, fields = decode(s, action)
    unit = fields[0]
    if verb == "join":
        return why_not_join(s, frame, unit)
    if verb == "attach":
        return why_not_attach(s, frame, unit)
    if verb == "detach":
        return why_not_detach(s, frame, unit)
    wrong = [*not_yours(s, frame.side, unit), *not_the_leader(frame, unit)]
    if wrong:
        return wrong
    if verb == "move":
        return _why_not_move(s, frame, fields[1], fields[2])
    if verb == "exit":
        return _why_not_exit(s, frame, fields[1])
    return why_not_stop(s, frame)


@clause("TIG-MOV-13", "TIG-MOV-18")
def not_the_leader(frame: Step, unit: int) -> list[Ruling]:
    """Units move one at a time or as a stack; the unit in hand leads and must stop before another is taken."""
    if unit == frame.unit:
        return []
    return [Ruling("TIG-MOV-18", {"case": "unit.other", "unit": unit, "unit_leader": frame.unit}, ("stop.first",))]


@clause("TIG-MOV-18")
def under_way(frame: Step) -> list[Ruling]:
    """A stack forms before its first step."""
    return [Ruling("TIG-MOV-18", {"case": "stack.moving", "unit": frame.unit})] if len(frame.path) > 1 else []


@clause("TIG-MOV-13", "TIG-MOV-18", "TIG-KGP-9")
def why_not_join(s: TigersState, frame: Step, unit: int) -> list[Ruling]:
    """`join UNIT`: one of the leader's hex that could be taken itself. KG Peiper leads attached units and follows nobody."""
    rulings = [*under_way(frame), *not_takeable(s, frame.side, unit)]
    peiper = s.rules.peiper
    if peiper in (frame.unit, unit):
        rulings.append(Ruling("TIG-KGP-9", {"case": "join.peiper", "unit": unit, "unit_leader": frame.unit}))
    return [*rulings, *elsewhere(s, unit, frame.unit, "TIG-MOV-18")]


def elsewhere(s: TigersState, unit: int, leader: int, cited: str) -> list[Ruling]:
    """It must be in the leader's hex."""
    if s.pos[unit] == s.pos[leader]:
        return []
    return [Ruling(cited, {"case": "join.elsewhere", "unit": unit, "unit_leader": leader})]


# --- Peiper's attachments -----------------------------------------------------------------------------------------------
def why_not_attach(s: TigersState, frame: Step, unit: int) -> list[Ruling]:
    """`attach UNIT`, before the first step of KG Peiper."""
    rulings = under_way(frame)
    if frame.unit != s.rules.peiper:
        rulings.append(Ruling("TIG-KGP-9", {"case": "attach.leader", "unit": unit, "unit_leader": frame.unit}))
    return [*rulings, *attach_rulings(s, frame.side, unit)]


@clause("TIG-KGP-1", "TIG-KGP-9")
def attach_rulings(s: TigersState, side: int, unit: int) -> list[Ruling]:
    """The 501. and Skorzeny are attached in Peiper's hex, before it has moved or attacked this turn."""
    peiper = s.rules.peiper
    rulings = not_takeable(s, side, unit)
    if unit not in (s.rules.tigers_501, s.rules.skorzeny):
        rulings.append(Ruling("TIG-KGP-1", {"case": "attach.other", "unit": unit}))
    if s.status[peiper] & (MOVED | ATTACKED):
        rulings.append(Ruling("TIG-KGP-9", {"case": "attach.late", "unit": unit, "unit_leader": peiper}))
    return [*rulings, *elsewhere(s, unit, peiper, "TIG-KGP-9")]


@clause("TIG-KGP-9")
def why_not_detach(s: TigersState, frame: Step, unit: int) -> list[Ruling]:
    """`detach UNIT`: an attached unit may drop off at any hex."""
    if frame.unit == s.rules.peiper and unit != frame.unit and frame.units >> unit & 1 and s.marks[unit] & ATTACHED:
        return []
    return [*not_yours(s, frame.side, unit), Ruling("TIG-KGP-9", {"case": "detach.none", "unit": unit})]


# --- steps ------------------------------------------------------------------------------------------------------------
@clause("TIG-MOV-3", "TIG-KGP-5", "TIG-KGP-8")
def bonus_is_open(s: TigersState, frame: Step) -> bool:
    """The bonus is for everybody but KG Peiper when it goes on in Blitzkrieg after having moved or attacked. A battle called
    off is no attack, though what was paid for it across a river is spent."""
    peiper = s.rules.peiper
    if frame.unit != peiper or not s.rules.blitz[s.step]:
        return True
    if s.status[peiper] & ATTACKED:
        return False
    return not moved_before(s, frame)


@clause("TIG-SEQ-7", "TIG-MOV-15")
def moved_before(s: TigersState, frame: Step) -> bool:
    """Had KG Peiper moved before it was taken in hand? Then it had spent more than what an attack across a river, allocated
    and not made, has cost it."""
    peiper = s.rules.peiper
    if not s.marks[peiper] & FRESH:
        return bool(s.status[peiper] & MOVED)
    start, spent = frame.path[0]
    for hexes, units, state in s.battles:
        beside = [h for h in s.rules.board.members(hexes) if hexside(s, start, h) is not None]
        if state == OFF and units >> peiper & 1 and any(river_between(s, start, h) for h in beside):
            spent -= 2
    return spent > 0


def _why_not_move(s: TigersState, frame: Step, place: int, rate: int) -> list[Ruling]:
    """`move LEADER HEX RATE`: legal for every member."""
    first = len(frame.path) == 1
    return step_rulings(s, frame.side, frame.unit, frame.units, place, rate, bonus_is_open(s, frame), first)


def _why_not_exit(s: TigersState, frame: Step, rate: int) -> list[Ruling]:
    """`exit LEADER RATE`."""
    first = len(frame.path) == 1
    return exit_rulings(s, frame.side, frame.unit, frame.units, rate, bonus_is_open(s, frame), first)


@clause("TIG-ATK-7", "TIG-MOV-17", "TIG-ATK-15")
def why_not_stop(s: TigersState, frame: Step) -> list[Ruling]:
    """`stop LEADER`: where every member that moved in this phase may end its move, or where no step is left."""
    rulings = []
    for unit in members(frame.units):
        place = s.pos[unit]
        if s.marks[unit] & FRESH and not may_end_at(s, unit, place, s.spent[unit], bool(s.status[unit] & ROAD)):
            owed = tuple(sorted(owed_from(s, unit, place)))
            rulings.append(Ruling("TIG-ATK-7", {"unit": unit, "hex": place, "hexes_owed": owed}, ("go.on",)))
    return rulings if rulings and can_go_on(s, frame) else []


@clause("TIG-MOV-17")
def can_go_on(s: TigersState, frame: Step) -> bool:
    """Is any step left, off the map included?"""
    near = s.rules.board.near[s.pos[frame.unit]]
    for rate in (NORMAL, ROAD_RATE, FORD):
        if any(not _why_not_move(s, frame, other, rate) for other, _bit, _between in near):
            return True
    return any(not _why_not_exit(s, frame, rate) for rate in (NORMAL, ROAD_RATE))
