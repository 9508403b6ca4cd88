"""Players who do not think: legal, repeatable, blind to secrets."""

import pytest

import echelon
from echelon.core.errors import EchelonError, UnknownError
from echelon.players import make, player_names


def play(names, seed, scenario=""):
    """A whole game between players; its actions and result."""
    state = echelon.load("drill").new(scenario, seed=seed)
    players = [make(name, seed + side) for side, name in enumerate(names)]
    actions = []
    while state.result() is None:
        if state.frame.chance:
            action = state.draw()
        else:
            side = state.frame.side
            action = players[side].choose(state.view(side))
            assert action in state.legal()
        actions.append(state.text(action))
        state.apply(action)
    return actions, state.result()


@pytest.mark.parametrize("names", [("random", "random"), ("pushy", "random"), ("pushy", "pushy")])
def test_games_end_by_legal_play(names):
    for seed in range(5):
        assert play(names, seed)[1].clause in echelon.load("drill").clauses


def test_equal_seeds_play_equal_games():
    assert play(("random", "pushy"), 3) == play(("random", "pushy"), 3)
    assert play(("random", "pushy"), 3) != play(("random", "pushy"), 4)


def test_the_pushy_player_fights_more():
    def attacks(name):
        return sum(text.startswith("attack") for seed in range(12) for text in play((name, name), seed)[0])

    assert attacks("pushy") > 2 * attacks("random")


def test_a_choice_does_not_depend_on_the_others_secret():
    """Blue's player gets the same view whichever hex Red mined."""
    chosen = set()
    for mine in ("0402", "0403", "0404", "0405"):
        state = echelon.load("drill").new(seed=1)
        state.play(f"mine {mine}")
        for name in player_names():
            chosen.add((name, make(name, 9).choose(state.view("blue"))))
    assert len(chosen) == len(player_names())


def test_nobody_answers_for_the_other_side_in_secret():
    state = echelon.load("drill").new(seed=1)  # Red is asked where the mine goes
    with pytest.raises(EchelonError, match="the other side is to play"):
        make("random").choose(state.view("blue"))


def test_an_unknown_player_is_named():
    with pytest.raises(UnknownError, match="did you mean 'random'"):
        make("randon")


def test_a_system_without_a_push_is_played_uniformly():
    from dataclasses import replace

    drill = echelon.load("drill")
    system = replace(drill, judgement=replace(drill.judgement, push=None))
    state = system.new("ford", seed=1)
    assert make("pushy", 1).choose(state.view(0)) in state.legal()
