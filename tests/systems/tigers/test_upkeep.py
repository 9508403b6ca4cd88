"""The end of a player-turn: supply, fuel, entrenchment, von der Heydte (TIG-SUP-4, TIG-FUEL-4/6/7, TIG-ENT, TIG-VDH-4/5)."""

import pytest
from ardennes import AFTER, ask, at, do, number, situation, texts, words

from echelon.core.state import NOBODY
from echelon.systems.tigers.frames import Entrench
from echelon.systems.tigers.play import upkeep
from echelon.systems.tigers.state import ALLIED, GERMAN


# --- supply -----------------------------------------------------------------------------------------------------------
def test_units_out_of_supply_are_disrupted_in_their_own_step():
    # of the east edge only 1511, which has no road, is German: it supplies 4 hexes around
    units = {"de-2pz": "507", "de-150bde": "605", "de-vdh": "604", "de-12ss": "1511", "us-1id": "1508", "us-2id": "410"}
    s = situation(units, step="B2f.supply", german=0)
    upkeep.supply_step(s, GERMAN)
    assert words(s, "de-2pz") == words(s, "de-150bde") == {"disrupted"}
    assert words(s, "de-vdh") == words(s, "de-12ss") == words(s, "us-1id") == set()
    s = situation(units, step="C2e.supply", german=s.rules.board.all)  # of the Allied edges 410 only
    upkeep.supply_step(s, ALLIED)
    assert words(s, "us-1id") == {"disrupted"} and words(s, "us-2id") == words(s, "de-2pz") == set()


def test_air_supply_counts():
    s = situation({"de-2pz": ("507", "airlifted"), "de-26vg": "507"}, step="B2f.supply", german=0)
    upkeep.supply_step(s, GERMAN)
    assert words(s, "de-2pz") == {"airlifted"} and words(s, "de-26vg") == {"disrupted"}


# --- fuel -------------------------------------------------------------------------------------------------------------
def fuel(*turns, units=None, **fields):
    s = situation(units or {"de-12ss": "909"}, step="C2e.supply", dump_known=1, fuel=6, **fields)
    s.dump = s.rules.board.ids["909"]
    for turn in turns:
        s.turn = turn
        upkeep.supply_step(s, ALLIED)
    return s.fuel


def test_the_dump_puts_the_limit_back():
    assert fuel(4) == 8
    assert fuel(4, 5) == 10  # worked example 28
    assert fuel(8) == 11  # worked example 36
    assert fuel(5) == 8 and fuel(6) == 9


def test_only_germans_of_factor_1_on_a_dump_that_stands_count():
    assert fuel(4, units={"de-150bde": "909", "de-vdh": "909"}) == 6
    assert fuel(4, units={"de-12ss": "908"}) == 6
    assert fuel(4, units={"us-1id": "909"}) == 6
    assert fuel(4, dump_gone=1) == 6
    s = situation({"de-12ss": "909"}, step="B2f.supply", dump_known=1, fuel=6)
    s.dump = s.rules.board.ids["909"]
    upkeep.supply_step(s, GERMAN)
    assert s.fuel == 6  # in the U.S. supply step only


# --- entrenchment -----------------------------------------------------------------------------------------------------
def dug(side, units, **options):
    s = situation(units, step=("B2f", "C2e")[side] + ".entrench", options=options)
    upkeep.open_entrench(s, side)
    assert s.frame is NOBODY
    return {name for name in units if "entrenched" in words(s, name)}


def test_infantry_airborne_and_panzer_grenadier_divisions_dig_in():
    germans = {"de-26vg": "1204", "de-3fj": "1308", "de-3pg": "1508", "de-2pz": "1204", "de-fgb": "1506", "de-kgp": "1407"}
    germans |= {"de-501ss": "1407", "de-150bde": "1407", "de-vdh": "1009", "de-79vg": "due", "de-1ss": "1407"}
    assert dug(GERMAN, germans) == {"de-26vg", "de-3fj", "de-3pg"}
    allies = {"us-1id": "910", "us-82abn": "907", "us-4ad": "802", "us-14cav": "1207", "us-cc04": "804", "br-43id": "110"}
    assert dug(ALLIED, allies) == {"us-1id", "us-82abn", "br-43id"}
    assert dug(GERMAN, {"us-1id": "910", "de-26vg": "1204"}) == {"de-26vg"}


@pytest.mark.parametrize("word", ["disrupted", "moved", "attacked", "shifted"])
def test_who_moved_attacked_advanced_retreated_or_is_disrupted_does_not(word):
    assert dug(ALLIED, {"us-1id": ("910", word), "us-2id": "910"}) == {"us-2id"}


@pytest.mark.parametrize("word", ["bombed", "airlifted"])
def test_nothing_else_hinders(word):
    assert dug(ALLIED, {"us-1id": ("910", word)}) == {"us-1id"}


def test_by_choice_one_after_another():
    s = situation({"us-1id": "910", "us-2id": ("910", "entrenched"), "us-99id": "1208"}, options={"auto_entrench": "off"})
    upkeep.open_entrench(s, ALLIED)
    assert s.frame == Entrench((ALLIED,)) and words(s, "us-1id") == set()
    ask(s, s.frame)
    assert texts(s) == {"dig us-1id", "dig us-99id", "end"}
    do(s, "dig us-99id")
    assert words(s, "us-99id") == {"entrenched"} and texts(s) == {"dig us-1id", "end"}
    other = s.copy()
    do(s, "end")
    assert s.frame == AFTER and words(s, "us-1id") == set()
    do(other, "dig us-1id")
    assert other.frame == AFTER and words(other, "us-1id") == {"entrenched"}
    s = situation({"us-4ad": "910"}, options={"auto_entrench": "off"})
    upkeep.open_entrench(s, ALLIED)
    assert s.frame is NOBODY


# --- von der Heydte ---------------------------------------------------------------------------------------------------
def test_an_allied_unit_in_the_hex_eliminates_them():
    s = situation({"de-vdh": "1009", "us-1id": "1009", "de-150bde": "907", "us-cc04": "907"}, step="B2f.vdh")
    upkeep.check_vdh(s)
    assert at(s, "de-vdh") == at(s, "de-150bde") == "gone"
    assert not s.occupied[GERMAN]


def test_alone_or_next_to_the_enemy_they_stay():
    s = situation({"de-vdh": "1009", "us-1id": "1010", "de-150bde": "907", "de-501ss": "907"}, step="B2f.vdh")
    upkeep.check_vdh(s)
    assert at(s, "de-vdh") == "1009" and at(s, "de-150bde") == "907"
    s = situation({"de-vdh": "due", "us-1id": "1010"}, step="B2f.vdh")
    upkeep.check_vdh(s)
    assert at(s, "de-vdh") == "due" and s.pos[number(s, "us-1id")] == s.rules.board.ids["1010"]
