"""Set-up: the units where the scenario puts them, then Red's secret minefield."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.drill.frames import VERBS, Mine
from echelon.systems.drill.state import RED, DrillState

if TYPE_CHECKING:
    from echelon.systems.drill.facts import DrillRules

__all__ = ["blank", "guess_mine", "lay_mine", "mine_hexes", "open_mine", "set_up"]

MINE = VERBS.code("mine")


def blank(rules: DrillRules) -> DrillState:
    """A state with nobody on the map, at the start of turn 1."""
    s = DrillState.fresh(rules)
    s.supplied = (1 << len(rules.forces)) - 1
    return s


@clause("DRL-SET-1")
def set_up(s: DrillState) -> None:
    """Place the units of the scenario."""
    for unit, label in s.rules.scenario.data["units"].items():
        s.pos[s.rules.forces.index(unit)] = s.rules.board.parse_hex(label)
    s.rules.rebuild(s)


@clause("DRL-SET-1")
def open_mine(s: DrillState) -> None:
    """Red is asked for a hex, if the scenario lists any."""
    if s.rules.mines:
        s.frame = Mine((RED,))


def mine_hexes(s: DrillState, f: Mine) -> list[int]:
    """One of the listed hexes."""
    return [MINE | h << A_SHIFT for h in s.rules.board.members(s.rules.mines)]


def lay_mine(s: DrillState, f: Mine, action: int) -> None:
    """Red's secret is laid."""
    s.mine = action >> A_SHIFT
    s.note("mine.laid", "DRL-SET-1", only=RED, hex=s.mine)
    s.close()


def guess_mine(s: DrillState, side: int, rng: object) -> None:
    """For a search by Blue: put the unknown minefield on one of the listed hexes that could still hide it."""
    import random

    assert isinstance(rng, random.Random)
    hidden = s.rules.mines & ~s.trodden
    if side != RED and hidden and not isinstance(s.frame, Mine):
        s.mine = rng.choice(s.rules.board.members(hidden))
