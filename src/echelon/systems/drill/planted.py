"""Errors put in on purpose, one at a time, each of which certify must catch: what automatic changes of the rules do not reach,
secrets and their disclosure, marks, dice, sets that are kept in step.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from echelon.core.parts import Planted
from echelon.core.proof.planting import slip
from echelon.mechanics.fast import engine, fighting
from echelon.systems.drill import minefield
from echelon.systems.drill.system import SYSTEM

__all__ = ["rows"]


def rows() -> Sequence[Planted]:
    """Slips of the pen: in what is written by hand, in what the kit writes out for drill, in the kit."""
    written = ModuleType("written")
    rules: Any = SYSTEM.rules()
    sources = rules.fast.sources
    vars(written).update({name.replace(".", "_"): function for name, function in sources.items()})
    mine, passed = " and not b & closed", " and not b & closed and (side or other != s.mine)"
    helped = "((zone_enemy | friends) ^ friends)"
    going, several = "if units:", "if units & units - 1:"
    errors = (
        # what may be done
        ("a friend does not open an enemy zone", "DRL-ZOC-3", slip(written, "move_legal_step", helped, "zone_enemy")),
        ("full hexes may be passed", "DRL-STK-1", slip(written, "move_legal_step", "s.full | ", "")),
        ("fight is never offered", "DRL-RES-1", slip(written, "combat_legal_join", "actions.append(FIGHT)", "pass")),
        ("half strength is rounded down", "DRL-SUP-3", slip(written, "combat_column", "+ 1) >> 1", "+ 0) >> 1")),
        # the secret
        ("the log tells the mine", "DRL-SET-1", slip(minefield, "lay", "only=RED, ", "")),
        ("undo finds the mine", "DRL-SET-2", slip(minefield, "entered", "s.reveals += 1", "s.reveals += 0")),
        ("Blue is warned of the mine", "DRL-SET-2", slip(written, "move_legal_step", mine, passed)),
        ("a harmless step is no news", "DRL-SET-2", slip(minefield, "entered", "s.trodden |= bit", "s.trodden |= 0")),
        ("a mine is a mine for ever", "DRL-SET-2", slip(minefield, "entered", "s.mine, s.trodden = -1,", "s.trodden =")),
        ("the mine does not stop", "DRL-SET-2", slip(minefield, "entered", "return True", "return False")),
        ("the mine hits Red", "DRL-SET-2", slip(written, "enter", "rules.units0 >> u & 1 and upon0", "upon0")),
        # marks, dice
        ("the attack of a unit is not marked", "DRL-CBT-2", slip(written, "combat_apply_join", "|= 8", "|= 0")),
        ("the lost keep their marks", "DRL-GEN-4", slip(written, "eliminate", "s.status[u] = 0", "s.status[u] &= 255")),
        ("the mark of the others stays", "DRL-SEQ-3", slip(written, "lapse_player_turn", "s.attacked = 0", "s.attacked |= 0")),
        ("dice are not counted", "DRL-RES-1", slip(fighting, "Fighting.apply_die", "s.rolls += 1", "s.rolls += 0")),
        # sets and caches
        ("the hex left behind stays occupied", "DRL-STK-2", slip(written, "enter", "s.own0 ^= bit", "s.own0 |= bit")),
        ("who has moved may move again", "DRL-SEQ-2", slip(written, "move_apply_pick", "|= 4", "|= 0")),
        ("a zone does not wake with recovery", "DRL-ZOC-1", slip(written, "recovery_recover", "s.zone0 = None", "pass")),
        # the sequel
        ("the end goes unnoticed", "DRL-VIC-2", slip(engine, "Fast.at_once", "if found is None or", "if True or")),
        ("the stuck are lost too early", "DRL-RET-3", slip(fighting, "Fighting.begin_retreat", going, several)),
    )
    return [Planted(name, clause, plant) for name, clause, plant in errors]
