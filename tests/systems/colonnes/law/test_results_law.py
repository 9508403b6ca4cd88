"""Chapters 8.3, 8.5 and 11 of the law: losses, hold, retreat, advance, the end of the turn, by its own course of play."""

from __future__ import annotations

import pytest
from colonnes_made import ask, combat, do, labels, mask, place, roll, state_of, troubles, unit, why

from echelon.core.frames import CHANCE
from echelon.systems.colonnes.frames import Advance, CombatDie, Hold, Losses, Retreat, Target
from echelon.systems.colonnes.law.course.automatic import deserved, go_on, points
from echelon.systems.colonnes.law.course.falling import settled
from echelon.systems.colonnes.law.retreat import retreat_hexes
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED, RESULTS

EASY = {"supplied": "all", "commanded": "all"}


def after(where, result, target="0605", attackers=("A-753",), side=ALLIED, **rest):
    """A combat for 0605 that has brought a result, as the die leaves it."""
    s = combat(state_of(where, side, assume=rest.pop("assume", EASY), **rest), target, *attackers)
    ask(s, CombatDie((CHANCE,)))
    s.rolled = RESULTS.index(result)
    defender, distance = {"EX": (1, 0), "D1": (0, 1), "D2": (0, 2), "D1*": (1, 1), "D2*": (1, 2), "DE": (2, 2)}.get(
        result, (0, 0)
    )
    s.distance = distance
    if defender:
        s.frame = Losses((1 - side, defender, 0))
    elif result in ("A1", "A2"):
        s.frame = Losses((side, int(result[1]), 0))
    else:
        settled(s, side)
    return s


# --- losses --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RES-1", "COL-RES-3", "COL-RES-6", "COL-RES-7", "COL-VIC-7")
def test_the_attacker_pays():
    s = after({"A-753": "0606", "A-36H": "0606", "A-117": "0606", "G-SI": "0605"}, "A2", attackers=("A-753", "A-36H"))
    assert why(s, "lose A-36H") == {"COL-RES-3"}
    assert why(s, "lose A-117") == {"COL-RES-3"}
    do(s, "lose A-753")
    assert (s.status[unit(s, "A-753")], s.allied_steps) == (REDUCED, 1)
    do(s, "lose A-753")
    assert (place(s, "A-753"), s.allied_steps) == ("gone", 2)
    assert s.frame == Target((ALLIED,))


@pytest.mark.clause("COL-RES-3", "COL-RES-7", "COL-QG-4", "COL-VIC-5")
def test_combat_units_then_convoys_then_headquarters():
    s = after({"A-753": "0606", "G-SI": "0605", "G-C1": "0605", "G-11H": "0605", "G-CL1": "0605"}, "DE")
    assert why(s, "lose G-C1") == why(s, "lose G-11H") == why(s, "lose G-CL1") == {"COL-RES-3"}
    do(s, "lose G-SI")
    assert why(s, "lose G-C1") == set()
    do(s, "lose G-C1")
    assert (place(s, "G-SI"), place(s, "G-C1")) == ("gone", "gone")
    assert (s.german_steps, s.german_prizes) == (1, 1)
    assert isinstance(s.frame, Retreat)
    s = after({"A-753": "0606", "G-11H": "0605"}, "D1*")
    do(s, "lose G-11H")
    assert (place(s, "G-11H"), s.german_prizes) == ("returning", 1)
    assert isinstance(s.frame, Advance)


@pytest.mark.clause("COL-RES-1", "COL-RES-5", "COL-RES-6")
def test_exchange():
    s = after({"A-753": "0606", "G-11H": "0605", "G-SI": "0605"}, "EX")
    do(s, "lose G-SI")
    assert s.frame == Losses((ALLIED, 1, 0))
    assert s.distance == 1
    do(s, "lose A-753")
    assert isinstance(s.frame, Retreat)  # no hold after an exchange
    do(s, "retreat G-11H 0604")
    assert s.frame.kind.name == "combat.avance"
    s = after({"A-753": "0606", "G-C1": "0605", "G-C2": "0605"}, "EX")
    do(s, "lose G-C1", "lose A-753")
    assert (place(s, "G-C2"), s.frame) == ("0605", Target((ALLIED,)))  # it had no combat unit to lose
    s = after({"A-F1": "0606", "G-SI": "0605"}, "EX", attackers=("A-F1",))
    do(s, "lose G-SI", "lose A-F1")
    assert s.frame == Target((ALLIED,))


