"""Whatever is hidden, everybody else is sent the same bytes."""

import random
import re

import msgspec
import pytest
from tabled import AUTO

import echelon
from echelon.core.errors import EchelonError
from echelon.core.table import Table
from echelon.core.views import View
from echelon.server import scene as scenes
from echelon.server.scene.marks import offered

HIDDEN = {"drill": ("mine 0402", "mine 0404", 0), "tigers": ("dump 909", "dump 1009", 0)}
SEALED = re.compile(r" \?[0-9a-f]+")


def tables(system, seed):
    """The same game with two secrets, played alike for as long as nothing comes to light."""
    first, second, _ = HIDDEN[system]
    pair = [Table(echelon.load(system).new(seed=seed), auto=AUTO) for _ in range(2)]
    for table, line in zip(pair, (first, second), strict=True):
        table.do(line)
    rng = random.Random(seed)
    while all(table.state.outcome is None for table in pair):
        yield pair
        common = [text for text in pair[0].state.legal().texts() if text in set(pair[1].state.legal().texts())]
        line = rng.choice(common)
        for table in pair:
            table.do(line)
        a, b = (table.state for table in pair)
        if (a.reveals, a.rolls, a.frame, a.step) != (b.reveals, b.rolls, b.frame, b.step):
            return
        if a.reveals and View(a, HIDDEN[system][2]).content() != View(b, HIDDEN[system][2]).content():
            return  # it has come to light where it lies


def payloads(table, side, rng):
    """Everything a viewer can ask for, as bytes by name."""
    view = View(table.state, side)
    rules = view.rules
    unit, hex_ = rng.randrange(len(rules.forces.units)), rng.randrange(rules.board.n)
    at = rng.randrange(len(table.moves) + 1)
    line = rng.choice(table.state.legal().texts())

    def told(make):
        try:
            return msgspec.json.encode(make())
        except EchelonError as error:
            return str(error).encode()

    found = {
        "scene": told(lambda: scenes.scene(table, side)),
        "past": told(lambda: scenes.scene(table, side, at)),
        "moves": told(lambda: scenes.moves(table, side, max(0, len(table.moves) - 5))),
        "start": told(lambda: scenes.moves(table, side, 0, 3)),
        "reach": told(lambda: scenes.reach(view, unit)),
        "why": told(lambda: scenes.why(view, unit, hex_)),
        "why hex": told(lambda: scenes.why(view, None, hex_)),
        "why unit": told(lambda: scenes.why(view, unit)),
        "why line": told(lambda: scenes.why(view, line=line)),
        "panel": told(lambda: scenes.panel(view, line)),
        "inspect hex": told(lambda: scenes.inspect(view, hex_=hex_)),
        "inspect unit": told(lambda: scenes.inspect(view, unit=unit)),
        "position": scenes.position(table, side).encode(),
        "record": SEALED.sub(" ?", scenes.record(table, side, headings=False)).encode(),
    }
    for row in offered(rules.system):
        found[row["name"]] = told(lambda name=row["name"]: scenes.overlay(view, name, None, unit))
    return found


@pytest.mark.parametrize(("system", "seed", "every"), [("drill", 1, 1), ("drill", 2, 1), ("tigers", 1, 97), ("tigers", 4, 31)])
def test_swapping_the_secret_changes_nothing_that_others_are_sent(system, seed, every):
    compared = 0
    for i, (a, b) in enumerate(tables(system, seed)):
        if i % every:
            continue
        for side in (HIDDEN[system][2], None):
            one = payloads(a, side, random.Random(i))
            other = payloads(b, side, random.Random(i))
            assert one == other
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("system", list(HIDDEN))
def test_the_owner_does_see_it(system):
    first, second, other = HIDDEN[system]
    sent = []
    for line in (first, second):
        table = Table(echelon.load(system).new(seed=1), auto=AUTO)
        table.do(line)
        sent.append(msgspec.json.encode(scenes.moves(table, 1 - other)))
    assert sent[0] != sent[1]


@pytest.mark.parametrize("system", list(HIDDEN))
def test_while_the_secret_is_chosen_its_answers_stay_with_its_side(system):
    table = Table(echelon.load(system).new(seed=1), auto=AUTO)
    line = HIDDEN[system][0]
    for side in (HIDDEN[system][2], None):
        view = View(table.state, side)
        for sent in (scenes.scene(table, side), scenes.why(view, line=line), scenes.panel(view, line)):
            assert line.encode() not in msgspec.json.encode(sent)
        assert not scenes.why(view, line=line)["rulings"]
