"""A game that is half made can be loaded and walked about in; what is missing or wrong in it is said in one sentence."""

import sys

import pytest

import echelon
from echelon.core.errors import EchelonError, Illegal, UnknownError
from echelon.core.frames import Frame
from echelon.core.proof.check import faults

GAME = '''
from typing import Annotated

from echelon.core.fields import PLACE, UNIT
from echelon.core.frames import Frame, Kind
from echelon.core.layout import Cache, Row, Value, layout
from echelon.core.parts import Play, Show
from echelon.core.rules import Scenario, Step
from echelon.core.rulings import clause
from echelon.core.state import State
from echelon.core.system import System
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, Verbs

VERBS = Verbs("go unit hex", "end")


@layout
class WalkState(State):
    pos: Annotated[bytearray, Row(PLACE)]
    gone: Annotated[int, Value(secret=0, unknown=-1)]
    seen: Annotated[tuple[int | None, int | None], Cache()]


class Walk(Frame):
    """Somebody walks."""


def legal(s, f):
    found = [VERBS.make("go", 0, h) for h, _bit, _side in s.rules.board.near[s.pos[0]]]
    return [*found, VERBS.make("end")]


def apply(s, f, action):
    if action == VERBS.make("end"):
        s.turn += 1
        s.close()
    else:
        s.pos[action >> A_SHIFT & FIELD] = action >> B_SHIFT


def setup(s):
    s.pos[0] = s.rules.board.parse_hex("0101")


def run(s):
    s.frame = Walk((0,))


KINDS = (Kind("walk", Walk, ("go", "end"), apply=apply, legal=legal, why_not=lambda s, f, a: []),)
SEQUENCE = (Step("1", "Walk", 0, run, ("walk",)),)
SYSTEM = System(
    name="NAME.inner", title="A walk", package="NAME", sides=("red",), verbs=VERBS, kinds=KINDS, sequence=SEQUENCE,
    scenarios={"walk": Scenario("walk", "A walk", {})}, state_type=WalkState, setup=setup,
)
'''
BOARD = "name: walk\n[grid]\ncolumns: 1-3\nrows: 1-3\n[terrain]\nclear: all\n"
UNITS = "id,name,side,arm\nw1,Walker,red,infantry\n"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a package with this text, and its data if wanted; returns the name it is loaded by."""
    made = []

    def put(text=GAME, data=True):
        name = f"half_made_{len(made)}_{tmp_path.name.replace('-', '_')}"
        folder = tmp_path / name
        (folder / "data").mkdir(parents=True)
        (folder / "__init__.py").write_text(text.replace("NAME", f"{name}"), "utf-8")
        if data:
            (folder / "data" / "board.txt").write_text(BOARD, "utf-8")
            (folder / "data" / "forces.csv").write_text(UNITS, "utf-8")
        (folder / "inner.py").write_text(f"from {name} import SYSTEM\n", "utf-8")
        made.append(name)
        return f"{name}.inner"

    monkeypatch.syspath_prepend(tmp_path)
    yield put
    for name in [n for n in sys.modules if n.startswith("half_made_")]:
        del sys.modules[name]


def test_a_board_a_unit_and_one_kind_of_question_are_a_game(write):
    state = echelon.load(write()).new()
    assert (state.pos[0], state.gone, state.seen) == (state.rules.board.parse_hex("0101"), -1, (None, None))
    assert "end" in state.legal().texts() and state.prompt() == "walk"
    state.play("go w1 0102; end")
    assert state.turn == 2 and state.problems() == []
    assert echelon.Position.parse(state.position()).state() == state
    assert state.copy().pack() == state.pack() and list(state.view(0).legal())
    assert echelon.Table(state).record().text()


def test_what_a_half_made_game_lacks_is_said_in_words(write):
    state = echelon.load(write()).new()
    with pytest.raises(UnknownError, match="there is no question 'supplied'"):
        state.ask("supplied w1")
    with pytest.raises(EchelonError, match=r"has no data/board\.txt; write it, or give `Play\.compile`"):
        echelon.load(write(data=False)).new()
    named = write(GAME + "\n\nclass Rest(Frame):\n    pass\n\n\nKind('rest', Rest, ('end',), apply, legal, None)\n")
    with pytest.raises(EchelonError, match="the kind 'rest' is forgotten: it is not among the kinds of the system"):
        echelon.load(named)


def test_a_verb_that_is_not_asked_for_is_refused_in_words_without_a_rule_book(write):
    text = GAME.replace('"end")', '"end", "rest")', 1) + "\n\nclass Rest(Frame):\n    pass\n\n\n"
    text += "REST = Kind('rest', Rest, ('rest',), apply, legal, None)\n"
    text = text.replace("SYSTEM = System(", "def made(kinds):\n  return System(").replace("kinds=KINDS", "kinds=kinds")
    state = echelon.load(write(text + "\nSYSTEM = made((*KINDS, REST))\n")).new()
    with pytest.raises(Illegal, match="“rest” is not allowed now"):
        state.play("rest")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('hex", "end")', 'hex", "end", "rest")', "the verb 'rest' answers no kind of question"),
        ('("walk",)),)', '("wakl",)),)', "the step '1' opens 'wakl', which is not known; did you mean 'walk'\\?"),
        ("class Walk(", "class Rest(Frame):\n    pass\n\n\nclass Walk(", "the frame Rest belongs to no kind"),
        ('("go", "end"), apply', '("go", "ende"), apply', "by the verb 'ende', which is not known; did you mean 'end'"),
        ("setup=setup,", "setup=setup, play=Play(main=('stop',)),", "`main` names the verb 'stop'"),
        ("setup=setup,", "setup=setup, show=Show(says={'end': ('dice',)}),", "`says` has 'end' lead to 'dice'"),
        ("setup=setup,", "setup=setup, show=Show(signs={'end': 'stop'}),", "`signs` shows 'stop' for the verb 'end'"),
        ("setup=setup,", "setup=setup, show=Show(helps={'walk': (('zone', 'own'),)}),", "`helps` of 'walk' shows 'zone'"),
        ("setup=setup,", "setup=setup, play=Play(first=4),", "starts again at step 4, and has 1"),
    ],
)
def test_slips_are_told_when_a_game_is_loaded(write, old, new, sentence):
    with pytest.raises(EchelonError, match=sentence):
        echelon.load(write(GAME.replace(old, new)))


def test_clauses_that_no_book_has_are_told(write):
    book = ', book=RuleBook.parse("# Walk\\n\\n- `WLK-SEQ-1` seed — Walk.\\n")'
    head = "from echelon.core.text.book import RuleBook\n"
    right = head + GAME.replace("setup=setup,", f'setup=setup, play=Play(order_clause="WLK-SEQ-1"){book}')
    assert list(faults(echelon.load(write(right)))) == []
    with pytest.raises(EchelonError, match="`order_clause` cites the clause WLK-SEQ-9"):
        echelon.load(write(right.replace('order_clause="WLK-SEQ-1"', 'order_clause="WLK-SEQ-9"')))
    with pytest.raises(EchelonError, match="legal cites the clause WLK-SEQ-7"):
        echelon.load(write(right.replace("def legal", '@clause("WLK-SEQ-7")\ndef legal')))


def test_the_true_reason_is_told_when_a_game_cannot_be_imported(write):
    with pytest.raises(EchelonError, match=r"cannot be loaded: ModuleNotFoundError: No module named 'nowhere' \(.*line 1\)"):
        echelon.load(write("import nowhere\n"))
    with pytest.raises(EchelonError, match="cannot be loaded: NameError: name 'Systen' is not defined"):
        echelon.load(write(GAME.replace("= System(", "= Systen(")))
    with pytest.raises(UnknownError, match=r"there is no system 'no\.where'"):
        echelon.load("no.where")


def test_a_frame_with_too_few_values_is_told(write):
    text = GAME.replace('"""Somebody walks."""', "unit: Annotated[int, UNIT]")
    with pytest.raises(EchelonError, match=r"Walk\(side=0\) was made with 1 values; its fields are side, unit"):
        echelon.load(write(text)).new().position()


def test_shipped_systems_are_without_fault():
    for name in echelon.system_names():
        assert list(faults(echelon.load(name))) == []
    assert issubclass(echelon.load("drill").kinds[0].frame, Frame)
