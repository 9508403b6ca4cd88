"""Every position file: what it expects, holds."""

from pathlib import Path

import pytest

from echelon.core.expect import check
from echelon.core.position import Position

ROOT = Path(__file__).parent / "positions"
FILES = sorted(ROOT.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(ROOT).with_suffix("")) for f in FILES])
def test_position(path):
    position = Position.parse(path.read_text("utf-8"), str(path.relative_to(ROOT)))
    assert position.clauses, "a position names the clauses it proves"
    assert position.data.get("expect") or position.data.get("problems"), "a position expects something"
    for clause in position.clauses:
        assert clause in position.system.clauses, f"{clause} is no clause of {position.system.name}"
    assert [str(failure) for failure in check(position)] == []
