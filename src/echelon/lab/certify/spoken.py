"""Spoken: every text that the code of a system asks for, found in its source, and which of them a language lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.system import System

__all__ = ["unspoken", "wanted"]


def unspoken(system: System) -> list[str]:
    """What a player would read as a key, by language: `fr prompt.move.pick`. One of several texts is enough where one stands
    for another: `action.end` for `action.move.pick.end`."""
    found = []
    for language in system.texts.languages:
        catalogue = system.texts.catalogues[language]
        for choice in dict.fromkeys(wanted(system)):
            if not any(key in catalogue.get(group, {}) for group, key in choice):
                found.append(f"{language} {'.'.join(choice[0])}")
    return found


def wanted(system: System) -> Iterator[tuple[tuple[str, str], ...]]:
    """The texts that are asked for, each with those that may stand for it."""
    for kind in system.kinds:
        yield (("prompt", kind.name),)
        yield ("waiting", kind.name), ("waiting", "default")
        if kind.outcomes is None:
            for verb in kind.verbs:
                yield ("action", verb), ("action", f"{kind.name}.{verb}")
    yield from _in_code(system.package)


@lru_cache(maxsize=8)
def _in_code(package: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """What the source of a package asks for."""
    trees = _sources(files(import_module(package)))
    return tuple(one for tree in trees for call in ast.walk(tree) if isinstance(call, ast.Call) for one in _of_call(call))


def _of_call(call: ast.Call) -> Iterator[tuple[tuple[str, str], ...]]:
    """The event of `s.note("key", ...)`, the sentence of `Ruling("CLAUSE", {"case": "key"})`; of a declaration those that it
    names, `Bar("CLAUSE", ..., case="key")` and `Mark(..., event="key")`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return
    named = {k.arg: k.value.value for k in call.keywords if isinstance(k.value, ast.Constant)}
    if named.get("event"):
        yield (("event", str(named["event"])),)
    if name == "Bar" and named.get("case"):
        yield ("ruling", str(named["case"])), ("ruling", first.value)
    if name == "note":
        yield (("event", first.value),)
    elif name == "Ruling":
        facts = call.args[1] if len(call.args) > 1 else None
        if facts is not None and not isinstance(facts, ast.Dict):
            return
        cases = [] if facts is None else [v for k, v in zip(facts.keys, facts.values, strict=True) if _is(k, "case")]
        if not cases:
            yield (("ruling", first.value),)
        elif isinstance(cases[0], ast.Constant):
            yield ("ruling", str(cases[0].value)), ("ruling", first.value)


def _is(node: ast.expr | None, word: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == word


def _sources(folder: Traversable) -> Iterator[ast.Module]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in ("planted", "__pycache__", "data", "texts"):
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield ast.parse(entry.read_text("utf-8"))
