"""Errors in attacks: who attacks, columns, support, odds and shifts (chapters 5, 7.2, 8.1, 8.2 and 10)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, slip
from echelon.systems.colonnes.facts import ground
from echelon.systems.colonnes.play import combat, odds, prepared, support

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # who attacks
        (
            "units worth nothing now cannot join",
            "CBT-11",
            slip(combat, "_ready_at", "& ATTACKED]", "& ATTACKED and attack_of(s, u)]"),
        ),
        (
            "headquarters worth nothing attack",
            "UNI-5",
            slip(prepared, "PlayRules._values", "bool(self.hq >> u & 1 and self.attack[u][0])", "bool(self.hq >> u & 1)"),
        ),
        ("a unit attacks twice", "CBT-3", slip(combat, "_ready_at", " and not status[u] & ATTACKED", "")),
        ("attacks are not marked", "CBT-3", slip(combat, "_fight", "s.status[u] |= ATTACKED", "pass")),
        (
            "the Rhône is attacked across",
            "TER-4",
            slip(combat, "can_attack", "rules.grip[target]", "rules.board.ring_of[target]"),
        ),
        ("a little less than 1:3 will do", "ODD-1", slip(odds, "is_allowed", "<= attack * d", "<= attack * d + 1")),
        ("columns go with any company", "CL-20", slip(combat, "_fight", "if all(", "if any(")),
        # logistic columns
        (
            "columns help across the Rhône",
            "CL-17",
            slip(support, "helpful_columns", "rules.by_ferry.into(hexes)", "rules.board.lattice.ring(hexes)"),
        ),
        (
            "columns do not help over ferries",
            "CL-17",
            slip(support, "helpful_columns", "rules.by_ferry.into(hexes)", "rules.on_land.into(hexes)"),
        ),
        (
            "columns help only where they stand",
            "CL-5",
            slip(support, "helpful_columns", "hexes |= rules.by_ferry.into(hexes)", "pass"),
        ),
        ("a column is spent twice", "CL-17", slip(support, "helpful_columns", " and not s.spent >> u & 1", "")),
        (
            "nobody needs to be in command",
            "CL-8",
            slip(support, "helpful_columns", "if not columns or not _columns_open(s, units):", "if not columns:"),
        ),
        ("one kind is enough for each", "CL-23", slip(support, "_columns_open", "if not rules.each_command:", "if True:")),
        (
            "a headquarters does not serve itself",
            "CL-22",
            slip(support, "_columns_open", "(s.commanded & rules.combat | rules.hq)", "(s.commanded & rules.combat)"),
        ),
        # support
        ("unsupplied headquarters give support", "QG-2", slip(support, "helpful_hqs", " or s.unsupplied >> hq & 1", "")),
        ("support is given twice", "QG-1", slip(support, "helpful_hqs", "s.status[hq] & SUPPORTED or ", "")),
        (
            "anybody opens a division's support",
            "QG-1",
            slip(support, "helpful_hqs", "(rules.formed[hq] if rules.formation_hq >> hq & 1 else -1)", "-1"),
        ),
        (
            "units out of command open the corps' support",
            "CMD-3",
            slip(support, "helpful_hqs", "if rules.command_penalty:", "if False:"),
        ),
        (
            "the defender is not asked",
            "CL-16",
            slip(support, "_open_defence_support", "if _offers(s, side) else", "if False else"),
        ),
        # odds and shifts
        ("the limit is four", "CL-15", slip(odds, "net_shift", "s.rules.shift_limit", "s.rules.shift_limit + 1")),
        ("cl_only limits everything", "CL-10", slip(odds, "net_shift", "if s.rules.cap_total or", "if True or")),
        (
            "the defender's columns help the attacker",
            "CL-6",
            slip(odds, "shift_rows", "-(c.spent & other).bit_count()", "(c.spent & other).bit_count()"),
        ),
        ("one attacker across the river is enough", "TER-6", slip(odds, "_all_across", "all(", "any(")),
        (
            "a town on hills counts twice",
            "MOV-3",
            slip(
                ground,
                "terrain_shift",
                'rules.shift["town"] if bit & rules.town else 0',
                '(rules.shift["town"] + (rules.shift["hills"] if bit & rules.hills else 0)) if bit & rules.town else 0',
            ),
        ),
        ("one hex surrounds", "CON-2", slip(odds, "is_concentric", "< 2:", "< 1:")),
        (
            "the defender's units do not break the ring",
            "CON-2",
            slip(odds, "is_concentric", "zone(s, side) & ~s.holders[1 - side]", "zone(s, side)"),
        ),
        (
            "mountains break the ring",
            "CON-2",
            slip(prepared, "PlayRules._sets", "self.grip[h] & ~impassable for", "self.grip[h] for"),
        ),
        (
            "headquarters hold dominant positions",
            "DOM-6",
            slip(odds, "shift_rows", "rules.dominant & s.fighters[1 - c.side]", "rules.dominant & s.holders[1 - c.side]"),
        ),
        (
            "the wrong side dominates",
            "DOM-5",
            slip(odds, "shift_rows", "bit & dominated(s, c.side)", "bit & dominated(s, 1 - c.side)"),
        ),
    ]
