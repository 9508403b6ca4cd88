"""Whatever a position file sets up, every legal answer can be previewed, told in words and shown in a panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from echelon.core.record.position import Position
from echelon.core.system import system_names

POSITIONS = Path(__file__).parents[1] / "positions"


@pytest.mark.parametrize("system", system_names())
def test_every_legal_answer_can_be_shown(system):
    files = sorted((POSITIONS / system).glob("**/*.toml"))
    assert files
    shown = 0
    for file in files:
        state = Position.parse(file.read_text("utf-8"), str(file)).state()
        for action in state.legal():
            assert isinstance(state.preview(action), dict)
            assert state.describe(action)
            state.rules.system.show.panel(state, action, "en")
            shown += 1
    assert shown > len(files)
