"""Mutants of declarations: a system that the kit builds is built anew from a tree with one declaration changed, or with one of
the rule book's tables misprinted.

Each declaration that has a clause is a subject of its own, wherever it stands, and so are results, the combat step, the game.
What has none (a set of hexes, a condition) is changed within the one it belongs to. What only says or draws something is left
alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from types import ModuleType
from typing import Any

from echelon.core.errors import EchelonError
from echelon.core.proof.planting import Plant
from echelon.core.system import System
from echelon.lab.mutants.subject import Made, Subject
from echelon.lab.mutants.variants import Manner, variants
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.game import Game, Look
from echelon.mechanics.declared.printed import Cell, Printed, Table, Tables, number
from echelon.mechanics.declared.units import Mark, Value
from echelon.mechanics.fast.rules import KitRules
from echelon.mechanics.kit import build, parts, swap

__all__ = ["declared", "game_of", "package_of"]

_TOLD: Mapping[type, frozenset[str]] = {
    Game: frozenset((
        "name", "title", "package", "sides", "version", "summary", "options", "fields", "values", "named", "look", "learning",
        "setup", "guess", "lay", "problems", "queries", "appreciate", "planted",
    )),
    c.Result: frozenset(("tone", "weight")),
    c.Shift: frozenset(("nearly",)),
}  # fmt: skip
_TWINS = {c.SomeOf: c.AllOf, c.AllOf: c.SomeOf, c.SomeAcross: c.AllAcross, c.AllAcross: c.SomeAcross}


def game_of(system: System) -> Game | None:
    """The declared game that a system is built from, if it is."""
    rules = system.rules()
    return rules.fast.game if isinstance(rules, KitRules) else None


def package_of(system: System) -> list[ModuleType]:
    """Every loaded module of a system's package."""
    name = system.package
    found = [m for n, m in sys.modules.items() if n == name or n.startswith(f"{name}.")]
    return sorted((m for m in found if m is not None and m.__file__), key=lambda m: m.__name__)


def declared(system: System, game: Game) -> Iterator[Subject]:
    """The declarations of a game, then the tables they read: each a subject, called by its clause and kind."""
    seen: Counter[str] = Counter()
    workshop = _Workshop(system, game)
    for part in (game, *list(parts(replace(game, look=Look())))[1:]):
        if _apart(part) and not isinstance(part, Printed | Cell):
            name = f"{_called(part)}.{type(part).__name__}"
            seen[name] += 1
            yield workshop.declaration(name if seen[name] == 1 else f"{name}#{seen[name]}", part)
    for wanted in dict.fromkeys(part for part in parts(game) if isinstance(part, Printed)):
        yield workshop.printed(wanted)


def _apart(value: Any) -> bool:
    """Is it a subject of its own, or a number that stands in the rule book?"""
    return isinstance(value, Game | c.Combat | c.Result | Cell) or isinstance(getattr(value, "clause", None), str)


def _called(part: Any) -> str:
    """What a declaration is called by: its clause, else its word or name."""
    return next(filter(None, (getattr(part, name, "") for name in ("clause", "word", "name", "column"))), "")


@dataclass(frozen=True, slots=True)
class _Workshop:
    """Where the wrong games of a system are built."""

    system: System
    game: Game

    def declaration(self, name: str, part: Any) -> Subject:
        def make() -> Iterator[Made]:
            manner = Manner(stand=partial(_instead, self), apart=_apart, mute=_mute)
            made: list[Any] = [part]
            for other in variants(part, manner=manner):
                if other.value not in made:
                    made.append(other.value)
                    yield other.kind, other.name, None, self._plant(part, other.value)

        return Subject(name, self._clauses(part), None, make)

    def printed(self, wanted: Printed) -> Subject:
        rules: Any = self.system.rules()
        tables: Tables = rules.tables
        table = tables[wanted]

        def make() -> Iterator[Made]:
            for kind, told, wrong in _misprints(table):
                yield kind, told, None, self._plant(None, None, tables.swapped(table, wrong))

        name = f"{wanted.clause}.printed" + (f"#{wanted.nth}" if wanted.nth > 1 else "")
        return Subject(name, (wanted.clause,), None, make)

    def _clauses(self, part: Any) -> tuple[str, ...]:
        """The clauses that a declaration names; if it names none, those of what stands in it."""
        own = [getattr(part, field.name) for field in fields(part)]
        inner = [getattr(item, "clause", "") for value in own for item in (value if isinstance(value, tuple) else (value,))]
        for texts in (own, inner):
            named = dict.fromkeys(text for text in texts if isinstance(text, str) and text in self.system.clauses)
            if named:
                return tuple(named)
        return ()

    def _plant(self, old: Any, new: Any, tables: Tables | None = None) -> Plant:
        """The wrong game where `load` finds it, and its declarations wherever the game's own functions read them."""

        def plant() -> Callable[[], None]:
            changed = [
                (module, name, value, other)
                for module in package_of(self.system)
                for name, value in list(vars(module).items())
                if (other := swap(value, old, new)) is not value
            ]
            _put((module, name, other) for module, name, _value, other in changed)
            try:
                wrong = build(swap(self.game, old, new), tables)
                wrong.check()
                for scenario in wrong.scenarios:
                    wrong.rules(scenario)
            except BaseException:
                _put((module, name, value) for module, name, value, _other in changed)
                raise
            for module in package_of(self.system):
                changed += [(module, n, v, wrong) for n, v in vars(module).items() if v is self.system]
            _put((module, name, other) for module, name, _value, other in changed)
            return lambda: _put((module, name, value) for module, name, value, _other in changed)

        return plant


