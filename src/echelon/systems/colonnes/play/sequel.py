"""The course of a combat after the die: losses, then holding or retreat, then the advance; the end of it."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import phasing
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["after_fighting", "end_combat"]


@clause("COL-ADV-1", "COL-CL-20")
def after_fighting(s: ColonnesState) -> None:
    """Losses and retreats are done: if the hex is empty of enemies the attackers may advance, else the combat is over."""
    from echelon.systems.colonnes.play.advance import open_advance

    side = phasing(s)
    if s.counters[1 - side] & s.rules.board.bit[s.target] or not open_advance(s, side):
        end_combat(s)


def end_combat(s: ColonnesState) -> None:
    """Back to the choice of a target, with nothing left of this combat."""
    s.target = -1
    s.attackers = s.spent = s.backing = s.rolled = s.distance = 0
    s.close()
