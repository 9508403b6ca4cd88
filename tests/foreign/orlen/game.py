"""The Orlen Bridges, declared. Clauses are those of `rules.md`, numbers those of its tables."""

from __future__ import annotations

from typing import Any

from echelon.mechanics.kit import (
    ALL,
    ATTACKERS,
    ENEMY,
    EVERYWHERE,
    FRIEND,
    TARGET,
    Advance,
    Arrivals,
    AtOnce,
    Attack,
    Bar,
    Combat,
    Cost,
    EndOfTurn,
    Game,
    HexMark,
    Holding,
    Leap,
    Line,
    Lines,
    Lose,
    Mark,
    Moves,
    Odds,
    OwnHexes,
    Pay,
    Price,
    Result,
    Retreat,
    Shift,
    Stacking,
    Stop,
    Supply,
    Value,
    Verdict,
    Zone,
    arms,
    each_side,
    edge,
    hexsides,
    links,
    printed,
    terrain,
)

__all__ = ["GAME"]

WOOD, TOWN = terrain("wood"), terrain("town")
RIVER, ROAD = hexsides("river"), links("road")
FORD = RIVER - ROAD  # a bridge stands where a road crosses the river
INFANTRY, ARMOUR, HQ = arms("infantry", "armour", "hq")
EDGE = edge("west", "east")

MOVED = Mark("moved", clause="ORL-SEQ-2", lapses="player-turn", status="moved")
FOUGHT = Mark("fought", clause="ORL-CBT-2", lapses="player-turn")
SUPPLIED = Mark("supplied", clause="ORL-SUP-1", lacking="unsupplied", event="supply.lost", kept=True, everybody=True)
ATTACKED = HexMark("attacked", clause="ORL-CBT-2", lapses="player-turn")
TOWNS = Holding("ORL-GEN-2", TOWN, field="west_towns", start="west_towns", event="town")

PRINTED = Value("strength")
STRENGTH = PRINTED.halved("ORL-SUP-3", ~SUPPLIED, rounded="up")
MOVEMENT = Value("movement", points=True, clause="ORL-MOV-1").halved("ORL-SUP-3", ~SUPPLIED, "down", remedy="supplied")

ZONE = Zone("ORL-ZOC-1", of=ALL - HQ, not_across=FORD)
STACK = Stacking("ORL-STK-1", most=2)
STAND = (Bar("ORL-STK-1", STACK.full, case="stack.full"), Bar("ORL-STK-2", ENEMY, case="stack.enemy"))
HELD_OFF = ZONE.enemy - FRIEND

COSTS = printed("ORL-MOV-2")
MOVES = Moves(
    "ORL-MOV-1",
    once="ORL-SEQ-2",
    points=MOVEMENT,
    mark=MOVED,
    cost=Cost(
        (
            Price("ORL-MOV-2", COSTS("road", "armour"), across=ROAD, instead=True),
            Price("ORL-MOV-2", COSTS("wood", "armour"), WOOD, who=ARMOUR),
            Price("ORL-MOV-2", COSTS("wood"), WOOD, who=~ARMOUR),
            Price("ORL-MOV-2", COSTS("clear"), EVERYWHERE - WOOD),
            Price("ORL-ZOC-3", COSTS("leaving a zone"), leaving=ZONE.enemy),
        )
    ),
    bars=STAND,
    leaps=(Leap("ORL-MOV-3", FORD, who=INFANTRY),),
    stops=(Stop("ORL-ZOC-2", ZONE.enemy, event="zone"),),
)
SUPPLY = Supply(
    "ORL-SUP-1",
    mark=SUPPLIED,
    lines=(Lines("ORL-SUP-1", EDGE, (Bar("ORL-SUP-2", ENEMY), Bar("ORL-SUP-2", HELD_OFF), Bar("ORL-SUP-2", across=FORD))),),
)
ARRIVALS = Arrivals("ORL-REI-1", "due", EDGE, bars=(*STAND, Bar("ORL-REI-2", ZONE.enemy, case="zone.entry")))


def _near_fast(s: Any, side: int) -> int:
    found = 0
    for u in range(*s.rules.ranges[side]):
        if s.pos[u] < s.rules.off and s.rules.forces.units[u].arm == "hq" and s.supplied >> u & 1:
            found |= s.rules.bit[s.pos[u]]
    for _ in range(2):
        found = s.rules.board.lattice.spread(found)
    return found


