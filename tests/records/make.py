"""Play the games of this directory anew: python tests/records/make.py

Needed when a version of the rules changes; the records then tell what changed for whole games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import echelon
from echelon.core.record.record import Entry, Record

HERE = Path(__file__).parent
MEUSE = ("110", "210", "311", "511")


class Game(NamedTuple):
    """One record: scenario, options, seed of dice and players, and who plays."""

    file: str
    scenario: str
    options: Mapping[str, str]
    seed: int
    players: tuple[str, str]


GAMES = (
    Game("tigers-random", "campaign", {}, 6, ("random", "random")),
    Game("tigers-pushy", "campaign", {"german_setup": "free", "occupation_optional": "on", "historical_weather": "on"}, 2,
         ("pushy", "random")),
    Game("tigers-breakthrough", "breakthrough", {"die_index": "B", "auto_entrench": "off", "open_dump": "on"}, 12,
         ("pushy", "random")),
    Game("tigers-exit", "campaign", {"german_setup": "historical"}, 15, ("runner", "random")),
)  # fmt: skip


def pushy(state: Any, answers: list[int], rng: random.Random) -> int:
    """What the system calls a push, from what the side may know."""
    return int(state.rules.system.judgement.push(state.view(state.frame.side).state, answers, rng))


def uniform(state: Any, answers: list[int], rng: random.Random) -> int:
    """Anything."""
    return rng.choice(answers)


def runner(state: Any, answers: list[int], rng: random.Random) -> int:
    """Leaves the map where it can, goes for the Meuse where it cannot, and fights only as `pushy` does."""
    board = state.rules.board
    goals = [board.parse_hex(label) for label in MEUSE]
    words = {action: state.text(action).split() for action in answers}
    out = [a for a, w in words.items() if w[0] == "exit"]
    if out:
        return out[0]
    steps = [(min(board.distance(board.parse_hex(w[2]), g) for g in goals), a) for a, w in words.items() if w[0] == "move"]
    if steps:
        unit = state.rules.forces.index(words[steps[0][1]][1])
        here = min(board.distance(state.pos[unit], g) for g in goals)
        best = min(far for far, _ in steps)
        stop = [a for a, w in words.items() if w[0] == "stop"]
        if best < here or not stop:
            return rng.choice([a for far, a in steps if far == best])
        return stop[0]
    takes = [a for a, w in words.items() if w[0] in ("take", "enter")]
    return rng.choice(takes) if takes else pushy(state, answers, rng)


PLAYERS: dict[str, Callable[..., int]] = {"random": uniform, "pushy": pushy, "runner": runner}


def play(game: Game) -> Record:
    """One game to its end, every answer written down."""
    state = echelon.load(game.file.partition("-")[0]).new(game.scenario, game.options, game.seed)
    start, rng = state.copy(), random.Random(game.seed)
    entries: list[Entry] = []
    while state.result() is None:
        if state.frame.chance:
            action = state.draw()
        else:
            action = PLAYERS[game.players[state.frame.side]](state, list(state.legal()), rng)
        entries.append(Entry(state.text(action), chance=state.frame.chance))
        state.apply(action)
    names = {side.capitalize(): who for side, who in zip(state.rules.system.sides, game.players, strict=True)}
    return Record.of(start, entries, over=True, headers=names)


if __name__ == "__main__":
    for each in GAMES:
        record = play(each)
        text = record.text()
        (HERE / f"{each.file}.txt").write_text(text, encoding="utf-8")
        end = record.replay().state.result()
        print(f"{each.file}: {len(record.entries)} actions, {len(text) // 1000} kB, {end}")
