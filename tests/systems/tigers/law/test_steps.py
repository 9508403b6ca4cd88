"""Chapters 6 to 9: a step, what it costs, what zones make of it, and where a move may end. `play` is not asked here."""

from __future__ import annotations

from typing import Any

import pytest
from ardennes_law import hex_of, refused, situation, unit, units

from echelon.systems.tigers.frames import Pick, Step
from echelon.systems.tigers.law.steps import can_attack_from, may_end_at, owed_from
from echelon.systems.tigers.state import ATTACHED, ATTACKED, DISRUPTED, DONE, FRESH, MOVED, PICKED, ROAD

# Around 806: N 807, NE 907, SE 906, S 805, SW 706, NW 707. Around 906: 907 1006 1005 905 805 806.


def moving(where: dict[str, str], leader: str, *others: str, path: int = 1, side: int = 0, **more: Any) -> Any:
    """A stack in hand: `path` hexes long, the last being where it stands."""
    s = situation(where, None, side=side, step=more.pop("step", "B2a.move" if side == 0 else "C2a.move"), **more)
    here = s.pos[unit(s, leader)]
    spent = s.spent[unit(s, leader)]
    s.frame = Step((side, unit(s, leader), units(s, leader, *others), ((here, spent),) * path))
    return s


# --- zones ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ZOC-7")
@pytest.mark.parametrize("status", [0, DISRUPTED])
def test_no_step_between_hexes_in_the_zone_of_one_division_disrupted_or_not(status):
    s = moving({"de-26vg": "806", "us-9id": "906"}, "de-26vg", status={"us-9id": status})
    assert refused(s, "move de-26vg 805 normal") == ["zone.same"]
    assert refused(s, "move de-26vg 907 normal") == ["zone.same"]
    assert refused(s, "move de-26vg 706 normal") == []


@pytest.mark.clause("TIG-ZOC-2", "TIG-ZOC-7")
def test_a_zone_reaches_across_a_river():
    s = moving({"de-26vg": "806", "us-9id": "906"}, "de-26vg", sides={"river": "806|906 805|906"})
    assert refused(s, "move de-26vg 805 normal") == ["zone.same"]


@pytest.mark.clause("TIG-ZOC-8", "TIG-ZOC-10")
def test_from_one_zone_into_that_of_another_division():
    s = moving({"de-26vg": "806", "us-9id": "906", "us-84id": "607"}, "de-26vg")
    assert refused(s, "move de-26vg 707 normal") == []
    both = moving({"de-26vg": "806", "us-9id": "906", "us-84id": "704"}, "de-26vg")  # 805 lies in both zones
    assert refused(both, "move de-26vg 805 normal") == ["zone.same"]


@pytest.mark.clause("TIG-ZOC-9")
@pytest.mark.parametrize(("friend", "cases"), [("de-62vg", []), ("de-506", []), ("de-150bde", ["zone.same"])])
def test_a_friend_of_factor_1_in_the_hex_lifts_the_bar(friend, cases):
    s = moving({"de-26vg": "806", "us-9id": "906", friend: "805"}, "de-26vg")
    assert refused(s, "move de-26vg 805 normal") == cases


@pytest.mark.clause("TIG-ZOC-7", "TIG-ZOC-14")
@pytest.mark.parametrize(("bridges", "friend", "cases"), [("", "", ["zone.river"]), ("805|806", "", []), ("", "de-62vg", [])])
def test_a_sub_division_unit_holds_who_crosses_an_unbridged_river(bridges, friend, cases):
    where = {"de-26vg": "806", "us-2cav": "906"} | ({friend: "805"} if friend else {})
    s = moving(where, "de-26vg", sides={"river": "805|806"}, bridges=bridges, german_bridges=0)
    assert refused(s, "move de-26vg 805 normal") == cases


@pytest.mark.clause("TIG-ZOC-3", "TIG-ZOC-12")
@pytest.mark.parametrize(
    ("enemy", "links", "cases"),
    [("us-4ad", {}, []), ("us-4ad", {"road": "906-805"}, ["zone.same"]), ("us-9id", {}, ["zone.same"])],
)
def test_armor_does_not_reach_into_forest_except_along_a_road(enemy, links, cases):
    s = moving({"de-26vg": "806", enemy: "906"}, "de-26vg", terrain={"forest": "805"}, links=links)
    assert refused(s, "move de-26vg 805 normal") == cases


