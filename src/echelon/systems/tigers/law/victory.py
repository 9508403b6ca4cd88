"""Chapters 21 and 23: what result a finished game deserves."""

from __future__ import annotations

from echelon.core.rulings import clause
from echelon.systems.tigers.law.units import controls, is_division
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["deserved"]

Deserved = tuple[int, str]  # the winner and the level

GERMAN_PLACES = ("Malmédy", "St. Vith", "Bastogne", "Marche")  # TIG-VIC-3
ALLIED_PLACES = ("Spa", "Vielsalm", "Bastogne", "Marche", "Sedan", "Martelange", "Echternach")  # TIG-VIC-4
POINTS = {
    "Malmédy": 1, "Clervaux": 1, "Wiltz": 1, "Echternach": 1, "St. Vith": 2, "Stavelot": 2, "Houffalize": 2, "Vielsalm": 3,
    "Spa": 3, "Bastogne": 4, "Marche": 6,
}  # fmt: skip


def deserved(s: TigersState) -> Deserved | None:
    """Who has won, and at which level, if the game is over now; None if the board does not know the places."""
    if s.exits >= 8:
        return GERMAN, "strategic"  # TIG-VIC-1
    if not {*GERMAN_PLACES, *ALLIED_PLACES, *POINTS} <= {place.name for place in s.rules.board.places}:
        return None
    return by_points(s) if s.rules.scenario.name == "breakthrough" else by_places(s)


def held(s: TigersState, side: int, name: str) -> bool:
    """Does the side control the hex of the place?"""
    return any(controls(s, side, place.hex) for place in s.rules.board.places if place.name == name)


@clause("TIG-VIC-3", "TIG-VIC-4", "TIG-VIC-8")
def by_places(s: TigersState) -> Deserved:
    """In B2e of the last turn the seven places decide, after it in C2f the four."""
    name = s.rules.sequence[s.step].name if 0 <= s.step < len(s.rules.sequence) else ""
    if name == "B2e":
        return ALLIED, "strategic" if all(held(s, ALLIED, place) for place in ALLIED_PLACES) else "historic"
    german = all(held(s, GERMAN, place) for place in GERMAN_PLACES)
    return GERMAN if german else ALLIED, "historic"


@clause("TIG-BRK-2", "TIG-BRK-3", "TIG-BRK-4", "TIG-BRK-5")
def by_points(s: TigersState) -> Deserved:
    """Places, and divisions eliminated on either side."""
    points = sum(worth for name, worth in POINTS.items() if held(s, GERMAN, name))
    for unit, place in enumerate(s.pos):
        if place == s.rules.gone and is_division(s, unit):
            points += 1 if s.rules.of_side[ALLIED] >> unit & 1 else -1
    if points >= 21:
        return GERMAN, "strategic"
    if points >= 16:
        return GERMAN, "historic"
    return ALLIED, "historic" if points >= 11 else "strategic"
