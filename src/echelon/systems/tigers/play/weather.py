"""The start of a game-turn and its weather (chapter 4)."""

from __future__ import annotations

from echelon.core.frames import CHANCE
from echelon.core.rulings import clause
from echelon.core.verbs import A_SHIFT
from echelon.systems.tigers.frames import VERBS, Prayer, WeatherDie
from echelon.systems.tigers.state import ALLIED, GERMAN, SNOW, WEATHER, TigersState

__all__ = ["apply_prayer", "apply_weather_die", "legal_prayer", "open_weather"]

PRAY = VERBS.code("pray")
YES, NO = 0, 1
SNOW_UNTIL = 2  # turns without a die
LATE_FROM = 9  # the turn from which the second column of the table is read


def open_weather(s: TigersState) -> None:
    """A new game-turn begins, and its weather is settled or asked for."""
    begin_turn(s)
    rules = s.rules
    if s.turn <= SNOW_UNTIL:
        _settle(s, SNOW)
    elif rules.fixed_weather:
        days = rules.historical_weather
        _settle(s, WEATHER.index(days[min(s.turn, len(days)) - 1]))
    elif s.prayed:
        s.frame = WeatherDie((CHANCE, 0))
    else:
        s.frame = Prayer((ALLIED,))


@clause("TIG-SEQ-1", "TIG-BRG-15", "TIG-RNF-2", "TIG-AIR-3")
def begin_turn(s: TigersState) -> None:
    """Air units and road columns are fresh again; bridge markers that are due go back to their pools."""
    s.air_used, s.missions, s.road_users = 0, (), 0
    s.note("turn", "TIG-SEQ-1", turn=s.turn)
    if s.returning:
        turn = s.turn
        back = [side for when, side in s.returning if when <= turn]
        if back:
            s.returning = tuple(row for row in s.returning if row[0] > turn)
            s.german_markers += back.count(GERMAN)
            s.us_markers += back.count(ALLIED)


def _settle(s: TigersState, weather: int) -> None:
    s.weather = weather
    s.note("weather", "TIG-WX-1", word_weather=WEATHER[weather])


@clause("TIG-WX-5", "TIG-WX-6")
def legal_prayer(s: TigersState, f: Prayer) -> list[int]:
    """Pray or not: before the die, once in the game."""
    return [PRAY | YES << A_SHIFT, PRAY | NO << A_SHIFT]


@clause("TIG-WX-5", "TIG-WX-6")
def apply_prayer(s: TigersState, f: Prayer, action: int) -> None:
    """The die is rolled, with or without the prayer."""
    prayed = int(action >> A_SHIFT == YES)
    if prayed:
        s.prayed = 1
        s.note("prayer", "TIG-WX-5", turn=s.turn)
    s.frame = WeatherDie((CHANCE, prayed))


@clause("TIG-WX-1", "TIG-WX-5", "TIG-WX-6")
def apply_weather_die(s: TigersState, f: WeatherDie, action: int) -> None:
    """The weather of the turn; a prayer is worth one row."""
    s.rolls += 1
    die = s.rules.read[action >> A_SHIFT]
    if f[1] and die > 1:
        die -= 1
    _settle(s, WEATHER.index(s.rules.weather_table[die - 1][1 if s.turn >= LATE_FROM else 0]))
    s.close()
