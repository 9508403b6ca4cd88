"""Codecs of single values: how a field of a frame, a state or an action reads in a text file.

A field is declared once, as `Annotated[int, HEX]`; packing, position files, prompts and error messages follow from it.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from echelon.core.errors import PositionError, UnknownError

if TYPE_CHECKING:
    from echelon.core.rules import Rules

__all__ = [
    "ACTION", "COUNT", "DIE", "FLAG", "HALVES", "HEX", "HEXES", "PLACE", "RAW", "SIDE", "SIDES", "UNIT", "UNITS", "UNIT_LIST",
    "Codec", "Flags", "Named", "Names", "Number", "Rows", "Word", "bits_of", "is_points", "mask_of", "own_hints",
]  # fmt: skip

NONE = -1
_PARTS = re.compile(r"[0-9]{1,9}/[1-9][0-9]{0,3}\Z")


def own_hints(cls: type) -> dict[str, Any]:
    """The `Annotated` hints a class declares itself. Others may name types known to the type checker only."""
    space = vars(sys.modules[cls.__module__])
    hints = inspect.get_annotations(cls)
    return {
        name: eval(hint, space) if isinstance(hint, str) else hint  # our own source text, never a user's
        for name, hint in hints.items()
        if "Annotated" in str(hint)
    }


@dataclass(frozen=True, slots=True)
class Names:
    """What the words of a text mean: the rules in force, and the aliases a position file declares."""

    rules: Rules
    aliases: Mapping[str, int]

    def hex(self, text: object) -> int:
        """A hex by its label or alias, or by its way from one: `P N NE`."""
        board = self.rules.board
        start, *steps = str(text).split() or [""]
        h = self.aliases[start] if start in self.aliases else board.parse_hex(start)
        for step in steps:
            there = board.step(h, step)
            if there is None:
                raise PositionError(f"there is no hex {step} of {board.labels[h]}; the map ends there")
            h = there
        return h

    def unit(self, text: object) -> int:
        """A unit by its id."""
        return self.rules.forces.index(str(text))

    def place(self, text: object) -> int:
        """A hex, or an off-map box by its name."""
        if text in self.rules.boxes:
            return self.rules.board.n + self.rules.boxes.index(str(text))
        return self.hex(text)

    def side(self, text: object) -> int:
        """A player's side by its name."""
        if text in self.rules.sides:
            return self.rules.sides.index(str(text))
        raise UnknownError("side", str(text), self.rules.sides)


class Codec:
    """Reads and writes one value. `dump` gives what TOML can hold, `load` takes it back.

    Plain classes, not dataclasses: a dozen of those would take a third of the time `import echelon` takes.
    """

    __slots__ = ("name",)
    none: ClassVar[Any] = 0  # stands for a value that is not there, or not to be known

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<codec {self.name}>"

    def dump(self, rules: Rules, value: Any) -> Any:
        """The value as plain TOML data."""
        return value

    def load(self, names: Names, data: Any) -> Any:
        """The value that `data` names."""
        return data


def bits_of(mask: int) -> list[int]:
    """The set bits of a small mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(ids: Any) -> int:
    """The mask with these bits set."""
    mask = 0
    for i in ids:
        mask |= 1 << i
    return mask


def _words(data: Any) -> list[str]:
    if not isinstance(data, str | list):
        raise PositionError(f"expected names in one text or in a list, found {data!r}")
    return data.split() if isinstance(data, str) else [str(x) for x in data]


class Number(Codec):
    """A whole number, or one counted in parts: `Number("mf", 2)` keeps halves and writes 1.5 for 3, thirds are written "2/3".

    `mf` is the name of movement points: a system that counts them in quarters says `Number("mf", 4)`, and `Play(per=4)`.
    """

    __slots__ = ("per",)

    def __init__(self, name: str, per: int = 1) -> None:
        super().__init__(name)
        self.per = per

    def dump(self, rules: Rules, value: Any) -> Any:
        """A whole number where it is one."""
        found = Fraction(value, self.per)
        return found.numerator if found.denominator == 1 else float(found) if 1000 % found.denominator == 0 else str(found)

    def load(self, names: Names, data: Any) -> Any:
        """Back to whole parts; a value between two parts is refused."""
        if isinstance(data, bool) or not (isinstance(data, int | float) or (isinstance(data, str) and _PARTS.match(data))):
            raise PositionError(f"expected a number, found {data!r}")
        parts = Fraction(data).limit_denominator(1000) * self.per
        if parts.denominator != 1:
            raise PositionError(f"{data!r} is not a multiple of 1/{self.per}")
        return int(parts)


def is_points(codec: Codec) -> bool:
    """Does a field hold movement points, left or spent?"""
    return codec.name == HALVES.name


class _Flag(Codec):
    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return bool(value)

    def load(self, names: Names, data: Any) -> Any:
        if not isinstance(data, bool):
            raise PositionError(f"expected true or false, found {data!r}")
        return int(data)


class Word(Codec):
    """One of a few words, kept as its index."""

    __slots__ = ("words",)

    def __init__(self, name: str, words: tuple[str, ...] = ()) -> None:
        super().__init__(name)
        self.words = words

    def dump(self, rules: Rules, value: Any) -> Any:
        """The word."""
        return self.words[value]

    def load(self, names: Names, data: Any) -> Any:
        """Its index."""
        if data not in self.words:
            raise UnknownError(self.name, str(data), self.words)
        return self.words.index(data)


class Named(Codec):
    """One of the words that a game's data bring, such as its corps, kept as its index: they stand in `rules.words`."""

    __slots__ = ()
    none = NONE

    def dump(self, rules: Rules, value: Any) -> Any:
        """The word."""
        return "" if value == NONE else rules.words[self.name][value]

    def load(self, names: Names, data: Any) -> Any:
        """Its index."""
        words = names.rules.words[self.name]
        if data != "" and data not in words:
            raise UnknownError(self.name, str(data), words)
        return NONE if data == "" else words.index(data)


