"""Drill, declared: read from above, it is the rule book. Clauses are those of `rules.md`, numbers those of its tables.

Pieces and words, what bars and costs, movement, supply, combat with its sequel, the sequence of play. What only drill has, the
minefield and who wins, stands in `minefield` and `victory`.
"""

from __future__ import annotations

from echelon.core.fields import HEX, HEXES
from echelon.core.layout import Value as Field
from echelon.mechanics.kit import (
    ALL,
    ATTACKERS,
    DEFENDERS,
    ENEMY,
    EVERYWHERE,
    FRIEND,
    TARGET,
    Advance,
    AtOnce,
    Attack,
    Bar,
    Choose,
    Combat,
    Cost,
    EndOfTurn,
    Entering,
    Game,
    HexMark,
    Line,
    Lines,
    Listing,
    Look,
    Lose,
    Mark,
    Moves,
    Odds,
    OfSide,
    Option,
    Pay,
    Price,
    Recover,
    Result,
    Retreat,
    Shift,
    Stacking,
    Stop,
    Supply,
    Value,
    Zone,
    arms,
    each_side,
    edge,
    hexsides,
    links,
    printed,
    terrain,
)  # fmt: skip
from echelon.systems.drill import minefield, outlook, victory
from echelon.systems.drill.minefield import MINES, RED
from echelon.systems.drill.victory import TOWN, TOWNS

__all__ = ["GAME"]

# --- words: sets of hexes, hexsides and units ------------------------------------------------------------------------
WOOD = terrain("wood")
FROZEN = Option("frozen", "off", ("off", "on"), ("DRL-MOV-6",), "The river is frozen")
RIVER, ROAD = hexsides("river").unless(FROZEN), links("road")
FORD = RIVER - ROAD  # DRL-GEN-2: a river hexside crossed by a road has a bridge
INFANTRY, ARMOUR = arms("infantry", "armour")

# --- marks: what changes on units and hexes besides where they are ---------------------------------------------------
SHAKEN = Mark("shaken", row="status", clause="DRL-GEN-4", status="disrupted", event="shaken")
FRESH = Mark("fresh", row="status", clause="DRL-SEQ-3", lapses="player-turn", needs="shaken")  # Shaken in this player-turn
MOVED = Mark("moved", row="status", clause="DRL-SEQ-2", lapses="player-turn", status="moved")
FOUGHT = Mark("fought", row="status", clause="DRL-CBT-2", lapses="player-turn")
SUPPLIED = Mark("supplied", clause="DRL-SUP-1", lacking="unsupplied", event="supply.lost", kept=True, everybody=True)
ATTACKED = HexMark("attacked", clause="DRL-CBT-2", lapses="player-turn")

# --- what a unit is worth --------------------------------------------------------------------------------------------
DEFENCE = Value("strength", clause="DRL-CBT-1")
STRENGTH = Value("strength").halved("DRL-SUP-3", ~SUPPLIED, rounded="up")
ALLOWANCE = Value("movement", points=True, clause="DRL-MOV-1").halved("DRL-SUP-3", ~SUPPLIED, rounded="down", remedy="supplied")

# --- stacking, zones of control --------------------------------------------------------------------------------------
STACK = Stacking("DRL-STK-1", most=2)
STAND = (Bar("DRL-STK-1", STACK.full, case="stack.full"), Bar("DRL-STK-2", ENEMY, case="stack.enemy"))
ZONE = Zone("DRL-ZOC-1", of=ALL - SHAKEN, not_across=FORD, also=("DRL-GEN-4",))
HELD_OFF = ZONE.enemy - FRIEND  # an enemy zone, unless a friend is there

# --- movement --------------------------------------------------------------------------------------------------------
COSTS = printed("DRL-MOV-2")
MOVES = Moves(
    "DRL-MOV-1",
    once="DRL-SEQ-2",
    points=ALLOWANCE,
    mark=MOVED,
    cost=Cost((
        Price("DRL-MOV-3", COSTS("along a road"), across=ROAD, instead=True),
        Price("DRL-MOV-2", COSTS("wood"), WOOD),
        Price("DRL-MOV-2", COSTS("clear"), EVERYWHERE - WOOD),
        Price("DRL-MOV-4", COSTS("across an unbridged river"), across=FORD),
    )),
    bars=(
        *STAND,
        Bar("DRL-MOV-5", WOOD, off=ROAD, who=ARMOUR, case="bar.wood", remedy="by.road"),
        Bar("DRL-MOV-4", across=FORD, off=ROAD, who=ARMOUR, case="bar.river", remedy="by.road"),
        Bar("DRL-ZOC-3", HELD_OFF, leaving=ZONE.enemy, case="bar.zones", remedy="friend.there"),
    ),
    stops=(Stop("DRL-ZOC-2", ZONE.enemy, event="zone"),),
)  # fmt: skip

# --- supply ----------------------------------------------------------------------------------------------------------
SUPPLY = Supply(
    "DRL-SUP-1",
    mark=SUPPLIED,
    lines=(Lines(
        "DRL-SUP-1",
        to=edge("west", "east"),
        bars=(Bar("DRL-SUP-2", ENEMY), Bar("DRL-SUP-2", HELD_OFF), Bar("DRL-SUP-2", across=FORD)),
    ),),
)  # fmt: skip

