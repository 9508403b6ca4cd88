"""Operational movement: who may be taken, what a step brings about, dice on the way, the end of a move."""

import pytest
from ardennes import AFTER, at, do, labels, number, situation, texts, words

from echelon.systems.tigers.frames import Pick
from echelon.systems.tigers.play.movement import open_movement
from echelon.systems.tigers.play.steps import may_use_road
from echelon.systems.tigers.state import ATTACHED, DISRUPTED


def moving(units, *, step="B2a.move", **fields):
    """A movement step with these units, the question who is taken open."""
    s = situation(units, step=step, **fields)
    s.stack = [AFTER]
    open_movement(s, 0 if step[0] == "B" else 1)
    return s


def spent(s, unit):
    return s.spent[number(s, unit)] / 2


def over(s):
    """Nobody can move any more: nothing is left but to end the step, or it has been ended."""
    return s.frame == AFTER or (isinstance(s.frame, Pick) and s.legal().texts() == ["end"])


def set_bridge(s, side, intact=True, german=False):
    bit = s.rules.board.parse_side(side)
    s.bridges = s.bridges | bit if intact else s.bridges & ~bit
    s.german_bridges = s.german_bridges | bit if german else s.german_bridges & ~bit
    s.rules.rebuild(s)
    return s


# --- who may be taken ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-DIS-1", "TIG-VDH-3", "TIG-MOV-18", "TIG-SEQ-3")
def test_who_may_be_taken_in_step_a():
    units = {
        "de-26vg": "1304", "de-2pz": ("1304", "disrupted"), "de-vdh": "1305", "de-116pz": ("1306", "picked"),
        "de-501ss": ("1306", "attached"), "de-lehr": ("1402", "moved", "fresh"), "us-28id": "1105",
    }  # fmt: skip
    s = moving(units)
    assert texts(s) == {"take de-26vg", "take de-lehr", "end"}
    do(s, "take de-26vg", "stop de-26vg")
    assert texts(s) == {"take de-lehr", "end"}


@pytest.mark.clause("TIG-SEQ-2", "TIG-SEQ-6", "TIG-KGP-8")
def test_in_step_d_only_unused_units_and_peiper():
    units = {
        "de-26vg": ("1304", "moved"),
        "de-2pz": ("1304", "attacked"),
        "de-lehr": ("1306", "picked"),
        "de-kgp": ("1306", "moved"),
    }
    s = moving(units, step="B2d.move")
    assert texts(s, "take") == {"take de-lehr", "take de-kgp"}
    s = situation(units, step="B2d.move")
    s.spent[s.rules.peiper] = 6  # all that is left of 4 less 1
    s.stack = [AFTER]
    open_movement(s, 0)
    assert texts(s, "take") == {"take de-lehr"}
    done = moving({**units, "de-kgp": ("1306", "moved", "done")}, step="B2d.move")
    assert texts(done, "take") == {"take de-lehr"}


@pytest.mark.clause("TIG-SET-11", "TIG-SEQ-14")
def test_no_german_movement_at_the_start_of_turn_one():
    s = situation({"de-26vg": "1304"}, step="B2a.move", turn=1)
    before = s.frame
    open_movement(s, 0)
    assert s.frame is before
    assert moving({"de-26vg": "1304"}, step="B2d.move", turn=1).frame.kind.name == "move.pick"
    assert moving({"us-28id": "1105"}, step="C2a.move", turn=1).frame.kind.name == "move.pick"
    s = situation({"de-26vg": ("1304", "disrupted")}, step="B2a.move")
    before = s.frame
    open_movement(s, 0)
    assert s.frame is before  # nobody can be taken


@pytest.mark.clause("TIG-SEQ-2")
def test_step_d_clears_the_marks_of_step_a():
    units = {"de-26vg": ("1304", "picked", "fresh", "bombed"), "us-28id": ("1105", "skipped", "bombed", "fresh")}
    s = moving(units, step="B2d.move", entered=5)
    assert words(s, "de-26vg") == set() and words(s, "us-28id") == {"fresh"} and s.entered == 0


# --- what a step costs --------------------------------------------------------------------------------------------------
def rates(s, unit):
    return {text.removeprefix(f"move {unit} ") for text in texts(s, f"move {unit}")}


