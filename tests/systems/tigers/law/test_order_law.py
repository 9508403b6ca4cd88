"""What the law finds wrong in a state."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import battle, board, hexes, ids, mask, state_of

from echelon.systems.tigers.frames import CombatDie, Fight, Route, Step
from echelon.systems.tigers.law.order import problems
from echelon.systems.tigers.state import ATTACHED, DISRUPTED, ENTRENCHED, FRESH, HELD, OPEN


def sound() -> Any:
    s = state_of({"de-kgp": "705", "de-12vg": "705", "us-1id": "706", "us-14cav": "904"}, sides={"river": "705|706"})
    s.frame = Fight((0,))
    return s


def found(s: Any) -> set[str]:
    return {problem.clause for problem in problems(s)}


def test_a_sound_state_has_no_problems() -> None:
    assert found(sound()) == set()


def _enemies(s: Any) -> None:
    s.pos[ids(s, "us-14cav")[0]] = hexes(s, "705")[0]


def _control(s: Any) -> None:
    s.german &= ~board(s, "705")


def _dug(s: Any) -> None:
    s.status[ids(s, "us-14cav")[0]] = ENTRENCHED


def _off_map(s: Any) -> None:
    s.status[ids(s, "us-2id")[0]] = DISRUPTED


def _held(s: Any) -> None:
    s.marks[ids(s, "us-1id")[0]] = HELD


def _points(s: Any) -> None:
    s.spent[ids(s, "us-1id")[0]] = 9


def _fresh(s: Any) -> None:
    s.marks[ids(s, "us-1id")[0]] = FRESH


def _attached(s: Any) -> None:
    s.marks[ids(s, "de-12vg")[0]] = ATTACHED


def _dry_bridge(s: Any) -> None:
    s.bridges = s.rules.board.side(*hexes(s, "704", "705"))


def _marker(s: Any) -> None:
    s.us_markers -= 1


def _flights(s: Any) -> None:
    s.air_used = s.rules.wings[1]


def _dump(s: Any) -> None:
    (s.dump,) = hexes(s, "705")


def _fuel(s: Any) -> None:
    s.fuel = 5


def _exits(s: Any) -> None:
    s.exits = 8


def _turn(s: Any) -> None:
    s.turn = 13


def _side(s: Any) -> None:
    s.frame = Fight((1,))


def _far_battle(s: Any) -> None:
    s.battles = ((board(s, "904"), mask(s, "de-12vg"), OPEN),)


def _far_die(s: Any) -> None:
    battle(s, "none", ("de-12vg",), ("904", 1, 0, 0, "open"))
    s.frame = CombatDie((2,))


def _path(s: Any) -> None:
    s.frame = Step((0, ids(s, "de-12vg")[0], mask(s, "de-12vg"), ((hexes(s, "706")[0], 0),)))


def _retreat(s: Any) -> None:
    battle(s, "D1", ("de-12vg",), ("706", 4, 0, 1, "open"))
    s.frame = Route((1, mask(s, "us-14cav"), -1, ()))


@pytest.mark.parametrize(
    ("spoil", "wanted"),
    [
        (_enemies, "TIG-GEN-9"), (_control, "TIG-GEN-8"), (_dug, "TIG-ENT-7"), (_off_map, "TIG-RNF-1"), (_held, "TIG-RNF-12"),
        (_points, "TIG-MOV-3"), (_fresh, "TIG-SEQ-7"), (_attached, "TIG-KGP-1"), (_dry_bridge, "TIG-BRG-1"),
        (_marker, "TIG-BRG-3"), (_flights, "TIG-WX-7"), (_dump, "TIG-FUEL-2"), (_fuel, "TIG-FUEL-6"), (_exits, "TIG-VIC-1"),
        (_turn, "TIG-SEQ-1"), (_side, "TIG-SEQ-1"), (_far_battle, "TIG-ATK-4"), (_far_die, "TIG-ATK-4"), (_path, "TIG-MOV-13"),
        (_retreat, "TIG-RES-3"),
    ],
)  # fmt: skip
def test_what_contradicts_the_rules_is_found(spoil: Any, wanted: str) -> None:
    s = sound()
    spoil(s)
    assert found(s) == {wanted}
