"""Errors in air, supply, fuel, bridges, entrenchment, victory, and with the secret dump (chapters 15 to 21)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.tigers.play import (
    air,
    air_dice,
    bridges,
    combat,
    defence,
    places,
    setup,
    steps,
    supply,
    upkeep,
    victory,
    zones,
)
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.state import ATTACKED, DISRUPTED, ENTRENCHED, MOVED

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # air
        ("two Allied groups in fog", "WX-3", constant(air, "LIMITS", lambda rows: (rows[0], (2, 2), rows[2]))),
        ("the USAAF flies in snow", "WX-4", constant(air, "LIMITS", lambda rows: ((1, 1), rows[1], rows[2]))),
        ("a group downed is back next turn", "AIR-17", slip(air_dice, "_shoot_down", "s.turn + 2 if", "s.turn + 1 if")),
        ("trenches are no cover", "AIR-11", slip(air_dice, "bombing_column", " or s.status[unit] & ENTRENCHED", "")),
        (
            "armor has no cover anywhere",
            "AIR-11",
            slip(air_dice, "bombing_column", "rules.pure >> unit & 1 and bit & rules.roads", "rules.pure >> unit & 1"),
        ),
        (
            "the strongest are bombed first",
            "AIR-19",
            slip(air_dice, "bombed_units", "(not aa >> u & 1, -factor[u], u)", "(-factor[u], u)"),
        ),
        ("flak hits Thunderbolts only", "AIR-7", slip(air_dice, "_unit_fires", '!= "P-51"', '!= "P-47"')),
        (
            "only flak fires in cities",
            "AIR-6",
            slip(air_dice, "_unit_fires", "bool(rules.board.bit[s.pos[unit]] & rules.city)", "bool(rules.aa >> unit & 1)"),
        ),
        ("flak on one bank only", "AIR-14", slip(air_dice, "_bridge_fires", "side_hexes(hexside)", "side_hexes(hexside)[:1]")),
        ("one flak unit stops supplies", "AIR-12", slip(air_dice, "_ring_fires", ">= 2", ">= 1")),
        (
            "a Focke-Wulf is safe from Mustangs",
            "AIR-8",
            slip(air_dice, "_hunter_falls", '("FW-190", "P-47")', '("FW-190", "P-51")'),
        ),
        (
            "the other side's missions first",
            "AIR-15",
            slip(air_dice, "_next_die", "(wings[phasing], wings[1 - phasing])", "(wings[1 - phasing], wings[phasing])"),
        ),
        ("one interceptor at a time", "AIR-16", slip(air_dice, "_intercept", "m[4] & ~(1 << group)", "0")),
        ("bombs in step d bar recovery", "DIS-6", slip(air_dice, "_bomb", "if not s.rules.blitz[s.step]", "if True")),
        ("bombs do not break trenches", "ENT-4", slip(air_dice, "_bomb", "s.status[unit] &= ~ENTRENCHED", "pass")),
        ("air supply lasts", "AIR-13", slip(air, "open_resupply", "s.marks[low:high] = ", "")),
        ("the Luftwaffe bombs the dump", "FUEL-10", slip(air, "burnable", "side == ALLIED and", "")),
        ("von der Heydte is bombed", "AIR-20", slip(air, "bombable", "if h < s.rules.gone and not", "if False and not")),
        ("a group flies twice", "AIR-3", slip(air, "_commit", "s.air_used |= 1 << group", "pass")),
        ("the air die is not counted", "GEN-2", slip(air_dice, "apply_air_die", "s.rolls += 1", "pass")),
        (
            "the Allies are never asked to bomb",
            "AIR-15",
            slip(air, "open_bomb", "if available", "if side == GERMAN and available"),
        ),
        (
            "nobody is asked to intercept bridge busters",
            "AIR-15",
            slip(
                air, "open_intercept", "any(wings >> mission[0] & 1 for", "any(wings >> mission[0] & 1 and mission[2] >= 0 for"
            ),
        ),
        # supply
        ("five hexes to a road", "SUP-1", constant(supply, "LEG", lambda four: 5)),
        (
            "a ford is one hex to supply",
            "SUP-6",
            slip(supply, "supplied_hexes", "layers[cost - 2] & ground, fords", "layers[cost - 1] & ground, fords"),
        ),
        (
            "supply roads cross blown bridges",
            "SUP-8",
            slip(supply, "supplied_hexes", "rules.road & ~fords, ground)", "rules.road, ground)"),
        ),
        (
            "friends do not keep supply open",
            "SUP-7",
            slip(supply, "blocked_hexes", "(blocked | s.strong[side]) ^ s.strong[side]", "blocked"),
        ),
        (
            "zones do not block supply",
            "SUP-7",
            slip(supply, "blocked_hexes", "s.occupied[1 - side] | supply_zone(s, 1 - side)", "s.occupied[1 - side]"),
        ),
        ("Disrupted brigades block supply", "ZOC-11", slip(zones, "supply_zone", "_UPRIGHT", "_ANY")),
        ("cavalry blocks supply in forest", "ZOC-11", slip(zones, "supply_zone", "rules.pure | rules.cavalry", "rules.pure")),
        ("no supply from the south", "SUP-9", slip(supply, "own_edge", ' | edges.get("south", 0)', "")),
        (
            "supply from a lost edge",
            "SUP-9",
            slip(supply, "own_edge", 'edges.get("east", 0) & s.german', 'edges.get("east", 0)'),
        ),
        ("von der Heydte starves", "VDH-3", slip(upkeep, "supply_step", "u != vdh and not", "not")),
        ("nobody starves", "SUP-4", slip(upkeep, "supply_step", 'disrupt(s, u, "TIG-SUP-4")', "pass")),
        ("supply is not looked at again after a move", "SUP-1", slip(places, "refresh", "s.supply = (None, None)", "pass")),
        # fuel
        ("fuel is counted from the old limit", "FUEL-4", slip(upkeep, "_gain_fuel", "max(s.fuel, s.turn + 1)", "s.fuel")),
        ("a burnt dump gives fuel", "FUEL-7", slip(upkeep, "germans_on_dump", "not s.dump_gone and", "")),
        (
            "the dump is entered",
            "GEN-9",
            slip(places, "dump_bars", "return 0 if bit & (s.german | s.strong[ALLIED]) else bit", "return 0"),
        ),
        # bridges
        (
            "bridges next to the corner of a division",
            "BRG-10",
            slip(bridges, "workable", "free ^= radiating[h] & free", "pass"),
        ),
        (
            "bridge work beside the enemy",
            "BRG-9",
            slip(bridges, "workable", "sides_of(s.occupied[enemy] | theirs)", "sides_of(theirs)"),
        ),
        (
            "Disrupted engineers work better",
            "BRG-6",
            slip(bridges, "chance_row", "3 + foes_down - down", "3 + foes_down + down"),
        ),
        ("engineers never fail in peace", "BRG-4", slip(bridges, "chance_row", "return 5,", "return 6,")),
        ("a dismantled bridge takes six turns", "BRG-13", slip(bridges, "_dismantle", "s.turn + 1, side", "s.turn + 6, side")),
        (
            "the marker of a bridge not built stays in the pool",
            "BRG-8",
            slip(bridges, "apply_bridge_work", "elif act == BUILD:", "elif False:"),
        ),
        (
            "a captured bridge is dismantled",
            "BRG-11",
            slip(bridges, "_own_engineer", "s.engineer & s.german_built & s.german_bridges", "s.engineer & s.german_bridges"),
        ),
        ("try again at the same hexside", "BRG-11", slip(bridges, "apply_bridges", "s.closed |= hexside", "pass")),
        (
            "bridges behind the front do not change hands",
            "BRG-20",
            slip(bridges, "_hand_over", "s.german_bridges |= bridges", "pass"),
        ),
        ("a marker is back after five turns", "BRG-15", slip(places, "destroy_bridge", "s.turn + 6", "s.turn + 5")),
        (
            "all markers go back to the Allies",
            "BRG-15",
            slip(places, "destroy_bridge", "GERMAN if s.german_built & side_bit", "GERMAN if s.german_bridges & side_bit"),
        ),
        (
            "building without a marker",
            "BRG-3",
            slip(bridges, "legal_bridges", "if s.german_markers if side == GERMAN else s.us_markers:", "if True:"),
        ),
        ("the die of a bridge built is not counted", "GEN-2", slip(bridges, "apply_bridge_work", "s.rolls += 1", "pass")),
        ("no bridge step without a unit at a river", "SEQ-14", slip(bridges, "_anything", " or room & _banks(s, side)", "")),
        # entrenchment
        (
            "who advanced entrenches",
            "ENT-6",
            constant(upkeep, "_RESTED", lambda _flags: lacking(DISRUPTED | ENTRENCHED | MOVED | ATTACKED)),
        ),
        (
            "brigades entrench",
            "ENT-7",
            slip(upkeep, "_can_entrench", "rules.division & rules.infantry_type", "rules.infantry_type"),
        ),
        (
            "Skorzeny hides alone among Allies",
            "SKZ-2",
            slip(upkeep, "check_vdh", "(rules.vdh, rules.skorzeny)", "(rules.vdh,)"),
        ),
        # victory
        (
            "the Allies win a turn early",
            "VIC-8",
            slip(victory, "allied_victory", "s.turn == s.rules.turns", "s.turn >= s.rules.turns - 1"),
        ),
        ("one hex is as good as all", "VIC-3", slip(victory, "_held", "goal.hexes & held == goal.hexes", "goal.hexes & held")),
        ("German losses do not count", "BRK-3", slip(victory, "points", " - _lost(s, GERMAN)", "")),
        ("one turn more", "VIC-9", slip(victory, "german_victory", "s.turn < s.rules.turns", "s.turn <= s.rules.turns")),
        # the secret dump
        (
            "the log tells where the dump is",
            "FUEL-2",
            slip(setup, "apply_dump", "only=None if s.rules.open_dump else ALLIED", "only=None"),
        ),
        (
            "steps avoid the hidden dump",
            "FUEL-8",
            slip(
                steps,
                "far_steps",
                "if side == GERMAN and s.dump_known:\n        barred |= dump_bars(s, side)",
                "if side == GERMAN and s.dump >= 0:\n        barred |= rules.board.bit[s.dump] & ~s.german",
            ),
        ),
        ("undo finds the dump", "FUEL-8", slip(places, "look_for_dump", "s.reveals += 1", "pass")),
        ("undo finds the dump by attack", "FUEL-9", slip(combat, "_search", "s.reveals += 1", "pass")),
        ("the hidden dump defends", "FUEL-9", slip(defence, "dump_counts", " or not (s.dump_known or hidden)", "")),
        ("everybody knows the dump", "FUEL-2", slip(setup, "revealed", "bool(s.dump_known or s.dump_gone)", "True")),
        ("a bombed dump stays hidden", "FUEL-10", slip(air, "apply_bomb", "reveal_dump(s)", "pass")),
    ]
