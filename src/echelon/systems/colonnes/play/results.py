"""The die of a combat and what its result brings (chapter 8.3)."""

from __future__ import annotations

from typing import Any

from echelon.core.fields import bits_of
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.colonnes.facts.units import phasing
from echelon.systems.colonnes.frames import CombatDie
from echelon.systems.colonnes.play.losses import open_losses
from echelon.systems.colonnes.play.odds import combat, final_column, odds
from echelon.systems.colonnes.play.places import to_pool
from echelon.systems.colonnes.play.sequel import end_combat
from echelon.systems.colonnes.state import RESULTS, ColonnesState

__all__ = ["apply_combat_die", "preview_combat_die"]

# by result: does the attacker lose, how many steps are lost first, how many hexes the defenders retreat
_MEANS: dict[str, tuple[bool, int, int]] = {
    "A2": (True, 2, 0), "A1": (True, 1, 0), "EX": (False, 1, 0), "D1": (False, 0, 1), "D2": (False, 0, 2),
    "D1*": (False, 1, 1), "D2*": (False, 1, 2), "DE": (False, 2, 2),
}  # fmt: skip


@clause("COL-CRT-1", "COL-CL-7", "COL-CL-24", "COL-RES-1", "COL-RES-2", "COL-RES-6")
def apply_combat_die(s: ColonnesState, f: CombatDie, action: int) -> None:
    """The columns spent leave the map, then the result is carried out."""
    rules = s.rules
    side = phasing(s)
    die = action >> A_SHIFT
    s.rolls += 1
    column = final_column(s, combat(s, side))
    for u in bits_of(s.spent):
        to_pool(s, u)
    s.rolled = rules.result_table[die - 1][column]
    name = RESULTS[s.rolled]
    if s.log is not None:
        facts: dict[str, Any] = {"side": side, "hex": s.target, "units": tuple(bits_of(s.attackers))}
        s.note("die", "COL-CRT-1", die=die, column=rules.column_names[column], word_result=name, **facts)
    if name == "NE":
        end_combat(s)
        return
    attacker_loses, steps, s.distance = _MEANS[name]
    open_losses(s, side if attacker_loses else 1 - side, steps)


def preview_combat_die(s: ColonnesState, f: CombatDie, action: int) -> dict[str, Any]:
    """The odds the die is rolled at."""
    return odds(s, combat(s, phasing(s)))
