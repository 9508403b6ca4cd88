"""Combat of Tigers in the Ardennes: recovery, battles picked and called off, orders, results, losses."""

import pytest
from tigers_battle import allot, at, begin, do, ids, legal, place, roll, rolled, scene, unit

from echelon.systems.tigers.play.combat import open_combat
from echelon.systems.tigers.play.recovery import recover_step
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACKED,
    BOMBED,
    DISRUPTED,
    ENTRENCHED,
    FOUGHT,
    GERMAN,
    IDLE,
    OFF,
    OPEN,
    SKIPPED,
)  # fmt: skip

DOWN = {"disrupted": True}


def status(s, name):
    return s.status[unit(s, name)]


def is_down(s, name):
    return bool(status(s, name) & DISRUPTED)


# --- recovery -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-DIS-5", "TIG-DIS-2")
def test_step_b_recovers_who_is_not_attacked():
    s = scene({"us-28id": {"at": "T", **DOWN}, "us-4id": {"at": "S", **DOWN}, "de-2pz": {"at": "N", **DOWN}})
    allot(s, ["T"], "de-2pz")
    recover_step(s, ALLIED)
    assert is_down(s, "us-28id") and s.marks[unit(s, "us-28id")] & SKIPPED
    assert not is_down(s, "us-4id") and is_down(s, "de-2pz")


@pytest.mark.clause("TIG-DIS-6", "TIG-SUP-5")
def test_bombed_or_unsupplied_units_do_not_recover_in_step_b():
    units = {"us-28id": {"at": "T", "bombed": True, **DOWN}, "us-4id": {"at": "S", **DOWN}}
    s = scene(units)
    recover_step(s, ALLIED)
    assert is_down(s, "us-28id") and not is_down(s, "us-4id")
    s = scene(units, supplied=False)
    s.supply = (0, s.rules.board.bit[at(s, "T")])
    recover_step(s, ALLIED)
    assert is_down(s, "us-28id") and is_down(s, "us-4id")


@pytest.mark.parametrize(("result", "down"), [("-", False), ("AD", False), ("AE", False), ("D", True), ("D/AE", True)])
@pytest.mark.clause("TIG-DIS-2", "TIG-DIS-4", "TIG-DIS-6")
def test_example_14_the_result_decides_for_the_skipped(result, down):
    s = scene({"us-28id": {"at": "T", "skipped": True, "bombed": True, **DOWN}, "de-2pz": "N"})
    roll(begin(s, ["T"], "de-2pz"), result)
    assert is_down(s, "us-28id") == down
    assert not s.marks[unit(s, "us-28id")] & SKIPPED


@pytest.mark.clause("TIG-DIS-2", "TIG-DIS-4", "TIG-SUP-5")
def test_no_recovery_on_the_result_out_of_supply_nor_unless_skipped():
    s = scene({"us-28id": {"at": "T", "skipped": True, **DOWN}, "de-2pz": "N"}, supplied=False)
    begin(s, ["T"], "de-2pz")
    s.supply = (s.rules.board.all, 0)
    roll(s, "-")
    assert is_down(s, "us-28id")
    s = scene({"us-28id": {"at": "T", **DOWN}, "de-2pz": "N"}, step="B2d.combat")
    roll(begin(s, ["T"], "de-2pz"), "-")
    assert is_down(s, "us-28id")


@pytest.mark.parametrize(("bombed", "down"), [(False, False), (True, True)])
@pytest.mark.clause("TIG-DIS-4", "TIG-DIS-6", "TIG-SEQ-7")
def test_who_is_not_attacked_after_all_recovers_at_once(bombed, down):
    s = scene({"us-28id": {"at": "T", "skipped": True, "bombed": bombed, **DOWN}, "de-2pz": "N"})
    allot(s, ["T"], "de-2pz")
    do(s, "cancel T")
    assert is_down(s, "us-28id") == down and not s.marks[unit(s, "us-28id")] & SKIPPED
    assert bool(status(s, "us-28id") & BOMBED) == bombed
    assert s.battles[-1][2] == OFF and not status(s, "de-2pz") & ATTACKED


