"""What a question is asked with: is its main button what most would press now, and which overlays help?"""

import pytest
from tabled import choices, table_of, until

import echelon
from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.server.scene import scene

MOVING = {"drill": "move.pick", "tigers": "move.pick", "colonnes": "mouvement"}
TARGET = {"drill": "combat.target", "tigers": "attack.allocate", "colonnes": "combat.cible"}
JOINING = {"drill": "combat.join", "tigers": "attack.battle", "colonnes": "combat.attaquants"}


def shown(table):
    return scene(table, table.state.frame.side)


@pytest.mark.parametrize("system", MOVING)
def test_the_end_of_movement_is_ready_when_those_who_can_move_have(system):
    table = until(table_of(system, 1), MOVING[system])
    side = table.state.frame.side
    first = shown(table)
    assert first["main"]["legal"] and not first["main"]["ready"]
    seen = []
    while table.state.frame.kind.name.startswith(MOVING[system].split(".")[0]) and table.state.frame.side == side:
        found = shown(table)
        if found["kind"] == MOVING[system]:
            seen.append((sum("unit" in row for row in found["legal"]), found["main"]["ready"]))
        takes = [a for a in found["legal"] if a["verb"] == "take"]
        if found["kind"] == MOVING[system] and not takes:
            break
        line = takes[0]["line"] if takes else (found["main"] or found["legal"][0])["line"]
        table.do(line)
    assert [ready for _, ready in seen] == sorted(ready for _, ready in seen), "once ready, it stays so"
    assert seen[-1][1] and len(seen) > 2


def made(table):
    """Attacks that the side has declared in this step."""
    lines = [(move, table.before(i)) for i, move in enumerate(table.moves)]
    step = table.state.step, table.state.turn
    return sum(s.text(move.action).startswith("attack ") for move, s in lines if (s.step, s.turn) == step)


def worth_it(panel):
    """Would most fight so? Nobody could join for better odds, and something can come of it."""
    now = panel["ladder"]["columns"][panel["ladder"]["final"]]
    better = [row for row in panel["changes"] if row["better"] and row["line"] and row["final"] != now]
    return not better and any(row["tone"] == "defender" for row in panel["chances"])


@pytest.mark.parametrize("system", TARGET)
def test_the_end_of_attacks_is_ready_when_there_is_one_or_none_is_possible(system):
    plain = coloured = 0
    for seed in range(3):
        for table in choices(table_of(system, seed), seed, 500):
            found = table.state.frame.kind.name in (TARGET[system], JOINING[system]) and shown(table)
            if not found or not found["main"] or not found["main"]["legal"]:
                continue
            attacks = [row for row in found["legal"] if row["verb"] == "attack"]
            if found["kind"] == JOINING[system]:
                assert found["main"]["ready"] == (len(found["legal"]) == 1 or worth_it(found["panel"]))
                coloured += found["main"]["ready"]
            elif not attacks:
                assert found["main"]["ready"]
                coloured += 1
            else:
                plain += not found["main"]["ready"]
                assert not found["main"]["ready"] or made(table) > len(attacks), "one attack of many ends nothing"
    assert plain and coloured


@pytest.mark.parametrize("system", ["drill", "tigers", "colonnes"])
def test_what_is_not_legal_is_never_ready(system):
    for i, table in enumerate(choices(table_of(system, 2), 2, 300)):
        if i % 5 == 0 and (main := shown(table)["main"]):
            assert main["legal"] or not main["ready"]


@pytest.mark.parametrize("system", MOVING)
def test_who_moves_is_shown_the_zones_of_the_enemy(system):
    table = until(table_of(system, 1), MOVING[system])
    side = table.state.frame.side
    (help_,) = shown(table)["helps"]
    sides = table.state.rules.sides
    assert (help_["name"], help_["of"]) == ("zones", sides[1 - side])
    assert help_["marks"] and all(row["mark"] == "zone" and row["side"] == sides[1 - side] for row in help_["marks"])
    assert scene(table, 1 - side)["helps"] == [] == scene(table, None)["helps"]
    assert scene(table, side, at=0)["helps"] == []


def test_every_overlay_that_helps_exists_and_every_question_it_helps_with_too():
    for name in echelon.system_names():
        system = echelon.load(name)
        assert set(system.show.helps) <= {kind.name for kind in system.kinds}
        assert {overlay for rows in system.show.helps.values() for overlay, _ in rows} <= set(system.show.marks)
        assert {whose for rows in system.show.helps.values() for _, whose in rows} <= {"own", "enemy"}


def test_the_choice_of_a_source_is_shown_with_supply():
    assert [row["name"] for row in shown(table_of("colonnes", 1))["helps"]] == ["supply"]


ONE_OF_MANY = """system = "tigers"
turn = 5
side = "german"
assume = { supplied = "all" }
frame = "attack.allocate"
[units]
de-12vg = "1108"
de-18vg = "1108"
us-30id = "1008"
us-28id = "1107"
us-99id = "1109"
"""


def test_one_attack_of_three_is_not_all_that_most_would_make():
    table = Table(Position.parse(ONE_OF_MANY).state())
    table.do("attack 1008; with de-12vg; set")
    assert table.state.frame.kind.name == "attack.allocate"
    assert not table.state.rules.system.show.ready(table.state)


@pytest.mark.parametrize("system", ["drill", "tigers", "colonnes"])
def test_the_end_of_an_advance_is_not_ready_while_another_can_advance(system):
    kind = {"colonnes": "combat.avance"}.get(system, "combat.advance")
    tried = 0
    for seed in range(3):
        for table in choices(table_of(system, seed), seed, 500):
            if table.state.frame.kind.name != kind:
                continue
            found = shown(table)
            others = {row["unit"] for row in found["legal"] if row["verb"] == "advance"} - set(found["under_way"])
            assert not (others and found["main"]["legal"] and found["main"]["ready"])
            tried += bool(others)
    assert tried
