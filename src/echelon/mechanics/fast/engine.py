"""The fast form of a whole game: every function that its declarations need, and the steps of its sequence."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from echelon.core.rules import Step
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.combat import Combat
from echelon.mechanics.declared.game import Game, Line, Verdict
from echelon.mechanics.declared.printed import Amount, Tables
from echelon.mechanics.declared.questions import Questions
from echelon.mechanics.declared.tree import parts
from echelon.mechanics.declared.units import Mark, Value
from echelon.mechanics.fast.fighting import Fighting
from echelon.mechanics.fast.moving import Moving
from echelon.mechanics.fast.placing import Placing
from echelon.mechanics.fast.rules import KitRules
from echelon.mechanics.fast.source import Names, Source, compiled
from echelon.mechanics.fast.state import state_type
from echelon.mechanics.fast.supply import Supplying

__all__ = ["Fast", "View"]


class View:
    """What a verdict reads: units, losses, hexes that are held, from the sets that play keeps."""

    def __init__(self, fast: Fast, s: Any) -> None:
        self.fast, self.state = fast, s
        self.turn = s.turn

    def left(self, side: int) -> int:
        """How many units of a side are on the map."""
        return (self.state.on & self.state.rules.of_side[side]).bit_count()  # type: ignore[no-any-return]

    def lost(self, side: int) -> int:
        """How many of them are eliminated."""
        s = self.state
        return sum(s.pos[u] == s.rules.gone for u in range(*s.rules.ranges[side]))

    def held(self, holding: Any, side: int) -> list[int]:
        """The hexes of a holding that are a side's."""
        mine = getattr(self.state, holding.field)
        every = self.fast.hexes(self.state, holding.hexes, 0)
        return list(self.state.rules.board.members(mine & every if side == 0 else every & ~mine))

    def among(self, hexes: sets.Hexes, side: int) -> list[int]:
        """The hexes of a set, from a side's point of view."""
        return list(self.state.rules.board.members(self.fast.hexes(self.state, hexes, side)))


