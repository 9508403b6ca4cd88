"""Set-up: the units where the scenario puts them, then Red's secret minefield."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.drill.frames import VERBS, Mine
from echelon.systems.drill.state import RED, DrillState

__all__ = ["blank", "guess_mine", "lay_mine", "mine_hexes", "open_mine", "set_up"]

MINE = VERBS.code("mine")


def blank(rules: object) -> DrillState:
    """A state with nobody on the map, at the start of turn 1."""
    from echelon.core.state import NOBODY
    from echelon.systems.drill.play.tables import PlayRules

    assert isinstance(rules, PlayRules)
    s = DrillState()
    s.rules, s.frame, s.stack, s.step, s.turn = rules, NOBODY, [], 0, 1
    s.rolls = s.reveals = 0
    s.outcome, s.seed, s.log = None, bytes(16), None
    s.pos = bytearray([rules.gone]) * len(rules.forces)
    s.status = bytearray(len(rules.forces))
    s.supplied = (1 << len(rules.forces)) - 1
    s.attacked = s.blue_towns = s.trodden = s.blue = s.red = s.full = 0
    s.mine = -1
    s.blue_zone = s.red_zone = None
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