@pytest.mark.clause("TIG-MOV-1", "TIG-MOV-3", "TIG-MOV-5")
def test_infantry_crosses_four_clear_hexes_away_from_the_enemy():
    s = do(moving({"de-26vg": "1404"}), "take de-26vg")
    for label in ("1405", "1406", "1407"):
        do(s, f"move de-26vg {label} normal")
        assert s.frame.kind.name == "move.step"
    do(s, "move de-26vg 1507 normal")
    assert over(s) and spent(s, "de-26vg") == 4 and at(s, "de-26vg") == "1507"  # used up: it stops by itself


@pytest.mark.clause("TIG-MOV-5")
def test_a_zone_is_entered_with_the_second_point_but_not_with_the_third():
    s = do(moving({"de-26vg": "1006", "us-28id": "1105"}), "take de-26vg")
    assert "1005 normal" in rates(s, "de-26vg")
    s.spent[number(s, "de-26vg")] = 2
    assert "1005 normal" in rates(s, "de-26vg")
    s.spent[number(s, "de-26vg")] = 4
    assert "1005 normal" not in rates(s, "de-26vg") and "906 normal" in rates(s, "de-26vg")


@pytest.mark.clause("TIG-MOV-3", "TIG-MOV-5")
def test_a_division_across_an_unbridged_river_does_not_cost_the_bonus_but_stops():
    units = {"de-26vg": "1304", "us-28id": "1105"}  # 1204 lies across the Our, its bridge broken
    s = do(moving(units), "take de-26vg")
    s.spent[number(s, "de-26vg")] = 4
    assert "1204 normal" in rates(s, "de-26vg")
    do(s, "move de-26vg 1204 normal")
    assert over(s)
    s = moving(units)
    set_bridge(s, "1105|1204", german=True)
    do(s, "take de-26vg")
    s.spent[number(s, "de-26vg")] = 4
    assert "1204 normal" not in rates(s, "de-26vg")


@pytest.mark.clause("TIG-MOV-6", "TIG-MOV-7", "TIG-MOV-8", "TIG-MOV-9", "TIG-ROAD-1", "TIG-ROAD-6")
@pytest.mark.parametrize(
    ("unit", "start", "step", "cost"),
    [
        ("de-2pz", "1304", "1305 normal", 1),
        ("de-2pz", "1304", "1203 normal", 2),  # forest
        ("de-2pz", "1304", "1204 normal", 1),  # forest by road
        ("de-2pz", "1304", "1204 road", 0.5),
        ("de-26vg", "1304", "1203 normal", 1),
        ("de-3pg", "1108", "1109 normal", 3),  # Venn
        ("de-26vg", "1108", "1109 normal", 1),
        ("de-506", "1010", "1110 normal", 1),  # Venn by road
        ("de-150bde", "1109", "1110 normal", 3),
        ("de-26vg", "1007", "1008 normal", 2),  # the Ambleve
    ],
)
def test_what_ground_costs(unit, start, step, cost):
    s = do(moving({unit: start}), f"take {unit}")
    assert step in rates(s, unit)
    found = s.preview(f"move {unit} {step}")
    do(s, f"move {unit} {step}")
    assert spent(s, unit) == cost == float(_plain(found["cost"]))


def _plain(points):
    """Points with halves as a number."""
    text = str(points)
    return sum(0.5 if word in ("1/2", "½") else float(word) for word in text.split())


@pytest.mark.clause("TIG-MOV-9", "TIG-MOV-10")
def test_no_panzers_over_a_river_without_a_bridge():
    s = do(moving({"de-2pz": "1007"}), "take de-2pz")
    assert not rates(s, "de-2pz") & {"1008 normal", "1008 road"}
    s = moving({"de-2pz": "1007"})
    set_bridge(s, "1007|1008", german=True)  # an engineer bridge removes the river, it does not make a road
    do(s, "take de-2pz")
    assert "1008 normal" in rates(s, "de-2pz") and "1008 road" not in rates(s, "de-2pz")
    do(s, "move de-2pz 1008 normal")
    assert spent(s, "de-2pz") == 2


