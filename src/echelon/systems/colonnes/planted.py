"""Planted errors: those that mutants do not make, put in on purpose, one at a time: a die that undo would give back, one set or
order taken for another, a table read from the wrong end. They try the checks of certify.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from echelon.core.parts import Planted

__all__ = ["planted"]


def planted() -> Sequence[Planted]:
    """The deliberate errors, loaded only when somebody wants to plant them."""
    from echelon.core.parts import Planted
    from echelon.core.proof.planting import constant, slip
    from echelon.systems.colonnes.play import advance, losses, odds, places, reinforcements, results, retreat, stacking, support
    from echelon.systems.colonnes.state import RESULTS

    return (
        # undo
        Planted(
            "the die for columns is not counted", "COL-CL-4", slip(reinforcements, "apply_column_die", "s.rolls += 1", "pass")
        ),
        Planted("the die of a combat is not counted", "COL-CRT-1", slip(results, "apply_combat_die", "s.rolls += 1", "pass")),
        # the wrong way round
        Planted(
            "high dice bring no columns",
            "COL-CL-4",
            slip(reinforcements, "apply_column_die", "s.rules.received[die - 1]", "s.rules.received[6 - die]"),
        ),
        Planted(
            "the table is read upside down",
            "COL-CRT-1",
            slip(results, "apply_combat_die", "rules.result_table[die - 1]", "rules.result_table[6 - die]"),
            ("combat.de",),
        ),
        Planted(
            "the highest column comes first",
            "COL-CL-25",
            slip(reinforcements, "_next_column", "in s.rules.own_columns[side]", "in reversed(s.rules.own_columns[side])"),
        ),
        Planted(
            "headquarters are lost before convoys",
            "COL-RES-3",
            slip(losses, "candidates", "(rules.combat, rules.convoys, rules.hq)", "(rules.combat, rules.hq, rules.convoys)"),
            ("combat.de", "combat.pertes", "combat.tenir"),
        ),
        # one set for another
        Planted(
            "columns help across the Rhône",
            "COL-CL-17",
            slip(support, "helpful_columns", "rules.by_ferry.into(hexes)", "rules.board.lattice.ring(hexes)"),
        ),
        Planted(
            "headquarters hold dominant positions",
            "COL-DOM-6",
            slip(odds, "shift_rows", "rules.dominant & s.fighters[1 - c.side]", "rules.dominant & s.holders[1 - c.side]"),
        ),
        Planted(
            "retreats run over columns",
            "COL-ZOC-5",
            slip(retreat, "ways_out", "s.counters[1 - side]", "s.holders[1 - side]"),
            ("combat.tenir", "combat.retraite"),
        ),
        Planted(
            "everybody motorised goes on",
            "COL-ADV-1",
            slip(advance, "further", "rules.armour >> unit & 1", "rules.motorised >> unit & 1"),
            ("combat.avance",),
        ),
        Planted(
            "what was there before is taken back",
            "COL-STK-3",
            slip(stacking, "legal_recall", "_placed_at(s, f[0], f[1])", "friends_at(s, f[0], f[1])"),
        ),
        Planted(
            "a prize counts as steps",
            "COL-VIC-5",
            slip(places, "eliminate", "s.german_prizes += 1", "s.german_steps += 1"),
        ),
        # one too many
        Planted(
            "one hex of retreat is enough for two of advance",
            "COL-ADV-1",
            constant(advance, "_FAR", lambda far: (*far, RESULTS.index("D1"))),
            ("combat.avance",),
        ),
        Planted(
            "columns stay when others retreat",
            "COL-CL-20",
            slip(
                retreat,
                "open_retreat",
                "for u in friends_at(s, side, s.target))",
                "for u in friends_at(s, side, s.target) if not s.rules.columns >> u & 1)",
            ),
            ("combat.tenir", "combat.retraite"),
        ),
    )
