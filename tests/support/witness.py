"""Says what a state of a game holds, allows and forbids: line by line, or as digests that can be stored for every action.

It goes by names alone (those of position files, canonical texts, clauses), so that code may be rewritten under it: fields in
another order, other caches, a legal list in another order are the same to it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from echelon.core.fields import Flags, bits_of
from echelon.core.state import State
from echelon.core.verbs import Field
from echelon.lab.certify.universe import frames_of

KINDS = ("state", "list", "rulings", "words")
WIDTH = 6  # hex digits of the digest of a kind


class Witness:
    """Looks at the states of one game, whose name decides which actions it samples; remembers what it has worked out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._texts: dict[int, str] = {}
        self._sums: dict[tuple[Any, ...], int] = {}

    def told(self, state: State, number: int, sampled: int) -> dict[str, list[str]]:
        """All of a state, in full, by kind; `number` counts the states of the game, `sampled` the actions that are judged."""
        rows = [line for slot in state.layout.rows for i in range(len(_of(state, slot))) for line in _cell(state, slot, i)]
        values = [_value(state, slot) for slot in _values(state)]
        return {"state": [*_head(state), *sorted([*rows, *values])], **self._allowed(state, number, sampled)}

    def digest(self, state: State, number: int, sampled: int) -> str:
        """The same as one word: a digest of each kind."""
        allowed = self._allowed(state, number, sampled)
        kinds = (f"{self._sum(state)} {_head(state)}", *("\n".join(allowed[kind]) for kind in KINDS[1:]))
        return "".join(blake2b(text.encode(), digest_size=WIDTH // 2).hexdigest() for text in kinds)

    # --- what it allows -------------------------------------------------------------------------------------------------
    def _allowed(self, state: State, number: int, sampled: int) -> dict[str, list[str]]:
        """The legal list, sorted, and what sampled actions break; of a die its outcomes, and what this game's dice bring."""
        if state.outcome is not None:
            return {kind: [] for kind in KINDS[1:]}
        if state.frame.chance:
            outcomes = sorted(f"{state.text(action)}: {chance}" for action, chance in state.outcomes())
            return {"list": [*outcomes, f"drawn {state.text(state.draw())}"], "rulings": [], "words": []}
        legal = sorted((self._text(state, action), action) for action in state.legal())
        sample = Sample(f"{self.name} {number}").actions(state, [action for _, action in legal], sampled)
        broken = {self._text(state, action): state.why_not(action) for action in sample}
        return {
            "list": [text for text, _ in legal],
            "rulings": [
                f"{text}: {' '.join(sorted(r.clause for r in rulings)) or 'legal'}" for text, rulings in broken.items()
            ],
            "words": [f"{text}: {' '.join(sorted(map(state.sentence, rulings)))}" for text, rulings in broken.items()],
        }

    def _text(self, state: State, action: int) -> str:
        if action not in self._texts:
            self._texts[action] = state.text(action)
        return self._texts[action]

    # --- what it holds --------------------------------------------------------------------------------------------------
    def _sum(self, state: State) -> int:
        """The sum of the digests of all its lines: quick, as most of them are those of the state before."""
        sums, total = self._sums, 0
        for slot in state.layout.rows:
            row = _of(state, slot)
            key: tuple[Any, ...] = (slot.name, bytes(row))
            if key not in sums:
                cells = 0
                for i, value in enumerate(row):
                    cell = (slot.name, i, value)
                    if cell not in sums:
                        sums[cell] = sum(map(_number, _cell(state, slot, i)))
                    cells += sums[cell]
                sums[key] = cells
            total += sums[key]
        for slot in _values(state):
            key = (slot.name, _of(state, slot))
            if key not in sums:
                sums[key] = _number(_value(state, slot))
            total += sums[key]
        return total


def _of(state: State, slot: Any) -> Any:
    return getattr(state, slot.name)


def _values(state: State) -> tuple[Any, ...]:
    return (*state.layout.values, *state.layout.shared)


def _value(state: State, slot: Any) -> str:
    return f"{slot.name} {slot.codec.dump(state.rules, _of(state, slot))}"


def _cell(state: State, slot: Any, i: int) -> Iterator[str]:
    """What a row says of one unit: a line for each flag by its own name, whatever row it stands in."""
    name, value = state.rules.forces.units[i].id, _of(state, slot)[i]
    if isinstance(slot.codec, Flags):
        yield from (f"{name} {slot.codec.words[bit]}" for bit in bits_of(value))
    else:
        yield f"{name} {slot.name} {slot.codec.dump(state.rules, value)}"


def _head(state: State) -> list[str]:
    step = state.rules.sequence[state.step].name
    numbers = f"turn {state.turn}, step {step}, rolls {state.rolls}, reveals {state.reveals}, {state.outcome}"
    frames = () if state.outcome else (*state.stack, state.frame)
    return [numbers, *(str(sorted(frame.dump(state.rules).items())) for frame in frames)]


def _number(line: str) -> int:
    return int.from_bytes(blake2b(line.encode(), digest_size=8).digest())


class Sample:
    """Some actions of the open verbs, most of them nearly legal. It rests on names, the map and the units' places only."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed).random  # the one of its methods that promises never to change

    def actions(self, state: State, legal: Sequence[int], count: int) -> list[int]:
        """So many actions, fewer by the doubles."""
        verbs = state.rules.verbs
        names = sorted({name for frame in frames_of(state) for name in frame.kind.verbs})
        near = [action for action in legal if verbs.verb(action).fields]
        found = [self._changed(state, near) if near and self.random() < 0.6 else self._any(state, names) for _ in range(count)]
        return list(dict.fromkeys(found))

    def _changed(self, state: State, legal: Sequence[int]) -> int:
        """A legal action with one of its fields changed."""
        verbs, action = state.rules.verbs, self._pick(legal)
        verb, values = verbs.verb(action), list(verbs.fields(action))
        i = int(self.random() * len(values))
        values[i] = self._drawn(state, verb.fields[i], values[i])
        return verbs.make(verb.name, *values)

    def _any(self, state: State, names: Sequence[str]) -> int:
        """An action of any open verb; its hexes lie near its units."""
        verb = state.rules.verbs[self._pick(names)]
        values: list[int] = []
        here = -1
        for one in verb.fields:
            values.append(self._drawn(state, one, here))
            if one.type == "unit":
                here = _of(state, state.layout.rows[0])[values[-1]]  # by convention the first row says where a unit is
        return state.rules.verbs.make(verb.name, *values)

    def _drawn(self, state: State, one: Field, near: int) -> int:
        board = state.rules.board
        if one.type == "hex" and 0 <= near < board.n and self.random() < 0.8:
            return int(self._pick(sorted({near, *(other for other, _bit, _side in board.near[near])})))
        return int(self._pick(one.domain(state.rules)))

    def _pick(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.random() * len(choices))]
