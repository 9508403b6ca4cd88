"""Which code enforces a clause, and which tests prove it: found by reading sources, not by trusting a list.

Code means string literals of the system's package and of `echelon.mechanics` (decorators, rows of tables, rulings), not
docstrings or comments, which cost nothing to write. Tests are the `clauses` of position files, the marks
`@pytest.mark.clause("...")`, and the literals of test modules in a directory named after the system; that a test of something
else happens to mention a clause proves nothing.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.core.text.book import Clause

__all__ = ["Coverage", "Place", "cited_in_positions", "cited_in_sources", "cited_in_tests", "coverage", "find_tests"]

_ID = re.compile(r"\b[A-Z]{2,5}-[A-Z0-9]+-\d+\b")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """One clause with the code that enforces it, the tests that prove it, and how often it decided something."""

    clause: Clause
    code: tuple[Place, ...]
    tests: tuple[Place, ...]
    decided: int | None = None  # in the last certify; None if there was none

    @property
    def lacks(self) -> tuple[str, ...]:
        """What is missing: `code`, `tests`. A clause that only explains a word lacks nothing."""
        if self.clause.defines:
            return ()
        return tuple(name for name, places in (("code", self.code), ("tests", self.tests)) if not places)


def coverage(system: System, tests: Path | None = None, decided: Mapping[str, int] | None = None) -> list[Coverage]:
    """Every clause of a system in printed order. Without a directory of tests, none counts as tested."""
    code = cited_in_sources(_sources(system), _root(system))
    proofs: dict[str, list[Place]] = {}
    if tests is not None:
        base = tests.parent
        for found in (
            cited_in_positions(sorted((tests / "positions").rglob("*.toml")), base, system.name),
            cited_in_tests(sorted(tests.rglob("*.py")), base, system.name),
        ):
            for clause_id, places in found.items():
                proofs.setdefault(clause_id, []).extend(places)
    return [
        Coverage(
            clause,
            tuple(code.get(clause.id, ())),
            tuple(proofs.get(clause.id, ())),
            None if decided is None else decided.get(clause.id, 0),
        )
        for clause in system.book.clauses.values()
    ]


def find_tests(system: System) -> Path | None:
    """The directory of tests: the system's own, else `tests/` beside the sources of a checkout; None if installed without."""
    if system.proof.tests:
        own = Path(system.proof.tests)
        return own if own.is_dir() else None
    for parent in _root(system).parents:
        if (parent / "pyproject.toml").is_file():
            found = parent / "tests"
            return found if found.is_dir() else None
    return None


def _root(system: System) -> Path:
    """The directory that holds the system's outermost package, so that file names read `echelon/systems/...`."""
    folder = _folder(system.package)
    return folder.parents[system.package.count(".")]


def _folder(package: str) -> Path:
    path = import_module(package).__file__
    assert path is not None, f"{package} has no file"
    return Path(path).parent


def _sources(system: System) -> list[Path]:
    folders = [_folder(system.package), _folder("echelon.mechanics")]
    # a list of planted errors names many clauses and enforces none
    planted = Path(getattr(sys.modules.get(system.proof.planted.__module__), "__file__", None) or "")
    if planted.parent not in folders:
        planted = planted.parent  # a package of its own
    return [path for folder in folders for path in sorted(folder.rglob("*.py")) if planted not in (path, *path.parents)]


def cited_in_sources(paths: Iterable[Path], base: Path) -> dict[str, list[Place]]:
    """Clause ids in the string literals of Python files, docstrings left out."""
    found: dict[str, list[Place]] = {}
    for path in paths:
        _collect(found, _name(path, base), _literals(ast.parse(path.read_text("utf-8"), str(path))))
    return found


def cited_in_tests(paths: Iterable[Path], base: Path, system: str) -> dict[str, list[Place]]:
    """Clause ids that test modules prove: their literals in a directory of the system, elsewhere only their clause marks."""
    found: dict[str, list[Place]] = {}
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"), str(path))
        own = system in path.relative_to(base).parts[:-1] if path.is_relative_to(base) else False
        _collect(found, _name(path, base), _literals(tree) if own else _marks(tree))
    return found


def _collect(found: dict[str, list[Place]], name: str, texts: Iterable[tuple[str, int]]) -> None:
    for text, line in texts:
        for clause_id in _ID.findall(text):
            places = found.setdefault(clause_id, [])
            if Place(name, line) not in places:
                places.append(Place(name, line))


def _marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The arguments of `pytest.mark.clause(...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, argument.lineno


def _literals(tree: ast.AST) -> Iterator[tuple[str, int]]:
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(id(first.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value, node.lineno


def cited_in_positions(paths: Iterable[Path], base: Path, system: str) -> dict[str, list[Place]]:
    """Clause ids that position files of a system say they are about."""
    found: dict[str, list[Place]] = {}
    for path in paths:
        text = path.read_text("utf-8")
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue  # `echelon check` names it
        if data.get("system") != system:
            continue
        line = next((i for i, row in enumerate(text.splitlines(), 1) if row.startswith("clauses")), 1)
        for clause_id in data.get("clauses", ()):
            found.setdefault(str(clause_id), []).append(Place(_name(path, base), line))
    return found


def _name(path: Path, base: Path) -> str:
    return str(path.relative_to(base)) if path.is_relative_to(base) else str(path)
