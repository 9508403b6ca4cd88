"""Records: a game as text, with everything needed to replay it to the same state everywhere.

    echelon 1 | drill 1.0.0 | crossing | frozen=off
    seed sha256:9f2c...
    Blue: Anna
    @ 1 B2 blue
    take b1
    move b1 0203
    ~ stop b1                     # forced, played by the table
    @ 1 B3 blue
    attack 0503; with b1; fight
    * die 4
    = 5f3a91c0d2e1                # fingerprint of the state here
    (                             # a branch instead of the line before
    with b2
    )
    ! red resigns                 # closes a game that the rules have not ended; or: ! draw agreed

Headings and fingerprints are redundant and verified. Dice are written, so a record replays without its seed; once the seed is
known every die is checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from echelon.core import dice
from echelon.core.errors import EchelonError, PositionError
from echelon.core.record.closing import close
from echelon.core.record.position import Position
from echelon.core.system import load
from echelon.core.text.bounds import ACTIONS, BRANCHES, RECORD, REMARK, BoundsError, check_lines

if TYPE_CHECKING:
    from echelon.core.state import State

__all__ = ["Damage", "Entry", "Record", "Replay"]

FORMAT = 1


@dataclass(slots=True)
class Entry:
    """One action of a record, with its remark and the branches that might have been played instead."""

    text: str
    chance: bool = False
    forced: bool = False
    comment: str = ""
    line: int = 0
    heading: str = ""  # turn and step of the sequence, where the record names them before it
    check: str = ""  # fingerprint of the state after it
    branches: list[list[Entry]] = field(default_factory=list)

    def seal(self, seed: bytes) -> None:
        """Hide a secret action until it is revealed: its verb, and a hash that binds the rest. Its remark may tell it, too."""
        digest = blake2b(self.text.encode(), key=seed, digest_size=8).hexdigest()
        self.text, self.comment = f"{self.text.split()[0]} ?{digest}", ""

    @property
    def sealed(self) -> bool:
        """Is the action hidden?"""
        return " ?" in self.text


@dataclass(frozen=True, slots=True)
class Damage:
    """Where and why a record stops making sense."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(slots=True)
class Replay:
    """A record played through: the last good state, how many actions were applied, and the damage if there is any."""

    state: State
    applied: int
    damage: Damage | None = None
    states: list[State] = field(default_factory=list)
    note: str = ""  # said if the record was written under another version of the rules


