"""A die that only one side sees: the other knows that it fell, not what it showed."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import pytest

import echelon
from echelon.core.fields import SIDE
from echelon.core.frames import CHANCE, Frame, Kind
from echelon.core.record.record import Record
from echelon.core.rules import Step
from echelon.core.table import Table
from echelon.core.views import View, public, sees
from echelon.lab.certify.secrets import Guesses, secrets
from echelon.server.scene.moves import moves

BLUE, RED = 0, 1


class Draw(Frame):
    """Which hex is mined? Chance tells Red alone."""

    sees: Annotated[int, SIDE]


def game():
    """Drill, but for the minefield: lots are drawn for it."""
    drill = echelon.load("drill")
    asked = next(kind for kind in drill.kinds if kind.name == "setup.mine")
    codes = [drill.new().parse(f"mine {hex_}") for hex_ in ("0402", "0403", "0404", "0405")]

    def lay(s, f, action):
        s.rolls += 1
        asked.apply(s, asked.frame((RED,)), action)

    def opens(s):
        s.frame = Draw((CHANCE, RED))

    drawn = Kind(
        "setup.mine", Draw, ("mine",), apply=lay, legal=lambda s, f: codes, why_not=lambda s, f, a: [],
        outcomes=lambda s, f: tuple((code, Fraction(1, 4)) for code in codes), secret=True,
    )  # fmt: skip
    kinds = tuple(drawn if kind is asked else kind for kind in drill.kinds)
    step = Step("S", "Minefield", CHANCE, opens, ("setup.mine",), "DRL-SET-1")
    return replace(drill, kinds=kinds, sequence=(step, *drill.sequence[1:]))


@pytest.fixture
def drawn():
    drill = echelon.load("drill")
    asked = next(kind for kind in drill.kinds if kind.name == "setup.mine")
    yield game()
    asked.frame.kind = asked


def test_only_the_side_that_sees_it_knows_what_fell(drawn):
    seen = {}
    for seed in range(12):
        table = Table(drawn.new(seed=seed))
        before = table.state.copy()
        assert View(before, BLUE).waiting and not View(before, RED).waiting
        assert View(before, BLUE).legal() == [] and View(before, BLUE).frame.owner == RED
        table.roll()
        action = table.moves[0].action
        assert sees(before, action, RED) and not sees(before, action, BLUE) and not sees(before, action, None)
        seen.setdefault(View(table.state, BLUE).content(), set()).add(table.state.mine)
    assert len(seen) == 1 and len(*seen.values()) > 1


def test_the_record_and_the_log_of_the_other_side_keep_it_sealed(drawn):
    table = Table(drawn.new(seed=3))
    table.roll()
    hex_ = table.state.rules.board.labels[table.state.mine]
    for record in (table.record(BLUE), public(table.record(), table.start, table.secret_moves())):
        assert record.entries[0].sealed and hex_ not in record.text()
        assert Record.parse(record.text(headings=False)).entries[0].sealed
    assert not table.record(RED).entries[0].sealed
    (told,) = moves(table, BLUE)
    assert told["die"] is None and hex_ not in str(told) and told["say"] == "A die only the Red player sees."
    assert hex_ in str(moves(table, RED))


def test_certify_finds_nothing_told(drawn):
    state = drawn.new(seed=3)
    assert list(secrets(state, random.Random(1), Guesses())) == []


def test_a_secret_die_names_who_sees_it():
    class Blind(Frame):
        """Nobody sees it."""

    with pytest.raises(ValueError, match="a field `sees`"):
        Kind("blind", Blind, (), apply=lambda s, f, a: None, legal=lambda s, f: [], why_not=lambda s, f, a: [],
             outcomes=lambda s, f: (), secret=True)  # fmt: skip
