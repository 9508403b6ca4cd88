"""Chapters 4, 6 and 9 of the law: moving, stacking, ferries, exits, arrivals, columns."""

from __future__ import annotations

import pytest
from colonnes_made import ask, do, hex_, on_the_move, place, roll, state_of, troubles, unit, why

from echelon.core.frames import CHANCE
from echelon.systems.colonnes.frames import Arrivals, ColumnDie, Columns, Pick, Recall, Step
from echelon.systems.colonnes.law.course.automatic import go_on
from echelon.systems.colonnes.state import ALLIED, GERMAN, MOVED, PLACED, REDUCED

SIX = ("A-1/141", "A-2/141", "A-3/141", "A-636", "A-111", "A-1/142")
CORRIDOR = {"terrain": {"mountain": "0501-0511 0701-0711"}, "edges": {"german-supply-south": "0611"}}


def moving(where, name, side=ALLIED, **rest):
    left, path = rest.pop("left", None), rest.pop("path", "")
    return on_the_move(state_of(where, side, 4, **rest), name, left, path)


@pytest.mark.clause("COL-MOV-1", "COL-MOV-10", "COL-SEQ-1")
def test_who_moves():
    s = state_of({"A-117": "0606", "A-753": "0606", "G-I15": "0909"}, ALLIED, 4, status={"A-753": MOVED})
    assert why(s, "take A-117") == why(s, "end") == set()
    assert why(s, "take A-753") == {"COL-MOV-1"}
    assert why(s, "take A-636") == {"COL-MOV-1"}
    assert why(s, "take G-I15") == {"COL-SEQ-1"}
    do(s, "take A-117")
    assert s.status[unit(s, "A-117")] == MOVED
    assert s.frame == Step((ALLIED, unit(s, "A-117"), 6, (hex_(s, "0606"),)))  # out of command: half of 6
    assert why(s, "move A-753 0605") == {"COL-MOV-10"}
    assert why(s, "move G-I15 0605") == {"COL-SEQ-1"}


@pytest.mark.clause("COL-MOV-1", "COL-TER-1", "COL-TER-4")
def test_a_first_hex_is_always_possible_unless_prohibited():
    ground = {"terrain": {"wooded-hills": "0605", "mountain": "0607"}, "sides": {"majorriver": "0606|0507"}}
    s = moving({"A-117": "0606"}, "A-117", left=1, **ground)
    assert why(s, "move A-117 0605") == set()
    assert why(s, "move A-117 0607") == {"COL-TER-1"}
    assert why(s, "move A-117 0507") == {"COL-TER-4"}
    assert why(s, "move A-117 0604") == {"COL-MOV-1"}
    s = moving({"A-117": "0606"}, "A-117", left=5, path="0706", **ground)
    assert why(s, "move A-117 0605") == {"COL-MOV-1"}
    assert why(s, "move A-117 0506") == set()


@pytest.mark.clause("COL-ZOC-2", "COL-ZOC-3", "COL-ZOC-4")
def test_zones_and_enemies():
    where = {"A-117": "0606", "A-TFH": "0606", "G-I15": "0604", "G-CL1": "0706", "G-11H": "0607"}
    s = moving(where, "A-117")
    assert why(s, "move A-117 0607") == {"COL-ZOC-3"}
    assert why(s, "move A-117 0706") == set()
    do(s, "move A-117 0706")
    assert place(s, "G-CL1") == "pool"
    assert isinstance(s.frame, Step)
    do(s, "move A-117 0705")  # next to 0604
    assert isinstance(s.frame, Pick)
    s = moving(where, "A-TFH")
    assert why(s, "move A-TFH 0706") == {"COL-ZOC-4"}
    assert why(s, "move A-TFH 0607") == {"COL-ZOC-3", "COL-ZOC-4"}
    # leaving a zone costs a point; from zone to zone only as the first step
    s = moving({"A-117": "0605", "G-I15": "0604"}, "A-117", left=8)
    do(s, "move A-117 0606")
    assert s.frame.left == 8 - 2 - 2
    s = moving({"A-117": "0605", "G-I15": "0604"}, "A-117")
    do(s, "move A-117 0705")
    assert isinstance(s.frame, Pick)


@pytest.mark.clause("COL-MOV-5", "COL-MOV-6", "COL-CL-21")
def test_the_ban_on_cutting_oneself_off():
    where = {"G-I15": "0608", "G-CL1": "0608", "A-117": "0508"}
    s = moving(where, "G-I15", GERMAN, **CORRIDOR)
    assert why(s, "move G-I15 0607") == {"COL-MOV-5"}
    assert why(s, "move G-I15 0609") == set()
    assert why(moving(where, "G-CL1", GERMAN, **CORRIDOR), "move G-CL1 0607") == set()  # I/15 keeps 0608 open
    alone = {"G-CL1": "0608", "A-117": "0508"}
    s = moving(alone, "G-CL1", GERMAN, **CORRIDOR)
    assert why(s, "move G-CL1 0607") == {"COL-MOV-5", "COL-CL-21"}
    s = moving(alone, "G-CL1", GERMAN, options={"cl_bound": "off"}, **CORRIDOR)
    assert why(s, "move G-CL1 0607") == set()
    cut_off = {"G-I15": "0605", "A-117": "0508"}
    s = moving(cut_off, "G-I15", GERMAN, **CORRIDOR)
    assert why(s, "move G-I15 0606") == set()