# --- hold ----------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RES-4", "COL-RES-8")
def test_hold():
    s = after({"A-753": "0606", "G-I305": "0605", "G-II305": "0605"}, "D2")
    assert s.frame == Hold((GERMAN,))
    assert troubles(s) == set()
    do(s, "hold")
    assert s.frame == Losses((GERMAN, 2, 1))
    do(s, "lose G-I305", "lose G-II305")
    assert s.frame == Target((ALLIED,))
    for where, result in (({"G-SI": "0605"}, "D1"), ({"G-I305": "0605"}, "D2"), ({"G-C1": "0605", "G-11H": "0605"}, "D1")):
        assert isinstance(after({"A-753": "0606", **where}, result).frame, Retreat)
    assert isinstance(after({"A-753": "0606", "G-I305": "0605"}, "D1", options={"hold": "off"}).frame, Retreat)
    bad = ask(combat(state_of({"A-753": "0606", "G-SI": "0605"}), "0605", "A-753", result="D1", distance=1), Hold((GERMAN,)))
    assert why(bad, "hold") == {"COL-RES-4"}
    assert why(bad, "yield") == set()


# --- retreat -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-RET-1", "COL-RET-5", "COL-TER-4")
def test_where_a_retreat_goes():
    where = {"A-753": "0606", "G-SI": "0605", "G-C1": "0605"}
    s = after(where, "D2", sides={"majorriver": "0605|0505"}, terrain={"mountain": "0705"})
    assert why(s, "retreat G-SI 0604") == why(s, "retreat G-SI 0705") == set()
    assert why(s, "retreat G-C1 0705") == {"COL-RET-1"}  # mountain without road
    assert why(s, "retreat G-SI 0505") == {"COL-RET-1"}  # the Rhône
    assert why(s, "retreat G-SI 0606") == {"COL-RET-1"}
    assert why(s, "retreat G-SI 0603") == {"COL-RET-1"}
    assert why(s, "retreat G-SI 0706") == {"COL-RET-1"}  # the zone of 0606
    do(s, "retreat G-SI 0604")
    assert s.frame == Retreat((GERMAN, mask(s, "G-C1"), unit(s, "G-SI"), 1, 0))
    assert why(s, "retreat G-C1 0604") == {"COL-RET-5"}
    assert why(s, "retreat G-SI 0705") == {"COL-RET-1"}  # no farther
    do(s, "retreat G-SI 0603")
    assert s.frame.unit == -1
    assert why(s, "retreat G-SI 0604") == {"COL-RET-5"}


@pytest.mark.clause("COL-RET-1")
def test_a_friend_opens_a_zone():
    where = {"A-753": "0606", "A-117": "0603", "G-SI": "0605"}
    s = after({**where, "A-636": "0805", "A-111": "0405"}, "D1")
    assert s.frame == Advance((ALLIED, mask(s, "A-753"), -1))
    assert (place(s, "G-SI"), s.german_steps) == ("gone", 1)  # it cannot go: a step for the hex
    s = after({**where, "A-636": "0805", "A-111": "0405", "G-11H": "0604"}, "D1")
    assert why(s, "retreat G-SI 0604") == set()
    assert why(s, "retreat G-SI 0705") == {"COL-RET-1"}


@pytest.mark.clause("COL-RET-2", "COL-RET-6", "COL-RET-7")
def test_supply_in_retreat():
    where = {"A-753": "0606", "G-I305": "0605"}
    s = after(where, "D1", options={"hold": "off"}, assume={"commanded": "all"})
    assert labels(s, retreat_hexes(s, unit(s, "G-I305"), 0)) == {"0604", "0505", "0705"}
    none = after(where, "D1", options={"hold": "off"}, assume={"supplied": "none"})
    none.unsupplied = 0  # it was supplied at the start of the segment
    do(none, "retreat G-I305 0604")
    assert (none.status[unit(none, "G-I305")], none.german_steps) == (REDUCED, 1)
    before = after(where, "D1", options={"hold": "off"}, assume={"supplied": "none"})
    do(before, "retreat G-I305 0604")
    assert before.german_steps == 0
    last = after({"A-753": "0606", "G-SI": "0605"}, "D1", assume={"supplied": "none"})
    last.unsupplied = 0
    do(last, "retreat G-SI 0604")
    assert place(last, "G-SI") == "gone"


