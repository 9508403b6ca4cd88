"""The log says a thing once."""

import pytest

import echelon
from echelon.core.show.story import gathered
from echelon.core.state import Event
from echelon.core.system import system_names
from echelon.core.table import Table
from echelon.players import make
from echelon.server import scene as scenes
from echelon.server.games import AUTO
from echelon.server.scene.rulings import events_of


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", system_names())
def test_no_line_of_a_move_is_told_twice(name, lang):
    """Nor is a way told again that its steps have told."""
    system = echelon.load(name)
    table = Table(system.new(seed=3), AUTO)
    players = [make("recruit", side) for side in range(2)]
    for _ in range(220):
        if table.state.outcome is None:
            side = table.state.frame.side
            table.do(players[side].choose(table.state.view(side)))
    for move in scenes.moves(table, None, 0, None, False, lang):
        says = [event["say"] for event in move.get("events", [])]
        assert len(says) == len(set(says)), says
    assert all(event.key != "move" for event in table.log), "each step is told by its own answer"


@pytest.mark.parametrize(("lang", "said"), [("en", "Entrenched: "), ("fr", "Retranchement\u00a0: ")])
def test_what_befalls_several_units_is_one_sentence(lang, said):
    rules = echelon.load("tigers").new(seed=1).rules
    units = [rules.forces.index(name) for name in ("de-12vg", "de-62vg", "de-5fj")]
    dug = [Event("entrenched", {"unit": u}, "TIG-ENT-1") for u in units]
    other = Event("disrupted", {"unit": units[0]}, "TIG-RES-5")
    told = rules.system.show.told(echelon.load("tigers").new(seed=1), [other, *dug, other])
    assert [event.key for event in told] == ["disrupted", "entrenched.many", "disrupted"]
    say = events_of(rules, told, lang)[1]["say"]
    assert say.startswith(said) and all(name in say for name in ("12. Volks", "62. Volks", "5. Fall")), say
    apart = [dug[0], dug[1]._replace(clause="TIG-ENT-2"), dug[2]._replace(only=0)]
    assert gathered(rules.texts, apart) == apart


def test_lost_columns_have_their_reason():
    system = echelon.load("colonnes")
    table = Table(system.new(seed=3), AUTO)
    players = [make("recruit", side) for side in range(2)]
    while table.state.outcome is None and table.state.turn < 4:
        side = table.state.frame.side
        table.do(players[side].choose(table.state.view(side)))
    told = [event["say"] for move in scenes.moves(table, None, 0, None, False, "en") for event in move.get("events", [])]
    lost = [say for say in told if " lost" in say and "logistic columns" in say]
    assert all("at most 4" in say or "(the maximum)" in say or "no supply source" in say for say in lost)
