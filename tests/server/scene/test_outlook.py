"""Who would win now, and every way to win: the list of conditions says the same as the verdict, in words with their clauses."""

import random

import pytest
from playing import answer
from tabled import table_of

import echelon
from echelon.server import scene as scenes

GAMES = [("drill", "crossing"), ("tigers", "campaign"), ("tigers", "breakthrough"), ("colonnes", "montelimar")]


def moments(system, scenario):
    """Some moments of a game in which both sides do anything at all."""
    state = system.new(scenario=scenario, seed=5)
    rng = random.Random(5)
    for step in range(400):
        if state.outcome is not None:
            return
        if step % 25 == 0:
            yield state
        state.apply(answer(state, rng))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_conditions_say_who_would_win(name, scenario, lang):
    system = echelon.load(name)
    seen = 0
    for state in moments(system, scenario):
        found = system.show.outlook(state, state.rules.texts.teller(state.rules, "outlook", lang))
        seen += 1
        assert found is not None and found.short and found.say and found.under
        for victory in found.victories:
            assert victory.title and victory.conditions and victory.clause in system.clauses
            words = [victory.title, victory.worth, victory.note, *(w for c in victory.conditions for w in (c.say, c.how))]
            assert not any("{" in word for word in words)
        if name == "colonnes":  # by points: one level of the last list holds, and it names the winner
            (level,) = (row for row in found.victories[-1].conditions if row.met)
            assert found.side is None or level.say.startswith(found.short.split(",")[0])
        else:
            won = [one for one in found.victories if one.side == found.side and all(row.met for row in one.conditions)]
            assert won, f"{found.say}, but {found.victories}"
    assert seen > 2


def test_the_scene_names_sides_and_hexes():
    table = table_of("drill")
    found = scenes.scene(table, 0)["outlook"]
    assert found["side"] == "red" and found["say"] == "If it ended now: Red victory"
    towns = [row for row in found["victories"][0]["conditions"] if row["hex"]]
    assert {row["hex"] for row in towns} == {"0503", "0605"} and not any(row["met"] for row in towns)
    tabs = {book["tab"] for book in scenes.scene(table, 0)["books"]}
    assert tabs <= {"turn", "supply", "forces", "arrivals", "victory"}
