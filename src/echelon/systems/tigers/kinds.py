"""Each question with its generator and effect (from `play`), its checker (from `law`) and the facts of its prompt."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from echelon.core.frames import Frame, Kind, Outcomes
from echelon.mechanics.chance import fair_die
from echelon.systems.tigers import frames, law, play
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.prompts import FACTS

__all__ = ["KINDS"]

_SIX: Outcomes = fair_die(VERBS)


def _nothing(s: Any, f: Any) -> dict[str, Any]:
    return {}


def _outcomes(s: Any, f: Any) -> Outcomes:
    """A fair die."""
    return _SIX


def _asked(name: str, frame: type[Frame], verbs: str, chapter: ModuleType, judge: ModuleType, stem: str, **rest: Any) -> Kind:
    """A question to a side: `legal_<stem>` and `apply_<stem>` of a chapter of play, `why_not_<stem>` of the law's."""
    return Kind(
        name, frame, tuple(verbs.split()),
        legal=getattr(chapter, f"legal_{stem}"), apply=getattr(chapter, f"apply_{stem}"),
        why_not=getattr(judge, f"why_not_{stem}"), facts=FACTS.get(name, _nothing), **rest,
    )  # fmt: skip


def _cast(name: str, frame: type[Frame], apply: Callable[[Any, Any, int], None], **rest: Any) -> Kind:
    """A die."""
    return Kind(
        name, frame, ("die",), legal=lambda s, f: [a for a, _ in _SIX], apply=apply, why_not=lambda s, f, a: [],
        outcomes=_outcomes, facts=FACTS.get(name, _nothing), **rest,
    )  # fmt: skip


KINDS = (
    _asked("setup.dump", frames.Dump, "dump", play.setup, law.setup, "dump", secret=True),
    _asked("setup.mode", frames.Mode, "mode", play.setup, law.setup, "mode"),
    _asked("setup.place", frames.Place, "place done", play.setup, law.setup, "place"),
    _asked("setup.first_division", frames.First, "keep relocate", play.setup, law.setup, "first"),
    _asked("setup.drop", frames.Drop, "drop", play.setup, law.setup, "drop"),
    _cast("setup.drop_die", frames.DropDie, play.setup.apply_drop_die, defaults={"stage": 0, "direction": 0}),
    _asked("weather.prayer", frames.Prayer, "pray", play.weather, law.weather, "prayer"),
    _cast("weather.roll", frames.WeatherDie, play.weather.apply_weather_die, defaults={"prayed": 0}),
    _asked("rnf.enter", frames.Enter, "enter hold end", play.reinforcements, law.reinforcements, "enter"),
    _asked("rnf.armor", frames.Armor, "break combine end", play.armor, law.armor, "armor"),
    _asked("rnf.combine", frames.Combine, "add", play.armor, law.armor, "combine", defaults={"units": 0}),
    _asked("ssr.declare", frames.Ruthless, "invoke", play.special, law.special, "ruthless"),
    _asked("move.pick", frames.Pick, "take end", play.movement, law.movement, "pick"),
    _asked(
        "move.step",
        frames.Step,
        "join attach detach move exit stop",
        play.movement,
        law.movement,
        "step",
        preview=play.movement.preview_step,
    ),
    _cast("move.bridge_die", frames.BridgeDie, play.movement.apply_bridge_die, defaults={"rate": 0}),
    _cast(
        "move.breakdown_die",
        frames.BreakdownDie,
        play.movement.apply_breakdown_die,
        defaults={"units": 0, "path": (), "then": 0},
    ),
    _asked("move.overstack", frames.Overstack, "remove", play.stacking, law.stacking, "overstack"),
    _asked(
        "attack.allocate",
        frames.Allocate,
        "attach attack standard confirm",
        play.allocation,
        law.allocation,
        "allocate",
        preview=play.odds.preview_battle,
    ),
    _asked(
        "attack.battle",
        frames.Battle,
        "also with set",
        play.allocation,
        law.allocation,
        "battle",
        preview=play.odds.preview_battle,
        defaults={"units": 0},
    ),
    _asked("air.bomb", frames.Bomb, "bomb bust burn pass", play.air, law.air, "bomb", preview=play.air.preview_air),
    _asked("air.intercept", frames.Intercept, "intercept pass", play.air, law.air, "intercept", preview=play.air.preview_air),
    _cast("air.die", frames.AirDie, play.air.apply_air_die, defaults={"prey": -1, "unit": -1}),
    _asked("combat.pick", frames.Fight, "fight cancel end", play.combat, law.combat, "fight", preview=play.odds.preview_fight),
    _asked("combat.ask", frames.Ask, "ask", play.combat, law.combat, "ask", preview=play.odds.preview_fight),
    _asked("combat.no_retreat", frames.Orders, "orders", play.combat, law.combat, "orders", preview=play.odds.preview_fight),
    _asked("combat.claim", frames.Claim, "claim", play.combat, law.combat, "claim", preview=play.odds.preview_fight),
    _cast("combat.roll", frames.CombatDie, play.combat.apply_combat_die, preview=play.odds.preview_fight),
    _asked("combat.losses", frames.Losses, "lose", play.combat, law.combat, "losses", defaults={"units": 0}),
    _asked("combat.distance", frames.Distance, "distance", play.retreat, law.retreat, "distance"),
    _asked("combat.route", frames.Route, "retreat", play.retreat, law.retreat, "route", defaults={"unit": -1, "path": ()}),
    _asked("combat.voluntary", frames.Withdraw, "withdraw finish", play.retreat, law.retreat, "withdraw"),
    _asked("combat.bridge", frames.Blow, "blow spare", play.retreat, law.retreat, "blow"),
    _asked(
        "combat.advance",
        frames.Advance,
        "advance halt finish",
        play.advance,
        law.advance,
        "advance",
        defaults={"unit": -1, "path": ()},
    ),
    _asked(
        "kgp.continue",
        frames.Peiper,
        "move exit attack detach wait stop",
        play.peiper,
        law.peiper,
        "peiper",
        preview=play.peiper.preview_peiper,
        defaults={"stepped": 0, "stopped": 0},
    ),
    _asked("supply.air", frames.Resupply, "resupply pass", play.air, law.air, "resupply", preview=play.air.preview_air),
    _asked(
        "bridge.act",
        frames.Bridges,
        "build dismantle blow end",
        play.bridges,
        law.bridges,
        "bridges",
        preview=play.bridges.preview_bridge,
    ),
    _cast("bridge.die", frames.BridgeWork, play.bridges.apply_bridge_work),
    _asked("entrench", frames.Entrench, "dig end", play.upkeep, law.upkeep, "entrench"),
)
