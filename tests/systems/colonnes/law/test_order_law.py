"""What contradicts the rules in a state of Colonnes, and what the law of effects finds wrong with an outcome."""

from __future__ import annotations

import pytest
from colonnes_made import act, ask, combat, hex_, mask, on_the_move, place, state_of, troubles, unit

from echelon.core.frames import CHANCE
from echelon.core.state import Result
from echelon.systems.colonnes.frames import (
    Advance,
    Arrivals,
    AttackSupport,
    Columns,
    CombatDie,
    Hold,
    Losses,
    Pick,
    Recall,
    Retreat,
    Target,
)
from echelon.systems.colonnes.state import ALLIED, ATTACKED, GERMAN, MOVED, PLACED, REDUCED, SUPPORTED
from echelon.systems.colonnes.system import SYSTEM

SEVEN = ("A-1/141", "A-2/141", "A-3/141", "A-636", "A-111", "A-1/142", "A-2/142")
EASY = {"supplied": "all", "commanded": "all"}


@pytest.mark.clause("COL-ZOC-3", "COL-STK-1", "COL-STK-3", "COL-RES-7", "COL-CL-25", "COL-MOV-4")
def test_counters_where_they_cannot_be():
    assert troubles(state_of({"A-117": "0606", "G-SI": "0605"})) == set()
    assert troubles(state_of({"A-117": "0606", "G-CL1": "0606"})) == {"COL-ZOC-3"}
    full = dict.fromkeys(SEVEN, "0606")
    assert troubles(state_of(full)) == {"COL-STK-1"}
    assert troubles(state_of(full, ALLIED, 4, status={"A-636": PLACED})) == set()
    assert troubles(on_the_move(state_of(full, ALLIED, 4), "A-636", 4)) == set()  # in passing
    assert troubles(state_of({"A-117": "pool"})) == {"COL-RES-7"}
    assert troubles(state_of({"A-117": "returning"})) == {"COL-RES-7"}
    assert troubles(state_of({"A-CL1": "due"})) == {"COL-CL-25"}
    assert troubles(state_of({"A-117": "exited"})) == {"COL-MOV-4"}


@pytest.mark.clause("COL-UNI-3", "COL-MOV-1", "COL-CBT-3", "COL-QG-1", "COL-STK-3")
def test_marks_where_they_cannot_be():
    one = {"A-117": "0606", "A-636C": "0606", "G-I15": "0202", "A-36H": "due"}
    for name, status, segment, clauses in (
        ("A-636C", REDUCED, 7, {"COL-UNI-3"}),
        ("A-36H", MOVED, 4, {"COL-UNI-3"}),
        ("A-117", MOVED, 4, set()),
        ("A-117", MOVED, 7, {"COL-MOV-1"}),
        ("G-I15", MOVED, 4, {"COL-MOV-1"}),
        ("A-117", ATTACKED, 7, set()),
        ("G-I15", ATTACKED, 7, {"COL-CBT-3"}),
        ("A-117", ATTACKED, 4, {"COL-CBT-3"}),
        ("A-117", SUPPORTED, 7, {"COL-QG-1"}),
        ("A-117", PLACED, 7, {"COL-STK-3"}),
    ):
        assert troubles(state_of(one, ALLIED, segment, status={name: status})) == clauses, (name, status, segment)


@pytest.mark.clause("COL-SEQ-3", "COL-CMD-1", "COL-SUP-4", "COL-MOV-2", "COL-VIC-1", "COL-VIC-2", "COL-VIC-3")
def test_findings_and_counts():
    s = state_of({"A-117": "0606", "A-36H": "0606"})
    for name, value, clause in (
        ("unsupplied", -1, "COL-SEQ-3"),
        ("reach", ((unit(s, "A-117"), mask(s, "A-117")),), "COL-CMD-1"),
        ("reach", ((unit(s, "A-36H"), mask(s, "A-36H", "G-I15")),), "COL-CMD-1"),
        ("captured", s.rules.board.bit[0], "COL-SUP-4"),
        ("ferried", ((s.rules.board.parse_side("0101|0102"), 1),), "COL-MOV-2"),
        ("german_steps", -1, "COL-VIC-1"),
        ("cut_turns", 5, "COL-VIC-2"),
        ("turn", 99, "COL-VIC-3"),
        ("target", 3, "COL-CBT-1"),
        ("outcome", Result(ALLIED, "decisive", "COL-VIC-3"), "COL-VIC-3"),
    ):
        other = s.copy()
        setattr(other, name, value)
        assert clause in troubles(other), name


