"""Chapters 5, 7.1 and 10 of the law: zones, dominance, sources, supply lines, command."""

from __future__ import annotations

import pytest
from colonnes_made import hex_, labels, mask, state_of, unit

from echelon.systems.colonnes.law.command import find_command
from echelon.systems.colonnes.law.supply import find_unsupplied, is_supplied, is_valid_source, valid_sources
from echelon.systems.colonnes.law.zones import dominated_from, in_enemy_zone, is_dominated
from echelon.systems.colonnes.state import ALLIED, GERMAN


def supplied(s, name, label=None):
    return is_supplied(s, unit(s, name), None if label is None else hex_(s, label))


@pytest.mark.clause("COL-ZOC-1")
def test_zones_are_of_combat_units_and_stop_at_the_rhone():
    s = state_of({"A-117": "0606", "A-TFH": "0202", "A-CL1": "0909"}, sides={"majorriver": "0606|0605", "ferry": "0606|0605"})
    assert in_enemy_zone(s, GERMAN, hex_(s, "0607"))
    assert not in_enemy_zone(s, GERMAN, hex_(s, "0605"))
    assert not in_enemy_zone(s, GERMAN, hex_(s, "0203"))
    assert not in_enemy_zone(s, GERMAN, hex_(s, "0910"))
    assert not in_enemy_zone(s, ALLIED, hex_(s, "0607"))


@pytest.mark.clause("COL-SUP-3", "COL-SUP-4", "COL-SUP-11", "COL-GEN-4")
def test_a_source_is_invalid_while_an_enemy_unit_is_on_it():
    s = state_of({"A-TFH": "0411"})
    assert labels(s, valid_sources(s, GERMAN)) == {"0811", "0106"}
    s = state_of({"A-CL1": "0411"})
    assert is_valid_source(s, GERMAN, hex_(s, "0411"))
    assert not is_valid_source(s, ALLIED, hex_(s, "0411"))
    s.captured = s.rules.board.bit[hex_(s, "0411")]
    assert is_valid_source(s, GERMAN, hex_(s, "0411"))
    s = state_of({}, options={"source_capture": "on"})
    s.captured = s.rules.board.bit[hex_(s, "0411")]
    assert not is_valid_source(s, GERMAN, hex_(s, "0411"))


CORRIDOR = "0501-0511 0701-0711"  # mountains on both sides of column 06


@pytest.mark.clause("COL-SUP-5", "COL-SUP-6", "COL-SUP-8", "COL-SUP-9", "COL-GEN-4")
def test_the_corridor_is_opened_by_units_and_not_by_columns():
    corridor = {"terrain": {"mountain": CORRIDOR}, "edges": {"german-supply-south": "0611"}}
    where = {"G-I15": "0605", "A-117": "0508"}
    s = state_of({"G-I15": "0605"}, **corridor)
    assert supplied(s, "G-I15")
    s = state_of(where, **corridor)  # the zone of 0508 lies on 0607 and 0608
    assert not supplied(s, "G-I15")
    assert find_unsupplied(s) & mask(s, "G-I15")
    for name, opens in (("G-C1", False), ("G-CL1", False)):
        assert supplied(state_of({**where, name: "0607"}, **corridor), "G-I15") == opens
    both = {"G-11H": "0607", "G-I110": "0608"}
    assert supplied(state_of({**where, **both}, **corridor), "G-I15")
    assert not supplied(state_of({**where, "G-11H": "0607"}, **corridor), "G-I15")
    # its own hex is open to itself, also to a column
    assert supplied(state_of({"G-CL1": "0608", "A-117": "0508"}, **corridor), "G-CL1")
    assert not supplied(state_of({"G-I15": "0605", "A-TFH": "0608"}, **corridor), "G-I15")


@pytest.mark.clause("COL-SUP-8", "COL-SUP-10")
def test_lines_leave_mountains_anywhere_and_enter_them_by_road():
    here = "0606"
    ring = "0605 0706 0707 0607 0507 0506"
    s = state_of({"A-117": here}, terrain={"mountain": ring})
    assert not supplied(s, "A-117")
    s = state_of({"A-117": here}, terrain={"mountain": ring}, links={"road": "0606-0605"})
    assert supplied(s, "A-117")
    s = state_of({"A-117": here}, terrain={"mountain": here})
    assert supplied(s, "A-117")


@pytest.mark.clause("COL-SUP-8")
def test_ferries_serve_german_lines_only():
    moat = "0606|0605 0606|0706 0606|0707 0606|0607 0606|0507 0606|0506"
    for name in ("A-117", "G-AA11"):
        assert not supplied(state_of({name: "0606"}, sides={"majorriver": moat}), name)
        s = state_of({name: "0606"}, sides={"majorriver": moat, "ferry": "0606|0607"})
        assert supplied(s, name) == (name == "G-AA11")


