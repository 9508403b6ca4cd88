"""Chapter 9 of the law: who may attack, who must, the standard allocation, and what may be called off."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import act, board, cited, hexes, ids, mask, state_of

from echelon.systems.tigers.frames import Allocate, Battle, Fight, Losses, Peiper
from echelon.systems.tigers.law.allocation import why_not_allocate, why_not_battle
from echelon.systems.tigers.law.combat import why_not_fight, why_not_losses
from echelon.systems.tigers.law.duties import blank_sheet, chain, standard_allocation
from echelon.systems.tigers.law.peiper import why_not_peiper
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACHED,
    ATTACKED,
    DISRUPTED,
    FOUGHT,
    FRESH,
    GERMAN,
    IDLE,
    MOVED,
    OFF,
    OPEN,
    ROAD,
)


def allocate(s: Any, text: str, side: int = GERMAN) -> set[str]:
    verbs = ("attack", "attach", "standard", "confirm")
    return cited(why_not_allocate(s, Allocate((side,)), act(s, text, *verbs)))


def join(s: Any, frame: Battle, text: str) -> set[str]:
    return cited(why_not_battle(s, frame, act(s, text, "also", "with", "set")))


def moved(*names: str) -> dict[str, Any]:
    return {"status": dict.fromkeys(names, MOVED), "marks": dict.fromkeys(names, FRESH)}


def standard(s: Any, side: int) -> list[tuple[list[str], list[str]]]:
    labels, units = s.rules.board.labels, s.rules.forces.units
    plan = standard_allocation(blank_sheet(s), side)
    return [(sorted(labels[h] for h in b.hexes), sorted(units[u].id for u in b.units)) for b in plan]


# --- the examples of the rule book --------------------------------------------------------------------------------------
def test_who_is_touched_on_the_first_turn() -> None:
    s = state_of(
        {"de-277vg": "1309", "de-12ss": "1309", "de-12vg": "1308", "us-99id": "1208", "us-2id": "1209", "us-106id": "1307",
         "us-14cav": "1207"},
        turn=1, step="B2a.attack", printed=True,
    )  # fmt: skip
    s.battles = ((board(s, "1208"), mask(s, "de-277vg", "de-12ss", "de-12vg"), OPEN),)
    rulings = why_not_allocate(s, Allocate((GERMAN,)), act(s, "confirm", "confirm"))
    assert cited(rulings) == {"TIG-ATK-8"}
    assert {r.facts["hex"] for r in rulings} == set(hexes(s, "1209", "1307"))  # not the cavalry
    assert standard(s, GERMAN) == []  # nobody moved: no duty A


def test_a_cavalry_group_beside_two_panzer_divisions_may_stay_idle() -> None:
    s = state_of({"us-14cav": "705", "de-2pz": "706", "de-116pz": "704"}, step="C2a.attack", **moved("us-14cav"))
    assert allocate(s, "confirm", ALLIED) == set()
    assert allocate(s, "standard", ALLIED) == {"TIG-ATK-14"}
    s = state_of({"us-14cav": "705", "de-2pz": "706"}, step="C2a.attack", **moved("us-14cav"))
    assert allocate(s, "confirm", ALLIED) == {"TIG-ATK-6"}
    assert standard(s, ALLIED) == [(["706"], ["us-14cav"])]


def test_two_divisions_and_two_units_that_moved() -> None:
    # U in 705 touches d in 706 and e in 704; V in 606 touches d only
    s = state_of(
        {"us-4id": "705", "us-26id": "606", "de-12vg": "706", "de-18vg": "704"}, step="C2a.attack", **moved("us-4id", "us-26id")
    )
    s.battles = ((board(s, "706"), mask(s, "us-4id", "us-26id"), OPEN),)
    assert allocate(s, "confirm", ALLIED) == {"TIG-ATK-6", "TIG-ATK-8"}
    s.battles = ((board(s, "706"), mask(s, "us-26id"), OPEN), (board(s, "704"), mask(s, "us-4id"), OPEN))
    assert allocate(s, "confirm", ALLIED) == set()
    assert standard(s, ALLIED) == [(["704"], ["us-4id"]), (["706"], ["us-26id"])]


def test_a_group_that_fights_alone_takes_all_its_hexes() -> None:
    s = state_of({"us-3ad": "705", "us-9id": "705", "de-12vg": "706", "de-18vg": "704"}, step="C2a.attack", **moved("us-3ad"))
    assert standard(s, ALLIED) == [(["704", "706"], ["us-3ad", "us-9id"])]


def test_an_idle_unit_joins_a_battle_with_which_every_duty_is_met() -> None:
    # the cavalry in 705 is too weak for both divisions; the armor in 806 touches both as well
    where = {"us-14cav": "705", "us-2ad": "806", "de-2pz": "706", "de-116pz": "805"}
    s = state_of(where, step="C2a.attack", **moved("us-14cav"))
    assert allocate(s, "confirm", ALLIED) == set()
    s.battles = ((board(s, "706", "805"), mask(s, "us-2ad"), OPEN),)
    assert allocate(s, "confirm", ALLIED) == {"TIG-ATK-9"}
    assert allocate(s, "standard", ALLIED) == set()
    assert standard(s, ALLIED) == []
    s = state_of(where, step="C2a.attack", **moved("us-14cav", "us-2ad"))
    assert allocate(s, "confirm", ALLIED) == {"TIG-ATK-6"}
    assert standard(s, ALLIED) == [(["706", "805"], ["us-14cav", "us-2ad"])]


def test_an_idle_unit_does_not_join_where_it_would_touch_another_division() -> None:
    where = {"us-14cav": "705", "us-2ad": "606", "de-2pz": "706", "de-116pz": "704"}
    s = state_of(where, step="C2a.attack", **moved("us-14cav"))
    s.battles = ((board(s, "706"), mask(s, "us-2ad"), OPEN),)
    assert allocate(s, "confirm", ALLIED) == set()
    s.pos[ids(s, "de-116pz")[0]] = hexes(s, "1505")[0]
    assert allocate(s, "confirm", ALLIED) == {"TIG-ATK-6"}  # now it is strong enough


# --- who may attack -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("status", "marks", "step", "wanted"),
    [
        (0, 0, "B2a.attack", set()),
        (DISRUPTED, 0, "B2a.attack", {"TIG-DIS-1"}),
        (ATTACKED, 0, "B2d.attack", {"TIG-SEQ-5"}),
        (MOVED | ROAD, FRESH, "B2a.attack", {"TIG-ROAD-7"}),
        (MOVED, 0, "B2d.attack", {"TIG-SEQ-2"}),
        (MOVED, FRESH, "B2d.attack", set()),
        (MOVED | IDLE, FRESH, "B2a.attack", {"TIG-ATK-15"}),
    ],
)
def test_what_keeps_a_unit_from_attacking(status: int, marks: int, step: str, wanted: set[str]) -> None:
    s = state_of({"de-12vg": "705", "us-14cav": "706"}, {"de-12vg": status}, {"de-12vg": marks}, step=step)
    assert join(s, Battle((GERMAN, board(s, "706"), 0)), "with de-12vg") == wanted
    assert allocate(s, "attack 706") == (wanted | {"TIG-ATK-5"} if wanted else set())


def test_wheels_need_a_bridge_and_a_point() -> None:
    s = state_of({"de-12ss": "705", "de-12vg": "705", "us-1id": "706"}, sides={"river": "705|706"}, step="B2a.attack")
    frame = Battle((GERMAN, board(s, "706"), 0))
    assert join(s, frame, "with de-12vg") == set()
    assert join(s, frame, "with de-12ss") == {"TIG-BRG-14"}
    s.bridges = s.rules.river
    assert join(s, frame, "with de-12ss") == set()
    s.spent[ids(s, "de-12ss")[0]] = 7
    assert join(s, frame, "with de-12ss") == {"TIG-MOV-15"}


def test_a_hidden_dump_is_nobody() -> None:
    s = state_of({"de-12vg": "908"}, printed=True, step="B2a.attack")
    (s.dump,) = hexes(s, "909")
    assert allocate(s, "attack 909") == {"TIG-ATK-4"}
    s.dump_known = 1
    assert allocate(s, "attack 909") == set()


def test_duty_b_is_waived_for_wheels_at_an_unbridged_river() -> None:
    where = {"de-12ss": "705", "us-1id": "706", "us-2id": "704"}
    s = state_of(where, sides={"river": "704|705"}, step="B2a.attack")
    s.battles = ((board(s, "706"), mask(s, "de-12ss"), OPEN),)
    assert allocate(s, "confirm") == set()
    s.bridges = s.rules.river
    assert allocate(s, "confirm") == {"TIG-ATK-8"}


def test_what_is_attached_joins_with_peiper_only() -> None:
    s = state_of({"de-kgp": "705", "de-501ss": "705", "us-1id": "706"}, marks={"de-501ss": ATTACHED}, step="B2a.attack")
    frame = Battle((GERMAN, board(s, "706"), 0))
    assert join(s, frame, "with de-501ss") == {"TIG-KGP-12"}
    assert join(s, frame, "with de-kgp") == set()
    s.peiper_attacks = 2
    assert join(s, frame, "with de-kgp") == {"TIG-KGP-10"}


def test_a_battle_below_one_to_five_is_not_set() -> None:
    s = state_of({"us-14cav": "705", "us-4id": "705", "de-2ss": "706", "de-12vg": "706"}, step="C2a.attack")
    assert allocate(s, "attack 706", ALLIED) == set()
    frame = Battle((ALLIED, board(s, "706"), mask(s, "us-14cav")))
    assert join(s, frame, "set") == {"TIG-CRT-2"}
    assert join(s, Battle((ALLIED, board(s, "706"), mask(s, "us-4id"))), "set") == set()
    assert join(s, Battle((ALLIED, board(s, "706"), 0)), "set") == {"TIG-ATK-5"}


# --- calling off ----------------------------------------------------------------------------------------------------------
def cancel(s: Any, text: str) -> set[str]:
    return cited(why_not_fight(s, Fight((GERMAN,)), act(s, text, "fight", "cancel")))


def test_calling_off_takes_along_what_would_owe() -> None:
    # 705 attacks 706, 606 attacks 707 and touches 706
    s = state_of({"de-12vg": "705", "de-18vg": "606", "us-1id": "706", "us-2id": "607"})
    s.battles = ((board(s, "706"), mask(s, "de-12vg"), OPEN), (board(s, "607"), mask(s, "de-18vg"), OPEN))
    s.ready = mask(s, "us-1id", "us-2id")
    assert chain(s, GERMAN, 0) == [0, 1]
    assert cancel(s, "cancel 706") == set()
    assert cancel(s, "cancel 707") == {"TIG-SEQ-13"}
    s.battles = ((board(s, "706"), mask(s, "de-12vg"), OPEN), (board(s, "607"), mask(s, "de-18vg"), FOUGHT))
    s.touched = mask(s, "us-1id")
    assert cancel(s, "cancel 706") == {"TIG-ATK-3"}
    s.status[ids(s, "us-1id")[0]] = DISRUPTED
    assert cancel(s, "cancel 706") == set()


def test_duty_a_requires_its_battle_until_the_division_is_disrupted() -> None:
    s = state_of({"de-12vg": "705", "us-1id": "706"}, **moved("de-12vg"))
    s.battles = ((board(s, "706"), mask(s, "de-12vg"), OPEN),)
    s.duty = s.ready = mask(s, "us-1id")
    assert cancel(s, "cancel 706") == {"TIG-ATK-10"}
    s.status[ids(s, "us-1id")[0]] = DISRUPTED
    assert cancel(s, "cancel 706") == set()
    s.battles = ((board(s, "706"), mask(s, "de-12vg"), OFF),)
    assert cancel(s, "fight 706") == {"TIG-SEQ-13"}


# --- losses -------------------------------------------------------------------------------------------------------------
def test_losses_spare_whom_they_can() -> None:
    s = state_of({"de-12ss": "705", "de-12vg": "705", "de-277vg": "705", "de-150bde": "705", "us-9id": "706"})
    s.attackers = mask(s, "de-12ss", "de-12vg", "de-277vg", "de-150bde")

    def lose(frame: Losses, name: str) -> set[str]:
        return cited(why_not_losses(s, frame, act(s, f"lose {name}", "lose")))

    first = Losses((GERMAN, 4, 0))
    assert not lose(first, "de-12ss") and not lose(first, "de-12vg") and not lose(first, "de-277vg")
    assert lose(first, "de-150bde") == {"TIG-RES-8"}
    second = Losses((GERMAN, 1, mask(s, "de-12vg")))
    assert not lose(second, "de-277vg")
    assert lose(second, "de-12ss") == {"TIG-RES-8"}  # the 3 could then be spared


# --- Peiper -------------------------------------------------------------------------------------------------------------
def peiper(s: Any, text: str, stepped: int = 0, stopped: int = 0) -> set[str]:
    verbs = ("move", "exit", "attack", "detach", "wait", "stop")
    return cited(why_not_peiper(s, Peiper((GERMAN, stepped, stopped)), act(s, text, *verbs)))


def test_peiper_attacks_twice_and_with_ruthlessness_again() -> None:
    s = state_of({"de-kgp": "705", "us-14cav": "706"}, {"de-kgp": ATTACKED})
    s.peiper_attacks = 1
    assert peiper(s, "attack 706") == set()
    s.peiper_attacks = 2
    assert peiper(s, "attack 706") == {"TIG-KGP-10"}
    s.ruthless = 5
    assert peiper(s, "attack 706") == {"TIG-SSR-4"}
    s.peiper_since = 2
    assert peiper(s, "attack 706") == set()
    s.peiper_worse = 1
    assert peiper(s, "attack 706") == {"TIG-SSR-2"}


def test_peiper_takes_every_division_into_the_one_battle() -> None:
    s = state_of({"de-kgp": "705", "us-14cav": "706", "us-2ad": "704", "us-3ad": "704", "us-9id": "804"})
    assert peiper(s, "attack 706") == {"TIG-KGP-6"}  # 2 against 15
    assert peiper(s, "stop de-kgp") == set()
    assert peiper(s, "wait de-kgp") == set()


def test_peiper_does_not_step_where_it_could_neither_stop_nor_attack() -> None:
    s = state_of({"de-kgp": "705", "us-2ad": "707", "us-3ad": "707", "us-14cav": "905"})
    assert peiper(s, "move de-kgp 706 normal") == set()  # 2 against 10
    s = state_of({"de-kgp": "705", "us-2ad": "707", "us-3ad": "707", "us-9id": "707"})
    assert peiper(s, "move de-kgp 706 normal") == {"TIG-KGP-6"}
    assert peiper(s, "move de-kgp 704 normal") == set()
    assert peiper(s, "move de-kgp 704 normal", stopped=1) == {"TIG-ZOC-10"}