@pytest.mark.clause("TIG-ZOC-12")
def test_along_a_road_over_a_river_needs_the_bridge():
    forest = {"terrain": {"forest": "805"}, "links": {"road": "906-805"}, "sides": {"river": "906|805"}}
    s = moving({"de-26vg": "806", "us-4ad": "906"}, "de-26vg", **forest)
    assert refused(s, "move de-26vg 805 normal") == []
    s = moving({"de-26vg": "806", "us-4ad": "906"}, "de-26vg", bridges="906|805", **forest)
    assert refused(s, "move de-26vg 805 normal") == ["zone.same"]


@pytest.mark.clause("TIG-ZOC-10")
def test_a_unit_that_entered_a_zone_goes_no_farther():
    s = moving({"de-26vg": "806", "us-9id": "906"}, "de-26vg", path=2)
    assert refused(s, "move de-26vg 706 normal") == ["zone.stopped"]


# --- the bonus --------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-MOV-3", "TIG-MOV-5")
@pytest.mark.parametrize(("spent", "cases"), [(0, []), (2, []), (4, ["zone.bonus"]), (6, ["zone.bonus"]), (8, ["move.points"])])
def test_infantry_enters_a_zone_with_its_second_factor_not_with_its_third(spent, cases):
    s = moving({"de-26vg": "707", "us-9id": "906"}, "de-26vg", spent={"de-26vg": spent})
    assert refused(s, "move de-26vg 806 normal") == cases


@pytest.mark.clause("TIG-MOV-5")
def test_a_division_across_an_unbridged_river_does_not_close_the_bonus():
    river = {"sides": {"river": "806|906"}}
    s = moving({"de-26vg": "707", "us-9id": "906"}, "de-26vg", spent={"de-26vg": 6}, **river)
    assert refused(s, "move de-26vg 806 normal") == []
    s = moving({"de-26vg": "707", "us-9id": "906"}, "de-26vg", spent={"de-26vg": 6}, bridges="806|906", **river)
    assert refused(s, "move de-26vg 806 normal") == ["zone.bonus"]
    two = moving({"de-26vg": "707", "us-9id": "906", "us-84id": "807"}, "de-26vg", spent={"de-26vg": 6}, **river)
    assert "zone.bonus" in refused(two, "move de-26vg 806 normal")


@pytest.mark.clause("TIG-SEQ-2", "TIG-MOV-13")
def test_in_blitzkrieg_the_omf_is_one_lower_and_the_bonus_stays():
    s = moving({"de-26vg": "806"}, "de-26vg", step="B2d.move", spent={"de-26vg": 4})
    assert refused(s, "move de-26vg 805 normal") == []
    s = moving({"de-26vg": "806"}, "de-26vg", step="B2d.move", spent={"de-26vg": 6})
    assert refused(s, "move de-26vg 805 normal") == ["move.points"]


@pytest.mark.clause("TIG-KGP-5", "TIG-KGP-8")
def test_peiper_going_on_in_blitzkrieg_has_no_bonus():
    rest = {"step": "B2d.move", "spent": {"de-kgp": 6}}
    assert refused(moving({"de-kgp": "806"}, "de-kgp", status={"de-kgp": MOVED}, **rest), "move de-kgp 805 normal") == [
        "move.points"
    ]
    assert refused(moving({"de-2pz": "806"}, "de-2pz", step="B2d.move", spent={"de-2pz": 6}), "move de-2pz 805 normal") == []
    fresh = moving({"de-kgp": "806"}, "de-kgp", step="B2d.move")
    assert refused(fresh, "move de-kgp 805 normal") == []


# --- the price --------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-MOV-6", "TIG-MOV-7", "TIG-MOV-13")
@pytest.mark.parametrize(("terrain", "most"), [({}, 10), ({"forest": "805"}, 8), ({"venn": "805", "forest": "805"}, 6)])
def test_forest_and_venn_cost_armor_more(terrain, most):
    for spent, cases in ((most, []), (most + 1, ["move.points"])):
        s = moving({"de-2pz": "806"}, "de-2pz", spent={"de-2pz": spent}, terrain=terrain)
        assert refused(s, "move de-2pz 805 normal") == cases


