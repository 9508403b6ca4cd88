"""Movement of Colonnes: picks, steps, ferries, exits, overruns, and what is taken back from a full source."""

import pytest
from rhone import do, hexes_of, legal, made, near, scene, unit, where

RING = ("N", "NE", "SE", "S", "SW", "NW")


def under_way(units, name="m", side="allied", **rest):
    return do(scene(units, side=side, **rest), f"take {name}")


@pytest.mark.clause("COL-MOV-1", "COL-MOV-10", "COL-REN-2")
def test_a_unit_moves_once_and_finishes_first():
    arrived = {**made("allied", "inf", "T N N"), "placed": True}
    s = scene({"m": made("allied", "inf", "T"), "n": arrived}, supplied="all", commanded="all")
    assert legal(s) == {"take m", "take n", "end"}
    do(s, "take m", "move m 1211")
    assert hexes_of(s, "move", "m") >= near("N N")
    assert not any(text.startswith(("take", "end")) for text in legal(s))
    do(s, "stop m")
    assert legal(s) == {"take n", "end"}


@pytest.mark.clause("COL-MOV-1")
def test_one_hex_is_always_possible_whatever_it_costs():
    board = {"wooded-hills": "T N N NE SE S SW NW"}
    s = under_way({"m": made("allied", "bld", "T", movement=1)}, board=board, supplied="all", commanded="all")
    assert hexes_of(s, "move", "m") == near(*RING)
    do(s, "move m 1211")
    assert s.frame.kind.name == "mouvement"
    assert s.ask("movement m").value == 1


@pytest.mark.clause("COL-TER-1", "COL-TER-2", "COL-TER-3", "COL-TER-4", "COL-GEN-5", "COL-UNI-1")
def test_costs():
    board = {"wooded-hills": "N", "mountain": "NE", "road": "T-SE", "stream": "T|S", "river": "T|SW", "majorriver": "T|NW"}
    for arm, costs in (("inf", (2, 3, 1, 2, 3)), ("mot", (3, None, 0.5, 2, 3))):
        s = under_way({"m": made("allied", arm, "T", movement=9)}, board=board, supplied="all", commanded="all")
        found = {h: s.preview(f"move m {h}").get("cost") for h in sorted(near("N", "NE", "SE", "S", "SW", "NW"))}
        names = {next(iter(near(way))): way for way in RING}
        assert {names[h]: cost for h, cost in found.items()} == dict(
            zip(("N", "NE", "SE", "S", "SW", "NW"), (*costs, None), strict=True)
        )
        offered = {names[h] for h in hexes_of(s, "move", "m")}
        assert offered == {way for way, cost in zip(RING, (*costs, None), strict=True) if cost is not None}


@pytest.mark.clause("COL-ZOC-2")
def test_a_zone_stops_and_costs_a_point_to_leave():
    s = under_way(
        {"m": made("allied", "inf", "T", movement=4), "e": made("german", "inf", "T N N")}, supplied="all", commanded="all"
    )
    do(s, "move m 1211")
    assert s.frame.kind.name == "mouvement"
    s = under_way(
        {"m": made("allied", "inf", "N", movement=4), "e": made("german", "inf", "T N N")}, supplied="all", commanded="all"
    )
    assert s.preview("move m 1212") == {"cost": 2, "rows": {"COL-TER-1": 1, "COL-ZOC-2": 1}, "left": 2}
    # from zone to zone with the first step only, which ends the move
    into = {h for h in hexes_of(s, "move", "m") if s.ask(f"zone {h} german").value}
    assert into
    do(s, f"move m {min(into)}")
    assert s.frame.kind.name == "mouvement"


@pytest.mark.clause("COL-ZOC-3", "COL-ZOC-4", "COL-GEN-4")
def test_who_enters_what():
    units = {
        "m": made("allied", "inf", "T"), "q": made("allied", "qg", "T", level="corps", range=6),
        "G-C1": "N", "G-CL1": "NE", "e": made("german", "gen", "S"),
    }  # fmt: skip
    s = scene(units, supplied="all", commanded="all")
    assert hexes_of(do(s.copy(), "take m"), "move", "m") == near("N", "NE", "SE", "SW", "NW")
    assert hexes_of(do(s.copy(), "take q"), "move", "q") == near("SE", "SW", "NW")
    do(s, "take m", "move m 1211")
    assert where(s, "G-C1") == "gone"
    assert s.german_prizes == 1
    assert s.frame.kind.name == "mouvement.pas"  # it may go on


# T is reached from the north alone; north of it lies the zone of e, beyond the river
POCKET = {"majorriver": "1212|1312 1212|1313 1212|1213 1212|1113"}


