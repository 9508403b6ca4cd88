"""Subjects: what of a rule system is mutated - its declarations, the functions that carry a clause, the facts that both judges
share, numbers and tables - and the mutants of each, ready to be planted.

The law is left alone: it judges.
"""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, is_dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from echelon.core.proof.planting import Plant, instead
from echelon.core.rulings import clauses_of
from echelon.core.system import System
from echelon.lab.mutants.changes import Change, changes
from echelon.lab.mutants.declared import declared, game_of, package_of
from echelon.lab.mutants.subject import Made, Spots, Subject
from echelon.lab.mutants.variants import Variant, variants

__all__ = ["subjects"]

TABLES = "load_tables"  # the function of a system's facts that reads its tables
_JUDGES = ("law", "planted")
_ID = re.compile(r"\b[A-Z]{2,5}-[A-Z0-9]+-\d+\b")


def subjects(system: System, only: str = "") -> list[Subject]:
    """All that is mutated of a system: its declarations, then the rest in the order of its modules and lines; `only` names one
    of them."""
    words, game = _terrain(system), game_of(system)
    found = [] if game is None else list(declared(system, game))
    for module in _modules(system):
        if only and not only.startswith(f"{_inside(module, system)}."):
            continue
        path = module.__file__
        assert path is not None
        text = Path(path).read_text("utf-8")
        shared = _inside(module, system).split(".")[0] == "facts"
        found += _Chapter(system, module, path, text, ast.parse(text), shared, game is not None, words).subjects()
    return [subject for subject in found if only in ("", subject.name)]


def _terrain(system: System) -> tuple[str, ...]:
    """The words of the map, that one may be taken for another: kinds of terrain first, then those of hexsides and links."""
    board = system.rules().board
    return tuple(dict.fromkeys([*board.terrain, *board.sides, *board.links]))


def _inside(module: ModuleType, system: System) -> str:
    """The name of a module within its package."""
    return module.__name__.removeprefix(system.package).removeprefix(".")


def _modules(system: System) -> list[ModuleType]:
    """The modules that a system's package has loaded, without its judges."""
    return [m for m in package_of(system) if not set(_inside(m, system).split(".")) & set(_JUDGES)]


