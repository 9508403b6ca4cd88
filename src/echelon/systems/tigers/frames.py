"""The questions the game asks, in playing order: one class for each, with the facts it holds.

What a battle has brought so far (attackers, result, distances, retreats) is kept in the state, because several questions in a
row read it; a frame holds only what is its own.
"""

from __future__ import annotations

from typing import Annotated

from echelon.core.fields import ACTION, COUNT, FLAG, HEX, HEXES, RAW, SIDES, UNIT, UNITS, Named, Word
from echelon.core.frames import Frame
from echelon.core.verbs import Verbs

__all__ = [
    "ACTS", "FORD", "NORMAL", "RATES", "ROAD_RATE", "VERBS",
    "Advance", "AirDie", "Allocate", "Armor", "Ask", "Battle", "Blow", "Bomb", "BreakdownDie", "BridgeDie", "BridgeWork",
    "Bridges", "Claim", "CombatDie", "Combine", "Distance", "Drop", "DropDie", "Dump", "Enter", "Entrench", "Fight", "First",
    "Intercept", "Losses", "Mode", "Orders", "Overstack", "Peiper", "Pick", "Place", "Prayer", "Resupply", "Route", "Ruthless",
    "Step", "WeatherDie", "Withdraw",
]  # fmt: skip

RATES = ("normal", "road", "ford")  # ford: a foot unit declines an enemy bridge and pays for the river (TIG-BRG-19)
NORMAL, ROAD_RATE, FORD = 0, 1, 2
ACTS = ("build", "dismantle", "blow")

VERBS = Verbs(
    # set-up
    "dump hex", "mode way:historical|free", "place unit hex", "done", "keep", "relocate hex", "drop hex",
    # chance
    "die number",
    # weather, reinforcement
    "pray answer:yes|no", "enter unit hex rate:normal|road", "hold unit", "break unit", "combine division=unit hex",
    "add unit", "invoke answer:yes|no",
    # movement
    "take unit", "join unit", "attach unit", "detach unit", "move unit hex rate:normal|road|ford", "exit unit rate:normal|road",
    "stop unit", "end", "remove unit",
    # attack
    "attack hex", "also hex", "with unit", "set", "standard", "confirm",
    # air
    "bomb group hex", "bust group hexside", "burn group", "intercept group prey=group", "resupply group hex", "pass",
    # combat
    "fight hex", "cancel hex", "ask answer:yes|no", "orders hex answer:stand|yield", "claim answer:yes|no", "lose unit",
    "distance hex steps:0..3", "retreat unit hex", "withdraw unit hex", "blow hexside", "spare", "advance unit hex",
    "halt unit", "finish", "wait unit",
    # the end of a player-turn
    "build hexside", "dismantle hexside", "dig unit",
)  # fmt: skip


# --- set-up -----------------------------------------------------------------------------------------------------------
class Dump(Frame):
    """Where does the U.S. player hide the fuel dump? Secret. (TIG-FUEL-2)"""


class Mode(Frame):
    """Does the German set up historically or freely? (TIG-SET-3, TIG-SET-4)"""


class Place(Frame):
    """Where does the German put his units? Historical: each Tiger battalion and Skorzeny may join another German unit, once;
    free: every unit, once. `done` when nothing must still be placed. (TIG-SET-3, TIG-SET-5)"""


class First(Frame):
    """Does the 1st Infantry Division stay, or go to a hex of its own side, Entrenched? (TIG-SET-4)"""


class Drop(Frame):
    """Where does von der Heydte drop? (TIG-VDH-1)"""


class DropDie(Frame):
    """The dice of the drop: `stage` 0 success, 1 direction, 2 distance. (TIG-VDH-2)"""

    hex: Annotated[int, HEX]
    stage: Annotated[int, COUNT]
    direction: Annotated[int, COUNT]


# --- weather, reinforcement -------------------------------------------------------------------------------------------
class Prayer(Frame):
    """Does Patton pray? (TIG-WX-5)"""


class WeatherDie(Frame):
    """The weather of the turn. (TIG-WX-1)"""

    prayed: Annotated[int, FLAG]


class Enter(Frame):
    """Which unit that is due enters where, at which rate, or is held back? `end` holds back the rest. (TIG-RNF-9)"""


class Armor(Frame):
    """Which U.S. armored division breaks down, or is combined from three commands? (TIG-RNF-14, TIG-RNF-18)"""


class Combine(Frame):
    """Which three of more than three commands in the hex form the division? (TIG-RNF-14)"""

    division: Annotated[int, UNIT]
    hex: Annotated[int, HEX]
    units: Annotated[int, UNITS]


class Ruthless(Frame):
    """Does the German invoke Ruthlessness this turn? (TIG-SSR-1)"""


# --- movement ---------------------------------------------------------------------------------------------------------
class Pick(Frame):
    """Which unit moves next? (step a, and d for unused units)"""


class Step(Frame):
    """Where does the unit, or the stack it leads, go next? `units` are all that move together, the leader included. `path`
    holds the hexes so far, each with the half points spent on reaching it by the first Tiger battalion among them (by the
    leader if there is none). Units join, and are attached to Peiper, before the first step only. (chapter 6)"""

    unit: Annotated[int, UNIT]
    units: Annotated[int, UNITS]
    path: Annotated[tuple[tuple[int, int], ...], RAW]