@pytest.mark.clause("TIG-MOV-11", "TIG-MOV-12")
def test_a_full_hex_costs_one_more():
    full = {"de-62vg": "805", "de-18vg": "805", "de-12vg": "805"}
    s = moving({"de-26vg": "806", **full}, "de-26vg", spent={"de-26vg": 5})
    assert refused(s, "move de-26vg 805 normal") == ["move.points"]
    s = moving({"de-26vg": "806", **full}, "de-26vg", spent={"de-26vg": 4})
    assert refused(s, "move de-26vg 805 normal") == []


@pytest.mark.clause("TIG-MOV-8", "TIG-MOV-9", "TIG-MOV-10")
def test_only_foot_crosses_an_unbridged_river():
    s = moving({"de-26vg": "806", "de-2pz": "806"}, "de-2pz", sides={"river": "805|806"})
    assert refused(s, "move de-2pz 805 normal") == ["TIG-MOV-9"]
    s = moving({"de-26vg": "806"}, "de-26vg", sides={"river": "805|806"}, spent={"de-26vg": 4})
    assert refused(s, "move de-26vg 805 normal") == []
    s = moving({"de-26vg": "806"}, "de-26vg", sides={"river": "805|806"}, spent={"de-26vg": 5})
    assert refused(s, "move de-26vg 805 normal") == ["move.points"]


@pytest.mark.clause("TIG-MOV-13")
def test_a_step_of_a_stack_must_be_legal_for_each_member():
    s = moving({"de-26vg": "806", "de-2pz": "806"}, "de-26vg", "de-2pz", sides={"river": "805|806"})
    assert refused(s, "move de-26vg 805 normal") == ["TIG-MOV-9"]


@pytest.mark.clause("TIG-BRG-19")
def test_infantry_may_decline_an_enemy_bridge():
    river = {"sides": {"river": "805|806"}}
    s = moving({"de-26vg": "806"}, "de-26vg", bridges="805|806", **river)
    assert refused(s, "move de-26vg 805 ford") == []
    s.german_bridges = s.bridges
    assert refused(s, "move de-26vg 805 ford") == ["ford.none"]
    s = moving({"de-26vg": "806"}, "de-26vg", **river)
    assert refused(s, "move de-26vg 805 ford") == ["ford.none"]
    s = moving({"de-2pz": "806"}, "de-2pz", bridges="805|806", **river)
    assert refused(s, "move de-2pz 805 ford") == ["ford.wheels"]


@pytest.mark.clause("TIG-BRG-19")
def test_nobody_crosses_where_a_bridge_was_blown_in_his_face():
    s = moving({"de-26vg": "806"}, "de-26vg", sides={"river": "805|806"})
    s.closed = s.rules.board.parse_side("805|806")
    assert refused(s, "move de-26vg 805 normal") == ["bridge.blown"]


@pytest.mark.clause("TIG-GEN-9", "TIG-GEN-12", "TIG-FUEL-8")
def test_the_known_dump_keeps_germans_out_and_the_hidden_one_nobody():
    s = moving({"de-26vg": "908", "us-9id": "1109"}, "de-26vg")
    s.dump = hex_of(s, "909")
    assert refused(s, "move de-26vg 909 normal") == []
    s.dump_known = 1
    assert refused(s, "move de-26vg 909 normal") == ["dump.there"]
    s.german = s.rules.board.hexes("909")
    assert refused(s, "move de-26vg 909 normal") == []
    s.german, s.dump_gone = 0, 1
    assert refused(s, "move de-26vg 909 normal") == []
    ally = moving({"us-9id": "908"}, "us-9id", side=1)
    ally.dump, ally.dump_known = hex_of(ally, "909"), 1
    assert refused(ally, "move us-9id 909 normal") == []


@pytest.mark.clause("TIG-GEN-9")
def test_skorzeny_alone_can_be_overrun_and_others_not():
    s = moving({"us-9id": "806", "de-150bde": "805", "de-506": "807"}, "us-9id", side=1)
    assert refused(s, "move us-9id 805 normal") == []
    assert refused(s, "move us-9id 807 normal") == ["TIG-GEN-9"]


# --- roads ------------------------------------------------------------------------------------------------------------
ROADS = {"road": "806-805"}


