"""A stack that goes as a body: one line, each by his own way, and who cannot follow is left."""

import pytest
from tabled import choices, table_of

from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server.scene.reach import march, reach


def units_of(state, hex_):
    side = state.frame.side
    return [u for u in range(*state.rules.forces.ranges[side]) if getattr(state, state.layout.rows[0].name)[u] == hex_]


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
    assert (found["units"], found["left"]) == (["b1", "b2"], ["b3"])


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
                assert sorted([*found["units"], *found["left"]]) == sorted(state.rules.forces.units[u].id for u in units)
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
