"""The end of a turn and of the game (chapter 11)."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.score import points, verdict
from echelon.systems.colonnes.play.supply import supplied_hexes
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["end_turn", "is_cut"]


@clause("COL-VIC-2", "COL-VIC-6")
def is_cut(s: ColonnesState) -> bool:
    """Does a supplied Allied combat unit stand on the N7 between 0614 and 0809?"""
    there = s.fighters[ALLIED] & s.rules.cut
    return bool(there) and bool(there & supplied_hexes(s, ALLIED, s.holders[ALLIED]))


@clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-3", "COL-VIC-4", "COL-VIC-5", "COL-SEQ-1")
def end_turn(s: ColonnesState) -> None:
    """The N7 is looked at; the last turn ends the game."""
    if is_cut(s):
        s.cut_turns += 1
        s.note("cut", "COL-VIC-2", turn=s.turn)
    if s.turn >= s.rules.turns:
        winner, level = verdict(s)
        s.finish(winner, level, "COL-VIC-3")
        lead = abs(points(s, GERMAN) - points(s, ALLIED))
        if winner is None:
            s.note("result.draw", "COL-VIC-3", number=lead)
        else:
            s.note("result.win", "COL-VIC-3", side=winner, word_level=level, number=lead)
        return
    s.turn += 1
    s.note("turn", "COL-SEQ-1", turn=s.turn)
