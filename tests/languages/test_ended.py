"""A prompt says that a step is over only where its end is all that is left, not where one mandatory deed is."""

import random

import pytest

import echelon


@pytest.mark.parametrize("name", ["drill", "tigers", "colonnes"])
def test_a_step_is_over_only_when_its_end_is_all_that_is_left(name):
    system = echelon.load(name)
    chosen, only = random.Random(17), 0
    for seed in range(4):
        state = system.new(seed=seed)
        for _ in range(500):
            if state.result() is not None:
                break
            texts, frame, legal = state.rules.texts, state.frame, list(state.legal().main)
            ended = texts.template("prompt", f"{frame.kind.name}.end", "en")
            if ended is not None and len(legal) == 1:
                verb = state.rules.verbs.verb(legal[0]).name
                facts = {"turn": state.turn, "side": frame.side, **frame.kind.facts(state, frame)}
                said = texts.prompt(state) == texts.fill(state.rules, ended, facts, "en")
                assert said == (verb in state.rules.system.play.main), (verb, texts.prompt(state))
                only += 1
            state.apply(chosen.choice(legal or [one for one, _ in state.outcomes()]))
    assert only or name != "tigers"
