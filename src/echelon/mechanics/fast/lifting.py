"""A picture of the map without some of its units: what a set would be if they were not there."""

from __future__ import annotations

from typing import Any

__all__ = ["lifted"]


def lifted(fast: Any, s: Any, *units: int) -> Any:
    """A copy of the state in which these units are off the map."""
    picture = s.copy()
    for u in units:
        if picture.pos[u] < s.rules.off:
            fast.put(picture, u, s.rules.gone)
    return picture
