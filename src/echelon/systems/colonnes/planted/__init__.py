"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a limit off by one, a mark not set.
Each row names the error, the clause it breaks and the words of `play` or `facts` that are changed; one module for each part of
the book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.parts import Planted

__all__ = ["planted"]


def planted() -> Sequence[Planted]:
    """The deliberate errors, loaded only when somebody wants to plant them."""
    from echelon.core.parts import Planted
    from echelon.systems.colonnes.planted import fighting, movement, opening, sequel, supply

    rows = (*opening.rows(), *supply.rows(), *movement.rows(), *fighting.rows(), *sequel.rows())
    return [Planted(name, f"COL-{clause}", plant, SHOWN_IN.get(clause.partition("-")[0], ())) for name, clause, plant in rows]


SHOWN_IN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {  # the questions in which errors of a chapter show; those of other chapters may show in any
        "REN": ("renforts.",),
        "MOV": ("mouvement",),
        "TER": ("mouvement", "combat.attaquants", "combat.de"),
        "CBT": ("combat.cible", "combat.attaquants"),
        "CON": ("combat.attaquants", "combat.att_soutien", "combat.de"),
        "ODD": ("combat.cible", "combat.attaquants", "combat.de"),
        "CRT": ("combat.de",),
        "QG": ("combat.att_soutien", "combat.def_soutien"),
        "RES": ("combat.de", "combat.pertes", "combat.tenir"),
        "RET": ("combat.tenir", "combat.retraite"),
        "ADV": ("combat.avance",),
    }
)
