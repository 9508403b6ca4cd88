"""Random play-outs of every system against python-chess's in the same run.

E = our decisions a second, with the full legal list built at each, divided by python-chess's. Only decisions with two or more
answers count; dice and forced answers cost time and count for nothing. Every game must end by the rules.
"""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass

import chess

import echelon
from bench.table import Bar, Result, Row

BARS = {"drill": 5.0, "tigers": 2.0, "colonnes": 2.0}
SUBJECT = "random play-outs"


@dataclass
class Tally:
    """What one timed round counted."""

    seconds: float = 0.0
    decisions: int = 0
    forced: int = 0
    dice: int = 0
    games: int = 0
    answers: int = 0


def play_system(start: echelon.State, seconds: float, rng: random.Random) -> Tally:
    """Whole games from the start, one thread, until the time is up and the game at hand is over."""
    tally = Tally()
    draw = rng.random
    fair: object = None
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        state = start.copy()
        while state.result() is None:
            if state.frame.chance:
                outcomes = state.outcomes()
                tally.dice += 1
                if outcomes is not fair:  # a fair die is usually the same table every time: it is looked at once
                    even = len({chance for _, chance in outcomes}) == 1
                    fair = outcomes if even else None
                if fair is not None:
                    state.apply(outcomes[int(draw() * len(outcomes))][0])
                else:
                    state.apply(rng.choices([a for a, _ in outcomes], [float(p) for _, p in outcomes])[0])
                continue
            actions = state.legal().main
            n = len(actions)
            if n > 1:
                tally.decisions += 1
                tally.answers += n
                state.apply(actions[int(draw() * n)])
            else:
                tally.forced += 1
                state.apply(actions[0])
        tally.games += 1
    tally.seconds = time.thread_time() - begun
    return tally


def play_chess(seconds: float, rng: random.Random) -> Tally:
    """The same with python-chess."""
    tally = Tally()
    begun = time.thread_time()
    draw = rng.random
    while True:
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            n = len(moves)
            if not moves or board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
            tally.decisions += n > 1
            tally.answers += n
            board.push(moves[int(draw() * n)])
            if tally.decisions % 64 == 0 and time.thread_time() - begun > seconds:
                tally.seconds = time.thread_time() - begun
                return tally
        tally.games += 1


def run(quick: bool) -> Result:
    """Alternating rounds, medians."""
    result = Result()
    rounds, seconds = (4, 0.5) if quick else (8, 1.5)
    rng = random.Random(1)
    for name in echelon.system_names():
        start = echelon.load(name).new(seed=1)
        play_system(start, 0.2, rng)
        play_chess(0.1, rng)
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(play_system(start, seconds, rng))
            theirs.append(play_chess(seconds, rng))
        ratios = [a.decisions / a.seconds / (b.decisions / b.seconds) for a, b in zip(ours, theirs, strict=True)]
        e = statistics.median(ratios)

        def rate(tallies: list[Tally], what: str) -> float:
            return float(statistics.median(getattr(t, what) / t.seconds for t in tallies))

        games, decisions = sum(t.games for t in ours), sum(t.decisions for t in ours)
        forced = sum(t.forced for t in ours)
        note = f"{decisions / games:.0f} decisions a game, mean list {sum(t.answers for t in ours) / decisions:.1f}, "
        note += f"{forced / (forced + decisions):.0%} more were forced"
        rows = (
            (f"{name}: real decisions", rate(ours, "decisions"), "/s", note),
            (f"{name}: whole games", rate(ours, "games"), "/s", f"{games} games, every one ended by the rules"),
            ("python-chess", rate(theirs, "decisions"), "/s", ""),
            (f"{name}: E", e, "E", f"{min(ratios):.2f} to {max(ratios):.2f} over {rounds} rounds"),
        )
        for technique, value, unit, text in rows:
            result.rows.append(Row("playouts", SUBJECT, name, technique, value, unit, technique != "python-chess", text))
        if name in BARS:
            result.bars.append(Bar("playouts", f"{name} random play, decisions with two or more answers, in E", e, BARS[name]))
    return result
