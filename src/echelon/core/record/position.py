"""Positions: a state, or a small invented situation, as a short text file that a person can write by hand.

    system = "drill"
    clauses = ["DRL-ZOC-2"]
    side = "blue"
    frame = "move.pick"
    hexes = { P = "0404", F = "P N" }
    board = { base = "blank", wood = "F" }
    units = { b1 = "0203", r1 = "P", x = { at = "F", side = "red", arm = "infantry", strength = 2, shaken = true } }
    [[expect]]
    do = ["take b1", "move b1 0304"]
    frame = "move.pick"

`docs/positions.md` lists every key. Expectations are run by `echelon.core.proof.expect`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from echelon.core.errors import EchelonError, PositionError, UnknownError, known_list, nearest
from echelon.core.fields import Flags, Names, bits_of
from echelon.core.forces import Unit
from echelon.core.text.bounds import COUNTED, KINDS, PRINTED, BoundsError, check_data, check_toml
from echelon.core.text.toml import write

if TYPE_CHECKING:
    from echelon.core.board.board import Board
    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.system import System

__all__ = ["Position", "dump", "place_units"]

_KEYS = (
    "system", "version", "scenario", "set_up", "options", "title", "clauses", "hexes", "board", "units", "turn", "side", "step",
    "frame", "stack", "state", "rolls", "reveals", "seed", "dice", "assume", "problems", "outcome", "expect",
)  # fmt: skip
_TABLES = ("options", "hexes", "board", "units", "state", "assume")
_NUMBERS = ("turn", "rolls", "reveals")
_NEEDLE = 100  # characters of a word that is looked for: no name is longer
_UNIT_KEYS = ("at", "side", "arm", "name", "size", "parent", "nation", "label", "short")


@dataclass(frozen=True, slots=True)
class Position:
    """A parsed position file. `state()` builds a fresh state each time it is called."""

    data: Mapping[str, Any]
    text: str = ""
    source: str = ""

    @classmethod
    def parse(cls, text: str, source: str = "") -> Position:
        """Read a file; a syntax error or unknown key names its line."""
        check_toml(text, source)
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line = int(found[1]) if found else len(text.splitlines())
            reason = re.sub(r" \(at .*\)", "", str(error))
            raise PositionError(f"this is not TOML: {reason}; put texts in quotes and lists in [ ]", source, line) from None
        check_data(data, source)
        position = cls(data, text, source)
        for key in data:
            if key not in _KEYS:
                near = nearest(key, _KEYS)
                raise position.error(
                    f"unknown key {key!r}; {f'did you mean {near!r}?' if near else known_list(_KEYS, 30)}", key
                )
        if "system" not in data:
            raise PositionError('a position starts with its system, as in system = "drill"', source, 1)
        position._check_shapes()
        return position

    def _check_shapes(self) -> None:
        for key, value in self.data.items():
            if key in _TABLES and not isinstance(value, Mapping):
                raise self.error(f"{key} is a table, as {key} = {{ name = value }}", key)
            if key in _NUMBERS and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
                raise self.error(f"{key} is a number, as {key} = 3", key)
            if key in _NUMBERS and value > COUNTED:
                raise BoundsError("number", COUNTED, self.source, self.line_of(key))
            if key in ("clauses", "problems", "dice", "stack") and not isinstance(value, list):
                raise self.error(f"{key} is a list, as {key} = [...]", key)
            if key == "expect" and not (isinstance(value, list) and all(isinstance(v, Mapping) for v in value)):
                raise self.error("each expectation is a table headed [[expect]]", key)

    def error(self, message: str, *needles: str) -> PositionError:
        """An error at the line where the needles first stand."""
        return PositionError(message, self.source, self.line_of(*needles))

    def line_of(self, *needles: str) -> int | None:
        """The first line that holds one of the words; the first word found wins."""
        for needle in needles:
            if needle and len(needle) <= _NEEDLE:
                pattern = re.compile(rf"(?<![\w-]){re.escape(needle)}(?![\w-])")
                for number, line in enumerate(self.text.splitlines(), 1):
                    if pattern.search(line):
                        return number
        return None

    @property
    def system(self) -> System:
        """The system the position belongs to."""
        from echelon.core.system import load

        try:
            return load(str(self.data["system"]))
        except UnknownError as error:
            raise self.error(str(error), "system") from None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses the position is about."""
        return tuple(self.data.get("clauses", ()))

    def rules(self) -> Rules:
        """The compiled rules, with the position's own board and units."""
        return self._compile()[0]

    def names(self) -> Names:
        """What the words of the file mean: its hex aliases among them."""
        return self._compile()[1]

    def draft(self) -> State:
        """The state as it is written, whatever in it contradicts the rules."""
        return self._build()

    def state(self) -> State:
        """The state the position describes, checked against the rules unless it says which problems it has."""
        state = self._build()
        wanted = self.data.get("problems")
        found = state.problems()
        if wanted is None and found:
            problem = found[0]
            named = [u for u in self.data.get("units", {}) if u in _named_units(state, problem.facts)]
            needles = [needle for u in named for needle in (f"{u} =", u)]
            raise self.error(
                f'contradicts the rules: {state.sentence(problem)} Correct it, or declare problems = ["{problem.clause}"]',
                *needles,
                *(n for k in (*problem.facts, "units", "frame", "system") if k in self.data for n in (f"{k} =", k)),
            )
        return state

    # --- building ---------------------------------------------------------------------------------------------------
    def _compile(self) -> tuple[Rules, Names]:
        system, data = self.system, self.data
        for clause in self.clauses:
            if clause not in system.clauses:
                raise self.error(str(UnknownError("clause", str(clause), tuple(system.clauses))), str(clause))
        scenario = data.get("set_up") or data.get("scenario") or ""
        try:
            rules = system.rules(str(scenario), data.get("options", {}))
        except UnknownError as error:
            raise self.error(str(error), error.name, "scenario", "set_up", "options") from None
        names = rules.names(self._aliases(rules))
        board = self._board(rules.board, names) if "board" in data else None
        made_up = self._made_up(rules)
        if board is not None or made_up:
            try:
                rules = system.rules(str(scenario), data.get("options", {}), board, made_up)
            except (ValueError, KeyError) as error:
                raise self.error(f"these units or this board cannot be compiled: {error}", "units") from None
            names = rules.names(names.aliases)
        elif "assume" in data:
            rules = system.play.compile(system, rules.scenario, rules.options, None, ())
        for key, value in data.get("assume", {}).items():
            if key not in system.play.assumes:
                raise self.error(str(UnknownError("fact to assume", key, tuple(system.play.assumes))), key, "assume")
            if value not in system.play.assumes[key]:
                what = f"assumption about {key}"
                raise self.error(str(UnknownError(what, str(value), system.play.assumes[key])), key, "assume")
        if "assume" in data:
            rules.assume = MappingProxyType(dict(data["assume"]))
        if board is not None:
            rules.extra = MappingProxyType({k: data[k] for k in ("hexes", "board") if k in data})
        return rules, names

    def _aliases(self, rules: Rules) -> dict[str, int]:
        aliases: dict[str, int] = {}
        for alias, where in self.data.get("hexes", {}).items():
            try:
                aliases[alias] = rules.names(aliases).hex(where)
            except EchelonError as error:
                raise self.error(f"{alias}: {error}", f"{alias} =", alias) from None
        return aliases

    def _board(self, board: Board, names: Names) -> Board:
        """The scenario's board with the position's own features: hexsides are written a|b, links a-b-c, terrain as hexes."""
        groups: dict[str, dict[str, str]] = {"terrain": {}, "sides": {}, "links": {}, "edges": {}, "zones": {}}
        labels = {alias: board.labels[h] for alias, h in names.aliases.items()}
        given = dict(self.data["board"])
        base = given.pop("base", None)
        if len(given) > KINDS:
            raise BoundsError("kinds", KINDS, self.source, self.line_of("board"))
        for kind, value in given.items():
            if not isinstance(value, str | list):
                raise self.error(f"{kind} is hexes, hexsides or links as text, not {value!r}", f"{kind} =", "board")
            text = value if isinstance(value, str) else " ".join(map(str, value))
            text = re.sub(r"[^\s|-]+", lambda word: labels.get(word[0], word[0]), text)
            links = kind in board.links or kind in ("road", "rail")
            group = next((g for g in ("edges", "zones") if kind in getattr(board, g)), "terrain")
            groups["links" if links else "sides" if "|" in text else group][kind] = text
        try:
            return board.with_features(base, **groups)
        except BoundsError:
            raise
        except (EchelonError, ValueError) as error:
            raise self.error(str(error), *_quoted(str(error)), "board") from None

    def _made_up(self, rules: Rules) -> list[Unit]:
        rows = _row_words(rules)
        columns = {column for unit in rules.forces.units for column in unit.values}
        units = []
        for name, spec in self.data.get("units", {}).items():
            if not isinstance(spec, Mapping):
                continue
            printed = {k: v for k, v in spec.items() if k not in _UNIT_KEYS and k not in rows}
            for key in printed:
                if isinstance(printed[key], int | float) and abs(printed[key]) > PRINTED:
                    raise self.error(f"unit {name}: {key} may be at most {PRINTED}", key, f"{name} =")
                if key not in columns:
                    words = (*_UNIT_KEYS, *rows, *sorted(columns))
                    message = str(UnknownError("value of a unit", key, words))
                    raise self.error(f"unit {name}: {message}", key, f"{name} =")
            known = rules.forces.get(name)
            if known and not printed and not (set(spec) & set(_UNIT_KEYS[1:])):
                continue
            if not known and "side" not in spec:
                near = nearest(name, [u.id for u in rules.forces.units])
                hint = f"did you mean {near!r}? " if near else ""
                message = f"there is no unit {name!r}; {hint}A new unit needs a side and printed values"
                raise self.error(message, f"{name} =", name)
            if "side" in spec and spec["side"] not in rules.sides:
                raise self.error(str(UnknownError("side", str(spec["side"]), rules.sides)), name)
            units.append(_unit(rules, name, spec, printed, known))
        return units

    def _build(self) -> State:
        rules, names = self._compile()
        data = self.data
        state = rules.blank()
        if "set_up" in data:
            rules.system.setup(state)
        try:
            place_units(state, names, data.get("units", {}), self)
            self._set_values(state, names)
            state.turn = int(data.get("turn", 1))
            state.rolls, state.reveals = int(data.get("rolls", 0)), int(data.get("reveals", 0))
            if "seed" in data:
                from echelon.core.dice import seed_bytes

                state.seed = seed_bytes(data["seed"])
            rules.rebuild(state)
            self._open(state, names)
        except PositionError as error:
            raise (error if error.line else self.error(error.message, *_quoted(error.message), "units", "frame")) from None
        except BoundsError:
            raise
        except EchelonError as error:
            raise self.error(str(error), *_quoted(str(error))) from None
        return state

    def _set_values(self, state: State, names: Names) -> None:
        """The values of the state: points, markers, ledgers."""
        slots = {slot.name: slot for slot in (*state.layout.values, *state.layout.shared)}
        for key, value in self.data.get("state", {}).items():
            if key not in slots:
                raise self.error(str(UnknownError("value of the state", key, sorted(slots))), f"{key} =", key)
            try:
                setattr(state, key, slots[key].codec.load(names, value))
            except EchelonError as error:
                raise self.error(f"{key}: {error}", f"{key} =", key) from None

    def _open(self, state: State, names: Names) -> None:
        """The frame, those below it, and the step of the sequence it belongs to."""
        data, rules = self.data, state.rules
        side = names.side(data["side"]) if "side" in data else 0
        steps = {step.name: i for i, step in enumerate(rules.sequence)}
        if "step" in data:
            if data["step"] not in steps:
                raise self.error(str(UnknownError("step of the sequence", str(data["step"]), tuple(steps))), "step")
            state.step = steps[data["step"]]
        if "outcome" in data:
            if not isinstance(data["outcome"], list) or len(data["outcome"]) != 3:
                raise self.error('outcome is [winner, level, clause], winner "" for a draw', "outcome")
            winner, level, clause = map(str, data["outcome"])
            state.finish(names.side(winner) if winner else None, level, clause)
            return
        specs = [*data.get("stack", ()), data["frame"]] if "frame" in data else []
        frames = []
        for spec in specs:
            if not isinstance(spec, str | Mapping):
                raise self.error("a frame is a kind, or a table with a kind and its fields", "frame")
            table = {"kind": spec} if isinstance(spec, str) else dict(spec)
            name = str(table.get("kind", ""))
            try:
                frames.append(rules.kind(name).frame.load(names, table, side))
            except EchelonError as error:
                raise self.error(str(error), name, "frame") from None
        if frames and "step" not in data:
            state.step = _step_of(rules, frames[0].kind.name, side)
        if frames:
            *state.stack, state.frame = frames
            if "stack" not in data:
                state.stack = rules.system.play.below(state, state.frame)
        else:
            state.step = rules.first - 1 if "set_up" not in data else -1
            state.advance()


