"""Every position file: what it expects, holds, and every answer to it can be previewed, told in words and shown in a panel."""

from pathlib import Path

import pytest

from echelon.core.proof.expect import check
from echelon.core.record.position import Position

ROOT = Path(__file__).parent / "positions"
FILES = sorted(ROOT.rglob("*.toml"))
ELSEWHERE = {
    "TIG-MAP-4"
}  # where the map lies on the globe changes nothing in play: proved in tests/systems/tigers/test_data.py


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(ROOT).with_suffix("")) for f in FILES])
def test_position(path):
    position = Position.parse(path.read_text("utf-8"), str(path.relative_to(ROOT)))
    assert position.clauses, "a position names the clauses it proves"
    assert position.data.get("expect") or position.data.get("problems"), "a position expects something"
    for clause in position.clauses:
        assert clause in position.system.clauses, f"{clause} is no clause of {position.system.name}"
    state = position.state()
    assert [str(failure) for failure in check(position, state)] == []
    for action in state.legal():
        assert isinstance(state.preview(action), dict)
        assert state.describe(action)
        state.rules.system.show.panel(state, action, "en")


# the game for tests is proved by its own tests
@pytest.mark.parametrize("system", sorted({f.parent.name for f in FILES} - {"ledger_game"}))
def test_every_clause_that_needs_code_is_proved_by_a_position(system):
    positions = [Position.parse(f.read_text("utf-8"), f.name) for f in FILES if f.parent.name == system]
    book = positions[0].system.clauses
    proved = {clause for position in positions for clause in position.clauses}
    assert [c.id for c in book.values() if not c.defines and c.id not in proved | ELSEWHERE] == []


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_a_position_is_named_after_its_first_clause(path):
    first = Position.parse(path.read_text("utf-8")).clauses[0]
    # a worked example of the rule book goes by its number
    assert path.stem.startswith((first.partition("-")[2].lower() + "-", "example-"))
