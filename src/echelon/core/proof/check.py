"""What a system declares, checked before anybody plays: names that nobody knows, clauses that no book has, forgotten kinds.

Nothing is played for it, so it costs a few milliseconds: `load` does it once for every system.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from echelon.core.errors import nearest
from echelon.core.frames import CHANCE, Frame
from echelon.core.parts import SIGNS
from echelon.core.rulings import clauses_of
from echelon.core.show.leads import LEADS

if TYPE_CHECKING:
    from echelon.core.system import System

__all__ = ["faults"]


def faults(system: System) -> Iterator[str]:
    """Every mistake in what a system declares, each as a sentence."""
    kinds = (*system.kinds, *(k for k in system.play.beside_kinds if k not in system.kinds))
    names = [kind.name for kind in kinds]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two kinds are called {name!r}"
    yield from _verbs(system, names)
    yield from _sequence(system, names)
    yield from _shown(system, names)
    modules = [m for n, m in list(sys.modules.items()) if m and f"{n}.".startswith(f"{system.package}.") and system.package]
    yield from _clauses(system, modules)
    for frame in _frames(modules):
        kind = vars(frame).get("kind")
        if kind is None and not frame.__subclasses__():
            yield f"the frame {frame.__name__} belongs to no kind of question"
        elif kind is not None and kind not in kinds:
            yield f"the kind {kind.name!r} is forgotten: it is not among the kinds of the system"


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    near = nearest(name, list(known))
    return f"{what}, which is not known" + (f"; did you mean {near!r}?" if near else "")


def _verbs(system: System, kinds: Collection[str]) -> Iterator[str]:
    verbs = [verb.name for verb in system.verbs.all]
    answered = {verb for kind in (*system.kinds, *system.play.beside_kinds) for verb in kind.verbs}
    for kind in (*system.kinds, *system.play.beside_kinds):
        for verb in kind.verbs:
            if verb not in verbs:
                yield _unknown(f"the kind {kind.name!r} is answered by the verb {verb!r}", verb, verbs)
        for field in kind.defaults:
            if field not in kind.frame.fields:
                yield _unknown(f"the kind {kind.name!r} has a default for {field!r}", field, kind.frame.fields)
    for verb in verbs:
        if verb not in answered:
            yield f"the verb {verb!r} answers no kind of question"
    used = [("main", verb) for verb in system.play.main] + [("signs", verb) for verb in system.show.signs]
    for verb, sign in system.show.signs.items():
        if sign not in SIGNS:
            yield _unknown(f"`signs` shows {sign!r} for the verb {verb!r}", sign, SIGNS)
    for kind_and_verb, leads in system.show.says.items():
        for lead in leads:
            if lead not in LEADS:
                yield _unknown(f"`says` has {kind_and_verb!r} lead to {lead!r}", lead, LEADS)
        kind_name, dot, verb = kind_and_verb.rpartition(".")
        if dot and kind_name not in kinds:
            yield _unknown(f"`says` tells of {kind_and_verb!r}", kind_name, kinds)
        used.append(("says", verb))
    for _pattern, meaning in system.play.forms:
        used += [("forms", one.split()[0]) for one in meaning.split(";")]
    for where, verb in used:
        if verb not in verbs:
            yield _unknown(f"`{where}` names the verb {verb!r}", verb, verbs)


def _sequence(system: System, kinds: Collection[str]) -> Iterator[str]:
    if not system.sequence:
        yield "the sequence of play has no step"
    elif not 0 <= system.play.first < len(system.sequence):
        yield f"the sequence starts again at step {system.play.first}, and has {len(system.sequence)}"
    for step in system.sequence:
        for name in step.opens:
            if name not in kinds:
                yield _unknown(f"the step {step.name!r} opens {name!r}", name, kinds)
        if not (0 <= step.side < len(system.sides) or step.side == CHANCE):
            yield f"the step {step.name!r} is of side {step.side}, and there are {len(system.sides)}"
    if not system.scenarios:
        yield "there is no scenario"


def _shown(system: System, kinds: Collection[str]) -> Iterator[str]:
    for kind, rows in system.show.helps.items():
        if kind not in kinds:
            yield _unknown(f"`helps` names the kind {kind!r}", kind, kinds)
        for mark, whose in rows:
            if mark not in system.show.marks:
                yield _unknown(f"`helps` of {kind!r} shows {mark!r}", mark, system.show.marks)
            if whose not in ("own", "enemy"):
                yield f"`helps` of {kind!r} shows {mark!r} of {whose!r}; write own or enemy"
    for option in system.play.options.values():
        if option.default not in option.values:
            yield f"the option {option.name!r} is {option.default!r} unless chosen, and may be {' or '.join(option.values)}"


def _clauses(system: System, modules: Collection[ModuleType]) -> Iterator[str]:
    """Clauses that are cited and not in the book; a game without a book cites what it likes."""
    cited = [("`order_clause`", system.play.order_clause)] if system.play.order_clause else []
    cited += [(f"the step {step.name!r}", step.clause) for step in system.sequence if step.clause]
    cited += [(f"the option {option.name!r}", one) for option in system.play.options.values() for one in option.clauses]
    for module in modules:
        for value in list(vars(module).values()):
            found: list[Any] = [value, *vars(value).values()] if isinstance(value, type) else [value]
            for one in found:
                if getattr(one, "__module__", None) == module.__name__:
                    cited += [(f"{module.__name__}.{getattr(one, '__qualname__', '?')}", name) for name in clauses_of(one)]
    for who, name in dict.fromkeys(cited):
        if system.clauses and name not in system.clauses:
            yield _unknown(f"{who} cites the clause {name}", name, system.clauses)


def _frames(modules: Collection[ModuleType]) -> Iterator[type[Frame]]:
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, Frame) and value.__module__ == module.__name__:
                yield value
