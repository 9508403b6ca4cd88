"""Views: what hides from a side is absent from everything that side can ask."""

import random
from typing import Annotated

import pytest
from playing import states

import echelon
from echelon.core.errors import EchelonError, Illegal
from echelon.core.fields import HEX, UNIT
from echelon.core.frames import Frame, Kind
from echelon.core.rulings import Ruling
from echelon.core.state import Event
from echelon.core.views import visible

BLUE, RED = 0, 1
LISTED = ("0402", "0403", "0404", "0405")


def games(line=""):
    """The same game with four different secrets."""
    for hex_ in LISTED:
        state = echelon.load("drill").new(seed=5)
        state.play(f"mine {hex_}")
        if line:
            state.play(line)
        yield state


@pytest.mark.clause("DRL-SET-1")
@pytest.mark.parametrize("line", ["", "take b1", "end; end"])
def test_whatever_is_hidden_the_other_side_sees_the_same(line):
    views = [state.view("blue") for state in games(line)]
    seen = {
        (
            v.content(),
            v.position(),
            v.prompt(),
            tuple(v.legal()),
            tuple(map(str, v.why_not("end"))),
            v.ask("zone 0404").value,
            repr(v.state),
        )
        for v in views
    }
    assert len(seen) == 1
    assert len({state.view("red").content() for state in games(line)}) == 4


def test_the_owner_sees_his_secret():
    for state, hex_ in zip(games(), LISTED, strict=True):
        assert state.view(RED).state.mine == state.rules.board.parse_hex(hex_)
        assert state.view(BLUE).state.mine == -1


def test_no_view_holds_the_seed():
    state = echelon.load("drill").new(seed=bytes(range(16)))
    for side in (BLUE, RED):
        assert state.view(side).state.seed == b""
    assert state.seed == bytes(range(16)), "the state itself is not touched"


def test_of_a_secret_question_the_other_side_knows_only_that_it_is_open():
    state = echelon.load("drill").new()
    view = state.view(BLUE)
    assert view.waiting
    assert view.frame.kind.name == "setup.mine"
    assert view.legal() == []
    assert [r.clause for r in view.why_not("mine 0404")] == ["DRL-SEQ-1"]
    assert view.preview("mine 0404") == {}
    with pytest.raises(EchelonError, match="secret choice"):
        view.sample(random.Random(0))
    assert not state.view(RED).waiting
    assert len(state.view(RED).legal()) == 4


def test_nothing_worked_out_from_the_whole_state_stays_in_a_view():
    state = next(games())
    state.ask("zone 0404")
    state.own0 = 0  # as if a derived board had been made from a secret
    view = state.view(BLUE).state
    assert state.zone0 is not None
    assert view.zone0 is None
    assert view.own0 == next(games()).own0


class Plan(Frame):
    """A secret question with fields, interrupted by another."""

    unit: Annotated[int, UNIT]
    hex: Annotated[int, HEX]


Kind("plan", Plan, (), apply=None, legal=None, why_not=None, secret=True)


def test_a_secret_question_under_the_top_one_is_hidden_too():
    state = next(games())
    state.stack = [Plan((RED, 5, 17))]
    assert state.view(BLUE).state.stack == [Plan((RED, -1, -1))]
    assert not state.view(BLUE).waiting
    assert state.view(RED).state.stack == state.stack


def test_a_view_does_not_touch_the_state():
    state = next(games())
    before = state.copy()
    view = state.view(BLUE)
    view.state.pos[0] ^= 1
    assert state == before


def test_a_sample_guesses_every_place_the_secret_could_be_and_no_other():
    state = next(games())
    rng = random.Random(1)
    guesses = {state.view(BLUE).sample(rng).mine for _ in range(60)}
    assert {state.rules.board.labels[h] for h in guesses} == set(LISTED)
    sample = state.view(BLUE).sample(rng)
    assert sample.problems() == []
    assert sample.view(BLUE).content() == state.view(BLUE).content()
    assert len(sample.seed) == 16
    assert sample.seed != state.seed
    assert state.view(RED).sample(rng).mine == state.mine


def test_a_sample_never_guesses_where_blue_has_been_nor_after_the_find():
    rng = random.Random(2)
    for seed in range(12):
        for state in states("drill", seed):
            if state.outcome is None and state.frame.kind.name != "setup.mine":
                guess = state.view(BLUE).sample(rng)
                if guess.mine >= 0:
                    assert not state.rules.board.bit[guess.mine] & state.trodden
                    assert state.mine >= 0, "the find is public"
                else:
                    assert state.mine == -1


def test_a_view_of_a_random_game_reads_back_as_a_position():
    for state in states("drill", 4):
        if state.frame.kind.name != "setup.mine":
            view = state.view(BLUE)
            assert echelon.Position.parse(view.position()).state() == view.state


def test_secret_events_are_read_by_their_owner_only():
    secret, public = Event("mine.laid", {}, only=RED), Event("turn", {})
    assert [visible(secret, side) for side in (BLUE, RED, None)] == [False, True, False]
    assert [visible(public, side) for side in (BLUE, RED, None)] == [True, True, True]
    game = echelon.Table(echelon.load("drill").new())
    game.do("mine 0404")
    assert [event.only for event in game.log] == [RED]


def test_a_refusal_at_the_table_tells_no_secret(monkeypatch):
    """Even if the law of a system forgets to look away, the player hears only what he may know."""

    def gossip(state, frame, action):
        return [Ruling("DRL-SET-1", {"case": "gossip", "hex": state.mine})]

    state = next(games())
    monkeypatch.setattr(state.frame.kind, "why_not", gossip)
    take = state.parse("take b1")
    assert state.why_not(take)[0].facts["hex"] == state.mine >= 0
    game = echelon.Table(state)
    for do in (lambda: game.do(take), lambda: game.do("take b1"), lambda: state.play("take b1")):
        with pytest.raises(Illegal) as caught:
            do()
        assert [r.facts["hex"] for r in caught.value.rulings] == [-1]