@pytest.mark.clause("TIG-MOV-11", "TIG-MOV-12")
def test_a_full_hex_costs_one_more():
    s = do(moving({"de-2pz": "1304", "de-26vg": "1204", "de-352vg": "1204"}), "take de-2pz")
    assert s.preview("move de-2pz 1204 road")["rows"].keys() == {"TIG-ROAD-1", "TIG-MOV-12"}
    do(s, "move de-2pz 1204 road")
    assert spent(s, "de-2pz") == 1.5
    s = do(moving({"de-2pz": "1304", "de-26vg": "1305", "de-352vg": "1305"}), "take de-2pz", "move de-2pz 1305 normal")
    assert spent(s, "de-2pz") == 1


@pytest.mark.clause("TIG-FUEL-1", "TIG-FUEL-6", "TIG-FUEL-7", "TIG-SEQ-8")
def test_the_fuel_limit():
    def fuel(dump="1008", turn=6, step="B2a.move", **units):
        s = situation({"de-2pz": "1404", **units}, turn=turn, step=step)
        s.dump, s.dump_known = s.rules.board.ids[dump], 1
        s.stack = [AFTER]
        open_movement(s, 0)
        do(s, "take de-2pz")
        return s.short, float(_plain(s.preview("move de-2pz 1405 normal")["left"]))

    assert fuel(turn=5) == (0, 5)
    assert fuel(turn=6) == (1, 3)
    assert fuel(turn=6, **{"de-26vg": "1008"}) == (0, 5)  # Germans on the dump
    assert fuel(turn=6, **{"de-150bde": "1008"}) == (1, 3)  # Skorzeny does not occupy
    assert fuel(turn=6, step="B2d.move") == (1, 2)


# --- roads --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ROAD-4", "TIG-ROAD-6")
def test_a_move_that_ends_at_road_rate_disrupts():
    s = do(moving({"us-7ad": "1111"}, step="C2a.move"), "take us-7ad", "move us-7ad 1010 road", "stop us-7ad")
    assert "disrupted" in words(s, "us-7ad")
    s = do(moving({"us-7ad": "1111"}, step="C2a.move"), "take us-7ad", "move us-7ad 1010 road", "move us-7ad 1009 normal")
    do(s, "stop us-7ad")
    assert "disrupted" not in words(s, "us-7ad") and spent(s, "us-7ad") == 1.5


@pytest.mark.clause("TIG-ROAD-4")
def test_a_unit_that_entered_at_road_rate_and_stays_is_disrupted_when_movement_ends():
    s = do(moving({"us-7ad": ("1111", "moved", "fresh", "road"), "us-1id": "910"}, step="C2a.move"), "end")
    assert "disrupted" in words(s, "us-7ad") and over(s)


@pytest.mark.clause("TIG-ROAD-3", "TIG-ROAD-8")
def test_two_allied_foot_divisions_a_turn():
    units = {"us-1id": "1111", "us-82abn": "1111", "br-43id": "1111", "us-7ad": "1111"}
    s = do(moving(units, step="C2a.move"), "take us-1id", "move us-1id 1010 road", "stop us-1id")
    do(s, "take us-82abn", "move us-82abn 1010 road", "move us-82abn 1009 road", "stop us-82abn")
    assert s.road_users.bit_count() == 2
    do(s, "take br-43id")
    assert not any(text.endswith("road") for text in rates(s, "br-43id"))
    assert not may_use_road(s, number(s, "br-43id")) and may_use_road(s, number(s, "us-82abn"))
    assert may_use_road(s, number(s, "us-7ad")) and not may_use_road(s, number(s, "de-3fj"))
    assert may_use_road(s, number(s, "de-506")) and may_use_road(s, number(s, "de-150bde"))


@pytest.mark.clause("TIG-ROAD-3", "TIG-MOV-13")
def test_a_stack_needs_a_place_on_the_road_for_each_foot_division():
    units = {"us-1id": "1111", "us-82abn": "1111", "us-101abn": "910"}
    s = moving(units, step="C2a.move")
    s.road_users = 1 << number(s, "us-101abn")
    do(s, "take us-1id", "join us-82abn")
    assert "1010 road" not in rates(s, "us-1id") and "1010 normal" in rates(s, "us-1id")
    s.road_users = 0
    do(s, "move us-1id 1010 road")
    assert s.road_users.bit_count() == 2