@dataclass(frozen=True, slots=True)
class _Chapter:
    """One module."""

    system: System
    module: ModuleType
    path: str
    text: str
    tree: ast.Module
    shared: bool  # do both judges read it?
    built: bool  # is the system built from declarations? Then those are mutated where they stand in the tree
    words: tuple[str, ...]

    def subjects(self) -> Iterator[Subject]:
        marked = False
        for names, node, function in self._functions():
            own = clauses_of(function)
            if own or self.shared:
                marked = True
                yield self._function(names, node, function, own or self._cited(node))
        for name, statement in self._constants():
            value = getattr(self.module, name, None)
            rows = value if isinstance(value, tuple) and value else (value,)
            if all(map(_declaration, rows)):
                if not self.built:
                    yield self._declared(name, statement, value)
            elif marked or self.shared:
                yield self._constant(name, statement)
        if self.shared and isinstance(getattr(self.module, TABLES, None), FunctionType):
            yield self._tables()

    def _called(self, *names: str) -> str:
        return ".".join(filter(None, [_inside(self.module, self.system), *names]))

    def _cited(self, node: ast.AST) -> tuple[str, ...]:
        """The clauses that the source of a function names."""
        found = _ID.findall(ast.get_source_segment(self.text, node) or "")
        return tuple(c for c in dict.fromkeys(found) if c in self.system.clauses)

    def _functions(self) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef, FunctionType]]:
        """The functions and methods of the module, with their own source."""
        holders: list[tuple[tuple[str, ...], ast.Module | ast.ClassDef, Any]] = [((), self.tree, self.module)]
        for names, tree, holder in holders:
            for node in tree.body:
                value = vars(holder).get(getattr(node, "name", ""))
                if isinstance(node, ast.ClassDef) and isinstance(value, type):
                    holders.append(((*names, node.name), node, value))
                function = _plain(value)
                if isinstance(node, ast.FunctionDef) and function and function.__code__.co_filename == self.path:
                    yield (*names, node.name), node, function

    def _constants(self) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
        """The values at the head of the module that are written out there, not asked of something else."""
        for node in self.tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(target, ast.Name) or node.value is None:
                continue
            asked = any(isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) for n in ast.walk(node.value))
            if not asked and not target.id.startswith("__"):
                yield target.id, node

    # --- the subjects -------------------------------------------------------------------------------------------------------
    def _function(self, names: tuple[str, ...], node: ast.FunctionDef, function: FunctionType, own: tuple[str, ...]) -> Subject:
        def make() -> Iterator[Made]:
            shell: ast.stmt = ast.copy_location(ast.FunctionDef(node.name, node.args, node.body, [], None), node)
            for name in reversed(names[:-1]):
                shell = ast.copy_location(ast.ClassDef(name, [], [], [shell], []), node)
            whole = ast.Module([shell], [])
            for change in changes(ast.Module(node.body, []), self.words):
                yield change.kind, _told(change), self._spots(*change.lines), _in_code(function, whole, names, change)

        return Subject(self._called(*names), own, self._spots(node.lineno, node.end_lineno or node.lineno), make)

    def _spots(self, first: int, last: int) -> Spots:
        return {self.path: frozenset(range(first, last + 1))}

    def _constant(self, name: str, node: ast.Assign | ast.AnnAssign) -> Subject:
        def make() -> Iterator[Made]:
            whole = ast.Expression(node.value)  # type: ignore[arg-type]  # it has one
            for change in changes(whole, self.words):
                yield change.kind, _told(change), spots, _in_value(self, name, partial(_evaluated, self, whole, change))

        spots = None if self.shared else self._readers(name)
        cited = _ID.findall("\n".join(self.text.splitlines()[node.lineno - 1 : node.end_lineno]))
        own = tuple(c for c in dict.fromkeys(cited) if c in self.system.clauses)
        return Subject(self._called(name), own, spots, make)

    def _declared(self, name: str, node: ast.Assign | ast.AnnAssign, value: Any) -> Subject:
        def make() -> Iterator[Made]:
            for other in variants(value, self.words):
                yield other.kind, other.name, None, _in_value(self, name, partial(getattr, other, "value"))

        return Subject(self._called(name), self._cited(node), None, make)

    def _tables(self) -> Subject:
        def make() -> Iterator[Made]:
            for other in variants(getattr(self.module, TABLES)(), self.words):
                yield other.kind, other.name, None, instead(self.module, TABLES, _reading(other))

        return Subject(self._called("tables"), (), None, make)

    def _readers(self, name: str) -> Spots | None:
        """The lines that read a value; None if it is read before anything is played."""
        found: dict[str, frozenset[int]] = {}
        for module, called in self.holders(name):
            tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
            inside = {n for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for s in f.body for n in ast.walk(s)}
            read = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == called and isinstance(n.ctx, ast.Load)]
            if not inside.issuperset(read):
                return None
            found[str(module.__file__)] = frozenset(n.lineno for n in read)
        return found

    def holders(self, name: str) -> list[tuple[ModuleType, str]]:
        """Where a value of this module is held: here, and by whatever name where it is imported."""
        found = [(self.module, name)]
        right = getattr(self.module, name)
        for module in package_of(self.system):
            held = [n for n, v in vars(module).items() if v is right] if module is not self.module else []
            if held:
                tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
                brought = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == self.module.__name__]
                called = {alias.asname or alias.name for n in brought for alias in n.names if alias.name == name}
                found += [(module, n) for n in held if n in called]
        return found


def _declaration(value: Any) -> bool:
    """Is it a value of the kit, or of the system's own making? What the core is told of a system is no rule."""
    return is_dataclass(value) and not isinstance(value, type) and not type(value).__module__.startswith("echelon.core.")


def _told(change: Change) -> str:
    return change.old if change.kind == "drop" else f"{change.old} -> {change.new}"


def _plain(value: Any) -> FunctionType | None:
    """The function behind a method, a property or a wrapper."""
    match value:
        case property():
            value = value.fget
        case staticmethod() | classmethod():
            value = value.__func__
        case functools.cached_property():
            value = value.func
    value = inspect.unwrap(value) if callable(value) else value
    return value if isinstance(value, FunctionType) else None


# --- putting them in ----------------------------------------------------------------------------------------------------
def _in_code(function: FunctionType, whole: ast.Module, names: tuple[str, ...], change: Change) -> Plant:
    """Whoever holds the function, it is wrong from now on."""

    def plant() -> Callable[[], None]:
        right = function.__code__
        with change.made():
            tree = ast.fix_missing_locations(whole)
            found = compile(tree, right.co_filename, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
        for name in names:
            found = next(c for c in found.co_consts if isinstance(c, CodeType) and c.co_name == name)
        function.__code__ = found
        return lambda: setattr(function, "__code__", right)

    return plant


def _in_value(chapter: _Chapter, name: str, wrong: Callable[[], Any]) -> Plant:
    """Another value for a name, also where it is imported."""

    def plant() -> Callable[[], None]:
        right, other = getattr(chapter.module, name), wrong()
        holders = chapter.holders(name)
        for module, called in holders:
            setattr(module, called, other)

        def take_out() -> None:
            for module, called in holders:
                setattr(module, called, right)

        return take_out

    return plant


def _evaluated(chapter: _Chapter, whole: ast.Expression, change: Change) -> Any:
    with change.made():
        code = compile(ast.fix_missing_locations(whole), chapter.path, "eval", dont_inherit=True)
    return eval(code, vars(chapter.module))


def _reading(variant: Variant) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda right: lambda: deepcopy(variant.value)
