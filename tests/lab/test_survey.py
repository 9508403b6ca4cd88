"""Surveys: games played out and counted."""

import pytest

import echelon
from echelon.lab import survey as module
from echelon.lab.survey import Endless, play_out, survey


@pytest.fixture(scope="module")
def drill():
    return echelon.load("drill")


def test_a_game_is_the_same_for_the_same_seed(drill):
    assert play_out(drill, "crossing", {}, 7) == play_out(drill, "crossing", {}, 7)
    assert len({play_out(drill, "crossing", {}, seed) for seed in range(8)}) > 1


def test_counts_do_not_depend_on_the_number_of_processes(drill):
    one, two = (survey(drill, 12, scenario="ford", jobs=jobs) for jobs in (1, 2))
    assert one.endings == two.endings
    assert sum(n for _, n in one.results) == 12
    assert all(clause in drill.clauses for (_, _, clause), _ in one.results)


def test_who_pushes_wins_more_often(drill):
    def wins(players):
        found = survey(drill, 60, scenario="crossing", players=players)
        return sum(n for (winner, _, _), n in found.results if winner == "blue")

    assert wins(("pushy", "random")) > wins(("random", "random")) + 20


def test_a_game_without_end_is_a_fault(drill, monkeypatch):
    monkeypatch.setattr(module, "MOST", 5)
    with pytest.raises(Endless, match="did not end"):
        play_out(drill, "crossing", {}, 1)