# --- picking ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-ATK-9", "TIG-ATK-15")
def test_idle_units_are_disrupted_when_the_step_begins():
    s = scene({"de-2pz": {"at": "N", "idle": True}, "us-28id": {"at": "T", "idle": True}})
    open_combat(s, GERMAN)
    assert status(s, "de-2pz") == DISRUPTED and status(s, "us-28id") == IDLE
    assert s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-SEQ-12", "TIG-SEQ-13")
def test_any_open_battle_may_come_next():
    s = scene({"de-2pz": "N", "us-28id": "T"})
    allot(s, ["T"], "de-2pz")
    assert {"fight T", "fight 103", "cancel T", "cancel 103"} == legal(s)
    do(s, "fight T")
    assert s.frame.kind.name == "combat.no_retreat" and s.battles[-1][2] == FOUGHT
    assert status(s, "de-2pz") & ATTACKED


@pytest.mark.clause("TIG-ATK-1", "TIG-ATK-3", "TIG-ATK-10")
def test_a_battle_made_necessary_by_one_already_fought_is_not_called_off():
    units = {"de-2pz": "N", "de-26vg": "S", "us-28id": "T", "us-4id": "SE"}
    s = scene(units, ready=["us-28id", "us-4id"])
    allot(s, ["T"], "de-2pz")
    allot(s, ["T SE"], "de-26vg")
    # 2.Pz touches the 28th only, 26.VG both: without its battle the other would leave a duty behind
    assert {"cancel T", "cancel T.SE"} <= legal(s)
    do(s, "fight T.SE", "orders T.SE yield")
    assert s.touched == ids(s, "us-28id", "us-4id")
    roll(s, "-")
    assert "fight T" in legal(s) and "cancel T" not in legal(s)


@pytest.mark.clause("TIG-ATK-17")
def test_calling_off_takes_along_what_would_leave_a_duty_behind():
    units = {"de-2pz": "N", "de-26vg": "S", "us-28id": "T", "us-4id": "SE"}
    s = scene(units, ready=["us-28id", "us-4id"])
    allot(s, ["T"], "de-2pz")
    allot(s, ["T SE"], "de-26vg")
    do(s, "cancel T")
    assert [row[2] for row in s.battles] == [OPEN, OFF, OFF]


@pytest.mark.clause("TIG-ATK-11", "TIG-ATK-12", "TIG-ATK-16")
def test_disrupted_attackers_drop_out_and_a_battle_below_one_to_five_is_void():
    s = scene({"de-2pz": {"at": "N", **DOWN}, "de-272vg": "N", "us-2ad": "T", "us-3ad": "T", "us-4cav": "T"})
    allot(s, ["T"], "de-2pz", "de-272vg")
    do(s, "fight T")
    assert s.battles[-1][2] == OFF and s.frame.kind.name == "combat.pick"
    assert not status(s, "de-272vg") & ATTACKED
    s = scene({"de-2pz": {"at": "N", **DOWN}, "de-272vg": "N", "us-2ad": "T"})
    allot(s, ["T"], "de-2pz", "de-272vg")
    do(s, "fight T")
    assert s.attackers == ids(s, "de-272vg")


@pytest.mark.clause("TIG-ATK-11")
def test_a_battle_without_target_or_without_strength_is_void():
    s = scene({"de-2pz": "N"})
    allot(s, ["T"], "de-2pz")
    do(s, "fight T")
    assert s.battles[-1][2] == OFF
    s = scene({"de-150bde": "N", "de-2pz": {"at": "N", **DOWN}, "us-28id": "T"})
    allot(s, ["T"], "de-150bde", "de-2pz")
    do(s, "fight T")
    assert s.battles[-1][2] == OFF


@pytest.mark.clause("TIG-ENT-2", "TIG-SEQ-5", "TIG-KGP-1", "TIG-SSR-2", "TIG-GEN-10")
def test_attacking_costs_an_entrenchment_and_counts_for_peiper():
    s = scene({"de-26vg": {"at": "N", "entrenched": True}, "de-kgp": "N", "us-28id": "T"}, peiper_since=3)
    begin(s, ["T"], "de-26vg", "de-kgp")
    assert not status(s, "de-26vg") & ENTRENCHED
    assert (s.peiper_attacks, s.peiper_since) == (1, 0)
    roll(s, "-")
    assert s.peiper_worse == 1 and s.attackers == 0 and s.targets == ()


