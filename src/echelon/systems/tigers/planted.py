"""Planted errors: those that mutants do not make, put in on purpose, one at a time. They try the checks of certify that no
position can take the place of: what hides from a side, what undo gives back, which dice are counted, what is kept too long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from echelon.core.parts import Planted

__all__ = ["planted"]


def planted() -> Sequence[Planted]:
    """The deliberate errors, loaded only when somebody wants to plant them."""
    from echelon.core.parts import Planted
    from echelon.core.proof.planting import slip
    from echelon.systems.tigers.play import (
        air,
        air_dice,
        bridges,
        combat,
        defence,
        movement,
        places,
        results,
        setup,
        steps,
        weather,
    )

    def counted(name: str, module: ModuleType, function: str, *kinds: str) -> Planted:
        return Planted(name, "TIG-GEN-2", slip(module, function, "s.rolls += 1", "pass"), kinds)

    return (
        # secrets
        Planted(
            "the log tells where the dump is",
            "TIG-FUEL-2",
            slip(setup, "apply_dump", "only=None if s.rules.open_dump else ALLIED", "only=None"),
        ),
        Planted(
            "steps avoid the hidden dump",
            "TIG-FUEL-8",
            slip(
                steps,
                "far_steps",
                "if side == GERMAN and s.dump_known:\n        barred |= dump_bars(s, side)",
                "if side == GERMAN and s.dump >= 0:\n        barred |= rules.board.bit[s.dump] & ~s.german",
            ),
            ("move.step", "attack.", "combat.pick", "combat.roll", "air.bomb"),
        ),
        Planted(
            "the hidden dump defends",
            "TIG-FUEL-9",
            slip(defence, "dump_counts", " or not (s.dump_known or hidden)", ""),
            ("move.step", "attack.", "combat.pick", "combat.roll", "air.bomb"),
        ),
        # views
        Planted("everybody knows the dump", "TIG-FUEL-2", slip(setup, "revealed", "bool(s.dump_known or s.dump_gone)", "True")),
        Planted("a bombed dump stays hidden", "TIG-FUEL-10", slip(air, "apply_bomb", "reveal_dump(s)", "pass"), ("air.bomb",)),
        # undo
        Planted("undo finds the dump", "TIG-FUEL-8", slip(places, "look_for_dump", "s.reveals += 1", "pass"), ("move.step",)),
        Planted(
            "undo finds the dump by attack",
            "TIG-FUEL-9",
            slip(combat, "_search", "s.reveals += 1", "pass"),
            ("attack.", "combat.pick"),
        ),
        counted("the combat die is not counted", results, "apply_combat_die"),
        counted("the air die is not counted", air_dice, "apply_air_die", "air.", "supply."),
        counted("the die of the bridge is not counted", movement, "apply_bridge_die", "move."),
        counted("the die of a bridge built is not counted", bridges, "apply_bridge_work", "bridge."),
        # memory
        Planted(
            "supply is not looked at again after a move",
            "TIG-SUP-1",
            slip(places, "refresh", "s.supply = (None, None)", "pass"),
            ("supply.", "move.", "combat.route"),
        ),
        Planted(
            "road columns last longer than a turn",
            "TIG-ROAD-3",
            slip(weather, "begin_turn", "s.missions, s.road_users = 0, (), 0", "s.missions = 0, ()"),
        ),
    )