@pytest.mark.clause("COL-MOV-5", "COL-MOV-6", "COL-GEN-4")
def test_no_step_to_where_there_is_no_line():
    units = {"m": made("allied", "inf", "N"), "e": made("german", "inf", "NW")}
    s = under_way(units, board=POCKET)
    assert s.ask("supplied m").value
    assert s.ask("zone 1211 german").value
    # once it has left, nobody keeps 1211 open behind it
    assert "1212" not in hexes_of(s, "move", "m")
    assert hexes_of(s, "move", "m") >= near("N N", "N NE")
    for friend, opens in (("inf", True), ("qg", True), ("cvi", False)):
        s = under_way({**units, "friend": made("allied", friend, "N")}, board=POCKET)
        assert ("1212" in hexes_of(s, "move", "m")) is opens


@pytest.mark.clause("COL-MOV-6")
def test_who_is_cut_off_may_move_until_he_is_supplied():
    ring = {f"e{i}": made("german", "inf", f"T {way} {way} {way}") for i, way in enumerate(RING)}
    inner = {f"f{i}": made("german", "inf", f"T {RING[i]} {RING[i]} {RING[i - 1]}") for i in range(6)}
    s = under_way({"m": made("allied", "inf", "T"), **ring, **inner}, commanded="all")
    assert not s.ask("supplied m").value
    assert hexes_of(s, "move", "m") == near(*RING)


@pytest.mark.clause("COL-CL-21", "COL-MOV-5", "COL-MOV-7")
@pytest.mark.parametrize(("option", "free"), [("on", False), ("off", True)])
def test_columns_and_convoys_are_bound_as_well(option, free):
    units = {"A-CL1": "N", "v": made("allied", "cvi", "N"), "e": made("german", "inf", "NW")}
    s = scene(units, board=POCKET, options={"cl_bound": option})
    assert ("1212" in hexes_of(do(s.copy(), "take A-CL1"), "move", "A-CL1")) is free
    assert "1212" not in hexes_of(do(s.copy(), "take v"), "move", "v")


@pytest.mark.clause("COL-MOV-2", "COL-MOV-8", "COL-MOV-11")
def test_ferries_carry_two_points_of_light_troops():
    units = {
        "a": made("german", "inf", "0418"), "b": made("german", "inf", "0418"), "c": made("german", "inf", "0418"),
        "t": made("german", "bld", "0418"), "G-C1": "0418",
    }  # fmt: skip
    s = scene(units, side="german", printed=True, supplied="all")
    assert not any(text.startswith("ferry") for text in legal(do(s.copy(), "take t")))
    assert not any(text.startswith("ferry") for text in legal(do(s.copy(), "take G-C1")))
    do(s, "take a", "ferry a 0318", "take b", "ferry b 0318", "take c")
    assert not any(text.startswith("ferry") for text in legal(s))
    assert where(s, "a") == where(s, "b") == "0318"
    every = scene(units, side="german", printed=True, supplied="all", options={"ferry_all": "on"})
    assert "ferry t 0318" in legal(do(every, "take t"))
    # a ferry is a whole move: not after a step
    s = do(scene({"a": made("german", "inf", "0417")}, side="german", printed=True, supplied="all"), "take a", "move a 0418")
    assert not any(text.startswith("ferry") for text in legal(s))


@pytest.mark.clause("COL-MOV-4", "COL-MOV-7", "COL-MOV-9", "COL-VIC-1")
def test_leaving_the_map():
    units = {
        "i": made("german", "inf", "1201"), "r": {**made("german", "bld", "1201"), "reduced": True}, "G-C1": "1201",
        "G-11H": "1201", "G-CL1": "1201", "e": made("allied", "inf", "1202"), "a": made("allied", "inf", "1201 SE SE"),
    }  # fmt: skip
    s = scene(units, side="german", printed=True, supplied="none")
    assert "exit G-CL1" not in legal(do(s.copy(), "take G-CL1"))
    for name, points in (("i", 2), ("r", 4), ("G-C1", 7), ("G-11H", 9)):
        do(s, f"take {name}")
        assert s.preview(f"exit {name}")["rows"]["COL-ZOC-2"] == 1
        do(s, f"exit {name}")
        assert s.exit_points == points
        assert where(s, name) == "exited"


@pytest.mark.clause("COL-STK-1", "COL-STK-2", "COL-STK-3", "COL-STK-5")
def test_a_full_hex_is_only_passed():
    six = {f"f{i}": made("allied", "inf", "N") for i in range(6)}
    s = under_way({**six, "A-CL1": "T"}, name="A-CL1", supplied="all")
    assert next(iter(near("N"))) in hexes_of(s, "move", "A-CL1")  # it has points to go on
    do(s, "move A-CL1 1211")
    assert "stop A-CL1" not in legal(s)
    s = under_way({**six, "m": made("allied", "inf", "T", movement=1)}, supplied="all", commanded="all")
    assert hexes_of(s, "move", "m") == near("NE", "SE", "S", "SW", "NW")
    # an enemy beyond: the full hex is in his zone, where a move ends
    s = under_way({**six, "A-CL1": "T", "e": made("german", "inf", "N N")}, name="A-CL1", supplied="all", hexes={"NN": "N N"})
    assert next(iter(near("N"))) not in hexes_of(s, "move", "A-CL1")


