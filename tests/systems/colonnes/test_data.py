"""The data files: order of battle, tables, calendar and scenario against the reference, which this test holds itself."""

from __future__ import annotations

import re

import pytest

from echelon.core.system import load

# id(s) | formation | type | attack-defence-movement / reduced attack-defence, support, range | start, or turn and source
ORDER = """
A-TFH | TFB | QG formation | 1-2-5, support 1, range 4 | 1514
A-117 | TFB | REC | 3-2-6 / 2-1 | 1113
A-753 | TFB | BLD | 4-3-5 / 2-2 | 1514
A-2/143 | TFB | MOT | 3-4-4 / 2-2 | 1113
A-636C | TFB | BLD | 2-3-5 | 1414
A-344 | TFB | GEN | 1-2-4 | 1808
A-36H | 36 | QG formation | 1-2-5, support 2, range 4 | turn 4, 2109
A-1/141 | 36 | MOT | 3-4-4 / 2-2 | turn 3, 2109
A-2/141 | 36 | MOT | 3-4-4 / 2-2 | turn 4, 2109
A-3/141 | 36 | MOT | 3-4-4 / 2-2 | turn 4, 2109
A-636 | 36 | BLD | 3-3-5 / 2-2 | turn 4, 2109
A-111 | 36 | GEN | 2-3-4 / 1-2 | turn 5, 2109
A-753B | 36 | BLD | 3-2-5 | turn 6, 2119
A-1/142 | 36 | MOT | 3-4-4 / 2-2 | turn 6, 2119
A-2/142 | 36 | MOT | 3-4-4 / 2-2 | turn 6, 2119
A-3/142 | 36 | MOT | 3-4-4 / 2-2 | turn 6, 2119
A-1/143 | 36 | MOT | 3-4-4 / 2-2 | turn 7, 1601
A-3/143 | 36 | MOT | 3-4-4 / 2-2 | turn 7, 1601
A-6C | - | QG corps | 0-1-5, support 1, range 6 | turn 5, 2109
A-1/157 | independent | MOT | 3-4-4 / 2-2 | turn 9, 1601
A-2/157 | independent | MOT | 3-4-4 / 2-2 | turn 10, 1601
A-3/157 | independent | MOT | 3-4-4 / 2-2 | turn 10, 1601
A-191 | independent | BLD | 4-3-5 / 2-2 | turn 10, 1601
A-F1 | independent | INF | 1-1-3 | 0813
A-F2 | independent | INF | 1-1-3 | 1206
A-F3 | independent | INF | 1-1-3 | 1808
G-A19 | - | QG army | 0-1-5, support 0, range 8 | turn 8, 0424
G-85 | - | QG corps | 0-1-5, support 1, range 6 | turn 4, 0424
G-11H | 11 | QG formation | 1-2-5, support 2, range 4 | turn 3, 0424
G-AA11 | 11 | REC | 3-3-6 / 2-2 | turn 2, 0424
G-I15 | 11 | BLD | 6-5-5 / 3-3 | turn 6, 0424
G-II15 | 11 | BLD | 5-4-5 / 3-2 | turn 4, 0424
G-I110 | 11 | MEC | 4-4-5 / 2-2 | turn 3, 0424
G-II110 | 11 | MOT | 3-4-4 / 2-2 | turn 4, 0424
G-I111 | 11 | MOT | 3-4-4 / 2-2 | turn 5, 0424
G-II111 | 11 | MOT | 3-4-4 / 2-2 | turn 5, 0424
G-61 | 11 | BLD | 2-4-5 | turn 5, 0424
G-209 | 11 | GEN | 3-3-4 / 2-2 | turn 3, 0424
G-198H | 198 | QG formation | 1-2-4, support 1, range 4 | turn 6, 0424
G-I305, G-II305 | 198 | INF | 3-3-3 / 2-2 | turn 5, 0424
G-I326, G-II326 | 198 | INF | 3-3-3 / 2-2 | turn 6, 0424
G-I308, G-II308 | 198 | INF | 3-3-3 / 2-2 | turn 7, 0724
G-F198 | 198 | INF | 3-3-3 / 2-2 | turn 7, 0724
G-338H | 338 | QG formation | 1-2-4, support 1, range 4 | turn 10, 0424
G-I757, G-II757 | 338 | INF | 2-3-3 / 1-2 | turn 10, 0424
G-I758, G-II758 | 338 | INF | 2-3-3 / 1-2 | turn 11, 0424
G-FL18 | independent | MOT | 3-4-4 / 2-2 | 0518
G-LW63 | independent | INF | 1-2-3 / 1-1 | 0518
G-J71 | independent | INF | 2-3-3 / 1-2 | 0615
G-SI | independent | INF | 1-1-3 | 0807
G-716 | independent | INF | 2-2-3 / 1-1 | turn 3, 0224
G-189 | independent | INF | 2-2-3 / 1-1 | turn 5, 0224
G-C1 | - | CVI | 0-1-4 | 0519
G-C2 | - | CVI | 0-1-4 | 0520
G-C3 | - | CVI | 0-1-4 | turn 3, 0424
G-C4 | - | CVI | 0-1-4 | turn 3, 0424
G-C5 | - | CVI | 0-1-4 | turn 5, 0424
G-C6 | - | CVI | 0-1-4 | turn 5, 0424
G-C7 | - | CVI | 0-1-4 | turn 7, 0424
G-C8 | - | CVI | 0-1-4 | turn 7, 0424
"""
RESULTS = """
1 A2 A2 A1 A1 NE D1 EX D1
2 A2 A1 A1 NE D1 EX D1 D2
3 A1 A1 NE D1 EX D1 D2 D1*
4 A1 NE D1 EX D1 D2 D1* D2*
5 NE D1 EX D1 D2 D1* D2* D2*
6 D1 EX D1 D2 D1* D2* D2* DE
"""


