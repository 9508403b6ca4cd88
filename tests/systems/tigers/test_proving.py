"""Scrambled situations are lawful and open questions of every kind; the player who seeks contact answers lawfully."""

from __future__ import annotations

import random
from typing import Any

import pytest

from echelon.systems.tigers import SYSTEM, proving
from echelon.systems.tigers.contact import push
from echelon.systems.tigers.frames import VERBS, Bridges, Step
from echelon.systems.tigers.proving import scramble

ALL = {kind.name for kind in SYSTEM.kinds}
ODD = {"auto_entrench": "off", "forgotten_question": "on", "remind_malmedy": "on"}


def thrown(seed: int, **options: Any) -> Any:
    s: Any = SYSTEM.rules("", options).blank()
    scramble(s, random.Random(seed))
    return s


def test_every_kind_of_question_has_a_way_to_it():
    assert set(proving.WAYS) == ALL


@pytest.mark.parametrize("seed", range(30))
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


@pytest.mark.parametrize("kind", ["combat.losses", "kgp.continue", "rnf.combine", "setup.first_division", "move.breakdown_die"])
def test_a_wish_is_granted(kind, monkeypatch):
    monkeypatch.setattr(proving, "_KINDS", (kind,))
    monkeypatch.setattr(proving, "_EVERY", (kind,))
    assert thrown(1).frame.kind.name == kind


def test_the_same_seed_throws_the_same():
    assert thrown(5).same(thrown(5))


def test_push_goes_towards_the_enemy_and_works_rather_than_ends(monkeypatch):
    monkeypatch.setattr(proving, "_KINDS", ("move.step",))
    monkeypatch.setattr(proving, "_EVERY", ("move.step",))
    rng, moves = random.Random(2), 0
    for seed in range(12):
        s = thrown(seed)
        assert isinstance(s.frame, Step)
        moves += VERBS.verb(push(s, list(s.legal()), rng)).name == "move"
    assert moves >= 6
    monkeypatch.setattr(proving, "_KINDS", ("bridge.act",))
    monkeypatch.setattr(proving, "_EVERY", ("bridge.act",))
    s = thrown(3)
    assert isinstance(s.frame, Bridges)
    ended = [VERBS.verb(push(s, list(s.legal()), rng)).name == "end" for _ in range(60)]
    assert sum(ended) < 20
