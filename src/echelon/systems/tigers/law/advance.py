"""Chapter 14: which attackers advance where after a battle, and what they owe to the hexes they emptied or contain."""

from __future__ import annotations

from itertools import pairwise, product

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.ground import unbridged
from echelon.systems.tigers.facts.units import is_disrupted, omf, on_map, strong_at
from echelon.systems.tigers.frames import Advance
from echelon.systems.tigers.law.battle import Target, attackers_left, rolled, target_at, targets
from echelon.systems.tigers.law.duties import is_attached, with_attached
from echelon.systems.tigers.law.stacking import fits
from echelon.systems.tigers.law.steps import occupied
from echelon.systems.tigers.law.units import (
    can_fight,
    decode,
    enemy_of,
    hexside,
    is_forest,
    is_mechanized,
    not_yours,
    off_map,
)  # fmt: skip
from echelon.systems.tigers.law.zones import divisions_over
from echelon.systems.tigers.state import TigersState

__all__ = ["allowance", "can_contain", "unsatisfied", "why_not_advance"]

VACATED = ("forced", "left")
COSTLY = ("AD", "AE", "D/AE")  # the attackers that are left are Disrupted (TIG-RES-5)


@clause("TIG-ADV-1")
def why_not_advance(s: TigersState, frame: Advance, action: int) -> list[Ruling]:
    """`advance UNIT HEX`, `halt UNIT` once it is under way, `finish` when the duties are done."""
    verb, fields = decode(s, action)
    if verb == "finish":
        return why_not_finish(s, frame)
    unit = fields[0]
    if verb == "halt":
        rulings = not_yours(s, frame.side, unit)
        return rulings if unit == frame.unit else [*rulings, Ruling("TIG-ADV-1", {"case": "halt.other", "unit": unit})]
    rulings = [*not_yours(s, frame.side, unit), *off_map(s, unit, "TIG-ADV-1")]
    if rulings:
        return rulings
    place = fields[1]
    rulings = who_may_not(s, frame, unit)
    here, steps = s.pos[unit], max(0, len(frame.path) - 1) if frame.unit == unit else 0
    if hexside(s, here, place) is None:
        return [*rulings, Ruling("TIG-ADV-10", {"case": "advance.far", "unit": unit, "hex_from": here, "hex": place})]
    rulings += [*into_enemies(s, frame.side, place), *too_far(s, unit, steps)]
    if steps == 0:
        return [*rulings, *why_not_first(s, frame.side, unit, place)]
    return [*rulings, *why_not_further(s, frame, unit, place)]


# --- who ------------------------------------------------------------------------------------------------------------------
@clause("TIG-ADV-1", "TIG-ADV-14", "TIG-KGP-12")
def who_may_not(s: TigersState, frame: Advance, unit: int) -> list[Ruling]:
    """Attackers that the result left UnDisrupted, each once; what is attached to Peiper goes when it goes."""
    rulings = []
    if rolled(s) in COSTLY:
        rulings.append(Ruling("TIG-ADV-14", {"case": "advance.result", "unit": unit, "result": rolled(s)}))
    if not s.attackers >> unit & 1:
        rulings.append(Ruling("TIG-ADV-1", {"case": "advance.other", "unit": unit}))
    if is_disrupted(s, unit):
        rulings.append(Ruling("TIG-ADV-14", {"case": "advance.disrupted", "unit": unit}))
    if is_attached(s, unit):
        rulings.append(Ruling("TIG-KGP-12", {"unit": unit, "unit_leader": s.rules.peiper}))
    if frame.unit >= 0 and unit != frame.unit:
        rulings.append(
            Ruling("TIG-ADV-1", {"case": "advance.moving", "unit": unit, "unit_moving": frame.unit}, ("halt.first",))
        )
    elif frame.unit < 0 and s.advanced >> unit & 1:
        rulings.append(Ruling("TIG-ADV-1", {"case": "advance.again", "unit": unit}))
    return rulings


# --- how far --------------------------------------------------------------------------------------------------------------
@clause("TIG-ADV-2", "TIG-ADV-3", "TIG-ADV-12", "TIG-ADV-13", "TIG-NRT-1", "TIG-SKZ-3")
def _allowed_by(s: TigersState, unit: int, row: Target) -> int:
    """The hexes that one attacked hex allows: by type on D2, D3, DE; on D and D1 as many as its defenders retreated."""
    reach = s.rules.reach[unit]
    if row.defence == 0:  # Skorzeny alone, removed without a die
        return 1
    if rolled(s) in ("D", "D1"):
        gone = max((steps for _unit, start, steps in s.retreats if start == row.hex), default=0)
        return min(reach, max(1, gone))
    return reach


