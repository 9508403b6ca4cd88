"""Certify's look at the texts: each single sentence that is missing is named, in each language."""

from copy import deepcopy
from dataclasses import replace

import pytest

import echelon
from echelon.core.system import system_names
from echelon.core.text.texts import Texts
from echelon.lab.certify.spoken import unspoken, wanted

GROUPS = ("prompt", "waiting", "action", "ruling", "event")


@pytest.mark.parametrize("name", system_names())
def test_nothing_is_read_as_a_key(name):
    assert unspoken(echelon.load(name)) == []


@pytest.mark.parametrize("name", system_names())
def test_each_single_text_that_is_missing_is_named(name):
    """One text after the other is taken out of a copy of the catalogues, with those that could stand for it."""
    system = echelon.load(name)
    seen = set()
    choices = list(dict.fromkeys(wanted(system)))
    for choice in choices[:: max(1, len(choices) // 60)]:
        for language in system.texts.languages:
            cut = deepcopy(system.texts.catalogues)
            for group, key in choice:
                cut[language].get(group, {}).pop(key, None)
            assert f"{language} {'.'.join(choice[0])}" in unspoken(replace(system, texts=Texts(cut)))
        seen.add(choice[0][0])
    assert seen == set(GROUPS)


@pytest.mark.parametrize("name", system_names())
def test_a_sentence_of_either_language_that_is_missing_is_named(name):
    system = echelon.load(name)
    for language in system.texts.languages:
        for group in (*GROUPS, "told", "cannot", "problem"):
            for key in system.texts.catalogues[language][group]:
                cut = {spoken: {**groups} for spoken, groups in system.texts.catalogues.items()}
                cut[language][group] = {k: v for k, v in cut[language][group].items() if k != key}
                assert f"{language} {group}.{key}" in Texts(cut).gaps()
