"""What in a state contradicts the rules. Nothing may be found after a legal action; hand-written positions may leave much out.

Here: units, map, markers, the turn and the end of the game. `questions` looks at the open question and the battle behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.core.frames import Over
from echelon.core.rulings import clause
from echelon.core.state import Problem
from echelon.systems.tigers.facts.ground import BONUS
from echelon.systems.tigers.facts.units import on_map, strong_at
from echelon.systems.tigers.law.questions import wrong_questions
from echelon.systems.tigers.law.units import controls, is_division, is_foot, members
from echelon.systems.tigers.law.victory import deserved
from echelon.systems.tigers.state import (
    ALLIED,
    ATTACHED,
    ATTACKED,
    CLEAR,
    DISRUPTED,
    DONE,
    ENTRENCHED,
    FOG,
    FRESH,
    GERMAN,
    HELD,
    LATE,
    MOVED,
    ROAD,
    SHIFTED,
    TigersState,
)

__all__ = ["problems"]

Problems = Iterator[Problem]

MARKERS = {GERMAN: 8, ALLIED: 14}  # TIG-BRG-3
COMMANDS = 27
EXITS = 8  # quarters of a division (TIG-VIC-6)


def problems(s: TigersState) -> list[Problem]:
    """Everything in a state that contradicts the rules."""
    return [problem for check in CHECKS for problem in check(s)]


# --- units and hexes --------------------------------------------------------------------------------------------------
def _held(s: TigersState) -> list[int]:
    """The hexes with any unit."""
    return sorted({place for place in s.pos if place < s.rules.board.n})


@clause("TIG-GEN-9")
def shared_hexes(s: TigersState) -> Problems:
    """No hex holds units of both sides with a factor of 1 or more."""
    for place in _held(s):
        germans, allies = strong_at(s, GERMAN, place), strong_at(s, ALLIED, place)
        if germans and allies:
            yield Problem("TIG-GEN-9", {"hex": place, "units": (*germans, *allies)})


@clause("TIG-GEN-8")
def wrong_control(s: TigersState) -> Problems:
    """A hex belongs to the side that stands in it with a factor of 1 or more."""
    for place in _held(s):
        for side in (GERMAN, ALLIED):
            if strong_at(s, side, place) and not strong_at(s, 1 - side, place) and not controls(s, side, place):
                yield Problem("TIG-GEN-8", {"hex": place, "side": side})


@clause("TIG-RNF-1", "TIG-RNF-12", "TIG-RNF-3")
def wrong_off_map(s: TigersState) -> Problems:
    """A unit off the map is in no state but held back, if it is due; on the map none is held back."""
    for unit in range(len(s.pos)):
        if on_map(s, unit):
            if s.marks[unit] & HELD:
                yield Problem("TIG-RNF-12", {"case": "held.here", "unit": unit})
            continue
        most = HELD if s.pos[unit] == s.rules.due else 0
        if s.status[unit] or s.spent[unit] or s.marks[unit] & ~most:
            yield Problem("TIG-RNF-1", {"case": "status.off", "unit": unit})


@clause("TIG-RNF-14", "TIG-RNF-15", "TIG-VIC-7")
def wrong_boxes(s: TigersState) -> Problems:
    """Combat commands in the pool, U.S. armored divisions among those broken down, only Germans off the map for good."""
    rules = s.rules
    for unit in range(len(s.pos)):
        place = s.pos[unit]
        us_armor = is_division(s, unit) and rules.arm[unit] == "armor" and rules.us >> unit & 1
        wrong = (
            (place == rules.pool and not rules.command >> unit & 1)
            or (place == rules.broken and not us_armor)
            or (place == rules.exited and not rules.of_side[GERMAN] >> unit & 1)
        )
        if wrong:
            yield Problem("TIG-RNF-15", {"case": "box.wrong", "unit": unit})
    commands = tuple(u for u in members(rules.command) if on_map(s, u))
    if len(commands) > COMMANDS:
        yield Problem("TIG-RNF-14", {"case": "commands.many", "commands": len(commands)})


@clause("TIG-MOV-1", "TIG-MOV-3", "TIG-VDH-3")
def wrong_points(s: TigersState) -> Problems:
    """Nobody has spent more than OMF and bonus, von der Heydte nothing."""
    for unit, spent in enumerate(s.spent):
        most = s.rules.omf[unit] + BONUS if unit != s.rules.vdh else 0
        if spent > most:
            yield Problem("TIG-MOV-3", {"unit": unit, "mf": spent, "mf_most": most})


@clause("TIG-ENT-1", "TIG-ENT-2", "TIG-ENT-7", "TIG-SEQ-7", "TIG-AIR-18", "TIG-VDH-3")
def wrong_status(s: TigersState) -> Problems:
    """Entrenched: infantry-type divisions that stayed; moved in this phase is moved; nothing happens to von der Heydte."""
    rules = s.rules
    for unit, status in enumerate(s.status):
        if status & ENTRENCHED:
            if not (is_division(s, unit) and rules.arm[unit] in ("infantry", "airborne", "pg")):
                yield Problem("TIG-ENT-7", {"unit": unit})
            if status & (MOVED | ATTACKED | SHIFTED):
                yield Problem("TIG-ENT-2", {"unit": unit})
        if (s.marks[unit] & FRESH or status & ROAD) and not status & MOVED:
            yield Problem("TIG-SEQ-7", {"case": "moved.not", "unit": unit})
        if unit == rules.vdh and status & (DISRUPTED | MOVED | ATTACKED | SHIFTED):
            yield Problem("TIG-VDH-3", {"unit": unit})


@clause("TIG-KGP-1", "TIG-KGP-4", "TIG-KGP-8", "TIG-KGP-9")
def wrong_peiper(s: TigersState) -> Problems:
    """Only the 501. and Skorzeny are attached, in Peiper's hex; only they and Peiper wait to be Disrupted; only it is done."""
    rules, peiper = s.rules, s.rules.peiper
    for unit, marks in enumerate(s.marks):
        if marks & ATTACHED:
            if unit not in (rules.tigers_501, rules.skorzeny):
                yield Problem("TIG-KGP-1", {"unit": unit})
            elif on_map(s, peiper) and s.pos[unit] != s.pos[peiper]:
                yield Problem("TIG-KGP-9", {"case": "attached.apart", "unit": unit, "unit_leader": peiper})
        elif marks & LATE and unit != peiper:
            yield Problem("TIG-KGP-4", {"unit": unit})
        if marks & DONE and unit != peiper:
            yield Problem("TIG-KGP-8", {"case": "done.other", "unit": unit})