# --- the dump and Skorzeny ----------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-FUEL-9")
def test_the_attack_reveals_a_hidden_dump_with_its_defenders():
    s = scene({"de-2pz": "1010", "us-28id": "1009"}, dump="1009")
    begin(s, ["1009"], "de-2pz")
    assert s.dump_known and s.reveals == 1 and s.targets[0][1] == 3
    s = scene({"de-2pz": "1010", "us-28id": "1009"}, dump="909")
    begin(s, ["1009"], "de-2pz")
    assert not s.dump_known and s.reveals == 1 and s.searched == s.rules.board.hexes("1009") and s.targets[0][1] == 2


@pytest.mark.parametrize(("result", "taken"), [("D", False), ("D1", True), ("DE", True)])
@pytest.mark.clause("TIG-FUEL-3", "TIG-FUEL-9")
def test_the_dump_alone_gets_no_orders_and_falls_on_d1_or_more(result, taken):
    s = scene({"de-2pz": "1010"}, dump="1009", dump_known=True, options={"forgotten_question": "on"})
    begin(s, ["1009"], "de-2pz")
    assert s.frame.kind.name == "combat.roll" and s.targets[0][1] == 1
    roll(s, result)
    assert (s.frame.kind.name == "combat.advance") == taken
    if taken:
        assert s.legal().texts() == ["advance de-2pz 1009"]
        do(s, "advance de-2pz 1009")
        assert s.german & s.rules.board.hexes("1009")


@pytest.mark.clause("TIG-SKZ-2", "TIG-SKZ-3")
def test_skorzeny_alone_goes_without_a_die_and_allows_one_hex():
    s = scene({"de-150bde": "T", "de-vdh": "T", "us-2ad": "N"}, side="allied")
    allot(s, ["T"], "us-2ad")
    do(s, "fight T")
    assert place(s, "de-150bde") == "gone" and place(s, "de-vdh") != "gone"
    assert s.rolls == 0 and status(s, "us-2ad") & ATTACKED
    assert "finish" in legal(s) and "advance us-2ad T" in legal(s)
    do(s, "advance us-2ad T")
    assert s.frame.kind.name == "combat.pick" and is_down(s, "us-2ad")


@pytest.mark.clause("TIG-VDH-5")
def test_von_der_heydte_alone_is_no_target():
    s = scene({"de-vdh": "T", "us-2ad": "N"}, side="allied")
    allot(s, ["T"], "us-2ad")
    do(s, "fight T")
    assert s.battles[-1][2] == OFF


@pytest.mark.clause("TIG-SKZ-3")
def test_a_lone_skorzeny_is_removed_and_the_rest_is_fought():
    s = scene({"de-150bde": "T", "de-26vg": "SE", "us-2ad": "S"}, side="allied")
    begin(s, ["T", "T SE"], "us-2ad")
    assert place(s, "de-150bde") == "gone" and s.frame.kind.name == "combat.roll"
    assert [row[1] for row in s.targets] == [0, 3]


# --- orders -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-NRT-2", "TIG-NRT-3")
def test_orders_are_asked_hex_by_hex_lowest_first():
    s = scene({"us-28id": "T", "us-4id": "N", "de-2pz": "NE"})
    begin_at = allot(s, ["T", "T N"], "de-2pz")
    do(s, "fight T")
    assert legal(s) == {"orders T stand", "orders T yield"} and s.frame.side == ALLIED and begin_at
    do(s, "orders T stand")
    assert legal(s) == {"orders T.N stand", "orders T.N yield"}
    do(s, "orders T.N yield")
    assert [row[2] for row in s.targets] == [1, 0] and s.frame.kind.name == "combat.roll"