class Fast:
    """Made once for a system; keeps nothing of a state."""

    def __init__(self, game: Game, questions: Questions, tables: Tables) -> None:
        self.game, self.questions, self.tables = game, questions, tables
        self.verbs = questions.verbs
        self.names = Names(game)
        self.builders: list[Callable[[KitRules], None]] = []
        self.space: dict[str, Any] = {}
        self.sources: dict[str, Any] = {}  # every generated function by its name
        self.own = {x.name: x.fast for x in _own_hexes(game)}
        self._asked: dict[Any, Any] = {}
        self.state_type = state_type(game, game.wide)
        self.placing = Placing(self)
        self.put, self.enter, self.eliminate = self.placing.put, self.placing.enter, self.placing.eliminate
        self.rebuild = self.placing.rebuild
        self.moving = {stage: Moving(self, stage) for stage in game.moves}
        self.supplying = {stage: Supplying(self, stage) for stage in game.stages(m.Supply)}
        self.fighting = {stage: Fighting(self, stage) for stage in game.stages(Combat)}
        self.lapse = {span: self._lapse(span) for span in ("player-turn", "turn")}
        for _name, value in game.values:
            self.value(value)
        self.sequence = tuple(self._step(i, line) for i, line in enumerate(game.sequence))

    def write(self, name: str, text: str, *clauses: str, called: str = "", **space: Any) -> Any:
        """Compile one function of the game; `called` is its name in the text, if that is not the last part of its own."""
        inner = called or name.rpartition(".")[2]
        made = compiled(self.game.name, name, inner, text, {**self.space, **space})
        if clauses:
            made.__clauses__ = tuple(dict.fromkeys(c for c in clauses if c))
        self.sources[name] = made
        return made

    def holders(self) -> list[Any]:
        """What refers to the generated functions: the names they know, and the objects that keep them."""
        found: list[Any] = [function.__globals__ for function in self.sources.values()]
        stages = (*self.moving.values(), *self.supplying.values(), *self.fighting.values())
        return [*found, self, self.placing, *stages, *(x.odding for x in self.fighting.values())]

    def amount(self, amount: Amount) -> int:
        """A number of the rule book, in parts of a movement point."""
        return self.tables.amount(amount, self.game.per) or 0

    # --- asked one at a time -----------------------------------------------------------------------------------------
    def _ask(self, key: Any, arguments: str, make: Callable[[Source], str]) -> Any:
        if key not in self._asked:
            src = Source(self.names)
            expression = make(src)
            text = f"def asked({arguments}):\n    rules = s.rules\n    {src.head()}\n    return {expression}\n"
            self._asked[key] = self.write(f"asked{len(self._asked)}", text, called="asked")
        return self._asked[key]

    def value(self, value: Value) -> Callable[[Any, int], int]:
        """What a unit has of something."""
        found: Callable[[Any, int], int] = self._ask(("value", value), "s, unit", lambda src: src.value(value, "unit"))
        return found

    def hexes(self, s: Any, x: sets.Hexes, side: int, unit: int = -1) -> int:
        """A set of hexes in a state, from a side's point of view."""
        ask = self._ask(("hexes", x), "s, side, unit", lambda src: src.hexes(x))
        found: int = ask(s, side, unit)
        return found

    def among(self, s: Any, who: sets.Who, unit: int) -> bool:
        """Is a unit one of these?"""
        ask = self._ask(("who", who), "s, unit", lambda src: src.test(who, "unit"))
        return bool(ask(s, unit))

    def mark(self, s: Any, unit: int, *marks: Mark) -> None:
        """Mark a unit, and tell of it."""
        if ("mark", marks) not in self._asked:
            self._asked["mark", marks] = self.placing.mark(*marks)
        self._asked["mark", marks](s, unit)

    def stopping(self, moves: m.Moves) -> Callable[[Any, int, int], int]:
        """The hexes that end a unit's move."""

        def stops(s: Any, side: int, unit: int) -> int:
            found = 0
            for stop in moves.stops:
                if self.among(s, stop.who, unit):
                    found |= self.hexes(s, stop.hexes, side, unit)
            return found

        return stops

    def shift(self, s: Any, unit: int, h: int) -> None:
        """Put a unit somewhere in a copy that is only looked at."""
        if s.pos[unit] != h:
            self.put(s, unit, h)

    # --- the sequence of play ----------------------------------------------------------------------------------------
    def _lapse(self, span: str) -> Any:
        """The marks that lapse at the end of a player-turn, or of a turn."""
        game = self.game
        marks = [mark for mark in game.marks if mark.lapses == span]
        rows: dict[str, int] = {}
        for mark in marks:
            if mark.row:
                rows[mark.row] = rows.get(mark.row, 255) & ~self.names.flags[mark.name]
        if not marks and not any(mark.lapses == span for mark in game.hex_marks):
            return None
        names = [mark.name for mark in marks if not mark.row]
        names += [hexes.name for hexes in game.hex_marks if hexes.lapses == span]
        body = "".join(f"    s.{name} = 0\n" for name in names)
        for row in rows:
            body += f"    s.{row} = s.{row}.translate(kept_{row})\n"
        if any(self.placing.forget("side", 0, mark) for mark in marks):
            zone = game.zone
            assert zone is not None
            body += f"    s.{zone.name}0 = s.{zone.name}1 = None\n"
        space: dict[str, Any] = {f"kept_{row}": bytes(i & keep for i in range(256)) for row, keep in rows.items()}
        name = f"lapse_{span.replace('-', '_')}"
        return self.write(name, f"def {name}(s):\n{body}    return None\n", **space)

    def _ended(self, i: int) -> list[str]:
        """What has ended when a line of the sequence begins."""
        lines, first = self.game.sequence, self.game.first
        if i < first:
            return []
        before = lines[-1] if i == first else lines[i - 1]
        ended = ["player-turn"] if before.side not in (2, lines[i].side) or (i == first and before.side != 2) else []
        return [*ended, "turn"] if i == first else ended

    def _step(self, i: int, line: Line) -> Step:
        inner, opens = self._runner(line)
        lapses = [self.lapse[span] for span in self._ended(i) if self.lapse[span] is not None]

        def run(s: Any) -> None:
            for lapse in lapses[1:]:
                lapse(s)
            lapses[0](s)
            inner(s)

        return Step(line.name, line.title, line.side, run if lapses else inner, opens, line.clause)

    def _runner(self, line: Line) -> tuple[Callable[[Any], None], tuple[str, ...]]:
        stage, side, frames = line.stage, line.side, self.questions.frames
        if isinstance(stage, m.Moves):
            opened = frames[f"{stage.name}.pick"]((side,))
            return lambda s: setattr(s, "frame", opened), (f"{stage.name}.pick", f"{stage.name}.step")
        if isinstance(stage, Combat):
            target = frames[f"{stage.name}.target"]((side,))
            return lambda s: setattr(s, "frame", target), tuple(k for k in frames if k.startswith(f"{stage.name}."))
        if isinstance(stage, m.Supply):
            mark = self.supplying[stage].mark
            return lambda s: mark(s, side), ()
        if isinstance(stage, m.Recover):
            return self._recover(stage, side), ()
        if isinstance(stage, m.Choose):
            ask = frames[stage.kind]((side,))

            def choose(s: Any) -> None:
                if self.hexes(s, stage.hexes, side):
                    s.frame = ask

            return choose, (stage.kind,)
        if isinstance(stage, m.Arrivals):
            enter = frames[f"{stage.name}.enter"]((side,))

            def arrive(s: Any) -> None:
                if self.legal_arrivals(stage, s, side):
                    s.frame = enter

            return arrive, (f"{stage.name}.enter",)
        if isinstance(stage, m.EndOfTurn):
            return lambda s: self.end_turn(s, stage), ()
        assert callable(stage), f"{stage!r} is no stage"
        return lambda s: stage(s, side), ()

    def _recover(self, stage: m.Recover, side: int) -> Callable[[Any], None]:
        """Units of the side lose the mark."""
        if ("recover", stage) not in self._asked:
            src = Source(self.names)
            loop, test = src.each(stage.mark if stage.unless is None else stage.mark - stage.unless, "side")
            text = f"""
def recover(s, side):
    rules = s.rules
    {src.head()}
    {loop}:
        if {test}:
            {src.drop_mark(stage.mark, "u")}
            s.note({stage.event!r}, {stage.clause!r}, unit=u)
{self.placing.forget("side", 12, stage.mark)}
"""
            self._asked["recover", stage] = self.write(f"{stage.name}.recover", text, stage.clause)
        function = self._asked["recover", stage]
        return lambda s: function(s, side)

    # --- a free choice, arrivals -------------------------------------------------------------------------------------
    def legal_choice(self, stage: m.Choose) -> Callable[[Any, Any], list[int]]:
        """One of the hexes."""
        code = self.verbs.code(stage.verb)
        return lambda s, f: [code | h << A_SHIFT for h in s.rules.board.members(self.hexes(s, stage.hexes, f[0]))]

    def apply_choice(self, stage: m.Choose) -> Callable[[Any, Any, int], None]:
        """It is chosen."""

        def apply(s: Any, f: Any, action: int) -> None:
            stage.fast(s, action >> A_SHIFT)
            s.close()

        return apply

    def legal_arrivals(self, stage: m.Arrivals, s: Any, side: int) -> list[int]:
        """Every place for every unit that is due."""
        rules, code = s.rules, self.verbs.code("enter")
        box = rules.off + rules.boxes.index(stage.box)
        due = rules.scenario.data.get(stage.turns, {})
        found = []
        for u in range(*rules.ranges[side]):
            if s.pos[u] == box and int(due.get(rules.forces.units[u].id, 0)) <= s.turn:
                open_ = self.hexes(s, stage.onto, side, u)
                for bar in stage.bars:
                    if self.among(s, bar.who, u):
                        open_ &= ~self.hexes(s, bar.hexes, side, u)
                found += [code | u << A_SHIFT | h << B_SHIFT for h in rules.board.members(open_)]
        if found and not stage.must:
            found.append(self.verbs.code("end"))
        return found

    def apply_arrival(self, stage: m.Arrivals) -> Callable[[Any, Any, int], None]:
        """The unit is on the map; the next, if there is one."""
        code = self.verbs.code("enter")

        def apply(s: Any, f: Any, action: int) -> None:
            if action & VERB != code:
                s.close()
                return
            unit, h = action >> A_SHIFT & FIELD, action >> B_SHIFT
            s.note("enters", stage.clause, unit=unit, hex=h)
            self.enter(s, unit, h)
            if not self.legal_arrivals(stage, s, f[0]):
                s.close()

        return apply

    # --- the end of the game -----------------------------------------------------------------------------------------
    def finish(self, s: Any, verdict: Verdict, clause: str) -> None:
        """Somebody has won, or nobody."""
        if verdict.winner is None:
            s.note("draw", clause)
        else:
            s.note("victory", clause, side=verdict.winner, word_level=verdict.level)
        s.finish(verdict.winner, verdict.level, clause)

    def at_once(self, s: Any) -> bool:
        """Losses are settled: is the game over?"""
        rule = self.game.at_once
        found = None if rule is None else rule.verdict(View(self, s))
        if found is None or rule is None:
            return False
        self.finish(s, found, rule.clause)
        return True

    def end_turn(self, s: Any, stage: m.EndOfTurn) -> None:
        """The next turn, or the reckoning after the last."""
        if s.turn < s.rules.turns:
            s.turn += 1
            s.note("turn", side=0, turn=s.turn)
            return
        self.finish(s, stage.verdict(View(self, s)), stage.clause)

    def view(self, s: Any) -> View:
        """What a verdict reads of a state."""
        return View(self, s)

    def verdict(self, s: Any) -> Verdict | None:
        """Who would win if the last turn were over now."""
        end = self.game.end
        return None if end is None or s.outcome is not None else end.verdict(View(self, s))

    # --- the start ---------------------------------------------------------------------------------------------------
    def blank(self, rules: KitRules) -> Any:
        """A state with nobody on the map, at the start of turn 1."""
        s: Any = self.state_type.fresh(rules)
        for u in range(len(rules.forces)):
            s.pos[u] = rules.gone
        for mark in self.game.marks:
            if mark.everybody and not mark.row:
                setattr(s, mark.name, rules.every)
        for holding in self.game.holdings:
            if holding.start:
                setattr(s, holding.field, rules.board.hexes(" ".join(rules.scenario.data.get(holding.start, ()))))
        self.rebuild(s)
        return s

    def set_up(self, s: Any) -> None:
        """The units where the scenario puts them."""
        rules = s.rules
        listed = rules.scenario.data.get(self.game.setup)
        if listed is None:
            wide = len(rules.board.labels[0])  # a table of units reads 0101 as a number
            listed = {u.id: str(u.values["start"]).zfill(wide) for u in rules.forces.units if u.values.get("start")}
        for unit, label in listed.items():
            s.pos[rules.forces.index(unit)] = rules.names().place(label)
        self.rebuild(s)

    def below(self, s: Any, f: Any) -> list[Any]:
        """The question that lies under one which a position opens directly."""
        side = s.rules.sequence[s.step].side
        stage, _dot, kind = f.kind.name.partition(".")
        for name in (f"{stage}.pick", f"{stage}.target"):
            if name in self.questions.frames and kind not in ("pick", "target"):
                return [self.questions.frames[name]((side,))]
        return []

    def guess(self, s: Any, side: int, rng: random.Random) -> None:
        """Nothing is hidden."""


def _own_hexes(game: Game) -> list[sets.OwnHexes]:
    return [x for x in parts(game) if isinstance(x, sets.OwnHexes)]
