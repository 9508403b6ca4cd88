"""The law of effects of Tigers in the Ardennes: what it says of situations that seldom come up."""

import pytest
from tigers_battle import begin, ids, label, roll, scene, unit

from echelon.systems.tigers import SYSTEM
from echelon.systems.tigers.frames import Overstack, Withdraw
from echelon.systems.tigers.law.order import problems
from echelon.systems.tigers.play import air, movement
from echelon.systems.tigers.state import ATTACHED, PICKED


def wrong(s, text):
    """What the law finds wrong with the effects of an action."""
    for name in ("T.N", "T.NE", "T.S", "T"):
        text = text.replace(f" {name} ", f" {label(s, name.replace('.', ' '))} ")
    before, action = s.copy(), s.parse(text.strip())
    s.apply(action)
    return [problem.facts.get("case") for problem in SYSTEM.proof.transition(before, action, s)]


@pytest.mark.clause("TIG-SET-8")
def test_on_turn_1_the_british_withdraw_without_the_americans():
    s = scene({"us-28id": "T", "br-43id": "T", "de-2pz": "N"}, turn=1)
    roll(begin(s, ["T"], "de-2pz"), "D1")
    assert wrong(s, "distance T 0 ") == []
    assert isinstance(s.frame, Withdraw)
    assert s.frame.units == ids(s, "br-43id")


@pytest.mark.clause("TIG-ADV-15")
def test_a_unit_that_goes_on_into_a_second_vacated_hex_counts_for_the_first():
    s = scene({"us-28id": "T", "us-1id": "NE", "de-2pz": "N"})
    roll(begin(s, ["T", "T NE"], "de-2pz"), "DE")
    assert wrong(s, "advance de-2pz T ") == []
    assert wrong(s, "advance de-2pz T.NE ") == []
    assert len(s.occupiers) == 1


@pytest.mark.clause("TIG-MOV-18", "TIG-KGP-9")
def test_who_is_attached_is_taken_in_hand_with_peiper():
    s = scene({"de-kgp": "T", "de-501ss": "T"}, step="B2d.move", frame="move.pick")
    s.marks[unit(s, "de-501ss")] |= ATTACHED
    assert wrong(s, "take de-kgp") == []
    assert s.marks[unit(s, "de-501ss")] & PICKED


@pytest.mark.clause("TIG-SEQ-14")
def test_no_step_passes_by_where_somebody_has_a_choice(monkeypatch):
    def played():
        apart = {"de-2pz": "102", "us-28id": "T", "de-340vg": "1511", "us-87id": "711"}
        s = scene(apart, step="B2a.move", frame="move.pick", turn=8)
        s.weather, s.battles = 2, ()
        return s

    assert wrong(played(), "end") == []
    monkeypatch.setattr(air, "open_bomb", lambda s, side: None)
    assert "effect.passed" in wrong(played(), "end")


@pytest.mark.clause("TIG-STK-7")
def test_in_step_d_only_hexes_entered_in_it_are_looked_at():
    units = dict.fromkeys(("de-2pz", "de-9pz", "de-116pz", "de-lehr"), "T")
    s = scene(units, step="B2d.stack", frame="combat.pick")
    s.battles, s.frame = (), Overstack((0, s.pos[unit(s, "de-2pz")]))
    assert "TIG-STK-7" in {problem.clause for problem in problems(s)}
    s.entered = s.rules.board.bit[s.frame.hex]
    assert "TIG-STK-7" not in {problem.clause for problem in problems(s)}


@pytest.mark.clause("TIG-SET-11", "TIG-ROAD-4")
def test_on_turn_1_who_came_in_by_road_is_disrupted_all_the_same():
    s = scene({"de-2pz": {"at": "T", "moved": True, "road": True, "fresh": True}}, turn=1, step="B2a.move", frame="move.pick")
    movement.open_movement(s, 0)
    assert s.status[unit(s, "de-2pz")] & 1
