"""The two ledgers: the questions, the state and the elementary facts."""

from __future__ import annotations

from array import array
from typing import Annotated, Any

from echelon.core.fields import COUNT, HEX, HEXES, PLACE, SIDES, UNIT, Flags, Number, Rows, Word, bits_of
from echelon.core.forces import wide_at
from echelon.core.frames import Frame
from echelon.core.layout import Derived, Row, Shared, Value, layout
from echelon.core.rules import Rules
from echelon.core.state import State
from echelon.core.verbs import Verbs

NAMES = ("north", "south")
NORTH, SOUTH = 0, 1
BOXES = ("north-camp", "south-camp", "pool", "sea", "lost")
CORPS = ("I", "II")
CLEAR, RAIN, FLOOD = 0, 1, 2
ACTED, FRESH = 1, 2
TURNS = 3
QUARTERS = Number("mf", 4)
ENTRY = Rows("entry", unit=UNIT, corps=Word("corps", CORPS), turn=COUNT)

VERBS = Verbs(
    "weather sky:clear|rain|flood", "land unit hex", "march unit", "step unit hex", "halt unit", "send unit place",
    "break unit", "assemble unit", "blow unit hexside", "dig unit", "fire unit hex", "answer way:hold|yield",
    "effect number", "end", "assign unit corps",
)  # fmt: skip


class Weather(Frame):
    """What does the sky bring?"""


class Land(Frame):
    """Where does an arriving unit land?"""

    unit: Annotated[int, UNIT]


class Act(Frame):
    """Which unit acts next?"""


class March(Frame):
    """Where does the marching unit go?"""

    unit: Annotated[int, UNIT]
    left: Annotated[int, QUARTERS]


class Hold(Frame):
    """Does the unit fired at hold or yield? Asked of the other side in mid-phase."""

    unit: Annotated[int, UNIT]
    hex: Annotated[int, HEX]


class Effect(Frame):
    """How many steps does the fire cost?"""

    unit: Annotated[int, UNIT]
    hex: Annotated[int, HEX]


class Ledger(Frame):
    """Which unit goes to which corps? Open beside everything in one's own player-turn."""


@layout
class LedgerState(State):
    """Where the units are, with steps, dates and corps; bridges, trenches; what is written in the ledgers."""

    pos: Annotated[array, Row(PLACE, wide=True)]
    steps: Annotated[bytearray, Row(COUNT)]
    due: Annotated[bytearray, Row(COUNT)]
    corps: Annotated[bytearray, Row(Word("corps", CORPS))]
    status: Annotated[bytearray, Row(Flags("status", ("acted", "fresh")))]
    sky: Annotated[int, Value(Word("sky", ("clear", "rain", "flood")))]
    blown: Annotated[int, Value(SIDES)]
    trenches: Annotated[int, Value(HEXES)]
    north_ledger: Annotated[tuple[Any, ...], Shared(ENTRY, secret=NORTH, unknown=(), derives=False)]
    south_ledger: Annotated[tuple[Any, ...], Shared(ENTRY, secret=SOUTH, unknown=(), derives=False)]
    occupied: Annotated[int, Derived(COUNT)]


class LedgerRules(Rules):
    """The compiled rules: numbered bridges, words from the data, coasts and boxes."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.river = self.board.sides.get("river", 0)
        self.road = self.board.links.get("road", 0)
        self.hexsides = tuple(1 << i for i in bits_of(self.river))
        self.words = {"corps": CORPS}
        self.coast = (self.board.edges["north"], self.board.edges["south"])
        self.town = self.board.terrain["town"]
        self.camp = (self.board.n, self.board.n + 1)
        self.pool, self.sea, self.lost = (self.board.n + i for i in (2, 3, 4))
        self.printed = tuple(u.number("steps") for u in self.forces.units)
        self.mud = self.options["mud"] == "on"


# --- facts ------------------------------------------------------------------------------------------------------------
def side_of(s: Any, unit: int) -> int:
    return s.rules.forces.side_of[unit]


def there(s: Any, place: int) -> list[int]:
    return wide_at(s.pos, place, 0, len(s.pos))


def own(s: Any, side: int) -> range:
    return range(*s.rules.forces.ranges[side])


def between(s: Any, a: int, b: int) -> int:
    return next((side for other, _bit, side in s.rules.board.near[a] if other == b), 0)


def parts(s: Any, unit: int) -> tuple[int, ...]:
    return s.rules.forces.children(s.rules.forces.units[unit].id)


def cost(s: Any, a: int, b: int) -> int:
    return (2 if between(s, a, b) & s.rules.road else 4) + (s.rules.mud and s.sky == RAIN)


def ledger(s: Any, side: int) -> tuple[Any, ...]:
    return s.north_ledger if side == NORTH else s.south_ledger


def room(s: Any, unit: int, h: int) -> bool:
    others = [u for u in there(s, h) if u != unit]
    mine = all(side_of(s, u) == side_of(s, unit) and s.corps[u] == s.corps[unit] for u in others)
    return len(others) < 2 and mine


def rebuild(s: Any) -> None:
    bit, n = s.rules.board.bit, s.rules.board.n
    s.occupied = 0
    for place in set(s.pos):
        s.occupied |= bit[place] if place < n else 0