@pytest.mark.clause("COL-SEQ-1", "COL-REN-3", "COL-CL-12", "COL-MOV-10", "COL-ZOC-2", "COL-CL-16", "COL-RES-4", "COL-RET-8")
def test_questions_that_cannot_be_open():
    here = {"A-117": "0606", "G-SI": "0605"}

    def asked(frame, segment=7, side=ALLIED, **rest):
        s = (
            combat(state_of(here, side, segment, assume=EASY), "0605", "A-117", **rest)
            if segment == 7
            else state_of(here, side, segment)
        )
        ask(s, frame)
        if segment != 7:
            s.stack = []
        return troubles(s)

    assert asked(CombatDie((CHANCE,))) == set()
    assert asked(CombatDie((CHANCE,)), result="D1", distance=1) == {"COL-ODD-3"}
    assert asked(Arrivals((ALLIED,)), 1) == {"COL-REN-3"}
    assert asked(Columns((ALLIED, 5)), 2) == {"COL-CL-12"}
    assert asked(Recall((ALLIED, 3)), 5) == {"COL-STK-3"}
    assert asked(Pick((GERMAN,)), 4) == {"COL-SEQ-1"}
    assert asked(AttackSupport((ALLIED,))) == {"COL-CL-16"}
    assert asked(Losses((GERMAN, 1, 0)), result="D1*", distance=1) == set()
    assert asked(Losses((ALLIED, 1, 0)), result="D1*", distance=1) == {"COL-RES-1"}
    assert asked(Hold((GERMAN,)), result="D1", distance=1) == {"COL-RES-4"}
    s = state_of(here)
    assert asked(Retreat((GERMAN, mask(s, "G-SI"), -1, 0, 0)), result="D1", distance=1) == set()
    assert asked(Retreat((GERMAN, mask(s, "A-117"), -1, 0, 0)), result="D1", distance=1) == {"COL-RET-1", "COL-RET-8"}
    assert asked(Advance((ALLIED, mask(s, "A-117"), -1)), result="D1", distance=1) == {"COL-ADV-1"}
    moving = on_the_move(state_of(here, ALLIED, 4), "A-117", 2, "0607")
    assert troubles(moving) == {"COL-ZOC-2"}
    assert troubles(on_the_move(state_of(here, ALLIED, 4), "A-117", 99)) == {"COL-MOV-1"}


# --- the law of effects ----------------------------------------------------------------------------------------------------
def wrong(before, text, spoil=None):
    """What the law finds in the outcome of an action, perhaps one that was spoilt."""
    before.rules.rebuild(before)
    action = act(before, text)
    after = before.copy()
    after.apply(action)
    if spoil is not None:
        spoil(after)
    problems = SYSTEM.proof.transition(before, action, after)
    for problem in problems:
        assert before.sentence(problem)
    return {problem.facts["case"] for problem in problems}


@pytest.mark.clause("COL-SEQ-1")
def test_every_sort_of_wrong_outcome_is_found():
    def begun():
        return state_of({"A-117": "0606", "G-SI": "0604", "A-36H": "0606"}, ALLIED, 4)

    assert wrong(begun(), "take A-117") == set()
    assert wrong(begun(), "take A-117", lambda s: s.pos.__setitem__(unit(s, "G-SI"), hex_(s, "0202"))) == {"effect.pos"}
    assert wrong(begun(), "take A-117", lambda s: s.status.__setitem__(unit(s, "A-117"), 0)) == {"effect.status"}
    assert wrong(begun(), "take A-117", lambda s: setattr(s, "german_steps", 1)) == {"effect.value"}
    assert wrong(begun(), "take A-117", lambda s: setattr(s, "rolls", 1)) == {"effect.value"}
    assert wrong(begun(), "take A-117", lambda s: setattr(s, "frame", Target((ALLIED,)))) == {"effect.frame"}
    assert wrong(begun(), "take A-117", lambda s: s.finish(None, "draw", "COL-VIC-3")) == {"effect.result"}


@pytest.mark.clause("COL-ODD-2", "COL-MOV-1")
def test_wrong_previews_are_found(monkeypatch):
    s = on_the_move(state_of({"A-117": "0606"}, ALLIED, 4), "A-117", 8)
    assert wrong(s, "move A-117 0605") == set()
    monkeypatch.setattr(s.frame.kind, "preview", lambda s, f, a: {"cost": 5, "left": 3})
    assert wrong(s, "move A-117 0605") == {"effect.preview"}
    s = combat(state_of({"A-117": "0606", "G-SI": "0605"}, assume=EASY), "0605", "A-117")
    ask(s, CombatDie((CHANCE,)))
    assert wrong(s, "die 6") == set()
    monkeypatch.setattr(s.frame.kind, "preview", lambda s, f, a: {})
    assert wrong(s, "die 6") == {"effect.preview"}
    assert place(s, "A-117") == "0606"