@clause("TIG-ROAD-3", "TIG-ROAD-8")
def wrong_road_users(s: TigersState) -> Problems:
    """At most two Allied infantry or airborne divisions use the road rate in a turn."""
    users = tuple(members(s.road_users))
    if len(users) > 2:
        yield Problem("TIG-ROAD-3", {"units": users})
    for unit in users:
        if s.rules.of_side[GERMAN] >> unit & 1 or not is_foot(s, unit) or not is_division(s, unit):
            yield Problem("TIG-ROAD-8", {"unit": unit})


# --- bridges and markers ----------------------------------------------------------------------------------------------
@clause("TIG-BRG-1", "TIG-BRG-3", "TIG-BRG-11")
def wrong_bridges(s: TigersState) -> Problems:
    """Bridges stand on rivers; engineer bridges, and those the Germans own, are among the intact ones."""
    side_members = s.rules.board.lattice.side_members
    for bits, whole, case in (
        (s.bridges, s.rules.river, "bridge.dry"),
        (s.engineer, s.bridges, "bridge.engineer"),
        (s.german_bridges, s.bridges, "bridge.owner"),
        (s.german_built, s.engineer, "bridge.built"),
    ):
        for side in side_members(bits & ~whole):
            yield Problem("TIG-BRG-1", {"case": case, "hexside": side})