@clause("TIG-ADV-12", "TIG-KGP-3", "TIG-KGP-7")
def allowance(s: TigersState, unit: int) -> int:
    """The hexes a unit may advance in this battle; Kampfgruppe Peiper one more than the whole OMF it has left, at most."""
    most = max((_allowed_by(s, unit, row) for row in targets(s) if row.fate in (*VACATED, "pinned")), default=0)
    if unit != s.rules.peiper:
        return most
    # what it has spent since its attack it spent on this very advance
    left = max(0, omf(s, unit) - s.spent[unit]) // 2 + s.peiper_since // 2
    return min(most, left + 1)


@clause("TIG-ADV-12", "TIG-KGP-7")
def too_far(s: TigersState, unit: int, steps: int) -> list[Ruling]:
    """No more hexes than its allowance."""
    most = allowance(s, unit)
    if steps < most or most == 0:  # no hex was vacated or pinned: said elsewhere
        return []
    cited = "TIG-KGP-7" if unit == s.rules.peiper else "TIG-ADV-12"
    return [Ruling(cited, {"case": "advance.length", "unit": unit, "most": most})]


@clause("TIG-ADV-2", "TIG-ADV-11")
def long_advance_barred(s: TigersState, unit: int, path: tuple[int, ...]) -> list[Ruling]:
    """More than one hex: every hex non-forest or entered across a road hexside, and no unbridged river crossed."""
    rulings = []
    for here, place in pairwise(path):
        side = hexside(s, here, place) or 0
        facts = {"unit": unit, "hex_from": here, "hex": place}
        if is_forest(s, place) and not side & s.rules.road:
            rulings.append(Ruling("TIG-ADV-11", {"case": "advance.forest", **facts}))
        if unbridged(s, here, place):
            rulings.append(Ruling("TIG-ADV-11", {"case": "advance.river", **facts}))
    return rulings


@clause("TIG-ADV-11")
def cannot_cross(s: TigersState, unit: int, place: int) -> list[Ruling]:
    """One hex: the unit could attack across that hexside; only mechanized units at an unbridged river could not."""
    if not is_mechanized(s, unit) or not unbridged(s, s.pos[unit], place):
        return []
    return [Ruling("TIG-ADV-11", {"case": "advance.wheels", "unit": unit, "hex_from": s.pos[unit], "hex": place})]


# --- where ----------------------------------------------------------------------------------------------------------------
@clause("TIG-GEN-9", "TIG-ADV-15", "TIG-FUEL-9")
def into_enemies(s: TigersState, side: int, place: int) -> list[Ruling]:
    """Not into a hex with enemy units of factor 1 or more. The dump is no unit: a hex vacated around it may be entered, and
    then it is captured."""
    if target_at(s, place) is None:
        return occupied(s, side, place)
    if is_vacated(s, place) and not strong_at(s, enemy_of(side), place):
        return []
    return [Ruling("TIG-ADV-15", {"hex": place, "units_enemy": tuple(strong_at(s, enemy_of(side), place))})]


def is_vacated(s: TigersState, place: int) -> bool:
    """Was the attacked hex emptied, by force or by the defender's own will?"""
    row = target_at(s, place)
    return row is not None and row.fate in VACATED


@clause("TIG-ADV-1", "TIG-ADV-5", "TIG-ADV-10")
def why_not_first(s: TigersState, side: int, unit: int, place: int) -> list[Ruling]:
    """The first hex: a vacated one, regardless of zones, or past it into an empty hex beside the defended one."""
    rulings = [*cannot_cross(s, unit, place), *breaks_containment(s, unit)]
    if target_at(s, place) is not None:
        return rulings
    beaten = [row.hex for row in targets(s) if row.fate in (*VACATED, "pinned")]
    if not any(hexside(s, h, place) is not None for h in beaten):
        rulings.append(Ruling("TIG-ADV-10", {"case": "advance.beside", "unit": unit, "hex": place}))
    return [*rulings, *not_yet_occupied(s, side), *zone_bars(s, side, unit, s.pos[unit], place)]


@clause("TIG-ADV-5", "TIG-ADV-10", "TIG-ADV-11")
def why_not_further(s: TigersState, frame: Advance, unit: int, place: int) -> list[Ruling]:
    """A further hex: zones stop the advance except in a vacated hex; the whole advance is now a long one."""
    here = s.pos[unit]
    rulings = long_advance_barred(s, unit, (*frame.path, place))
    enemies = zones_over(s, frame.side, here)
    if enemies and not is_vacated(s, here):
        facts = {"case": "advance.stopped", "unit": unit, "hex": here, "units_enemy": tuple(enemies)}
        rulings.append(Ruling("TIG-ADV-10", facts))
    if is_vacated(s, place):
        return rulings
    return [*rulings, *zone_bars(s, frame.side, unit, here, place)]