def _put(rows: Iterator[tuple[ModuleType, str, Any]]) -> None:
    for module, name, value in rows:
        setattr(module, name, value)


# --- what else may stand for a declaration ------------------------------------------------------------------------------
def _mute(value: Any, field: str) -> bool:
    return field in _TOLD.get(type(value), ())


def _instead(shop: _Workshop, value: Any) -> Sequence[tuple[str, str, Any]]:
    """Another of its sort, one half of a pair, some for all, the others for these."""
    found: list[tuple[str, str, Any]] = []
    game, board = shop.game, shop.system.rules().board
    match value:
        case sets.Pair() | sets.SidePair() | sets.UnitPair() | c.If():
            found += [("term", "first alone", value.a), ("term", "second alone", value.b)]
        case sets.InOption() | sets.Near():
            found.append(("exception", "left out", value.of))
        case c.SomeOf() | c.AllOf():
            other: Any = _TWINS[type(value)]
            found.append(("any/all", f"{type(value).__name__} -> {other.__name__}", other(value.group, value.who)))
        case c.SomeAcross() | c.AllAcross():
            other = _TWINS[type(value)]
            found.append(("any/all", f"{type(value).__name__} -> {other.__name__}", other(value.sides)))
        case Mark():
            found += _next(value, game.marks, lambda mark: mark.name)
        case Value():
            found += _next(value, [v for _name, v in game.values], lambda v: next(name for name, w in game.values if v == w))
        case sets.Arm(name):
            found += _next(value, [sets.Arm(arm) for arm in game.arms], lambda arm: arm.name)
        case sets.Terrain(names):
            for i, name in enumerate(names):
                for kind, told, other in _next(name, list(board.terrain), str):
                    found.append((kind, told, sets.Terrain((*names[:i], other, *names[i + 1 :]))))
        case sets.Hexsides(kind, link):
            row = list(board.links if link else board.sides)
            found += [(k, told, sets.Hexsides(other, link)) for k, told, other in _next(kind, row, str)]
    if isinstance(value, sets.Who) and value != sets.ALL and not (isinstance(value, sets.UnitPair) and value.a == sets.ALL):
        found.append(("not", "all others", ~value))
    return found


def _next(value: Any, row: Sequence[Any], called: Callable[[Any], str]) -> list[tuple[str, str, Any]]:
    """The next of a row, if it is one of several."""
    if value not in row or len(row) < 2:
        return []
    after = row[(list(row).index(value) + 1) % len(row)]
    return [("name", f"{called(value)} -> {called(after)}", after)]


# --- tables of the rule book --------------------------------------------------------------------------------------------
def _misprints(table: Table) -> Iterator[tuple[str, str, Table]]:
    """A table with a row or a column left out, two rows the wrong way round, a number or a word wrong."""
    rows, heads = dict(table.rows), table.heads
    names, words = list(rows), list(dict.fromkeys(cell for cells in table.rows.values() for cell in cells))
    figures = all(_figure(word) is not None for word in words)
    for name, after in zip(names, [*names[1:], *names[:1]], strict=True):
        yield "element", f"[{name}]: left out", Table(heads, {n: cells for n, cells in rows.items() if n != name})
        if not all(map(_alike, rows[name], rows[after])):
            yield "name", f"[{name}]: swapped with {after}", Table(heads, {**rows, name: rows[after], after: rows[name]})
    for i, head in enumerate(heads[1:] if len(heads) > 2 else ()):
        less = {name: (*cells[:i], *cells[i + 1 :]) for name, cells in rows.items()}
        yield "element", f"[{head}]: left out", Table((*heads[: i + 1], *heads[i + 2 :]), less)
    for name, cells in rows.items():
        for i, cell in enumerate(cells):
            at = f"[{name}]" + (f"[{heads[i + 1]}]" if len(heads) > 2 else "")
            for kind, other in _off(cell) if figures else [("name", words[(words.index(cell) + 1) % len(words)])]:
                yield kind, f"{at}: {cell} -> {other}", Table(heads, {**rows, name: (*cells[:i], other, *cells[i + 1 :])})


def _alike(a: str, b: str) -> bool:
    """Do two cells say the same?"""
    return a == b or _figure(a) == _figure(b) is not None


def _figure(text: str) -> Any:
    with suppress(EchelonError):
        return number(text)


def _off(text: str) -> Iterator[tuple[str, str]]:
    right = number(text)
    if right is not None:
        for kind, wrong in (("sign", -right), ("number", right + 1), ("number", right - 1)):
            if wrong != right and (kind == "sign" or wrong != -right):
                yield kind, str(wrong)
