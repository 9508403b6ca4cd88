"""Why not: the clauses behind a refusal, never a traceback, never a secret."""

import random

import msgspec
import pytest
from tabled import choices, played, table_of, until

from echelon.core.record.position import Position
from echelon.core.views import View
from echelon.server.scene import scene, why


@pytest.mark.parametrize(("system", "seed", "every"), [("drill", 1, 1), ("drill", 2, 1), ("tigers", 3, 11)])
def test_whatever_is_pointed_at_has_an_answer(system, seed, every):
    rng = random.Random(seed)
    for i, table in enumerate(choices(table_of(system, seed), seed)):
        if i % every:
            continue
        rules = table.state.rules
        for side in (table.state.frame.side, 1 - table.state.frame.side, None):
            view = View(table.state, side)
            unit, hex_ = rng.randrange(len(rules.forces.units)), rng.randrange(rules.board.n)
            for wanted in ({"unit": unit, "hex_": hex_}, {"unit": unit}, {"hex_": hex_}, {}):
                found = why(view, **wanted)
                msgspec.json.encode(found)
                assert found["say"] and "{" not in found["say"]
                assert not (found["legal"] and found["rulings"])
                assert side == table.state.frame.side or not found["legal"]
                for row in found["rulings"]:
                    assert row["clause"] in rules.system.clauses and "{" not in row["say"]


def drill(units, frame='"move.pick"', side="blue", more=""):
    text = f'system = "drill"\nside = "{side}"\nframe = {frame}\nunits = {{ {units} }}\n{more}'
    state = Position.parse(text).state()
    return View(state, state.rules.names().side(side)), state.rules.forces.index, state.rules.board.ids


def test_too_far():
    view, unit, hexes = drill('b1 = "0102", r1 = { at = "0706", shaken = true }')
    found = why(view, unit("b1"), hexes["0705"])
    assert found["legal"] is False and found["far"] in found["say"]
    assert [row["clause"] for row in found["rulings"]] == ["DRL-MOV-1"]


def test_the_next_step_is_judged_from_as_far_as_it_comes():
    view, unit, hexes = drill('b3 = "0203", r1 = "0404"', more='board = { base = "blank" }\n')
    found = why(view, unit("b3"), hexes["0404"])
    assert found["rulings"][0]["clause"] == "DRL-STK-2"
    assert "7th Fusiliers" in found["rulings"][0]["say"]


def test_a_way_over_a_bridge_that_a_die_may_blow():
    """Behind the enemy's bridge nothing is sure: whoever points there is told of the die, and where to go first."""
    island = ("706", "707")
    blank = Position.parse('system = "tigers"\nboard = { base = "blank" }\n').state().rules.board
    water = [f"{a}|{blank.labels[b]}" for a in island for b, _, _ in blank.near[blank.ids[a]] if blank.labels[b] not in island]
    text = f"""
        system = "tigers"
        turn = 5
        side = "german"
        frame = "move.pick"
        assume = {{ supplied = "all" }}
        board = {{ base = "blank", bridge = "705|706", river = "{" ".join(water)}" }}
        [units]
        g = {{ at = "705", side = "german", arm = "armor", factor = 4 }}
        other = {{ at = "605", side = "german", arm = "armor", factor = 4 }}
    """
    state = Position.parse(text).state()
    board, unit = state.rules.board, state.rules.forces.index("g")
    found = why(View(state, 0), unit, board.ids["707"])
    assert found["far"] == "706" and not found["legal"] and not found["rulings"]
    assert "(2 in 6)" in found["say"] and "continue to 707" in found["say"]
    far = why(View(state, 0), unit, board.ids["1210"])
    assert far["rulings"] and not far["legal"]  # too far whatever the die says


def test_peiper_going_on_after_his_battle_is_judged_from_as_far_as_he_comes():
    """The enemy bars the hex, not that it is two hexes away: that much he can go."""
    text = """
        system = "tigers"
        turn = 5
        side = "german"
        frame = "kgp.continue"
        assume = { supplied = "all" }
        board = { base = "blank" }
        [units]
        de-kgp = { at = "605", moved = true, attacked = true, spent = 3 }
        us-4id = "603"
    """
    state = Position.parse(text).state()
    found = why(View(state, 0), state.rules.forces.index("de-kgp"), state.rules.board.ids["603"])
    assert found["rulings"][0]["clause"] == "TIG-GEN-9"
    assert not any("not next to" in row["say"] for row in found["rulings"])


def test_what_can_be_reached_is_legal():
    view, unit, hexes = drill('b1 = "0102", r1 = { at = "0706", shaken = true }')
    assert why(view, unit("b1"), hexes["0202"])["legal"] is True


def test_a_unit_that_cannot_be_chosen():
    view, unit, _ = drill('b1 = "0102", r1 = "0706"')
    found = why(view, unit("r1"))
    assert "7th Fusiliers" in found["say"] and found["rulings"][0]["clause"] == "DRL-SEQ-1"


def test_a_unit_that_cannot_join_an_attack():
    view, unit, hexes = drill('b1 = "0302", b2 = "0102", r1 = "0402"', '{ kind = "combat.join", hex = "0402" }')
    found = why(view, unit("b2"))
    assert found["say"] == "2nd Rifles cannot join the attack on 0402."
    assert [row["clause"] for row in found["rulings"]] == ["DRL-CBT-2"]
    target, unit, hexes = drill('b1 = "0302", b2 = "0102", r1 = "0402"', '"combat.target"')
    assert why(target, unit("b2"), hexes["0402"])["say"] == found["say"]
    assert why(target, unit("b1"), hexes["0402"])["legal"]
    assert why(target, unit("b1"))["say"] == "Choose the hex first: Attack 0402."


def test_what_would_be_left_at_the_farthest_hex_is_not_said_to_be_left_now():
    view, unit, hexes = drill('b1 = "0102", r1 = "0706"')
    found = why(view, unit("b1"), hexes["0602"])
    assert found["far"] == "0503"
    assert found["rulings"][0]["say"].endswith("1st Rifles would have 0 left at Pontsarce (0503).")


def test_a_line():
    view, _, _ = drill('b1 = "0102", r1 = "0706"')
    assert why(view, line="take b1")["legal"] is True
    refused = why(view, line="take b1; move b1 0705")
    assert refused["say"] == "1st Rifles cannot move to 0705."
    assert refused["rulings"][0]["clause"] == "DRL-MOV-1"
    nonsense = why(view, line="dance b1")
    assert nonsense["legal"] is False and nonsense["rulings"] == [] and "dance" in nonsense["say"]


def test_it_is_not_your_turn():
    view, unit, hexes = drill('b1 = "0102", r1 = "0706"')
    other = View(view.state, 1)
    assert "Blue" in why(other, unit("b1"), hexes["0202"])["say"]
    assert why(View(view.state, None), unit("b1"))["legal"] is False
    over = played("drill", 1)
    assert why(View(over.state, 0), 0)["say"] == "The game is over."


def test_the_main_action_that_is_not_legal_yet_says_what_is_owed():
    table = until(table_of("tigers", 1), "attack.battle")
    found = scene(table, table.state.frame.side)
    assert found["main"] == {"line": "set", "say": "Done", "legal": False, "final": False, "leads": [], "ready": False}
    rulings = why(View(table.state, 0), line="set")["rulings"]
    assert [{key: duty[key] for key in ("clause", "say", "remedy")} for duty in found["duties"]] == rulings
    assert found["duties"][0]["hexes"] == ["1207"], "where it is owed"
    assert found["duties"][0]["short"] == "no attackers yet", "what the button says"
