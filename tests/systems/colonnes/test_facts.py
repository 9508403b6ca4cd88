"""Facts both judges read: what a step costs, what ground is worth, what units are worth in their state, points."""

from __future__ import annotations

import pytest

from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.systems.colonnes.facts.ground import exit_rows, may_enter, step_rows, terrain_shift, total
from echelon.systems.colonnes.facts.score import exit_points, points, score_rows, verdict
from echelon.systems.colonnes.facts.units import attack, defence, movement, points_at, steps_left
from echelon.systems.colonnes.state import ALLIED, GERMAN, REDUCED


@pytest.fixture(scope="module")
def rules():
    return load("colonnes").rules()


def draft(text):
    return Position.parse('system = "colonnes"\n' + text).draft()


@pytest.mark.parametrize(
    ("unit", "way", "halves"),
    [
        ("G-I305", "0517 0617", 2),  # plain, on foot
        ("G-I15", "0517 0617", 2),
        ("G-I305", "0517 0516", 2),  # the N7: 1 on foot, ½ motorised
        ("G-I15", "0517 0516", 1),
        ("G-C1", "0517 0516", 1),
        ("G-CL1", "0517 0516", 1),
        ("G-11H", "0517 0516", 1),
        ("G-I305", "0614 0714", 4),  # wooded hills: 2 on foot, 3 motorised
        ("G-I15", "0614 0714", 6),
        ("G-I15", "0614 0613", 1),
        ("G-I15", "0613 0713", 1),  # the road through the hills
        ("A-F3", "1809 1810", 6),  # mountain: 3 on foot, motorised not at all
        ("A-117", "1809 1810", None),
        ("G-I305", "0518 0618", 4),  # the Roubion: 1 more
        ("G-I15", "0518 0519", 1),  # over its bridge
        ("A-F2", "1107 1206", 6),  # the Drôme: 2 more, into a town
        ("A-117", "1107 1206", 6),
        ("G-I305", "0418 0318", None),  # the Rhône, ferry or not
        ("G-I305", "0417 0318", None),
    ],
)
def test_a_step(rules, unit, way, halves):
    a, b = (rules.board.ids[label] for label in way.split())
    u = rules.forces.index(unit)
    rows = step_rows(rules, u, a, b)
    assert total(rows) == halves
    assert may_enter(rules, u, a, b) == (halves is not None)
    assert all(row.clause in rules.system.clauses for row in rows)


def test_leaving_the_map(rules):
    assert total(exit_rows(rules, rules.forces.index("G-I305"))) == 2
    assert total(exit_rows(rules, rules.forces.index("G-I15"))) == 1


@pytest.mark.parametrize(
    ("hex_", "shift"), [("0517", 0), ("0518", -1), ("0714", -1), ("0713", -1), ("1810", -2), ("1105", -1), ("0808", 0)]
)
def test_shift_of_the_ground(rules, hex_, shift):
    assert terrain_shift(rules, rules.board.ids[hex_]) == shift


VALUES = """
side = "german"
frame = "mouvement"
[state]
unsupplied = "G-I305 G-II15 G-11H G-C1 G-CL1 G-AA11"
commanded = "G-I15 G-11H G-C1 G-CL1"
[units]
G-I305 = "0517"
G-I326 = { at = "0517", reduced = true }
G-I15 = { at = "0517", reduced = true }
G-II15 = "0517"
G-AA11 = { at = "0518", reduced = true }
G-11H = "0518"
G-C1 = "0518"
G-CL1 = "0518"
"""


def test_values_of_a_unit_in_its_state():
    s = draft(VALUES)
    index = s.rules.forces.index
    names = [unit.id for i, unit in enumerate(s.rules.forces.units) if s.pos[i] < s.rules.board.n]
    found = {u: (attack(s, index(u)), defence(s, index(u)), movement(s, index(u))) for u in names}
    assert found == {
        "G-I305": (1, 3, 4),  # infantry: attack alone; out of command 3 becomes 2
        "G-I326": (2, 2, 4),
        "G-I15": (3, 3, 10),  # reduced, supplied, in command
        "G-II15": (2, 2, 2),  # 5-4-5: halved down, up; movement 5, 3, 1
        "G-AA11": (1, 1, 2),  # reduced 2-2, 6, 3, 1
        "G-11H": (0, 1, 4),
        "G-C1": (0, 1, 4),
        "G-CL1": (0, 0, 8),  # a column suffers nothing
    }
    assert points_at(s, GERMAN, s.rules.board.ids["0517"]) == 4
    assert [steps_left(s, index(u)) for u in ("G-I305", "G-I15", "G-11H", "G-CL1")] == [2, 1, 1, 0]


def test_without_the_command_penalty_only_supply_counts():
    s = draft('options = { command_penalty = "off" }\n' + VALUES)
    index = s.rules.forces.index
    assert [movement(s, index(u)) for u in ("G-I305", "G-II15", "G-AA11")] == [6, 4, 6]


POINTS = """
frame = "mouvement"
[state]
exit_points = 11
allied_steps = 3
german_steps = 4
german_prizes = 2
cut_turns = 5
unsupplied = ""
commanded = ""
[units]
A-117 = "0518"
G-I15 = "1808"
G-C1 = "0519"
G-C2 = "exited"
"""


def test_points_row_by_row():
    s = draft(POINTS)
    assert [row.amount for row in score_rows(s, GERMAN)] == [11, 3, 5]
    assert [row.amount for row in score_rows(s, ALLIED)] == [4, 4, 1, 5, 10]
    assert (points(s, GERMAN), points(s, ALLIED)) == (19, 24)
    assert verdict(s) == (GERMAN, "decisive")


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        (-8, (GERMAN, "decisive")), (-9, (GERMAN, "marginal")), (-16, (GERMAN, "marginal")), (-17, (None, "draw")),
        (-23, (None, "draw")), (-24, (ALLIED, "marginal")), (-31, (ALLIED, "marginal")), (-32, (ALLIED, "decisive")),
        (40, (GERMAN, "decisive")), (-90, (ALLIED, "decisive")),
    ],
)  # fmt: skip
def test_levels(rules, lead, wanted):
    s = rules.blank()
    s.exit_points, s.german_steps = max(lead, 0), max(-lead, 0)
    assert verdict(s) == wanted


def test_what_leaves_the_map_is_worth(rules):
    s = rules.blank()
    index = rules.forces.index
    names = ("G-I15", "G-II111", "G-209", "G-I305", "G-SI", "G-C1", "G-85", "G-FL18")
    worth = {u: exit_points(s, index(u), steps_left(s, index(u))) for u in names}
    assert worth == {"G-I15": 4, "G-II111": 4, "G-209": 4, "G-I305": 2, "G-SI": 1, "G-C1": 3, "G-85": 2, "G-FL18": 2}
    s.status[index("G-I15")] |= REDUCED
    assert exit_points(s, index("G-I15"), steps_left(s, index("G-I15"))) == 2