# --- combat: the attack, the odds, the table, the sequel -------------------------------------------------------------
ATTACK = Attack(
    "DRL-CBT-1",
    join="DRL-CBT-2",
    bars=(
        Bar("DRL-GEN-4", who=SHAKEN, case="attacker.shaken"),
        Bar("DRL-CBT-3", across=FORD, who=ARMOUR, case="attacker.river"),
    ),
    mark=FOUGHT,
    hexes=ATTACKED,
)
BOTH_ARMS = ATTACKERS.any(INFANTRY) & ATTACKERS.any(ARMOUR)
ODDS = Odds(
    "DRL-CBT-4",
    attack=STRENGTH,
    defence=DEFENCE,
    table=printed("DRL-RES-1"),
    shift_clause="DRL-CBT-5",
    die_clause="DRL-RES-1",
    shifts=(
        Shift("DRL-SHF-1", -1, TARGET.within(WOOD | TOWN)),
        Shift("DRL-SHF-2", -1, ATTACKERS.all_across(RIVER), nearly=ATTACKERS.any_across(RIVER)),
        Shift("DRL-SHF-3", +1, BOTH_ARMS - TARGET.within(WOOD), nearly=BOTH_ARMS),
        Shift("DRL-SHF-4", +1, DEFENDERS.all(SHAKEN), nearly=DEFENDERS.any(SHAKEN)),
    ),
)
RETREAT = Retreat(
    "DRL-RET-1",
    where="DRL-RET-2",
    as_in=MOVES,
    bars=(Bar("DRL-RET-2", HELD_OFF, case="retreat.zone", remedy="friend.there"),),
    marks=(SHAKEN, FRESH),
    stuck="DRL-RET-3",
    ordered="DRL-RES-4",
)
ADVANCE = Advance(
    "DRL-ADV-1",
    bars=(
        *STAND,
        Bar("DRL-GEN-4", who=SHAKEN, case="advance.shaken"),
        Bar("DRL-ADV-2", WOOD, off=ROAD, who=ARMOUR, case="advance.wood"),
    ),
)
COMBAT = Combat(
    ATTACK,
    ODDS,
    results=(  # from the worst for the defender to the mildest; each is read from left to right
        Result("DE", (Lose("DRL-RES-2"), ADVANCE), "defender", 4),
        Result("EX", (Lose("DRL-RES-3"), Pay("DRL-RES-3"), ADVANCE), "defender", 3),
        Result("DR", (RETREAT, ADVANCE), "defender", 2),
        Result("-"),
        Result("AR", (RETREAT.of(ATTACKERS),), "attacker", 2),
        Result("AE", (Lose("DRL-RES-2", "attackers"),), "attacker", 4),
    ),
)

# --- the game: the sequence of play as chapter 2 prints it, and what it is played with -------------------------------
MINEFIELD = Choose("DRL-SET-1", "setup.mine", "mine", MINES, minefield.lay, minefield.laid, secret=True, name="setup")
GAME = Game(
    name="drill",
    title="Drill: the crossing of the Sarce",
    summary="Learn Echelon in ten minutes: four units cross a river against three.",
    version="1.0.0",
    package="echelon.systems.drill",
    learning=True,
    sides=("blue", "red"),
    order_clause="DRL-SEQ-1",
    sequence=(
        Line("S", "Minefield", MINEFIELD, RED, "DRL-SET-1"),
        *each_side(
            "BR",
            ("1", "Supply", SUPPLY, "DRL-SUP-1"),
            ("2", "Movement", MOVES, "DRL-SEQ-2"),
            ("3", "Combat", COMBAT, "DRL-CBT-1"),
            ("4", "Recovery", Recover("DRL-SEQ-3", SHAKEN, unless=FRESH), "DRL-SEQ-3"),
        ),
        Line("T", "End of turn", EndOfTurn("DRL-VIC-1", victory.last_turn), clause="DRL-VIC-1"),
    ),
    first=1,
    options=(FROZEN,),
    arms=("infantry", "armour"),
    marks=(SHAKEN, FRESH, MOVED, FOUGHT, SUPPLIED),
    hex_marks=(ATTACKED,),
    holdings=(TOWNS,),
    fields=(("mine", Field(HEX, secret=RED, unknown=-1)), ("trodden", Field(HEXES))),
    values=(("allowance", ALLOWANCE), ("strength", STRENGTH), ("defence", DEFENCE)),
    named=(("mines", MINES), ("town", TOWN)),
    zone=ZONE,
    stacking=(STACK,),
    entering=(Entering("DRL-SET-2", MINES, OfSide(0), minefield.entered, minefield.trodden),),
    at_once=AtOnce("DRL-VIC-2", victory.wiped_out),
    guess=minefield.guess,
    lay=minefield.scatter,
    problems=(minefield.problems,),
    planted=minefield.planted,
    look=Look(
        formation=lambda name: name.removesuffix(" Brigade"),
        values=(STRENGTH, ALLOWANCE),
        colours=(("blue", ("#2F5F8F", "#8DB8E2")), ("red", ("#8E3A32", "#E29A90"))),
        palettes=(("light", "normandy"), ("dark", "dusk")),
        lessons="data/lessons.toml",
        books=minefield.books,
        notes=minefield.notes,
        ways=outlook.ways,
        listings=(
            Listing("supply", "unsupplied", SUPPLIED, "DRL-SUP-3", tab="supply", lacking=True),
            Listing("units", "shaken", SHAKEN, "DRL-GEN-4"),
        ),
        loss_clause="DRL-VIC-2",
    ),
)
