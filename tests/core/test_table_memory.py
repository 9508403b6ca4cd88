"""The table keeps little of a long game and can still tell all of it."""

import random
import sys
import tracemalloc

import pytest
from playing import answer, table

import echelon
from echelon.core.state import State
from echelon.core.table import STRIDE, Table


def followed(game):
    """Every state and the events after it, from applying the actions one after the other."""
    state = game.start.copy()
    for move in game.moves:
        before = state.copy()
        state.log = events = []
        state.apply(move.action)
        state.log = None
        yield before, events


@pytest.mark.parametrize("name", ["drill", "tigers"])
def test_the_state_before_and_the_events_of_every_move_can_be_asked_for(name):
    game = table(name, 4, auto=("forced", "dice"))
    wanted = list(followed(game))
    assert [game.before(i) for i in range(len(game.moves))] == [before for before, _ in wanted]
    assert [game.events(i) for i in range(len(game.moves))] == [events for _, events in wanted]
    order = random.Random(1).sample(range(len(game.moves)), 40)
    for i in order:
        assert game.before(i) == game.moves[i].before == wanted[i][0]
        assert game.before(i).seed == game.start.seed
        assert game.events(i) == game.moves[i].events == wanted[i][1]
    assert game.before(len(game.moves)) == game.state


def test_what_is_handed_out_is_the_callers_own():
    game = table("drill", 4)
    spoilt = game.before(70)
    spoilt.apply(game.moves[70].action)
    assert game.before(70) != spoilt
    assert game.before(71) == spoilt


def test_a_state_is_kept_only_where_undo_can_reach_and_now_and_then():
    game = Table(echelon.load("tigers").new(seed=2), auto=("forced", "dice"))
    rng = random.Random(2)
    for _ in range(500):
        game.do(answer(game.state, rng))
        whole = [i for i, move in enumerate(game.moves) if isinstance(move._kept, State)]
        packed = [i for i, move in enumerate(game.moves) if isinstance(move._kept, bytes)]
        assert all(game.moves[i].side == game.moves[-1].side for i in whole)
        assert all(i % STRIDE == 0 for i in packed)
        assert set(range(0, len(game.moves), STRIDE)) <= {*whole, *packed}


def test_a_game_of_tigers_takes_little_memory():
    actions = [move.action for move in table("tigers", 3, auto=("dice",)).moves]
    start = echelon.load("tigers").new(seed=3)
    tracemalloc.start()
    try:
        game = Table(start)
        for action in actions:
            game._apply(action)
        size = tracemalloc.get_traced_memory()[0] / len(actions)
    finally:
        tracemalloc.stop()
    print(f"{size:.0f} bytes a move, {len(actions)} moves", file=sys.stderr)
    assert size < 260, "an action, its side, and a packed state every 64 moves"


def test_a_table_is_restored_from_its_moves_and_a_packed_state():
    game = Table(echelon.load("drill").new(seed=6), auto=("dice", "forced"))
    rng = random.Random(2)
    while len(game.moves) < 66:
        game.do(rng.choice(list(game.state.legal())))
    rows = [(m.action, m.side, m.forced, m.comment) for m in game.moves]
    for known in (None, (50, game.before(50).pack()), (len(rows), game.state.pack())):
        again = Table.restore(game.start, rows, ("dice", "forced"), known)
        assert again.state == game.state
        assert again.state.seed == game.state.seed
        assert [(m.text, m.side, m.forced) for m in again.moves] == [(m.text, m.side, m.forced) for m in game.moves]
        assert again.undo_target() == game.undo_target()
        assert again.before(33) == game.before(33)
        assert again.log == game.log
        assert again.record().text() == game.record().text()


def test_a_move_taken_back_still_answers():
    game = Table(echelon.load("drill").new(seed=6), auto=("dice", "forced"))
    rng = random.Random(2)
    while len(game.moves) < 66 or game.undo_target()[0] < 0:
        game.do(rng.choice(list(game.state.legal())))
    held, before, events = game.moves[-1], game.moves[-1].before, game.moves[-1].events
    assert game.undo() is None
    game.do(rng.choice(list(game.state.legal())))
    assert held.before == before
    assert held.events == events
