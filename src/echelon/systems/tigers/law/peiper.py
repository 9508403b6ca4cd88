"""Chapter 16: what Kampfgruppe Peiper may do after its battle."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import is_disrupted, omf
from echelon.systems.tigers.frames import FORD, NORMAL, ROAD_RATE, Peiper
from echelon.systems.tigers.law.allocation import nobody_there, too_weak
from echelon.systems.tigers.law.duties import attack_barred, division_hexes, is_attached, peiper_spent, with_attached
from echelon.systems.tigers.law.odds import is_target
from echelon.systems.tigers.law.steps import exit_rulings, owed_from, step_rulings
from echelon.systems.tigers.law.units import decode, not_yours, off_map
from echelon.systems.tigers.state import GERMAN, ROAD, TigersState

__all__ = ["attack_again", "why_not_peiper"]

RATES = (NORMAL, ROAD_RATE, FORD)


@clause("TIG-KGP-2", "TIG-KGP-5", "TIG-KGP-11")
def why_not_peiper(s: TigersState, frame: Peiper, action: int) -> list[Ruling]:
    """`move`, `exit`, `attack`, `detach`, `wait`, `stop`."""
    verb, fields = decode(s, action)
    if verb == "attack":
        return attack_again(s, fields[0])
    unit = fields[0]
    if verb == "detach":
        return why_not_detach(s, frame, unit)
    rulings = [*not_yours(s, frame.side, unit), *someone_else(s, unit)]
    rulings = rulings or [*off_map(s, unit, "TIG-KGP-5"), *disrupted(s)]
    if rulings:
        return rulings
    if verb == "move":
        return why_not_move(s, frame.stepped, frame.stopped, fields[1], fields[2])
    if verb == "exit":
        return why_not_exit(s, frame.stepped, frame.stopped, fields[1])
    rulings = too_late_to_wait(s) if verb == "wait" else []
    return [*rulings, *why_not_end(s, frame)]


@clause("TIG-KGP-5")
def someone_else(s: TigersState, unit: int) -> list[Ruling]:
    """It is Kampfgruppe Peiper that goes on; the battles of others wait."""
    if unit == s.rules.peiper:
        return []
    return [Ruling("TIG-KGP-5", {"case": "peiper.other", "unit": unit, "unit_leader": s.rules.peiper})]


@clause("TIG-KGP-8")
def disrupted(s: TigersState) -> list[Ruling]:
    """AD, AE and D/AE end its turn."""
    return [Ruling("TIG-KGP-8", {"unit": s.rules.peiper})] if is_disrupted(s, s.rules.peiper) else []


@clause("TIG-KGP-9")
def why_not_detach(s: TigersState, frame: Peiper, unit: int) -> list[Ruling]:
    """An attached unit may drop off at any hex."""
    rulings = not_yours(s, frame.side, unit)
    return rulings if is_attached(s, unit) else [*rulings, Ruling("TIG-KGP-9", {"case": "detach.none", "unit": unit})]


# --- steps ------------------------------------------------------------------------------------------------------------
def _stack(s: TigersState) -> int:
    """Kampfgruppe Peiper with all that is attached to it."""
    return sum(1 << unit for unit in with_attached(s, s.rules.peiper))


@clause("TIG-ZOC-10")
def held_fast(s: TigersState, stopped: int) -> list[Ruling]:
    """A zone that stopped it holds it until its next attack."""
    return [Ruling("TIG-ZOC-10", {"case": "peiper.stopped", "hex": s.pos[s.rules.peiper]})] if stopped else []


@clause("TIG-KGP-2", "TIG-KGP-5", "TIG-KGP-6")
def why_not_move(s: TigersState, stepped: int, stopped: int, place: int, rate: int) -> list[Ruling]:
    """`move`: an operational step at normal costs, with zones and roads, but no OMB; and only if after it Kampfgruppe Peiper
    can stop or attack lawfully, or go on to where it can."""

    def may_stop(where: int, spent: tuple[int, ...], road: bool) -> bool:
        return can_end(moved_to(s, where, spent, road))

    found = step_rulings(
        s, GERMAN, s.rules.peiper, _stack(s), place, rate, bonus_open=False, first=not stepped, may_stop=may_stop
    )
    return [*(_because(r, "peiper.end") if r.clause == "TIG-MOV-16" else r for r in found), *held_fast(s, stopped)]


def _because(ruling: Ruling, case: str) -> Ruling:
    """A ruling that goes for Kampfgruppe Peiper alone what another chapter says of everybody."""
    return Ruling("TIG-KGP-6", {"case": case, **ruling.facts})


@clause("TIG-KGP-6")
def can_end(s: TigersState) -> bool:
    """Does it owe nothing where it is, or can it attack there?"""
    return not _owed(s) or any(not attack_again(s, place) for place in _beside(s))


@clause("TIG-SSR-4")
def moved_to(s: TigersState, place: int, spent: tuple[int, ...], road: bool) -> TigersState:
    """The state when it has come to a hex, its members having spent so much, the last step at road rate or not."""
    later, peiper = s.copy(), s.rules.peiper
    for unit, used in zip(sorted(with_attached(s, peiper)), spent, strict=True):
        later.pos[unit], later.spent[unit] = place, min(255, used)
        later.status[unit] = s.status[unit] & ~ROAD | (ROAD if road else 0)
        if unit == peiper:
            later.peiper_since = s.peiper_since + used - s.spent[unit]
    return later


def _beside(s: TigersState) -> list[int]:
    return [other for other, _bit, _side in s.rules.board.near[s.pos[s.rules.peiper]]]


def _owed(s: TigersState) -> list[int]:
    return owed_from(s, s.rules.peiper, s.pos[s.rules.peiper])


@clause("TIG-VIC-7")
def why_not_exit(s: TigersState, stepped: int, stopped: int, rate: int) -> list[Ruling]:
    """`exit`: as any German unit, out of the OMF it has left."""
    found = exit_rulings(s, GERMAN, s.rules.peiper, _stack(s), rate, bonus_open=False, first=not stepped)
    return [*held_fast(s, stopped), *found]


# --- another attack -----------------------------------------------------------------------------------------------------
@clause("TIG-KGP-1", "TIG-KGP-5", "TIG-KGP-6", "TIG-KGP-11", "TIG-ROAD-7", "TIG-MOV-5")
def attack_again(s: TigersState, place: int) -> list[Ruling]:
    """`attack HEX`: with every hex of an UnDisrupted division it can attack in the one battle, at 1:5 or better."""
    peiper = s.rules.peiper
    rulings = off_map(s, peiper, "TIG-KGP-5")
    if rulings:
        return rulings
    rulings = [*disrupted(s), *peiper_spent(s), *nobody_there(s, GERMAN, place), *attack_barred(s, peiper, place)]
    if s.status[peiper] & ROAD:
        rulings.append(Ruling("TIG-ROAD-7", {"unit": peiper}))
    if s.spent[peiper] > omf(s, peiper):
        facts = {"case": "attacker.bonus", "unit": peiper, "mf": s.spent[peiper], "mf_most": omf(s, peiper)}
        rulings.append(Ruling("TIG-MOV-5", facts))
    hexes = tuple(sorted({place, *division_hexes(s, GERMAN, peiper)}))
    if is_target(s, GERMAN, place) and not attack_barred(s, peiper, place):
        rulings += [_because(ruling, "peiper.weak") for ruling in too_weak(s, GERMAN, hexes, with_attached(s, peiper))]
    return rulings


# --- the end ------------------------------------------------------------------------------------------------------------
@clause("TIG-KGP-11", "TIG-KGP-8")
def too_late_to_wait(s: TigersState) -> list[Ruling]:
    """It can wait for Blitzkrieg before Blitzkrieg only."""
    return [Ruling("TIG-KGP-11", {"case": "peiper.blitz", "unit": s.rules.peiper})] if s.rules.blitz[s.step] else []


@clause("TIG-KGP-6", "TIG-MOV-17", "TIG-ATK-15")
def why_not_end(s: TigersState, frame: Peiper) -> list[Ruling]:
    """`stop`, `wait`: not after a step next to a division it owes, as long as anything else is left to it."""
    if not frame.stepped or not _owed(s) or not can_go_on(s, frame):
        return []
    return [Ruling("TIG-KGP-6", {"case": "peiper.owes", "unit": s.rules.peiper, "hexes_owed": tuple(sorted(_owed(s)))})]


@clause("TIG-MOV-17")
def can_go_on(s: TigersState, frame: Peiper) -> bool:
    """Is a step, an exit or an attack left?"""
    if any(not attack_again(s, place) for place in _beside(s)):
        return True
    if any(not why_not_exit(s, frame.stepped, frame.stopped, rate) for rate in (NORMAL, ROAD_RATE)):
        return True
    return any(not why_not_move(s, frame.stepped, frame.stopped, place, rate) for place in _beside(s) for rate in RATES)
