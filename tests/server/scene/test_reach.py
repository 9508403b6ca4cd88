"""Reach: every line offered can be played and ends where it says."""

import random

import pytest
from tabled import choices, table_of, until

from echelon.core.record.position import Position
from echelon.core.views import View
from echelon.server.scene import reach

FEW = 6


def ends(view, found):
    """Where some of the lines lead, against where they should."""
    unit = view.rules.forces.index(found["unit"])
    rows = [(label, row) for label, row in found["hexes"].items() if "note" not in row]
    for label, row in random.Random(0).sample(rows, min(FEW, len(rows))):
        trial = view.state.copy()
        assert trial.play(row["line"]) == ()
        yield label, view.rules.board.labels[trial.pos[unit]], row


@pytest.mark.parametrize(("system", "seed", "every"), [("drill", 1, 1), ("drill", 2, 1), ("tigers", 3, 23)])
def test_every_line_of_a_game_ends_in_its_hex(system, seed, every):
    count = 0
    for i, table in enumerate(choices(table_of(system, seed), seed)):
        state = table.state
        if i % every or state.frame.kind.secret:
            continue
        view = View(state, state.frame.side)
        named = sorted({u for a in state.legal() for u in state.rules.verbs.values(a, "unit")})
        for unit in named[:3]:
            found = reach(view, unit)
            assert found["complete"]
            for wanted, came, row in ends(view, found):
                assert came == wanted == row["path"][-1]
                count += 1
    assert count > 50


def test_costs_and_ways():
    text = (
        'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0203", r1 = { at = "0106", shaken = true } }\n'
    )
    state = Position.parse(text).state()
    found = reach(View(state, 0), state.rules.forces.index("b1"))
    assert (found["unit"], found["start"]) == ("b1", "0203")
    costs = {row["cost"] for row in found["hexes"].values()}
    assert "½" in costs and "1½" in costs and "1" in costs
    row = next(row for row in found["hexes"].values() if len(row["path"]) == 3)
    assert row["path"][0] == "0203" and row["line"].startswith("take b1; move b1 ")


def test_another_unit_under_way_stops_first():
    table = until(table_of("drill", 1), "move.step")
    state = table.state
    moving = state.rules.forces.units[state.frame.unit].id
    before = table.moves[-1].before
    others = {u for a in before.legal() for u in state.rules.verbs.values(a, "unit")} - {state.frame.unit}
    view = View(state, state.frame.side)
    found = [reach(view, unit) for unit in sorted(others)]
    assert any(row["hexes"] for row in found)
    for one in found:
        for wanted, came, row in ends(view, one):
            assert wanted == came and row["line"].startswith(f"stop {moving}; take ")


def test_nothing_for_who_is_not_asked():
    table = until(table_of("drill", 1), "move.pick")
    for side in (1 - table.state.frame.side, None):
        assert reach(View(table.state, side), 0)["hexes"] == {}


def test_a_stack_goes_together():
    text = 'system = "tigers"\nside = "german"\nturn = 3\nframe = "move.pick"\nunits = { de-2pz = "1305", de-116pz = "1305" }\n'
    state = Position.parse(text).draft()
    state.play("take de-2pz; join de-116pz")
    view = View(state, 0)
    units = [state.rules.forces.index(name) for name in ("de-2pz", "de-116pz")]
    led, following = (reach(view, unit) for unit in units)
    assert led["hexes"].keys() == following["hexes"].keys() != set()
    label, row = next(iter(following["hexes"].items()))
    trial = state.copy()
    trial.play(row["line"])
    assert {state.rules.board.labels[trial.pos[unit]] for unit in units} == {label}


def test_what_a_die_decides_is_said():
    """An enemy's bridge may be blown in the mover's face: the hex behind it is offered with its chance."""
    found = None
    for table in choices(table_of("tigers", 2), 2):
        state = table.state
        if state.frame.kind.name != "move.step":
            continue
        view = View(state, state.frame.side)
        rows = reach(view, state.frame.unit)["hexes"].values()
        found = next((row for row in rows if "die" in row.get("note", "")), None)
        if found:
            break
    assert found and " in 6" in found["note"]