@pytest.mark.clause("COL-STK-1", "COL-STK-3", "COL-STK-5")
def test_full_hexes():
    full = dict.fromkeys(SIX, "0605")
    s = moving({"A-117": "0606", **full}, "A-117")
    assert why(s, "move A-117 0605") == set()  # it can go on
    do(s, "move A-117 0605")
    assert why(s, "stop A-117") == {"COL-STK-1"}
    assert why(s, "move A-117 0604") == set()
    s = moving({"A-117": "0606", **full}, "A-117", left=2)
    assert why(s, "move A-117 0605") == {"COL-STK-3"}  # no points left there
    s = moving({"A-117": "0606", **full, "G-I15": "0603"}, "A-117")
    assert why(s, "move A-117 0605") == set()
    s = moving({"A-117": "0606", **full, "G-I15": "0604"}, "A-117")
    assert why(s, "move A-117 0605") == {"COL-STK-3"}  # it would have to stop there
    # who has not left may stay, however full
    s = moving({"A-117": "0605", **full}, "A-117")
    assert why(s, "stop A-117") == set()
    # two full hexes in a row, and a third with room
    second = dict.fromkeys(("A-2/142", "A-3/142", "A-1/143", "A-3/143", "A-753B", "A-36H"), "0604")
    walls = {"terrain": {"mountain": "0505 0506 0705 0706 0504 0704"}}
    s = moving({"A-117": "0606", **full, **second}, "A-117", left=8, **walls)
    assert why(s, "move A-117 0605") == set()
    s = moving({"A-117": "0606", **full, **second}, "A-117", left=4, **walls)
    assert why(s, "move A-117 0605") == set()  # back to where it came from
    s = moving({"A-117": "0606", **full, **second}, "A-117", left=3, **walls)
    assert why(s, "move A-117 0605") == {"COL-STK-3"}


@pytest.mark.clause("COL-MOV-2", "COL-MOV-8", "COL-MOV-11")
def test_ferries():
    where = {"G-I305": "0418", "G-II305": "0418", "G-I326": "0418", "G-C1": "0418", "G-I15": "0418", "G-CL1": "0418"}
    s = state_of(where, GERMAN, 4, printed=True)
    do(s, "take G-I305", "ferry G-I305 0318", "take G-II305", "ferry G-II305 0318", "take G-I326")
    assert s.ferried == ((s.rules.board.parse_side("0318|0418"), 2),)
    assert why(s, "ferry G-I326 0318") == {"COL-MOV-2"}
    assert why(s, "ferry G-I326 0417") == {"COL-MOV-2"}
    assert why(s, "move G-I326 0318") == {"COL-TER-4"}
    for name, refused in (("G-C1", {"COL-MOV-8"}), ("G-I15", {"COL-MOV-8"}), ("G-CL1", set())):
        assert why(moving(where, name, GERMAN, printed=True), f"ferry {name} 0318") == refused
    late = moving({"G-I305": "0418"}, "G-I305", GERMAN, printed=True, path="0417")
    assert why(late, "ferry G-I305 0318") == {"COL-MOV-2"}
    everybody = moving(where, "G-C1", GERMAN, printed=True, options={"ferry_all": "on"})
    assert why(everybody, "ferry G-C1 0318") == set()


@pytest.mark.clause("COL-MOV-4", "COL-MOV-7", "COL-MOV-9", "COL-VIC-1", "COL-VIC-7")
def test_off_the_map():
    where = {
        "G-I15": "1201",
        "G-I305": "1201",
        "G-C1": "1201",
        "G-CL1": "1201",
        "G-11H": "1201",
        "G-209": "1201",
        "A-117": "1401",
    }
    points = {"G-I15": 4, "G-I305": 2, "G-C1": 3, "G-11H": 2, "G-209": 4}
    for name, worth in points.items():
        s = moving(where, name, GERMAN, printed=True, assume={"supplied": "none"})
        do(s, f"exit {name}")
        assert (s.exit_points, place(s, name)) == (worth, "exited")
    s = moving(where, "G-I15", GERMAN, printed=True, status={"G-I15": REDUCED})
    assert do(s, "exit G-I15").exit_points == 2
    assert why(moving(where, "G-CL1", GERMAN, printed=True), "exit G-CL1") == {"COL-MOV-9"}
    assert why(moving({"A-117": "1201"}, "A-117", printed=True), "exit A-117") == {"COL-MOV-4"}
    assert why(moving({"G-I15": "1202"}, "G-I15", GERMAN, printed=True), "exit G-I15") == {"COL-MOV-4"}
    spent = moving({"G-I305": "1201"}, "G-I305", GERMAN, printed=True, left=1, path="1202")
    assert why(spent, "exit G-I305") == {"COL-MOV-1"}


