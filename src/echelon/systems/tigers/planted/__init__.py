"""Planted errors: rule errors put in on purpose, one at a time, each of which certify must catch.

They are the errors people make: an exception forgotten, `any` for `all`, a limit off by one, a mark not set, a secret told.
Each row names the error, the clause it breaks and the words of `play` that are changed; one module for each part of the book.
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
    from echelon.systems.tigers.planted import attack, battle, movement, opening, sequel, support

    rows = (*opening.rows(), *movement.rows(), *attack.rows(), *battle.rows(), *sequel.rows(), *support.rows())
    return [Planted(name, f"TIG-{clause}", plant, SHOWN_IN.get(clause.partition("-")[0], ())) for name, clause, plant in rows]


SHOWN_IN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {  # the questions in which errors of a chapter show; those of other chapters may show in any
        "SET": ("setup.",),
        "WX": ("weather.",),
        "RNF": ("rnf.", "move.overstack"),
        "MOV": ("move.",),
        "ROAD": ("move.", "kgp."),
        "TGR": ("move.", "kgp."),
        "KGP": ("kgp.", "move.step", "attack."),
        "STK": ("move.", "rnf."),
        "ZOC": ("move.", "attack.", "combat.advance", "combat.route", "supply."),
        "ATK": ("attack.", "move.step", "combat.pick"),
        "DEF": ("combat.roll", "attack."),
        "SHF": ("combat.roll", "attack."),
        "NRT": ("combat.",),
        "RES": ("combat.losses", "combat.distance", "combat.roll", "combat.voluntary"),
        "RET": ("combat.route", "combat.distance", "combat.voluntary"),
        "ADV": ("combat.advance", "combat.voluntary", "combat.distance"),
        "AIR": ("air.", "supply."),
        "ENT": ("air.", "entrench", "bridge."),
        "SUP": ("supply.", "move.", "combat.route"),
        "BRG": ("bridge.", "move.", "combat.bridge"),
        "FUEL": ("move.step", "attack.", "combat.pick", "combat.roll", "air.bomb"),
        "VDH": ("setup.", "move."),
        "SKZ": ("entrench", "combat.", "attack."),
    }
)