@pytest.mark.clause("TIG-ROAD-1", "TIG-ROAD-8")
@pytest.mark.parametrize(
    ("mover", "cases"),
    [
        ("de-2pz", []),
        ("de-506", []),
        ("de-150bde", []),
        ("de-3pg", []),
        ("de-26vg", ["road.never"]),
        ("de-3fj", ["road.never"]),
    ],
)
def test_who_uses_the_road_rate(mover, cases):
    s = moving({mover: "806"}, mover, links=ROADS)
    assert refused(s, f"move {mover} 805 road") == cases
    assert "TIG-ROAD-1" in refused(s, f"move {mover} 706 road")


@pytest.mark.clause("TIG-ROAD-3", "TIG-ROAD-8")
def test_two_allied_foot_divisions_use_the_road_rate_in_a_turn():
    where = {"us-9id": "806", "us-84id": "806", "br-6abn": "806"}
    s = moving(where, "us-9id", "us-84id", side=1, links=ROADS)
    assert refused(s, "move us-9id 805 road") == []
    s.road_users = units(s, "br-6abn")
    assert refused(s, "move us-9id 805 road") == ["TIG-ROAD-3"]
    s.road_users = units(s, "br-6abn", "us-9id")
    assert refused(s, "move us-9id 805 road") == ["TIG-ROAD-3"]
    alone = moving(where, "us-9id", side=1, links=ROADS)
    alone.road_users = units(alone, "br-6abn", "us-9id")
    assert refused(alone, "move us-9id 805 road") == []


@pytest.mark.clause("TIG-ROAD-2")
def test_no_zone_is_entered_at_the_road_rate():
    s = moving({"de-2pz": "806", "us-9id": "905"}, "de-2pz", links=ROADS)
    assert refused(s, "move de-2pz 805 road") == ["TIG-ROAD-2"]
    assert refused(s, "move de-2pz 805 normal") == []


@pytest.mark.clause("TIG-ROAD-5", "TIG-ROAD-6", "TIG-MOV-10")
def test_a_road_over_a_river_needs_an_intact_bridge():
    river = {"links": ROADS, "sides": {"river": "805|806"}}
    assert refused(moving({"de-2pz": "806"}, "de-2pz", **river), "move de-2pz 805 road") == ["TIG-ROAD-1"]
    assert refused(moving({"de-2pz": "806"}, "de-2pz", bridges="805|806", **river), "move de-2pz 805 road") == []


@pytest.mark.clause("TIG-ROAD-9")
def test_the_bonus_can_be_spent_on_the_road():
    s = moving({"de-2pz": "806"}, "de-2pz", links=ROADS, spent={"de-2pz": 11})
    assert refused(s, "move de-2pz 805 road") == []
    assert refused(s, "move de-2pz 805 normal") == ["move.points"]


# --- the end of a move ------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-MOV-16", "TIG-ATK-7")
@pytest.mark.parametrize(("spent", "cases"), [(4, []), (6, []), (8, ["TIG-MOV-16"])])
def test_a_step_is_offered_only_if_the_move_can_still_end(spent, cases):
    # the forest hides 805 from the armor's zone; beyond its OMF the mover cannot attack and must be able to go on
    s = moving({"de-2pz": "806", "us-4ad": "905"}, "de-2pz", terrain={"forest": "805"}, spent={"de-2pz": spent})
    assert refused(s, "move de-2pz 805 normal") == cases


@pytest.mark.clause("TIG-MOV-16")
def test_a_road_step_beside_a_division_needs_a_way_on():
    forest = {"terrain": {"forest": "805"}, "links": ROADS}
    s = moving({"de-2pz": "806", "us-4ad": "905"}, "de-2pz", spent={"de-2pz": 4}, **forest)
    assert refused(s, "move de-2pz 805 road") == []
    s = moving({"de-2pz": "806", "us-4ad": "905"}, "de-2pz", spent={"de-2pz": 11}, **forest)
    assert refused(s, "move de-2pz 805 road") == ["TIG-MOV-16"]


@pytest.mark.clause("TIG-MOV-16", "TIG-MOV-15")
def test_armor_does_not_enter_a_zone_across_a_bridge_it_could_not_attack_over():
    river = {"sides": {"river": "805|905"}, "bridges": "805|905"}
    s = moving({"de-2pz": "806", "us-9id": "905"}, "de-2pz", spent={"de-2pz": 4}, **river)
    assert refused(s, "move de-2pz 805 normal") == []
    s = moving({"de-2pz": "806", "us-9id": "905"}, "de-2pz", spent={"de-2pz": 6}, **river)
    assert refused(s, "move de-2pz 805 normal") == ["TIG-MOV-16"]