@pytest.mark.clause("TIG-ROAD-2")
def test_no_road_rate_into_a_zone():
    s = set_bridge(moving({"de-2pz": "1306", "us-106id": "1207"}), "1107|1206")
    do(s, "take de-2pz")
    assert "1206 normal" in rates(s, "de-2pz") and "1206 road" not in rates(s, "de-2pz")
    # a brigade's zone does not stop
    s = do(moving({"de-2pz": "1306", "us-14cav": "1207"}), "take de-2pz")
    assert "1206 road" in rates(s, "de-2pz")


# --- zones --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ZOC-7", "TIG-ZOC-8", "TIG-ZOC-9", "TIG-ZOC-10")
def test_from_zone_to_zone():
    # X in 705; the mover in 704, beside it
    units = {"us-28id": "705", "de-26vg": "704"}
    s = do(moving(units), "take de-26vg")
    free = rates(s, "de-26vg")
    assert {"604 normal", "804 normal"} & free == set() and "703 normal" in free
    s = do(moving({**units, "de-352vg": "804"}), "take de-26vg")
    assert "804 normal" in rates(s, "de-26vg")  # a friend is there
    s = do(moving({**units, "de-150bde": "804"}), "take de-26vg")
    assert "804 normal" not in rates(s, "de-26vg")  # Skorzeny is no such friend
    s = do(moving({"us-28id": "705", "us-1id": "702", "de-26vg": "704"}), "take de-26vg")
    do(s, "move de-26vg 703 normal")  # into another's zone: it stops
    assert over(s) and at(s, "de-26vg") == "703"


@pytest.mark.clause("TIG-ZOC-2", "TIG-ZOC-10")
def test_entering_a_zone_ends_the_move_and_a_disrupted_division_has_one():
    s = do(
        moving({"us-28id": ("705", "disrupted"), "de-2pz": "803", "de-26vg": "1304"}), "take de-2pz", "move de-2pz 804 normal"
    )
    assert s.frame.kind.name == "move.pick"


@pytest.mark.clause("TIG-ZOC-7", "TIG-ZOC-14")
def test_a_brigades_zone_counts_across_an_unbridged_river():
    # from 1007 over the Ambleve to 1008, both beside 1108
    s = do(moving({"de-26vg": "1007", "us-102cav": ("1108", "disrupted")}), "take de-26vg")
    assert "1008 normal" not in rates(s, "de-26vg")
    s = set_bridge(moving({"de-26vg": "1007", "us-102cav": "1108"}), "1007|1008", german=True)
    do(s, "take de-26vg")
    assert "1008 normal" in rates(s, "de-26vg")


# --- ending a move ------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ATK-7", "TIG-MOV-15", "TIG-MOV-16")
def test_no_step_into_a_zone_from_which_the_attack_could_not_be_made():
    # 706 to 606 and 707 over the Ourthe: a panzer division needs a point to attack over the bridge 606|707
    s = set_bridge(moving({"de-2pz": "807", "us-28id": "606"}), "606|707", german=True)
    do(s, "take de-2pz")
    s.spent[number(s, "de-2pz")] = 4
    assert "707 normal" in rates(s, "de-2pz")
    s.spent[number(s, "de-2pz")] = 6
    assert "707 normal" not in rates(s, "de-2pz")
    s = moving({"de-150bde": "807", "us-28id": "606"})
    s.spent[number(s, "de-150bde")] = 6
    do(s, "take de-150bde")
    assert "707 normal" in rates(s, "de-150bde")  # factor 0 owes nothing


@pytest.mark.clause("TIG-MOV-16", "TIG-ZOC-4", "TIG-MOV-17")
def test_passing_through_forest_beside_armor():
    # 2.Pz in 705: forest 706 is joined to it by no road hexside and so outside its zone, but next to it
    units = {"de-2pz": "705", "us-7ad": "806"}
    s = do(moving(units, step="C2a.move"), "take us-7ad")
    s.spent[number(s, "us-7ad")] = 4
    assert "706 road" in rates(s, "us-7ad")  # it can pay another step and attack, or go on
    do(s, "move us-7ad 706 road")
    assert "stop us-7ad" not in texts(s)
    s = do(moving(units, step="C2a.move"), "take us-7ad")
    s.spent[number(s, "us-7ad")] = 11
    assert "706 road" not in rates(s, "us-7ad")  # nothing is left to go on with