@pytest.mark.clause("COL-RET-2")
def test_the_supplied_hex_must_be_taken():
    # 0604 is an island but for 0605, which the attackers' zone closes once it is empty
    where = {"A-753": "0606", "G-I305": "0605"}
    walls = {"sides": {"majorriver": "0604|0603 0604|0704 0604|0504 0604|0505 0604|0705"}}
    s = after(where, "D1", options={"hold": "off"}, assume={"commanded": "all"}, **walls)
    assert why(s, "retreat G-I305 0705") == why(s, "retreat G-I305 0505") == set()
    assert why(s, "retreat G-I305 0604") == {"COL-RET-2"}


@pytest.mark.clause("COL-RET-3", "COL-RET-4", "COL-RET-8", "COL-RET-9")
def test_no_room_and_no_way():
    six = dict.fromkeys(("G-I110", "G-II110", "G-I111", "G-II111", "G-61", "G-209"), "0604")
    s = after({"A-753": "0606", "G-SI": "0605", **six}, "D1", terrain={"mountain": "0101"})
    do(s, "retreat G-SI 0604")
    assert s.frame == Retreat((GERMAN, 0, unit(s, "G-SI"), 1, 0))  # it goes on
    do(s, "retreat G-SI 0603")
    assert place(s, "G-SI") == "0603"
    # the same with every way on barred: eliminated
    moat = "0604|0603 0604|0704 0604|0504"
    s = after({"A-753": "0606", "G-SI": "0605", **six}, "D1", sides={"majorriver": moat})
    do(s, "retreat G-SI 0604")
    assert (place(s, "G-SI"), s.german_steps) == ("gone", 1)
    # who stops short pays for what is left, a column with its life
    s = after({"A-753": "0606", "G-I305": "0605", "G-CL1": "0605"}, "D2", options={"hold": "off"}, sides={"majorriver": moat})
    do(s, "retreat G-I305 0604")
    assert (place(s, "G-I305"), s.status[unit(s, "G-I305")]) == ("0604", REDUCED)
    do(s, "retreat G-CL1 0604")
    assert place(s, "G-CL1") == "pool"
    # nobody can leave: everybody pays for all the hexes
    ring = "0605|0604 0605|0705 0605|0706 0605|0505 0605|0506"
    s = after(
        {"A-753": "0606", "G-I305": "0605", "G-I15": "0605", "G-C1": "0605"},
        "D1",
        options={"hold": "off"},
        sides={"majorriver": ring},
    )
    assert [place(s, name) for name in ("G-I305", "G-I15", "G-C1")] == ["0605", "0605", "gone"]
    assert (s.german_steps, s.german_prizes) == (2, 1)
    assert s.frame == Target((ALLIED,))


# --- advance -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-ADV-1", "COL-ADV-3", "COL-ADV-4", "COL-STK-1")
def test_advance():
    s = after(
        {"A-753": "0606", "A-1/141": "0606", "A-117": "0506", "G-SI": "0605", "G-CL1": "0603"},
        "D2",
        attackers=("A-753", "A-1/141", "A-117"),
    )
    do(s, "retreat G-SI 0604", "retreat G-SI 0704")
    assert isinstance(s.frame, Advance)
    assert why(s, "advance A-636 0605") == {"COL-ADV-1"}
    assert why(s, "advance A-753 0705") == {"COL-ADV-1"}
    assert why(s, "halt A-753") == {"COL-ADV-4"}
    do(s, "advance A-1/141 0605")
    assert s.frame.unit == -1
    do(s, "advance A-753 0605")
    assert s.frame.unit == unit(s, "A-753")
    assert why(s, "finish") == why(s, "advance A-117 0605") == {"COL-ADV-4"}
    assert why(s, "advance A-753 0603") == {"COL-ADV-4"}
    assert why(s, "advance A-753 0604") == set()
    do(s, "halt A-753")
    assert s.frame.units == mask(s, "A-117")
    do(s, "finish")
    assert s.frame == Target((ALLIED,))