@pytest.mark.clause("TIG-ATK-7", "TIG-MOV-17")
def test_stopping_beside_a_division_that_cannot_be_attacked():
    forest = {"terrain": {"forest": "805"}, "status": {"de-2pz": MOVED}, "marks": {"de-2pz": FRESH | PICKED}}
    s = moving({"de-2pz": "805", "us-4ad": "905"}, "de-2pz", path=2, spent={"de-2pz": 10}, **forest)
    assert refused(s, "stop de-2pz") == ["TIG-ATK-7"]
    s = moving({"de-2pz": "805", "us-4ad": "905"}, "de-2pz", path=2, spent={"de-2pz": 12}, **forest)
    assert refused(s, "stop de-2pz") == []
    s = moving({"de-2pz": "805", "us-4ad": "905"}, "de-2pz", path=2, spent={"de-2pz": 6}, **forest)
    assert refused(s, "stop de-2pz") == []
    forest["status"] = {"de-2pz": MOVED | ROAD}
    s = moving({"de-2pz": "805", "us-4ad": "905"}, "de-2pz", path=2, spent={"de-2pz": 6}, **forest)
    assert refused(s, "stop de-2pz") == ["TIG-ATK-7"]
    still = moving({"de-2pz": "805", "us-4ad": "905"}, "de-2pz", spent={"de-2pz": 10}, terrain={"forest": "805"})
    assert refused(still, "stop de-2pz") == []


@pytest.mark.clause("TIG-ATK-2", "TIG-ATK-7")
def test_what_is_owed():
    where = {"de-26vg": "806", "us-9id": "906", "us-84id": "805", "us-2cav": "807", "us-26id": "707"}
    s = situation(where, sides={"river": "805|806"}, status={"us-26id": DISRUPTED})
    u, here = unit(s, "de-26vg"), hex_of(s, "806")
    assert owed_from(s, u, here) == [hex_of(s, "906")]
    s.bridges = s.rules.board.parse_side("805|806")
    assert sorted(owed_from(s, u, here)) == sorted([hex_of(s, "906"), hex_of(s, "805")])


@pytest.mark.clause("TIG-ATK-5", "TIG-SSR-4")
def test_peipers_further_attacks_count_for_where_it_may_end():
    s = situation({"de-kgp": "806", "us-9id": "906"}, step="B2d.move", status={"de-kgp": MOVED | ATTACKED}, spent={"de-kgp": 2})
    u, here, target = unit(s, "de-kgp"), hex_of(s, "806"), hex_of(s, "906")
    s.peiper_attacks = 1
    assert can_attack_from(s, u, here, 4, False, target)
    s.peiper_attacks = 2
    assert not can_attack_from(s, u, here, 4, False, target)
    s.ruthless = 4
    assert can_attack_from(s, u, here, 4, False, target)
    assert not can_attack_from(s, u, here, 3, False, target)  # half a factor since its last attack
    s.peiper_worse = 1
    assert not may_end_at(s, u, here, 4, False)


@pytest.mark.clause("TIG-ATK-6")
def test_skorzeny_owes_nothing():
    s = situation({"de-150bde": "806", "us-9id": "906"})
    assert may_end_at(s, unit(s, "de-150bde"), hex_of(s, "806"), 12, True)


# --- taking in hand ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-DIS-1", "TIG-VDH-3", "TIG-MOV-18", "TIG-KGP-9")
def test_who_can_be_taken():
    where = {"de-26vg": "806", "de-2pz": "806", "de-vdh": "805", "de-501ss": "806", "de-12vg": "due", "us-9id": "1006"}
    s = situation(where, Pick, status={"de-26vg": DISRUPTED}, marks={"de-2pz": PICKED, "de-501ss": ATTACHED})
    assert refused(s, "take de-26vg") == ["move.disrupted"]
    assert refused(s, "take de-2pz") == ["unit.picked"]
    assert refused(s, "take de-vdh") == ["TIG-VDH-3"]
    assert refused(s, "take de-501ss") == ["unit.attached"]
    assert refused(s, "take de-12vg") == ["unit.off"]
    assert refused(s, "take us-9id") == ["unit.enemy"]
    assert refused(s, "end") == []


