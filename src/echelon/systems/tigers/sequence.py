"""The sequence of play, as TIG-SEQ-1 prints it. A step opens a question, or acts at once and the next one follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

from echelon.core.frames import CHANCE, Frame
from echelon.core.rules import Step
from echelon.systems.tigers import frames, play
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["FIRST", "SEQUENCE", "below"]

_COMBAT = (
    "combat.pick", "combat.ask", "combat.no_retreat", "combat.claim", "combat.roll", "combat.losses", "combat.distance",
    "combat.route", "combat.voluntary", "combat.bridge", "combat.advance", "kgp.continue",
)  # fmt: skip


def _do(chapter: ModuleType, name: str, *args: int) -> Callable[[TigersState], None]:
    """A function of a chapter of play, looked up when the step comes."""

    def run(s: TigersState) -> None:
        getattr(chapter, name)(s, *args)

    return run


def _operations(letter: str, side: int, cited: str) -> tuple[Step, ...]:
    """Step a or d: movement, stacking, allocation, and air in the order of TIG-AIR-15."""
    other = 1 - side
    return (
        Step(f"{letter}.move", "Movement", side, _do(play.movement, "open_movement", side), ("move.pick", "move.step"), cited),
        Step(f"{letter}.stack", "Stacking", side, _do(play.stacking, "open_overstack", side), ("move.overstack",), "TIG-STK-7"),
        Step(
            f"{letter}.attack",
            "Attack declaration",
            side,
            _do(play.allocation, "open_allocation", side),
            ("attack.allocate", "attack.battle"),
            "TIG-ATK-8",
        ),
        Step(f"{letter}.bomb", "Bombing", side, _do(play.air, "open_bomb", side), ("air.bomb",), "TIG-AIR-15"),
        Step(f"{letter}.bomb.other", "Bombing", other, _do(play.air, "open_bomb", other), ("air.bomb",), "TIG-AIR-15"),
        Step(
            f"{letter}.intercept", "Interception", side, _do(play.air, "open_intercept", side), ("air.intercept",), "TIG-AIR-15"
        ),
        Step(
            f"{letter}.intercept.other",
            "Interception",
            other,
            _do(play.air, "open_intercept", other),
            ("air.intercept",),
            "TIG-AIR-15",
        ),
        Step(f"{letter}.air", "Air combat and bombing", CHANCE, _do(play.air, "resolve_air", side), ("air.die",), "TIG-AIR-15"),
    )


def _player_turn(side: int) -> tuple[Step, ...]:
    p, other = "BC"[side], 1 - side
    arrivals = [
        Step(f"{p}1", "Reinforcements", side, _do(play.reinforcements, "open_enter", side), ("rnf.enter",), "TIG-RNF-3"),
    ]
    if side == ALLIED:
        arrivals.append(
            Step("C1.armor", "Combat commands", side, _do(play.armor, "open_armor"), ("rnf.armor", "rnf.combine"), "TIG-RNF-14")
        )
    else:
        arrivals.append(
            Step("B2a.ssr", "Ruthlessness", side, _do(play.special, "open_ruthless"), ("ssr.declare",), "TIG-SSR-4")
        )
    supply, second = ("B2f", "Blitzkrieg") if side == GERMAN else ("C2e", "Breakthrough")
    steps = [
        Step(f"{p}0", "Player-turn begins", side, _do(play.reinforcements, "begin_player_turn", side), (), "TIG-SEQ-1"),
        *arrivals,
        *_operations(f"{p}2a", side, "TIG-SEQ-1"),
        Step(f"{p}2b", "Recovery", other, _do(play.recovery, "recover_step", other), (), "TIG-DIS-5"),
        Step(f"{p}2c", "Combat", side, _do(play.combat, "open_combat", side), _COMBAT, "TIG-SEQ-12"),
        *_operations(f"{p}2d", side, "TIG-SEQ-2"),
        Step(f"{p}2d.combat", f"{second}: combat", side, _do(play.combat, "open_combat", side), _COMBAT, "TIG-SEQ-2"),
        Step(f"{p}2d.end", f"{second} ends", side, _do(play.peiper, "end_of_operations", side), (), "TIG-KGP-8"),
    ]
    if side == GERMAN:
        steps.append(Step("B2e", "Allied victory", ALLIED, _do(play.victory, "allied_victory"), (), "TIG-VIC-8"))
    steps += [
        Step(f"{supply}.fly", "Aerial resupply", side, _do(play.air, "open_resupply", side), ("supply.air",), "TIG-AIR-12"),
        Step(
            f"{supply}.intercept",
            "Interception",
            other,
            _do(play.air, "open_intercept", other),
            ("air.intercept",),
            "TIG-AIR-12",
        ),
        Step(f"{supply}.air", "Air", CHANCE, _do(play.air, "resolve_air", side), ("air.die",), "TIG-AIR-12"),
        Step(f"{supply}.supply", "Supply", side, _do(play.upkeep, "supply_step", side), (), "TIG-SUP-4"),
        Step(
            f"{supply}.bridges",
            "Bridges",
            side,
            _do(play.bridges, "open_bridges", side),
            ("bridge.act", "bridge.die"),
            "TIG-SEQ-10",
        ),
        Step(f"{supply}.entrench", "Entrenchment", side, _do(play.upkeep, "open_entrench", side), ("entrench",), "TIG-SEQ-11"),
    ]
    if side == GERMAN:
        steps.append(Step("B2f.vdh", "Von der Heydte", GERMAN, _do(play.upkeep, "check_vdh"), (), "TIG-VDH-5"))
    else:
        steps.append(Step("C2f", "German victory", GERMAN, _do(play.victory, "german_victory"), (), "TIG-VIC-8"))
    return tuple(replace(step, part=side) for step in steps)


SEQUENCE: tuple[Step, ...] = (
    Step("S1", "The fuel dump", ALLIED, _do(play.setup, "open_dump"), ("setup.dump",), "TIG-SET-13"),
    Step("S2", "German set-up", GERMAN, _do(play.setup, "open_mode"), ("setup.mode",), "TIG-SET-4"),
    Step("S3", "German set-up", GERMAN, _do(play.setup, "open_place"), ("setup.place",), "TIG-SET-3"),
    Step("S4", "1st Infantry Division", ALLIED, _do(play.setup, "open_first"), ("setup.first_division",), "TIG-SET-4"),
    Step("S5", "The drop", GERMAN, _do(play.setup, "open_drop"), ("setup.drop", "setup.drop_die"), "TIG-VDH-1"),
    Step("A", "Weather", ALLIED, _do(play.weather, "open_weather"), ("weather.prayer", "weather.roll"), "TIG-WX-1", GERMAN),
    *_player_turn(GERMAN),
    *_player_turn(ALLIED),
)
FIRST = 5


def below(s: Any, f: Frame) -> list[Frame]:
    """The questions that lie under one which a position opens directly."""
    step = s.rules.sequence[s.step]
    phasing = step.side if step.side in (GERMAN, ALLIED) else GERMAN
    name = f.kind.name
    if name in ("move.step", "move.overstack"):
        return [frames.Pick((phasing,))] if name == "move.step" else []
    if name == "attack.battle":
        return [frames.Allocate((phasing,))]
    if name == "rnf.combine":
        return [frames.Armor((ALLIED,))]
    if name == "bridge.die":
        return [frames.Bridges((phasing,))]
    if (name.startswith("combat.") and name != "combat.pick") or name == "kgp.continue":
        return [frames.Fight((phasing,))]
    return []
