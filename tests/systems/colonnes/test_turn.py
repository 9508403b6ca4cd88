"""What happens around movement and combat: reinforcements, columns, supply and command as found, the end of turn and game."""

import pytest
from rhone import do, legal, made, scene, unit, where

from echelon.core.system import load
from echelon.systems.colonnes.play.status import before_combat, before_movement
from echelon.systems.colonnes.state import PLACED


def column_die(columns, die, **units):
    on_map = {f"G-CL{i}": "0520" for i in range(1, columns + 1)}
    s = scene({**on_map, **units}, side="german", frame="renforts.cl_de", printed=True)
    return do(s, f"die {die}")


# --- reinforcements -------------------------------------------------------------------------------------------------------
def arriving(units, turn, side="german", **rest):
    """The reinforcement segment of a side, everybody else being off the map."""
    s = scene(
        units, side=side, turn=turn, printed=True, frame="renforts.unites", step="A1" if side == "allied" else "G1", **rest
    )
    s.step -= 1
    s.advance()
    return s


@pytest.mark.clause("COL-REN-1", "COL-REN-3", "COL-SEQ-2")
def test_units_come_in_where_the_order_of_battle_says():
    s = arriving({"G-AA11": "due", "G-716": "due"}, turn=2)
    assert (where(s, "G-AA11"), where(s, "G-716")) == ("0424", "due")
    assert s.frame.kind.name == "renforts.cl_de"
    assert s.status[unit(s, "G-AA11")] == 16


@pytest.mark.clause("COL-REN-1", "COL-SUP-3")
def test_another_source_of_the_same_edge_and_bank():
    s = arriving({"G-AA11": "due", "e": made("allied", "inf", "0424")}, turn=2)
    assert where(s, "G-AA11") == "0724"  # 0224 is across the Rhône
    s = arriving({"G-716": "due", "e": made("allied", "inf", "0224")}, turn=3)
    assert where(s, "G-716") == "due"  # no other source of the south edge on the west bank
    s = arriving({"A-1/141": "due", "e": made("german", "inf", "2109")}, turn=3, side="allied")
    assert where(s, "A-1/141") == "2119"


@pytest.mark.clause("COL-REN-4", "COL-GEN-4")
def test_columns_and_convoys_do_not_close_a_source():
    s = arriving({"A-1/141": "due", "G-C1": "2109", "G-CL1": "2109"}, turn=3, side="allied")
    assert (where(s, "A-1/141"), where(s, "G-C1"), where(s, "G-CL1")) == ("2109", "gone", "pool")
    assert s.german_prizes == 1


@pytest.mark.clause("COL-QG-4", "COL-QG-6", "COL-REN-3")
def test_headquarters_come_back_on_any_source():
    s = arriving({"A-36H": "returning"}, turn=6, side="allied")
    assert legal(s) == {f"place A-36H {h}" for h in ("1401", "1601", "2109", "2119")}
    do(s, "place A-36H 1601")
    assert where(s, "A-36H") == "1601"
    held = {f"e{h}": made("german", "inf", h) for h in ("1401", "1601", "2109", "2119")}
    s = arriving({"A-36H": "returning", **held}, turn=6, side="allied")
    assert where(s, "A-36H") == "returning"


# --- columns ----------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-CL-4", "COL-CL-11", "COL-CL-12", "COL-CL-18", "COL-CL-25")
@pytest.mark.parametrize(("here", "die", "enter"), [(0, 3, 0), (0, 4, 1), (0, 6, 2), (3, 6, 1), (4, 5, 0)])
def test_columns_of_the_german(here, die, enter):
    s = column_die(here, die)
    if enter:
        assert (s.frame.kind.name, s.frame.number) == ("renforts.cl", enter)
        do(s, *["column 0118"] * enter)
        assert s.ask("stacking 0118 german").value == enter
        assert where(s, f"G-CL{here + 1}") == "0118"
    assert s.frame.kind.name == "mouvement"
    assert s.ask("columns german").value == here + enter


@pytest.mark.clause("COL-CL-3", "COL-CL-18", "COL-CL-19")
def test_columns_of_the_allies():
    s = arriving({f"A-CL{i}": "1514" for i in (1, 2, 4)}, turn=2, side="allied")
    assert s.frame.number == 1
    assert where(do(s, "column 1601"), "A-CL3") == "1601"
    held = {f"e{h}": made("german", "inf", h) for h in ("1401", "1601", "2109", "2119")}
    s = arriving(held, turn=2, side="allied")
    assert (s.frame.kind.name, s.ask("columns allied").value) == ("mouvement", 0)
    del held["e2119"]
    s = arriving(held, turn=2, side="allied")
    assert (s.frame.kind.name, s.ask("stacking 2119 allied").value) == ("mouvement", 4)


