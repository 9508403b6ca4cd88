"""The kit's judges of drill, held against a law of drill written by hand from the rule book: refusals, effects, problems, odds.

Both are asked of played games, of odd but lawful situations, and of situations that no rule allows.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from drill_law import effects, is_supplied, problems
from drill_law.facts import BLUE, RED, units_at
from drill_law.odds import attack_in_numbers
from drill_law.supply import allowance_of
from drill_law.zones import in_enemy_zone
from drill_thrown import JUDGES, question, thrown_together

from echelon.core.fields import bits_of
from echelon.core.verbs import VERB
from echelon.systems.drill import SYSTEM


def walked(count: int) -> Any:
    """States of random and of pushy games, each with the action that comes next."""
    for seed in range(count):
        rng = random.Random(seed)
        state: Any = SYSTEM.new(("crossing", "ford")[seed % 2], {"frozen": seed % 3 == 0}, seed=seed)
        while state.outcome is None:
            actions = [a for a, _ in state.outcomes()] if state.frame.chance else list(state.legal())
            action = SYSTEM.judgement.push(state, actions, rng) if seed % 4 else rng.choice(actions)  # type: ignore[misc]
            yield state, action
            state.apply(action)


def scrambled(count: int) -> Any:
    """Odd but lawful states."""
    rng = random.Random(11)
    for number in range(count):
        state: Any = SYSTEM.new("crossing", {"frozen": number % 5 == 0}, seed=1)
        SYSTEM.proof.scramble(state, rng, ())  # type: ignore[misc]
        yield state


def judged(state: Any, action: int) -> tuple[list[str], list[str]]:
    """The clauses that the kit cites, and those of the law written by hand."""
    verb = SYSTEM.verbs.verb(action).name
    ours = sorted({r.clause for r in state.frame.kind.why_not(state, state.frame, action)})
    if verb not in JUDGES:
        return ours, []
    return ours, sorted({r.clause for r in JUDGES[verb][0](state, state.frame, action)})


def test_refusals_in_games_and_scrambled_states():
    compared = 0
    rng = random.Random(3)
    states = [state.copy() for state, _action in walked(6)] + list(scrambled(60))
    for state in states:
        if state.outcome is None and not state.frame.chance:
            universe = list(SYSTEM.verbs.universe(state.rules, state.frame.kind.verbs))
            for action in rng.sample(universe, min(60, len(universe))):
                ours, theirs = judged(state, action)
                assert ours == theirs, (state.position(), state.text(action))
                compared += 1
    assert compared > 5000


@pytest.mark.parametrize("seed", range(40))
def test_refusals_in_situations_that_no_rule_allows(seed: int):
    state, rng = thrown_together(seed)
    state.mine = rng.randrange(-1, state.rules.board.n)
    for verb, (_why_not, kind) in JUDGES.items():
        state.frame = question(kind, state, rng)
        universe = list(SYSTEM.verbs.universe(state.rules, [verb]))
        for action in rng.sample(universe, min(40, len(universe))):
            ours, theirs = judged(state, action)
            assert ours == theirs, (state.position(), state.text(action))


def test_effects_of_whole_games():
    for state, action in walked(14):
        before, after = state.copy(), state.copy()
        after.apply(action)
        assert not effects.transition(before, action, after), (before.position(), before.text(action))


def test_effects_from_scrambled_states():
    for state in scrambled(80):
        actions = [a for a, _ in state.outcomes()] if state.frame.chance else list(state.legal())
        for action in actions[:12]:
            after = state.copy()
            after.apply(action)
            assert not effects.transition(state, action, after), (state.position(), state.text(action))


@pytest.mark.parametrize("seed", range(60))
def test_problems(seed: int):
    state, rng = thrown_together(seed)
    state.mine = rng.randrange(-1, state.rules.board.n)
    for _why_not, kind in JUDGES.values():
        state.frame = question(kind, state, rng)
        ours, theirs = ({p.clause for p in found} for found in (SYSTEM.proof.problems(state), problems(state)))
        assert ours == theirs, state.position()


def test_supply_zones_and_values():
    for state in scrambled(150):
        plain, rules = state.rules.plain, state.rules
        for unit in range(len(state.pos)):
            assert plain.supplied(state, plain.game.supply, unit) == is_supplied(state, unit)
            assert rules.fast.value(plain.game.moves[0].points)(state, unit) == allowance_of(state, unit)
        for side in (BLUE, RED):
            zone = rules.fast.placing.find_zone(state, side)
            for place in range(rules.board.n):
                assert bool(zone & rules.board.bit[place]) == in_enemy_zone(state, 1 - side, place)


def test_odds():
    compared = 0
    for state in scrambled(300):
        frame = state.frame
        if "attackers" in frame.fields and frame.attackers and units_at(state, frame.hex):
            side = state.rules.forces.side_of[bits_of(frame.attackers)[0]]
            enemies = [u for u in units_at(state, frame.hex) if state.rules.forces.side_of[u] != side]
            if enemies and all(state.pos[u] < state.rules.board.n for u in bits_of(frame.attackers)):
                odding = state.rules.fast.fighting[state.rules.fast.game.combat].odding
                shown = odding.figures(state, side, frame.hex, frame.attackers).data()
                assert shown == attack_in_numbers(state, frame.hex, bits_of(frame.attackers))
                compared += 1
    assert compared > 50


def test_actions_are_what_their_verbs_say():
    state: Any = SYSTEM.new(seed=1)
    assert all(SYSTEM.verbs.verb(a & VERB).name == "mine" for a in state.legal())