@pytest.mark.clause("COL-MOV-6")
def test_the_mover_counts_as_in_the_new_hex():
    corridor = {"terrain": {"mountain": CORRIDOR}, "edges": {"german-supply-south": "0611"}}
    s = state_of({"G-I15": "0608", "A-117": "0508"}, **corridor)
    assert supplied(s, "G-I15")
    assert supplied(s, "G-I15", "0609")
    assert not supplied(s, "G-I15", "0607")  # 0608 would be empty and in the zone
    assert not supplied(s, "G-I15", "0606")


@pytest.mark.clause("COL-SUP-9")
def test_assumptions_of_a_position():
    s = state_of({"A-117": "0606", "A-TFH": "0202"}, assume={"supplied": "none", "commanded": "all"})
    assert s.unsupplied == mask(s, "A-117", "A-TFH")
    assert s.commanded == mask(s, "A-117", "A-TFH")
    assert s.reach == ((unit(s, "A-TFH"), mask(s, "A-TFH", "A-117")),)
    s = state_of({"A-117": "0606", "A-TFH": "0605"}, assume={"supplied": "all", "commanded": "none"})
    assert s.unsupplied == 0
    assert s.commanded == mask(s, "A-TFH")
    assert s.reach == ((unit(s, "A-TFH"), mask(s, "A-TFH")),)


# --- dominance -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-DOM-1", "COL-DOM-2", "COL-DOM-3", "COL-SUP-7")
def test_cote_300_over_the_n7():
    s = state_of({"A-2/143": "0714"}, printed=True)
    assert in_enemy_zone(s, GERMAN, hex_(s, "0614"))
    assert in_enemy_zone(s, GERMAN, hex_(s, "0613"))
    assert is_dominated(s, ALLIED, hex_(s, "0615"))
    assert not in_enemy_zone(s, GERMAN, hex_(s, "0615"))
    assert not is_dominated(s, ALLIED, hex_(s, "0516"))
    assert dominated_from(s, hex_(s, "0912")) == []
    assert "0713" in labels(s, dominated_from(s, hex_(s, "0714")))
    assert not is_dominated(state_of({"A-TFH": "0714"}, printed=True), ALLIED, hex_(s, "0615"))
    off = state_of({"A-2/143": "0714"}, printed=True, options={"dominance": "off"})
    assert not is_dominated(off, ALLIED, hex_(off, "0615"))


@pytest.mark.clause("COL-DOM-3")
def test_a_dominated_hex_closes_a_line_unless_occupied():
    ground = {
        "terrain": {"mountain": "0501-0506 0509-0511 0701-0711", "wooded-hills": "0408"},
        "edges": {"german-supply-south": "0611"},
        "zones": {"dominant": "0408"},
    }
    s = state_of({"G-I15": "0605", "A-117": "0408"}, **ground)
    assert is_dominated(s, ALLIED, hex_(s, "0608"))
    assert not in_enemy_zone(s, GERMAN, hex_(s, "0608"))
    assert not supplied(s, "G-I15")
    assert supplied(state_of({"G-I15": "0605", "A-TFH": "0408"}, **ground), "G-I15")
    held = {f"G-{n}": h for n, h in (("I110", "0607"), ("II110", "0608"), ("11H", "0606"), ("209", "0609"))}
    assert supplied(state_of({"G-I15": "0605", "A-117": "0408", **held}, **ground), "G-I15")


# --- command -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CMD-1", "COL-CMD-2", "COL-CMD-4")
def test_ranges_and_whom_they_serve():
    s = state_of({"A-36H": "0606", "A-1/141": "0602", "A-2/141": "0601", "A-6C": "0607", "A-1/157": "0602", "A-753": "0606"})
    commanded, rows = find_command(s)
    reach = dict(rows)
    assert reach[unit(s, "A-36H")] == mask(s, "A-36H", "A-1/141", "A-6C", "A-1/157", "A-753")
    assert reach[unit(s, "A-6C")] == mask(s, "A-36H", "A-1/141", "A-2/141", "A-6C", "A-1/157", "A-753")
    # 2/141 is a division's unit and the corps does not serve for it; 753 has no headquarters on the map
    assert commanded == mask(s, "A-36H", "A-6C", "A-1/141", "A-1/157")


@pytest.mark.clause("COL-CMD-1")
def test_the_way_of_command_avoids_enemies_zones_and_the_rhone():
    where = {"A-36H": "0606", "A-1/141": "0604"}
    s = state_of(where)
    assert find_command(s)[0] & mask(s, "A-1/141")
    moat = "0606|0605 0606|0706 0606|0707 0606|0607 0606|0507 0606|0506"
    s = state_of(where, sides={"majorriver": moat})
    assert not find_command(s)[0] & mask(s, "A-1/141")
    s = state_of(where, sides={"majorriver": moat, "ferry": "0606|0605"})
    assert find_command(s)[0] & mask(s, "A-1/141")
    # enemies around the headquarters: every neighbour is in a zone, but the unit's own hex is occupied
    s = state_of({"A-36H": "0606", "A-1/141": "0605", "A-2/141": "0603", "G-I15": "0705", "G-II15": "0505", "G-61": "0607"})
    assert dict(find_command(s)[1])[unit(s, "A-36H")] == mask(s, "A-36H", "A-1/141")
