"""Each question with its generator and effect (from `play`) and its checker (from `law`)."""

from __future__ import annotations

from typing import Any

from echelon.core.frames import Kind, Outcomes
from echelon.mechanics.chance import fair_die
from echelon.systems.tigers import frames
from echelon.systems.tigers.frames import VERBS
from echelon.systems.tigers.later import law, play

__all__ = ["KINDS"]

_SIX: Outcomes = fair_die(VERBS)


def _outcomes(s: Any, f: Any) -> Outcomes:
    """A fair die."""
    return _SIX


def _asked(name: str, frame: Any, verbs: str, chapter: str, stem: str, **rest: Any) -> Kind:
    """A question to a side: `legal_<stem>`, `apply_<stem>` of a chapter of play, `why_not_<stem>` of the law's."""
    return Kind(
        name, frame, tuple(verbs.split()),
        legal=play(f"{chapter}:legal_{stem}"), apply=play(f"{chapter}:apply_{stem}"), why_not=law(f"{chapter}:why_not_{stem}"),
        **rest,
    )  # fmt: skip


def _cast(name: str, frame: Any, chapter: str, stem: str, **rest: Any) -> Kind:
    """A die: `apply_<stem>` of a chapter of play."""
    return Kind(
        name, frame, ("die",), legal=lambda s, f: [a for a, _ in _SIX], apply=play(f"{chapter}:apply_{stem}"),
        why_not=lambda s, f, a: [], outcomes=_outcomes, **rest,
    )  # fmt: skip


_preview_battle = play(
    "odds:preview_battle"
)  # (state, frame, action) -> dict, for attack.battle, attack.allocate, kgp.continue
_preview_fight = play("odds:preview_fight")  # for combat.pick, combat.ask, combat.no_retreat, combat.claim, combat.roll
_preview_step = play("movement:preview_step")  # for move.step, kgp.continue moves: cost rows, MF left
_preview_air = play("air:preview_air")  # for air.bomb, air.intercept, supply.air: chances and risks

KINDS = (
    _asked("setup.dump", frames.Dump, "dump", "setup", "dump", secret=True),
    _asked("setup.mode", frames.Mode, "mode", "setup", "mode"),
    _asked("setup.place", frames.Place, "place done", "setup", "place"),
    _asked("setup.first_division", frames.First, "keep relocate", "setup", "first"),
    _asked("setup.drop", frames.Drop, "drop", "setup", "drop"),
    _cast("setup.drop_die", frames.DropDie, "setup", "drop_die", defaults={"stage": 0, "direction": 0}),
    _asked("weather.prayer", frames.Prayer, "pray", "weather", "prayer"),
    _cast("weather.roll", frames.WeatherDie, "weather", "weather_die", defaults={"prayed": 0}),
    _asked("rnf.enter", frames.Enter, "enter hold end", "reinforcements", "enter"),
    _asked("rnf.armor", frames.Armor, "break combine end", "armor", "armor"),
    _asked("rnf.combine", frames.Combine, "add", "armor", "combine", defaults={"units": 0}),
    _asked("ssr.declare", frames.Ruthless, "invoke", "special", "ruthless"),
    _asked("move.pick", frames.Pick, "take end", "movement", "pick"),
    _asked("move.step", frames.Step, "join attach detach move exit stop", "movement", "step", preview=_preview_step),
    _cast("move.bridge_die", frames.BridgeDie, "movement", "bridge_die", defaults={"rate": 0}),
    _cast("move.breakdown_die", frames.BreakdownDie, "movement", "breakdown_die", defaults={"units": 0, "path": (), "then": 0}),
    _asked("move.overstack", frames.Overstack, "remove", "stacking", "overstack"),
    _asked("attack.allocate", frames.Allocate, "attach attack standard confirm", "allocation", "allocate", preview=_preview_battle),
    _asked("attack.battle", frames.Battle, "also with set", "allocation", "battle", preview=_preview_battle, defaults={"units": 0}),
    _asked("air.bomb", frames.Bomb, "bomb bust burn pass", "air", "bomb", preview=_preview_air),
    _asked("air.intercept", frames.Intercept, "intercept pass", "air", "intercept", preview=_preview_air),
    _cast("air.die", frames.AirDie, "air", "air_die", defaults={"prey": -1, "unit": -1}),
    _asked("combat.pick", frames.Fight, "fight cancel", "combat", "fight", preview=_preview_fight),
    _asked("combat.ask", frames.Ask, "ask", "combat", "ask", preview=_preview_fight),
    _asked("combat.no_retreat", frames.Orders, "orders", "combat", "orders", preview=_preview_fight),
    _asked("combat.claim", frames.Claim, "claim", "combat", "claim", preview=_preview_fight),
    _cast("combat.roll", frames.CombatDie, "combat", "combat_die", preview=_preview_fight),
    _asked("combat.losses", frames.Losses, "lose", "combat", "losses", defaults={"units": 0}),
    _asked("combat.distance", frames.Distance, "distance", "retreat", "distance"),
    _asked("combat.route", frames.Route, "retreat", "retreat", "route", defaults={"unit": -1, "path": ()}),
    _asked("combat.voluntary", frames.Withdraw, "withdraw finish", "retreat", "withdraw"),
    _asked("combat.bridge", frames.Blow, "blow spare", "retreat", "blow"),
    _asked("combat.advance", frames.Advance, "advance halt finish", "advance", "advance", defaults={"unit": -1, "path": ()}),
    _asked("kgp.continue", frames.Peiper, "move exit attack detach wait stop", "peiper", "peiper",
           preview=play("peiper:preview_peiper"), defaults={"stepped": 0, "stopped": 0}),
    _asked("supply.air", frames.Resupply, "resupply pass", "air", "resupply", preview=_preview_air),
    _asked("bridge.act", frames.Bridges, "build dismantle blow end", "bridges", "bridges",
           preview=play("bridges:preview_bridge")),
    _cast("bridge.die", frames.BridgeWork, "bridges", "bridge_work"),
    _asked("entrench", frames.Entrench, "dig end", "upkeep", "entrench"),
)  # fmt: skip
