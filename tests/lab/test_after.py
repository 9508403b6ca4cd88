"""After the action: chances that fit the games, luck that averages out, and a report that people can read."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import echelon
from echelon.cli import main
from echelon.core.record import Record
from echelon.lab.after import Chances, report
from echelon.lab.after.chances import Curve, Sample, fit
from echelon.lab.after.report import _moment

RECORDS = Path(__file__).parents[1] / "records"
GAME = RECORDS / "tigers-breakthrough.txt"


@pytest.fixture(scope="module")
def told():
    return report(Record.parse(GAME.read_text("utf-8")))


def test_a_curve_is_found_again_in_games_that_follow_it():
    true = Curve(0.5, -1.0, 0.2, 0.3)
    rng = random.Random(3)
    samples = []
    for _ in range(20_000):
        time, worth = rng.random(), rng.uniform(-10, 10)
        samples.append(Sample(time, worth, float(rng.random() < true.at(time, worth))))
    found = fit(samples)
    for time in (0.0, 0.5, 1.0):
        for worth in (-6.0, 0.0, 4.0):
            assert found.at(time, worth) == pytest.approx(true.at(time, worth), abs=0.03)


def test_a_side_that_won_everything_still_gives_a_curve():
    found = fit([Sample(0.5, float(n), 1.0) for n in range(50)])
    assert all(map(math.isfinite, (found.constant, found.turn, found.worth, found.steeper)))
    assert found.at(0.5, 25.0) > 0.9


@pytest.mark.parametrize(
    ("system", "scenario"), [("tigers", "campaign"), ("tigers", "breakthrough"), ("colonnes", "montelimar")]
)
def test_every_game_with_an_appreciation_has_a_curve(system, scenario):
    state = echelon.load(system).new(scenario, seed=1)
    chances = Chances(state.rules)
    assert chances.fitted
    assert 0.02 < chances.of(state) < 0.98, "a game that is decided at the start"
    assert chances.curve is not None
    assert chances.curve.at(0.5, 10.0) > chances.curve.at(0.5, -10.0)


def test_luck_averages_out_over_the_faces_of_a_die():
    record = Record.parse(GAME.read_text("utf-8"))
    state = record.start()
    chances = Chances(state.rules)
    looked = 0
    for number, entry in enumerate(record.entries):
        if state.frame.chance and number % 5 == 0:
            rows = [(float(odds), _moment(state, face, number, chances, "en")) for face, odds in state.outcomes()]
            assert sum(odds * row.luck for odds, row in rows) == pytest.approx(0, abs=1e-9)
            looked += len({row.luck for _odds, row in rows}) > 1
        record._step(state, entry)
    assert looked > 5


def test_the_course_ends_with_the_result(told):
    assert [turn for _entry, turn, _chance in told.course] == sorted(turn for _entry, turn, _chance in told.course)
    assert told.course[-1][2] == 1.0, "the Germans won"
    assert len(told.moments) == sum(entry.chance for entry in Record.parse(GAME.read_text("utf-8")).entries)
    points = told.turning_points()
    assert 0 < len(points) <= 5
    assert min(abs(m.luck) for m in points) >= sorted((abs(m.luck) for m in told.moments), reverse=True)[len(points) - 1]


def test_what_might_have_been_fought_instead(told):
    for side in (0, 1):
        rows = told.best_missed(side)
        assert rows
        assert all(row.side == side and row.better != row.given for row in rows)
        assert [row.loss for row in rows] == sorted((row.loss for row in rows), reverse=True)


def test_the_command_tells_it(tmp_path):
    picture = tmp_path / "game.svg"
    done = CliRunner().invoke(main, ["record", "report", str(GAME), "--svg", str(picture)])
    assert done.exit_code == 0
    assert "German's chances:" in done.stdout
    assert "Dice that mattered" in done.stdout
    assert picture.read_text("utf-8").startswith("<svg")
    data = json.loads(CliRunner().invoke(main, ["record", "report", str(GAME), "--json"]).stdout)
    assert data["course"][-1]["chance"] == 1.0


def test_a_game_without_an_appreciation_gets_one_sentence(tmp_path):
    file = tmp_path / "drill.txt"
    table = echelon.Table(echelon.load("drill").new(seed=1))
    file.write_text(str(table.record()))
    done = CliRunner().invoke(main, ["record", "report", str(file)])
    assert done.exit_code != 0
    assert "no appreciation" in done.stderr
    assert "Traceback" not in done.stderr
