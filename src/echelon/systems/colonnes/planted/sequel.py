"""Errors in what follows the die: results, losses, hold, retreat, advance, the end of the turn (chapters 8.3, 8.5 and 11)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.colonnes.play import advance, losses, places, results, retreat, victory
from echelon.systems.colonnes.state import RESULTS

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # the die and losses
        ("spent columns stay on the map", "CL-24", slip(results, "apply_combat_die", "to_pool(s, u)", "pass")),
        ("the die of a combat is not counted", "CRT-1", slip(results, "apply_combat_die", "s.rolls += 1", "pass")),
        (
            "the table is read upside down",
            "CRT-1",
            slip(results, "apply_combat_die", "rules.result_table[die - 1]", "rules.result_table[6 - die]"),
        ),
        (
            "the attacker goes free in an exchange",
            "RES-6",
            slip(losses, "_after_losses", "open_losses(s, 1 - side, 1)", "after_fighting(s)"),
        ),
        (
            "headquarters are lost before convoys",
            "RES-3",
            slip(losses, "candidates", "(rules.combat, rules.convoys, rules.hq)", "(rules.combat, rules.hq, rules.convoys)"),
        ),
        ("who is left by an exchange stays", "RES-5", slip(losses, "apply_losses", "s.distance = 1", "pass")),
        ("two steps are lost as one", "RES-2", slip(losses, "apply_losses", "owed - 1", "0")),
        ("headquarters are lost for good", "QG-4", slip(places, "box_of", "return rules.returning", "return rules.gone")),
        ("an eliminated unit keeps its marks", "RES-7", slip(places, "eliminate", "s.status[unit] = 0", "pass")),
        ("a lost step does not count", "VIC-7", slip(places, "lose_step", "s.german_steps += 1", "pass")),
        ("a prize counts as steps", "VIC-5", slip(places, "eliminate", "s.german_prizes += 1", "s.german_steps += 1")),
        # hold
        ("the last step holds", "RES-8", slip(retreat, "may_hold", "> s.distance", ">= s.distance")),
        ("headquarters help to hold", "RES-8", slip(retreat, "may_hold", " if fights[u])", ")")),
        (
            "holding costs one step",
            "RES-4",
            slip(retreat, "apply_hold", "open_losses(s, f[0], s.distance, 1)", "open_losses(s, f[0], 1, 1)"),
        ),
        # retreat
        (
            "a friend does not open a zone",
            "RET-1",
            slip(retreat, "ways_out", "zone(s, 1 - side) & ~s.holders[side]", "zone(s, 1 - side)"),
        ),
        ("retreats run over columns", "ZOC-5", slip(retreat, "ways_out", "s.counters[1 - side]", "s.holders[1 - side]")),
        ("retreats go sideways", "RET-5", slip(retreat, "ways_out", "== gone + 1", ">= gone")),
        ("supply does not matter in retreat", "RET-2", slip(retreat, "ways_out", "hexes & supplied_without(s, unit)", "hexes")),
        ("two hexes without supply cost two steps", "RET-2", slip(retreat, "apply_retreat", "if not paid and", "if")),
        ("who was cut off pays as well", "RET-7", slip(retreat, "apply_retreat", " and not s.unsupplied >> unit & 1", "")),
        (
            "retreats end in full hexes",
            "RET-3",
            slip(retreat, "apply_retreat", "if gone < s.distance or not room:", "if gone < s.distance:"),
        ),
        ("without room it only pays", "RET-9", slip(retreat, "apply_retreat", "        if room:", "        if True:")),
        ("who cannot leave pays one step", "RET-8", slip(retreat, "_next", "_pay(s, u, s.distance)", "_pay(s, u, 1)")),
        (
            "columns stay when others retreat",
            "CL-20",
            slip(
                retreat,
                "open_retreat",
                "for u in friends_at(s, side, s.target))",
                "for u in friends_at(s, side, s.target) if not s.rules.columns >> u & 1)",
            ),
        ),
        # advance
        (
            "one hex of retreat is enough for two of advance",
            "ADV-1",
            constant(advance, "_FAR", lambda far: (*far, RESULTS.index("D1"))),
        ),
        (
            "everybody motorised goes on",
            "ADV-1",
            slip(advance, "further", "rules.armour >> unit & 1", "rules.motorised >> unit & 1"),
        ),
        (
            "advances go from zone to zone",
            "ADV-4",
            slip(advance, "further", "hexes & ~enemy_zone if rules.board.bit[h] & enemy_zone else hexes", "hexes"),
        ),
        ("an advance goes into a full second hex", "ADV-4", slip(advance, "further", " | no_room(s, unit)", "")),
        # the end of the turn
        (
            "an unsupplied unit cuts the N7",
            "VIC-6",
            slip(victory, "is_cut", "there & supplied_hexes(s, ALLIED, s.holders[ALLIED])", "there"),
        ),
        ("headquarters cut the N7", "VIC-2", slip(victory, "is_cut", "s.fighters[ALLIED]", "s.holders[ALLIED]")),
        (
            "the game lasts a turn longer",
            "VIC-3",
            slip(victory, "end_turn", "s.turn >= s.rules.turns", "s.turn > s.rules.turns"),
        ),
    ]
