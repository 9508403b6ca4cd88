"""The plan of a run: which games are played. Every scenario, every value of every option once, then random combinations."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from echelon.core.system import System

__all__ = ["Game", "planned", "switched", "uncovered"]

PLAYERS = ("uniform", "pushy")


@dataclass(frozen=True, slots=True)
class Game:
    """One game to be played."""

    number: int
    scenario: str
    options: Mapping[str, str]
    player: str
    seed: int

    def __str__(self) -> str:
        switched = " ".join(f"{name}={value}" for name, value in self.options.items())
        return " ".join(filter(None, [f"game {self.number}", self.scenario, switched, self.player, f"seed {self.seed}"]))


def _fixed(system: System, scenarios: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Each scenario as it stands, then each value of each option, the scenarios in turn."""
    found: list[tuple[str, dict[str, str]]] = [(scenario, {}) for scenario in scenarios]
    for option in system.play.options.values():
        for value in option.values:
            if value != option.default:
                found.append((scenarios[len(found) % len(scenarios)], {option.name: value}))
    return found


def switched(system: System, rng: random.Random) -> tuple[str, dict[str, str]]:
    """Any scenario, with every other option set anyhow."""
    options = {o.name: rng.choice(o.values) for o in system.play.options.values() if rng.random() < 0.5}
    return rng.choice(list(system.scenarios)), options


def planned(system: System, count: int, seed: int, scenario: str = "") -> Iterator[Game]:
    """The games of a run, the same for the same seed."""
    scenarios = [scenario] if scenario else list(system.scenarios)
    fixed = _fixed(system, scenarios)
    players = PLAYERS if system.judgement.push else PLAYERS[:1]
    rng = random.Random(f"plan {seed}")
    for i in range(count):
        if i < len(fixed):
            name, options = fixed[i]
        else:
            name = rng.choice(scenarios)
            switched = rng.random() < 0.7
            options = {o.name: rng.choice(o.values) for o in system.play.options.values() if switched and rng.random() < 0.5}
        yield Game(i, name, options, players[i % len(players)], seed * 1_000_003 + i)


def uncovered(system: System, count: int, scenario: str = "") -> list[str]:
    """What a run of so few games leaves out for certain."""
    fixed = _fixed(system, [scenario] if scenario else list(system.scenarios))
    return [" ".join([name, *(f"{k}={v}" for k, v in options.items())]) for name, options in fixed[count:]]
