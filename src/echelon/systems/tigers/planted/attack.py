"""Errors in attack allocation: who may, who must, who is let off, the standard allocation, calling off (chapter 9)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, slip
from echelon.systems.tigers.play import allocation, combat, duties

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # who may
        ("foot does not attack over rivers", "ATK-5", slip(duties, "strike", "if rules.foot >> unit & 1", "if False")),
        ("an attack over a bridge needs no OMF", "MOV-15", slip(duties, "strike", "+ 2 <= omf(s, unit)", "<= omf(s, unit)")),
        ("an attack over a bridge is free", "MOV-14", slip(allocation, "_charge", "s.spent[u] += amount", "pass")),
        ("who used the bonus attacks", "MOV-4", slip(duties, "fit", " and s.spent[unit] <= omf(s, unit)", "")),
        ("road mode attacks", "ROAD-7", slip(duties, "fit", "not status & ROAD and s.spent", "s.spent")),
        ("who moved before step d attacks in it", "SEQ-5", slip(duties, "fit", " and not s.marks[unit] & FRESH", " and False")),
        (
            "1:5 itself is not allowed",
            "CRT-2",
            slip(allocation, "_enough", "a * against <= strength", "a * against < strength"),
        ),
        (
            "von der Heydte is attacked",
            "VDH-5",
            slip(allocation, "attack_targets", "s.pos[rules.skorzeny]", "s.pos[rules.vdh]"),
        ),
        ("a hex is attacked twice", "ATK-4", slip(allocation, "_free_targets", "targets &= ~row[0]", "pass")),
        ("a unit fights two battles", "ATK-4", slip(allocation, "strikers", " or taken >> u & 1", "")),
        (
            "the dump is no target",
            "FUEL-8",
            slip(allocation, "attack_targets", "elif s.dump_known", "elif False and s.dump_known"),
        ),
        (
            "attached units join by themselves",
            "KGP-12",
            slip(allocation, "legal_battle", "for row in able if not marks[row[0]] & ATTACHED]", "for row in able]"),
        ),
        ("KG Peiper comes alone", "KGP-12", slip(allocation, "brought_by", "if unit == s.rules.peiper", "if False")),
        (
            "a unit attached after its battle",
            "KGP-9",
            slip(allocation, "_attachable", "        if taken >> peiper & 1:\n            return []\n", ""),
        ),
        # who must
        ("duty over an unbridged river", "ATK-2", slip(duties, "touch_dry", "if side & s.bridges", "if True")),
        ("a bridge is a river to duty A", "ATK-2", slip(duties, "touch_dry", "if side & s.bridges", "if False")),
        (
            "duty A is met by any battle",
            "ATK-6",
            slip(
                duties,
                "duties_met",
                "owed & ~attacked or not next(row[0] for row in s.battles if row[1] >> u & 1) & ready",
                "False",
            ),
        ),
        ("duty B is forgotten", "ATK-8", slip(duties, "duties_met", "return not open_ or", "return True or")),
        (
            "duty B is never waived",
            "ATK-8",
            slip(duties, "must_hexes", "else touch_dry(s, h)", "else s.rules.board.ring_of[h]"),
        ),
        ("Skorzeny owes attacks", "ATK-13", slip(duties, "duty_units", " & roster.strong", "")),
        ("who cannot attack owes all the same", "ATK-15", slip(allocation, "open_allocation", "s.status[u] |= IDLE", "pass")),
        # who is let off
        ("1:5 lets off", "ATK-9", slip(duties, "is_let_off", "a * against > strength", "a * against >= strength")),
        (
            "its like in the hex do not count",
            "ATK-9",
            slip(duties, "is_let_off", "sum(rules.factor[u] for u in group)", "rules.factor[unit]"),
        ),
        ("the let-off need not join", "ATK-18", slip(duties, "may_join", "return row[0] & reach == row[0]", "return False")),
        ("the let-off do not stand idle", "ATK-9", slip(allocation, "_settle", "s.status[u] |= IDLE", "pass")),
        ("the idle are not Disrupted", "ATK-9", slip(combat, "open_combat", 'disrupt(s, u, "TIG-ATK-9")', "pass")),
        # the standard allocation
        (
            "the standard takes the highest hex",
            "ATK-14",
            slip(allocation, "_share_out", "lowest(s, key[1])", "max(s.rules.board.members(key[1]))"),
        ),
        (
            "the standard leaves the idle out",
            "ATK-18",
            slip(allocation, "_standard", "_add_idle(s, rows, idle, ready)", "rows"),
        ),
        ("the standard keeps what was paid", "ATK-14", slip(allocation, "apply_allocate", "_charge(s, s.battles, -2)", "pass")),
        (
            "the standard is always there",
            "ATK-14",
            slip(
                allocation,
                "legal_allocate",
                "actions.append(CONFIRM if duties",
                "actions.append(STANDARD)\n    actions.append(CONFIRM if duties",
            ),
        ),
        # calling off
        ("an attack made binds nobody", "ATK-10", slip(duties, "required", "if s.touched:", "if False:")),
        ("who moved up may call off", "ATK-10", slip(duties, "required", "if not s.duty or not units", "if True")),
        (
            "battles are called off one by one",
            "ATK-17",
            slip(duties, "chain", "set(_left_behind(s, standing, loose))", "set()"),
        ),
        ("a battle called off has been fought", "ATK-16", slip(combat, "_call_off", "_mark(s, i, OFF)", "_mark(s, i, FOUGHT)")),
        ("the bombed still take part", "ATK-11", slip(combat, "_participants", "status[u] & DISRUPTED or pos", "pos")),
        (
            "the attack binds no neighbours",
            "ATK-1",
            slip(combat, "begin_battle", "s.touched |= _touched(s, units, attack_from)", "pass"),
        ),
    ]
