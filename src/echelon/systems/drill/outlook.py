"""Every way to win of chapter 10, and how each stands: for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echelon.core.show.panels import Condition, Victory
from echelon.systems.drill.victory import BLUE, RED, TOWNS

__all__ = ["ways"]

Say = Callable[..., str]


def ways(s: Any, say: Say) -> list[Victory]:
    """Blue's two, Red's two, and the one open to both."""
    view = s.rules.fast.view(s)
    names = {place.hex: place.name for place in s.rules.board.places}
    blue = view.held(TOWNS, BLUE)
    towns = sorted([*blue, *view.held(TOWNS, RED)])
    free = Condition(say("none"), say("towns", number=len(blue)), not blue)
    some = Condition(say("one"), say("towns", number=len(blue)), bool(blue))
    unhurt = Condition(say("unhurt"), say("units", number=view.lost(RED)), not view.lost(RED))
    every = [
        Condition(names.get(h, s.rules.board.labels[h]), say("owner", side=side), side == BLUE, hex=h)
        for h in towns
        for side in (BLUE if h in blue else RED,)
    ]
    last, left = say("last", turns=s.rules.turns), [view.left(side) for side in (BLUE, RED)]
    rest = [Condition(say("rest", side=side), say("left", number=left[side]), not left[side]) for side in (BLUE, RED)]

    def way(side: int, level: str, *conditions: Condition) -> Victory:
        return Victory(side, say("title", side=side, word_level=level), conditions, note=last, clause="DRL-VIC-1")

    return [
        way(BLUE, "decisive", *every),
        way(BLUE, "marginal", some),
        way(RED, "decisive", free, unhurt),
        way(RED, "marginal", free),
        Victory(None, say("wiped"), tuple(rest), note=say("once"), clause="DRL-VIC-2"),
    ]
