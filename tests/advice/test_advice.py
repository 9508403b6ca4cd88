"""Advice: lines that can be played, plans that go on while they are followed, and thoughts in words whoever had them."""

import pytest

import echelon
from echelon.advice import Adviser, headline, plan_words, reasons, way_of
from echelon.core.table import Table
from echelon.players.thinking import Info, Limits

NODES = {"drill": 200}  # whole games that are tried for a hint; elsewhere rehearsals, of which fewer will do


def advised(system, scenario, lines):
    """A table at which so many hints were followed, the adviser, and what he advised last."""
    table = Table(echelon.load(system).new(scenario, seed=5), ("forced", "dice"))
    advisers = [Adviser(side) for side in (0, 1)]
    advice = None
    for _ in range(lines):
        if table.state.outcome is not None:
            break
        side = table.state.frame.side
        advice = advisers[side].advise(table.state.view(side), Limits(nodes=NODES.get(system, 12)))
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
    assert reasons(state, advice) == ["This is the only action."]
    assert reasons(state, advice, "fr") == ["C’est la seule action possible."]


def test_thoughts_of_any_player_find_words():
    state = echelon.load("colonnes").new(seed=5)
    best, other = (state.text(action) for action in state.legal().main[:2])
    rows = [
        Info(key="rather", fields={"best": best, "gain": "-1.50", "others": f"{other} (-2.00)"}, line=(best,)),
        Info(text="I go by the stars."),
        Info(key="unheard.of", text="Something else.", fields={"target": "0613"}),
    ]
    english, own, unknown = plan_words(state, rows)
    gain = "Expected effect: −1.5 points."
    assert english.say == f"{gain} Next best: {state.describe(state.parse(other))}: −2."
    assert own.say == "I go by the stars."
    assert (unknown.say, unknown.target) == ("Something else.", "0613")
    french = plan_words(state, rows[:1], "fr")[0]
    assert french.say.startswith("Effet attendu\u00a0: −1,5 point.")
    assert state.describe(state.parse(other), "fr") in french.say


# --- words for people ---------------------------------------------------------------------------------------------------
def said(key, language="en", **fields):
    """One thought as the page tells it, in the Ardennes."""
    state = echelon.load("tigers").new("campaign", seed=5)
    return plan_words(state, [Info(key=key, fields=fields)], language)[0].say


def test_a_plan_begins_with_what_kind_it_is():
    counts = {"value": "+27.4", "count": "6", "lead": "+0.0", "plans": "12", "total": "56"}
    told = "The general keeps the officer's plan: 11 other plans tried, none clearly better in 56 simulations."
    assert said("taken.base", **counts) == told
    bolder = "A bolder plan: 1.5 points better than the officer's over 56 simulations of 12 plans."
    assert said("taken.bold", **{**counts, "lead": "+1.5"}) == bolder
    assert said("taken.bold", "fr", **{**counts, "lead": "+1.5"}).startswith(
        "Un plan plus hardi\u00a0: 1,5 point de mieux que celui de"
    )


def test_one_rehearsal_is_no_rehearsals():
    few = {"value": "+2.0", "count": "1", "lead": "+1.0", "plans": "2", "total": "1"}
    assert said("taken.base", **few).endswith("1 other plan tried, none clearly better in 1 simulation.")
    assert said("taken.with", target="603", **few).endswith("1 point better than the officer's over 1 simulation of 2 plans.")
    assert said("taken.base", "fr", **few).endswith("1 autre essayé, aucun nettement meilleur en 1 simulation.")
    assert said("taken.base", **{**few, "plans": "1"}).endswith("there was no time to test another.")


def test_rejected_plans_are_told_without_their_rehearsals():
    facts = {"value": "+1.0", "count": "6", "target": "603", "changes": ""}
    assert said("rejected.with", difference="-1.1", **facts) == "Rejected: adding an attack on Libramont (603); −1.1 points."
    assert said("doubted.bold", difference="+0.3", **facts) == "Not chosen: a bolder plan; +0.3 points, not clearly better."
    facts["changes"] = "de-2pz 803, de-kgp 1107"
    named = "Rejected: a different deployment, 2. Panzer-Division to 803, Kampfgruppe Peiper to St. Vith (1107); −0.4 points."
    assert said("rejected.whim", difference="-0.4", **facts) == named


def test_what_gains_as_much_is_as_good():
    told = said("rather", best="dump 808", gain="+5.00", others="dump 809 (+5.00), dump 909 (+4.00)")
    assert "+5 points. Equally good: Hide the dump in 809. Next best: Hide the dump in Spa (909): +4." in told
    assert "Next best" not in said("rather", best="dump 808", gain="+5.00", others="dump 809 (+5.00)")
    shares = {"share": "60%", "games": "10", "other1": "dump 809", "share1": "60%", "other2": "dump 909", "share2": "40%"}
    assert said("tried", **shares).endswith("Equally good: Hide the dump in 809. Next best: Hide the dump in Spa (909): 40%.")


def test_a_number_that_is_none_of_points_is_not_told():
    others = "enter us-7ad 610 normal (+110.84), enter us-30id 610 road (+110.64), end (+0.00)"
    told = said("rather", best="enter us-7ad 610 road", gain="+110.84", others=others)
    assert told.startswith("Units that can enter should enter now. Equally good: ")
    assert "11" not in told.replace("610", "") and "end" not in told
    assert said("answer", best="end", gain="-50.00") == "No better action is available."
    assert said("rather", best="end", gain="+1.00", others="end (-50.00)").endswith("+1 point.")
    march = {"unit": "de-kgp", "from": "1307", "to": "1405", "stay": "49.9"}
    assert said("move", room="1307", **march) == "Kampfgruppe Peiper to 1405, to make room in 1307."
    assert said("move", **march) == "Kampfgruppe Peiper to 1405: the plan depends on it."
    assert said("move", **{**march, "stay": "3.9"}).endswith("staying put would cost 3.9 points.")
