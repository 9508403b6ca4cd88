"""Advice: lines that can be played, plans that go on while they are followed, and thoughts in words whoever had them."""

import pytest

import echelon
from echelon.core.table import Table
from echelon.lab.advice import Adviser, headline, plan_words, reasons, way_of
from echelon.players.thinking import Info, Limits

NODES = {"drill": 200}  # whole games that are tried for a hint; elsewhere parts of a plan, of which more are needed


def advised(system, scenario, lines):
    """A table at which so many hints were followed, the adviser, and what he advised last."""
    table = Table(echelon.load(system).new(scenario, seed=5), ("forced", "dice"))
    advisers = [Adviser(side) for side in (0, 1)]
    advice = None
    for _ in range(lines):
        if table.state.outcome is not None:
            break
        side = table.state.frame.side
        advice = advisers[side].advise(table.state.view(side), Limits(nodes=NODES.get(system, 4000)))
        table.do("; ".join(advice.line), side)
    return table, advisers, advice


@pytest.mark.parametrize(("system", "scenario"), [("drill", "ford"), ("tigers", "breakthrough"), ("colonnes", "montelimar")])
def test_who_does_as_he_is_told_gets_through(system, scenario):
    table, _advisers, advice = advised(system, scenario, 25)
    assert len(table.moves) >= 25 or table.state.outcome is not None
    assert advice.line


def test_a_march_is_one_line_and_its_way_lies_on_the_map():
    table, advisers, _ = advised("colonnes", "montelimar", 4)
    state = table.state
    advice = advisers[state.frame.side].advise(state.view(state.frame.side))
    assert len(advice.line) > 2
    unit, path = way_of(state, advice.line)
    assert advice.line[0] == f"take {unit}"
    assert len(path) > 1
    told = headline(state, advice)
    assert told.startswith("Move ") and told.endswith(f" to {path[-1]}.")
    assert any(info.fields.get("unit") == unit for info in advice.reasons)


def test_what_is_asked_again_is_answered_the_same():
    table, advisers, _ = advised("drill", "crossing", 3)
    side = table.state.frame.side
    view = table.state.view(side)
    assert advisers[side].advise(view, Limits(nodes=60)) is advisers[side].advise(view, Limits(nodes=60))


def test_the_only_answer_is_told_as_such():
    state = echelon.load("drill").new("ford", seed=5)
    while len(state.legal().main) > 1 or state.frame.chance:
        state.apply(state.draw() if state.frame.chance else state.legal().main[0])
    view = state.view(state.frame.side)
    advice = Adviser().advise(view)
    assert advice.only
    assert reasons(state, advice) == ["There is nothing else to do."]
    assert reasons(state, advice, "fr") == ["Il n’y a rien d’autre à faire."]


def test_thoughts_of_any_player_find_words():
    state = echelon.load("colonnes").new(seed=5)
    best, other = (state.text(action) for action in state.legal().main[:2])
    rows = [
        Info(key="rather", fields={"best": best, "gain": "-1.50", "others": f"{other} (-2.00)"}, line=(best,)),
        Info(text="I go by the stars."),
        Info(key="unheard.of", text="Something else.", fields={"target": "0613"}),
    ]
    english, own, unknown = plan_words(state, rows)
    gain = "By the computer's reckoning this gains −1.5 points of position."
    assert english.say == f"{gain} The next best: {state.describe(state.parse(other))} (−2)."
    assert own.say == "I go by the stars."
    assert (unknown.say, unknown.target) == ("Something else.", "0613")
    french = plan_words(state, rows[:1], "fr")[0]
    assert french.say.startswith("D’après l’ordinateur, cela rapporte −1,5 point de position.")
    assert state.describe(state.parse(other), "fr") in french.say
