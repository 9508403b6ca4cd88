"""The law of drill, clause by clause: what it refuses, and which clauses it cites for it. `play` is not asked here."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import networkx
import pytest
from drill_law import (
    in_enemy_zone,
    is_supplied,
    problems,
    why_not_advance,
    why_not_join,
    why_not_loss,
    why_not_mine,
    why_not_pick,
    why_not_retreat,
    why_not_step,
    why_not_target,
)
from drill_law.facts import BLUE, FOUGHT, FRESH, MOVED, RED, SHAKEN, facts_of, units_at
from drill_law.frames import VERBS, Advance, Die, Join, Loss, Mine, Pick, Retreat, Step, Target
from drill_thrown import JUDGES, action, cited, hex_, question, state_of, step_of, thrown_together, unit, units

from echelon.core.frames import CHANCE, OVER, Over
from echelon.core.state import Result
from echelon.core.verbs import B_SHIFT
from echelon.systems.drill import SYSTEM


# --- chapters 1 to 3 ------------------------------------------------------------------------------------------------
def pick(state: Any, text: str) -> list[str]:
    return cited(why_not_pick(state, Pick((BLUE,)), action(state, text)))


@pytest.mark.clause("DRL-SEQ-1", "DRL-SEQ-2")
def test_own_units_on_the_map_are_picked_once():
    state = state_of({"b1": "0101", "b2": "0101", "b3": "0102", "r1": "0603"}, status={"b2": MOVED, "b3": SHAKEN})
    assert pick(state, "take b1") == []
    assert pick(state, "take b2") == ["DRL-SEQ-2"]
    assert pick(state, "take b3") == []  # a Shaken unit still moves
    assert pick(state, "take b4") == ["DRL-SEQ-2"]  # eliminated
    assert pick(state, "take r1") == ["DRL-SEQ-1"]
    assert pick(state, "end") == []


@pytest.mark.clause("DRL-SET-1")
def test_only_listed_hexes_are_mined():
    state = state_of({"r1": "0302"})
    for label in state.rules.board.labels:
        expected = [] if label in {"0402", "0403", "0404", "0405"} else ["DRL-SET-1"]
        assert cited(why_not_mine(state, Mine((RED,)), action(state, f"mine {label}"))) == expected


# --- chapters 4 to 6 ------------------------------------------------------------------------------------------------
def step(state: Any, text: str, left: int, name: str = "") -> list[str]:
    act = action(state, text)
    mover = unit(state, name or text.split()[1])
    return cited(why_not_step(state, Step((BLUE, mover, left)), act))


@pytest.mark.clause("DRL-STK-1", "DRL-STK-2")
def test_stacks_and_enemies_bar_a_hex():
    full = {"b2": "0403", "b3": "0403"}
    state = state_of({"b1": "0303", **full, "r1": "0302", "r2": "0101", "r3": "0101"})
    assert step(state, "move b1 0403", 6) == ["DRL-STK-1"]
    assert step(state, "move b1 0302", 6) == ["DRL-STK-2"]
    assert step(state, "move b1 0101", 6) == ["DRL-MOV-1", "DRL-STK-1", "DRL-STK-2"]


@pytest.mark.clause("DRL-STK-1")
def test_a_friend_that_has_not_moved_could_make_room():
    state = state_of({"b1": "0303", "b2": "0403", "b3": "0403", "r1": "0601"})
    frame = Step((BLUE, unit(state, "b1"), 6))
    (ruling,) = why_not_step(state, frame, action(state, "move b1 0403"))
    assert ruling.remedy == ("leave.first",)
    state.status[unit(state, "b2")] = state.status[unit(state, "b3")] = MOVED
    (ruling,) = why_not_step(state, frame, action(state, "move b1 0403"))
    assert ruling.remedy == ()


@pytest.mark.clause("DRL-SEQ-2")
def test_only_the_picked_unit_moves_or_stops():
    state = state_of({"b1": "0303", "b2": "0103", "r1": "0601"})
    assert step(state, "move b2 0102", 6, "b1") == ["DRL-SEQ-2"]
    assert step(state, "move b2 0102", 1, "b1") == ["DRL-SEQ-2"]  # what b1 has left is not b2's affair
    assert step(state, "stop b2", 6, "b1") == ["DRL-SEQ-2"]
    assert step(state, "stop b4", 6, "b1") == ["DRL-SEQ-2"]
    assert step(state, "move b4 0102", 6, "b1") == ["DRL-MOV-1", "DRL-SEQ-2"]  # eliminated
    assert step(state, "stop r1", 6, "b1") == ["DRL-SEQ-1"]
    assert step(state, "stop b1", 6) == []


@pytest.mark.clause("DRL-MOV-1", "DRL-MOV-2", "DRL-MOV-3", "DRL-MOV-4")
@pytest.mark.parametrize(
    ("label", "cost"),
    [("0302", 2), ("0402", 4), ("0403", 1), ("0304", 4), ("0203", 6), ("0202", 1)],
)
def test_points(label: str, cost: int):
    """Clear, wood, wood by road, river, river into wood, bridge; there is no free first hex."""
    state = state_of(
        {"b1": "0303", "r1": "0601"},
        terrain={"wood": "0402 0403 0203"},
        sides={"river": "0303|0304 0303|0203 0303|0202"},
        links={"road": ["0403-0303-0202"]},
    )
    assert step(state, f"move b1 {label}", cost) == []
    assert step(state, f"move b1 {label}", cost - 1) == ["DRL-MOV-1"]


@pytest.mark.clause("DRL-MOV-1")
def test_steps_lead_to_adjacent_hexes():
    state = state_of({"b1": "0303", "r1": "0601"})
    assert step(state, "move b1 0303", 6) == ["DRL-MOV-1"]
    assert step(state_of({"b1": "0303", "b2": "0303"}), "move b1 0303", 6) == ["DRL-MOV-1"]  # it is in no one's way
    assert step(state, "move b1 0301", 6) == ["DRL-MOV-1"]


@pytest.mark.clause("DRL-MOV-4", "DRL-MOV-5", "DRL-MOV-6")
def test_armour_keeps_to_roads_in_woods_and_to_bridges():
    ground = {
        "terrain": {"wood": "0402 0403 0203"},
        "sides": {"river": "0303|0304 0303|0203 0303|0202"},
        "links": {"road": ["0403-0303-0202"]},
    }
    state = state_of({"b3": "0303", "r1": "0601"}, **ground)
    refused = {"0402": ["DRL-MOV-5"], "0304": ["DRL-MOV-4"], "0203": ["DRL-MOV-4", "DRL-MOV-5"]}
    for label in ("0302", "0402", "0403", "0304", "0203", "0202"):
        assert step(state, f"move b3 {label}", 10) == refused.get(label, [])
    ice = state_of({"b3": "0303", "r1": "0601"}, {"frozen": True}, **ground)
    assert step(ice, "move b3 0304", 2) == []
    assert step(ice, "move b3 0203", 10) == ["DRL-MOV-5"]


@pytest.mark.clause("DRL-SUP-3")
def test_half_an_allowance():
    """Infantry 3 MP: unsupplied 1½. The ruling says that supply would have helped only where it would."""
    state = state_of({"b1": "0303", "r1": "0601"}, terrain={"wood": "0302"}, sides={"river": "0303|0302"})
    state.supplied = 0
    assert step(state, "move b1 0302", 3) == ["DRL-MOV-1", "DRL-SUP-3"]
    assert step(state, "move b1 0302", 2) == ["DRL-MOV-1"]
    assert step(state, "move b1 0304", 3) == []


@pytest.mark.clause("DRL-ZOC-1", "DRL-GEN-4", "DRL-MOV-6")
def test_zones_of_control():
    where = {"b1": "0101", "r1": "0303"}
    ground = {"sides": {"river": "0303|0302 0303|0403"}, "links": {"road": ["0303-0403"]}}

    def zone(state: Any) -> set[str]:
        return {x for h, x in enumerate(state.rules.board.labels) if in_enemy_zone(state, BLUE, h)}

    around = {"0302", "0402", "0403", "0304", "0203", "0202"}
    assert zone(state_of(where, **ground)) == around - {"0302"}  # a bridge lets it through
    assert zone(state_of(where, {"frozen": True}, **ground)) == around
    assert zone(state_of(where, status={"r1": SHAKEN}, **ground)) == set()
    assert not in_enemy_zone(state_of(where), RED, 2)


@pytest.mark.clause("DRL-ZOC-3")
def test_from_zone_to_zone():
    where = {"b1": "0302", "r1": "0403"}  # 0303 and 0402 are in its zone, 0302 is not
    assert step(state_of(where), "move b1 0303", 6) == []
    where = {"b1": "0303", "r1": "0403"}
    state = state_of(where)
    assert step(state, "move b1 0402", 6) == ["DRL-ZOC-3"]
    assert step(state, "move b1 0302", 6) == []
    assert step(state_of({**where, "b2": "0402"}), "move b1 0402", 6) == []
    assert step(state_of({**where, "b2": "0402"}, status={"b2": SHAKEN}), "move b1 0402", 6) == []
    assert step(state_of({**where, "b2": "0303"}), "move b1 0402", 6) == ["DRL-ZOC-3"]
    assert step(state_of(where, status={"r1": SHAKEN}), "move b1 0402", 6) == []
    # two enemies, each with its own zone: which of them it is makes no difference
    assert step(state_of({"b1": "0303", "r1": "0304", "r2": "0401"}), "move b1 0402", 6) == ["DRL-ZOC-3"]


# --- chapter 7 ------------------------------------------------------------------------------------------------------
@pytest.mark.clause("DRL-SUP-1", "DRL-SUP-2")
def test_supply_cases():
    wall = {"r1": "0201", "r2": "0203", "r3": "0205"}  # their zones fill columns 1 to 3

    def supplied(state: Any, name: str = "b1") -> bool:
        return is_supplied(state, unit(state, name))

    assert supplied(state_of({"b1": "0402", "r1": "0601"}))
    assert not supplied(state_of({"b1": "0402", **wall}))
    assert supplied(state_of({"b1": "0402", **wall}, status=dict.fromkeys(wall, SHAKEN)))
    assert supplied(state_of({"b1": "0102", **wall}))  # its own hex, in an enemy zone, is an edge hex
    assert supplied(state_of({"b1": "0302", "b2": "0202", "b4": "0102", **wall}))  # from friend to friend
    assert not supplied(state_of({"b1": "0302", "b2": "0202", **wall}))  # the edge hex itself is in a zone
    assert supplied(state_of({"b1": "0201", "r1": "0301", "r2": "0302"}))
    assert supplied(state_of(wall), "r1")
    assert not supplied(state_of(wall), "b1")  # eliminated


@pytest.mark.clause("DRL-SUP-2", "DRL-MOV-6")
def test_supply_and_rivers():
    moat = "0303|0302 0303|0402 0303|0403 0303|0304 0303|0203 0303|0202"
    where = {"b1": "0303", "r1": "0601"}

    def supplied(**more: Any) -> bool:
        state = state_of(where, sides={"river": moat}, **more)
        return is_supplied(state, unit(state, "b1"))

    assert not supplied()
    assert supplied(links={"road": ["0303-0403"]})
    assert supplied(options={"frozen": True})


@pytest.mark.clause("DRL-SUP-1", "DRL-SUP-2")
@pytest.mark.parametrize("seed", range(60))
def test_supply_agrees_with_a_graph(seed: int):
    """The same definition put to a graph library: an arc into every hex that a path may enter."""
    state, _rng = thrown_together(seed)
    rules, board = state.rules, state.rules.board
    for side, edge in ((BLUE, "west"), (RED, "east")):
        foes = {state.pos[u]: u for u in range(7) if rules.forces.side_of[u] != side}
        friends = {state.pos[u] for u in range(7) if rules.forces.side_of[u] == side}
        zone = {
            other
            for u in range(7)
            if rules.forces.side_of[u] != side and not state.status[u] & SHAKEN and state.pos[u] < board.n
            for other, _bit, between in board.near[state.pos[u]]
            if not (between & facts_of(state).river and not between & facts_of(state).road)
        }
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(board.n))
        for a in range(board.n):
            for b, _bit, between in board.near[a]:
                dry = not between & facts_of(state).river or between & facts_of(state).road
                if dry and b not in foes and (b not in zone or b in friends):
                    graph.add_edge(a, b)
        goal = set(board.members(board.edges[edge]))
        for u in range(7):
            if rules.forces.side_of[u] == side:
                reach = {state.pos[u], *networkx.descendants(graph, state.pos[u])} if state.pos[u] < board.n else set()
                assert is_supplied(state, u) == bool(reach & goal)


# --- chapter 8 ------------------------------------------------------------------------------------------------------
def target(state: Any, text: str) -> list[str]:
    return cited(why_not_target(state, Target((BLUE,)), action(state, text)))


@pytest.mark.clause("DRL-CBT-1", "DRL-CBT-2", "DRL-CBT-3", "DRL-GEN-4")
def test_targets():
    where = {"b1": "0302", "b3": "0304", "r1": "0303"}
    ford = {"sides": {"river": "0303|0304 0303|0302"}}
    assert target(state_of(where), "attack 0303") == []
    assert target(state_of(where), "end") == []
    assert target(state_of(where), "attack 0402") == ["DRL-CBT-1"]
    assert target(state_of(where), "attack 0605") == ["DRL-CBT-1", "DRL-CBT-2"]
    assert target(state_of({"b1": "0301", "r1": "0303"}), "attack 0303") == ["DRL-CBT-2"]
    assert target(state_of(where, status={"b1": SHAKEN}), "attack 0303") == []  # the other one can
    assert target(state_of(where, status={"b1": SHAKEN, "b3": FOUGHT}), "attack 0303") == ["DRL-CBT-2", "DRL-GEN-4"]
    assert target(state_of(where, status={"b1": SHAKEN}, **ford), "attack 0303") == ["DRL-CBT-3", "DRL-GEN-4"]
    assert target(state_of(where, **ford), "attack 0303") == []  # infantry attacks across the river
    again = state_of(where)
    again.attacked = again.rules.board.bit[hex_(again, "0303")]
    assert target(again, "attack 0303") == ["DRL-CBT-2"]


@pytest.mark.clause("DRL-CBT-2", "DRL-CBT-3", "DRL-GEN-4", "DRL-SEQ-1")
def test_joining():
    where = {"b1": "0302", "b2": "0302", "b3": "0304", "b4": "0105", "r1": "0303", "r2": "0402"}
    status = {"b2": SHAKEN | FOUGHT}
    state = state_of(where, status=status, sides={"river": "0303|0304"})

    def join(text: str, attackers: str = "", it: Any = state) -> list[str]:
        return cited(why_not_join(it, Join((BLUE, hex_(it, "0303"), units(it, attackers))), action(it, text)))

    assert join("with b1") == []
    assert join("with b1", "b1") == ["DRL-CBT-2"]
    assert join("with b2") == ["DRL-CBT-2", "DRL-GEN-4"]
    assert join("with b3") == ["DRL-CBT-3"]
    assert join("with b4") == ["DRL-CBT-2"]
    assert join("with r2") == ["DRL-SEQ-1"]
    assert join("fight") == ["DRL-CBT-2"]
    assert join("fight", "b1") == []
    bridged = state_of(where, sides={"river": "0303|0304"}, links={"road": ["0303-0304"]})
    assert join("with b3", "", bridged) == []


@pytest.mark.clause("DRL-RES-3")
def test_an_attacker_pays_for_an_exchange():
    state = state_of({"b1": "0302", "b2": "0302", "b4": "0304", "r2": "0601"})
    frame = Loss((BLUE, hex_(state, "0303"), units(state, "b1 b4")))
    for name, expected in {"b1": [], "b4": [], "b2": ["DRL-RES-3"], "r2": ["DRL-RES-3", "DRL-SEQ-1"]}.items():
        assert cited(why_not_loss(state, frame, action(state, f"lose {name}"))) == expected


# --- chapter 9 ------------------------------------------------------------------------------------------------------
def retreat(state: Any, text: str, beaten: str) -> list[str]:
    frame = Retreat((RED, hex_(state, "0303"), units(state, beaten), 0))
    return cited(why_not_retreat(state, frame, action(state, text)))


@pytest.mark.clause("DRL-RET-1", "DRL-RET-2", "DRL-RET-3")
def test_retreats():
    where = {"r1": "0303", "b1": "0202", "r2": "0403"}  # Blue's zone: 0302, 0203, 0303 ...
    state = state_of(where)
    assert retreat(state, "retreat r1 0402", "r1") == []
    assert retreat(state, "retreat r1 0403", "r1") == []
    assert retreat(state, "retreat r1 0302", "r1") == ["DRL-RET-2"]
    assert retreat(state, "retreat r1 0202", "r1") == ["DRL-RET-2", "DRL-STK-2"]
    assert retreat(state, "retreat r1 0503", "r1") == ["DRL-RET-2"]
    assert retreat(state, "retreat r2 0402", "r1") == ["DRL-RET-1"]
    assert retreat(state, "retreat b1 0102", "r1") == ["DRL-RET-1", "DRL-SEQ-1"]
    assert retreat(state, "retreat r3 0402", "r1") == ["DRL-RET-1"]  # eliminated
    friend = state_of({**where, "r3": "0302"}, status={"r3": SHAKEN})
    assert retreat(friend, "retreat r1 0302", "r1") == []
    full = state_of({**where, "r3": "0403"})
    assert retreat(full, "retreat r1 0403", "r1") == ["DRL-RET-2", "DRL-STK-1"]


@pytest.mark.clause("DRL-RET-2", "DRL-MOV-4", "DRL-MOV-5")
def test_points_do_not_matter_in_a_retreat_but_terrain_does():
    ground = {
        "terrain": {"wood": "0402 0403"},
        "sides": {"river": "0303|0402 0303|0304"},
        "links": {"road": ["0303-0403"]},
    }
    state = state_of({"r1": "0303", "r3": "0303", "b1": "0101"}, **ground)
    state.supplied = 0
    assert retreat(state, "retreat r1 0402", "r1 r3") == []
    assert retreat(state, "retreat r3 0403", "r1 r3") == []
    assert retreat(state, "retreat r3 0304", "r1 r3") == ["DRL-MOV-4", "DRL-RET-2"]
    assert retreat(state, "retreat r3 0402", "r1 r3") == ["DRL-MOV-4", "DRL-MOV-5", "DRL-RET-2"]


@pytest.mark.clause("DRL-ADV-1", "DRL-ADV-2", "DRL-GEN-4", "DRL-STK-1")
def test_advances():
    where = {"b1": "0302", "b2": "0302", "b3": "0304", "b4": "0202", "r1": "0403"}

    def advance(state: Any, text: str, attackers: str = "b1 b2 b3") -> list[str]:
        frame = Advance((BLUE, hex_(state, "0303"), units(state, attackers)))
        return cited(why_not_advance(state, frame, action(state, text)))

    state = state_of(where)
    assert advance(state, "advance b1") == []  # from zone to zone
    assert advance(state, "advance b4") == ["DRL-ADV-1"]
    assert advance(state, "advance r1") == ["DRL-ADV-1", "DRL-SEQ-1"]
    assert advance(state, "stay", "") == []
    assert advance(state_of(where, status={"b1": SHAKEN}), "advance b1") == ["DRL-GEN-4"]
    assert advance(state_of({**where, "b1": "0303", "b2": "0303"}), "advance b3") == ["DRL-STK-1"]
    assert advance(state_of({"b2": "0302", "b3": "0304"}), "advance b1") == ["DRL-ADV-1"]  # paid for the exchange
    wood = {"terrain": {"wood": "0303"}}
    assert advance(state_of(where, **wood), "advance b1") == []
    assert advance(state_of(where, **wood), "advance b3") == ["DRL-ADV-2"]
    assert advance(state_of(where, **wood, links={"road": ["0303-0304"]}), "advance b3") == []


# --- states ---------------------------------------------------------------------------------------------------------
OK = {"b1": "0302", "b3": "0304", "r1": "0303", "r3": "0505"}


def found(state: Any) -> list[str]:
    return sorted({p.clause for p in problems(state)})


def test_a_lawful_state_has_no_problems():
    state = state_of(OK, terrain={"town": "0303 0302"})
    state.blue_towns = state.rules.board.bit[hex_(state, "0302")]
    state.mine = hex_(state, "0404")
    assert found(state) == []


@pytest.mark.clause("DRL-STK-1", "DRL-STK-2", "DRL-GEN-3", "DRL-SEQ-3", "DRL-SET-1", "DRL-SET-2")
def test_problems_on_the_map():
    assert found(state_of({**OK, "b2": "0302", "b4": "0302"})) == ["DRL-STK-1"]
    assert found(state_of({**OK, "b2": "0505"})) == ["DRL-STK-2"]
    assert found(state_of(OK, terrain={"town": "0302"})) == ["DRL-GEN-3"]
    no_town = state_of(OK)
    no_town.blue_towns = no_town.rules.board.bit[0]
    assert found(no_town) == ["DRL-GEN-3"]
    assert found(state_of(OK, status={"b1": FRESH})) == ["DRL-SEQ-3"]
    assert found(state_of(OK, status={"b2": MOVED})) == ["DRL-GEN-4"]
    assert found(state_of(OK, mine=0)) == ["DRL-SET-1"]
    mined = state_of(OK)
    mined.mine = mined.pos[unit(mined, "b3")] = hex_(mined, "0404")
    assert found(mined) == ["DRL-SET-2"]
    mined.mine = mined.pos[unit(mined, "b3")] = hex_(mined, "0204")
    assert found(mined) == ["DRL-SET-1"]  # not listed; but b3 starts there and need not have entered it
    mined.mine = hex_(mined, "0404")
    mined.pos[unit(mined, "b3")], mined.pos[unit(mined, "r3")] = hex_(mined, "0505"), mined.mine
    assert found(mined) == []


@pytest.mark.clause("DRL-SEQ-1", "DRL-CBT-2", "DRL-VIC-1", "DRL-VIC-2")
def test_problems_of_the_sequence():
    state = state_of(OK)
    state.step = step_of(state, RED)
    assert found(state) == ["DRL-SEQ-1"]
    state.frame = Pick((RED,))
    assert found(state) == []
    stale = state_of(OK)
    stale.attacked = stale.rules.board.bit[0]
    assert found(stale) == ["DRL-CBT-2"]
    stale.frame = Target((BLUE,))
    assert found(stale) == []
    assert found(state_of(OK, turn=6)) == ["DRL-VIC-1"]
    assert found(state_of({"b1": "0302"})) == ["DRL-VIC-2"]
    over = Over((OVER,))
    assert found(state_of({"b1": "0302"}, frame=over, outcome=Result(BLUE, "decisive", "DRL-VIC-2"))) == []
    assert found(state_of({"b1": "0302"}, frame=over, outcome=Result(RED, "decisive", "DRL-VIC-2"))) == ["DRL-VIC-2"]
    assert found(state_of(OK, frame=over, outcome=Result(RED, "decisive", "DRL-VIC-1"))) == []
    assert found(state_of(OK, frame=over, outcome=Result(BLUE, "decisive", "DRL-VIC-1"))) == ["DRL-VIC-1"]


@pytest.mark.clause("DRL-MOV-1", "DRL-SUP-3", "DRL-ZOC-2")
def test_problems_of_a_moving_unit():
    def moving(name: str, left: int, where: dict[str, str], **more: Any) -> list[str]:
        state = state_of(where, **more)
        state.frame = Step((BLUE, unit(state, name), left))
        return found(state)

    far = {"b1": "0101", "r1": "0601"}
    assert moving("b1", 6, far) == []
    assert moving("b1", 7, far) == ["DRL-MOV-1"]
    assert moving("b1", 4, far, supplied=0) == ["DRL-SUP-3"]
    assert moving("b1", 3, far, supplied=0) == []
    assert moving("b2", 3, far) == ["DRL-SEQ-2"]
    near = {"b1": "0303", "r1": "0403"}
    assert moving("b1", 6, near) == []  # it starts there
    assert moving("b1", 4, near) == ["DRL-ZOC-2"]


@pytest.mark.clause("DRL-CBT-1", "DRL-CBT-3", "DRL-RES-4", "DRL-RET-3", "DRL-ADV-1")
def test_problems_of_a_combat():
    def fighting(kind: Any, side: int, *rest: str, where: Any = OK, place: str = "0303", **more: Any) -> list[str]:
        state = state_of(where, **more)
        state.frame = kind((side, hex_(state, place), *(units(state, names) for names in rest)))
        return found(state)

    assert fighting(Join, BLUE, "b1 b3") == []
    assert fighting(Join, BLUE, "") == []
    assert fighting(Join, BLUE, "b1", place="0402") == ["DRL-CBT-1"]
    assert fighting(Join, BLUE, "b1 b3", sides={"river": "0303|0304"}) == ["DRL-CBT-3"]
    assert fighting(Die, CHANCE, "b1 b3") == []
    assert fighting(Die, CHANCE, "") == ["DRL-CBT-2"]
    assert fighting(Die, CHANCE, "b1 r3") == ["DRL-CBT-2", "DRL-SEQ-1"]
    assert fighting(Die, CHANCE, "b1 b3", status={"b1": SHAKEN}) == ["DRL-GEN-4"]
    assert fighting(Loss, BLUE, "b1 b2") == ["DRL-CBT-2"]  # b2 is gone
    assert fighting(Loss, BLUE, "b1 b3", where={"b1": "0302", "b3": "0304"}) == []  # the game is not over yet
    open_back = {**OK, "b3": "0202"}
    assert fighting(Retreat, RED, "r1", "b1 b3", where=open_back) == []
    assert fighting(Retreat, RED, "r1 r3", "b1 b3", where=open_back) == ["DRL-RES-4"]
    assert fighting(Retreat, RED, "r2 r1", "b1 b3", where=open_back) == ["DRL-RET-1"]
    assert fighting(Retreat, RED, "r1", "b1 b3") == ["DRL-RET-3"]  # two units on opposite sides surround it
    assert fighting(Retreat, BLUE, "b1 b3", "") == []
    clear = {"b1": "0302", "b3": "0304", "r3": "0505"}
    assert fighting(Advance, BLUE, "b1 b2 b3", where=clear) == []
    assert fighting(Advance, BLUE, "b1 b3", where={**clear, "b1": "0303"}) == []  # the first has advanced
    assert fighting(Advance, BLUE, "b1 b3") == ["DRL-ADV-1"]
    assert fighting(Advance, BLUE, "b1 b3", where={**clear, "b1": "0303", "b3": "0505", "r3": "0605"}) == ["DRL-ADV-1"]


# --- sentences ------------------------------------------------------------------------------------------------------
TEXTS = SYSTEM.texts.catalogues["en"]
OWN = tomllib.loads((files("echelon.systems.drill") / "texts" / "en.toml").read_text("utf-8"))


def test_every_refusal_and_problem_has_its_own_sentence():
    """Not the rule book's words as a stop-gap: a template of its own that finds all its facts, remedies too."""
    refused, wrong = set(), set()
    for seed in range(60):
        state, rng = thrown_together(seed)
        state.mine = rng.randrange(-1, state.rules.board.n)
        for name, (_law, kind) in JUDGES.items():
            frame = state.frame = question(kind, state, rng)
            for act in VERBS.universe(state.rules, [name]):
                for ruling in frame.kind.why_not(state, frame, act):
                    key = ruling.facts.get("case", ruling.clause)
                    assert key in TEXTS["ruling"] and all(r in TEXTS["remedy"] for r in ruling.remedy)
                    if (key, ruling.remedy) not in refused:
                        assert "{" not in state.sentence(ruling)
                        refused.add((key, ruling.remedy))
        for kind in (Mine, Pick, Step, Target, Join, Die, Loss, Retreat, Advance):
            state.frame = question(kind, state, rng)
            for problem in SYSTEM.proof.problems(state):
                key = problem.facts.get("case", problem.clause)
                assert key in TEXTS["problem"]
                assert "{" not in state.sentence(problem)
                wrong.add(key)
    never = set(OWN["ruling"]) - {key for key, _ in refused}
    assert never == {"DRL-SEQ-1"}, "a sentence nobody ever reads; DRL-SEQ-1 itself is cited by the engine"
    assert {r for _, remedy in refused for r in remedy} == set(TEXTS["remedy"])
    assert len(wrong) > 20


@pytest.mark.clause("DRL-STK-1")
@pytest.mark.parametrize("seed", range(20))
def test_no_lawful_step_makes_a_crowd(seed: int):
    """A theorem of chapter 4: what the law lets pass keeps every hex in order."""
    state, _rng = thrown_together(seed)
    for name in ("b1", "b3"):
        if state.pos[unit(state, name)] < state.rules.board.n:
            frame = Step((BLUE, unit(state, name), 10))
            for act in VERBS.universe(state.rules, ["move"]):
                if not why_not_step(state, frame, act):
                    there = units_at(state, act >> B_SHIFT)
                    assert len(there) < 2 and all(state.rules.forces.side_of[u] == BLUE for u in there)
