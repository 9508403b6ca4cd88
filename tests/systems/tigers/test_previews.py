"""Previews of battles: in every question that has them, for the side that asks, and as plain data."""

import json
import random
import sys
import types

import pytest
from tigers_scenes import at_step, dense, hexes, ids, scene

from echelon.systems.tigers.frames import Ask, Claim, CombatDie, Fight, Orders
from echelon.systems.tigers.play.allocation import apply_allocate, apply_battle, open_allocation
from echelon.systems.tigers.state import ALLIED, DISRUPTED, FOUGHT, GERMAN, OPEN, SKIPPED
from echelon.systems.tigers.system import SYSTEM

RULES = SYSTEM.rules()


@pytest.fixture(autouse=True)
def routes(monkeypatch):
    """Everybody has a route of one hex, panzers of more; nobody is at the edge of the map."""
    module = types.ModuleType("retreat")
    module.forced_off = lambda s, unit, k, rolled: False
    module.routes_of = lambda s, unit, k, rolled: [] if k > 1 and not s.rules.mechanized >> unit & 1 else [(0, 1)]
    monkeypatch.setitem(sys.modules, "echelon.systems.tigers.play.retreat", module)


def listed(**options):
    """Three German divisions attack 906, where two Americans stand; another battle against 1006 that may be called off."""
    units = {"de-2pz": "905", "de-lehr": "905", "de-12ss": "1005", "us-99id": "906 entrenched", "us-3ad": "906"}
    s = scene(units | {"de-2ss": "1106", "us-2id": "1006"}, step="B2c", **options)
    s.battles = (
        (hexes(s, "906"), ids(s, "de-2pz", "de-lehr"), OPEN),
        (hexes(s, "1006"), ids(s, "de-12ss", "de-2ss"), OPEN),
    )
    s.ready = ids(s, "us-99id", "us-3ad", "us-2id")
    s.frame = Fight((GERMAN,))
    return s


def under_way(frame, **options):
    """The first of those battles, being fought."""
    s = listed(**options)
    first, second = s.battles
    s.battles = ((first[0], first[1], FOUGHT), second)
    s.attackers, s.attack_from = first[1], hexes(s, "905")
    s.defenders = ids(s, "us-99id", "us-3ad")
    s.targets = ((s.rules.board.parse_hex("906"), 9, 0, 0, 0),)
    s.stack, s.frame = [s.frame], frame
    return s


def test_a_battle_of_the_list():
    s = listed()
    found = s.preview("fight 906")
    assert (found["attack"], found["defence"], found["basic"]) == (8, 9, "1:2")
    assert set(found["outcomes"]) == set(found["results"]) == {"D2", "D1", "-", "AD", "D/AE", "AE"}
    s.status[s.rules.names().unit("de-lehr")] |= DISRUPTED  # bombed: it drops out
    assert s.preview("fight 906")["attack"] == 4


def test_what_is_called_off_with_a_battle():
    s = listed()
    found = s.preview("cancel 906")
    assert [row["hexes"] for row in found["cancelled"]] == [["906"], ["1006"]]  # the 12th SS in 1005 touches 906
    assert not found["required"]


def test_skipped_units_recover_when_the_attack_fails():
    s = listed()
    u = s.rules.names().unit("us-3ad")
    s.status[u] |= DISRUPTED
    s.marks[u] |= SKIPPED
    outcomes = s.preview("fight 906")["outcomes"]
    assert outcomes["-"]["yield"]["defender"]["recovered"] == ["us-3ad"]
    assert outcomes["D1"]["yield"]["defender"]["recovered"] == []
    at_step(s, "B2d.combat")
    assert s.preview("fight 906")["outcomes"]["-"]["yield"]["defender"]["recovered"] == []


def test_orders_fix_the_hex():
    s = under_way(Orders((ALLIED, hexes(listed(), "906"))))
    stand, give = s.preview("orders 906 stand"), s.preview("orders 906 yield")
    assert stand["outcomes"]["D2"]["ordered"]["defender"]["eliminated"] == ["us-99id", "us-3ad"]
    assert give["outcomes"]["D2"]["ordered"]["defender"]["cut_off"] == [["us-99id", 2, "eliminated"]]
    assert s.view(ALLIED).preview("orders 906 stand") == stand


def test_a_question_forgotten():
    s = under_way(Ask((GERMAN,)), forgotten_question="on")
    assert s.preview("ask yes")["outcomes"]["D1"]["yield"]["defender"]["retreat"] == "0-1"
    assert s.preview("ask no")["outcomes"]["D1"]["ordered"]["defender"]["retreat"] == "0"


def test_a_claim():
    s = under_way(Claim((ALLIED,)), remind_malmedy="on")
    s.attackers |= ids(s, "de-12ss")
    s.pos[s.rules.names().unit("de-12ss")] = s.rules.board.parse_hex("905")
    s.ruthless = 3
    assert s.preview("claim yes")["shifts"] == {"TIG-SSR-3": -1}
    assert s.preview("claim no")["shifts"] == {}


def test_the_die():
    s = under_way(CombatDie((2,)))
    assert [s.preview(f"die {n}")["result"] for n in range(1, 7)] == ["D2", "D1", "-", "AD", "D/AE", "AE"]
    s = under_way(CombatDie((2,)), die_index="B")
    assert [s.preview(f"die {n}")["result"] for n in range(1, 7)] == ["AE", "D/AE", "AD", "-", "D1", "D2"]


def test_peiper_advances_no_farther_than_its_movement_and_one():
    s = scene({"de-kgp": "905 moved", "de-2pz": "905", "de-lehr": "905", "us-2cav": "906"})
    s.spent[s.rules.peiper] = 7
    s.battles = ((hexes(s, "906"), ids(s, "de-kgp", "de-2pz", "de-lehr"), OPEN),)
    s.frame = Fight((GERMAN,))
    reach = s.preview("fight 906")["outcomes"]["DE"]["yield"]["advance"]["hexes"]
    assert reach == {"de-kgp": 1, "de-2pz": 3, "de-lehr": 3}


def test_the_standard_allocation_is_shown():
    s = scene({"us-4cav": "1005 fresh", "de-2pz": "1006"}, step="C2a.attack")
    s.stack = [Fight((ALLIED,))]
    open_allocation(s, ALLIED)
    assert s.preview("standard") == {"battles": [{"hexes": ["1006"], "units": ["us-4cav"]}]}


def test_every_answer_of_odd_situations_has_a_preview_that_keeps_the_secret():
    seen = 0
    for seed in range(60):
        rng = random.Random(seed)
        s, side = dense(RULES, rng)
        s.stack = [below := Fight((side,))]
        open_allocation(s, side)
        while s.frame is not below and s.frame.kind.name.startswith("attack."):
            actions = s.frame.kind.legal(s, s.frame)
            view = s.view(side)
            for action in actions:
                found = s.preview(action)
                assert view.preview(action) == found
                json.dumps(found)
                seen += bool(found)
            action = rng.choice(actions)
            (apply_allocate if s.frame.kind.name == "attack.allocate" else apply_battle)(s, s.frame, action)
    assert seen > 500
