"""Errors before the first move: set-up, weather, arrivals, armor (chapters 3 to 5)."""

from __future__ import annotations

from echelon.core.proof.planting import Plant, constant, slip
from echelon.systems.tigers.play import armor, reinforcements, setup, weather

__all__ = ["rows"]


def rows() -> list[tuple[str, str, Plant]]:
    """Name, clause and plant of each."""
    return [
        # set-up
        (
            "the first hex of the list cannot hold the dump",
            "FUEL-2",
            slip(setup, "legal_dump", "members(s.rules.dump_hexes)", "members(s.rules.dump_hexes)[1:]"),
        ),
        (
            "two Tiger battalions set up together",
            "SET-3",
            slip(setup, "_places_historical", "if rules.tiger >> u & 1:", "if False:"),
        ),
        ("the free set-up does not look at stacking", "SET-5", slip(setup, "_places_free", "if fits(s, u, h)", "if True")),
        ("level with 1407 is south of it", "SET-6", slip(setup, "_end_set_up", "> line]", "> line - 2]")),
        (
            "the 1st Division moves and is not Entrenched",
            "SET-4",
            slip(setup, "apply_first", "s.status[u] |= ENTRENCHED", "pass"),
        ),
        (
            "paratroopers land among their own",
            "VDH-2",
            slip(setup, "_land", "h is None or s.german & s.rules.board.bit[h]", "h is None"),
        ),
        ("a three drifts two hexes", "VDH-2", slip(setup, "apply_drop_die", "1 if die <= 3", "1 if die <= 2")),
        # weather
        ("everybody's prayers are heard", "WX-5", slip(weather, "apply_weather_die", "if f[1] and die > 1", "if die > 1")),
        ("the late weather comes a turn early", "WX-1", constant(weather, "LATE_FROM", lambda turn: turn - 1)),
        (
            "the weather die is read by its face",
            "GEN-2",
            slip(weather, "apply_weather_die", "s.rules.read[action >> A_SHIFT]", "action >> A_SHIFT"),
        ),
        (
            "road columns last longer than a turn",
            "ROAD-3",
            slip(weather, "begin_turn", "s.missions, s.road_users = 0, (), 0", "s.missions = 0, ()"),
        ),
        ("markers due this turn are lost", "BRG-15", slip(weather, "begin_turn", "when <= turn", "when < turn")),
        # arrivals
        (
            "waiting a turn opens no other edge",
            "RNF-12",
            slip(reinforcements, "entry_edges", "s.turn > listed_turn(s, unit)", "s.turn > listed_turn(s, unit) + 1"),
        ),
        (
            "British units come in everywhere",
            "RNF-10",
            slip(reinforcements, "entry_edges", "rules.us >> unit & 1 and s.turn", "s.turn"),
        ),
        (
            "reinforcements enter enemy edge hexes",
            "RNF-4",
            slip(reinforcements, "entry_edges", "(own | s.german) ^ s.german", "own"),
        ),
        (
            "a brigade does not bar entry",
            "RNF-6",
            slip(reinforcements, "_closed_hexes", " & roster.subs", " & 0"),
        ),
        ("who enters next to the enemy moves on", "ZOC-10", slip(reinforcements, "_enter", "s.marks[unit] |= PICKED", "pass")),
        (
            "entry into a full hex costs no more",
            "MOV-12",
            slip(reinforcements, "entry_cost", "return cost + FULL if", "return cost if"),
        ),
        ("the Meuse calls nobody", "RNF-13", slip(reinforcements, "due_units", "side == GERMAN and near_meuse(s)", "False")),
        ("no way from the west edge is asked for", "RNF-11", slip(reinforcements, "_entries", "hexes &= west", "pass")),
        ("entry at road rate is no road column", "ROAD-3", slip(reinforcements, "_enter", "s.road_users |= 1 << unit", "pass")),
        (
            "a new player-turn does not clear what was spent",
            "SEQ-1",
            slip(reinforcements, "begin_player_turn", "s.spent[low:high] = bytes(high - low)", "pass"),
        ),
        # armor
        ("commands are combined as soon as made", "RNF-18", slip(armor, "_break_down", "s.placed |= 1 << u\n", "pass\n")),
        (
            "breaking down ends Disruption",
            "RNF-16",
            slip(armor, "_break_down", "s.status[division] & _STATUS,", "s.status[division] & _STATUS & ~DISRUPTED,"),
        ),
        (
            "the last command decides about Disruption",
            "RNF-16",
            slip(armor, "_combine", "status |= s.status[u] & _STATUS", "status = s.status[u] & _STATUS"),
        ),
    ]
