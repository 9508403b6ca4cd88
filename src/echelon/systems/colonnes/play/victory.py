"""The end of a turn and of the game (chapter 11)."""

from __future__ import annotations

from echelon.core.rulings import Note, clause
from echelon.systems.colonnes.play.supply import supplied_hexes
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["end_turn", "is_cut", "point_rows", "points", "verdict"]


@clause("COL-VIC-2", "COL-VIC-6")
def is_cut(s: ColonnesState) -> bool:
    """Does a supplied Allied combat unit stand on the N7 between 0614 and 0809?"""
    there = s.fighters[ALLIED] & s.rules.cut
    return bool(there) and bool(there & supplied_hexes(s, ALLIED, s.holders[ALLIED]))


@clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-4", "COL-VIC-5", "COL-VIC-7")
def point_rows(s: ColonnesState, side: int) -> list[Note]:
    """A side's points as if the game ended now, row by row."""
    rules = s.rules
    worth = rules.points
    if side == GERMAN:
        return [
            Note("COL-VIC-1", s.exit_points, {"word_for": "exited"}),
            Note("COL-VIC-1", s.allied_steps * worth["allied_step"], {"word_for": "steps"}),
            Note("COL-VIC-1", worth["crest"] if s.fighters[GERMAN] & rules.crest else 0, {"word_for": "crest"}),
        ]
    n = rules.board.n
    convoys = sum(1 for u in range(*rules.forces.ranges[GERMAN]) if rules.convoys >> u & 1 and s.pos[u] < n)
    return [
        Note("COL-VIC-2", s.german_steps * worth["german_step"], {"word_for": "steps"}),
        Note("COL-VIC-2", s.german_prizes * worth["prize"], {"word_for": "prizes"}),
        Note("COL-VIC-2", convoys * worth["convoy_left"], {"word_for": "convoys"}),
        Note("COL-VIC-2", worth["montelimar"] if s.fighters[ALLIED] & rules.montelimar else 0, {"word_for": "montelimar"}),
        Note("COL-VIC-2", s.cut_turns * worth["cut_turn"], {"word_for": "cut"}),
    ]


def points(s: ColonnesState, side: int) -> int:
    """A side's points as if the game ended now."""
    return sum(row.amount for row in point_rows(s, side))


@clause("COL-VIC-3")
def verdict(s: ColonnesState) -> tuple[int | None, str, int]:
    """Who would win now, by how much, and the German's points less the Allied player's."""
    lead = points(s, GERMAN) - points(s, ALLIED)
    row = next(row for row in s.rules.scenario.data["level"] if lead >= row["least"])
    side = row.get("side")
    return (s.rules.side_number(side) if side else None), row["level"], lead


@clause("COL-VIC-2", "COL-VIC-3", "COL-SEQ-1")
def end_turn(s: ColonnesState) -> None:
    """The N7 is looked at; the last turn ends the game."""
    if is_cut(s):
        s.cut_turns += 1
        s.note("cut", "COL-VIC-2", turn=s.turn)
    if s.turn >= s.rules.turns:
        winner, level, lead = verdict(s)
        s.finish(winner, level, "COL-VIC-3")
        s.note("result", "COL-VIC-3", side=winner, word_level=level, number=lead)
        return
    s.turn += 1
    s.note("turn", "COL-SEQ-1", turn=s.turn)
