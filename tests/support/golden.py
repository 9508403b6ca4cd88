"""Golden games: what every action of stored games led to, so that code can be rewritten and be seen to do what it did.

A file holds the games of one system, and scrambled positions with a few actions from each. Actions are stored with the digests
(see `witness`), not chosen anew: players may learn, scrambling may change. `python -m tests.golden` makes them.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from witness import KINDS, WIDTH, Witness

import echelon
from echelon.core.record.position import Position
from echelon.core.state import State
from echelon.core.system import System
from echelon.lab.certify.plan import planned
from echelon.players.registry import make

FOLDER = Path(__file__).parents[1] / "golden"
PLAYERS = ("random", "pushy", "recruit")
SHORT = 200  # a system whose games have fewer actions has more of them
SCRAMBLED, FOLLOW = 50, 8  # positions, and the actions that are played from each
SAMPLED, SAMPLED_FIRST = 3, 30  # actions of a state that are judged; of a scrambled position more


@dataclass
class Golden:
    """A game or what follows from a scrambled position: a digest of each state, and the action that is taken there."""

    name: str  # drill-3, drill-s3
    start: str  # of a game its header, of a scrambled position its text
    digests: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)  # one fewer

    @property
    def scrambled(self) -> bool:
        """Does it begin with a scrambled position?"""
        return not self.start.startswith("{")

    def state(self) -> State:
        """Its first state."""
        if self.scrambled:
            return Position.parse(self.start, self.name).state()
        header = self.header
        return echelon.load(header["system"]).new(header["scenario"], header["options"], header["seed"])

    @property
    def header(self) -> dict[str, Any]:
        """What a game is a game of; nothing of a scrambled position."""
        return {} if self.scrambled else json.loads(self.start)

    def sampled(self, number: int) -> int:
        """How many actions are judged in one of its states."""
        return SAMPLED_FIRST if self.scrambled and number == 0 else SAMPLED

    def states(self) -> Iterator[State]:
        """Every state as it is now, as far as the actions are legal; the same object again and again."""
        state = self.state()
        yield state
        for text in self.actions:
            action = state.parse(text)
            if action not in _answers(state):
                return
            state.apply(action)
            yield state

    def looked_at(self) -> Iterator[str]:
        """The digest of every state as it is now."""
        witness, number = Witness(self.name), -1
        try:
            for number, state in enumerate(self.states()):
                yield witness.digest(state, number, self.sampled(number))
        except Exception as error:
            error.add_note(f"in {self.name} at action {number + 1} or in the state before it")
            raise

    def told(self, number: int) -> dict[str, list[str]]:
        """One of its states in full."""
        for at, state in enumerate(self.states()):
            if at == number:
                return Witness(self.name).told(state, number, self.sampled(number))
        raise SystemExit(f"{self.name} does not come to action {number}")

    def differences(self) -> Iterator[tuple[int, str]]:
        """Where it goes another way than it did: the number of the action, and what differs."""
        count = 0
        for number, now in enumerate(self.looked_at()):
            count += 1
            for i, kind in enumerate(KINDS):
                if now[i * WIDTH : (i + 1) * WIDTH] != self.digests[number][i * WIDTH : (i + 1) * WIDTH]:
                    yield number, kind
        if count < len(self.digests):
            yield count - 1, "action"

    def say(self, number: int, kind: str) -> str:
        """A difference in words."""
        what = {
            "state": "its state differs",
            "list": "its legal list (or the chances of its dice) differs",
            "rulings": "other clauses forbid the sampled actions",
            "words": "the same clauses forbid the sampled actions in other words",
            "action": f"{self.actions[min(number, len(self.actions) - 1)]!r} is no longer legal",
        }[kind]
        where = f"after action {number}, {self.actions[number - 1]!r}" if number else "at its start"
        return f"{self.name} {where}: {what}. See `python -m tests.golden diff {self.name} {number}`"


# --- files --------------------------------------------------------------------------------------------------------------
def path(system: str) -> Path:
    """The file of a system."""
    return FOLDER / f"{system}.txt.gz"


def read(system: str) -> list[Golden]:
    """What is stored of a system, nothing if nothing is."""
    if not path(system).exists():
        return []
    found = []
    for part in gzip.decompress(path(system).read_bytes()).decode().split("\n== ")[1:]:
        name, _, body = part.partition("\n")
        start, _, states = body.partition("\n--\n")
        rows = [line.partition(" ") for line in states.splitlines()]
        found.append(Golden(name, start, [digest for digest, _, _ in rows], [action for _, _, action in rows if action]))
    return found


def write(system: str, games: Sequence[Golden]) -> None:
    """Store what became of a system's games."""
    parts = [f"{system}: golden games, made by `python -m tests.golden`"]
    for game in games:
        rows = [f"{digest} {action}".rstrip() for digest, action in zip(game.digests, [*game.actions, ""], strict=True)]
        parts.append("\n".join([game.name, game.start, "--", *rows]))
    path(system).write_bytes(gzip.compress("\n== ".join(parts).encode() + b"\n", 9, mtime=0))


# --- making -------------------------------------------------------------------------------------------------------------
def anew(system: System) -> Iterator[Golden]:
    """Games of a system played for the first time: every player in every scenario, every option, some of several options."""
    switches = sum(len(option.values) - 1 for option in system.play.options.values())
    plan = [(one, {}, player) for one in system.scenarios for player in PLAYERS]
    for game in planned(system, len(system.scenarios) + switches + 4, 19):
        if game.number >= len(system.scenarios):  # before these it has each scenario as it stands
            plan.append((game.scenario, dict(game.options), PLAYERS[game.number % len(PLAYERS)]))
    rng = random.Random(system.name)
    seen: list[State] = []
    number = 0
    for scenario, options, player in plan:
        for _ in range(8):
            start = {"system": system.name, "scenario": scenario, "options": options, "seed": number, "player": player}
            game = Golden(f"{system.name}-{number}", json.dumps(start))
            number += 1
            choose = make(player, number).choose
            seen += _play(game, lambda state, choose=choose: choose(state.view(state.frame.side)), rng)
            yield game
            if len(game.actions) >= SHORT:
                break
    for number in range(SCRAMBLED):
        state = rng.choice(seen).copy()
        system.proof.scramble(state, rng, ())
        game = Golden(f"{system.name}-s{number}", _bare(state))
        _play(game, lambda state: rng.choice(_answers(state)), rng, FOLLOW)
        yield game


def again(game: Golden) -> Golden:
    """The same game as it goes now; what can no longer be played is left out."""
    digests = list(game.looked_at())
    return Golden(game.name, game.start, digests, game.actions[: len(digests) - 1])


def _play(game: Golden, choose: Callable[[State], int], rng: random.Random, most: int = 20_000) -> list[State]:
    """Play a game on, and keep some of its states."""
    state, kept = game.state(), []
    while state.outcome is None and len(game.actions) < most:
        if rng.random() < 0.01:
            kept.append(state.copy())
        action = state.draw() if state.frame.chance and not game.scrambled else choose(state)
        game.actions.append(state.text(action))
        state.apply(action)
    game.digests = list(game.looked_at())
    return kept


def _answers(state: State) -> list[int]:
    return [action for action, _chance in state.outcomes()] if state.frame.chance else list(state.legal())


def _bare(state: State) -> str:
    """A position without the version of its rules, which says nothing about it."""
    lines: list[Any] = state.position().splitlines()
    return "\n".join(line for line in lines if line and not line.startswith("version ="))