@pytest.mark.clause("TIG-MOV-17", "TIG-RNF-17")
def test_a_unit_that_entered_this_turn_has_moved():
    units = {"us-1id": ("706", "moved", "fresh", "road"), "de-2pz": "705"}
    s = do(moving(units, step="C2a.move"), "take us-1id")
    assert "stop us-1id" not in texts(s)
    s.spent[number(s, "us-1id")] = 8
    assert texts(s) == {"stop us-1id"}  # nothing else is left


# --- stacks -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-MOV-13", "TIG-MOV-18")
def test_a_stack_forms_before_its_first_step():
    units = {"de-2pz": "1304", "de-26vg": "1304", "de-kgp": "1304", "de-5fj": ("1304", "picked"), "de-116pz": "1305"}
    s = do(moving(units), "take de-2pz")
    assert texts(s, "join") == {"join de-26vg"}
    do(s, "join de-26vg", "move de-2pz 1203 normal")
    assert texts(s, "join") == set()
    assert spent(s, "de-2pz") == 2 and spent(s, "de-26vg") == 1 and at(s, "de-26vg") == "1203"
    assert {"moved", "fresh", "picked"} <= words(s, "de-26vg")
    do(s, "stop de-2pz")
    assert texts(s, "take") == {"take de-kgp", "take de-116pz"}
    s = do(moving(units), "take de-kgp")
    assert texts(s, "join") == set()


@pytest.mark.clause("TIG-MOV-18")
def test_a_stack_stops_when_one_member_has_spent_all():
    s = do(moving({"de-2pz": "1404", "de-26vg": "1404"}), "take de-2pz", "join de-26vg")
    s.spent[number(s, "de-26vg")] = 6
    do(s, "move de-2pz 1405 normal")
    assert over(s)


# --- control, entrenchment ----------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-GEN-8", "TIG-ENT-2", "TIG-SEQ-7")
def test_a_step_changes_control_and_leaves_the_trenches():
    s = do(moving({"de-26vg": ("1306", "entrenched"), "de-150bde": "1306"}), "take de-26vg", "move de-26vg 1206 normal")
    assert "1206" in labels(s, s.german) and "entrenched" not in words(s, "de-26vg")
    t = s.copy()
    t.rules.rebuild(t)
    assert (t.occupied, t.strong, t.divisions) == (s.occupied, s.strong, s.divisions)
    s = do(moving({"de-150bde": "1306"}), "take de-150bde", "move de-150bde 1206 normal")
    assert "1206" not in labels(s, s.german)


@pytest.mark.parametrize("stays", [(), ("de-352vg",), ("de-fbb",), ("de-150bde",), ("de-fbb", "de-150bde")])
def test_the_boards_follow_whoever_stays_behind(stays):
    s = do(moving({"de-26vg": "1306", **dict.fromkeys(stays, "1306")}), "take de-26vg", "move de-26vg 1206 normal")
    t = s.copy()
    t.rules.rebuild(t)
    assert (t.occupied, t.strong, t.divisions, t.german) == (s.occupied, s.strong, s.divisions, s.german)


# --- bridges ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-BRG-17", "TIG-BRG-19")
@pytest.mark.parametrize(("turn", "holds"), [(1, 5), (2, 4), (3, 3), (4, 2), (9, 2)])
def test_a_german_at_an_allied_bridge(turn, holds):
    for die in range(1, 7):
        s = do(moving({"de-2pz": "1008"}, step="B2d.move", turn=turn), "take de-2pz")
        s.searched = s.rules.dump_hexes
        assert s.preview("move de-2pz 908 road")["holds"] == f"{holds}/6".replace("4/6", "2/3").replace("3/6", "1/2").replace(
            "2/6", "1/3"
        )
        do(s, "move de-2pz 908 road", f"die {die}")
        side = s.rules.board.parse_side("908|1008")
        if die <= holds:
            assert at(s, "de-2pz") == "908" and s.german_bridges & side and spent(s, "de-2pz") == 0.5
        else:
            assert at(s, "de-2pz") == "1008" and not s.bridges & side and spent(s, "de-2pz") == 0
            assert s.closed & side and s.frame.kind.name == "move.step" and "908 normal" not in rates(s, "de-2pz")
        assert s.rolls == 1


