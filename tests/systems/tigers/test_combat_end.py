"""The combat step is its player's to end: neither the last die nor the last advance ends it."""

import random

import pytest

from echelon.core import dice
from echelon.core.record.position import Position
from echelon.core.table import Table
from echelon.server.games import AUTO

BATTLE = """
system = "tigers"
set_up = "campaign"
turn = 1
step = "B2c"
side = "german"
frame = "combat.pick"
[state]
battles = [{ hexes = "1307", units = "de-kgp de-506 de-18vg de-62vg", state = "open" }]
"""


@pytest.mark.clause("TIG-SEQ-14")
def test_the_last_battle_and_the_last_advance_end_no_combat():
    """However the die falls and whatever both sides answer, the German comes back to *End combat* in the same step."""
    met = set()
    for seed in range(80):
        rng, state = random.Random(seed), Position.parse(BATTLE).state()
        state.seed = dice.seed_bytes(seed)
        table = Table(state, AUTO)
        while table.state.legal().texts() != ["end"]:
            state = table.state
            assert state.rules.sequence[state.step].name == "B2c" and state.outcome is None
            met.add(state.frame.kind.name)
            table.do(rng.choice(list(state.legal().main)))
        assert table.state.frame.kind.name == "combat.pick" and table.state.frame.side == 0
        table.do("end")
        assert table.state.rules.sequence[table.state.step].name != "B2c"
    assert {"combat.advance", "kgp.continue", "combat.distance"} <= met
