"""Games told in French: prompts, answers, rulings, events, panels, books and boards have no English word and no gap."""

import json
import random

import pytest
from french import SYSTEMS, english_in, faults
from playing import answer

import echelon
from echelon.core.text.names import board_in
from echelon.server import scene as scenes

MOST = {"drill": 400}  # actions of a game that are told in full; larger games are looked into here and there

# what programs read
CODES = {
    "line", "verb", "id", "sprite", "status", "side", "asked", "kind", "step", "mark", "result", "level", "tone", "state",
    "key", "unit", "units", "hex", "clause", "label", "name", "hexside", "group", "other", "word", "system", "scenario",
    "sign", "attackers", "defenders", "winner", "values", "palettes", "nation", "size", "cut", "tab", "leads", "does", "of",
}  # fmt: skip


def _said(tree, key=""):
    """Every sentence of a scene, whatever it is called; ids, lines and codes of programs are not for readers."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name not in CODES:
                yield from _said(value, name)
    elif isinstance(tree, list):
        for value in tree:
            yield from _said(value, key)
    elif isinstance(tree, str):
        yield tree


def _check(sentence, about):
    assert "{" not in sentence, (about, sentence)
    assert english_in(sentence) == [], (about, sentence)
    assert faults(sentence) == [], (about, sentence)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_random_game_is_told_in_french(name):
    rng = random.Random(5)
    state = echelon.load(name).new(seed=5)
    table = echelon.Table(state)
    for count in range(MOST.get(name, 260)):
        now = table.state
        if now.outcome is not None:
            break
        if count % 9 == 0 or name in MOST:
            for side in (0, 1, None):
                scene = scenes.scene(table, side, lang="fr")
                for sentence in _said(scene):
                    _check(sentence, f"scene {count}")
        table.do(answer(now, rng))
    for event in table.log:
        _check(table.state.sentence(event, "fr").rpartition(" [")[0] or table.state.sentence(event, "fr"), event.key)


@pytest.mark.parametrize("name", SYSTEMS)
def test_refusals_are_given_in_french(name):
    rng = random.Random(2)
    state = echelon.load(name).new(seed=2)
    told = 0
    for count in range(120):
        if state.outcome is not None:
            break
        if not state.frame.chance and count % 3 == 0:
            verbs = state.rules.verbs.universe(state.rules, state.frame.kind.verbs)
            for action in rng.sample(found := list(verbs), min(25, len(found))):
                for ruling in state.why_not(action):
                    _check(state.sentence(ruling, "fr").rpartition(" [")[0], ruling)
                    told += 1
        state.apply(answer(state, rng))
    assert told > 50


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_card_the_board_and_the_lessons_are_in_french(name):
    system = echelon.load(name)
    for scenario in system.scenarios:
        for sentence in _said(json.loads(json.dumps(scenes.board(system.rules(scenario), "fr")))):
            if not any(sentence in (p.name, system.name) for p in system.rules(scenario).board.places):
                _check(sentence, scenario)
    for sentence in _said(scenes.card(system, "fr")):
        _check(sentence.replace("TIG-", ""), "card")
    english, french = scenes.lessons(system), scenes.lessons(system, "fr")
    assert [len(lesson["steps"]) for lesson in english] == [len(lesson["steps"]) for lesson in french]
    for one, other in zip(english, french, strict=True):
        for step, said in zip(one["steps"], other["steps"], strict=True):
            assert {k: v for k, v in step.items() if k not in ("say", "hint")} == {
                k: v for k, v in said.items() if k not in ("say", "hint")
            }
            assert said["say"] != step["say"] and ("hint" in said) == ("hint" in step)


def test_the_map_has_french_names():
    rules = echelon.load("tigers").rules()
    places = {place.name for place in board_in(rules, "fr").places}
    assert {"Trèves", "Montjoie", "Saint-Vith", "Hautes Fagnes"} <= places
    assert board_in(rules, "fr").sides == rules.board.sides
    assert {place.name for place in rules.board.places} >= {"Trier", "Hohes Venn"}


def test_each_language_is_asked_for_by_itself():
    system = echelon.load("tigers")
    english, french = scenes.card(system, "en"), scenes.card(system, "fr")
    assert (english["title"], french["title"]) == ("Tigers in the Ardennes", "Des Tigres dans les Ardennes")
    assert scenes.card(system, "en") == english
    assert scenes.book(system, "fr")["title"] == "Des Tigres dans les Ardennes"