@pytest.mark.clause("TIG-NRT-2")
def test_the_forgotten_question_turns_d1_into_d():
    s = scene({"us-28id": {"at": "T", "entrenched": True}, "de-2pz": "N"}, options={"forgotten_question": "on"})
    allot(s, ["T"], "de-2pz")
    do(s, "fight T")
    assert legal(s) == {"ask yes", "ask no"} and s.frame.side == GERMAN
    yes = s.copy()
    do(s, "ask no")
    assert s.frame.kind.name == "combat.roll"
    roll(s, "D1")
    assert rolled(s) == "D" and s.frame.kind.name == "combat.voluntary"
    assert status(s, "us-28id") & ENTRENCHED
    do(yes, "ask yes")
    assert yes.frame.kind.name == "combat.no_retreat"


@pytest.mark.clause("TIG-SSR-3")
def test_rage_is_claimed_before_the_die():
    s = scene({"us-28id": "T", "de-12ss": "N"}, options={"remind_malmedy": "on"}, ruthless=3)
    begin(s, ["T"], "de-12ss")
    assert legal(s) == {"claim yes", "claim no"} and s.frame.side == ALLIED
    do(s, "claim yes")
    assert s.claimed and s.frame.kind.name == "combat.roll"
    s = scene({"us-28id": "T", "de-2pz": "N"}, options={"remind_malmedy": "on"}, ruthless=3)
    assert begin(s, ["T"], "de-2pz").frame.kind.name == "combat.roll"


# --- attackers ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-RES-5")
def test_nothing_happens_on_a_dash():
    s = roll(begin(scene({"us-28id": "T", "de-2pz": "N"}), ["T"], "de-2pz"), "-")
    assert s.frame.kind.name == "combat.pick" and not is_down(s, "us-28id") and not is_down(s, "de-2pz")


@pytest.mark.clause("TIG-RES-5")
def test_ad_disrupts_the_attackers():
    s = scene({"us-28id": "T", "de-2pz": "N", "de-26vg": "N"})
    roll(begin(s, ["T"], "de-2pz"), "AD")
    assert is_down(s, "de-2pz") and not is_down(s, "de-26vg") and not is_down(s, "us-28id")


@pytest.mark.clause("TIG-RES-8", "TIG-RES-5")
def test_example_8_losses_without_a_unit_to_spare():
    units = {"us-2id": "T", "de-2pz": "N", "de-26vg": "N", "de-272vg": "NE", "de-150bde": "NE"}  # 4 against 4, 3, 2 and 0
    s = scene(units)
    roll(begin(s, ["T"], "de-2pz", "de-26vg", "de-272vg", "de-150bde"), "AE")
    assert legal(s) == {"lose de-2pz", "lose de-26vg", "lose de-272vg"}
    one = do(s.copy(), "lose de-2pz")
    assert one.frame.kind.name == "combat.pick" and place(one, "de-2pz") == "gone"
    assert all(is_down(one, name) for name in ("de-26vg", "de-272vg", "de-150bde"))
    do(s, "lose de-272vg")
    assert legal(s) == {"lose de-26vg"}
    do(s, "lose de-26vg")
    assert is_down(s, "de-2pz") and not is_down(s, "us-2id") and s.frame.kind.name == "combat.pick"


@pytest.mark.parametrize("defenders", [["us-2id"], ["us-2id", "us-2ad"]])
@pytest.mark.clause("TIG-RES-8")
def test_all_die_without_a_question_if_nobody_can_be_spared(defenders):
    s = scene({**dict.fromkeys(defenders, "T"), "de-26vg": "N", "de-272vg": "NE", "de-150bde": "NE"})  # 5 against 4, against 9
    roll(begin(s, ["T"], "de-26vg", "de-272vg", "de-150bde"), "AE")
    assert {place(s, name) for name in ("de-26vg", "de-272vg", "de-150bde")} == {"gone"}
    assert s.frame.kind.name == "combat.pick"


@pytest.mark.clause("TIG-RES-7", "TIG-RES-4", "TIG-RES-10", "TIG-ADV-14")
def test_example_9_both_halves_of_d_ae():
    s = scene({"us-28id": {"at": "T", "entrenched": True}, "de-2pz": "N", "de-26vg": "NE"})
    begin(s, ["T"], "de-2pz", "de-26vg")
    roll(s, "D/AE")
    do(s, "lose de-26vg")
    assert is_down(s, "us-28id") and is_down(s, "de-2pz") and status(s, "us-28id") & ENTRENCHED
    assert s.frame.kind.name == "combat.voluntary"
    do(s, "withdraw us-28id T.S", "finish")
    assert s.frame.kind.name == "combat.pick"  # nobody advances
    assert not status(s, "us-28id") & ENTRENCHED