class BridgeDie(Frame):
    """Is the enemy's bridge blown in the mover's face? The Step or Peiper frame lies below. (TIG-BRG-17)"""

    hex: Annotated[int, HEX]
    rate: Annotated[int, Word("rate", RATES)]


class BreakdownDie(Frame):
    """How far do the Tigers come? Rolled when a move is over, `units` being the Tigers still to be rolled for after this one;
    or, with `then` not 0, before the action `then` of KG Peiper, which is carried out next. (TIG-TGR-3, TIG-TGR-5)"""

    unit: Annotated[int, UNIT]
    units: Annotated[int, UNITS]
    path: Annotated[tuple[tuple[int, int], ...], RAW]
    then: Annotated[int, ACTION]


class Overstack(Frame):
    """Which unit of an overstacked hex is removed? (TIG-STK-7)"""

    hex: Annotated[int, HEX]


# --- attack and air ---------------------------------------------------------------------------------------------------
class Allocate(Frame):
    """Which battle is declared next, the standard allocation, or is the allocation final? (chapter 9)"""


class Battle(Frame):
    """Which further hexes are attacked in this battle (before anybody joins), and by whom? Both only grow. (TIG-ATK-4)"""

    hexes: Annotated[int, HEXES]
    units: Annotated[int, UNITS]


class Bomb(Frame):
    """Which air unit bombs what? (TIG-AIR-15)"""


class Intercept(Frame):
    """Which air unit intercepts which? (TIG-AIR-16)"""


class AirDie(Frame):
    """One die of the air operations table: `group` rolls against `prey` (interception), against `unit` (bombing), or, both
    being none, against the bridge, the dump or for the supplies of its mission. (TIG-AIR-2)"""

    group: Annotated[int, Named("group")]
    prey: Annotated[int, Named("group")]
    unit: Annotated[int, UNIT]


# --- combat -----------------------------------------------------------------------------------------------------------
class Fight(Frame):
    """Which battle is fought next, or called off? A battle is named by its lowest hex. (TIG-SEQ-13, TIG-ATK-10)"""


class Ask(Frame):
    """Does the attacker ask for No Retreat! orders? Only with option `forgotten_question`. (TIG-NRT-2)"""


class Orders(Frame):
    """Does the defender order No Retreat!? Asked for the lowest of `hexes`, then for the next. (TIG-NRT-2)"""

    hexes: Annotated[int, HEXES]


class Claim(Frame):
    """Does the U.S. player claim GI rage? Only with option `remind_malmedy`. (TIG-SSR-3)"""


class CombatDie(Frame):
    """The die of a battle. (TIG-CRT-1)"""


class Losses(Frame):
    """Which attackers are lost? `owed` factors are still to be lost; `units` have been chosen. Only choices that can be
    completed without a unit to spare are offered. (TIG-RES-8)"""

    owed: Annotated[int, COUNT]
    units: Annotated[int, UNITS]


class Distance(Frame):
    """How far does the attacker drive the defenders of this hex? (TIG-RES-3)"""

    hex: Annotated[int, HEX]


class Route(Frame):
    """Required retreats. `units` wait; `unit` is under way, -1 for none, its `path` so far beginning where it stands: it is
    put down when the route is complete. (TIG-RET-8)"""

    units: Annotated[int, UNITS]
    unit: Annotated[int, UNIT]
    path: Annotated[tuple[int, ...], RAW]


class Withdraw(Frame):
    """Does a defender go farther of his own will? `units` may. (TIG-RES-4)"""

    units: Annotated[int, UNITS]


class Blow(Frame):
    """Does the defender destroy the attacker's bridges over which he was attacked? (TIG-BRG-16)"""

    sides: Annotated[int, SIDES]


class Advance(Frame):
    """Which attacker advances where? `unit` is under way, -1 for none, its `path` beginning where it stood. (chapter 14)"""

    unit: Annotated[int, UNIT]
    path: Annotated[tuple[int, ...], RAW]


class Peiper(Frame):
    """What does Kampfgruppe Peiper do after its battle: step, attack again, drop an attachment, wait for Blitzkrieg, stop?
    `stepped`: it has moved since the battle; `stopped`: an enemy zone has stopped it. (TIG-KGP-5)"""

    stepped: Annotated[int, FLAG]
    stopped: Annotated[int, FLAG]


# --- the end of a player-turn -----------------------------------------------------------------------------------------
class Resupply(Frame):
    """Which air unit flies supplies where? (TIG-AIR-12)"""


class Bridges(Frame):
    """Which bridge is built, dismantled or blown? (TIG-BRG-4)"""


class BridgeWork(Frame):
    """Does the work on a bridge succeed? (TIG-BRG-5)"""

    hexside: Annotated[int, SIDES]
    act: Annotated[int, Word("act", ACTS)]


class Entrench(Frame):
    """Which divisions entrench? Only with option `auto_entrench` off. (TIG-ENT-6)"""
