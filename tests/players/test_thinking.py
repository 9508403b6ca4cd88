"""Limits, thoughts and the clock: what a player is given beside the view."""

import math
import pickle
import time

import pytest

import echelon
from echelon.core.errors import EchelonError
from echelon.players import FREE, Clock, Info, Limits, Thinking, make
from echelon.players.player import IllegalAnswer, Player, checked
from echelon.players.thinking import player_turn


class Ponderer(Player):
    """Counts nodes until it must answer, tells each, and takes the first legal action."""

    name = "ponderer"

    def __init__(self, pause=0.0, limits=FREE):
        self.pause, self._limits = pause, limits

    @property
    def limits(self):
        return self._limits

    def choose(self, view, thinking=None):
        while thinking is not None and not thinking.over():
            thinking.spend()
            thinking.tell(Info(nodes=thinking.nodes))
            time.sleep(self.pause)
        return view.legal()[0]


def test_the_narrower_limit_holds():
    assert Limits(2, 100).within(Limits(3, 50)) == Limits(2, 50)
    assert FREE.within(Limits(1)) == Limits(1).within(FREE) == Limits(1)
    assert Limits(2, 10).less(0.5, 4) == Limits(1.5, 6)
    assert Limits(2, 10).less(5, 40) == Limits(0, 0)
    assert FREE.less(5, 40) == FREE


@pytest.mark.parametrize("bad", [{"seconds": -1}, {"seconds": math.nan}, {"seconds": math.inf}, {"nodes": -1}])
def test_limits_that_make_no_sense_are_refused(bad):
    with pytest.raises(EchelonError, match="of 0 or more"):
        Limits(**bad)


def test_thinking_is_over_by_nodes_time_or_stop():
    assert not Thinking().over() and Thinking().left == math.inf
    by_nodes = Thinking(Limits(nodes=2))
    by_nodes.spend()
    assert not by_nodes.over()
    by_nodes.spend()
    assert by_nodes.over()
    assert Thinking(Limits(0.0)).over()
    late = Thinking(Limits(0.5))
    assert not late.over()
    time.sleep(0.51)
    assert late.over() and late.left < 0
    said = []
    stopped = Thinking(stop=lambda: bool(said))
    assert not stopped.over()
    said.append("stop")
    assert stopped.over() and stopped.stopped()


def test_thoughts_reach_whoever_listens():
    told = []
    state = echelon.load("drill").new("ford")
    Clock(Limits(nodes=3)).ask(Ponderer(), state.view(0), tell=told.append)
    assert told == [Info(nodes=n) for n in (1, 2, 3)]


def test_a_thought_can_travel_between_processes():
    thought = Info(depth=2, score=0.5, key="plan.hold", fields={"hex": "0302"}, line=("take b1",))
    assert pickle.loads(pickle.dumps(thought)) == thought
    assert pickle.loads(pickle.dumps(Info())) == Info()


def test_the_clock_spreads_a_limit_over_the_player_turn():
    """Two questions of one player-turn share their nodes; the next player-turn has its own."""
    system = echelon.load("drill")
    state, clock, told = system.new("ford", seed=1), Clock(Limits(nodes=5)), []
    first = player_turn(state.view(0))
    state.apply(clock.ask(Ponderer(), state.view(0), tell=told.append))
    assert len(told) == 5
    assert player_turn(state.view(0)) == first
    state.apply(clock.ask(Ponderer(), state.view(0), tell=told.append))
    assert len(told) == 5
    assert len(clock.seconds) == 1
    while player_turn(state.view(0)) == first:
        state.apply(state.draw() if state.frame.chance else state.legal().main[-1])
    clock.ask(Ponderer(), state.view(state.frame.side), tell=told.append)
    assert len(told) == 10
    assert len(clock.seconds) == 2


def test_the_clock_counts_seconds_and_holds_the_players_own_limit():
    state = echelon.load("drill").new("ford")
    clock = Clock()
    clock.ask(Ponderer(0.005, Limits(0.05)), state.view(0))
    assert clock.seconds[0] >= 0.05
    clock.ask(Ponderer(0.005, Limits(0.05)), state.view(0))
    assert len(clock.seconds) == 1  # no second helping


def test_set_up_and_the_first_turn_are_two_player_turns():
    state = echelon.load("drill").new(seed=1)
    before = player_turn(state.view("red"))
    state.play("mine 0402")
    after = player_turn(state.view("blue"))
    assert before[:2] == (1, False) and after[:2] == (1, True)


def test_an_illegal_answer_is_named_with_its_clause():
    state = echelon.load("drill").new("ford")
    with pytest.raises(IllegalAnswer, match=r"somebody chose 'take r1', which is not legal: .*\[DRL-"):
        checked("somebody", state.view(0), state.parse("take r1"))
    action = state.parse("take b1")
    assert checked("somebody", state.view(0), action) == action


def test_an_answer_to_the_other_sides_question_is_illegal():
    state = echelon.load("drill").new("ford")
    with pytest.raises(IllegalAnswer, match="other side"):
        checked("somebody", state.view(1), state.parse("take b1"))


def test_players_of_the_house_have_no_limits_and_can_be_closed():
    for name in ("random", "pushy"):
        player = make(name)
        assert player.limits == FREE
        player.close()