@dataclass(slots=True)
class Record:
    """A game as text. `damage` is set if the text could be read only up to a point."""

    system: str
    version: str
    scenario: str
    options: dict[str, str]
    entries: list[Entry]
    seal: str = ""
    seed: str = ""  # hexadecimal, once the game is over
    headers: dict[str, str] = field(default_factory=dict)
    damage: Damage | None = None
    position: str = ""  # where the game starts, if that is not the start of its scenario
    closing: str = ""  # how players ended the game before its rules did
    closing_line: int = 0

    @classmethod
    def of(
        cls,
        start: State,
        entries: Sequence[Entry],
        over: bool = False,
        headers: Mapping[str, str] | None = None,
        side: int | None = None,
    ) -> Record:
        """The record of a game from its first state; with a side, only what that side may know of the state."""
        for key in headers or {}:
            if not _is_header(key):
                raise EchelonError(f"{key!r} cannot be a header; use letters and digits, starting with a capital: 'Blue'")
        rules = start.rules
        usual = rules.system.new(rules.scenario.name, rules.options, start.seed)
        elsewhere = start.rules is not usual.rules or start != usual
        known = start if side is None else start.view(side).state
        return cls(
            rules.system.name, rules.system.version, rules.scenario.name, dict(rules.options), list(entries),
            dice.seal(start.seed), start.seed.hex() if over else "", dict(headers or {}),
            position=known.position() if elsewhere else "",
        )  # fmt: skip

    def start(self, seed: dice.Seed | None = None) -> State:
        """The first state, its dice keyed by the record's own seed if it is known, else by the one given."""
        key = dice.seed_bytes(self.seed) if self.seed else seed or dice.seed_bytes(0)
        if not self.position:
            return load(self.system).new(self.scenario, self.options, key)
        state = Position.parse(self.position, "start position").draft()
        state.seed = key
        return state

    # --- reading ----------------------------------------------------------------------------------------------------
    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. A damaged one is read up to its first error, which stands in `damage`."""
        check_lines(text, RECORD)
        lines = text.splitlines()
        first = [part.strip() for part in (lines[0] if lines else "").split("|")]
        if len(first) < 3 or first[0].split() != ["echelon", str(FORMAT)] or len(first[1].split()) != 2:
            raise PositionError(f"a record begins `echelon {FORMAT} | system version | scenario | options`", line=1)
        name, version = first[1].split()
        options = dict(pair.partition("=")[::2] for pair in (first[3].split() if len(first) > 3 else ()))
        record = cls(name, version, first[2], options, [])
        position: list[str] = []
        record.damage = record._follow(lines, position)
        record.position = "".join(position)
        return record

    def _follow(self, lines: Sequence[str], position: list[str]) -> Damage | None:
        """The lines after the first, up to the first that makes no sense; those of its position are put together."""
        stack: list[list[Entry]] = [self.entries]
        heading = ""
        count = 0
        body = False
        for number, raw in enumerate(lines[1:], 2):
            if raw.startswith(">") and not body:
                position.append(raw[1:].removeprefix(" ") + "\n")
                continue
            code, _, comment = raw.partition("#")
            if not body and ":" in code:
                code, comment = raw, ""  # a header may hold any sign
            line = code.strip()
            if not line:
                if comment.strip() and stack[-1]:
                    entry = stack[-1][-1]
                    entry.comment = f"{entry.comment} {comment.strip()}".strip()
                    if len(entry.comment) > REMARK:
                        raise BoundsError("remark", REMARK, line=number)
                continue
            try:
                if not body and self._header(line):
                    continue
            except EchelonError as error:
                return Damage(number, str(error))
            body = True
            if line.startswith("@"):
                heading = " ".join(line[1:].split())
                continue
            if len(stack) > BRANCHES:
                raise BoundsError("branches", BRANCHES, line=number)
            before = len(stack[-1])
            if self.closing:
                return Damage(number, f"{line!r} comes after the game was closed: {self.closing!r}")
            if line.startswith("!") and len(stack) == 1:
                self.closing, self.closing_line = " ".join(line[1:].split()), number
                continue
            here = stack[-1]
            message = _read(line, comment.strip(), number, stack)
            if here and len(here[-1].comment) > REMARK:
                raise BoundsError("remark", REMARK, line=number)
            count += len(here) - before
            if count > ACTIONS:
                raise BoundsError("actions", ACTIONS, line=number)
            if heading and line not in ("(", ")") and len(stack[-1]) > before:
                stack[-1][before].heading, heading = heading, ""
            if message:
                return Damage(number, message)
        return Damage(len(lines), "a branch is not closed with )") if len(stack) > 1 else None

    def _header(self, line: str) -> bool:
        if line.startswith("seed "):
            word = line[5:].strip()
            if word.startswith("sha256:"):
                self.seal = word
            else:
                self.seed = dice.seed_bytes(word).hex()
            return True
        key, colon, value = line.partition(":")
        if colon and _is_header(key):
            self.headers[key] = value.strip()
            return True
        return False

    # --- writing ----------------------------------------------------------------------------------------------------
    def text(self, checks: bool = True, headings: bool = True) -> str:
        """The record as text, with headings and fingerprints from replaying it. Without headings nothing is replayed, so that
        a long game can be written after every move."""
        words = " ".join(f"{k}={v}" for k, v in self.options.items())
        lines = [f"echelon {FORMAT} | {self.system} {self.version} | {self.scenario} | {words}".rstrip(" |")]
        lines += [f"seed {word}" for word in (self.seal, self.seed) if word]
        lines += [f"{key}: {' '.join(value.split())}" for key, value in self.headers.items()]
        lines += [f"> {line}".rstrip() for line in self.position.splitlines()]
        state = self._start() if headings else None
        heading = ""
        for entry in self.entries:
            if state is not None:
                now = f"@ {state.turn} {state.rules.sequence[state.step].name}"
                if now != heading:
                    if heading and checks:
                        lines.append(f"= {state.key()}")
                    heading = now
                    lines.append(now)
            lines += _write(entry)
            state = _advance(state, entry)
        if state is not None and checks and self.entries:
            lines.append(f"= {state.key()}")
        lines += [f"! {self.closing}"] if self.closing else []
        return "\n".join(lines) + "\n"

    def _start(self) -> State | None:
        try:
            return self.start()
        except EchelonError:
            return None

    # --- replaying --------------------------------------------------------------------------------------------------
    def replay(self, keep: bool = False) -> Replay:
        """Play the main line, checking actions, fingerprints, branches and, where the seed is known, every die."""
        now = load(self.system).version
        state = self.start()
        result = Replay(state, 0, None, [state.copy()] if keep else [])
        if now != self.version:
            result.note = f"written under version {self.version} of the rules, replayed under {now}"
        if self.seed and self.seal and dice.seal(bytes.fromhex(self.seed)) != self.seal:
            result.damage = Damage(2, "the seed does not match the seal published at the start")
            return result
        for entry in self.entries:
            result.damage = self._branches(state, entry)
            message = self._step(state, entry)
            if message:
                result.damage = Damage(entry.line, message)
            if result.damage:
                return result
            result.applied += 1
            if keep:
                result.states.append(state.copy())
            if entry.check and entry.check != state.key():
                result.damage = Damage(
                    entry.line + 1, f"the state differs from the fingerprint {entry.check} after {entry.text!r}"
                )
                return result
        result.damage = self.damage
        if self.closing and not self.damage:
            try:
                close(state, self.closing)
            except EchelonError as error:
                result.damage = Damage(self.closing_line, str(error))
        return result

    def _branches(self, state: State, entry: Entry) -> Damage | None:
        """The first damage in the branches beside an entry. Their dice are what-ifs, so they are not held to the seed."""
        for branch in entry.branches:
            trial = state.copy()
            for inner in branch:
                damage = self._branches(trial, inner)
                message = self._step(trial, inner, what_if=True)
                if damage or message:
                    return damage or Damage(inner.line, f"in a branch: {message}")
        return None

    def _step(self, state: State, entry: Entry, what_if: bool = False) -> str:
        """Check and apply one entry; the complaint, or nothing."""
        if state.outcome is not None:
            return f"{entry.text!r} comes after the end of the game"
        if entry.sealed:
            return f"{entry.text!r} is sealed; the record cannot be replayed beyond it until it is revealed"
        here = f"{state.turn} {state.rules.sequence[state.step].name}"
        if entry.heading and entry.heading != here:
            return f"the record says {entry.heading!r} where the game is at {here!r}"
        try:
            action = state.parse(entry.text)
            rulings = state.why_not(action)
        except EchelonError as error:
            return str(error)
        if rulings:
            return f"{entry.text!r} is not legal here: {' '.join(state.sentence(r) for r in rulings)}"
        if state.frame.chance and self.seed and not what_if and action != state.draw():
            return f"{entry.text!r} does not match the dice of this seed: {state.text(state.draw())!r}"
        state.apply(action)
        return ""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


def _is_header(key: str) -> bool:
    """May this head a line before the first action? A capital tells it from an action."""
    return key.replace(" ", "").isalnum() and key[0].isupper()


def _read(line: str, comment: str, number: int, stack: list[list[Entry]]) -> str:
    """Add one line to the innermost list of entries; the complaint, or nothing."""
    here = stack[-1]
    if line == "(":
        if not here:
            return "a branch has no move to be an alternative to"
        here[-1].branches.append([])
        stack.append(here[-1].branches[-1])
    elif line == ")":
        if len(stack) == 1:
            return "a ) without its ("
        stack.pop()
    elif line.startswith("="):
        word = line[1:].strip()
        if not here or not word or any(c not in "0123456789abcdef" for c in word):
            return f"{line!r} is not a fingerprint"
        here[-1].check = word
    else:
        forced, chance = line.startswith("~"), line.startswith("*")
        for text in line.lstrip("~* ").split(";"):
            if text.strip():
                here.append(Entry(" ".join(text.split()), chance, forced, "", number))
        if here and comment:
            here[-1].comment = comment
    return ""


def _write(entry: Entry) -> list[str]:
    mark = "* " if entry.chance else "~ " if entry.forced else ""
    remark = " ".join(entry.comment.split())  # on its line, whatever a person typed
    lines = [mark + entry.text + (f"  # {remark}" if remark else "")]
    for branch in entry.branches:
        lines += ["(", *(line for inner in branch for line in _write(inner)), ")"]
    return lines


def _advance(state: State | None, entry: Entry) -> State | None:
    """The state after an entry, or None once the record can no longer be followed."""
    if state is None or state.outcome is not None or entry.sealed:
        return None
    try:
        action = state.parse(entry.text)
        if state.why_not(action):
            return None
    except EchelonError:
        return None
    state.apply(action)
    return state
