"""Stacking in the Ardennes: worked example 27 and the end of movement."""

import pytest
from ardennes import ask, at, do, number, situation, texts

from echelon.systems.tigers.frames import Overstack
from echelon.systems.tigers.play.stacking import counts, fits, is_full, limits, open_overstack

FOREST, CLEAR, VENN = "1203", "1304", "1109"


def stack(*units, place=FOREST, step="B2a.stack", **fields):
    return situation(dict.fromkeys(units, place), step=step, **fields)


def over(s, side):
    """The label of the hex that is asked about, or None."""
    before = s.frame
    open_overstack(s, side)
    return None if s.frame is before else s.rules.board.labels[s.frame[1]]


@pytest.mark.clause("TIG-STK-1", "TIG-STK-3", "TIG-STK-6")
@pytest.mark.parametrize(
    ("place", "units", "lawful"),
    [
        (FOREST, "de-26vg de-352vg de-506 de-150bde", True),
        (FOREST, "de-26vg de-352vg de-276vg", False),
        (FOREST, "de-2pz de-116pz", False),
        (FOREST, "de-2pz de-3pg", True),
        (FOREST, "us-7ad us-9ad-cca", False),
        (FOREST, "us-28id us-9ad-cca us-9ad-ccb us-9ad-ccr", True),
        (FOREST, "us-28id us-102cav", True),
        (FOREST, "us-28id us-102cav us-9ad-cca", False),
        (FOREST, "de-kgp de-1ss de-26vg", True),
        (FOREST, "de-kgp de-1ss de-26vg de-352vg", False),
        (FOREST, "de-501ss de-506", False),
        (CLEAR, "de-501ss de-506", False),
        (CLEAR, "de-2pz de-116pz de-26vg", True),
        (CLEAR, "de-2pz de-116pz de-lehr", False),
        (CLEAR, "de-26vg de-352vg de-276vg de-212vg", False),
        (CLEAR, "de-26vg de-352vg de-276vg de-506 de-150bde de-vdh", True),
        (VENN, "de-26vg de-352vg de-276vg", False),
        (CLEAR, "us-28id br-43id us-102cav", True),
        (CLEAR, "us-7ad us-9ad-cca us-9ad-ccb us-9ad-ccr us-28id", True),
        (CLEAR, "us-7ad us-3ad us-9ad-cca", False),
    ],
)
def test_what_a_hex_may_hold(place, units, lawful):
    side = int(units.startswith(("us", "br")))
    s = stack(*units.split(), place=place, step="BC"[side] + "2a.stack")
    assert over(s, side) == (None if lawful else place)


@pytest.mark.clause("TIG-STK-2", "TIG-STK-4")
def test_counts_in_thirds():
    s = stack("de-2pz", "de-3pg", "de-506", "de-150bde", "de-vdh")
    h = s.rules.board.ids[FOREST]
    assert counts(s, 0, h) == (6, 3, 1) and counts(s, 1, h) == (0, 0, 0)
    assert limits(s.rules, h) == (6, 3) and limits(s.rules, s.rules.board.ids[CLEAR]) == (9, 6)
    t = stack("us-9ad-cca", "us-9ad-ccb", "us-14cav", place=CLEAR)
    assert counts(t, 1, t.rules.board.ids[CLEAR]) == (5, 2, 0)


@pytest.mark.clause("TIG-MOV-12")
def test_full_is_by_the_total_alone():
    def full(*units, place=FOREST):
        s = stack(*units, place=place)
        return is_full(s, 0, s.rules.board.ids[place])

    assert full("de-26vg", "de-2pz")
    assert not full("de-26vg", "de-506", "de-150bde")
    assert not full("de-26vg", "de-2pz", place=CLEAR)
    assert not full("de-kgp", "de-1ss")
    assert full("de-kgp", "de-1ss", "de-26vg")


@pytest.mark.clause("TIG-STK-6")
def test_fits():
    s = situation(
        {"de-2pz": FOREST, "de-26vg": FOREST, "de-506": FOREST, "de-501ss": CLEAR, "de-150bde": CLEAR, "de-1ss": "1305"}
    )
    h = s.rules.board.ids[FOREST]
    assert not fits(s, number(s, "de-352vg"), h)
    assert fits(s, number(s, "de-150bde"), h)
    assert not fits(s, number(s, "de-501ss"), h)
    assert fits(s, number(s, "de-kgp"), s.rules.board.ids["1305"])


@pytest.mark.clause("TIG-STK-5", "TIG-STK-7")
def test_units_of_a_kind_in_excess_go_until_the_hex_is_lawful():
    s = ask(stack("de-2pz", "de-116pz", "de-26vg", "de-150bde"), None)
    s.stack = s.stack[:1]
    open_overstack(s, 0)
    assert s.frame == Overstack((0, s.rules.board.ids[FOREST]))
    # both total and pure armor are over: the infantry helps the total
    assert texts(s) == {"remove de-2pz", "remove de-116pz", "remove de-26vg"}
    do(s, "remove de-26vg")
    assert texts(s) == {"remove de-2pz", "remove de-116pz"}
    do(s, "remove de-2pz")
    assert at(s, "de-2pz") == at(s, "de-26vg") == "gone" and s.frame.kind.name == "ssr.declare"


@pytest.mark.clause("TIG-STK-6")
def test_one_of_two_that_count_as_one_is_not_in_excess():
    s = stack("de-kgp", "de-1ss", "de-26vg", "de-352vg")
    open_overstack(s, 0)
    assert texts(s) == {"remove de-26vg", "remove de-352vg"}


@pytest.mark.clause("TIG-STK-7")
def test_the_lowest_hex_first_and_in_step_d_only_hexes_entered():
    units = {"de-2pz": "1203", "de-116pz": "1203", "de-12ss": "1309", "de-9ss": "1309"}
    assert over(situation(units, step="B2a.stack"), 0) == "1203"
    s = situation(units, step="B2d.stack")
    assert over(s, 0) is None
    s = situation(units, step="B2d.stack")
    s.entered = s.rules.board.hexes("1309")
    assert over(s, 0) == "1309"
    assert over(situation(units, step="C2a.stack"), 1) is None