# --- supply and command as found ------------------------------------------------------------------------------------------
# T has one way out, S; the German source lies beyond it
ONE_WAY = {"majorriver": "T|N T|NE T|SE T|SW T|NW", "german-supply-south": "1216"}


@pytest.mark.clause("COL-SEQ-3", "COL-SUP-5")
def test_what_is_found_holds_for_the_segment():
    s = scene({"d": made("german", "mot", "T"), "a": made("allied", "inf", "1215", movement=2)}, board=ONE_WAY, commanded="all")
    assert not s.ask("unsupplied d").value
    do(s, "take a", "move a 1214")
    assert not s.ask("supplied d").value  # the only way out is in a zone now
    assert not s.ask("unsupplied d").value  # but d counts as supplied until the segment is over
    do(s, "move a 1213", "end")
    assert s.frame.kind.name == "combat.cible"
    assert s.ask("unsupplied d").value
    assert s.ask("defence d").value == 2


@pytest.mark.clause("COL-DOM-1", "COL-DOM-2", "COL-DOM-3", "COL-SUP-6")
def test_the_road_under_cote_300():
    s = scene({"a": made("allied", "inf", "0714")}, side="german", printed=True)
    zones = {h for h in ("0614", "0613", "0615", "0516") if s.ask(f"zone {h} allied").value}
    seen = {h for h in ("0614", "0613", "0615", "0516") if s.ask(f"dominated {h} allied").value}
    assert zones == {"0614", "0613"}
    assert seen == {"0614", "0613", "0615"}
    off = scene({"a": made("allied", "inf", "0714")}, side="german", printed=True, options={"dominance": "off"})
    assert not off.ask("dominated 0615 allied").value


@pytest.mark.clause("COL-SUP-1", "COL-SUP-6", "COL-SUP-9", "COL-GEN-4")
@pytest.mark.parametrize(("friend", "supplied"), [(None, False), ("inf", True), ("qg", True), ("cl", False), ("cvi", False)])
def test_a_friendly_unit_opens_a_hex_in_a_zone(friend, supplied):
    # d in T has one way out, S, which lies in a zone of the enemy
    board = {"majorriver": "T|N T|NE T|SE T|SW T|NW", "german-supply-south": "1216"}
    units = {"d": made("german", "inf", "T"), "e": made("allied", "inf", "1313 S")}
    if friend:
        units["f"] = made("german", friend, "S", level="corps", range=6)
    s = scene(units, side="german", board=board)
    assert s.ask("zone 1213 allied").value
    assert s.ask("supplied d").value is supplied
    assert s.ask("unsupplied d").value is not supplied


@pytest.mark.clause("COL-SUP-8", "COL-SUP-10")
def test_mountains_are_left_freely_and_entered_by_road():
    walls = "T|NE T|SE T|SW T|NW T|N"
    source = {"german-supply-south": "1216"}
    inside = scene({"d": made("german", "inf", "T")}, side="german", board={"mountain": "T", "majorriver": walls, **source})
    assert inside.ask("supplied d").value
    behind = {"mountain": "S", "majorriver": walls, **source}
    assert not scene({"d": made("german", "inf", "T")}, side="german", board=behind).ask("supplied d").value
    assert scene({"d": made("german", "inf", "T")}, side="german", board={**behind, "road": "T-S"}).ask("supplied d").value


@pytest.mark.clause("COL-SUP-8")
def test_ferries_serve_german_lines_only():
    walls = "T|N T|NE T|SE T|S T|SW T|NW"
    sources = {"german-supply-south": "1216", "allied-supply-north": "1201"}
    board = {"majorriver": walls, "ferry": "T|S T|N", **sources}
    assert scene({"d": made("german", "inf", "T")}, side="german", board=board).ask("supplied d").value
    assert not scene({"d": made("allied", "inf", "T")}, board=board).ask("supplied d").value


