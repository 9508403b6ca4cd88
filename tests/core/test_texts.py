"""Sentences made of ids and numbers, per language."""

import re

import pytest
from playing import states, table, universe

import echelon
from echelon.core.rulings import Ruling
from echelon.core.text.grammar import Word
from echelon.core.text.texts import Texts, halves


@pytest.fixture(scope="module")
def rules():
    return echelon.load("drill").rules()


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (11, "5½")])
def test_half_points_as_people_write_them(value, text):
    assert halves(value) == text


def test_facts_are_named_by_the_beginning_of_their_key(rules):
    texts = Texts({"en": {"side": {"red": "the Reds"}}})
    facts = {"unit": 0, "units_enemy": (4, 5, 6), "hex_from": 0, "side": 1, "mf_left": 3, "number": -2, "word": "ox"}
    template = "{unit}; {units_enemy}; {hex_from}; {side}; {mf_left}; {number}; {word}"
    wanted = "1st Rifles; 7th Fusiliers, 8th Fusiliers and 9th Dragoons; 0101; the Reds; 1½; −2; ox"
    assert texts.fill(rules, template, facts) == wanted
    assert texts.fill(rules, "{units}", {"units": (0, 1)}, "fr") == "1st Rifles et 2nd Rifles"
    assert texts.fill(rules, "{hex}", {"hex": rules.board.n}) == "gone"
    assert texts.fill(rules, "{hexside}", {"hexside": rules.board.parse_side("0403|0503")}) == "0403|0503"


def test_a_text_missing_in_a_language_comes_from_the_first(rules):
    texts = Texts({"en": {"prompt": {"a": "A", "b": "B"}}, "fr": {"prompt": {"a": "Â"}}})
    assert [texts.template("prompt", k, "fr") for k in "abc"] == ["Â", "B", None]


def test_a_ruling_without_a_text_quotes_its_clause(rules):
    sentence = rules.texts.sentence(rules, Ruling("DRL-MOV-2"))
    assert sentence == rules.system.book["DRL-MOV-2"].text + " [DRL-MOV-2]"


def test_remedies_are_joined_to_the_ruling():
    state = echelon.Position.parse('system = "drill"\nframe = { kind = "move.step", unit = "b1", left = 3 }\n'
                                   'units = { b1 = "0304", r1 = "0404" }\nboard = { base = "blank" }').state()  # fmt: skip
    (ruling,) = state.why_not("move b1 0305")
    sentence = state.sentence(ruling)
    assert "Legal if a friendly unit is already in 0305." in sentence
    assert sentence.endswith("[DRL-ZOC-3]")


def test_everything_that_can_be_said_in_random_games_is_said_without_gaps():
    """Prompts, actions and refusals of whole games: no brace is left, no bare key is shown."""
    for seed in range(4):
        for i, state in enumerate(states("drill", seed)):
            assert not re.search(r"[{}]|^\w+\.\w+$", state.prompt())
            for action in state.legal():
                assert not re.search(r"[{}]", state.describe(action))
            if i % 7 == 0 and state.outcome is None:
                for action in universe(state):
                    for ruling in state.why_not(action):
                        assert "{" not in state.sentence(ruling)


def test_events_of_random_games_are_told_in_words():
    for seed in range(6):
        game = table("drill", seed)
        for event in game.log:
            sentence = game.state.sentence(event)
            assert "{" not in sentence
            assert not sentence.startswith(event.key)


def test_a_sentence_is_french_to_the_last_word(rules):
    french = {"ruling": {"DRL-ZOC-3": "Interdit."}, "remedy": {"near": "{units} y sont"}, "grammar": {"unknown": "inconnu"}}
    texts = Texts({"en": {"remedy": {"near": "{units} are there"}}, "fr": french})
    ruling = Ruling("DRL-ZOC-3", {"units": (0, 1)}, ("near", "near"))
    wanted = "Interdit. Possible si 1st Rifles et 2nd Rifles y sont ; ou 1st Rifles et 2nd Rifles y sont. [DRL-ZOC-3]"
    assert texts.sentence(rules, ruling, "fr") == wanted
    assert texts.fill(rules, "{unit} {hex} {side}", {"unit": -1, "hex": -1, "side": -1}) == "? ? ?"
    assert texts.fill(rules, "{unit}", {"unit": -1}, "fr") == "inconnu"


def test_a_fact_that_nobody_gave_is_no_traceback(rules):
    assert rules.texts.fill(rules, "{hex} of {hexes}", {"hex": 0}) == "0101 of {hexes}"


def test_gaps_of_a_translation_are_named():
    texts = Texts({"en": {"prompt": {"a": "A", "b": "B"}, "word": {"c": "C"}}, "fr": {"prompt": {"a": "Â"}}})
    assert texts.gaps() == ["fr prompt.b", "fr word.c"]
    french = {"prompt": {"a": "Â", "b": "Bé"}, "word": {"c": "Cé", "d": "Dé"}, "name": {"River": "Rivière"}}
    texts = Texts({"en": {"prompt": {"a": "A"}, "word": {"c": "C"}}, "fr": french})
    assert texts.gaps() == ["en prompt.b"], "names and single words the first language has elsewhere"
    assert echelon.load("drill").texts.gaps() == []


def test_a_remembered_sentence_is_that_of_its_own_facts():
    """Facts that are equal but said differently are not taken for each other, nor are two catalogues with the same rules."""
    rules = echelon.load("drill").rules()
    texts = rules.texts
    for _ in range(2):
        assert texts.fill(rules, "{number}", {"number": 1}) == "1"
        assert texts.fill(rules, "{number}", {"number": True}) == "True"
        assert texts.fill(rules, "{number:one|more}", {"number": "2"}) == "one"
        assert texts.fill(rules, "{number:one|more}", {"number": Word(["2"], 2)}) == "more"
        assert texts.fill(rules, "{units}", {"units": [0, 1]}, "fr") == texts.fill(rules, "{units}", {"units": (0, 1)}, "fr")
        assert texts.fill(rules, "{hex} {side}", {"hex": 0, "side": 1}) != texts.fill(
            rules, "{hex} {side}", {"hex": 1, "side": 0}
        )
        other = Texts({"en": {"side": {rules.sides[0]: "another name"}}})
        assert other.fill(rules, "{side}", {"side": 0}) == "another name" != texts.fill(rules, "{side}", {"side": 0})
