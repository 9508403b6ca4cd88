"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a mark not cleared, a set not kept in step, a rounding
the wrong way. `catalogue` lists them; `core.planting` puts one function in place of another wherever it is referred to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.parts import Planted

__all__ = ["planted"]


def planted() -> Sequence[Planted]:
    """The deliberate errors, loaded only when somebody wants to plant them."""
    from echelon.systems.drill.planted.catalogue import rows

    return rows()
