"""A game declared half-way: a board, a force and movement alone are loaded, shown and walked about in."""

import random
import sys
from dataclasses import replace

import pytest

from echelon.core.errors import EchelonError
from echelon.lab.certify import certify
from echelon.mechanics.kit import EVERYWHERE, Cost, Game, Mark, Moves, Price, Value, build, each_side, terrain

BOARD = """name: plain
[grid]
orientation: flat
columns: 1-5
rows: 1-4
rows from: north
shift: even down
labels: {c:02}{r:02}
[terrain]
hill: 0302
clear: all but hill
"""
FORCES = """id,name,side,arm,movement,start
a1,First,ash,foot,3,0101
b1,Other,birch,foot,2,0503
"""
MOVED = Mark("moved", lapses="player-turn")
HILL = terrain("hill")
MOVES = Moves(
    "", once="", points=Value("movement", points=True), mark=MOVED,
    cost=Cost((Price("", 2, HILL), Price("", 1, EVERYWHERE - HILL))),
)  # fmt: skip
GAME = Game(
    name="halfway",
    title="Half way",
    package="halfway",
    sides=("ash", "birch"),
    marks=(MOVED,),
    sequence=each_side("AB", ("1", "Movement", MOVES, "")),
)


@pytest.fixture
def halfway(tmp_path, monkeypatch):
    data = tmp_path / "halfway" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").write_text("")
    (data / "plain.txt").write_text(BOARD)
    (data / "forces.csv").write_text(FORCES)
    monkeypatch.syspath_prepend(tmp_path)
    yield build(GAME)
    sys.modules.pop("halfway", None)


def test_it_is_walked_about_in(halfway):
    state = halfway.new()
    state.play("move a1 0201-0301; end")
    assert state.frame.side == 1 and state.pos[0] == state.rules.board.parse_hex("0301")
    assert [r.facts["case"] for r in state.why_not("take a1")] == ["unit.enemy"]
    state.play("end")
    assert state.turn == 2
    refused = state.copy()
    refused.play("take a1")
    assert [r.facts["case"] for r in refused.why_not("move a1 0503")] == ["move.far"]


def test_it_can_be_seen(halfway):
    state = halfway.new()
    assert {piece["id"] for piece in halfway.show.pieces(state)} == {"a1", "b1"}
    assert state.prompt() and halfway.show.ranges(state, 0)
    assert halfway.show.books(state, 0, halfway.texts.teller(state.rules, "book")) is not None


def test_what_is_missing_is_said(halfway):
    said, _clause = halfway.show.remark(halfway.new(), "en")
    assert said.startswith("Not declared yet: a rule book (rules.md), combat, zones of control")


def test_random_play_ends_and_both_judges_agree(halfway):
    rng, state = random.Random(1), halfway.new()
    while state.outcome is None:
        state.apply(rng.choice(list(state.legal())))
    assert state.outcome.winner is None
    found = certify(halfway, games=2)
    assert {failure.check for failure in found.failures} <= {"result", "text"}, found.failures


def test_nothing_to_do_is_no_game(halfway):
    with pytest.raises(EchelonError, match="put a Moves into its sequence"):
        build(replace(GAME, sequence=()))
