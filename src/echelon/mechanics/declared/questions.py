"""The questions a game asks: a frame and verbs for each, made anew for every system that is built."""

from __future__ import annotations

from typing import Annotated, Any

from echelon.core.errors import EchelonError
from echelon.core.fields import COUNT, HEX, UNIT, UNITS, Codec, Number
from echelon.core.frames import Frame
from echelon.core.verbs import Verbs
from echelon.mechanics.declared.combat import Advance, Combat, Pay, Result, Retreat, Sequel
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.movement import Arrivals, Choose, Moves

__all__ = ["Questions", "owes"]


def _frame(name: str, doc: str, **fields: Codec) -> type[Frame]:
    """A frame of its own."""
    hints = {field: Annotated[int, codec] for field, codec in fields.items()}
    return type(name, (Frame,), {"__annotations__": hints, "__doc__": doc, "__slots__": ()})


class Questions:
    """Frames by kind and verbs of a game, and what follows on a part of a sequel."""

    def __init__(self, game: Game) -> None:
        self.game, self.combat = game, game.combat
        self.frames: dict[str, type[Frame]] = {}
        specs: list[str] = []
        points = Number("mf", game.per)
        for stage in dict.fromkeys(line.stage for line in game.sequence):
            if isinstance(stage, Choose):
                specs.append(f"{stage.verb} hex")
                self._add(stage.kind, "Choice", "Which hex?")
            elif isinstance(stage, Arrivals):
                specs.append("enter unit hex")
                self._add(f"{stage.name}.enter", "Enter", "Which unit enters, and where?")
            elif isinstance(stage, Moves):
                specs += ["take unit", "move unit hex", "stop unit", "end"]
                self._add(f"{stage.name}.pick", "Pick", "Which unit moves next?")
                self._add(
                    f"{stage.name}.step", "Step", "Where does the picked unit go? `left` is what it may still spend.",
                    unit=UNIT, left=points,
                )  # fmt: skip
            elif isinstance(stage, Combat):
                specs += self._combat(stage)
        self.verbs = Verbs(*dict.fromkeys(specs))
        self.results: tuple[Result, ...] = game.combat.results if game.combat else ()
        self.parts: tuple[Sequel, ...] = game.combat.parts if game.combat else ()
        self.rests = self._rests()

    def __getitem__(self, kind: str) -> type[Frame]:
        return self.frames[kind]

    def _add(self, kind: str, name: str, doc: str, **fields: Codec) -> None:
        self.frames[kind] = _frame(name, doc, **fields)

    def _combat(self, stage: Combat) -> list[str]:
        name, fight = stage.name, {"hex": HEX, "attackers": UNITS}
        self._add(f"{name}.target", "Target", "Which hex is attacked next?")
        self._add(f"{name}.join", "Join", "Which units attack the chosen hex? They only join.", **fight)
        self._add(f"{name}.die", "Die", "The die of a combat.", **fight)
        sums = stage.odds.dice
        specs = ["attack hex", "with unit", "fight", "end", "die number" if sums == 1 else f"die number:{sums}..{6 * sums}"]
        sorts = {type(part).__name__ for part in stage.parts}
        more: dict[str, Codec] = {"result": COUNT} if _told_apart(stage) else {}
        if "Pay" in sorts:
            specs.append("lose unit")
            owed: dict[str, Codec] = {"owed": COUNT} if any(owes(part) for part in stage.parts) else {}
            self._add(f"{name}.loss", "Loss", "Which unit is given up?", **fight, **owed, **more)
        if "Retreat" in sorts:
            specs.append("retreat unit hex")
            who = {"hex": HEX, "units": UNITS, "attackers": UNITS}
            self._add(
                f"{name}.retreat", "Retreat", "Which unit retreats next, and where? `attackers` may advance afterwards.",
                **who, **more,
            )  # fmt: skip
        if "Advance" in sorts:
            specs += ["advance unit", "stay"]
            self._add(f"{name}.advance", "Advance", "Which attacker advances next?", **fight, **more)
        return specs

    # --- sequels -----------------------------------------------------------------------------------------------------
    def _rests(self) -> dict[tuple[str, str], tuple[Sequel, ...]]:
        """What follows on a part of a sequel, by its sort and whom it concerns, where that tells."""
        combat = self.game.combat
        if combat is None or _told_apart(combat):
            return {}
        return dict(_following(combat))

    def rest(self, frame: Any, sort: str, group: str) -> tuple[Sequel, ...]:
        """What follows on the part of the sequel that a frame is about."""
        if not self.results:
            raise EchelonError("there is no combat in this game")
        if self.rests:
            return self.rests.get((sort, group), ())
        sequel: tuple[Sequel, ...] = self.results[frame.result].sequel
        at = next(i for i, part in enumerate(sequel) if (type(part).__name__, getattr(part, "group", "")) == (sort, group))
        return sequel[at + 1 :]

    def part(self, frame: Any, sort: str, group: str) -> Any:
        """The part of the sequel that a frame is about."""
        assert self.combat is not None
        parts = self.parts if self.rests else self.results[frame.result].sequel
        return next(p for p in parts if (type(p).__name__, getattr(p, "group", "")) == (sort, group))

    def sequel_frame(self, kind: str, result: int, *values: int) -> Frame:
        """A frame of a sequel; which result it belongs to stands in it only if nothing else tells."""
        assert self.combat is not None
        return self.frames[f"{self.combat.name}.{kind}"](values if self.rests else (*values, result))


def owes(part: Sequel) -> bool:
    """Is more owed than a single unit, so that the question must say how much?"""
    return isinstance(part, Pay) and (part.units != 1 or part.worth is not None)


def _following(combat: Combat) -> list[tuple[tuple[str, str], tuple[Sequel, ...]]]:
    return [
        ((type(part).__name__, getattr(part, "group", "")), result.sequel[i + 1 :])
        for result in combat.results
        for i, part in enumerate(result.sequel)
        if isinstance(part, Pay | Retreat | Advance)
    ]


def _told_apart(combat: Combat) -> bool:
    """Do two results go on differently after the same part, so that frames must say which it is?"""
    found = _following(combat)
    asked = (p for p in combat.parts if isinstance(p, Pay | Retreat | Advance))
    parts = [(type(p).__name__, getattr(p, "group", ""), p) for p in asked]
    differing = any(a[:2] == b[:2] and a[2] != b[2] for a in parts for b in parts)
    return differing or len(dict(found)) != len(set(found))
