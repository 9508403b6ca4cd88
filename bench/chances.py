"""`python -m bench.chances [--games 400] [--players officer]`: fits anew the weights of Tigers' `data/chances.toml`.

Whole games are played; whenever a side's movement opens, the signs of the state are noted, and what they say of how the game
ended is fitted by logistic regression, with a constant for each turn.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import echelon
from echelon.advice.after.chances import logistic
from echelon.advice.playouts import play_out

LAST = 9  # turns with a constant of their own: later games hardly ever turn
SIGNS = ("worth", "breakout", "spearhead")
MOVES = {"B2a.move": "german", "C2a.move": "allied"}


def gather(games: int, player: str, seed: int) -> dict[str, tuple[list[list[float]], list[float]]]:
    """For each side's movement: rows of signs behind a mark for the turn, and how each game ended for the German."""
    start = echelon.load("tigers").new(seed=seed)
    rough: Any = start.rules.appreciation.rough()  # type: ignore[union-attr]
    found: dict[str, tuple[list[list[float]], list[float]]] = {side: ([], []) for side in MOVES.values()}
    for number in range(games):
        noted: list[tuple[str, list[float]]] = []

        def look(state: Any, noted: list[tuple[str, list[float]]] = noted) -> None:
            side = MOVES.get(state.rules.sequence[state.step].name)
            if side and state.outcome is None:
                turns = [float(min(state.turn, LAST) == turn) for turn in range(1, LAST + 1)]
                noted.append((side, [*turns, *rough.signs(state)]))

        score = play_out(start, seed + number, player, look)
        for side, row in noted:
            found[side][0].append(row)
            found[side][1].append(score)
        print(f"\r{number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.chances", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", default="officer", help="who plays both sides")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for side, (rows, scores) in gather(given.games, given.players, given.seed).items():
        weights = logistic(rows, scores)
        print(f"\n[{side}] # {len(rows)} moments of {given.games} games")
        print("turns =", [round(weight, 2) for weight in weights[:LAST]])
        for name, weight in zip(SIGNS, weights[LAST:], strict=True):
            print(f"{name} = {weight:.3g}")


if __name__ == "__main__":
    main()
