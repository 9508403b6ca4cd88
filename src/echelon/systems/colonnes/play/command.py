"""Command (chapter 5): who is within range of which headquarters, and who is in command."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["commanded_units", "hexes_in_range", "present", "reach_rows"]

Reach = tuple[tuple[int, int], ...]


def present(s: ColonnesState) -> int:
    """Who is on the map, a bit for each unit."""
    n = s.rules.board.n
    return sum(1 << u for u, h in enumerate(s.pos) if h < n)


@clause("COL-CMD-1", "COL-CMD-4", "COL-GEN-4")
def hexes_in_range(s: ColonnesState, hq: int) -> int:
    """The hexes that a headquarters on the map commands: entered hexes hold no enemy unit, and are in an enemy zone only if a
    friendly unit is there, as the unit itself is in its own hex."""
    rules = s.rules
    side = rules.forces.side_of[hq]
    enemy = 1 - side
    ground = rules.board.all & ~(s.holders[enemy] | zone(s, enemy) & ~s.holders[side])
    return rules.by_ferry.within(rules.board.bit[s.pos[hq]], ground, rules.range[hq])


@clause("COL-CMD-1", "COL-CMD-4")
def reach_rows(s: ColonnesState, here: int) -> Reach:
    """For each headquarters on the map the units of its side, `here` being on the map, within its range; itself among them."""
    rules = s.rules
    assumed = rules.assume.get("commanded")
    rows = []
    for hq in sorted(hq for side in rules.hqs for hq in side if here >> hq & 1):
        side = rules.forces.side_of[hq]
        holding = here & rules.holding & rules.of_side[side]
        if assumed is not None:
            rows.append((hq, holding if assumed == "all" else 1 << hq))
            continue
        hexes = hexes_in_range(s, hq) & s.holders[side]
        if hexes == s.holders[side]:
            rows.append((hq, holding))
            continue
        found = 0
        for h in rules.board.members(hexes):
            for u in friends_at(s, side, h):
                found |= 1 << u
        rows.append((hq, found & holding))
    return tuple(rows)


@clause("COL-CMD-2", "COL-QG-3")
def commanded_units(s: ColonnesState, here: int, reach: Reach) -> int:
    """Who of those on the map is in command: of a formation through its own headquarters, independents through any."""
    rules = s.rules
    if rules.assume.get("commanded") == "all":
        return here
    found = here & ~rules.combat
    for hq, units in reach:
        found |= units & (rules.formed[hq] | rules.independent)
    return found & here

