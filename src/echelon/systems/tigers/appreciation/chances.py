"""The chance that the German wins, by a few signs: what he holds, how near he is to breaking out, how strong his spearhead is.

The weights in `data/chances.toml` are fitted to games that ended one way or the other; `python -m bench.chances` finds them
anew.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import exp
from typing import NamedTuple

from echelon.core.fields import bits_of
from echelon.systems.tigers.appreciation.ways import PACE, Ways
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.play.march import VICTORY
from echelon.systems.tigers.play.supply import supplied_hexes
from echelon.systems.tigers.state import DISRUPTED, GERMAN, TigersState

__all__ = ["Chances", "Signs", "barriers", "signs_of", "turns_out"]

_NEAR, _AWAY = 1.2, 2.0  # turns in which a breakout, and a vehicle's part in it, fade to a third
_RALLY, _CUT_OFF = 0.5, 1.5  # turns that are lost by whoever is Disrupted, or out of supply
_NEVER = 20.0
_SOON = 2.0  # turns within which a breakout has to be barred
_POSTS = 6  # divisions that bar ways
_STOPPED, _SHUT = 12, 60  # half points: what it costs the enemy to come beside a post, and through it
_SURE = 100.0  # what a certain victory is worth in rehearsals, so that a point of worth is about one in an open game
_BESIDE = (
    0.2  # of worth and way, what counts beside the chance: where a game is all but decided, nothing else tells plans apart
)
_VEHICLES, _OTHERS = 0.3, 0.1  # of the way that a unit has come, what counts as worth
_MARGIN = 20.0  # what a game that is over is better, or worse, than one that is as good as over


class Signs(NamedTuple):
    """Of a state, for the German."""

    worth: float  # how the game stands
    breakout: float  # how soon enough vehicles could be off the map, from 0 to 1
    spearhead: float  # the divisions that are on their way there, in pairs: the near ones count most


def signs_of(s: TigersState, worth: float, ways: Ways) -> Signs:
    """By the ways off the map as the Allies now stand across them."""
    rows = turns_out(s, ways)
    wanted, turns = VICTORY - s.exits, _NEVER
    for there, quarters in sorted(rows):
        wanted -= quarters
        if wanted <= 0:
            turns = there
            break
    return Signs(worth, exp(-turns / _NEAR), sum(quarters * exp(-there / _AWAY) for there, quarters in rows) / VICTORY)


def turns_out(s: TigersState, ways: Ways) -> list[tuple[float, int]]:
    """Of every vehicle that counts off the map: the turns it needs, which are short ones, and what it counts there."""
    return [(turns, quarters) for _u, turns, quarters in _leavers(s, ways, ways.way_out(s))]


def _leavers(s: TigersState, ways: Ways, field: list[float]) -> list[tuple[int, float, int]]:
    """The same by unit, for a field of ways out."""
    rules, supplied = s.rules, supplied_hexes(s, GERMAN)
    rows = []
    for u in bits_of(ways.goers):
        h = s.pos[u]
        if h < rules.gone:
            turns = -field[h] / (PACE * (rules.omf[u] + BONUS))
            turns += (_RALLY if s.status[u] & DISRUPTED else 0.0) + (0.0 if rules.board.bit[h] & supplied else _CUT_OFF)
            rows.append((u, turns, 2 if rules.sub >> u & 1 or u == rules.first_ss else 4))
    return rows


def barriers(s: TigersState, ways: Ways, places: int) -> list[int]:
    """Of the places where Allied divisions can stand, those that would bar the ways off the map: the best first, then the
    best against whoever goes round it, until not enough vehicles could be out soon."""
    board, found, tolls = s.rules.board, list[int](), dict[int, int]()
    places &= ~s.strong[GERMAN]
    while len(found) < _POSTS:
        onward: dict[int, int] = {}
        field = ways.way_out(s, tolls, onward)
        near = [(u, quarters) for u, turns, quarters in _leavers(s, ways, field) if turns <= _SOON]
        if s.exits + sum(quarters for _u, quarters in near) < VICTORY:
            break
        count: dict[int, int] = {}
        for u, quarters in near:
            passed, h = 0, s.pos[u]  # by every hex of the way, and beside it: a division stops whoever comes there
            while h in onward:
                h = onward[h]
                passed |= board.bit[h] | board.ring_of[h]
            for h in board.members(passed & places):
                count[h] = count.get(h, 0) + quarters
        if not count:
            break
        best = max(count, key=lambda h: (count[h], -field[h], h))
        found.append(best)
        places &= ~board.bit[best]
        for h in board.members(board.ring_of[best]):
            tolls[h] = _STOPPED
        tolls[best] = _SHUT
    return found


class Chances:
    """The fitted weights, for the moments at which each side's movement opens."""

    def __init__(self) -> None:
        table = tomllib.loads((files("echelon.systems.tigers") / "data" / "chances.toml").read_text("utf-8"))
        rows = (table["german"], table["allied"])
        self._turns: tuple[tuple[float, ...], ...] = tuple(tuple(row["turns"]) for row in rows)
        self._weights: tuple[tuple[float, float, float], ...] = tuple(
            (row["worth"], row["breakout"], row["spearhead"]) for row in rows
        )

    def points(self, mover: int, signs: Signs) -> float:
        """All signs together, as so many points of worth."""
        worth, breakout, spearhead = self._weights[mover]
        return signs.worth + (breakout * signs.breakout + spearhead * signs.spearhead) / worth

    def chance(self, turn: int, mover: int, points: float) -> float:
        """That the German wins, when the movement of `mover` opens in a turn."""
        turns = self._turns[mover]
        return 1 / (1 + exp(-turns[min(turn, len(turns)) - 1] - self._weights[mover][0] * points))

    # --- for a side that searches -----------------------------------------------------------------------------------------
    @staticmethod
    def heed(side: int, whose: int, goes: bool) -> float:
        """Of the way that a unit has come, what counts as worth: German vehicles' most; Allied units' for the Allies only."""
        if whose == GERMAN:
            return _VEHICLES if goes else _OTHERS
        return _VEHICLES if side != GERMAN else 0.0

    def value(self, turn: int, side: int, signs: Signs, come: float) -> float:
        """What a state is worth to a side whose movement opens."""
        sign = 1.0 if side == GERMAN else -1.0
        points = self.points(side, signs) + sign * come
        chance = self.chance(turn, side, points)
        return _SURE * (chance if side == GERMAN else 1 - chance) + sign * _BESIDE * points

    @staticmethod
    def decided(side: int, winner: int | None) -> float:
        """What a game that is over is worth to a side."""
        return _SURE + _MARGIN if side == winner else -_MARGIN
