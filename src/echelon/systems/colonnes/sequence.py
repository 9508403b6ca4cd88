"""The sequence of play, as chapter 3 of the rule book prints it. A step opens a question, or acts and the next follows."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from echelon.core.frames import CHANCE, Frame
from echelon.core.rules import Step
from echelon.systems.colonnes import frames
from echelon.systems.colonnes.facts.units import phasing
from echelon.systems.colonnes.play import combat, movement, reinforcements, stacking, status, victory
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["FIRST", "SEQUENCE", "below"]

_COMBAT = (
    "combat.cible", "combat.attaquants", "combat.att_soutien", "combat.def_soutien", "combat.de", "combat.pertes",
    "combat.tenir", "combat.retraite", "combat.avance",
)  # fmt: skip


def _do(chapter: ModuleType, name: str, *args: int) -> Callable[[ColonnesState], None]:
    """A function of a chapter of play, looked up when the step comes."""

    def run(s: ColonnesState) -> None:
        getattr(chapter, name)(s, *args)

    return run


def _phase(side: int) -> tuple[Step, ...]:
    """One player phase (COL-SEQ-1)."""
    p = "AG"[side]
    steps = [
        Step(f"{p}1", "Reinforcements", side, _do(reinforcements, "open_arrivals", side), ("renforts.unites",), "COL-SEQ-2")
    ]
    if side == GERMAN:
        received = Step(
            f"{p}2",
            "Logistic columns",
            CHANCE,
            _do(reinforcements, "open_column_die"),
            ("renforts.cl_de", "renforts.cl"),
            "COL-CL-4",
            GERMAN,
        )
    else:
        received = Step(
            f"{p}2", "Logistic columns", side, _do(reinforcements, "open_columns", side), ("renforts.cl",), "COL-CL-3"
        )
    return (
        *steps,
        received,
        Step(f"{p}3", "Supply and command", side, _do(status, "before_movement", side), (), "COL-SEQ-3"),
        Step(f"{p}4", "Movement", side, _do(movement, "open_movement", side), ("mouvement", "mouvement.pas"), "COL-MOV-1"),
        Step(f"{p}5", "Stacking", side, _do(stacking, "open_recall", side), ("mouvement.reprise",), "COL-STK-3"),
        Step(f"{p}6", "Supply and command", side, _do(status, "before_combat", side), (), "COL-SEQ-3"),
        Step(f"{p}7", "Combat", side, _do(combat, "open_combat", side), _COMBAT, "COL-CBT-1"),
    )


SEQUENCE: tuple[Step, ...] = (
    *_phase(ALLIED),
    *_phase(GERMAN),
    Step("T", "End of turn", CHANCE, _do(victory, "end_turn"), (), "COL-VIC-2"),
)
FIRST = 0


def below(s: Any, f: Frame) -> list[Frame]:
    """The question that lies under one which a position opens directly."""
    side = phasing(s)
    name = f.kind.name
    if name == "mouvement.pas":
        return [frames.Pick((side,))]
    if name.startswith("combat.") and name != "combat.cible":
        return [frames.Target((side,))]
    return []
