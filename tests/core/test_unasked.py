"""No press throws a die, ends a step or hands over the turn unless its button says so: every press of walked games is tried."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import echelon
from echelon.core.show.leads import DIE, OVER, STEP, TURN, lead_of, part_of, said_by
from echelon.core.state import State
from echelon.core.system import System, system_names
from echelon.core.table import Table
from echelon.players import make
from echelon.server.games import AUTO

QUESTIONS = {"drill": 2000, "tigers": 150, "colonnes": 90}  # of a game, each with all its answers


def crossed(before: State, after: State) -> set[str]:
    """What lies between two states, dice and all, by what is in them."""
    if after.outcome is not None:
        return {OVER, *([DIE] if after.rolls != before.rolls else [])}
    found = {DIE} if after.rolls != before.rolls else set()
    if after.step != before.step or after.turn != before.turn:
        found.add(TURN if part_of(after) != part_of(before) else STEP)
    return found


def surprises(table: Table) -> Iterator[str]:
    """The presses on an answer of the open question that do more than is told of them."""
    state = table.state
    side = state.frame.side
    for action in state.legal():
        trial = table.fork()
        trial.auto = frozenset(AUTO)
        trial.do(action)
        done = crossed(state, trial.state)
        if not done:
            continue
        lead = lead_of(table, action, side)
        told = {*said_by(state, action), *lead.found}  # what the verb does not say is held: the button that carries it out does
        if TURN in lead.found:
            told |= {DIE, STEP, OVER}  # what comes then is the other side's
        elif DIE in done and DIE in told and done == {DIE, OVER}:
            continue  # a die may decide the game
        if done - told:
            yield f"{state.frame.kind.name} of {state.rules.sequence[state.step].name}: {state.text(action)} does {done - told}"


def walk(system: System, scenario: str, seed: int, most: int) -> tuple[list[str], set[str]]:
    """The surprises of a game that two recruits and chance play, and the questions that were met."""
    rng = random.Random(f"{system.name} {scenario} {seed}")
    options = {name: rng.choice(option.values) for name, option in system.play.options.items()} if seed else {}
    table = Table(system.new(scenario, options, seed=rng.randrange(1 << 30)), AUTO)
    players = [make("recruit", seed + side) for side in range(2)]
    found: list[str] = []
    met: set[str] = set()
    skip = 0
    while table.state.outcome is None and most:
        state = table.state
        kind = state.frame.kind.name
        legal = list(state.legal().main)
        # what is rare is looked at whenever it comes; of what comes all the time, one in some
        skip += 1
        if kind not in met or not kind.startswith(("mouvement", "move.")) or skip % 9 == 0:
            met.add(kind)
            most -= 1
            found += surprises(table)
        chosen = rng.choice(legal) if rng.random() < 0.2 else players[state.frame.side].choose(state.view(state.frame.side))
        table.do(chosen)
    return found, met


CASES = [(name, scenario) for name in system_names() for scenario in echelon.load(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_no_press_does_what_its_button_does_not_say(name: str, scenario: str) -> None:
    """Recruits and chance play; every answer of the questions met is pressed at a copy of the table."""
    found: list[str] = []
    for seed in range(2):
        found += walk(echelon.load(name), scenario, seed, QUESTIONS.get(name, 50))[0]
    assert not found


@pytest.mark.long
@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_nor_in_whole_games(name: str, scenario: str) -> None:
    """The same to the end of games with options of all kinds."""
    found: list[str] = []
    for seed in range(1, 4):
        found += walk(echelon.load(name), scenario, seed, 100_000)[0]
    assert not found