@pytest.mark.clause("TIG-BRG-17", "TIG-GEN-2")
def test_an_ally_at_a_german_bridge_and_the_other_index():
    for die in range(1, 7):
        s = set_bridge(moving({"br-guards": "1008"}, step="C2a.move"), "908|1008", german=True)
        do(s, "take br-guards", "move br-guards 908 road", f"die {die}")
        assert at(s, "br-guards") == ("908" if die <= 2 else "1008")
    s = situation({"de-2pz": "1008"}, step="B2a.move", turn=4, options={"die_index": "B"})
    s.stack, s.searched = [AFTER], s.rules.dump_hexes
    open_movement(s, 0)
    do(s, "take de-2pz", "move de-2pz 908 road", "die 5")
    assert at(s, "de-2pz") == "908"


@pytest.mark.clause("TIG-BRG-19")
def test_infantry_may_decline_the_bridge():
    s = do(moving({"de-26vg": "1008"}, searched=0), "take de-26vg")
    s.searched = s.rules.dump_hexes
    assert {"908 normal", "908 ford"} <= rates(s, "de-26vg") and "909 ford" not in rates(s, "de-26vg")
    do(s, "move de-26vg 908 ford")
    assert at(s, "de-26vg") == "908" and spent(s, "de-26vg") == 2 and not s.german_bridges and s.rolls == 0
    s = set_bridge(moving({"de-26vg": "1008"}), "908|1008", german=True)
    do(s, "take de-26vg")
    assert "908 ford" not in rates(s, "de-26vg")
    s.searched = s.rules.dump_hexes
    do(s, "move de-26vg 908 normal")
    assert at(s, "de-26vg") == "908" and s.rolls == 0
    s = do(moving({"de-2pz": "1008"}), "take de-2pz")
    assert "908 ford" not in rates(s, "de-2pz")


@pytest.mark.clause("TIG-BRG-19")
def test_a_blown_bridge_is_forgotten_when_the_move_ends():
    s = do(moving({"de-26vg": "1008", "de-2pz": "1304"}, turn=4), "take de-26vg", "move de-26vg 908 normal", "die 6")
    assert not any("908" in text for text in rates(s, "de-26vg"))
    do(s, "stop de-26vg")
    assert s.closed == 0


# --- the dump -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-FUEL-8", "TIG-GEN-9")
def test_a_step_onto_the_hidden_dump():
    s = moving({"de-26vg": "1008"})
    s.dump = s.rules.board.ids["909"]
    do(s, "take de-26vg", "move de-26vg 909 normal")
    assert at(s, "de-26vg") == "1008" and spent(s, "de-26vg") == 0 and s.dump_known and s.reveals == 1
    assert "moved" not in words(s, "de-26vg") and "909 normal" not in rates(s, "de-26vg")
    s = moving({"de-26vg": "1008"})
    s.dump = s.rules.board.ids["808"]
    do(s, "take de-26vg", "move de-26vg 909 normal")
    assert at(s, "de-26vg") == "909" and not s.dump_known and s.reveals == 1


# --- Tigers -------------------------------------------------------------------------------------------------------------
def tiger_drive(die, hexes, options=None):
    s = moving({"de-506": "1404"}, options=options)
    do(s, "take de-506", *(f"move de-506 {h} normal" for h in hexes))
    if s.frame.kind.name == "move.step":
        do(s, "stop de-506")
    if s.frame.chance:
        do(s, f"die {die}")
    return s


@pytest.mark.clause("TIG-TGR-3", "TIG-TGR-4", "TIG-TGR-6")
def test_a_tiger_battalion_breaks_down():
    four = ("1405", "1406", "1407", "1507")
    s = tiger_drive(3, four)
    assert at(s, "de-506") == "1407" and "disrupted" in words(s, "de-506") and "moved" in words(s, "de-506") and s.rolls == 1
    s = tiger_drive(4, four)
    assert at(s, "de-506") == "1507" and "disrupted" not in words(s, "de-506")
    s = tiger_drive(4, (*four, "1508", "1509"))  # on its OMB
    assert at(s, "de-506") == "1509" and "disrupted" not in words(s, "de-506")
    s = tiger_drive(3, (*four, "1508", "1509"))
    assert at(s, "de-506") == "1407"
    assert tiger_drive(1, ("1405",)).rolls == 0  # a move of 1 OMF
    assert at(tiger_drive(1, ("1405", "1406")), "de-506") == "1405"
    assert at(tiger_drive(6, four, {"die_index": "B"}), "de-506") == "1405"


