"""The sequence of play, as in chapter 2 of the rule book."""

from __future__ import annotations

from echelon.core.frames import CHANCE, Frame
from echelon.core.rules import Step
from echelon.systems.drill.frames import Pick, Target
from echelon.systems.drill.play.setup import open_mine
from echelon.systems.drill.play.supply import mark_supply
from echelon.systems.drill.play.victory import end_turn, recover
from echelon.systems.drill.state import BLUE, RED, DrillState

__all__ = ["FIRST", "SEQUENCE", "below"]


def _move(side: int) -> Step:
    def run(s: DrillState) -> None:
        s.frame = Pick((side,))

    return Step(("B", "R")[side] + "2", "Movement", side, run, ("move.pick", "move.step"), "DRL-SEQ-2")


def _fight(side: int) -> Step:
    def run(s: DrillState) -> None:
        s.frame = Target((side,))

    opens = ("combat.target", "combat.join", "combat.die", "combat.loss", "combat.retreat", "combat.advance")
    return Step(("B", "R")[side] + "3", "Combat", side, run, opens, "DRL-CBT-1")


def _player_turn(side: int) -> tuple[Step, ...]:
    letter = ("B", "R")[side]
    return (
        Step(f"{letter}1", "Supply", side, lambda s: mark_supply(s, side), (), "DRL-SUP-1"),
        _move(side),
        _fight(side),
        Step(f"{letter}4", "Recovery", side, lambda s: recover(s, side), (), "DRL-SEQ-3"),
    )


SEQUENCE: tuple[Step, ...] = (
    Step("S", "Minefield", RED, open_mine, ("setup.mine",), "DRL-SET-1"),
    *_player_turn(BLUE),
    *_player_turn(RED),
    Step("T", "End of turn", CHANCE, end_turn, (), "DRL-VIC-1"),
)
FIRST = 1


def below(s: DrillState, f: Frame) -> list[Frame]:
    """The question that lies under one which a position opens directly."""
    side = s.rules.sequence[s.step].side
    if f.kind.name == "move.step":
        return [Pick((side,))]
    if f.kind.name.startswith("combat.") and f.kind.name != "combat.target":
        return [Target((side,))]
    return []
