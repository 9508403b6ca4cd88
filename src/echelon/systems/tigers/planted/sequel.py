"""Errors after the die: distances, routes, withdrawal, bridges blown, advance, KG Peiper (chapters 13, 14, 16)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.tigers.play import advance, combat, duties, peiper, retreat, zones

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # distance
        ("a DD drives four hexes", "RES-2", slip(retreat, "legal_distance", "min(s.rolled, D3)", "s.rolled")),
        ("nobody can be pinned", "RES-3", slip(retreat, "legal_distance", "range(most + 1)", "range(1, most + 1)")),
        # routes, condition by condition
        ("retreat into a hex attacked later", "RET-4", slip(retreat, "_ground", "pending & s.occupied[side] | (zone", "(zone")),
        ("a friend does not open the way", "RET-1", slip(retreat, "_ground", "(zone | friends) ^ friends", "zone")),
        ("retreat through enemy zones", "RET-1", slip(retreat, "_ground", " | (zone | friends) ^ friends", "")),
        (
            "retreat into another attacked hex",
            "RET-7",
            slip(retreat, "_ground", "s.strong[enemy] | target_hexes(s) |", "s.strong[enemy] |"),
        ),
        ("Disrupted divisions bar the way", "RET-1", slip(zones, "ready_divisions", "_UPRIGHT", "_ANY")),
        ("retreat in circles", "RET-7", slip(retreat, "_steps", "away[there] == n and not", "not")),
        ("retreat towards the attacker", "RET-7", slip(retreat, "_steps", "if gained < 0", "if gained < -1")),
        (
            "retreat over rivers after a D3",
            "RET-2",
            slip(retreat, "_steps", "fords if rolled in (D3, DD) or not", "fords if not"),
        ),
        (
            "mechanized units retreat over rivers",
            "RET-3",
            slip(retreat, "_steps", "(D3, DD) or not rules.foot >> unit & 1", "(D3, DD)"),
        ),
        (
            "the Venn is forest to a retreat",
            "RET-8",
            slip(retreat, "_steps", "3 if bit & venn else 2", "2 if bit & venn else 2"),
        ),
        (
            "a road over a blown bridge is a road",
            "RET-8",
            slip(retreat, "_steps", "roads = rules.road & ~fords", "roads = rules.road"),
        ),
        ("sideways is as good as away", "RET-8", slip(retreat, "_steps", "cost += _WORSE", "cost += 0")),
        (
            "supply does not matter to a retreat",
            "RET-5",
            slip(retreat, "_routes", "return preferred(best, lambda path: bool(bit[path[-1]] & supplied))", "return best"),
        ),
        ("nobody is Disrupted by fugitives", "RET-6", slip(retreat, "_retreat_step", 'disrupt(s, u, "TIG-RET-6")', "pass")),
        (
            "fugitives take no bridges",
            "BRG-19",
            slip(retreat, "_retreat_step", "capture_bridge(s, s.rules.board.side(here, there), side)", "pass"),
        ),
        ("who cannot go is lost on a D1", "NRT-5", slip(retreat, "_next_route", "elif s.rolled == D1", "elif False")),
        ("the map edge stops a retreat", "NRT-4", slip(retreat, "_next_route", "if forced_off(", "if False and forced_off(")),
        ("who retreats may entrench", "ENT-6", slip(retreat, "apply_route", "shift(s, unit)", "pass")),
        # withdrawal
        ("four hexes in all", "RES-4", constant(retreat, "FARTHEST", lambda three: 4)),
        ("no withdrawal after D/AE", "RES-7", slip(retreat, "_begin_withdraw", "if D_AE <= s.rolled", "if D_AE < s.rolled")),
        ("withdrawal after a D3", "RES-6", slip(retreat, "_begin_withdraw", "s.rolled <= D2", "s.rolled <= D3")),
        (
            "Americans withdraw on turn 1",
            "SET-8",
            slip(retreat, "_begin_withdraw", "s.defenders & ~s.rules.us if s.turn == 1 else s.defenders", "s.defenders"),
        ),
        ("who stands withdraws", "NRT-3", slip(retreat, "_begin_withdraw", " and s.pos[u] not in standing", "")),
        # bridges blown
        (
            "the defender blows his own bridges",
            "BRG-16",
            slip(retreat, "begin_blow", "own = s.german_bridges if side == GERMAN", "own = s.german_bridges if side != GERMAN"),
        ),
        (
            "bridges are blown after an AD only",
            "BRG-16",
            slip(retreat, "begin_blow", "    if sides:\n", "    if sides and s.rolled != DASH:\n"),
        ),
        # advance
        (
            "infantry advances as far as they ran",
            "ADV-12",
            slip(advance, "allowance", "max(most, min(hexes, reach))", "max(most, hexes)"),
        ),
        ("a D2 is not enough for a long advance", "ADV-2", slip(advance, "allowance", ">= D2", ">= D3")),
        (
            "on through forest",
            "ADV-11",
            slip(advance, "_onward", " or (board.bit[b] & rules.forest and not hexside & roads)", ""),
        ),
        ("on into forest", "ADV-11", slip(advance, "_onward", "        and (not bit & rules.forest or hexside & roads)\n", "")),
        ("on over rivers", "ADV-11", slip(advance, "_onward", "        and not hexside & fords\n", "")),
        (
            "mechanized units advance over rivers",
            "ADV-11",
            slip(advance, "legal_advance", "fords = 0 if rules.foot >> u & 1 else field.fords", "fords = 0"),
        ),
        (
            "zones do not stop an advance",
            "ADV-10",
            slip(advance, "_onward", "if board.bit[here] & field.zone and", "if False and"),
        ),
        (
            "on from zone to zone",
            "ADV-10",
            slip(advance, "_onward", "not _same_division(s, 1 - side, here, there, field.ignored)", "True"),
        ),
        ("the pinned never hinder", "ADV-9", slip(advance, "_field", "if rules.pin_ignores_own_zoc", "if True")),
        (
            "the vacated hex needs one factor less",
            "ADV-7",
            slip(advance, "_occupied", "== h) < defence", "== h) < defence - 1"),
        ),
        ("past a hex that was left", "ADV-7", slip(advance, "legal_advance", "(FORCED, LEFT)", "(FORCED,)")),
        (
            "nobody need enter the vacated hex",
            "ADV-7",
            slip(advance, "legal_advance", "if rules.occupation_optional or", "if True or"),
        ),
        (
            "the room in the vacated hex is not asked",
            "STK-6",
            slip(advance, "_occupied", "factor[u] and fits(s, u, h)", "factor[u]"),
        ),
        (
            "who has gone contains as well",
            "ADV-8",
            slip(advance, "_may_leave", "s.attackers & ~s.advanced & ~_group", "s.attackers & ~_group"),
        ),
        ("nobody contains", "ADV-8", slip(advance, "_may_leave", "if not field.pinned", "if True")),
        (
            "the Allies pin on turn 1",
            "ADV-8",
            slip(advance, "_settle_fates", "(side == GERMAN and s.turn == 1 and", "(s.turn == 1 and"),
        ),
        ("a hex left is a hex emptied", "ADV-7", slip(advance, "_settle_fates", "fate = LEFT if", "fate = FORCED if")),
        ("an advance does not Disrupt", "ADV-6", slip(advance, "_ends", 'disrupt(s, u, "TIG-ADV-6")', "pass")),
        (
            "a unit occupies two hexes",
            "ADV-15",
            slip(advance, "_enter", "if target and not any(v == u for v, _h in s.occupiers)", "if target"),
        ),
        (
            "an advance takes no bridges",
            "BRG-19",
            slip(advance, "_enter", "capture_bridge(s, s.rules.board.side(here, there), side)", "pass"),
        ),
        # KG Peiper
        (
            "KG Peiper advances a hex too far",
            "KGP-7",
            slip(advance, "_onward", "made > s.peiper_since // 2", "made > 1 + s.peiper_since // 2"),
        ),
        ("KG Peiper advances for nothing", "KGP-3", slip(advance, "_pay", "s.spent[peiper] += 2", "pass")),
        ("three attacks a turn", "KGP-10", slip(duties, "peiper_may_attack", "s.peiper_attacks < 2", "s.peiper_attacks < 3")),
        (
            "a failed attack does not end Ruthlessness",
            "SSR-2",
            slip(duties, "peiper_may_attack", " and not s.peiper_worse", ""),
        ),
        ("what Peiper spent counts on", "SSR-4", slip(combat, "begin_battle", "s.peiper_since = 0", "pass")),
        (
            "KG Peiper uses its bonus after battle",
            "KGP-5",
            slip(peiper, "_steps", "members, 0, odds.allowed", "members, 4, odds.allowed"),
        ),
        ("KG Peiper attacks from the road", "ROAD-7", slip(peiper, "_attacks", "if s.status[unit] & ROAD or", "if")),
        (
            "KG Peiper attacks one hex only",
            "KGP-11",
            slip(peiper, "_attacks", "odds.allowed(s, bit | must, members)", "odds.allowed(s, bit, members)"),
        ),
        ("zones do not stop KG Peiper", "ZOC-10", slip(peiper, "legal_peiper", "([] if stopped else _steps(s))", "_steps(s)")),
        (
            "KG Peiper rests where it owes an attack",
            "KGP-6",
            slip(peiper, "legal_peiper", "if not stepped or not actions or not _owes(s)", "if True"),
        ),
        ("KG Peiper stops and goes on", "KGP-8", slip(peiper, "_rest", "s.marks[rules.peiper] |= DONE", "pass")),
        ("KG Peiper waits in Blitzkrieg", "KGP-8", slip(peiper, "legal_peiper", "if not rules.blitz[s.step]", "if True")),
        ("attachments last", "KGP-9", slip(peiper, "end_of_operations", "~(ATTACHED | LATE | DONE)", "~(LATE | DONE)")),
        ("KG Peiper is never Disrupted late", "KGP-4", slip(peiper, "end_of_operations", 'disrupt(s, u, "TIG-KGP-8")', "pass")),
    ]
