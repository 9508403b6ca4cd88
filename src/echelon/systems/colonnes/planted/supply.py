"""Errors in supply, dominance, command and what units are worth (chapters 2, 5, 7 and 10)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.colonnes.facts import compiled
from echelon.systems.colonnes.play import command, places, prepared, status, supply, values, zones
from echelon.systems.colonnes.state import ATTACKED, MOVED

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # sources and lines
        ("a column occupies a source", "GEN-4", slip(supply, "valid_sources", "s.holders[1 - side]", "s.counters[1 - side]")),
        ("captured sources recover", "SUP-11", slip(supply, "valid_sources", " | s.captured)", ")")),
        ("sources are never captured", "SUP-11", slip(places, "enter", "s.captured |= bit", "pass")),
        ("zones do not cut lines", "SUP-6", slip(zones, "threat", "zone(s, side) | dominated(s, side)", "dominated(s, side)")),
        (
            "a friend does not open a line",
            "SUP-6",
            slip(supply, "supplied_hexes", "(holders | threat(s, enemy)) & ~own", "holders | threat(s, enemy)"),
        ),
        (
            "lines pass through enemies",
            "SUP-5",
            slip(supply, "supplied_hexes", "(holders | threat(s, enemy)) & ~own", "threat(s, enemy) & ~own & ~holders"),
        ),
        (
            "lines climb mountains",
            "SUP-8",
            slip(prepared, "PlayRules._lines", "bool(not bits[b] & self.mountain or side & self.road)", "True"),
        ),
        (
            "Allied lines use ferries",
            "SUP-8",
            slip(
                prepared, "PlayRules._lines", "(by(dry), by(dry | self.ferry))", "(by(dry | self.ferry), by(dry | self.ferry))"
            ),
        ),
        ("the mover keeps its old hex open", "MOV-6", slip(supply, "supplied_without", "own ^= bit", "pass")),
        # dominant positions
        ("dominance does not cut lines", "DOM-3", slip(zones, "threat", "zone(s, side) | dominated(s, side)", "zone(s, side)")),
        ("headquarters hold heights", "DOM-1", slip(zones, "dominated", "s.fighters[side]", "s.holders[side]")),
        (
            "heights look over hills",
            "DOM-2",
            slip(
                compiled,
                "ColonnesRules._heights",
                "(far == 2 and board.ring_of[h] & board.ring_of[other] & open_ground)",
                "far == 2",
            ),
        ),
        # command
        (
            "command passes through enemy zones",
            "CMD-1",
            slip(command, "_ground", "(s.holders[enemy] | zone(s, enemy) & ~s.holders[side])", "s.holders[enemy]"),
        ),
        ("headquarters reach a hex farther", "CMD-1", slip(command, "reach_rows", "rules.range[hq]", "rules.range[hq] + 1")),
        ("command does not use ferries", "CMD-1", slip(prepared, "PlayRules.free_range", "self.by_ferry", "self.on_land")),
        (
            "the corps commands a division's units",
            "CMD-2",
            slip(command, "commanded_units", "units & (rules.formed[hq] | rules.independent)", "units"),
        ),
        (
            "independents have no headquarters",
            "CMD-2",
            slip(command, "commanded_units", "(rules.formed[hq] | rules.independent)", "rules.formed[hq]"),
        ),
        # what is found, and when
        ("supply is found once a phase", "SEQ-3", slip(status, "before_combat", "_find(s)", "pass")),
        (
            "columns are always supplied",
            "SUP-9",
            slip(status, "find_supply", "found |= 1 << u", "found |= (1 << u) & ~rules.columns"),
        ),
        (
            "support is given once a game",
            "QG-1",
            constant(status, "_NEW_PHASE", lambda _table: bytes(n & ~(MOVED | ATTACKED) for n in range(256))),
        ),
        ("ferries are full for good", "MOV-2", slip(status, "before_movement", "s.ferried = ()", "pass")),
        # values
        ("a reduced unit attacks like a whole one", "UNI-3", slip(values, "attack_of", "s.status[unit] & REDUCED | ", "")),
        (
            "unsupplied infantry defends with half",
            "UNS-1",
            slip(
                prepared, "PlayRules._values", "if self.halved >> u & 1 else (full", "if not self.columns >> u & 1 else (full"
            ),
        ),
        (
            "half an attack is rounded up",
            "UNS-2",
            slip(prepared, "PlayRules._values", "full // 2, less // 2) for", "(full + 1) // 2, (less + 1) // 2) for"),
        ),
        (
            "out of command is rounded down",
            "CMD-3",
            slip(prepared, "PlayRules._allowances", "(value + 1) // 2 if", "value // 2 if"),
        ),
        (
            "columns are slowed by lack of supply",
            "CL-21",
            slip(compiled, "ColonnesRules._units", "self.motorised & ~self.columns", "self.motorised"),
        ),
    ]
