"""Planting errors: one function put in place of another wherever a rule system refers to it, and taken out again.

A system's list of deliberate errors (`Proof.planted`) is made with these; certify plants them one at a time. `instead` puts
in another function, `slip` changes the text of a function in one place, `constant` another value.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["Function", "Plant", "constant", "instead", "slip"]

Function = Callable[..., Any]
Plant = Callable[[], Callable[[], None]]  # plants an error and returns what takes it out


def instead(module: ModuleType, name: str, make: Callable[[Function], Function], only: ModuleType | None = None) -> Plant:
    """A plant that puts `make(right)` in place of a function, everywhere in its rule system or in one module only."""

    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        wrong = make(right)
        places = [only] if only else list(_holders(_package(module)))
        swapped = [(h, n) for h in places for n in _names(h) if getattr(h, n, None) is right]
        for holder, attribute in swapped:
            object.__setattr__(holder, attribute, wrong)

        def take_out() -> None:
            for holder, attribute in swapped:
                object.__setattr__(holder, attribute, right)

        return take_out

    return plant


def constant(module: ModuleType, name: str, wrong: Callable[[Any], Any]) -> Plant:
    """A plant that puts another value in place of a module's constant."""

    def plant() -> Callable[[], None]:
        right = getattr(module, name)
        setattr(module, name, wrong(right))
        return lambda: setattr(module, name, right)

    return plant


def slip(module: ModuleType, name: str, right: str, wrong: str) -> Plant:
    """A slip of the pen: in the text of a function (or `Class.method`) some words are others.

    The right words must stand in it exactly once, so that a list of slips cannot grow stale without being noticed.
    """

    def plant() -> Callable[[], None]:
        function: Any = module
        for part in name.split("."):
            function = vars(function)[part]
        assert isinstance(function, FunctionType)
        code = function.__code__
        function.__code__ = _rewritten(function, right, wrong)  # whoever holds the function, it is wrong from now on
        return lambda: setattr(function, "__code__", code)

    return plant


def _rewritten(function: FunctionType, right: str, wrong: str) -> CodeType:
    """The code of the function with its text changed."""
    text = textwrap.dedent(inspect.getsource(function))
    if text.count(right) != 1:
        raise ValueError(f"{right!r} appears {text.count(right)} times in {function.__qualname__}, not once")
    tree = ast.parse(text.replace(right, wrong))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    made.decorator_list = []  # they have done their work already
    whole = compile(tree, function.__code__.co_filename, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    return next(code for code in whole.co_consts if isinstance(code, CodeType))


def _package(module: ModuleType) -> str:
    """The package of the rule system that a module belongs to: the one that holds a module `system`."""
    parts = module.__name__.split(".")
    for n in range(len(parts), 0, -1):
        package = ".".join(parts[:n])
        if f"{package}.system" in sys.modules:
            return package
    raise ValueError(f"{module.__name__} does not belong to a rule system")


def _holders(package: str) -> Iterator[Any]:
    """Everything that may refer to a function of a system: its modules, its questions, its sequence, its parts, itself."""
    system = sys.modules[f"{package}.system"].SYSTEM
    yield from [m for n, m in sys.modules.items() if m is not None and (n == package or n.startswith(f"{package}."))]
    yield from system.kinds
    yield from system.sequence
    yield from system.parts
    yield system


def _names(holder: Any) -> list[str]:
    return list(vars(holder)) if hasattr(holder, "__dict__") else list(holder.__slots__)