@pytest.mark.clause("TIG-TGR-6")
def test_two_tigers_in_a_stack_roll_one_after_the_other():
    s = moving({"de-506": "1404", "de-501ss": "1404", "de-26vg": "1404"})
    do(s, "take de-26vg", "join de-506", "join de-501ss", *(f"move de-26vg {h} normal" for h in ("1405", "1406", "1407")))
    do(s, "stop de-26vg", "die 2", "die 5")
    assert at(s, "de-501ss") == "1406" and at(s, "de-506") == at(s, "de-26vg") == "1407"


@pytest.mark.clause("TIG-TGR-6")
def test_each_battalions_own_points_count():
    s = moving({"de-506": "1404", "de-501ss": "1404"})
    s.spent[number(s, "de-506")] = 2  # the path holds the points of the 501., the first of them
    do(
        s,
        "take de-506",
        "join de-501ss",
        *(f"move de-506 {h} normal" for h in ("1405", "1406")),
        "stop de-506",
        "die 6",
        "die 2",
    )
    assert at(s, "de-501ss") == "1406" and at(s, "de-506") == "1405"


# --- leaving the map ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-VIC-6", "TIG-VIC-7", "TIG-VIC-5", "TIG-VIC-2", "TIG-VIC-1")
def test_exits_add_up(monkeypatch):
    import echelon.systems.tigers.play.march as march

    monkeypatch.setattr(march, "is_supplied", lambda s, u: True)
    units = {
        "de-2pz": "210",
        "de-kgp": "311",
        "de-fbb": "108",
        "de-fgb": "110",
        "de-506": "110",
        "de-26vg": "410",
        "us-1id": "107",
    }
    s = moving(units)
    do(s, "take de-26vg")
    assert texts(s, "exit") == set()  # 410 is not in the list
    do(s, "stop de-26vg", "take de-2pz")
    assert texts(s, "exit") == {"exit de-2pz normal", "exit de-2pz road"}
    do(s, "exit de-2pz road")
    assert s.exits == 4 and at(s, "de-2pz") == "exited" and words(s, "de-2pz") == set()
    do(s, "take de-kgp", "exit de-kgp normal", "take de-fbb", "exit de-fbb road")
    assert s.exits == 7 and s.outcome is None
    do(s, "take de-506", "exit de-506 normal")
    assert s.exits == 7
    do(s, "take de-fgb", "exit de-fgb normal")
    assert s.exits == 9 and s.outcome[:] == (0, "strategic", "TIG-VIC-1")


@pytest.mark.clause("TIG-VIC-5", "TIG-VIC-6")
def test_the_parent_division_counts_as_a_brigade(monkeypatch):
    import echelon.systems.tigers.play.march as march

    monkeypatch.setattr(march, "is_supplied", lambda s, u: True)
    s = do(
        moving({"de-1ss": "210", "de-26vg": "108"}), "take de-1ss", "exit de-1ss normal", "take de-26vg", "exit de-26vg normal"
    )
    assert s.exits == 4


@pytest.mark.clause("TIG-VIC-7")
def test_who_may_leave(monkeypatch):
    s = do(moving({"de-2pz": "210"}, german=0), "take de-2pz")
    assert texts(s, "exit") == set()  # no supply
    import echelon.systems.tigers.play.march as march

    monkeypatch.setattr(march, "is_supplied", lambda s, u: True)
    assert texts(s, "exit") == {"exit de-2pz normal", "exit de-2pz road"}
    s.spent[number(s, "de-2pz")] = 11
    assert texts(s, "exit") == {"exit de-2pz road"}
    s = do(moving({"us-1id": "210"}, step="C2a.move"), "take us-1id")
    assert texts(s, "exit") == set()
    s = do(moving({"de-26vg": "210"}), "take de-26vg")
    assert texts(s, "exit") == {"exit de-26vg normal"}


# --- KG Peiper in movement ----------------------------------------------------------------------------------------------
PARTY = {"de-kgp": "1404", "de-501ss": "1404", "de-150bde": "1404", "de-26vg": "1404"}


