"""Situations of drill thrown together at random, lawful or not, and its questions with any facts."""

from __future__ import annotations

import random
from typing import Any

from drill_law import (
    why_not_advance,
    why_not_join,
    why_not_loss,
    why_not_mine,
    why_not_pick,
    why_not_retreat,
    why_not_step,
    why_not_target,
)
from drill_law.facts import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN
from drill_law.frames import VERBS, Advance, Die, Join, Loss, Mine, Pick, Retreat, Step, Target

from echelon.core.board.board import Board
from echelon.core.frames import CHANCE
from echelon.core.rulings import Ruling
from echelon.systems.drill import SYSTEM

BLANK = """
name: drill-blank
[grid]
orientation: flat
columns: 1-6
rows: 1-5
rows from: north
shift: even down
labels: {c:02}{r:02}
[edges]
west: 0101-0105
east: 0601-0605
"""


def state_of(where: dict[str, str], options: dict[str, Any] | None = None, status: dict[str, int] | None = None, **more: Any):
    """A state on a bare board with features: units by hex label, everybody supplied, Blue to pick a unit."""
    features = {k: more.pop(k) for k in ("terrain", "sides", "links") if k in more}
    board = Board.parse(BLANK).with_features(**features)
    rules: Any = SYSTEM.rules("crossing", options, board)
    state: Any = rules.blank()
    forces = rules.forces
    for i in range(len(state.pos)):
        state.pos[i], state.status[i] = rules.gone, 0
    for name, label in where.items():
        state.pos[forces.index(name)] = board.parse_hex(label)
    for name, bits in (status or {}).items():
        state.status[forces.index(name)] = bits
    state.supplied = (1 << len(forces)) - 1
    state.attacked, state.blue_towns, state.mine, state.turn = 0, 0, -1, 1
    state.frame = Pick((BLUE,))
    state.step = step_of(state, BLUE)
    for name, value in more.items():
        setattr(state, name, value)
    return state


def step_of(state: Any, side: int) -> int:
    """The first line of the sequence of play that is a side's own."""
    return next(i for i, line in enumerate(state.rules.sequence) if line.side == side)


def unit(state: Any, name: str) -> int:
    return state.rules.forces.index(name)


def units(state: Any, names: str) -> int:
    return sum(1 << unit(state, name) for name in names.split())


def hex_(state: Any, label: str) -> int:
    return state.rules.board.parse_hex(label)


def action(state: Any, text: str) -> int:
    return VERBS.parse(state.rules.names(), text)


def cited(rulings: list[Ruling]) -> list[str]:
    """The clauses of rulings, each once, in order of the alphabet."""
    return sorted({r.clause for r in rulings})


def thrown_together(seed: int):
    """Units thrown onto the map at random with any status, on a board with random features; few of these are lawful."""
    rng = random.Random(seed)
    board = Board.parse(BLANK)
    sides = [(a, b) for a in range(board.n) for b, _bit, _side in board.near[a] if a < b]
    label = board.labels

    def some(chance: float) -> list[tuple[int, int]]:
        return [pair for pair in sides if rng.random() < chance]

    river = " ".join(f"{label[a]}|{label[b]}" for a, b in some(0.3))
    roads = [f"{label[a]}-{label[b]}" for a, b in some(0.2)]
    wood = " ".join(x for x in label if rng.random() < 0.3)
    names = ["b1", "b2", "b3", "b4", "r1", "r2", "r3"]
    near = rng.sample(label, 8)
    where = {name: rng.choice(near) for name in names if rng.random() < 0.9}
    flags = (0, 0, SHAKEN, SHAKEN | FRESH, MOVED, FOUGHT, SHAKEN | FOUGHT)
    state = state_of(
        where,
        {"frozen": rng.random() < 0.2},
        {name: rng.choice(flags) for name in where},
        terrain={"wood": wood},
        sides={"river": river},
        links={"road": roads},
    )
    state.supplied = rng.getrandbits(7)
    for h in range(board.n):
        if rng.random() < 0.1:
            state.attacked |= board.bit[h]
    return state, rng


JUDGES = {
    "mine": (why_not_mine, Mine), "take": (why_not_pick, Pick), "move": (why_not_step, Step),
    "stop": (why_not_step, Step), "attack": (why_not_target, Target), "with": (why_not_join, Join),
    "fight": (why_not_join, Join), "lose": (why_not_loss, Loss), "retreat": (why_not_retreat, Retreat),
    "advance": (why_not_advance, Advance),
}  # fmt: skip


def question(kind: Any, state: Any, rng: random.Random) -> Any:
    """A frame of a kind with any facts."""
    place, some, others = rng.randrange(state.rules.board.n), rng.getrandbits(7), rng.getrandbits(7)
    fields: dict[Any, tuple[int, ...]] = {
        Step: (rng.randrange(4), rng.randrange(11)), Join: (place, some & 15), Die: (place, some),
        Loss: (place, some & 15), Retreat: (place, some, others), Advance: (place, some & 15),
    }  # fmt: skip
    return kind((CHANCE if kind is Die else RED if kind is Mine else BLUE, *fields.get(kind, ())))
