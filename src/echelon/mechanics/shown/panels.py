"""What an answer means, in words: odds with their rows, chances and effects, and what a step costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from echelon.core.fields import bits_of
from echelon.core.show.panels import Chance, Change, Fact, Ladder, Panel, Part, Shift
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared.game import Game
from echelon.mechanics.declared.units import Value
from echelon.mechanics.fast.engine import Fast
from echelon.mechanics.plain.engine import Plain
from echelon.mechanics.shown.queries import step_notes

__all__ = ["Panels"]

Say = Callable[..., str]


class Panels:
    """Makes the panel of an answer."""

    def __init__(self, game: Game, fast: Fast, plain: Plain) -> None:
        self.game, self.fast, self.plain = game, fast, plain
        self.combat = game.combat
        self.fighting = fast.fighting[self.combat] if self.combat is not None else None

    def __call__(self, s: Any, action: int, language: str = "en") -> Panel | None:
        """What an answer means, or None if there is nothing to say beyond its sentence."""
        f: Any = s.frame_of(action)
        if f is None:
            return None
        say = s.rules.texts.teller(s.rules, "panel", language)
        name = s.rules.verbs.verb(action).name
        unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
        if name in ("with", "fight", "die") and "attackers" in f.fields:
            return self._attack(say, s, f, f.hex, f.attackers | (1 << unit if name == "with" else 0))
        if name == "attack":
            join = self.fast.questions.frames[f"{self._name}.join"]((f.side, unit, 0))
            return self._attack(say, s, join, unit, 0, f"attack {s.rules.board.labels[unit]}; ")
        if name == "move":
            return self._step(say, s, f, action, language)
        if name in ("take", "stop"):
            facts = (self._points(say, s, f, unit),)
            return Panel(say("unit", unit=unit), state="move", attackers=(_id(s, unit),), facts=facts)
        if name == "retreat":
            notes = (say("retreat.note"), *self.game.look.notes(s, h, say))
            return Panel(s.describe(action, language), state="retreat", defenders=(_id(s, unit),), notes=notes)
        if name == "advance":
            notes = (say("advance.note"),)
            return Panel(s.describe(action, language), state="advance", attackers=(_id(s, unit),), notes=notes)
        if name == "lose":
            return Panel(s.describe(action, language), state="losses", attackers=(_id(s, unit),), notes=(say("loss.note"),))
        return None

    @property
    def _name(self) -> str:
        return self.combat.name if self.combat is not None else ""

    # --- an attack ----------------------------------------------------------------------------------------------------
    def _attack(self, say: Say, s: Any, f: Any, h: int, mask: int, before: str = "") -> Panel:
        """The attack of these units on a hex: strengths, odds, shifts, chances with effects, what one more would change."""
        fighting = self.fighting
        assert fighting is not None
        odding, odds = fighting.odding, fighting.stage.odds
        attackers = bits_of(mask)
        side = s.rules.side_of[attackers[0]] if attackers else f.side
        defenders = bits_of(s.at.get(h, 0) & s.rules.of_side[1 - side])
        facts = (
            self._fact(say, s, "attack", odds.attack, odding.strength, attackers, odds.clause),
            self._fact(say, s, "defence", odds.defence, odding.resistance, defenders, odds.defence.clause or odds.clause),
        )
        ids = tuple(_id(s, u) for u in attackers), tuple(_id(s, u) for u in defenders)
        joining = f.kind.name == f"{self._name}.join"
        changes = tuple(self._changes(say, s, f, side, h, mask, before)) if joining else ()
        title = say("attack.title", hex=h)
        if not attackers:
            return Panel(title, say("attack.open"), "open", *ids, facts, changes=changes)
        found = odding.figures(s, side, h, mask)
        key = "attack.odds" if found.basic == found.column else "attack.odds.shifted"
        subtitle = say(key, attack=found.attack, defence=found.defence, basic=found.basic, column=found.column)
        chances = dict(found.results)
        of = 6**odds.dice
        told = tuple(
            Chance(
                result.word,
                say(f"result.{result.word}"),
                int(chances[result.word] * of),
                of,
                result.tone,
                result.weight,
                tuple(self._effects(say, s, side, h, mask, result)),
            )
            for result in fighting.stage.results
            if result.word in chances
        )
        columns = odding.columns
        ladder = Ladder(columns, columns.index(found.basic), columns.index(found.column))
        notes = tuple(self._cut_off(say, s, 1 - side, h, defenders, "defenders"))
        shifts = tuple(self._shifts(say, s, side, h, mask))
        return Panel(title, subtitle, "ready" if joining else "fighting", *ids, facts, ladder, shifts, told, notes, changes)

    def _fact(self, say: Say, s: Any, key: str, value: Value, worth: Any, units: list[int], clause: str) -> Fact:
        """A strength, and what each unit adds to it, with the clause that changes its value if one does."""
        parts = tuple(Part(say("unit", unit=u), str(worth(s, u)), self._last(s, value, u) or clause) for u in units)
        return Fact(say(key), str(sum(worth(s, u) for u in units)), parts)

    def _last(self, s: Any, value: Value, unit: int) -> str:
        return next((change.clause for change, _lost in reversed(self.plain.lowered(s, value, unit))), "")

    def _shifts(self, say: Say, s: Any, side: int, h: int, mask: int) -> Iterator[Shift]:
        """Those that count, and those that nearly do."""
        assert self.fighting is not None
        odding = self.fighting.odding
        for shift in odding.odds.shifts:
            if odding.tests[shift](s, side, h, mask):
                yield Shift(shift.amount, say(f"shift.{shift.clause}"), shift.clause)
            elif odding.nearly[shift](s, side, h, mask):
                yield Shift(0, say(f"nearly.{shift.clause}"), shift.clause, applies=False)

    def _effects(self, say: Say, s: Any, side: int, h: int, mask: int, result: c.Result) -> Iterator[str]:
        """What a result does, in sentences."""
        sides = {"attackers": side, "defenders": 1 - side}
        units = {"attackers": bits_of(mask), "defenders": bits_of(s.at.get(h, 0) & s.rules.of_side[1 - side])}
        for part in result.sequel:
            if isinstance(part, c.Lose):
                yield say("effect.eliminated", units=units[part.group])
            elif isinstance(part, c.Pay):
                yield say("effect.exchange", units=units[part.group])
            elif isinstance(part, c.Retreat):
                yield say("effect.retreat", units=units[part.group])
                yield from self._cut_off(say, s, sides[part.group], h, units[part.group], part.group)
            elif isinstance(part, c.Advance):
                yield say("effect.advance")
        if not result.sequel:
            yield say("effect.nothing")

    def _cut_off(self, say: Say, s: Any, side: int, h: int, units: list[int], group: str) -> Iterator[str]:
        """The units that have no hex to retreat to as things stand."""
        assert self.fighting is not None
        legal = next((f for part, f in self.fighting.legal_retreats.items() if part.group == group), None)
        if legal is None or not units:
            return
        going = {a >> A_SHIFT & FIELD for a in legal(s, side, sum(1 << u for u in units))}
        lost = [u for u in units if u not in going]
        if lost:
            yield say("effect.cut_off", units=lost)

    def _changes(self, say: Say, s: Any, f: Any, side: int, h: int, mask: int, before: str) -> Iterator[Change]:
        """The column with one unit more, and with one less."""
        assert self.fighting is not None
        column, names = self.fighting.odding.column, self.fighting.odding.columns
        now, code = column(s, side, h, mask) if mask else -1, self.fighting.codes["with"]
        for action in self.fighting.legal_join(s, f):
            u = action >> A_SHIFT
            if action & VERB == code and not mask >> u & 1:
                after = column(s, side, h, mask | 1 << u)
                yield Change(before + s.text(action), say("change.with", unit=u), names[after], after > now)
        if mask & mask - 1:
            for u in bits_of(mask):
                after = column(s, side, h, mask & ~(1 << u))
                yield Change("", say("change.without", unit=u), names[after], after > now)

    # --- movement -----------------------------------------------------------------------------------------------------
    def _stage(self, f: Any) -> Any:
        return next(moves for moves in self.game.moves if f.kind.name.startswith(f"{moves.name}."))

    def _points(self, say: Say, s: Any, f: Any, unit: int) -> Fact:
        moves = self._stage(f)
        going = f.kind.name == f"{moves.name}.step" and f.unit == unit
        points = f.left if going else self.fast.moving[moves].points(s, unit)
        part = Part(say("points.why"), "", self._last(s, moves.points, unit) or moves.clause)
        return Fact(say("points"), say("mp", mf=points), (part,))

    def _step(self, say: Say, s: Any, f: Any, action: int, language: str) -> Panel | None:
        """A step: what it costs and why, what is left, and whether something ends the move."""
        unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT & FIELD
        here, moves = s.pos[unit], self._stage(f)
        if all(other != h for other, _bit, _side in s.rules.board.near[here]):
            return None
        rows = step_notes(moves, self.plain, s, unit, here, h)
        if any(row.amount is None for row in rows):
            return None
        cost = sum(row.amount for row in rows)
        parts = tuple(Part(say(f"row.{row.clause}"), say("mp", mf=row.amount), row.clause) for row in rows)
        facts = (
            Fact(say("cost"), say("mp", mf=cost), parts),
            Fact(say("left"), say("mp", mf=max(0, f.left - cost)), ()),
        )
        notes = tuple(self.game.look.notes(s, h, say))
        if s.rules.bit[h] & self.fast.stopping(moves)(s, f.side, unit):
            notes = (say("zone.stops"), *notes)
        return Panel(s.describe(action, language), state="move", attackers=(_id(s, unit),), facts=facts, notes=notes)


def _id(s: Any, unit: int) -> str:
    found: str = s.rules.forces.units[unit].id
    return found