class Flags(Codec):
    """Several yes/no facts of a unit in one byte, each with a name of its own."""

    __slots__ = ("words",)

    def __init__(self, name: str, words: tuple[str, ...] = ()) -> None:
        super().__init__(name)
        self.words = words

    def dump(self, rules: Rules, value: Any) -> Any:
        """The names that are set."""
        return [self.words[i] for i in bits_of(value)]

    def load(self, names: Names, data: Any) -> Any:
        """The byte with these names set."""
        for word in _words(data):
            if word not in self.words:
                raise UnknownError(self.name, word, self.words)
        return mask_of(self.words.index(word) for word in _words(data))


class _Unit(Codec):
    __slots__ = ()
    none = NONE

    def dump(self, rules: Rules, value: Any) -> Any:
        return "" if value == NONE else rules.forces.units[value].id

    def load(self, names: Names, data: Any) -> Any:
        return NONE if data == "" else names.unit(data)


class _Units(Codec):
    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return [rules.forces.units[i].id for i in bits_of(value)]

    def load(self, names: Names, data: Any) -> Any:
        return mask_of(names.unit(word) for word in _words(data))


class _UnitList(Codec):
    __slots__ = ()
    none = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return [rules.forces.units[i].id for i in value]

    def load(self, names: Names, data: Any) -> Any:
        return tuple(names.unit(word) for word in _words(data))


class _Hex(Codec):
    __slots__ = ()
    none = NONE

    def dump(self, rules: Rules, value: Any) -> Any:
        return "" if value == NONE else rules.board.labels[value]

    def load(self, names: Names, data: Any) -> Any:
        return NONE if data == "" else names.hex(data)


class _Action(Codec):
    """An action that is put off, as its text: how actions are coded may change. 0 is none."""

    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return rules.verbs.format(rules, value) if value else ""

    def load(self, names: Names, data: Any) -> Any:
        return names.rules.verbs.parse(names, str(data)) if data else 0


class _Place(Codec):
    """A hex or an off-map box."""

    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        n = rules.board.n
        return rules.board.labels[value] if value < n else rules.boxes[value - n]

    def load(self, names: Names, data: Any) -> Any:
        return names.place(data)


class _Hexes(Codec):
    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return " ".join(rules.board.labels[h] for h in rules.board.members(value))

    def load(self, names: Names, data: Any) -> Any:
        board = names.rules.board
        mask = 0
        for word in _words(data):
            mask |= board.bit[names.hex(word)]
        return mask


class _Sides(Codec):
    """A board of hexsides."""

    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return " ".join(rules.board.side_label(1 << i) for i in bits_of(value))

    def load(self, names: Names, data: Any) -> Any:
        mask = 0
        for word in _words(data):
            a, _, b = word.partition("|")
            mask |= names.rules.board.side(names.hex(a), names.hex(b))
        return mask


class _Side(Codec):
    """A player's side."""

    __slots__ = ()
    none = NONE

    def dump(self, rules: Rules, value: Any) -> Any:
        return "" if value == NONE else rules.side_name(value)

    def load(self, names: Names, data: Any) -> Any:
        return NONE if data == "" else names.rules.side_number(str(data))


class Rows(Codec):
    """Rows with named columns, kept as a tuple of tuples: a ledger, a list of battles, arrivals with their dates.

    `Rows("entry", unit=UNIT, turn=COUNT)` reads and writes `[{ unit = "b1", turn = 3 }]`.
    """

    __slots__ = ("columns",)
    none = ()

    def __init__(self, name: str, **columns: Codec) -> None:
        super().__init__(name)
        self.columns = columns

    def dump(self, rules: Rules, value: Any) -> Any:
        """One table a row."""
        return [{k: c.dump(rules, v) for (k, c), v in zip(self.columns.items(), row, strict=True)} for row in value]

    def load(self, names: Names, data: Any) -> Any:
        """The rows again; a missing or unknown column is named."""
        rows = []
        for table in data if isinstance(data, list) else [data]:
            if not isinstance(table, dict) or set(table) != set(self.columns):
                raise PositionError(f"each {self.name} is a table with {', '.join(self.columns)}; found {table!r}")
            rows.append(tuple(c.load(names, table[k]) for k, c in self.columns.items()))
        return tuple(rows)


class _Raw(Codec):
    """Numbers in nested lists: for frames and ledgers that have no better name."""

    __slots__ = ()
    none = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return [self.dump(rules, x) for x in value] if isinstance(value, tuple) else value

    def load(self, names: Names, data: Any) -> Any:
        return tuple(self.load(names, x) for x in data) if isinstance(data, list) else data


COUNT = Number("number")
HALVES = Number("mf", 2)
DIE = Number("die")
FLAG = _Flag("flag")
UNIT = _Unit("unit")
UNITS = _Units("units")
UNIT_LIST = _UnitList("units in order")
ACTION = _Action("action")
HEX = _Hex("hex")
HEXES = _Hexes("hexes")
SIDES = _Sides("hexsides")
PLACE = _Place("place")
SIDE = _Side("side")
RAW = _Raw("list")
