"""Scrambled situations are lawful and open questions of every kind; the player who seeks contact answers lawfully."""

from __future__ import annotations

import random
from typing import Any

import pytest

from echelon.systems.colonnes import SYSTEM, proving
from echelon.systems.colonnes.contact import push
from echelon.systems.colonnes.frames import VERBS, Step
from echelon.systems.colonnes.proving import scramble

ODD = {"cap": "cl_only", "cl_command": "each", "source_capture": "on", "ferry_all": "on", "cl_bound": "off"}


def thrown(seed: int, **options: Any) -> Any:
    s: Any = SYSTEM.rules("", options).blank()
    scramble(s, random.Random(seed))
    return s


def test_every_kind_of_question_has_a_way_to_it():
    assert set(proving.WAYS) == {kind.name for kind in SYSTEM.kinds}


@pytest.mark.parametrize("seed", range(12))
def test_a_scrambled_situation_is_lawful_and_can_be_answered(seed):
    s = thrown(seed, **(ODD if seed % 2 else {}))
    assert s.problems() == []
    assert s.outcome is None
    actions = [a for a, _ in s.outcomes()] if s.frame.chance else list(s.legal())
    assert actions
    assert push(s, actions, random.Random(seed)) in actions
    saved = s.copy()
    s.rules.rebuild(s)
    assert s.same(saved), "the boards were in step with the units"


@pytest.mark.parametrize("kind", ["renforts.unites", "mouvement.reprise", "combat.tenir", "combat.retraite", "combat.avance"])
def test_a_wish_is_granted(kind, monkeypatch):
    monkeypatch.setattr(proving, "_KINDS", (kind,))
    assert thrown(1).frame.kind.name == kind


def test_the_same_seed_throws_the_same():
    assert thrown(5).same(thrown(5))


def test_push_goes_towards_the_enemy(monkeypatch):
    monkeypatch.setattr(proving, "_KINDS", ("mouvement.pas",))
    rng, moves = random.Random(2), 0
    for seed in range(8):
        s = thrown(seed)
        assert isinstance(s.frame, Step)
        moves += VERBS.verb(push(s, list(s.legal()), rng)).name != "stop"
    assert moves >= 4
