"""Errors in battle: defence, odds, shifts, the table, results, losses (chapters 10 to 12)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, slip
from echelon.systems.tigers.play import aftermath, approaches, combat, defence, odds, recovery, results

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    ground = "Approaches.__init__"
    return [
        # defence
        ("entrenchment adds nothing", "DEF-1", slip(defence, "defence_from", "if status[u] & ENTRENCHED", "if False")),
        (
            "a town serves every unit",
            "DEF-2",
            slip(
                defence,
                "defence_from",
                "foot * ground.each[h] + ground.one[side][h]",
                "foot * (ground.each[h] + ground.one[side][h])",
            ),
        ),
        ("a city is a town, too", "DEF-10", slip(approaches, ground, "rules.town & ~rules.city", "(rules.town | rules.city)")),
        ("a city serves one unit", "DEF-3", slip(defence, "defence_from", "foot * ground.each[h]", "ground.each[h]")),
        ("forest serves the Allies", "DEF-4", slip(approaches, ground, "(side == GERMAN and forest[h])", "forest[h]")),
        ("the Venn adds nothing", "DEF-5", slip(approaches, ground, "city + venn for", "city for")),
        (
            "the 30th is like any other",
            "DEF-4",
            slip(defence, "defence_from", "if s.pos[rules.thirtieth] == h and", "if False and"),
        ),
        (
            "one attacker across the Line is enough",
            "DEF-8",
            slip(defence, "defence_from", "if line and origin and origin | line == line", "if line & origin"),
        ),
        ("the Line serves both ways", "DEF-6", slip(approaches, ground, "board.all & ~rules.german_start", "board.all")),
        ("armor behind the Line has nothing", "DEF-8", slip(defence, "defence_from", "total += strong", "total += foot")),
        ("the dump adds nothing", "FUEL-9", slip(defence, "defence_from", "if s.dump == h and", "if False and")),
        # odds
        (
            "odds are rounded for the attacker",
            "CRT-3",
            slip(odds, "basic_column", "ratio_column(attack, against,", "ratio_column(attack, max(against - 1, 1),"),
        ),
        (
            "limits at each shift",
            "SHF-1",
            slip(odds, "shifted", "at += amount", "at = clamp(at + amount, len(s.rules.columns))"),
        ),
        (
            "the SS loses heart",
            "DIS-3",
            slip(approaches, ground, "rules.ss | rules.airborne & (rules.of_side", "rules.airborne & (rules.of_side"),
        ),
        (
            "battalions are counted",
            "SHF-2",
            slip(
                odds, "_telling", "return [u for u in b.defenders if not below >> u & 1] or b.defenders", "return b.defenders"
            ),
        ),
        ("all defenders must be unsupplied", "SUP-3", slip(odds, "_defender_unsupplied", "any(", "all(")),
        ("all attackers must be unsupplied", "SUP-3", slip(odds, "_attacker_unsupplied", "any(", "all(")),
        ("every hex must be across a river", "SHF-4", slip(odds, "_river", "any(", "all(")),
        (
            "a bridge is no river",
            "SHF-3",
            slip(
                odds,
                "_river",
                "not b.origin & dry[h]",
                "not b.origin & dry[h] and not s.bridges & s.rules.board.lattice.sides_of(s.rules.board.bit[h])",
            ),
        ),
        ("Tigers frighten the Entrenched", "TGR-2", slip(odds, "_tiger_fright", "status[u] & ENTRENCHED or not", "not")),
        ("Skorzeny's disguise wears off early", "SKZ-1", slip(odds, "_skorzeny", "s.turn <= 3", "s.turn <= 2")),
        ("Ruthlessness lasts", "SSR-1", slip(odds, "_ruthless", "s.ruthless == s.turn", "0 < s.ruthless <= s.turn")),
        ("GI rage comes at once", "SSR-3", slip(odds, "rage", "s.ruthless < s.turn", "s.ruthless <= s.turn")),
        ("GI rage needs no claim", "SSR-3", slip(odds, "_rage_counts", "s.claimed or not s.rules.remind_malmedy", "True")),
        (
            "rage at paratroopers far from the SS",
            "SSR-4",
            slip(odds, "rage", "any(ss & (ring[s.pos[u]] | bit[s.pos[u]]) for u in bits_of(paratroopers))", "bool(ss)"),
        ),
        ("the barrage on some hexes is enough", "SET-10", slip(odds, "_barrage", "all(", "any(")),
        # results
        (
            "the combat die is read by its face",
            "GEN-2",
            slip(results, "apply_combat_die", "rules.read[number] - 1", "number - 1"),
        ),
        ("the combat die is not counted", "GEN-2", slip(results, "apply_combat_die", "s.rolls += 1", "pass")),
        ("a D1 destroys who stands", "NRT-1", slip(aftermath, "outcome_at", "return D if rolled == D1 else DE", "return DE")),
        ("a DD spares who stands", "NRT-6", slip(aftermath, "outcome_at", "rolled <= DD", "rolled < DD")),
        ("D/AE drives back", "RES-7", slip(aftermath, "outcome_at", "return D\n", "return D1\n")),
        (
            "the question forgotten costs nothing",
            "NRT-2",
            slip(results, "apply_combat_die", "if rolled == D1 and not s.asked", "if False"),
        ),
        (
            "a DD destroys everybody",
            "RES-2",
            slip(results, "_strike", "(result == DD and s.status[u] & DISRUPTED)", "result == DD"),
        ),
        (
            "the second D leaves the trench",
            "ENT-5",
            slip(results, "_shake", "(s.rolled >= D1 or s.status[unit] & DISRUPTED)", "s.rolled >= D1"),
        ),
        ("AE brings no recovery", "DIS-2", slip(results, "apply_combat_die", "if rolled <= AE", "if rolled < AE")),
        ("AD does nothing", "RES-5", slip(results, "apply_combat_die", 'disrupt(s, u, "TIG-RES-5")', "pass")),
        ("D/AE is not worse than D", "SSR-2", slip(results, "apply_combat_die", "rolled <= D_AE and", "rolled < D_AE and")),
        (
            "the dump withstands a D1",
            "FUEL-9",
            slip(results, "_strike", "not units and s.rolled >= D1", "not units and s.rolled > D1"),
        ),
        ("whose attack fails is not Disrupted", "RES-5", slip(results, "apply_losses", 'disrupt(s, u, "TIG-RES-5")', "pass")),
        # losses
        (
            "losses for the strongest hex",
            "RES-8",
            slip(results, "_begin_losses", "sum(row[1] for row in s.targets)", "max(row[1] for row in s.targets)"),
        ),
        (
            "any attacker may be lost",
            "RES-8",
            slip(
                results,
                "legal_losses",
                "for i in bits_of(cover(need, values, chosen))",
                "for i in range(len(units)) if not lost >> units[i] & 1",
            ),
        ),
        ("one loss is enough", "RES-8", slip(results, "apply_losses", "if owed > 0", "if False")),
        # before the die
        (
            "the attacker keeps his trench",
            "ENT-2",
            slip(combat, "begin_battle", "status[u] & ~ENTRENCHED | ATTACKED", "status[u] | ATTACKED"),
        ),
        ("Skorzeny alone is fought for", "SKZ-2", slip(combat, "_set_targets", 'eliminate(s, u, "TIG-SKZ-2")', "pass")),
        ("orders for the highest hex first", "NRT-3", slip(combat, "legal_orders", "min(", "max(")),
        (
            "the first order binds all hexes",
            "NRT-3",
            slip(combat, "apply_orders", "hexes ^= s.rules.board.bit[h]", "hexes = 0"),
        ),
        # recovery
        (
            "the bombed recover",
            "DIS-6",
            slip(recovery, "recover_step", "elif not status[u] & BOMBED and is_supplied", "elif is_supplied"),
        ),
        ("the unsupplied recover", "SUP-5", slip(recovery, "recover_step", " and is_supplied(s, u):", ":")),
        ("the attacked recover", "DIS-2", slip(recovery, "recover_step", "if bit[pos[u]] & attacked", "if False")),
        (
            "the bombed do not recover from a failed attack",
            "DIS-2",
            slip(recovery, "recover_after_result", '"TIG-DIS-2", 0)', '"TIG-DIS-2", BOMBED)'),
        ),
    ]
