"""Whole games, played by computer players and written down: every action, heading, fingerprint and die still holds."""

from pathlib import Path

import pytest

from echelon.core.record.record import Record
from echelon.systems.tigers.system import SYSTEM

FILES = sorted((Path(__file__).parents[2] / "records").glob("tigers-*.txt"))
ENDS = {
    "tigers-random": ("allied", "strategic", "TIG-VIC-4"),
    "tigers-pushy": ("german", "historic", "TIG-VIC-3"),
    "tigers-breakthrough": ("german", "historic", "TIG-BRK-4"),
    "tigers-exit": ("german", "strategic", "TIG-VIC-1"),
}


@pytest.fixture(scope="module")
def replayed():
    known = {}

    def replay(file):
        if file not in known:
            record = Record.parse(file.read_text(encoding="utf-8"))
            known[file] = record, record.replay()
        return known[file]

    return replay


def test_the_games_are_there():
    assert {file.stem for file in FILES} == set(ENDS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_action_and_every_die_holds(file, replayed):
    record, replay = replayed(file)
    assert record.damage is None and replay.damage is None
    assert replay.applied == len(record.entries) and not replay.note
    assert record.seed and record.seal  # known, so that the dice were checked against it
    assert any(entry.chance for entry in record.entries)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_result_cites_its_clause(file, replayed):
    _, replay = replayed(file)
    result = replay.state.result()
    assert (SYSTEM.sides[result.winner], result.level, result.clause) == ENDS[file.stem]
    assert SYSTEM.clauses[result.clause].text


def test_a_die_that_was_tampered_with_is_found(replayed):
    lines = FILES[0].read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("* die"))
    lines[at] = f"* die {int(lines[at].split()[2]) % 6 + 1}"
    damage = Record.parse("\n".join(lines)).replay().damage
    assert damage is not None and damage.line == at + 1


def test_the_exit_ends_the_game_at_once(replayed):
    file = next(f for f in FILES if f.stem == "tigers-exit")
    record, replay = replayed(file)
    assert replay.state.turn < 12 and record.entries[-1].text.startswith("exit")
