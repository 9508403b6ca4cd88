"""Whole games: they end by the rules, whatever the options, with every derived board in step and every event in words."""

import random

import pytest

from echelon.core.layout import Layout
from echelon.core.system import load

OPTIONS = [
    {},
    {"source_capture": "on", "ferry_all": "on", "cl_bound": "off"},
    {"cap": "cl_only", "cl_command": "each", "hold": "off"},
    {"concentric": "off", "dominance": "off", "command_penalty": "off"},
]


def played(seed, options, eager=0.0):
    """A random game; an eager player does not end a segment while he has anything else to do, with that chance."""
    rng = random.Random(seed)
    s = load("colonnes").new(seed=seed, options=options)
    s.log = []
    end = s.rules.verbs.make("end")
    while s.result() is None:
        if s.frame.chance:
            s.apply(rng.choice(s.outcomes())[0])
            continue
        actions = s.legal().main
        assert actions, s.frame
        assert len(actions) == len(set(actions))
        if len(actions) > 1 and actions[-1] == end and rng.random() < eager:
            actions = actions[:-1]
        s.apply(rng.choice(actions))
        if rng.random() < 0.02:
            yield s
    yield s


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o) or "printed")
def test_a_game_ends_and_keeps_its_boards(options):
    for s in played(7, options, eager=0.9):
        fresh = s.copy()
        s.rules.rebuild(fresh)
        layout: Layout = s.layout
        assert {n: getattr(s, n) for n in layout.derived} == {n: getattr(fresh, n) for n in layout.derived}
        assert fresh == s
        assert sorted(s.legal().main) == sorted(fresh.legal().main)
        assert type(s).unpack(s.rules, s.pack()) == s
    assert s.result().clause == "COL-VIC-3"
    assert s.result().level in ("decisive", "marginal", "draw")
    for event in s.log:
        sentence = s.sentence(event)
        assert sentence and "{" not in sentence, event
        assert not event.clause or event.clause in s.rules.system.clauses, event


def test_previews_are_given_wherever_a_game_goes():
    for s in played(3, {}, eager=0.95):
        for action in s.legal().main:
            found = s.preview(action)
            if s.frame.kind.name in ("combat.attaquants", "combat.att_soutien", "combat.def_soutien", "combat.de"):
                assert set(found) == {"attack", "defence", "basic", "shifts", "net", "column", "results"}
            elif s.text(action).startswith(("move", "exit")):
                assert found["cost"] > 0
                assert found["left"] >= 0


def test_twenty_games():
    for seed in range(20):
        *_, last = played(seed, {})
        assert last.result().clause == "COL-VIC-3"