@pytest.mark.clause("TIG-KGP-1", "TIG-KGP-9", "TIG-TGR-5", "TIG-TGR-6")
def test_attached_units_share_the_move_as_far_as_the_die_carries():
    s = do(moving(PARTY), "take de-kgp")
    assert texts(s, "attach") == {"attach de-501ss", "attach de-150bde"}
    do(s, "attach de-501ss", "attach de-150bde", "move de-kgp 1405 normal", "die 2")
    assert s.peiper_die == 2 and at(s, "de-501ss") == "1405" and texts(s, "attach") == set()
    do(s, "move de-kgp 1406 normal")
    assert s.rolls == 1 and at(s, "de-501ss") == "1406"
    kept = s.copy()
    do(kept, "stop de-kgp")
    assert kept.frame.kind.name == "move.pick" and at(kept, "de-501ss") == "1406"  # no second die at the end
    do(s, "move de-kgp 1407 normal")
    assert at(s, "de-501ss") == "1406" and at(s, "de-150bde") == "1407"
    assert "disrupted" in words(s, "de-501ss") and not {"attached"} & words(s, "de-501ss")
    assert "attached" in words(s, "de-150bde")


@pytest.mark.clause("TIG-KGP-9")
def test_an_attached_unit_drops_off():
    s = do(moving(PARTY), "take de-kgp", "attach de-150bde", "move de-kgp 1405 normal", "detach de-150bde")
    assert at(s, "de-150bde") == "1405" and "moved" in words(s, "de-150bde") and "disrupted" not in words(s, "de-150bde")
    s = do(moving(PARTY), "take de-kgp", "attach de-150bde", "move de-kgp 1405 road", "detach de-150bde")
    assert "disrupted" in words(s, "de-150bde") and "disrupted" not in words(s, "de-kgp")


@pytest.mark.clause("TIG-KGP-8", "TIG-KGP-4")
def test_peipers_road_mode_disrupts_late():
    s = do(moving(PARTY), "take de-kgp", "attach de-150bde", "move de-kgp 1405 road", "stop de-kgp")
    assert "road" in words(s, "de-kgp") and "road" in words(s, "de-150bde")
    assert not any(s.status[u] & DISRUPTED for u in range(len(s.pos)))


@pytest.mark.clause("TIG-KGP-9")
def test_no_attaching_once_peiper_has_moved_or_attacked():
    for word in ("moved", "attacked"):
        s = do(moving({**PARTY, "de-kgp": ("1404", word)}, step="B2d.move"), "take de-kgp")
        assert texts(s, "attach") == set()
    s = moving({**PARTY, "de-kgp": ("1404", "attacked"), "de-501ss": ("1404", "attacked", "attached")}, step="B2d.move")
    assert "take de-501ss" not in texts(s)
    do(s, "take de-kgp")
    assert s.frame.units >> number(s, "de-501ss") & 1 and s.marks[number(s, "de-501ss")] & ATTACHED


@pytest.mark.clause("TIG-KGP-8", "TIG-KGP-5")
def test_peiper_in_blitzkrieg_has_what_is_left_of_four_less_one():
    s = situation({"de-kgp": ("1404", "moved")}, step="B2d.move")
    s.spent[s.rules.peiper] = 4
    s.stack = [AFTER]
    open_movement(s, 0)
    do(s, "take de-kgp", "move de-kgp 1405 normal")
    assert over(s) and s.peiper_since == 2
    for word, before, steps in (("moved", 2, 2), ("attacked", 0, 3)):
        s = situation({"de-kgp": ("1404", word)}, step="B2d.move")
        s.spent[s.rules.peiper] = before
        s.stack = [AFTER]
        open_movement(s, 0)
        do(s, "take de-kgp", *(f"move de-kgp {h} normal" for h in ("1405", "1406", "1407")[:steps]))
        assert over(s)
    s = do(
        moving({"de-kgp": "1404"}, step="B2d.move"),
        "take de-kgp",
        *(f"move de-kgp {h} normal" for h in ("1405", "1406", "1407", "1507", "1508")),
    )
    assert over(s) and s.peiper_since == 6  # an unused Peiper has its bonus, which is no OMF
