"""Command (chapter 5): who is within range of which headquarters, and who is in command."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["commanded_units", "hexes_in_range", "present", "reach_rows", "steps_to"]

Reach = tuple[tuple[int, int], ...]


def present(s: ColonnesState) -> int:
    """Who is on the map, a bit for each unit."""
    n = s.rules.board.n
    return sum(1 << u for u, h in enumerate(s.pos) if h < n)


@clause("COL-CMD-1", "COL-GEN-4")
def _ground(s: ColonnesState, side: int) -> int:
    """The hexes a command path may enter: no enemy unit there, and no enemy zone unless a friendly unit is."""
    enemy = 1 - side
    return s.rules.board.all & ~(s.holders[enemy] | zone(s, enemy) & ~s.holders[side])


@clause("COL-CMD-1", "COL-CMD-4")
def hexes_in_range(s: ColonnesState, hq: int) -> int:
    """The hexes that a headquarters on the map reaches. Units open their own hexes, so all in range are found in them."""
    rules = s.rules
    return rules.by_ferry.within(rules.board.bit[s.pos[hq]], _ground(s, rules.forces.side_of[hq]), rules.range[hq])


@clause("COL-CMD-4")
def steps_to(s: ColonnesState, hq: int, unit: int) -> int | None:
    """How far a unit is from a headquarters, both on the map, whatever its range; None if there is no way."""
    rules = s.rules
    goal = rules.board.bit[s.pos[unit]]
    ground = _ground(s, rules.forces.side_of[hq]) | goal
    reached, steps = rules.board.bit[s.pos[hq]], 0
    while not reached & goal:
        more = rules.by_ferry.within(reached, ground, 1)
        if more == reached:
            return None
        reached, steps = more, steps + 1
    return steps


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