def _step_of(rules: Rules, kind: str, side: int) -> int:
    """The step that opens a kind of question for a side; the first that fits."""
    fits = [i for i, step in enumerate(rules.sequence) if kind in step.opens]
    own = [i for i in fits if rules.sequence[i].side == side]
    return (own or fits or [rules.first])[0]


def _row_words(rules: Rules) -> dict[str, Any]:
    """The words a unit's table may use for rows of the state: their names and the names of their flags."""
    words: dict[str, Any] = {}
    for slot in rules.system.state_type.layout.rows:
        if isinstance(slot.codec, Flags):
            words.update(dict.fromkeys(slot.codec.words, slot))
        else:
            words[slot.name] = slot
    return words


def place_units(state: State, names: Names, units: Mapping[str, Any], position: Position) -> None:
    """Put units where a position says, with their status."""
    rules = state.rules
    words = _row_words(rules)
    place = state.layout.rows[0]  # by convention the first row says where a unit is
    for name, spec in units.items():
        try:
            unit = names.unit(name)
            table = spec if isinstance(spec, Mapping) else {"at": spec}
            if "at" in table:
                getattr(state, place.name)[unit] = place.codec.load(names, table["at"])
            for key, value in table.items():
                slot = words.get(key)
                if slot is None or slot is place:
                    continue
                row = getattr(state, slot.name)
                if isinstance(slot.codec, Flags):
                    if not isinstance(value, bool):
                        raise PositionError(f"{key} is true or false, not {value!r}")
                    bit = 1 << slot.codec.words.index(key)
                    row[unit] = row[unit] | bit if value else row[unit] & ~bit
                else:
                    row[unit] = slot.codec.load(names, value)
        except EchelonError as error:
            message = error.message if isinstance(error, PositionError) else str(error)
            raise position.error(f"unit {name}: {message}", f"{name} =", name) from None
        except (ValueError, OverflowError) as error:
            raise position.error(f"unit {name}: {error}", f"{name} =", name) from None


