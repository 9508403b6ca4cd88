"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a mark not cleared, a set not kept in step, a rounding
the wrong way. `catalogue` lists them; `replacing` puts one function in place of another wherever it is referred to.
"""

from echelon.systems.drill.planted.catalogue import planted

__all__ = ["planted"]
