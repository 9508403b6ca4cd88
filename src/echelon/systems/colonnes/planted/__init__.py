"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a limit off by one, a mark not set.
Each row names the error, the clause it breaks and the words of `play` or `facts` that are changed; one module for each part of
the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.system import Planted

__all__ = ["planted"]


def planted() -> Sequence[Planted]:
    """The deliberate errors, loaded only when somebody wants to plant them."""
    from echelon.core.system import Planted
    from echelon.systems.colonnes.planted import fighting, movement, opening, sequel, supply

    rows = (*opening.rows(), *supply.rows(), *movement.rows(), *fighting.rows(), *sequel.rows())
    return [Planted(name, f"COL-{clause}", plant) for name, clause, plant in rows]
