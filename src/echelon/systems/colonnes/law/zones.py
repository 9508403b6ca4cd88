"""Chapters 5 and 10: who holds what, zones of control, dominant positions, worked out from the counters every time."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.colonnes.facts.units import friends_at
from echelon.systems.colonnes.law.ground import is_open_ground, is_rhone
from echelon.systems.colonnes.law.units import enemy_of, holds, is_fighter, owner
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["Picture", "dominated_from", "exerting", "holders_at", "in_enemy_zone", "is_dominated", "is_position"]


def holders_at(s: ColonnesState, side: int, h: int) -> list[int]:
    """The combat units and headquarters of a side in a hex."""
    return [u for u in friends_at(s, side, h) if holds(s, u)]


@clause("COL-ZOC-1", "COL-UNI-5")
def exerting(s: ColonnesState, side: int, h: int) -> list[int]:
    """The enemies of `side` in whose zone of control a hex lies: adjacent combat units, no Rhône between."""
    found = []
    for other, _bit, _side in s.rules.board.near[h]:
        if not is_rhone(s, other, h):
            found += [u for u in friends_at(s, enemy_of(side), other) if is_fighter(s, u)]
    return found


@clause("COL-ZOC-1")
def in_enemy_zone(s: ColonnesState, side: int, h: int) -> bool:
    """Is the hex in a zone of control of the enemy of `side`?"""
    return bool(exerting(s, side, h))


# --- dominant positions -------------------------------------------------------------------------------------------------
@clause("COL-DOM-1")
def is_position(s: ColonnesState, h: int) -> bool:
    """Is the hex a dominant position, in a game with chapter 10?"""
    return s.rules.dominance and bool(s.rules.board.zones.get("dominant", 0) & s.rules.board.bit[h])


@clause("COL-DOM-2")
def dominated_from(s: ColonnesState, position: int) -> list[int]:
    """Plain and town hexes within 2 hexes; one exactly 2 away only if a hex that touches both is plain or town."""
    near = s.rules.board.near
    beside = [other for other, _bit, _side in near[position]]
    found = {h for h in beside if is_open_ground(s, h)}
    for between in beside:
        if is_open_ground(s, between):
            found |= {h for h, _bit, _side in near[between] if h != position and is_open_ground(s, h)}
    return sorted(found)


@clause("COL-DOM-1", "COL-DOM-2")
def is_dominated(s: ColonnesState, side: int, h: int) -> bool:
    """Is the hex dominated by a position that `side` holds with a combat unit?"""
    board = s.rules.board
    for u in range(len(s.pos)):
        place = s.pos[u]
        close = owner(s, u) == side and place < board.n and is_fighter(s, u) and is_position(s, place)
        if close and board.distance(place, h) <= 2 and h in dominated_from(s, place):
            return True
    return False


class Picture:
    """What is held, zoned and dominated at one moment, hex by hex; `unit`, if given, is thought to stand in `place`.

    A supply line or a range of command asks about hundreds of hexes at one and the same moment.
    """

    def __init__(self, s: ColonnesState, unit: int = -1, place: int = -1) -> None:
        self.state = s
        self.where = list(s.pos)
        if unit >= 0:
            self.where[unit] = place
        self.held: tuple[set[int], set[int]] = (set(), set())  # by side
        self.zoned: tuple[set[int], set[int]] = (set(), set())
        self.dominated: tuple[set[int], set[int]] = (set(), set())
        self.leads: tuple[set[int], set[int]] = (set(), set())  # hexes known to lead to a source, see `supply`
        self.stuck: tuple[set[int], set[int]] = (set(), set())
        for u, h in enumerate(self.where):
            if h < s.rules.board.n:
                self._count(u, h)

    def _count(self, unit: int, h: int) -> None:
        s, side = self.state, owner(self.state, unit)
        if holds(s, unit):
            self.held[side].add(h)
        if is_fighter(s, unit):
            near = s.rules.board.near[h]
            self.zoned[side].update(other for other, _bit, between in near if not between & s.rules.rhone)
            if is_position(s, h):
                self.dominated[side].update(dominated_from(s, h))

    def held_by(self, side: int, h: int) -> bool:
        """Is a combat unit or headquarters of the side there?"""
        return h in self.held[side]

    def in_zone_of(self, side: int, h: int) -> bool:
        """Is the hex in a zone of control of the side?"""
        return h in self.zoned[side]

    def dominated_by(self, side: int, h: int) -> bool:
        """Does the side dominate the hex?"""
        return h in self.dominated[side]
