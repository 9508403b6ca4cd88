"""Hex geometry and sets of hexes as integers: knows nothing of war and imports only the standard library."""

from echelon.hexes.costs import Costs
from echelon.hexes.floods import flood, flood_across, flood_network, steps_between
from echelon.hexes.grid import Grid
from echelon.hexes.labels import Labels, Sheet
from echelon.hexes.lattice import Lattice, NotAdjacentError
from echelon.hexes.ranges import AllowanceError, Range, Ranges

__all__ = [
    "AllowanceError",
    "Costs",
    "Grid",
    "Labels",
    "Lattice",
    "NotAdjacentError",
    "Range",
    "Ranges",
    "Sheet",
    "flood",
    "flood_across",
    "flood_network",
    "steps_between",
]
