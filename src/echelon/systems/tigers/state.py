"""The state of a game of Tigers in the Ardennes: what changes in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from echelon.core.fields import (
    COUNT,
    FLAG,
    HALVES,
    HEX,
    HEXES,
    PLACE,
    RAW,
    SIDE,
    SIDES,
    UNIT,
    UNITS,
    Codec,
    Flags,
    Named,
    Names,
    Number,
    Rows,
    Word,
    bits_of,
    mask_of,
)  # fmt: skip
from echelon.core.layout import Cache, Derived, Row, Shared, Value, layout
from echelon.core.state import State

if TYPE_CHECKING:
    from echelon.core.rules import Rules
    from echelon.systems.tigers.play.prepared import PlayRules

__all__ = [
    "AIRLIFTED", "ALLIED", "ATTACHED", "ATTACKED", "BOMBED", "BOXES", "CLEAR", "DISRUPTED", "DONE", "ENTRENCHED", "FATES",
    "FOG", "FOUGHT", "FRESH", "GERMAN", "HELD", "IDLE", "LATE", "MISSIONS", "MOVED", "OFF", "OPEN", "PICKED", "RESULTS", "ROAD",
    "SHIFTED", "SKIPPED", "SNOW", "WEATHER", "TigersState",
]  # fmt: skip

GERMAN, ALLIED = 0, 1
# off-map places: eliminated; not yet arrived; combat commands not in use; divisions broken down; off the map for good
BOXES = ("gone", "due", "pool", "broken", "exited")

# bits of `status`
DISRUPTED, ENTRENCHED = 1, 2
MOVED, ATTACKED = 4, 8  # in the owner's player-turn (TIG-SEQ-7)
ROAD = 16  # its last operational step was at road rate (TIG-ROAD-6)
SHIFTED = 32  # it advanced or retreated since its owner's player-turn began (TIG-ENT-6)
IDLE = 64  # it owes an attack it cannot make: Disrupted when the combat step begins (TIG-ATK-9, TIG-ATK-15)
BOMBED = 128  # a bombing D fell on it in step a: no recovery in the step b that follows (TIG-DIS-6)
STATUS = Flags("status", ("disrupted", "entrenched", "moved", "attacked", "road", "shifted", "idle", "bombed"))

# bits of `marks`
HELD = 1  # held back in this reinforcement phase
SKIPPED = 2  # being attacked, it did not recover in step b; its battle decides (TIG-DIS-2)
ATTACHED = 4  # moves and fights with Kampfgruppe Peiper (TIG-KGP-9)
LATE = 8  # its Disruption is put off until Peiper has finished (TIG-KGP-4)
PICKED = 16  # it has had its move in the present movement step
FRESH = 32  # it took an operational step in the present movement step, entry as a reinforcement included
DONE = 64  # Kampfgruppe Peiper: stopped for the rest of the turn (TIG-KGP-8)
AIRLIFTED = 128  # supplied by air until its owner's next supply step, while it stays in its hex (TIG-AIR-13)
MARKS = Flags("marks", ("held", "skipped", "attached", "late", "picked", "fresh", "done", "airlifted"))

WEATHER = ("snow", "fog", "clear")
SNOW, FOG, CLEAR = range(3)
RESULTS = ("none", "-", "AD", "AE", "D/AE", "D", "D1", "D2", "D3", "DD", "DE")
# of an attacked hex, once the retreats are made: emptied by force, left by the defender's own will, pinned, still held
FATES = ("open", "forced", "left", "pinned", "held")
MISSIONS = ("bomb", "bust", "burn", "resupply")
BATTLE = ("open", "fought", "off")
OPEN, FOUGHT, OFF = range(3)


class _Groups(Codec):
    """Several air units, kept as a mask."""

    __slots__ = ()

    def dump(self, rules: Rules, value: Any) -> Any:
        return [rules.words["group"][i] for i in bits_of(value)]

    def load(self, names: Names, data: Any) -> Any:
        words = data.split() if isinstance(data, str) else data
        return mask_of(Named("group").load(names, word) for word in words)


GROUPS = _Groups("air units")
Row3 = tuple[int, int, int]
Row5 = tuple[int, int, int, int, int]


@layout
class TigersState(State):
    """Units, control, bridges, battles under way, air, weather, fuel and the secret dump."""

    rules: PlayRules
    pos: Annotated[bytearray, Row(PLACE)]
    status: Annotated[bytearray, Row(STATUS)]
    marks: Annotated[bytearray, Row(MARKS)]
    spent: Annotated[bytearray, Row(HALVES)]  # movement factors used in the owner's player-turn, OMF first, then OMB

    # --- the map
    german: Annotated[int, Value(HEXES)]  # hexes the Germans control; all others are Allied (TIG-GEN-8)
    bridges: Annotated[int, Value(SIDES)]  # intact bridges
    engineer: Annotated[int, Value(SIDES)]  # those of them that are engineer bridges
    german_bridges: Annotated[int, Value(SIDES)]  # intact bridges the Germans own
    german_built: Annotated[int, Value(SIDES)]  # engineer bridges whose marker is German
    closed: Annotated[int, Value(SIDES)]  # hexsides tried in this bridge step, or blown in the face of the present mover
    us_markers: Annotated[int, Value(COUNT)]
    german_markers: Annotated[int, Value(COUNT)]
    returning: Annotated[tuple[tuple[int, int], ...], Shared(Rows("marker", turn=COUNT, side=SIDE))]

    # --- the turn
    weather: Annotated[int, Value(Word("weather", WEATHER))]
    prayed: Annotated[int, Value(FLAG)]
    ruthless: Annotated[int, Value(COUNT)]  # the turn of Ruthlessness, 0 before
    free: Annotated[int, Value(FLAG)]  # the German chose a free set-up
    early: Annotated[int, Value(FLAG)]  # Western and Southern reinforcements come a turn earlier (TIG-SET-6)
    placed: Annotated[int, Value(UNITS)]  # units placed in set-up, or reorganised in this reinforcement phase
    road_users: Annotated[int, Value(UNITS)]  # Allied foot divisions that used the road rate this turn (TIG-ROAD-3)
    entered: Annotated[int, Value(HEXES)]  # hexes entered in the present movement step (TIG-STK-7)
    exits: Annotated[int, Value(Number("exits", 4))]

    # --- fuel
    dump: Annotated[int, Value(HEX, secret=ALLIED, unknown=-1, derives=False)]  # -1: not placed, or not to be known
    dump_known: Annotated[int, Value(FLAG)]
    dump_gone: Annotated[int, Value(FLAG)]
    searched: Annotated[int, Value(HEXES)]  # hexes of the list where the German knows of no hidden dump
    fuel: Annotated[int, Value(COUNT)]  # the turn from which German OMF is limited (TIG-FUEL-6)
    short: Annotated[int, Value(FLAG)]  # the limit was in force when the present movement step began

    # --- Kampfgruppe Peiper
    peiper_attacks: Annotated[int, Value(COUNT)]  # this turn
    peiper_since: Annotated[int, Value(HALVES)]  # OMF spent since its last attack (TIG-SSR-4)
    peiper_worse: Annotated[int, Value(FLAG)]  # a result worse than D this turn (TIG-SSR-2)
    peiper_die: Annotated[int, Value(COUNT)]  # how far the attached 501. can come, 0 not yet rolled (TIG-TGR-5)

    # --- battles of the phase, and the one being resolved
    battles: Annotated[
        tuple[tuple[int, int, int], ...], Shared(Rows("battle", hexes=HEXES, units=UNITS, state=Word("battle", BATTLE)))
    ]
    duty: Annotated[int, Value(UNITS)]  # enemy divisions owed by duty A when the allocation was confirmed (TIG-ATK-10)
    ready: Annotated[int, Value(UNITS)]  # enemy divisions UnDisrupted when the allocation was confirmed
    touched: Annotated[int, Value(UNITS)]  # those of them that duty B owes because of battles already fought
    attackers: Annotated[int, Value(UNITS)]  # the units that take part; losses are taken out
    attack_from: Annotated[int, Value(HEXES)]  # where they stood
    defenders: Annotated[int, Value(UNITS)]
    targets: Annotated[
        tuple[Row5, ...],
        Shared(Rows("target", hex=HEX, defence=COUNT, stand=FLAG, distance=COUNT, fate=Word("fate", FATES))),
    ]
    asked: Annotated[int, Value(FLAG)]  # the attacker asked for No Retreat! orders
    claimed: Annotated[int, Value(FLAG)]  # the U.S. player claimed GI rage
    rolled: Annotated[int, Value(Word("result", RESULTS))]
    retreats: Annotated[tuple[tuple[int, int, int], ...], Shared(Rows("retreat", unit=UNIT, start=HEX, steps=COUNT))]
    advanced: Annotated[int, Value(UNITS)]  # attackers that have advanced in this battle, or are under way
    occupiers: Annotated[tuple[tuple[int, int], ...], Shared(Rows("occupier", unit=UNIT, hex=HEX))]

    # --- air
    air_used: Annotated[int, Value(GROUPS)]  # this turn
    air_back: Annotated[tuple[int, ...], Shared(RAW)]  # by air unit, the turn from which it can fly
    missions: Annotated[
        tuple[Row5, ...],
        Shared(Rows("mission", group=Named("group"), act=Word("mission", MISSIONS), hex=HEX, hexside=SIDES, by=GROUPS)),
    ]

    # --- kept in step with the units
    occupied: Annotated[tuple[int, int], Derived()]  # by side: hexes with any unit
    strong: Annotated[tuple[int, int], Derived()]  # by side: hexes with a unit of factor 1 or more
    divisions: Annotated[tuple[int, int], Derived()]  # by side: hexes with a division, Disrupted or not
    crowded: Annotated[tuple[int, int], Derived()]  # by side: hexes with two or more units
    full: Annotated[tuple[int, int], Derived()]  # by side: hexes stacked to their maximum (TIG-MOV-11)
    zones: Annotated[
        tuple[Row3 | None, Row3 | None], Cache("pos", "status", "bridges")
    ]  # by side: what its divisions hold (see `play.zones.grip`)
    banks: Annotated[
        tuple[int, int] | None, Cache("pos", "status", "german")
    ]  # a side, and the hexsides it may work on (see `play.bridges`)
    gates: Annotated[
        tuple[int, int, int, int] | None, Cache("pos", "status", "bridges", "german")
    ]  # where reinforcements can enter (see `play.reinforcements`)
    supply: Annotated[
        tuple[int | None, int | None], Cache("pos", "status", "bridges", "german")
    ]  # by side: hexes from which it can trace supply