@clause("TIG-BRG-3", "TIG-BRG-13", "TIG-BRG-15")
def wrong_markers(s: TigersState) -> Problems:
    """The engineer bridges of each side: in the pool, on the map and on the turn track together as many as there are."""
    for side, pool, built in (
        (GERMAN, s.german_markers, s.german_built),
        (ALLIED, s.us_markers, s.engineer & ~s.german_built),
    ):
        back = sum(owner == side for _turn, owner in s.returning)
        total = pool + back + built.bit_count()
        if total != MARKERS[side]:
            yield Problem("TIG-BRG-3", {"case": "markers.wrong", "side": side, "markers": total, "wanted": MARKERS[side]})


# --- air, fuel ----------------------------------------------------------------------------------------------------------
@clause("TIG-WX-2", "TIG-WX-3", "TIG-WX-4", "TIG-WX-7")
def wrong_flights(s: TigersState) -> Problems:
    """No more air units have flown this turn than the weather lets."""
    most = {CLEAR: (2, 6), FOG: (2, 3)}.get(s.weather, (1, 0))
    for side in (GERMAN, ALLIED):
        flown = (s.air_used & s.rules.wings[side]).bit_count()
        if flown > most[side]:
            yield Problem("TIG-WX-7", {"side": side, "flown": flown, "most": most[side]})


@clause("TIG-FUEL-2", "TIG-FUEL-6", "TIG-FUEL-8")
def wrong_dump(s: TigersState) -> Problems:
    """The dump is on Spa or beside it; a hidden one is not where the German has searched; the limit is never before turn 6."""
    if s.dump >= 0:
        bit = s.rules.board.bit[s.dump]
        if not bit & s.rules.dump_hexes:
            yield Problem("TIG-FUEL-2", {"hex": s.dump})
        if not s.dump_known and s.searched & bit:
            yield Problem("TIG-FUEL-8", {"case": "dump.searched", "hex": s.dump})
    elif s.dump_known or s.dump_gone:
        yield Problem("TIG-FUEL-2", {"case": "dump.none"})
    if s.fuel < 6:
        yield Problem("TIG-FUEL-6", {"turn": s.fuel})


# --- the turn and the end ---------------------------------------------------------------------------------------------
@clause("TIG-SEQ-1", "TIG-BRK-1", "TIG-SSR-1")
def wrong_turn(s: TigersState) -> Problems:
    """The turn is one of the scenario's; Ruthlessness was not invoked in a turn to come."""
    if not 1 <= s.turn <= s.rules.turns:
        yield Problem("TIG-SEQ-1", {"case": "turn.wrong", "turn": s.turn})
    if s.ruthless > s.turn:
        yield Problem("TIG-SSR-1", {"turn": s.ruthless})


@clause("TIG-VIC-1", "TIG-VIC-6")
def overdue_end(s: TigersState) -> Problems:
    """The game ends at once when two divisions have left the map."""
    if s.exits >= EXITS and not isinstance(s.frame, Over):
        yield Problem("TIG-VIC-1", {"exits": s.exits})


@clause("TIG-VIC-3", "TIG-VIC-4", "TIG-VIC-8", "TIG-VIC-9", "TIG-BRK-4")
def wrong_winner(s: TigersState) -> Problems:
    """The result is that of the victory rules; a game may also end outside the rule book, by resignation."""
    if s.outcome is None or not s.outcome.clause.startswith(("TIG-VIC", "TIG-BRK")):
        return
    wanted = deserved(s)
    if wanted is not None and (s.outcome.winner, s.outcome.level) != wanted:
        yield Problem(s.outcome.clause, {"case": "winner.wrong", "side": wanted[0], "level": wanted[1]})


CHECKS: tuple[Callable[[TigersState], Problems], ...] = (
    shared_hexes, wrong_control, wrong_off_map, wrong_boxes, wrong_points, wrong_status, wrong_peiper, wrong_road_users,
    wrong_bridges, wrong_markers, wrong_flights, wrong_dump, wrong_turn, overdue_end, wrong_winner,
    wrong_questions,
)  # fmt: skip
