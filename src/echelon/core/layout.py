"""The layout of a state: declared once, it generates copy, pack, unpack, comparison and the names used by position files.

A system writes a class whose annotations say what each field is:

    @layout
    class DrillState(State):
        pos: Annotated[bytearray, Row(PLACE)]              # one small number a unit
        control: Annotated[int, Value(HEXES)]              # one int or bitboard
        battles: Annotated[tuple[int, ...], Shared(RAW)]   # an immutable value, copied by reference
        occupied: Annotated[int, Derived()]                # kept up to date, can be rebuilt from the rest
        zone: Annotated[int | None, Cache()]               # worked out on demand, never compared
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from echelon.core.fields import COUNT, RAW, Codec, Flags, own_hints

__all__ = ["Cache", "Derived", "Index", "Layout", "Row", "Shared", "Slot", "Value", "layout"]

S = TypeVar("S", bound=type)
T = TypeVar("T", bound="Slot")


@dataclass(frozen=True, slots=True)
class Slot:
    """What a field of a state is. `secret` names the side that alone may know it; `unknown` stands for it elsewhere; `on` are
    the fields that a cache rests on.

    A secret that derives nothing (`derives=False`), no set and no cache, can be taken out of a view as it is; after any other
    the view is rebuilt. Certify checks the word.
    """

    codec: Codec = COUNT
    secret: int | None = None
    unknown: Any = 0
    name: str = ""
    hint: Any = int
    wide: bool = False
    derives: bool = True
    on: tuple[str, ...] = ()


class Row(Slot):
    """A `bytearray` with one small number for each unit; an `array("H")` if `wide`, for numbers over 255.

    A wide place row carries boards of any size; `forces.wide_at` finds units in it.
    """

    def fresh(self, length: int, number: int) -> Any:
        """The row with the same number for every unit."""
        return array("H", [number]) * length if self.wide else bytearray([number]) * length

    def load(self, data: bytes) -> Any:
        """The row from its packed bytes."""
        if not self.wide:
            return bytearray(data)
        row = array("H", data)
        if sys.byteorder == "big":
            row.byteswap()
        return row


def _packed(row: Any) -> bytes:
    """A wide row as bytes that are the same on every machine."""
    if sys.byteorder == "big":
        row = row[:]
        row.byteswap()
    return bytes(row.tobytes())


class Value(Slot):
    """An int: a counter, a bitboard, a mask of units."""


class Shared(Slot):
    """An immutable value (a tuple), shared between copies."""

    def __init__(self, codec: Codec = RAW, **rest: Any) -> None:
        super().__init__(codec, **rest)


class Derived(Slot):
    """Kept in step by the effects, rebuilt from the rest on loading; certify compares the two."""


class Index(Slot):
    """A dictionary kept up to date: what stands in each hex that is not empty. Copied with the state, rebuilt on loading;
    certify compares the two."""


class Cache(Slot):
    """Known or None (or a tuple of such, one for each side); set to None by whatever changes its inputs.

    Never packed, never compared. What it rests on is named, `Cache("pos", "bridges")`, since nothing else tells who has to
    forget it: as long as these fields are what they were, so is it (a test holds every system to it).
    """

    def __init__(self, *on: str, **rest: Any) -> None:
        super().__init__(**{"on": on, **rest})


@dataclass(frozen=True, slots=True)
class Layout:
    """The declared fields of a state class by sort."""

    rows: tuple[Row, ...]
    values: tuple[Slot, ...]
    shared: tuple[Slot, ...]
    derived: tuple[str, ...]  # the dictionaries among them last
    indexes: tuple[str, ...]
    caches: Mapping[str, tuple[str, ...]]  # by name: the fields that one rests on
    starts: Mapping[str, Any]  # all that is no row, with its value before anything has happened

    @property
    def secrets(self) -> tuple[Slot, ...]:
        """The fields that one side alone may know."""
        return tuple(s for s in (*self.values, *self.shared) if s.secret is not None)


_BASE = (
    "rules",
    "frame",
    "step",
    "turn",
    "rolls",
    "reveals",
    "outcome",
    "seed",
)  # copied by reference; the stack is a list


def layout(cls: S) -> S:
    """Give a state class its slots and generated methods, from its annotations."""
    slots: dict[str, Slot] = {}
    for name, hint in own_hints(cls).items():
        found = _slot(name, hint)
        if found is not None:
            slots[name] = found

    def of(sort: type[T]) -> tuple[T, ...]:
        return tuple(s for s in slots.values() if isinstance(s, sort))

    caches = {s.name: s.on for s in of(Cache)}
    for name, on in caches.items():
        if strange := set(on) - set(slots):
            raise ValueError(f"cache {name!r} names {min(strange)!r}, which is no field of {cls.__name__}")
    indexes = tuple(s.name for s in of(Index))
    derived = (*(s.name for s in of(Derived)), *indexes)
    declared = Layout(of(Row), of(Value), of(Shared), derived, indexes, MappingProxyType(caches),
                      MappingProxyType({s.name: _start(s) for s in slots.values() if not isinstance(s, Row)}))  # fmt: skip
    body = {k: v for k, v in vars(cls).items() if k not in {"__dict__", "__weakref__", *slots}}
    body["__slots__"] = tuple(slots)
    body["layout"] = declared
    made: Any = type(cls.__name__, cls.__bases__, body)
    for name, method in _methods(made, declared).items():
        setattr(made, name, method)
    result: S = made
    return result


def _slot(name: str, hint: Any) -> Slot | None:
    if get_origin(hint) is not Annotated:
        return None
    for extra in get_args(hint)[1:]:
        if isinstance(extra, Slot):
            made = replace(extra, name=name, hint=get_args(hint)[0])
            if isinstance(made, Row):
                _check_row(made)
            return made
    return None


def _start(slot: Slot) -> Any:
    """The value of a field before anything has happened."""
    if isinstance(slot, Shared):
        return ()
    start = None if isinstance(slot, Cache | Index) else slot.unknown
    return (start,) * len(get_args(slot.hint)) if get_origin(slot.hint) is tuple else start  # one for each side


def _check_row(row: Row) -> None:
    bits = 16 if row.wide else 8
    if isinstance(row.codec, Flags) and len(row.codec.words) > bits:
        raise ValueError(f"row {row.name!r}: {len(row.codec.words)} flags do not fit into {bits} bits; make it wide or two")
    if row.secret is not None:
        raise ValueError(f"row {row.name!r} cannot be secret as a whole; keep what one side knows in a value of its own")


def _methods(cls: Any, declared: Layout) -> dict[str, Callable[..., Any]]:
    """Straight-line methods: a loop over field names would cost five times as much."""
    rows = [s.name for s in declared.rows]
    plain = [
        *(s.name for s in declared.values),
        *(s.name for s in declared.shared),
        *(n for n in declared.derived if n not in declared.indexes),
        *declared.caches,
    ]
    compared = [*rows, *(s.name for s in declared.values), *(s.name for s in declared.shared)]
    copy = ["def copy(self):", "    c = new(cls)", "    c.stack = self.stack[:]", "    c.log = None"]
    copy += [f"    c.{n} = self.{n}" for n in (*_BASE, *plain)]
    copy += [f"    c.{n} = self.{n}[:]" for n in rows]
    copy += [f"    c.{n} = self.{n}.copy()" for n in declared.indexes]
    copy += ["    return c"]
    numbers = ["turn", "step", "rolls", "reveals", *(s.name for s in declared.values)]
    pack = ["def content(self):", "    return ("]
    pack += ["".join(f"        {'packed' if s.wide else 'bytes'}(self.{s.name})," for s in declared.rows)]
    pack += [f"        {', '.join(f'self.{n}' for n in numbers)},"]
    pack += ["".join(f"        self.{s.name},\n" for s in declared.shared)]
    pack += ["        self.outcome, self.frame, tuple(self.stack))"]
    same = ["def same(self, other):", "    return (self.frame == other.frame and self.stack == other.stack"]
    same += [f"        and self.{n} == other.{n}" for n in ("turn", "step", "rolls", "reveals", "outcome", *compared)]
    same[-1] += ")"
    space: dict[str, Any] = {"cls": cls, "new": object.__new__, "packed": _packed}
    for lines in (copy, pack, same):
        exec("\n".join(lines), space)  # generated from the declaration above, nothing from outside enters
    return {name: space[name] for name in ("copy", "content", "same")}