@pytest.mark.clause("COL-ADV-3", "COL-ADV-4", "COL-ZOC-5")
def test_the_ground_of_an_advance():
    s = after(
        {"A-753": "0606", "A-F1": "0606", "G-CL2": "0705", "G-C1": "0604"},
        "D2",
        attackers=("A-753", "A-F1"),
        terrain={"mountain": "0605"},
    )
    assert isinstance(s.frame, Advance)
    assert why(s, "advance A-753 0605") == {"COL-ADV-3"}
    assert why(s, "advance A-F1 0605") == set()
    s = after({"A-753": "0606", "G-C1": "0604", "G-I15": "0603"}, "D2")
    do(s, "advance A-753 0605")
    assert why(s, "advance A-753 0604") == set()  # convoys alone
    do(s, "advance A-753 0604")
    assert (place(s, "G-C1"), s.german_prizes) == ("gone", 1)
    s = after({"A-753": "0606", "G-I15": "0603", "G-II15": "0705"}, "D2")
    do(s, "advance A-753 0605")
    assert why(s, "advance A-753 0604") == {"COL-ADV-4"}  # from zone to zone
    assert why(s, "advance A-753 0505") == set()


@pytest.mark.clause("COL-CL-24", "COL-CRT-1")
def test_the_die():
    where = {"A-753": "0606", "A-117": "0606", "A-CL1": "0606", "G-SI": "0605", "G-CL1": "0604"}
    s = combat(state_of(where, assume=EASY), "0605", "A-753", "A-117")
    ask(s, CombatDie((CHANCE,)))
    s.spent = mask(s, "A-CL1", "G-CL1")
    roll(s, 6)
    assert RESULTS[s.rolled] == "DE"
    assert place(s, "A-CL1") == place(s, "G-CL1") == "pool"
    assert (s.rolls, s.distance) == (1, 2)
    assert s.frame == Losses((GERMAN, 2, 0))
    assert s.spent == mask(s, "A-CL1", "G-CL1")
    do(s, "lose G-SI")
    assert isinstance(s.frame, Advance)


@pytest.mark.clause("COL-SUP-11")
def test_sources_are_captured_with_the_option():
    for option, found in (("on", 1), ("off", 0)):
        s = after({"A-753": "0410", "G-SI": "0411"}, "D1", target="0411", options={"source_capture": option})
        do(s, "advance A-753 0411")  # nobody could retreat
        assert s.captured.bit_count() == found


# --- the end of the turn -------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-3", "COL-VIC-4", "COL-VIC-5", "COL-VIC-6")
def test_points_and_levels():
    s = state_of({"G-I305": "1808", "A-117": "0518", "G-C1": "0519", "G-C2": "0520", "A-TFH": "0713"}, GERMAN, printed=True)
    s.exit_points, s.allied_steps, s.german_steps, s.german_prizes, s.cut_turns = 0, 3, 4, 2, 1
    assert points(s, GERMAN) == 3 + 5
    assert points(s, ALLIED) == 4 + 4 + 2 + 5 + 2
    assert deserved(s)[:2] == (GERMAN, "marginal")
    s.german_steps = 12
    assert deserved(s)[:2] == (None, "draw")
    s.turn = s.rules.turns
    go_on(s)
    assert s.outcome == deserved(s)
    assert troubles(s) == set()


@pytest.mark.clause("COL-VIC-2", "COL-VIC-6")
def test_the_n7_is_cut_by_a_supplied_combat_unit():
    for where, cut in (({"A-117": "0712"}, 1), ({"A-TFH": "0712"}, 0), ({"A-117": "0714"}, 0)):
        s = state_of(where, GERMAN, printed=True)
        go_on(s)
        assert (s.cut_turns, s.turn) == (cut, 6)
    s = state_of({"A-117": "0712"}, GERMAN, printed=True, assume={"supplied": "none"})
    go_on(s)
    assert s.cut_turns == 0
