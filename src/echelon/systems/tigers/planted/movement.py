"""Errors in movement: costs, roads, zones, bonus, stacking, breakdown, bridges, leaving the map (chapters 6 to 8)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.tigers.play import loads, march, movement, prepared, stacking, steps, zones
from echelon.systems.tigers.play.roster import lacking
from echelon.systems.tigers.state import ATTACHED, DISRUPTED, MOVED

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    near = "_steps_near_enemy"
    return [
        # costs
        ("forest costs everybody 1", "MOV-6", slip(prepared, "PlayRules._hop", "4 if bit & self.forest else 2", "2")),
        ("the Venn costs 2", "MOV-7", slip(prepared, "PlayRules._hop", "off_road = 6", "off_road = 4")),
        ("a road in forest does not help", "ROAD-6", slip(prepared, "PlayRules._hop", "and not side & self.road", "")),
        ("mechanized units ford", "MOV-9", slip(prepared, "PlayRules._hop", "4 if way == FOOT else 0", "4")),
        ("fording costs 1", "MOV-8", slip(prepared, "PlayRules._hop", "4 if way == FOOT", "2 if way == FOOT")),
        (
            "a hex is full only beyond its limit",
            "MOV-11",
            slip(loads, "is_full", "low, high))[0] >= most", "low, high))[0] > most"),
        ),
        ("a full hex is not paid for", "MOV-12", slip(movement, "_apply_move", "cost += 2", "pass")),
        ("the fuel lasts a turn longer", "FUEL-6", slip(movement, "open_movement", "s.turn >= s.fuel", "s.turn > s.fuel")),
        (
            "the Germans move first on turn 1",
            "SET-11",
            slip(movement, "open_movement", "elif side == GERMAN and s.turn == 1", "elif False"),
        ),
        (
            "step d passes by",
            "SEQ-14",
            slip(
                movement,
                "open_movement",
                "if _somebody(s, side)",
                "if _somebody(s, side) and not rules.blitz[s.step]",
            ),
        ),
        # who moves
        ("Disrupted units are taken", "DIS-1", constant(movement, "_UPRIGHT", lambda _flags: lacking(0))),
        ("who fought moves again in step d", "SEQ-2", constant(movement, "_UNUSED", lambda _flags: lacking(DISRUPTED | MOVED))),
        ("a unit is taken twice", "MOV-18", constant(movement, "_UNTAKEN", lambda _flags: lacking(ATTACHED))),
        # roads
        ("the road rate in enemy zones", "ROAD-2", slip(steps, near, "            road = 0\n", "            pass\n")),
        ("a stack uses the road rate in enemy zones", "ROAD-2", slip(steps, "admits", "(zoned or not c.road)", "not c.road")),
        ("three foot divisions by road", "ROAD-3", constant(steps, "ROAD_DIVISIONS", lambda two: 3)),
        (
            "German foot by road",
            "ROAD-8",
            slip(prepared, "PlayRules._movement", "self.foot & self.division & self.of_side[1]", "self.foot & self.division"),
        ),
        ("road mode does not Disrupt", "ROAD-4", slip(march, "weary", 'disrupt(s, unit, "TIG-ROAD-4")', "pass")),
        # zones
        ("from zone to zone of one division", "ZOC-7", slip(steps, near, "if bit & held and not bit & strong", "if False")),
        ("a friend does not open the zone", "ZOC-9", slip(steps, near, "if bit & held and not bit & strong", "if bit & held")),
        (
            "Skorzeny opens the zone",
            "ZOC-9",
            slip(steps, near, "held and not bit & strong", "held and not bit & s.crowded[side]"),
        ),
        (
            "a stack goes from zone to zone",
            "ZOC-7",
            slip(steps, "admits", "(unbridged or (zoned and bits[a] & zone))", "unbridged"),
        ),
        ("zones do not stop", "ZOC-10", slip(movement, "_apply_move", " or (near and bit & division_zone(s, 1 - side)):", ":")),
        (
            "armor looks into forest",
            "ZOC-3",
            slip(
                prepared,
                "PlayRules._armor_reach",
                "not bit & self.forest or (side & self.road and not side & self.river)",
                "True",
            ),
        ),
        ("armor looks over a blown bridge", "ZOC-12", slip(zones, "zone_from", "if side & s.bridges", "if True")),
        (
            "a Disrupted division has no zone",
            "ZOC-5",
            slip(zones, "grip", "roster.where(s, _ANY)", "roster.where(s, _UPRIGHT)"),
        ),
        (
            "a brigade does not bar the ford",
            "ZOC-14",
            slip(zones, "same_zone", "(rules.division | rules.sub if unbridged else rules.division)", "rules.division"),
        ),
        ("the zone is kept where the division was", "ZOC-1", slip(march, "walk", "s.zones = (None, s.zones[1])", "pass")),
        # the bonus
        (
            "the bonus is open in enemy zones",
            "MOV-5",
            slip(steps, near, "                limit = points\n", "                pass\n"),
        ),
        ("no bonus across an unbridged river", "MOV-5", slip(zones, "grip", "if not hexside & bridges", "if False")),
        # where a move ends
        (
            "who used the bonus ends where it owes an attack",
            "ATK-7",
            slip(steps, "may_end", "road or spent > points or", "road or"),
        ),
        ("the price of the bridge is forgotten", "MOV-15", slip(steps, "may_end", "spent + 2 > points", "spent > points")),
        ("control does not come back to the Allies", "GEN-8", slip(march, "walk", "if s.german & new", "if False")),
        ("the trench moves along", "ENT-2", slip(march, "walk", "~(ENTRENCHED | ROAD)", "~ROAD")),
        ("air supply moves along", "AIR-13", slip(march, "walk", "& ~AIRLIFTED | FRESH", "| FRESH")),
        # stacking
        ("KG Peiper and its parent count as two", "STK-6", slip(loads, "measure", "        total -= 3", "        pass")),
        ("two armored divisions in forest", "STK-3", slip(stacking, "limits", "(6, 3)", "(6, 6)")),
        ("step d looks at every hex", "STK-7", slip(stacking, "open_overstack", "hexes &= s.entered", "pass")),
        ("anybody is removed", "STK-7", slip(stacking, "legal_overstack", "for u in chosen]", "for u in there]")),
        ("two Tiger battalions in a hex", "STK-6", constant(stacking, "TIGERS", lambda one: 2)),
        # Tigers
        ("Tigers break down after 1", "TGR-3", slip(march, "tigers_to_roll", "omf(s, u)) > 2", "omf(s, u)) >= 2")),
        (
            "Tigers are not Disrupted by a breakdown",
            "TGR-3",
            slip(march, "broken_down", 'disrupt(s, unit, "TIG-TGR-3")', "pass"),
        ),
        (
            "Tigers come half a point farther",
            "TGR-3",
            slip(march, "broken_down", "points + ahead <= 2 * die", "points + ahead <= 2 * die + 1"),
        ),
        (
            "the attached 501. stays behind too early",
            "TGR-5",
            slip(march, "_leave_tigers_behind", "<= 2 * s.peiper_die", "< 2 * s.peiper_die"),
        ),
        # bridges on the way
        (
            "the hexside of a blown bridge stays open",
            "BRG-17",
            slip(movement, "apply_bridge_die", "s.closed |= hexside", "pass"),
        ),
        (
            "tomorrow's chance for the bridge",
            "BRG-17",
            slip(movement, "_holds_on", "min(s.turn, len(by_turn))", "min(s.turn + 1, len(by_turn))"),
        ),
        (
            "an enemy bridge is crossed without a die",
            "BRG-17",
            slip(movement, "_apply_move", "if river and march", "if False and march"),
        ),
        ("the die of the bridge is not counted", "GEN-2", slip(movement, "apply_bridge_die", "s.rolls += 1", "pass")),
        # off the map
        ("brigades leave as divisions", "VIC-5", slip(march, "leave", "            worth = 2", "            worth = 4")),
        (
            "unsupplied units leave the map",
            "VIC-7",
            slip(march, "exit_steps", "left < 1 or not all(is_supplied(s, u) for u in c.units)", "left < 1"),
        ),
        ("the west edge counts in full", "VIC-2", slip(march, "leave", "else worth // 2", "else worth")),
        ("two divisions are not enough", "VIC-1", constant(march, "VICTORY", lambda eight: 9)),
        # Peiper and its companions
        ("KG Peiper has its bonus twice", "KGP-5", slip(march, "bonus_of", "if s.status[unit] & MOVED and", "if False and")),
        ("who drops off is fresh", "KGP-9", slip(march, "detach", "s.status[unit] |= did", "pass")),
        (
            "everybody joins KG Peiper's stack",
            "KGP-9",
            slip(movement, "_joiners", "if u != peiper and not units", "if not units"),
        ),
    ]