# --- what is taken back --------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-STK-3", "COL-STK-4")
def test_an_overfull_source_is_relieved():
    names = ("G-I15", "G-II15", "G-I110", "G-61", "G-209", "G-11H", "G-CL1", "G-CL2")
    s = state_of(dict.fromkeys(names, "0424"), GERMAN, 5, printed=True, status=dict.fromkeys(names, PLACED))
    s.status[unit(s, "G-I15")] |= REDUCED
    s.status[unit(s, "G-61")] = 0
    ask(s, Recall((GERMAN, hex_(s, "0424"))))
    s.stack = []
    assert troubles(s) == set()
    assert why(s, "recall G-61") == why(s, "recall G-C1") == {"COL-STK-3"}
    do(s, "recall G-I15")
    assert (place(s, "G-I15"), s.status[unit(s, "G-I15")]) == ("due", REDUCED)
    do(s.copy(), "recall G-11H")
    do(s, "recall G-CL1")
    assert place(s, "G-CL1") == "pool"
    assert s.frame.kind.name == "combat.cible"


# --- arrivals ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-REN-1", "COL-REN-3", "COL-REN-4", "COL-SUP-3", "COL-QG-4")
def test_arrivals():
    where = {"G-I305": "due", "G-716": "due", "G-11H": "returning", "G-I308": "due", "A-117": "0424", "A-CL1": "0724"}
    s = state_of(where, ALLIED, 7, printed=True)
    s.turn = 5
    go_on(s)
    # 0424 is occupied: 0724 is the other source of the south edge on the east bank; 308 is not due before turn 7
    assert place(s, "G-I305") == "0724"
    assert place(s, "A-CL1") == "pool"
    assert place(s, "G-716") == "0224"
    assert place(s, "G-I308") == "due"
    assert s.frame == Arrivals((GERMAN,))
    assert troubles(s) == set()
    assert why(s, "place G-11H 0424") == {"COL-SUP-3"}
    assert why(s, "place G-11H 0423") == {"COL-QG-4"}
    assert why(s, "place G-I308 0724") == {"COL-REN-1"}
    assert why(s, "place G-I305 0724") == {"COL-REN-1"}
    do(s, "place G-11H 0118")
    assert s.status[unit(s, "G-11H")] == PLACED
    assert s.frame == ColumnDie((CHANCE,))


@pytest.mark.clause("COL-REN-1")
def test_who_has_no_source_waits():
    s = state_of({"G-716": "due", "G-I308": "due", "A-117": "0224", "A-753": "0424"}, ALLIED, 7, printed=True, turn=7)
    go_on(s)
    assert place(s, "G-716") == "due"  # alone on its edge and bank
    assert place(s, "G-I308") == "0724"


@pytest.mark.clause("COL-CL-3", "COL-CL-4", "COL-CL-11", "COL-CL-12", "COL-CL-18", "COL-CL-19", "COL-CL-25")
def test_columns_received():
    three = {"G-CL1": "0518", "G-CL3": "0518", "G-CL4": "0518"}
    for where, die, count in (
        ({}, 3, 0),
        ({}, 4, 1),
        ({}, 5, 1),
        ({}, 6, 2),
        (three, 6, 1),
        ({**three, "G-CL2": "0518"}, 5, 0),
    ):
        s = state_of(where, GERMAN, 2, printed=True)
        s.frame = ColumnDie((CHANCE,))
        roll(s, die)
        assert isinstance(s.frame, Columns if count else Pick)
        assert s.rolls == 1
        if count:
            assert s.frame.number == count
            assert why(s, "column 0518") == {"COL-CL-19"}
            do(s, *["column 0118"] * count)
            assert s.frame == Pick((GERMAN,))
    s = state_of(three, GERMAN, 2, printed=True)
    s.frame = Columns((GERMAN, 1))
    do(s, "column 0424")
    assert place(s, "G-CL2") == "0424"
    allied = state_of({"A-CL1": "1514", "A-CL2": "1514", "A-CL3": "1514"}, ALLIED, 1, printed=True)
    go_on(allied)
    assert allied.frame == Columns((ALLIED, 1))
    lone = {"A-CL1": "1514", "G-I15": "1401", "G-II15": "1601", "G-61": "2109"}
    allied = state_of(lone, ALLIED, 1, printed=True)
    go_on(allied)
    assert [place(allied, f"A-CL{n}") for n in (2, 3, 4)] == ["2119"] * 3
    allied = state_of({**lone, "G-209": "2119"}, ALLIED, 1, printed=True)
    go_on(allied)
    assert place(allied, "A-CL2") == "pool"
