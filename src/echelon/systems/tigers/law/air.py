"""Chapter 18: which air units may fly, and against what."""

from __future__ import annotations

from echelon.core.rulings import Ruling, clause
from echelon.systems.tigers.facts.units import friends_at
from echelon.systems.tigers.frames import Bomb, Intercept, Resupply
from echelon.systems.tigers.law.units import decode, enemy_of
from echelon.systems.tigers.law.weather import may_fly
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["why_not_bomb", "why_not_intercept", "why_not_resupply"]


# --- who flies --------------------------------------------------------------------------------------------------------
def not_available(s: TigersState, side: int, group: int) -> list[Ruling]:
    """What keeps an air unit on the ground."""
    return [*not_your_group(s, side, group), *flown_already(s, group), *shot_down(s, group), *bad_weather(s, side)]


@clause("TIG-AIR-15", "TIG-SEQ-1")
def not_your_group(s: TigersState, side: int, group: int) -> list[Ruling]:
    """Each side commits its own air units."""
    if s.rules.air[group].side == side:
        return []
    return [Ruling("TIG-AIR-15", {"case": "group.enemy", "group": s.rules.air[group].name, "side": side})]


@clause("TIG-AIR-3", "TIG-SEQ-9")
def flown_already(s: TigersState, group: int) -> list[Ruling]:
    """An air unit is used once in a game-turn."""
    return [Ruling("TIG-AIR-3", {"group": s.rules.air[group].name})] if s.air_used >> group & 1 else []


@clause("TIG-AIR-17", "TIG-RNF-2", "TIG-AIR-8")
def shot_down(s: TigersState, group: int) -> list[Ruling]:
    """A U.S. group shot down is back the turn after next; a German one never."""
    back = s.air_back[group]
    if back <= s.turn:
        return []
    case = "group.gone" if s.rules.air[group].side == GERMAN else "group.down"
    return [Ruling("TIG-AIR-17", {"case": case, "group": s.rules.air[group].name, "turn": back})]


@clause("TIG-WX-7", "TIG-WX-2", "TIG-WX-3", "TIG-WX-4")
def bad_weather(s: TigersState, side: int) -> list[Ruling]:
    """The weather limits how many air units a side commits, to whatever missions, in the whole game-turn."""
    most, cited = may_fly(s, side)
    flown = sum(1 for i, unit in enumerate(s.rules.air) if unit.side == side and s.air_used >> i & 1)
    if flown < most:
        return []
    return [Ruling(cited, {"case": "weather.limit", "side": side, "most": most, "flown": flown})]


# --- against what -----------------------------------------------------------------------------------------------------
def why_not_bomb(s: TigersState, frame: Bomb, action: int) -> list[Ruling]:
    """`bomb GROUP HEX`, `bust GROUP HEXSIDE`, `burn GROUP`, or `pass`, which is free at any time."""
    verb, fields = decode(s, action)
    if verb == "pass":
        return []
    rulings = not_available(s, frame.side, fields[0])
    if verb == "bomb":
        return [*rulings, *nobody_to_bomb(s, frame.side, fields[1])]
    return [*rulings, *(no_bridge(s, fields[1]) if verb == "bust" else no_dump(s, frame.side, fields[0]))]


@clause("TIG-AIR-20", "TIG-AIR-18")
def nobody_to_bomb(s: TigersState, side: int, place: int) -> list[Ruling]:
    """An enemy unit other than von der Heydte's must be in the hex."""
    if any(unit != s.rules.vdh for unit in friends_at(s, enemy_of(side), place)):
        return []
    return [Ruling("TIG-AIR-20", {"case": "bomb.nobody", "hex": place})]


@clause("TIG-AIR-4", "TIG-AIR-20")
def no_bridge(s: TigersState, number: int) -> list[Ruling]:
    """Any intact bridge may be bombed."""
    side = s.rules.hexsides[number]
    return [] if side & s.bridges else [Ruling("TIG-AIR-20", {"case": "bust.none", "hexside": side})]


@clause("TIG-FUEL-5", "TIG-FUEL-10")
def no_dump(s: TigersState, side: int, group: int) -> list[Ruling]:
    """The USAAF can bomb the fuel dump, whoever holds it, until it is destroyed."""
    rulings = []
    if side != ALLIED or s.rules.air[group].side != ALLIED:
        rulings.append(Ruling("TIG-FUEL-5", {"group": s.rules.air[group].name}))
    if s.dump == -1 or s.dump_gone:
        rulings.append(Ruling("TIG-FUEL-10", {"case": "burn.none"}))
    return rulings


# --- interception, resupply -------------------------------------------------------------------------------------------
@clause("TIG-AIR-16", "TIG-AIR-12")
def why_not_intercept(s: TigersState, frame: Intercept, action: int) -> list[Ruling]:
    """`intercept GROUP PREY`: an enemy group that flies a mission; or `pass`."""
    verb, fields = decode(s, action)
    if verb == "pass":
        return []
    group, prey = fields
    rulings = not_available(s, frame.side, group)
    air = s.rules.air
    flying = [row[0] for row in s.missions]
    if air[prey].side == frame.side or prey not in flying:
        rulings.append(Ruling("TIG-AIR-16", {"case": "intercept.none", "prey": air[prey].name}))
    return rulings


@clause("TIG-AIR-12", "TIG-AIR-20")
def why_not_resupply(s: TigersState, frame: Resupply, action: int) -> list[Ruling]:
    """`resupply GROUP HEX`: a hex with a unit of one's own other than von der Heydte's; or `pass`."""
    verb, fields = decode(s, action)
    if verb == "pass":
        return []
    group, place = fields
    rulings = not_available(s, frame.side, group)
    if not any(unit != s.rules.vdh for unit in friends_at(s, frame.side, place)):
        rulings.append(Ruling("TIG-AIR-20", {"case": "resupply.nobody", "hex": place}))
    return rulings