def _near_plain(s: Any, side: int, place: int) -> list[int]:
    board, units = s.rules.board, s.rules.forces.units
    staffs = [u for u in range(len(units)) if units[u].side == side and units[u].arm == "hq" and s.pos[u] < board.n]
    return [u for u in staffs if s.supplied >> u & 1 and board.distance(s.pos[u], place) <= 2]


NEAR_STAFF = OwnHexes("near_staff", _near_fast, _near_plain, ("ORL-SHF-3",))
RETREAT = Retreat(
    "ORL-RET-1",
    where="ORL-RET-2",
    bars=(*STAND, Bar("ORL-RET-2", across=FORD, case="retreat.barred"), Bar("ORL-RET-2", HELD_OFF, case="retreat.zone")),
    stuck="ORL-RET-1",
)
ADVANCE = Advance("ORL-ADV-1", bars=STAND)
COMBAT = Combat(
    Attack(
        "ORL-CBT-1",
        join="ORL-CBT-2",
        bars=(
            Bar("ORL-CBT-2", who=HQ, case="attacker.hq"),
            Bar("ORL-CBT-2", across=FORD, who=ARMOUR, case="attacker.river"),
        ),
        mark=FOUGHT,
        hexes=ATTACKED,
    ),
    Odds(
        "ORL-CBT-3",
        STRENGTH,
        STRENGTH,
        printed("ORL-RES-1"),
        die_clause="ORL-RES-1",
        shifts=(
            Shift("ORL-SHF-1", -1, TARGET.within(WOOD)),
            Shift("ORL-SHF-1", -2, TARGET.within(TOWN)),
            Shift("ORL-SHF-2", -1, ATTACKERS.all_across(RIVER)),
            Shift("ORL-SHF-3", +1, TARGET.within(NEAR_STAFF)),
        ),
    ),
    results=(
        Result("DE", (Lose("ORL-RES-2"), ADVANCE), "defender", 4),
        Result("EX", (Lose("ORL-RES-3"), Pay("ORL-RES-3", worth=PRINTED), ADVANCE), "defender", 3),
        Result("DR", (RETREAT, ADVANCE), "defender", 2),
        Result("NE"),
        Result("AR", (RETREAT.of(ATTACKERS),), "attacker", 2),
        Result("AE", (Lose("ORL-RES-2", "attackers"),), "attacker", 4),
    ),
)


def most_towns(view: Any) -> Verdict:
    """The side with more towns; decisive with all but one of them or more."""
    west, east = (len(view.held(TOWNS, side)) for side in (0, 1))
    if west == east:
        return Verdict(None, "draw")
    return Verdict(0 if west > east else 1, "decisive" if min(west, east) <= 1 else "marginal")


def nobody_left(view: Any) -> Verdict | None:
    """A side that has no unit left, on the map or to come, loses."""
    size = [high - low for low, high in view.state.rules.forces.ranges]
    left = [side for side in (0, 1) if view.lost(side) < size[side]]
    if len(left) == 2:
        return None
    return Verdict(left[0], "decisive") if left else Verdict(None, "draw")


GAME = Game(
    name="orlen",
    title="The Orlen Bridges",
    package="orlen",
    sides=("west", "east"),
    order_clause="ORL-SEQ-1",
    boxes=("gone", "due"),
    arms=("infantry", "armour", "hq"),
    marks=(MOVED, FOUGHT, SUPPLIED),
    hex_marks=(ATTACKED,),
    holdings=(TOWNS,),
    values=(("strength", STRENGTH), ("movement", MOVEMENT)),
    zone=ZONE,
    stacking=(STACK,),
    at_once=AtOnce("ORL-VIC-2", nobody_left),
    sequence=(
        *each_side(
            "WE",
            ("1", "Arrivals", ARRIVALS, "ORL-REI-1"),
            ("2", "Supply", SUPPLY, "ORL-SUP-1"),
            ("3", "Movement", MOVES, "ORL-SEQ-2"),
            ("4", "Combat", COMBAT, "ORL-CBT-1"),
        ),
        Line("T", "End of turn", EndOfTurn("ORL-VIC-1", most_towns), clause="ORL-VIC-1"),
    ),
)
