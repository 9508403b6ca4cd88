"""The story of a battle names the clause that made a retreat an elimination; prompts say what is left and what waits."""

from fractions import Fraction
from pathlib import Path

import pytest

import echelon
from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.server.scene import moves
from echelon.server.scene.answers import answers

POSITIONS = Path(__file__).parents[2] / "positions" / "tigers"
PEIPER = Path(__file__).parents[3] / "docs" / "positions" / "tigers" / "peiper.toml"


def position(file):
    text = file.read_text("utf-8") if isinstance(file, Path) else file
    return Position.parse(text).state()


def played(state, *lines):
    for line in lines:
        state.play(line)


def told(file, *lines, language="en"):
    """The last move of a fight, as the log tells it."""
    table = Table(position(POSITIONS / file), auto=())
    for line in lines:
        table.do(line)
    return moves(table, None, len(table.moves) - 1, lang=language)[0]


def test_no_retreat_orders_are_named_where_they_turn_a_retreat_into_elimination():
    found = told("nrt-6-no-distance-under-orders.toml", "fight 605", "orders 605 stand", "die 1")
    first, second = (event["say"] for event in found["events"][:2])
    assert "DD, under No Retreat! orders DE" in first and "retreat up to" not in first
    assert "under No Retreat! orders, is eliminated in 605" in second
    assert "TIG-NRT-1" in found["clauses"] and "TIG-RES-1" not in found["clauses"]


def test_without_orders_the_result_is_told_as_it_was_thrown():
    found = told("nrt-6-no-distance-under-orders.toml", "fight 605", "orders 605 yield", "die 1")
    assert "retreat up to 3 hexes" in found["events"][0]["say"]
    assert all("No Retreat!" not in event["say"] for event in found["events"])


def test_who_has_no_way_back_is_said_to_have_none():
    lines = ("fight 606", "orders 606 yield", "die 1", "distance 606 1")
    found = told("example-11-only-over-the-river.toml", *lines)
    assert any("cannot retreat far enough" in event["say"] and event["clause"] == "TIG-NRT-5" for event in found["events"])
    french = told("example-11-only-over-the-river.toml", *lines, language="fr")
    assert any("ne peut pas reculer assez loin" in event["say"] for event in french["events"])


@pytest.mark.parametrize("die", ["1", "3"])  # D2, D1
def test_who_is_forced_off_the_map_is_said_to_be(die):
    lines = ("fight 511", "orders 511 yield", f"die {die}", "distance 511 1")
    found = told("nrt-4-off-the-map.toml", *lines)
    assert any("forced off the map from 511" in event["say"] and event["clause"] == "TIG-NRT-4" for event in found["events"])
    french = told("nrt-4-off-the-map.toml", *lines, language="fr")
    assert any("de la carte" in event["say"] and event["clause"] == "TIG-NRT-4" for event in french["events"])


def test_the_prompt_of_the_advance_tells_what_the_result_became():
    state = position(POSITIONS / "nrt-6-no-distance-under-orders.toml")
    played(state, "fight 605", "orders 605 stand", "die 1")
    assert state.frame.kind.name == "combat.advance"
    assert "under No Retreat! orders DE" in state.prompt() and "retreat up to" not in state.prompt()


def test_the_bars_of_a_battle_under_orders_say_what_they_would_be():
    state = position(POSITIONS / "nrt-6-no-distance-under-orders.toml")
    played(state, "fight 605", "orders 605 stand")
    panel = state.rules.system.show.panel(state, next(action for action, _ in state.outcomes()), "en")
    rows = {chance.result: chance.say for chance in panel.chances}
    assert rows["DD"] == "Under No Retreat! orders DE: defenders eliminated"


@pytest.mark.parametrize(
    ("spent", "attacks", "said"),
    [(1, 1, "costs 1 MF"), (6, 1, "to attack only"), (6, 2, "neither move nor attack")],
)
def test_peiper_is_told_what_waiting_for_blitzkrieg_would_bring(spent, attacks, said):
    text = PEIPER.read_text("utf-8").partition("[[expect]]")[0]
    text = text.replace("late = true, spent = 1", f"late = true, spent = {spent}").replace(
        "peiper_attacks = 1", f"peiper_attacks = {attacks}"
    )
    state = position(text)
    assert said in state.prompt()
    assert f"has made {attacks} attack{'s' if attacks > 1 else ''} and" in state.prompt()


def test_the_bridge_step_says_how_many_works_are_left_and_which_answers_are_final():
    state = position(POSITIONS / "example-21-dasburg.toml")
    rows = answers(state, state.legal())
    works = [row for row in rows if "hexside" in row]
    assert works and all(row["final"] for row in works)
    assert "final" not in next(row for row in rows if row["verb"] == "end")
    count = len({row["hexside"] for row in works})
    assert f"{count} hexsides to work on" in state.prompt()
    played(state, "build 1105|1204", "die 4")
    assert f"{count - 1} hexside to work on" in state.prompt()


def test_a_bomb_on_one_unit_has_a_bar_for_its_chance():
    state = position('system = "tigers"\nset_up = "campaign"\nturn = 3\nside = "german"\nframe = "air.bomb"\n')
    action = state.parse("bomb de-jg26 1105")
    panel = state.rules.system.show.panel(state, action, "en")
    hit = next(chance for chance in panel.chances if chance.result == "D")
    assert Fraction(hit.n, hit.of) == Fraction(state.preview(action)["units"][0]["disrupted"])
    assert sum(Fraction(chance.n, chance.of) for chance in panel.chances) == 1


def test_every_sign_belongs_to_a_verb():
    system = echelon.load("tigers")
    assert all(system.verbs[name].name == name for name in system.show.signs)


def test_a_bridge_that_was_not_built_is_told_with_its_marker():
    found = told("brg-7-a-failed-attempt.toml", "build 705|706", "die 6")["events"]
    assert any("available again next turn" in event["say"] and event["clause"] == "TIG-BRG-8" for event in found)
    french = told("brg-7-a-failed-attempt.toml", "build 705|706", "die 6", language="fr")["events"]
    assert any("disponible au tour suivant" in event["say"] for event in french)
    other = told("brg-7-a-failed-attempt.toml", "blow 704|705", "die 6")["events"]
    assert not any("marker" in event["say"] for event in other)
