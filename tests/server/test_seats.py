"""Computer players in the worker: who makes plans is the same one through a game, who makes none need not be."""

from __future__ import annotations

from dataclasses import replace

import echelon
from echelon.players.recruit import Recruit
from echelon.server import thinking
from echelon.server.thinking import Job, Seats, choose


class Planner(Recruit):
    """Keeps something from one question to the next."""

    plans = True
    born = 0
    closed = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        Planner.born += 1

    def close(self) -> None:
        Planner.closed += 1


def job(game: str, number: int = 0) -> Job:
    state = echelon.load("drill").new(seed=1)
    side = state.frame.side
    return Job(game, number, side, "red", "planner", 7, 8, "drill", "", (), "", state.view(side).state.pack())


def test_who_plans_keeps_the_seat(monkeypatch):
    monkeypatch.setattr(thinking, "make", lambda name, seed: Planner(seed))
    Planner.born = Planner.closed = 0
    seats = Seats(most=2)
    assert {choose(job("a", number), seats) for number in range(3)}
    assert Planner.born == 1
    choose(job("b"), seats)
    choose(job("a"), seats)
    assert (Planner.born, Planner.closed) == (2, 0)
    choose(job("c"), seats)  # the seat that was asked longest ago is given up
    choose(job("a"), seats)
    assert (Planner.born, Planner.closed) == (3, 1)


def test_who_was_asked_elsewhere_in_between_is_not_asked_again(monkeypatch):
    monkeypatch.setattr(thinking, "make", lambda name, seed: Planner(seed))
    Planner.born = Planner.closed = 0
    seats = Seats()
    choose(job("a"), seats)
    choose(replace(job("a", 5), fresh=True), seats)
    choose(job("a", 6), seats)
    assert (Planner.born, Planner.closed) == (2, 1)


def test_who_makes_no_plans_is_made_from_the_seed_of_the_question():
    state = echelon.load("drill").new(seed=1)
    seeds = []
    for number in range(8):
        seats = Seats()
        one = Job(
            "a", number, state.frame.side, "red", "random", number, 8, "drill", "", (), "",
            state.view(state.frame.side).state.pack(),
        )  # fmt: skip
        seeds.append(choose(one, seats))
        assert choose(one, seats) == seeds[-1]
    assert len(set(seeds)) > 1
