"""The universe of actions a judge is asked about: all of them where they are few, else those that are nearly legal.

Nine out of ten well-formed actions are refused for a trivial reason (not adjacent, not an enemy). What tells two judges apart
lies close to the legal ones: one field changed, the units and hexes the open question is about, and the hexes around them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from echelon.core.fields import HEX, HEXES, PLACE, UNIT, UNIT_LIST, UNITS, bits_of
from echelon.core.frames import Frame
from echelon.core.state import State
from echelon.core.verbs import Field, Verb

__all__ = ["frames_of", "size", "universe"]

SMALL = 64  # a field with no more values than this is tried with all of them


def frames_of(state: State) -> list[Frame]:
    """The open question, and those that stand open beside it."""
    return [state.frame, *state.rules.beside(state)]


def _verbs(state: State) -> list[Verb]:
    names = dict.fromkeys(name for frame in frames_of(state) for name in frame.kind.verbs)
    return [state.rules.verbs[name] for name in names]


def size(state: State) -> int:
    """How many well-formed actions the open verbs have."""
    return sum(prod(len(f.domain(state.rules)) for f in verb.fields) for verb in _verbs(state))


def universe(state: State, legal: Sequence[int], rng: random.Random, full: int = 400, most: int = 150) -> list[int]:
    """Well-formed actions of the open verbs, legal or not, without doubles: all if there are at most `full`, else `most`
    of the nearly legal ones and some taken blindly.
    """
    verbs = state.rules.verbs
    if size(state) <= full:
        return list(dict.fromkeys([*legal, *verbs.universe(state.rules, [verb.name for verb in _verbs(state)])]))
    near = dict.fromkeys(_mutations(state, legal, rng, most))
    near.update(dict.fromkeys(_products(state, legal, rng, most)))
    chosen = list(near)
    if len(chosen) > most:
        chosen = rng.sample(chosen, most)
    return list(dict.fromkeys([*legal, *chosen, *_blind(state, rng, most // 10)]))


# --- one field changed --------------------------------------------------------------------------------------------------
def _mutations(state: State, legal: Sequence[int], rng: random.Random, most: int) -> Iterator[int]:
    verbs = state.rules.verbs
    some = legal if len(legal) <= 24 else rng.sample(list(legal), 24)
    for action in some:
        verb, values = verbs.verb(action), verbs.fields(action)
        for i, field in enumerate(verb.fields):
            for value in _changes(state, field, values[i], rng):
                yield verbs.make(verb.name, *values[:i], value, *values[i + 1 :])


def _changes(state: State, field: Field, value: int, rng: random.Random) -> Iterable[int]:
    domain = field.domain(state.rules)
    if field.type == "hex":
        near = [other for other, _bit, _side in state.rules.board.near[value]]
        return [*near, *rng.sample(domain, min(3, len(domain)))]
    if len(domain) <= SMALL:
        return domain
    steps = [v for v in (value - 1, value + 1) if v in domain]
    return [*steps, *rng.sample(domain, 12)]


# --- what the question is about -----------------------------------------------------------------------------------------
def _products(state: State, legal: Sequence[int], rng: random.Random, most: int) -> Iterator[int]:
    """All combinations of the values that matter here; for verbs of which nothing is legal these are the nearest."""
    values = {"unit": _units(state, legal, rng)}
    values["hex"] = _hexes(state, legal, values["unit"], rng)
    for verb in _verbs(state):
        columns: list[Sequence[int]] = []
        for field in verb.fields:
            domain = field.domain(state.rules)
            column: Sequence[int] = values.get(field.type) or domain
            columns.append(column if len(column) <= SMALL else rng.sample(list(column), SMALL))
        if prod(map(len, columns)) <= most:
            yield from (state.rules.verbs.make(verb.name, *row) for row in product(*columns))
        else:
            for _ in range(most):
                yield state.rules.verbs.make(verb.name, *(rng.choice(column) for column in columns))


def _units(state: State, legal: Sequence[int], rng: random.Random) -> list[int]:
    every = range(len(state.rules.forces.units))
    named = [unit for action in legal for unit in state.rules.verbs.values(action, "unit")]
    for frame in frames_of(state):
        for codec, value in zip(frame._codecs(), frame, strict=True):
            if codec is UNIT and value >= 0:
                named.append(value)
            elif codec is UNITS:
                named += bits_of(value)
            elif codec is UNIT_LIST:
                named += value
    blind = rng.sample(every, min(3, len(every)))
    return list(dict.fromkeys([*named, *blind]))


def _hexes(state: State, legal: Sequence[int], units: Sequence[int], rng: random.Random) -> list[int]:
    board = state.rules.board
    named = [h for action in legal for h in state.rules.verbs.values(action, "hex")]
    for frame in frames_of(state):
        for codec, value in zip(frame._codecs(), frame, strict=True):
            if codec is HEX or codec is PLACE:
                named.append(value)
            elif codec is HEXES:
                named += board.members(value)
    rows = state.layout.rows
    if rows and rows[0].codec is PLACE:  # by convention the first row says where a unit is
        places = getattr(state, rows[0].name)
        if len(places) == len(state.rules.forces.units):
            named += [places[unit] for unit in units]
    on_map = [h for h in dict.fromkeys(named) if 0 <= h < board.n]
    around = [other for h in on_map[:40] for other, _bit, _side in board.near[h]]
    blind = rng.sample(range(board.n), min(3, board.n))
    return list(dict.fromkeys([*on_map, *around, *blind]))


def _blind(state: State, rng: random.Random, count: int) -> Iterator[int]:
    verbs = [verb for verb in _verbs(state) if verb.fields]
    for _ in range(count if verbs else 0):
        verb = rng.choice(verbs)
        domains = [field.domain(state.rules) for field in verb.fields]
        if all(domains):
            yield state.rules.verbs.make(verb.name, *(rng.choice(domain) for domain in domains))
