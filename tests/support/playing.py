"""Random games for tests: the same for the same seed."""

import random

import echelon


def answer(state, rng):
    """The dice's answer to a chance frame, else a legal one, half of the time that of a player who seeks contact."""
    if state.frame.chance:
        return state.draw()
    push = state.rules.system.judgement.push
    actions = list(state.legal())
    return push(state, actions, rng) if push and rng.random() < 0.5 else rng.choice(actions)


def states(name, seed, scenario="", options=None, most=5000):
    """Every state of a random game, copies, the first and the last included."""
    state = echelon.load(name).new(scenario, options, seed=seed)
    rng = random.Random(seed)
    yield state.copy()
    for _ in range(most):
        if state.outcome is not None:
            return
        state.apply(answer(state, rng))
        yield state.copy()
    raise AssertionError("the game does not end")


def table(name, seed, scenario="", options=None, **settings):
    """A table with a random game played to its end."""
    game = echelon.Table(echelon.load(name).new(scenario, options, seed=seed), **settings)
    rng = random.Random(seed)
    while game.state.outcome is None:
        game.do(answer(game.state, rng))
    return game


def universe(state):
    """Every well-formed action of the verbs that are open now, beside the top frame too."""
    verbs = [*state.frame.kind.verbs, *(v for f in state.rules.beside(state) for v in f.kind.verbs)]
    return state.rules.verbs.universe(state.rules, verbs)