# a lane: T leads to N alone, N to T and to the hex north of it
CLOSED = "T|NE T|SE T|S T|SW T|NW 1211|1311 1211|1312 1211|1112 1211|1111"


@pytest.mark.clause("COL-STK-3", "COL-STK-5")
def test_a_way_on_from_a_full_hex():
    six = {f"f{i}": made("allied", "inf", "N") for i in range(6)}
    more = {f"g{i}": made("allied", "inf", "N N") for i in range(6)}
    mover = {"m": made("allied", "bld", "T", movement=9)}
    into = min(near("N"))

    def goes(units, walls=CLOSED, **board):
        s = under_way({**mover, **units}, board={"majorriver": walls, **board}, supplied="all", commanded="all")
        return into in hexes_of(s, "move", "m")

    assert goes(six)
    assert goes({**six, **more})  # through two full hexes
    five, more_at_home = ({f"h{i}": made("allied", "inf", "T") for i in range(number)} for number in (5, 6))
    # the second full hex is in a zone: the move would end there
    enemy = {"e": made("german", "inf", "1209")}
    assert goes({**six, **more, **more_at_home})
    assert not goes({**six, **more, **more_at_home, **enemy})
    # back to where it came from, if that has room without it
    shut = f"{CLOSED} 1211|1210"
    assert goes({**six, **five}, shut)
    assert not goes({**six, **more_at_home}, shut)


@pytest.mark.clause("COL-STK-5", "COL-MOV-4")
@pytest.mark.parametrize(("name", "goes"), [("m", True), ("G-CL1", False)])
def test_a_way_off_the_map_from_a_full_hex(name, goes):
    full = {f"f{i}": made("german", "inf", "N") for i in range(6)}
    here = {f"h{i}": made("german", "inf", "T") for i in range(6)}
    units = {"m": made("german", "bld", "T"), "G-CL1": "T", **full, **here}
    board = {"majorriver": f"{CLOSED} 1211|1210", "german-exit": "N"}
    s = under_way(units, name=name, side="german", board=board, supplied="all", commanded="all")
    assert (min(near("N")) in hexes_of(s, "move", name)) is goes


@pytest.mark.clause("COL-STK-5")
def test_a_unit_may_stay_in_an_overfull_hex_it_does_not_leave():
    s = under_way({f"f{i}": made("allied", "inf", "T") for i in range(7)}, name="f0", supplied="all")
    assert "stop f0" in legal(s)


@pytest.mark.clause("COL-STK-3", "COL-STK-4")
def test_what_is_taken_back_from_a_source():
    placed = {"placed": True}
    units = {f"f{i}": {**made("german", "inf", "0424", turn=2, place="0424"), **placed} for i in range(5)}
    units |= {"G-CL1": {"at": "0424", **placed}, "G-11H": {"at": "0424", **placed}}
    units |= {"r": {**made("german", "inf", "0424"), **placed, "reduced": True}, "old": made("german", "inf", "0424")}
    s = scene(units, side="german", turn=3, step="G4", supplied="all")
    do(s, "end")
    assert s.frame.kind.name == "mouvement.reprise"
    assert "recall old" not in legal(s)
    do(s, "recall G-CL1", "recall G-11H", "recall r")
    assert (where(s, "G-CL1"), where(s, "G-11H"), where(s, "r")) == ("pool", "returning", "due")
    assert s.status[unit(s, "r")] == 1
    assert s.frame.kind.name != "mouvement.reprise"
    assert s.ask("stacking 0424 german").value == 6


@pytest.mark.clause("COL-SUP-11", "COL-SUP-4")
@pytest.mark.parametrize(("option", "valid"), [("off", True), ("on", False)])
def test_a_source_entered_in_passing(option, valid):
    units = {"m": made("allied", "bld", "0423", movement=9)}
    s = under_way(units, printed=True, supplied="all", commanded="all", options={"source_capture": option})
    do(s, "move m 0424")
    assert not s.ask("source 0424").value
    do(s, "move m 0423")
    assert s.ask("source 0424").value is valid
    assert bool(s.captured) is not valid


@pytest.mark.clause("COL-CMD-3", "COL-UNS-2", "COL-UNS-4")
def test_movement_values():
    units = {"m": made("allied", "mot", "T", movement=5), "i": made("allied", "inf", "T", movement=5)}
    free = scene(units, supplied="all", commanded="all")
    strayed = scene(units, supplied="all", commanded="none")
    both = scene(units, supplied="none", commanded="none")
    lax = scene(units, supplied="none", commanded="none", options={"command_penalty": "off"})
    for name, values in (("m", (5, 3, 1, 2)), ("i", (5, 3, 3, 5))):
        assert tuple(s.ask(f"movement {name}").value for s in (free, strayed, both, lax)) == values
        assert do(both.copy(), f"take {name}").frame.left == 2 * values[2]
