"""The state of a game of Colonnes: what changes in play."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Annotated

from echelon.core.fields import COUNT, HEX, HEXES, PLACE, SIDES, UNIT, UNITS, Flags, Rows, Word
from echelon.core.layout import Cache, Derived, Row, Shared, Value, layout
from echelon.core.state import State

if TYPE_CHECKING:
    from echelon.systems.colonnes.play.prepared import PlayRules

    Wide = array[int]
else:
    Wide = array  # an array cannot be asked for its type at run time

__all__ = [
    "ALLIED", "ATTACKED", "BOXES", "GERMAN", "MOVED", "PLACED", "REDUCED", "RESULTS", "STATUS", "SUPPORTED", "UNKNOWN",
    "ColonnesState", "Traced",
]  # fmt: skip

ALLIED, GERMAN = 0, 1  # in the order of play (COL-SEQ-1)
# off-map places: eliminated; not yet arrived; logistic columns not in use; headquarters that come back; off the map for good
BOXES = ("gone", "due", "pool", "returning", "exited")

# bits of `status`
REDUCED = 1  # a two-step unit that has lost a step (COL-UNI-3)
MOVED = 2  # it has had its move in the present movement segment (COL-MOV-1)
ATTACKED = 4  # it has attacked in the present combat segment (COL-CBT-3)
SUPPORTED = 8  # a headquarters: it has given its support in the present combat segment (COL-QG-1)
PLACED = 16  # it came onto the map in the reinforcement segment of the present player phase (COL-STK-3)
STATUS = Flags("status", ("reduced", "moved", "attacked", "supported", "placed"))

RESULTS = ("none", "A2", "A1", "NE", "EX", "D1", "D2", "D1*", "D2*", "DE")
Traced = tuple[int, int, int]
UNKNOWN = -1  # `unsupplied` and `commanded` before they were ever found: `rebuild` finds them then


@layout
class ColonnesState(State):
    """Where everybody is, supply and command as found for the segment, the combat under way, and what points rest on."""

    rules: PlayRules
    pos: Annotated[Wide, Row(PLACE, wide=True)]
    status: Annotated[bytearray, Row(STATUS)]

    # --- found at the start of each movement and combat segment, for all units of both sides on the map (COL-SEQ-3)
    unsupplied: Annotated[int, Value(UNITS)]
    commanded: Annotated[int, Value(UNITS)]  # in command (COL-CMD-2); headquarters, columns and convoys always
    # for each headquarters on the map, lowest number first: the units of its side within its range, itself among them
    reach: Annotated[tuple[tuple[int, int], ...], Shared(Rows("reach", hq=UNIT, units=UNITS))]

    # --- movement
    captured: Annotated[int, Value(HEXES)]  # sources once occupied by the enemy; kept only with option `source_capture`
    ferried: Annotated[tuple[tuple[int, int], ...], Shared(Rows("ferry", hexside=SIDES, points=COUNT))]  # this player phase

    # --- the combat under way
    target: Annotated[int, Value(HEX)]  # the attacked hex, -1 for none
    attackers: Annotated[int, Value(UNITS)]  # who attacks; losses are taken out
    spent: Annotated[int, Value(UNITS)]  # logistic columns of both sides spent on it, until the die is rolled
    backing: Annotated[int, Value(UNITS)]  # headquarters of both sides that support it
    rolled: Annotated[int, Value(Word("result", RESULTS))]
    distance: Annotated[int, Value(COUNT)]  # hexes the defenders have to retreat

    # --- what points rest on (COL-VIC-1, COL-VIC-2); eliminated means lost in any way but leaving the map
    exit_points: Annotated[int, Value(COUNT)]  # German points for what has left the map
    allied_steps: Annotated[int, Value(COUNT)]  # Allied steps eliminated, headquarters one step each
    german_steps: Annotated[int, Value(COUNT)]  # steps of German combat units eliminated
    german_prizes: Annotated[int, Value(COUNT)]  # German convoys and headquarters eliminated
    cut_turns: Annotated[int, Value(COUNT)]  # game turns at whose end the N7 was cut

    # --- kept in step with the units, by side
    fighters: Annotated[tuple[int, int], Derived()]  # hexes with a combat unit
    holders: Annotated[tuple[int, int], Derived()]  # hexes with a combat unit or a headquarters: "a unit" (COL-GEN-4)
    counters: Annotated[tuple[int, int], Derived()]  # hexes with anything, logistic columns and convoys too
    full: Annotated[tuple[int, int], Derived()]  # hexes with 6 stacking points or more (COL-STK-1)
    crowded: Annotated[tuple[int, int], Derived()]  # hexes with two counters or more
    fielded: Annotated[int, Derived()]  # who is on the map, a byte for each unit
    zones: Annotated[tuple[int | None, int | None], Cache("fighters")]  # by side: hexes in its zones of control
    threats: Annotated[tuple[int | None, int | None], Cache("fighters")]  # by side: hexes in its zones or dominated by it
    # by side: the hexes closed to its supply lines when this was found, those that lines run through, and those next to them
    supply: Annotated[tuple[Traced | None, Traced | None], Cache("fighters", "holders", "captured")]