@pytest.mark.clause("TIG-SEQ-2", "TIG-KGP-8")
@pytest.mark.parametrize(
    ("name", "status", "marks", "spent", "cases"),
    [
        ("de-26vg", MOVED, 0, 2, ["unit.used"]), ("de-26vg", ATTACKED, 0, 0, ["unit.used"]), ("de-26vg", 0, 0, 0, []),
        ("de-kgp", MOVED, 0, 5, []), ("de-kgp", MOVED, 0, 6, ["peiper.spent"]), ("de-kgp", 0, 0, 6, []),
        ("de-kgp", ATTACKED, DONE, 0, ["peiper.done"]),
    ],
)  # fmt: skip
def test_blitzkrieg_is_for_unused_units_and_for_peiper(name, status, marks, spent, cases):
    s = situation({name: "806"}, Pick, step="B2d.move", status={name: status}, marks={name: marks}, spent={name: spent})
    assert refused(s, f"take {name}") == cases


@pytest.mark.clause("TIG-SET-11")
def test_no_german_movement_in_the_first_phase_of_turn_1():
    s = situation({"de-26vg": "806", "us-9id": "205"}, Pick, turn=1)
    assert refused(s, "take de-26vg") == ["TIG-SET-11"]
    assert refused(situation({"de-26vg": "806"}, Pick, turn=1, step="B2d.move"), "take de-26vg") == []
    assert refused(situation({"us-9id": "806"}, Pick, side=1, turn=1, step="C2a.move"), "take us-9id") == []


@pytest.mark.clause("TIG-MOV-18", "TIG-KGP-9")
def test_a_stack_forms_in_one_hex_before_its_first_step_and_not_around_peiper():
    where = {"de-26vg": "806", "de-2pz": "806", "de-12vg": "805", "de-kgp": "806", "de-501ss": "806"}
    s = moving(where, "de-26vg", marks={"de-26vg": PICKED})
    assert refused(s, "join de-2pz") == []
    assert refused(s, "join de-26vg") == ["unit.picked"]
    assert refused(s, "join de-12vg") == ["join.elsewhere"]
    assert refused(s, "join de-kgp") == ["join.peiper"]
    assert refused(s, "attach de-501ss") == ["attach.leader"]
    assert refused(s, "move de-2pz 805 normal") == ["unit.other"]
    assert refused(moving(where, "de-26vg", path=2), "join de-2pz") == ["stack.moving"]


@pytest.mark.clause("TIG-KGP-1", "TIG-KGP-9")
def test_attachments():
    where = {"de-kgp": "806", "de-501ss": "806", "de-150bde": "805", "de-506": "806"}
    s = moving(where, "de-kgp", marks={"de-kgp": PICKED})
    assert refused(s, "attach de-501ss") == []
    assert refused(s, "attach de-150bde") == ["join.elsewhere"]
    assert refused(s, "attach de-506") == ["attach.other"]
    assert refused(s, "join de-501ss") == ["join.peiper"]
    assert refused(s, "detach de-501ss") == ["detach.none"]
    s.status[unit(s, "de-kgp")] = MOVED
    assert refused(s, "attach de-501ss") == ["attach.late"]
    s = moving(where, "de-kgp", "de-501ss", path=2, marks={"de-kgp": PICKED, "de-501ss": PICKED | ATTACHED})
    assert refused(s, "detach de-501ss") == []
    assert refused(s, "detach de-kgp") == ["detach.none"]


# --- leaving the map --------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-VIC-7")
def test_supplied_germans_leave_by_the_listed_hexes():
    s = moving({"de-2pz": "210"}, "de-2pz", spent={"de-2pz": 10})
    assert refused(s, "exit de-2pz normal") == []
    assert refused(s, "exit de-2pz road") == ["exit.road"]
    s.spent[unit(s, "de-2pz")] = 11
    assert refused(s, "exit de-2pz normal") == ["exit.points"]
    assert refused(moving({"de-2pz": "410"}, "de-2pz"), "exit de-2pz normal") == ["exit.elsewhere"]
    assert refused(moving({"us-9id": "210"}, "us-9id", side=1), "exit us-9id normal") == ["exit.allied"]
    assert refused(moving({"de-2pz": "106"}, "de-2pz", supplied=False), "exit de-2pz normal") == ["exit.unsupplied"]
    road = moving({"de-2pz": "110", "de-26vg": "110"}, "de-2pz", "de-26vg", links={"road": "109-110"})
    assert refused(road, "exit de-2pz road") == ["road.never"]
    assert refused(road, "exit de-2pz normal") == []