@pytest.fixture(scope="module")
def rules():
    return load("colonnes").rules()


def order():
    for line in ORDER.strip().splitlines():
        ids, formation, kind, values, start = (part.strip() for part in line.split("|"))
        for name in ids.split(", "):
            yield name, formation, kind, values, start


def test_every_unit_of_the_order_of_battle_and_no_other(rules):
    names = {name for name, *_ in order()}
    columns = {f"{side}-CL{n}" for side in "AG" for n in range(1, 5)}
    assert {u.id for u in rules.forces.units} == names | columns
    assert len(names) == 65


@pytest.mark.parametrize(("name", "formation", "kind", "values", "start"), list(order()))
def test_unit(rules, name, formation, kind, values, start):
    u = rules.forces.index(name)
    numbers = re.match(r"(\d)-(\d)-(\d)(?: / (\d)-(\d))?(?:, support (\d), range (\d))?$", values)
    attack, defence, movement, attack2, defence2, support, reach = (int(x) if x else None for x in numbers.groups())
    assert rules.attack[u] == (attack, attack if attack2 is None else attack2)
    assert rules.defence[u] == (defence, defence if defence2 is None else defence2)
    assert (rules.movement[u], rules.steps[u], rules.stack[u]) == (movement, 1 if attack2 is None else 2, 1)
    assert (rules.support[u], rules.range[u]) == (support or 0, reach or 0)
    arm, _, level = kind.lower().partition(" ")
    assert (rules.arm[u], rules.level[u]) == (arm, level)
    assert rules.formation[u] == ("" if formation in ("-", "independent") else formation)
    assert bool(rules.independent >> u & 1) == (formation == "independent")
    arrival = re.match(r"turn (\d+), (\d{4})$", start)
    assert rules.start[u] == (arrival[2] if arrival else start)
    assert rules.arrival[u] == (int(arrival[1]) if arrival else 1)
    assert rules.forces.units[u].side == "AG".index(name[0])


def test_formations_have_their_headquarters(rules):
    heads = {rules.forces.units[u].id: rules.formation[u] for u in range(len(rules.forces)) if rules.formation_hq >> u & 1}
    assert heads == {"A-TFH": "TFB", "A-36H": "36", "G-11H": "11", "G-198H": "198", "G-338H": "338"}
    for u in range(len(rules.forces)):
        own = rules.own_hq[u]
        assert (own >= 0) == bool(rules.formation[u])
        assert own < 0 or rules.formation[own] == rules.formation[u]


def test_classes_of_units(rules):
    count = {name: getattr(rules, name).bit_count() for name in ("combat", "hq", "columns", "convoys", "infantry")}
    assert count == {"combat": 49, "hq": 8, "columns": 8, "convoys": 8, "infantry": 19}
    assert rules.combat | rules.hq | rules.columns | rules.convoys == (1 << len(rules.forces)) - 1
    assert rules.motorised == ((1 << len(rules.forces)) - 1) & ~rules.infantry
    fast = {rules.forces.units[u].id for u in range(*rules.forces.ranges[1]) if rules.fast >> u & 1}
    assert fast == {"G-AA11", "G-I15", "G-II15", "G-I110", "G-II110", "G-I111", "G-II111", "G-61", "G-209"}


def test_results_table(rules):
    rows = [line.split()[1:] for line in RESULTS.strip().splitlines()]
    assert [list(row) for row in rules.combat_table] == rows
    assert rules.column_names == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")


def test_columns_received(rules):
    assert rules.received == (0, 0, 0, 1, 1, 2)
    assert (rules.allied_received, rules.shift_limit) == (4, 3)


def test_levels_of_victory(rules):
    levels = [(row["least"], row.get("side"), row["level"]) for row in rules.scenario.data["level"]]
    assert levels == [
        (-8, "german", "decisive"), (-16, "german", "marginal"), (-23, None, "draw"), (-31, "allied", "marginal"),
        (-9999, "allied", "decisive"),
    ]  # fmt: skip
    assert rules.turns == 15
