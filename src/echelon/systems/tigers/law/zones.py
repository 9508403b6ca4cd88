"""Chapter 8: zones of control, worked out from the enemy units around a hex."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.ground import along_road, unbridged
from echelon.systems.tigers.facts.units import friends_at, is_disrupted
from echelon.systems.tigers.law.units import (
    enemy_of,
    holds_friend,
    is_division,
    is_forest,
    is_pure_armor,
    is_sub_division,
)  # fmt: skip
from echelon.systems.tigers.state import TigersState

__all__ = [
    "blocks_supply", "divisions_over", "entry_zone", "in_division_zone", "one_hex_only", "sub_divisions_over",
    "zone_costs_bonus", "zone_to_zone",
]  # fmt: skip


@clause("TIG-ZOC-3", "TIG-ZOC-12")
def reaches(s: TigersState, start: int, place: int, shy: bool) -> bool:
    """Does a zone reach from a hex into an adjacent one? That of a unit `shy` of forest only along a road there."""
    return not (shy and is_forest(s, place)) or along_road(s, start, place)


@clause("TIG-ZOC-1", "TIG-ZOC-2", "TIG-ZOC-5", "TIG-ZOC-6")
def divisions_over(s: TigersState, side: int, place: int) -> list[int]:
    """The enemy divisions of `side`, Disrupted or not, whose zone reaches a hex, across rivers too."""
    found = []
    for other, _bit, _between in s.rules.board.near[place]:
        for unit in friends_at(s, enemy_of(side), other):
            if is_division(s, unit) and reaches(s, other, place, shy=is_pure_armor(s, unit)):
                found.append(unit)
    return found


@clause("TIG-ZOC-13", "TIG-ZOC-14", "TIG-ZOC-16")
def sub_divisions_over(s: TigersState, side: int, place: int) -> list[int]:
    """The enemy sub-division units, Disrupted or not, whose zone reaches a hex, where such a zone matters besides supply.

    Commands stacked together stay what they are. Cavalry shuns forest only where supply is concerned.
    """
    found = []
    for other, _bit, _between in s.rules.board.near[place]:
        for unit in friends_at(s, enemy_of(side), other):
            if is_sub_division(s, unit) and reaches(s, other, place, shy=is_pure_armor(s, unit)):
                found.append(unit)
    return found


@clause("TIG-ZOC-2")
def in_division_zone(s: TigersState, side: int, place: int) -> bool:
    """Is the hex in a zone that stops movement?"""
    return bool(divisions_over(s, side, place))


@clause("TIG-MOV-3", "TIG-MOV-5")
def zone_costs_bonus(s: TigersState, side: int, place: int) -> list[int]:
    """The enemy divisions whose zone closes the bonus to whoever enters the hex: those not across an unbridged river."""
    return [unit for unit in divisions_over(s, side, place) if not unbridged(s, place, s.pos[unit])]


@clause("TIG-ZOC-11", "TIG-ZOC-3", "TIG-ZOC-12", "TIG-TGR-7", "TIG-ZOC-16")
def blocks_supply(s: TigersState, unit: int, place: int) -> bool:
    """Does the zone of a unit in an adjacent hex block a hex for the enemy's supply, if nobody of his is there?

    Divisions always; sub-division units UnDisrupted; never Tigers, Skorzeny and von der Heydte. Pure armor of any size and
    cavalry groups do not reach into forest except along a road.
    """
    if not is_division(s, unit) and (not is_sub_division(s, unit) or is_disrupted(s, unit)):
        return False
    shy = is_pure_armor(s, unit) or s.rules.arm[unit] == "cavalry"
    return reaches(s, s.pos[unit], place, shy)


@clause("TIG-RNF-6", "TIG-ZOC-14")
def entry_zone(s: TigersState, side: int, place: int) -> list[int]:
    """The enemy units whose zone keeps a reinforcement out: divisions and sub-division units, Disrupted or not."""
    return sorted({*divisions_over(s, side, place), *sub_divisions_over(s, side, place)})


@clause("TIG-ZOC-7", "TIG-ZOC-9", "TIG-ZOC-10")
def one_hex_only(s: TigersState, side: int, units: int, here: int, place: int) -> bool:
    """Is a step the special move of one hex to a friend, which is the unit's whole operational move?"""
    return any(_shared_zones(s, side, here, place).values()) and holds_friend(s, side, place, but=units)


def _shared_zones(s: TigersState, side: int, here: int, place: int) -> dict[str, set[int]]:
    """The enemies in whose zone both hexes lie: divisions, and across an unbridged river sub-division units."""
    same = set(divisions_over(s, side, here)) & set(divisions_over(s, side, place))
    small: set[int] = set()
    if unbridged(s, here, place):
        small = set(sub_divisions_over(s, side, here)) & set(sub_divisions_over(s, side, place))
    return {"zone.same": same, "zone.river": small}


@clause("TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-9", "TIG-ZOC-10")
def zone_to_zone(s: TigersState, side: int, units: int, here: int, place: int, first: bool) -> list[Ruling]:
    """No step from one hex in a division's zone to another in the zone of the same; across an unbridged river the same goes
    for a sub-division unit. A friendly unit in the hex entered, other than the movers, lifts it for who has not moved yet; KG
    Peiper, which crosses no unbridged river, may also resume after its battle."""
    shared = _shared_zones(s, side, here, place)
    if not any(shared.values()):
        return []
    if holds_friend(s, side, place, but=units):
        if first or not unbridged(s, here, place):
            return []
        enemies = tuple(sorted(shared["zone.same"] | shared["zone.river"]))
        return [Ruling("TIG-ZOC-10", {"case": "zone.one_hex", "hex_from": here, "hex": place, "units_enemy": enemies})]
    return [
        Ruling(
            "TIG-ZOC-7",
            {"case": case, "hex_from": here, "hex": place, "units_enemy": tuple(sorted(enemies))},
            ("friend.first",),
        )
        for case, enemies in shared.items()
        if enemies
    ]
