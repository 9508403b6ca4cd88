"""The spectator's view: what both sides know, and nothing else."""

import random

import echelon
from echelon.core.record.record import Record
from echelon.core.table import Table
from echelon.core.views import View, public, sees


def mined(hex_="0402"):
    table = Table(echelon.load("drill").new(seed=5))
    table.do(f"mine {hex_}")
    return table


def test_both_sides_secrets_are_absent():
    views = [View(mined(hex_).state, None) for hex_ in ("0402", "0404")]
    assert views[0].content() == views[1].content()
    assert views[0].state.mine == views[0].state.layout.secrets[0].unknown
    assert View(mined().state, 1).state.mine != views[0].state.mine


def test_a_secret_question_is_only_open():
    view = View(echelon.load("drill").new(seed=5), None)
    assert view.waiting and view.legal() == []
    assert view.why_not("mine 0402")[0].clause == "DRL-SEQ-1"


def test_what_has_come_to_light_is_seen():
    state = echelon.load("tigers").new(seed=1)
    state.play("dump 909")
    assert View(state, None).state.dump == -1
    state.dump_known = 1
    assert View(state, None).state.dump == state.dump


def test_a_sample_agrees_with_what_is_known():
    view = View(mined().state, None)
    found = {view.sample(random.Random(seed)).mine for seed in range(30)}
    assert len(found) > 1 and all(view.rules.board.bit[h] & view.rules.mines for h in found)


def test_a_public_record_seals_every_secret():
    table = mined()
    whole = table.record()
    assert not sees(table.moves[0].before, table.moves[0].action, None)
    assert sees(table.moves[0].before, table.moves[0].action, 1)
    record = public(whole, table.start, [0])
    assert record.entries[0].sealed and not record.seed
    again = Record.parse(record.text(headings=False))
    assert again.entries[0].sealed and "0402" not in record.text()


def test_a_public_record_that_starts_in_a_position_hides_its_secret():
    start = mined("0404").state
    table = Table(start)
    table.do("end")
    text = public(table.record(), table.start, []).text(headings=False)
    other = Table(mined("0402").state)
    other.do("end")
    assert text == public(other.record(), other.start, []).text(headings=False)
