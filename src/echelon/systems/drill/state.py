"""The state of a game of drill: what changes in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from echelon.core.fields import COUNT, HEX, HEXES, PLACE, UNITS, Flags
from echelon.core.layout import Cache, Derived, Row, Value, layout
from echelon.core.state import State

if TYPE_CHECKING:
    from echelon.systems.drill.play.prepared import PlayRules

__all__ = ["BLUE", "FOUGHT", "FRESH", "GONE", "MOVED", "RED", "SHAKEN", "DrillState"]

BLUE, RED = 0, 1
GONE = "gone"  # the box of eliminated units
SHAKEN, FRESH, MOVED, FOUGHT = 1, 2, 4, 8  # bits of `status`; FRESH = became Shaken in the present player-turn

STATUS = Flags("status", ("shaken", "fresh", "moved", "fought"))


@layout
class DrillState(State):
    """Where the units are and in what state, who holds the towns, and Red's secret."""

    rules: PlayRules
    pos: Annotated[bytearray, Row(PLACE)]
    status: Annotated[bytearray, Row(STATUS)]
    supplied: Annotated[int, Value(UNITS)]
    attacked: Annotated[int, Value(HEXES)]  # hexes attacked in this combat step
    blue_towns: Annotated[int, Value(HEXES)]  # the other towns are Red's
    mine: Annotated[int, Value(HEX, secret=RED, unknown=-1)]  # -1: none, found, or not known
    trodden: Annotated[int, Value(HEXES)]  # listed hexes where Blue knows of no mine: entered, or all once it is found
    blue: Annotated[int, Derived(COUNT)]  # hexes with Blue units
    red: Annotated[int, Derived(COUNT)]
    full: Annotated[int, Derived(COUNT)]  # hexes with two units
    blue_zone: Annotated[int | None, Cache("pos", "status")]
    red_zone: Annotated[int | None, Cache("pos", "status")]