def _unit(rules: Rules, name: str, spec: Mapping[str, Any], printed: Mapping[str, Any], known: Unit | None) -> Unit:
    values = {**(known.values if known else {}), **printed}
    side = rules.sides.index(spec["side"]) if "side" in spec else known.side if known else 0
    fields = {k: str(spec.get(k, getattr(known, k) if known else "")) for k in ("size", "parent", "nation", "label", "short")}
    arm = str(spec.get("arm", known.arm if known else rules.forces.units[0].arm if rules.forces.units else ""))
    return Unit(
        name, str(spec.get("name", known.name if known else name)), side, arm, **fields, values=MappingProxyType(values)
    )


def _named_units(state: State, facts: Mapping[str, Any]) -> set[str]:
    found: set[str] = set()
    for key, value in facts.items():
        if key.startswith("unit"):
            ids = value if isinstance(value, tuple | list) else [value]
            found.update(state.rules.forces.units[i].id for i in ids)
    return found


def _quoted(message: str) -> list[str]:
    return re.findall(r"'([^']+)'", message)


def dump(state: State) -> str:
    """The text of a position file that brings the state back exactly."""
    rules = state.rules
    layout = state.layout
    data: dict[str, Any] = {
        "system": rules.system.name,
        "version": rules.system.version,
        "scenario": rules.scenario.name,
        "options": rules.options,
        "turn": state.turn,
        "step": rules.sequence[state.step].name,
        "rolls": state.rolls,
        "reveals": state.reveals,
        **rules.extra,
    }
    if rules.assume:
        data["assume"] = dict(rules.assume)
    if state.outcome:
        winner = "" if state.outcome.winner is None else rules.sides[state.outcome.winner]
        data["outcome"] = [winner, state.outcome.level, state.outcome.clause]
    else:
        data["frame"] = state.frame.dump(rules)
        if state.stack:
            data["stack"] = [f.dump(rules) for f in state.stack]
    units: dict[str, Any] = {}
    place, *rows = layout.rows
    standard = rules.system.rules(rules.scenario.name, rules.options).forces
    empty = rules.blank()  # what a reader of the position starts from
    for i, unit in enumerate(rules.forces.units):
        table: dict[str, Any] = {"at": place.codec.dump(rules, getattr(state, place.name)[i])}
        for slot in rows:
            value, usual = getattr(state, slot.name)[i], getattr(empty, slot.name)[i]
            if isinstance(slot.codec, Flags):
                table.update({slot.codec.words[b]: bool(value >> b & 1) for b in bits_of(value ^ usual)})
            elif value != usual:
                table[slot.name] = slot.codec.dump(rules, value)
        if unit.id not in standard or standard[unit.id] != unit:
            table.update({k: getattr(unit, k) for k in _UNIT_KEYS[2:] if getattr(unit, k)})
            table.update({"side": rules.sides[unit.side], **unit.values})
        units[unit.id] = table if len(table) > 1 else table["at"]
    data["units"] = units
    data["state"] = {s.name: s.codec.dump(rules, getattr(state, s.name)) for s in (*layout.values, *layout.shared)}
    return write(data)
