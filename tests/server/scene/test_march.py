"""A stack that goes as a body: one line, each by his own way, and who cannot follow is left."""

import pytest
from tabled import choices, table_of

from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server.scene.body import march, together
from echelon.server.scene.reach import reach
from echelon.systems.tigers.state import DISRUPTED


def units_of(state, hex_):
    side = state.frame.side
    return [u for u in range(*state.rules.forces.ranges[side]) if getattr(state, state.layout.rows[0].name)[u] == hex_]


def left(found):
    return [row["unit"] for row in found["left"]]


DRILL = """system = "drill"
turn = 2
side = "blue"
frame = "move.pick"
[units]
b1 = "0203"
b2 = "0203"
b3 = "0104"
r1 = "0604"
"""


def test_all_of_them_go_in_one_line_that_is_taken_back_at_once():
    table = Table(Position.parse(DRILL).state())
    state = table.state
    names = state.rules.names()
    found = march(View(state, 0), [names.unit("b1"), names.unit("b2")], names.hex("0303"))
    assert (found["units"], found["left"]) == (["b1", "b2"], [])
    table.do(found["line"])
    assert {table.state.pos[names.unit(u)] for u in ("b1", "b2")} == {names.hex("0303")}
    table.undo(line=True)
    assert {table.state.pos[names.unit(u)] for u in ("b1", "b2")} == {names.hex("0203")}


def test_who_finds_no_room_is_left():
    state = Position.parse(DRILL).state()
    names = state.rules.names()
    found = march(View(state, 0), [names.unit(u) for u in ("b1", "b2", "b3")], names.hex("0303"))
    assert (found["units"], left(found)) == (["b1", "b2"], ["b3"])


@pytest.mark.parametrize("system", ["drill", "tigers", "colonnes"])
def test_every_line_can_be_played_and_ends_where_it_says(system):
    tried = 0
    for i, table in enumerate(choices(table_of(system, 4), 4, 400)):
        state = table.state
        if (i % 7 and system != "drill") or state.frame.kind.name not in ("move.pick", "mouvement"):
            continue
        side, labels, place = state.frame.side, state.rules.board.labels, state.layout.rows[0].name
        for hex_ in range(state.rules.board.n):
            units = units_of(state, hex_)
            if len(units) < 2:
                continue
            ways = reach(View(state, side), units[0])["hexes"]
            goals = [label for label, way in ways.items() if not way.get("final")][:1]
            for label in goals:
                goal = labels.index(label)
                found = march(View(state, side), units, goal)
                assert sorted([*found["units"], *left(found)]) == sorted(state.rules.forces.units[u].id for u in units)
                if not found["line"]:
                    continue
                after = Table(state.copy())
                after.do(found["line"])
                if not after.rest:
                    ids = state.rules.names()
                    assert all(getattr(after.state, place)[ids.unit(u)] == goal for u in found["units"])
                    tried += 1
            break
    assert tried


TIGERS = """system = "tigers"
turn = 2
side = "german"
frame = "move.pick"
assume = { supplied = "all" }
[units]
de-1ss = "1407"
de-501ss = "1407"
us-106id = "805"
"""


def test_only_a_die_takes_a_tiger_there_and_its_clause_is_told():
    state = Position.parse(TIGERS.replace("805", "1107")).state()  # its zone ends the move
    view, names = View(state, state.frame.side), state.rules.names()
    units = [names.unit(u) for u in ("de-1ss", "de-501ss")]
    found = together(view, units)
    assert (found["units"], found["stays"]) == (["de-1ss", "de-501ss"], [])
    assert "1206" not in found["hexes"] and "1206" in reach(view, units[0])["hexes"]
    [row] = march(view, units, names.hex("1206"))["left"]
    assert row["unit"] == "de-501ss" and "roll" in row["say"] and row["clause"].startswith("TIG-TGR")


def test_who_cannot_stop_without_a_die_goes_last():
    state = Position.parse(TIGERS).state()
    view, names = View(state, state.frame.side), state.rules.names()
    found = march(view, [names.unit(u) for u in ("de-501ss", "de-1ss")], names.hex("1206"))
    assert (found["units"], found["left"]) == (["de-1ss", "de-501ss"], [])
    table = Table(state.copy())
    table.do(found["line"])
    assert table.state.pos[names.unit("de-501ss")] == names.hex("1206") and table.state.rolls == 0


def test_a_body_ends_by_a_way_that_disrupts_nobody_where_there_is_one():
    state = Position.parse(TIGERS.replace("de-501ss", "de-lehr")).state()
    view, names = View(state, state.frame.side), state.rules.names()
    units = [names.unit(u) for u in ("de-1ss", "de-lehr")]
    goal = "1406"  # half a point by road, which disrupts who stays there
    assert reach(view, units[0])["hexes"][goal]["warnings"][0]["clause"] == "TIG-ROAD-4"
    assert "warnings" not in together(view, units)["hexes"][goal]
    table = Table(state.copy())
    table.do(march(view, units, names.hex(goal))["line"])
    assert "normal" in table.state.text(table.moves[-1].action)
    assert {table.state.pos[unit] for unit in units} == {names.hex(goal)}
    assert not any(table.state.status[unit] & DISRUPTED for unit in units)


def test_what_awaits_each_of_a_body_has_his_name():
    state = Position.parse(TIGERS.replace("de-501ss", "de-lehr")).state()
    view, names = View(state, state.frame.side), state.rules.names()
    hexes = together(view, [names.unit("de-1ss"), names.unit("de-lehr")])["hexes"]
    told = [one["say"] for way in hexes.values() for one in way.get("warnings", ()) if one["clause"] == "TIG-ROAD-4"]
    assert told and all("Panzer-Lehr" in say or "1. SS" in say for say in told)
