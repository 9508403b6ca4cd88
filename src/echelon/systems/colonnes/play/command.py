"""Command (chapter 5): who is within range of which headquarters, and who is in command."""

from __future__ import annotations

from itertools import compress

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.systems.colonnes.play.zones import zone
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["commanded_units", "present", "reach_rows", "steps_to"]

Reach = tuple[tuple[int, int], ...]


def present(s: ColonnesState) -> int:
    """Who is on the map, a bit for each unit."""
    bits = s.rules.unit_bits
    return sum(compress(bits, s.fielded.to_bytes(len(bits), "little")))


@clause("COL-CMD-1", "COL-GEN-4")
def _ground(s: ColonnesState, side: int) -> int:
    """The hexes a command path may enter: no enemy unit there, and no enemy zone unless a friendly unit is."""
    enemy = 1 - side
    return s.rules.board.all & ~(s.holders[enemy] | zone(s, enemy) & ~s.holders[side])


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
    """For each headquarters on the map the units of its side, `here` being on the map, within its range; itself among them.

    Units open their own hexes, so that all in range are found in hexes that a path may enter.
    """
    rules = s.rules
    assumed = rules.assume.get("commanded")
    rows = []
    for side in (ALLIED, GERMAN):
        hqs = [hq for hq in rules.hqs[side] if here >> hq & 1]
        if not hqs:
            continue
        holding = here & rules.holding & rules.of_side[side]
        if assumed is not None:
            rows += [(hq, holding if assumed == "all" else 1 << hq) for hq in hqs]
            continue
        ground, holders, pos = _ground(s, side), s.holders[side], s.pos
        stacks: dict[int, int] = {}
        for u in bits_of(holding):
            stacks[pos[u]] = stacks.get(pos[u], 0) | 1 << u
        for hq in hqs:
            at, steps = rules.board.bit[pos[hq]], rules.range[hq]
            hexes = rules.free_range(pos[hq], steps)
            # the enemy matters only where he closes a hex of the range, and only if somebody else stands in it
            if hexes & ~ground and hexes & holders & ~at:
                hexes = rules.by_ferry.within(at, ground & hexes, steps)
            hexes &= holders
            units = holding
            if hexes != holders:
                units = 0
                for h in rules.board.members(hexes):
                    units |= stacks[h]
            rows.append((hq, units))
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
