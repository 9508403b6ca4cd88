"""Points as they stand: rows with their clauses (COL-VIC-1, COL-VIC-2), and the result they would bring (COL-VIC-3)."""

from __future__ import annotations

from echelon.core.rulings import Note
from echelon.systems.colonnes.facts.compiled import SIDES
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["exit_points", "points", "score_rows", "stands_in", "verdict"]


def stands_in(s: ColonnesState, side: int, hexes: int) -> bool:
    """Has the side a combat unit in one of these hexes? (COL-VIC-4)"""
    bit, n, combat = s.rules.board.bit, s.rules.board.n, s.rules.combat
    low, high = s.rules.forces.ranges[side]
    return any(combat >> u & 1 and s.pos[u] < n and bit[s.pos[u]] & hexes for u in range(low, high))


def exit_points(s: ColonnesState, unit: int, steps: int) -> int:
    """What a German unit with so many steps is worth when it leaves the map (COL-VIC-1)."""
    rules, worth = s.rules, s.rules.points
    if rules.convoys >> unit & 1:
        return worth["exit_convoy"]
    if rules.hq >> unit & 1:
        return worth["exit_headquarters"]
    return steps * worth["exit_fast_step" if rules.fast >> unit & 1 else "exit_step"]


def score_rows(s: ColonnesState, side: int) -> tuple[Note, ...]:
    """Every row of a side's points, those of towns and convoys as if the game ended now."""
    rules, worth = s.rules, s.rules.points
    if side == GERMAN:
        return (
            Note("COL-VIC-1", s.exit_points, {"case": "exit"}),
            Note("COL-VIC-1", worth["allied_step"] * s.allied_steps, {"case": "steps"}),
            Note("COL-VIC-1", worth["crest"] * stands_in(s, GERMAN, rules.crest), {"case": "crest"}),
        )
    low, high = rules.forces.ranges[GERMAN]
    left = sum(1 for u in range(low, high) if rules.convoys >> u & 1 and s.pos[u] < rules.board.n)
    return (
        Note("COL-VIC-2", worth["german_step"] * s.german_steps, {"case": "steps"}),
        Note("COL-VIC-2", worth["prize"] * s.german_prizes, {"case": "prizes"}),
        Note("COL-VIC-2", worth["convoy_left"] * left, {"case": "convoys"}),
        Note("COL-VIC-2", worth["montelimar"] * stands_in(s, ALLIED, rules.montelimar), {"case": "montelimar"}),
        Note("COL-VIC-2", worth["cut_turn"] * s.cut_turns, {"case": "cut"}),
    )


def points(s: ColonnesState, side: int) -> int:
    """The points of a side, if the game ended now."""
    return sum(row.amount for row in score_rows(s, side))


def verdict(s: ColonnesState) -> tuple[int | None, str]:
    """Who would win now, None for a draw, and how clearly (COL-VIC-3)."""
    lead = points(s, GERMAN) - points(s, ALLIED)
    for row in s.rules.scenario.data["level"]:
        if lead >= row["least"]:
            return SIDES.index(row["side"]) if "side" in row else None, row["level"]
    raise ValueError("the levels of the scenario leave a result out")
