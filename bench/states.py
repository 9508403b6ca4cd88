"""Copying, packing and importing, against python-chess in the same run."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from typing import Annotated

import chess

import echelon
from bench.table import Bar, Result, Row, microseconds, ratio
from echelon.core.fields import COUNT, HEXES, PLACE, RAW, UNITS, Flags
from echelon.core.layout import Cache, Derived, Shared, Value, layout
from echelon.core.layout import Row as UnitRow
from echelon.core.state import State

UNITS_ON_MAP = 150
COPIES = {"tigers": 1.5}  # how many times as long as python-chess a copy may take


@layout
class Large(State):
    """A made-up state as large as the greatest games need: 150 units, four rows, ten boards of 1,000 bits."""

    pos: Annotated[bytearray, UnitRow(PLACE)]
    status: Annotated[bytearray, UnitRow(Flags("status", ("a", "b", "c")))]
    spent: Annotated[bytearray, UnitRow(COUNT)]
    steps: Annotated[bytearray, UnitRow(COUNT)]
    control: Annotated[int, Value(HEXES)]
    supplied: Annotated[int, Value(UNITS)]
    fords: Annotated[int, Value(HEXES)]
    battles: Annotated[tuple[tuple[int, ...], ...], Shared(RAW)]
    blue: Annotated[int, Derived()]
    red: Annotated[int, Derived()]
    armour: Annotated[int, Derived()]
    full: Annotated[int, Derived()]
    zone0: Annotated[int | None, Cache()]
    zone1: Annotated[int | None, Cache()]


def large() -> Large:
    """One such state, filled with plausible numbers."""
    drill = echelon.load("drill").new(seed=1)
    state = Large()
    state.rules, state.frame, state.stack, state.log = drill.rules, drill.frame, [drill.frame], None
    state.step, state.turn, state.rolls, state.reveals, state.outcome, state.seed = 3, 7, 40, 1, None, bytes(16)
    state.pos, state.status = bytearray(range(UNITS_ON_MAP)), bytearray(i % 8 for i in range(UNITS_ON_MAP))
    state.spent, state.steps = bytearray(UNITS_ON_MAP), bytearray(b"\x02") * UNITS_ON_MAP
    board = sum(1 << i for i in range(0, 1000, 3))
    state.control, state.fords, state.supplied = board, board >> 1, (1 << UNITS_ON_MAP) - 1
    state.battles = ((3, 17, 5), (8, 40, 2))
    state.blue = state.red = state.armour = state.full = board
    state.zone0 = state.zone1 = board
    return state


def under_way(name: str) -> State:
    """A game in the middle of a turn: the state as searches copy it, with its boards and caches filled."""
    state, rng = echelon.load(name).new(seed=1), random.Random(1)
    for _ in range(60):
        if state.result() is not None:
            break
        state.apply(state.draw() if state.frame.chance else rng.choice(list(state.legal())))
    return state


def _import_ms(module: str, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", module], check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1e3


def run(quick: bool) -> Result:
    """Copies, packs and imports."""
    result = Result()
    rounds = 5 if quick else 15
    state, board = large(), chess.Board()
    games = {name: under_way(name) for name in echelon.system_names()}
    calls = {
        "150 units": state.copy,
        **{name: game.copy for name, game in games.items()},
        "python-chess copy(stack=False)": lambda: board.copy(stack=False),
        "150 units, pack": state.pack,
    }
    times = microseconds(calls, rounds, 20)
    for name, values in times.items():
        value = statistics.median(values)
        result.rows.append(Row("states", "copy of a state", "one copy", name, value, "us", name == "150 units"))
    packed = len(state.pack())
    result.rows.append(Row("states", "packed state", "150 units", "bytes", packed, "bytes", True))
    faster = ratio(times["python-chess copy(stack=False)"], times["150 units"])
    result.bars.append(Bar("states", "copy of 150 units, against python-chess's copy(stack=False)", faster, 1.0))
    for name, most in COPIES.items():
        slower = 1 / ratio(times["python-chess copy(stack=False)"], times[name])
        text = (
            f"copy of {name} in at most {most:g} times the time of python-chess's copy(stack=False): takes {slower:.2f} of it"
        )
        result.bars.append(Bar("states", text, most / slower, 1.0))
    result.bars.append(Bar("states", "packed state of 150 units fits 1.5 kB", 1536 / packed, 1.0))
    bare = ours = peer = 0.0
    for _ in range(2):  # alternate, keep the last: the first fills the caches
        bare, ours, peer = (_import_ms(text, rounds) for text in ("pass", "import echelon", "import chess"))
    for name, value in (("import echelon", ours - bare), ("import chess", peer - bare)):
        result.rows.append(
            Row("states", "import, over a bare interpreter", "fresh process", name, value, "ms", name.endswith("n"))
        )
    result.bars.append(
        Bar("states", "import echelon in under twice the time of import chess", 2 * (peer - bare) / (ours - bare), 1.0)
    )
    return result
