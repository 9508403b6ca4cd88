"""What a unit's card says of its movement, and what is amiss with it where it could go.

`say` fills texts of the catalogue's `[inspect]`.
"""

from __future__ import annotations

from collections.abc import Callable

from echelon.core.show.panels import Caution, Row
from echelon.systems.colonnes.facts.units import movement_rows, on_map
from echelon.systems.colonnes.frames import VERBS, Pick, Step
from echelon.systems.colonnes.play.supply import is_supplied
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["inspected", "warnings"]

Say = Callable[..., str]


def inspected(s: ColonnesState, unit: int, say: Say) -> list[Row]:
    """What a unit on the move has left, what one that may move now can spend, and what is printed on any other."""
    f = s.frame
    if isinstance(f, Step) and f.unit == unit:
        return [Row(say("left"), say("points", mf=f.left), "COL-MOV-1")]
    if isinstance(f, Pick) and VERBS.make("take", unit) in f.kind.legal(s, f):
        rows = movement_rows(s, unit)
        return [Row(say("now"), say("points", mf=sum(row.amount for row in rows)), rows[-1].clause)]
    return [Row(say("printed"), say("points", mf=2 * s.rules.movement[unit]), "COL-UNI-3")]


def warnings(s: ColonnesState, unit: int, say: Say) -> list[Caution]:
    """A unit that would be unsupplied there as things stand."""
    return [] if not on_map(s, unit) or is_supplied(s, unit) else [Caution(say("unsupplied"), "COL-SUP-8")]