@pytest.mark.clause("COL-CMD-1", "COL-CMD-2", "COL-CMD-4", "COL-UNI-4")
def test_range_of_command():
    hexes = {"H": "T S S S S S"}
    units = {"A-36H": "1207", "A-1/141": "1211", "A-191": "1211", "A-6C": "1207"}
    s = scene(units, hexes=hexes)
    assert s.ask("range A-1/141 A-36H").value == 4
    assert s.ask("commanded A-1/141").value
    s = scene({**units, "A-1/141": "1212", "A-191": "1212"}, hexes=hexes)
    assert not s.ask("commanded A-1/141").value  # the corps does not serve for it
    assert s.ask("commanded A-191").value  # any headquarters serves an independent unit
    s = scene({**units, "e": made("german", "inf", "1209")}, hexes=hexes)
    assert s.ask("range A-1/141 A-36H").value > 4


# --- the end ----------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("COL-VIC-1", "COL-VIC-2", "COL-VIC-3", "COL-VIC-4", "COL-VIC-6", "COL-VIC-7")
@pytest.mark.parametrize(("supplied", "result"), [("all", (1, "marginal")), ("none", (1, "decisive"))])
def test_the_last_turn_decides(supplied, result):
    units = {"a": made("allied", "inf", "0711"), "c": made("german", "inf", "1808"), "G-C1": "0520"}
    points = {"exit_points": 14, "allied_steps": 1, "german_steps": 23, "german_prizes": 0, "cut_turns": 1}
    s = scene(units, side="german", turn=15, frame="combat.cible", printed=True, supplied=supplied, **points)
    # 14 + 1 + 5 for Crest, less 23 + 1 for the convoy + 2 for the turn the road was cut: -6; -8 if it is cut now
    do(s, "end")
    assert s.cut_turns == (2 if supplied == "all" else 1)
    assert s.result() == (1, "decisive", "COL-VIC-3")
    points["exit_points"] = 13
    s = scene(units, side="german", turn=15, frame="combat.cible", printed=True, supplied=supplied, **points)
    assert do(s, "end").result() == (*result, "COL-VIC-3")
    draw = scene(
        {"x": made("german", "inf", "0520")}, side="german", turn=15, frame="combat.cible", printed=True, german_steps=20
    )
    assert do(draw, "end").result() == (None, "draw", "COL-VIC-3")


@pytest.mark.clause("COL-VIC-2", "COL-SEQ-1")
def test_a_turn_ends_and_the_next_begins():
    s = scene({"a": made("allied", "inf", "1105")}, side="german", turn=4, frame="combat.cible", printed=True)
    do(s, "end")
    assert (s.turn, s.cut_turns, s.frame.kind.name, s.frame.side) == (5, 0, "renforts.cl", 0)


@pytest.mark.clause("COL-SET-1")
def test_the_start():
    s = load("colonnes").new(seed=1)
    assert (where(s, "A-117"), where(s, "G-FL18"), where(s, "G-AA11"), where(s, "A-CL1")) == ("1113", "0518", "due", "pool")
    assert (s.frame.kind.name, s.frame.number) == ("renforts.cl", 4)


@pytest.mark.clause("COL-SEQ-3")
def test_who_is_out_of_command_is_told_when_it_changes():
    """Command is found before movement and again before combat; the log does not list the same units twice."""
    s = scene({"A-117": "0606", "G-CL1": "2003"}, side="allied", frame="mouvement")
    s.log = []
    s.commanded = -1  # nobody has been told yet
    do(s, "end")
    found = [event for event in s.log if event.key == "command.found"]
    assert [dict(event.facts).get("side") for event in found] == [0]
    s.log.clear()
    before_combat(s, 0)
    assert [event for event in s.log if event.key.startswith("command")] == []


@pytest.mark.clause("COL-SEQ-3")
def test_only_units_for_whom_it_is_new_are_told():
    s = scene({"A-117": "0606", "A-2/143": "1610", "A-TFH": "1611", "G-CL1": "2003"}, side="allied", frame="mouvement")
    lost, found = unit(s, "A-117"), unit(s, "A-2/143")
    s.log, s.commanded = [], ~(1 << found)
    before_combat(s, 0)
    told = {event.key: event.facts["units"] for event in s.log if event.key.startswith("command")}
    assert told == {"command.found": (lost,), "command.back": (found,)}
    s.status[lost] |= PLACED  # has arrived since: nothing was told of it
    s.log = []
    before_movement(s, 0)
    assert [event.facts["units"] for event in s.log if event.key.startswith("command")] == [(lost,)]
