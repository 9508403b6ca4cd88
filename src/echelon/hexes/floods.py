"""Floods: everything connected to a set of hexes, over open ground, across sides that are not closed, or along links.

A flood starts with all of its start hexes, open or not, and enters open ones only. `limit` is a number of steps;
without it a flood runs until nothing is gained.
"""

from __future__ import annotations

from echelon.hexes.lattice import Lattice


def flood(lattice: Lattice, start: int, open_hexes: int, limit: int | None = None, closed: int = 0) -> int:
    """The start and every open hex connected with it, never across a closed side."""
    if closed:
        return flood_across(lattice, start, lattice.all_sides & ~closed, open_hexes, limit)
    stride = lattice.stride
    less = stride - 1
    reached = start
    if limit is None:
        open_hexes &= lattice.all
        # Members of the start may stand on closed ground: after the first step they no longer matter.
        while True:
            one = reached | reached << 1
            one |= one << less
            one = (one | one >> stride) & open_hexes
            # A second step before the comparison halves the number of tests.
            two = one | one << 1
            two |= two << less
            two = (two | two >> stride) & open_hexes
            if two == one:
                return two | start
            reached = two
    open_hexes = open_hexes & lattice.all | start
    for _ in range(limit):
        more = reached | reached << 1
        more |= more << less
        more = (more | more >> stride) & open_hexes
        if more == reached:
            break
        reached = more
    return reached


def flood_across(lattice: Lattice, start: int, sides: int, open_hexes: int | None = None, limit: int | None = None) -> int:
    """The start and every open hex connected with it by crossing only the given sides: roads, rails, open borders."""
    stride = lattice.stride
    less = stride - 1
    ground = lattice.all if open_hexes is None else open_hexes & lattice.all
    a = sides >> lattice.block
    b = a >> lattice.block
    c = b >> lattice.block
    # Hexes entered by each of the six shifts.
    up1, down1 = a << 1 & ground, a & ground
    up2, down2 = b << stride & ground, b & ground
    up3, down3 = c << less & ground, c & ground
    reached = start
    if limit is None:
        while True:
            before = reached
            # Each direction builds on the one before: a pass gains more than one step.
            reached |= reached << 1 & up1
            reached |= reached << stride & up2
            reached |= reached << less & up3
            reached |= reached >> 1 & down1
            reached |= reached >> stride & down2
            reached |= reached >> less & down3
            if reached == before:
                return reached
    for _ in range(limit):
        more = (
            reached
            | reached << 1 & up1
            | reached >> 1 & down1
            | reached << stride & up2
            | reached >> stride & down2
            | reached << less & up3
            | reached >> less & down3
        )
        if more == reached:
            break
        reached = more
    return reached


def flood_network(
    lattice: Lattice,
    sources: int,
    links: int,
    open_hexes: int,
    limit: int,
    closed: int = 0,
) -> int:
    """Along links from the sources as far as they go through open hexes, then overland for at most `limit` steps."""
    network = flood_across(lattice, sources, links, open_hexes)
    return flood(lattice, network, open_hexes, limit, closed)


def steps_between(lattice: Lattice, start: int, goal: int, open_hexes: int, closed: int = 0) -> int | None:
    """The fewest steps from a hex of the start to a hex of the goal through open hexes, or None."""
    reached, steps = start, 0
    while not reached & goal:
        more = flood(lattice, reached, open_hexes, 1, closed)
        if more == reached:
            return None
        reached, steps = more, steps + 1
    return steps