@clause("TIG-ADV-9", "TIG-ADV-10")
def zones_over(s: TigersState, side: int, place: int) -> list[int]:
    """The enemy divisions whose zone reaches a hex; that of a contained defender does not count."""
    pinned = {row.hex for row in targets(s) if row.fate == "pinned"} if s.rules.pin_ignores_own_zoc else set()
    return [d for d in divisions_over(s, side, place) if s.pos[d] not in pinned]


@clause("TIG-ADV-10", "TIG-ADV-16")
def zone_bars(s: TigersState, side: int, unit: int, here: int, place: int) -> list[Ruling]:
    """No direct step between hexes in the zone of one division; a friend there does not help."""
    same = tuple(sorted(set(zones_over(s, side, here)) & set(zones_over(s, side, place))))
    if not same:
        return []
    return [Ruling("TIG-ADV-10", {"case": "advance.zone", "unit": unit, "hex_from": here, "hex": place, "units_enemy": same})]


# --- containment ----------------------------------------------------------------------------------------------------------
@clause("TIG-ADV-4", "TIG-ADV-8", "TIG-ADV-15")
def can_contain(s: TigersState, units: list[int]) -> bool:
    """Can the units be shared out over the pinned hexes so that each gets its defence?"""
    needs = tuple(row.defence for row in targets(s) if row.fate == "pinned")
    open_needs = {needs}
    for factor in sorted((s.rules.factor[u] for u in units), reverse=True):
        open_needs |= {(*left[:i], max(0, need - factor), *left[i + 1 :]) for left in open_needs for i, need in enumerate(left)}
    return any(not any(left) for left in open_needs)


def staying(s: TigersState, leaving: list[int]) -> list[int]:
    """The attackers that have not advanced, without those about to leave."""
    return [u for u in attackers_left(s) if not s.advanced >> u & 1 and u not in leaving]


@clause("TIG-ADV-8", "TIG-ADV-15")
def breaks_containment(s: TigersState, unit: int) -> list[Ruling]:
    """Attackers worth the defence of the pinned hexes stay; if all together are not worth it, all of them."""
    if can_contain(s, staying(s, with_attached(s, unit))):
        return []
    pinned = tuple(row.hex for row in targets(s) if row.fate == "pinned")
    return [Ruling("TIG-ADV-8", {"unit": unit, "hexes": pinned})]


# --- occupation -----------------------------------------------------------------------------------------------------------
def free_attackers(s: TigersState) -> list[int]:
    """The attackers that could still go in: neither advanced nor Disrupted, of factor 1 or more, not needed to contain."""
    return [
        u
        for u in staying(s, [])
        if not is_disrupted(s, u) and can_fight(s, u) and not is_attached(s, u) and not breaks_containment(s, u)
    ]


@clause("TIG-ADV-4", "TIG-ADV-7", "TIG-ADV-15")
def unsatisfied(s: TigersState) -> list[Target]:
    """The vacated hexes that attackers worth the defence have neither entered nor passed, while somebody still could who
    fits in. Each unit counts for one hex, for the best."""
    rows = [row for row in targets(s) if row.fate in VACATED]
    free = free_attackers(s)
    open_rows = [row for row in rows if any(fits(s, u, row.hex) for u in free)]
    entered: dict[int, list[int]] = {}
    for unit, place in s.occupiers:
        if place not in entered.setdefault(unit, []):
            entered[unit].append(place)
    best = open_rows
    for choice in product(*entered.values()):
        lent = {row.hex: 0 for row in rows}
        for unit, place in zip(entered, choice, strict=True):
            lent[place] = lent.get(place, 0) + s.rules.factor[unit]
        missing = [row for row in open_rows if lent[row.hex] < row.defence]
        if len(missing) < len(best):
            best = missing
    return best


@clause("TIG-ADV-5", "TIG-ADV-7", "TIG-ADV-16")
def not_yet_occupied(s: TigersState, side: int) -> list[Ruling]:
    """Nobody bypasses before the strength owed to every vacated hex has gone in."""
    return [Ruling("TIG-ADV-16", {"hex": row.hex, "defence": row.defence}, ("occupy.first",)) for row in unsatisfied(s)]


@clause("TIG-ADV-4", "TIG-ADV-7")
def why_not_finish(s: TigersState, frame: Advance) -> list[Ruling]:
    """`finish`: nobody is under way, and every hex emptied by force is occupied in strength, unless that is optional."""
    rulings = []
    if frame.unit >= 0 and on_map(s, frame.unit):
        rulings.append(Ruling("TIG-ADV-1", {"case": "finish.moving", "unit_moving": frame.unit}, ("halt.first",)))
    if not s.rules.occupation_optional:
        owed = [row for row in unsatisfied(s) if row.fate == "forced"]
        rulings += [Ruling("TIG-ADV-7", {"hex": row.hex, "defence": row.defence}) for row in owed]
    return rulings