@pytest.mark.clause("TIG-RES-8")
def test_the_defence_counts_for_all_attacked_hexes_together():
    s = scene({"us-28id": "T", "us-14cav": "N", "de-2pz": "NE", "de-26vg": "NE", "de-272vg": "NE"})
    roll(begin(s, ["T", "T N"], "de-2pz", "de-26vg", "de-272vg"), "AE")
    assert s.frame.owed == 3


@pytest.mark.clause("TIG-GEN-2")
def test_index_b_reads_the_table_upside_down():
    seen = []
    for options, die in (({}, 6), ({"die_index": "B"}, 1)):
        s = begin(scene({"us-28id": "T", "de-272vg": "N"}, options=options), ["T"], "de-272vg")
        do(s, f"die {die}")
        seen.append((place(s, "de-272vg"), is_down(s, "us-28id"), s.rolls))
    assert seen[0] == seen[1] == ("gone", True, 1)  # 1:1, row 6: D/AE


# --- defenders ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("TIG-RES-1", "TIG-RES-2", "TIG-RES-9")
def test_de_eliminates_and_dd_only_the_disrupted():
    s = scene({"us-28id": "T", "us-4id": {"at": "T", **DOWN}, "de-2pz": "N"})
    de = roll(begin(s.copy(), ["T"], "de-2pz"), "DE")
    assert place(de, "us-28id") == place(de, "us-4id") == "gone" and de.frame.kind.name == "combat.advance"
    roll(begin(s, ["T"], "de-2pz"), "DD")
    assert place(s, "us-4id") == "gone" and place(s, "us-28id") == "807" and is_down(s, "us-28id")
    assert legal(s) == {f"distance T {n}" for n in range(4)}


@pytest.mark.parametrize(("result", "most"), [("D1", 1), ("D2", 2), ("D3", 3)])
@pytest.mark.clause("TIG-RES-3")
def test_the_attacker_names_the_distance(result, most):
    s = roll(begin(scene({"us-28id": "T", "de-2pz": "N"}), ["T"], "de-2pz"), result)
    assert legal(s) == {f"distance T {n}" for n in range(most + 1)} and s.frame.side == GERMAN


@pytest.mark.parametrize(
    ("result", "alive", "entrenched"), [("D", True, True), ("D1", True, False), ("D2", False, False), ("DD", False, False)]
)
@pytest.mark.clause("TIG-NRT-1", "TIG-NRT-6", "TIG-ENT-3", "TIG-ENT-5", "TIG-RES-6")
def test_example_10_no_retreat(result, alive, entrenched):
    s = scene({"us-28id": {"at": "T", "entrenched": True}, "us-14cav": "S", "de-2pz": "N"})
    roll(begin(s, ["T"], "de-2pz", stand=["T"]), result)
    assert (place(s, "us-28id") == "807") == alive
    if alive:
        assert is_down(s, "us-28id") and bool(status(s, "us-28id") & ENTRENCHED) == entrenched
        assert s.frame.kind.name == "combat.pick"  # no voluntary retreat, no advance
    else:
        assert s.frame.kind.name == "combat.advance"


@pytest.mark.clause("TIG-ENT-4", "TIG-ENT-5", "TIG-RES-11")
def test_a_second_d_costs_the_entrenchment():
    s = scene({"us-28id": {"at": "T", "entrenched": True, **DOWN}, "us-4id": {"at": "T", "entrenched": True}, "de-2pz": "N"})
    roll(begin(s, ["T"], "de-2pz"), "D")
    assert not status(s, "us-28id") & ENTRENCHED and status(s, "us-4id") & ENTRENCHED


@pytest.mark.clause("TIG-NRT-3")
def test_orders_bind_their_own_hex_only():
    s = scene({"us-28id": "T", "us-4id": "N", "de-2pz": "NE"})
    roll(begin(s, ["T", "T N"], "de-2pz", stand=["T"]), "D2")
    assert place(s, "us-28id") == "gone" and s.frame.hex == at(s, "T N")
