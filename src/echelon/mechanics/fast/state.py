"""The state of a declared game: its layout follows from marks, holdings and the game's own fields.

`pos` says where each unit is. Kept in step: `own0`, `own1`, the hexes with units of a side; `on`, the units on the map; `at`,
the units in each hex that is not empty; and the hexes without room. A zone of control is remembered until units or marks
change.
"""

from __future__ import annotations

from typing import Annotated, Any

from echelon.core.fields import HEXES, PLACE, UNITS, Flags
from echelon.core.layout import Cache, Derived, Index, Row, Value, layout
from echelon.core.state import State
from echelon.mechanics.declared.game import Game

__all__ = ["state_type"]


def state_type(game: Game, wide: bool = False) -> type[State]:
    """The class of the game's states; `wide` for boards of more than 250 hexes."""
    fields: dict[str, Any] = {"pos": Annotated[bytearray, Row(PLACE, wide=wide)]}
    rows: dict[str, list[str]] = {}
    for mark in game.marks:
        if mark.row:
            rows.setdefault(mark.row, []).append(mark.name)
    for row, words in rows.items():
        fields[row] = Annotated[bytearray, Row(Flags(row, tuple(words)))]
    for mark in game.marks:
        if not mark.row:
            fields[mark.name] = Annotated[int, Value(UNITS)]
    for hex_mark in game.hex_marks:
        fields[hex_mark.name] = Annotated[int, Value(HEXES)]
    for holding in game.holdings:
        fields[holding.field] = Annotated[int, Value(HEXES)]
    for name, slot in game.fields:
        fields[name] = Annotated[int, slot]
    for name in ("own0", "own1", "on"):
        fields[name] = Annotated[int, Derived()]
    for stacking in game.stacking:
        fields[stacking.name] = Annotated[Any, Derived()]
    fields["at"] = Annotated[Any, Index()]
    if game.zone is not None:
        on = ("pos", *dict.fromkeys(mark.row or mark.name for mark in game.marks))
        for side in (0, 1):
            fields[f"{game.zone.name}{side}"] = Annotated[Any, Cache(*on)]
    name = "".join(part.title() for part in game.name.split("_")) + "State"
    made: Any = type(
        name, (State,), {"__annotations__": fields, "__doc__": f"The state of {game.title}.", "__module__": __name__}
    )
    found: type[State] = layout(made)
    return found
