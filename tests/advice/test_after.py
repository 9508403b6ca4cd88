"""After the action: chances that fit the games, luck that averages out, and a report that people can read."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest
from serving import played

import echelon
from echelon.advice.after import Report, Told, Work, legend, report, study, words
from echelon.advice.after.chances import Curve, Fitted, Sample, Tried, fit
from echelon.advice.after.plot import CURVE, TOP, chart
from echelon.advice.after.report import _die
from echelon.advice.after.words import _happened
from echelon.advice.playouts import play_out
from echelon.core.record.record import Record

RECORDS = Path(__file__).parents[1] / "records"
GAME = RECORDS / "tigers-breakthrough.txt"


@pytest.fixture(scope="module")
def record():
    return Record.parse(GAME.read_text("utf-8"))


@pytest.fixture(scope="module")
def made(record):
    return report(record, games=8)


# --- chances ------------------------------------------------------------------------------------------------------------
def test_a_curve_is_found_again_in_games_that_follow_it():
    true = Curve(0.5, -1.0, 0.2, 0.3)
    rng = random.Random(3)
    samples = []
    for _ in range(6_000):
        time, worth = rng.random(), rng.uniform(-10, 10)
        samples.append(Sample(time, worth, float(rng.random() < true.at(time, worth))))
    found = fit(samples)
    for time in (0.0, 0.5, 1.0):
        for worth in (-6.0, 0.0, 4.0):
            assert found.at(time, worth) == pytest.approx(true.at(time, worth), abs=0.05)


def test_a_state_is_measured_against_others_of_its_time():
    """Who takes everything only in the end is not lost at the start, when he holds nothing."""
    rng = random.Random(4)
    samples = []
    for _ in range(400):
        score, drift = float(rng.random() < 0.4), rng.gauss(0, 4)
        for n in range(12):
            time = n / 12
            samples.append(Sample(time, -46 + 30 * time + (2 * score - 1) * 12 * time + drift * time, score))
    found = fit(samples)
    assert found.at(0.0, -46.0) == pytest.approx(0.4, abs=0.06)
    assert found.at(0.9, -8.0) > 0.8 and found.at(0.9, -30.0) < 0.2


def test_a_side_that_won_everything_still_gives_a_curve():
    found = fit([Sample(0.5, float(n), 1.0) for n in range(50)])
    assert all(map(math.isfinite, (found.constant, found.turn, found.worth, found.steeper)))
    assert found.at(0.5, 25.0) > 0.9


def test_a_curve_never_says_that_more_is_worse():
    """Few games may seem to say so."""
    rng = random.Random(1)
    for _ in range(20):
        samples = [Sample(rng.random(), rng.uniform(-5, 5), float(rng.random() < 0.5)) for _ in range(12)]
        assert fit(samples).rises
    against = [Sample(0.5, worth, float(worth < 0)) for worth in (-3.0, -2.0, -1.0, 1.0, 2.0, 3.0)]
    assert fit(against).worth == 0.0
    assert fit([]).at(0.3, 7.0) == 0.5


def test_a_play_out_leaves_the_state_alone_and_throws_the_dice_of_its_seed():
    state = echelon.load("drill").new("ford", seed=1)
    before = state.content()
    scores = [play_out(state, seed) for seed in range(30)]
    assert state.content() == before
    assert scores == [play_out(state, seed) for seed in range(30)]
    assert {0.0, 1.0} <= set(scores)


# --- luck ---------------------------------------------------------------------------------------------------------------
def test_luck_averages_out_over_the_faces_of_a_die(record):
    state = record.start()
    appreciation = state.rules.appreciation
    chances = Fitted(state.rules, appreciation, Curve(0.2, 0.3, 0.08, 0.05))
    looked = 0
    for number, entry in enumerate(record.entries[:500]):
        if state.frame.chance and number % 2 == 0:
            rows = [(float(odds), _die(state, face, number, chances, appreciation)) for face, odds in state.outcomes()]
            assert sum(odds * row.luck for odds, row in rows) == pytest.approx(0, abs=1e-9)
            best = max(rows, key=lambda row: row[1].luck)[1]
            assert best.odds == pytest.approx(sum(odds for odds, row in rows if row.luck >= best.luck - 1e-9))
            looked += len({round(row.luck, 9) for _odds, row in rows}) > 1
        record._step(state, entry)
    assert looked > 5


def test_a_game_without_an_appreciation_is_judged_by_playing_it_on(monkeypatch):
    drill = echelon.load("drill")
    bare = replace(drill, judgement=replace(drill.judgement, appreciate=None))
    monkeypatch.setattr("echelon.systems.drill.SYSTEM", bare)
    table = played("drill", seed=5)
    found = report(table.record())
    assert not found.fitted
    assert found.games > 100
    assert found.course[-1][2] == {None: 0.5, 0: 1.0, 1: 0.0}[table.state.outcome.winner]
    assert len(found.dice) == sum(entry.chance for entry in table.record().entries)
    state = echelon.load("drill").new(seed=5)
    assert 0.0 < Tried(20).of(state) < 1.0


# --- the report ---------------------------------------------------------------------------------------------------------
def test_the_course_ends_with_the_result(record, made):
    numbers = [entry for entry, _turn, _chance in made.course]
    assert numbers == sorted(numbers)
    assert made.course[-1][2] == 1.0, "the Germans won"
    assert made.games == 8
    assert len(made.dice) == sum(entry.chance for entry in record.entries)


def test_phases_lie_end_to_end_and_add_up(record, made):
    assert made.phases[0].first == 0
    assert made.phases[-1].last == len(record.entries)
    for one, other in zip(made.phases, made.phases[1:], strict=False):
        assert (one.last, one.after) == (other.first, other.before)
        assert (one.turn, one.side) != (other.turn, other.side)
    assert sum(phase.change for phase in made.phases) == pytest.approx(1.0 - made.phases[0].before)
    assert sum(phase.luck for phase in made.phases) == pytest.approx(made.luck)
    points = made.turning_points()
    assert 0 < len(points) <= 5
    least = min(abs(phase.change) for phase in points)
    assert all(abs(phase.change) <= least + 1e-9 for phase in made.phases if phase not in points)


def test_the_work_is_told_and_comes_to_an_end(record):
    steps = list(study(record, games=3))
    assert isinstance(steps[-1], Report)
    works = [step for step in steps[:-1] if isinstance(step, Work)]
    assert len(works) == len(steps) - 1
    assert [work.done for work in works] == sorted(work.done for work in works)
    assert all(0 < work.done <= work.of for work in works)


def test_time_is_kept_once_the_least_number_of_games_is_played():
    steps = study(Record.parse(GAME.read_text("utf-8")), seconds=0.0, games=40)
    games = sum(1 for _ in takewhile(lambda step: isinstance(step, Work) and step.done <= 40, steps))
    assert games == 24, "the walk comes after the games that are always played"


def test_random_players_miss_attacks_and_good_ones_are_named():
    found = report(Record.parse((RECORDS / "tigers-random.txt").read_text("utf-8")), games=1)
    assert found.missed
    best = [row for side in (0, 1) for row in found.best_missed(side)]
    assert best
    assert all(row.gain >= 0.5 for row in best)
    assert all(row.action.startswith("attack ") for row in best)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words(record, made, language):
    told = words(record, made, language)
    assert len(told.points) == len(made.turning_points())
    assert len(told.dice) == len(made.great_dice())
    rows = [*told.points, *told.dice, *told.missed]
    assert all(row.title and row.say for row in rows)
    assert not any("{" in row.title + row.say for row in rows)
    assert all(0 <= row.at <= len(record.entries) for row in rows)
    assert all(record.entries[row.at - 1].chance for row in told.dice), "a press shows the die"
    german = "Allemands" if language == "fr" else "German"
    assert any(german in sentence for sentence in told.summary)


def test_the_picture_numbers_the_turning_points(record, made):
    told = words(record, made)
    svg = chart(made, told, ("German", "Allied & others"), ("#111", "#222"))
    root = ET.fromstring(svg)
    points = [node for node in root.iter() if node.get("class") == "r-point"]
    assert [node.get("data-at") for node in points] == [str(row.at) for row in told.points]
    assert "Allied &amp; others" in svg
    bare = chart(made, told, ("German", "Allied"))
    assert "<style" not in bare


def _names_in(course):
    """The names of the sides in a picture: where each begins, and its height."""
    found = Report(("german", "allied"), entries=100, course=course)
    root = ET.fromstring(chart(found, Told("Report", (), (), (), ()), ("German", "Allied")))
    return {
        node.text: (float(node.get("x")), float(node.get("y"))) for node in root.iter() if "r-name" in node.get("class", "")
    }


def test_the_curve_strikes_no_name_through():
    low = _names_in([(0, 1, 0.05), (40, 2, 0.1), (50, 3, 0.6), (100, 4, 0.6)])
    assert low["German"][0] > 369, "it waits until the curve has risen"
    assert low["Allied"][0] == 62
    high = _names_in([(0, 1, 0.95), (40, 2, 0.95), (50, 3, 0.3), (100, 4, 0.3)])
    assert high["German"][0] == 62
    assert high["Allied"][0] > 369
    assert high["Allied"][1] < TOP + CURVE / 2 < high["German"][1]
    lost = _names_in([(0, 1, 0.04), (100, 4, 0.0)])
    assert set(lost) == {"Allied"}, "there is no room for the other at all"


def test_the_legend_names_the_sides():
    texts = echelon.load("tigers").texts
    english, french = (legend(texts, ("german", "allied"), language) for language in ("en", "fr"))
    assert english.startswith("Below the line: the German side's winning chances; above it: the Allied side's.")
    assert french.startswith("Sous la ligne, les chances de victoire des Allemands\u202f; au-dessus, celles des Alliés.")
    assert "de Bleu" in legend(echelon.load("drill").texts, ("blue", "red"), "fr")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_battle_is_told_by_its_die_alone(record, language):
    state, told = record.start(), []
    for entry in record.entries:
        if state.frame.kind.name == "combat.roll":
            told.append(_happened(state, entry.text, language))
        if record._step(state, entry):
            break
    assert told
    die = r"^[^.]+ (at|à) \d:\d, (die roll|dé) \d.?: [^.]+\.$"
    assert [say for say in told if not re.match(die, say)] == [], "no shifts, and nothing of what came after"
