"""The battery: games by random players and scrambled states of any system, every check at its own rate."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from echelon.core.errors import EchelonError, UnknownError
from echelon.core.rulings import Ruling
from echelon.core.state import Event, State
from echelon.core.system import System, load
from echelon.lab.certify.clauses import Tally
from echelon.lab.certify.copies import copies, derived, position
from echelon.lab.certify.finding import Failure, Finding, Findings, found
from echelon.lab.certify.judges import answers, judges, own_view
from echelon.lab.certify.plan import Game, switched
from echelon.lab.certify.report import Report
from echelon.lab.certify.secrets import Guesses, secrets
from echelon.lab.certify.sentences import Sentences, questions, untranslated, words
from echelon.lab.certify.tables import table_game

__all__ = ["SHARP", "Battery", "Rates", "Stop"]


@dataclass(frozen=True, slots=True)
class Rates:
    """How often the dear checks are made, as shares of the states they could be made on."""

    judges: float = 0.08
    copies: float = 0.1
    derived: float = 0.2  # beyond the sets, which are always compared
    words: float = 0.06
    secrets: float = 0.12
    views: float = 0.1
    positions: float = 0.01
    tables: float = 0.15  # games played at a table, with undo
    records: float = 0.5  # of those, replayed from their record
    scrambled: int = 5  # states for each game, after it
    ahead: int = 0  # and before it
    back: float = 0.1  # scrambled states from which a few actions are played at a table, with undo
    follow: int = 4  # actions played on from a scrambled state
    fan: int = 12  # actions of a scrambled state whose effects are judged
    full: int = 400  # the whole universe is judged if it is no larger
    first: int = 40  # this often every check is made on each kind of question, whatever its rate
    long: int = 250  # after so many states of a game all checks become rarer, kind by kind:
    plenty: int = 20  # of the nth question of a kind only this many in n are looked at as before
    broken_off: int = 1_000_000  # after so many states a game has told enough


BACK = 8  # actions played at a table from a scrambled state
SHARP = Rates(
    judges=0.3, secrets=0.3, derived=1.0, positions=0.0, tables=0.3, scrambled=10, ahead=60, back=0.2, follow=3, fan=12,
    first=3,
    broken_off=300,
)  # fmt: skip


class Stop(Exception):  # noqa: N818 - not an error
    """The first failure was all that was wanted, or time is up."""


class Battery:
    """One run."""

    def __init__(
        self, system: System, seed: int, rates: Rates, limit: int, first_only: bool = False, kinds: tuple[str, ...] = ()
    ) -> None:
        self.system, self.rates, self.limit, self.first_only, self.kinds = system, rates, limit, first_only, kinds
        self.report = Report(system, seed)
        self.tally = Tally()
        self.sentences, self.guesses = Sentences(), Guesses()
        self.seen: Counter[tuple[str, str]] = Counter()  # how often it was a check's turn on a kind of question
        self.lately: Counter[tuple[str, str]] = Counter()  # in this game
        self.length = 0  # states of this game so far
        self.rng = random.Random()
        self.where, self.game, self.found = "", 0, 0
        self.deadline = float("inf")
        try:
            self.registered = load(system.name) is system
        except UnknownError:
            self.registered = False  # texts name the system; one loaded by its module path cannot be found by them

    # --- running a check ------------------------------------------------------------------------------------------------
    def run(self, name: str, state: State, check: Callable[[], Findings]) -> None:
        """Make one check; an error in it is a finding too."""
        self.report.times[name] += 1
        try:
            for finding in check():
                self.add(finding)
        except Stop:
            raise
        except Exception as error:
            self.add(_crash(state, error, f"while checking {name!r}"))

    def add(self, finding: Finding) -> None:
        """Note a finding."""
        self.found += 1
        self.report.add(finding, self.where, self.game)
        if self.first_only:
            raise Stop

    def due(self, name: str, state: State, rate: float) -> bool:
        """Is it this check's turn? The first states of each kind of question always are; late in a long game few."""
        key = (name, state.frame.kind.name)
        self.seen[key] += 1
        self.lately[key] += 1
        if self.length > self.rates.long:
            rate *= min(1.0, self.rates.plenty / self.lately[key])
        return self.seen[key] <= self.rates.first or rate >= 1 or self.rng.random() < rate

    def heard(self, state: State, action: int, rulings: list[Ruling]) -> None:
        """The law has spoken: count it, and have it say so in words."""
        self.tally.heard(rulings)
        if rulings:
            for finding in self.sentences.say(state, rulings):
                self.add(finding)

    # --- one state ------------------------------------------------------------------------------------------------------
    def look(self, state: State, always: bool = False) -> None:
        """Every check of a state, each at its rate; scrambled states are worth all of the cheap ones."""
        rates, rng = self.rates, self.rng
        self.report.states += 1
        self.run("dead end", state, lambda: answers(state))
        if always:  # else they were looked for after the action that led here
            self.run("problems", state, lambda: self._problems(state))
        if always or self.due("sets", state, 1.0):
            deep = always or self.due("derived", state, rates.derived)
            self.run("derived", state, lambda: derived(state, rng, deep))
        player = state.outcome is None and not state.frame.chance
        if player and (always or self.due("judges", state, rates.judges)):
            full = rates.full if rng.random() < 0.3 or self.seen["full", state.frame.kind.name] < 5 else 60
            self.seen["full", state.frame.kind.name] += 1
            self.run("judges", state, lambda: judges(state, rng, full, self.heard))
        if self.due("copy", state, rates.copies):
            self.run("copy", state, lambda: copies(state, rng))
        if self.due("text", state, rates.words):
            self.run("text", state, lambda: words(state, rng))
            self.run("text", state, lambda: self._questions(state))
        if self.due("view", state, rates.views):
            self.run("view", state, lambda: own_view(state))
        if state.layout.secrets and self.due("secret", state, rates.secrets):
            deep = rng.random() < 0.05
            self.run("secret", state, lambda: secrets(state, rng, self.guesses, deep))
        written = self.registered and rates.positions > 0
        if written and (rng.random() < rates.positions or self.seen["position", state.frame.kind.name] < 2):
            self.seen["position", state.frame.kind.name] += 1
            self.run("position", state, lambda: position(state))

    def _problems(self, state: State, before: State | None = None, action: int = 0) -> Findings:
        for problem in state.problems():
            text = before.text(action) if before is not None else ""
            message = f"{_say(state, problem)}{f' (after {text!r})' if text else ''}"
            key = f"{problem.clause} {problem.facts.get('case', '')} {text.split()[0] if text else ''}"
            shown, do = (before, (text,)) if before is not None else (state, ())
            yield found("problems", key, message, shown, do, {"problems": []})
            yield from self.sentences.say(state, [problem])

    def _questions(self, state: State) -> Findings:
        for question in questions(state, self.rng):
            try:
                answer = state.ask(question)
            except EchelonError:
                continue  # some questions make no sense of some words, and say so
            for note in answer.notes:
                if note.clause not in self.system.clauses:
                    yield found("text", f"note {note.clause}", f"{question!r} cites {note.clause}, which does not exist", state)

    # --- one action -----------------------------------------------------------------------------------------------------
    def step(self, state: State, action: int) -> bool:
        """Apply an action and judge its effects. False if it went wrong: what follows would only tell the same again."""
        before, known = state.copy(), self.found
        keep = self.rng.random() < 0.2
        events: list[Event] | None = [] if keep else None
        state.log = events
        try:
            state.apply(action)
        except Exception as error:
            self.report.times["crash"] += 1
            self.add(_crash(before, error, f"while {before.text(action)!r} was carried out", (before.text(action),)))
            return False
        finally:
            state.log = None
        self.report.actions += 1
        self.report.times["crash"] += 1
        self.tally.noted.update(event.clause for event in events or ())
        if state.outcome is not None:
            self.tally.noted[state.outcome.clause] += 1
        if events:
            self.run("text", before, lambda: self.sentences.say(state, events))
        if self.due("effects", before, 1.0):
            self.run("effects", before, lambda: self._effects(before, action, state))
        if self.due("problems", before, 1.0):
            self.run("problems", before, lambda: self._problems(state, before, action))
        self.run("result", before, lambda: self._result(before, action, state))
        return self.found == known

    def _effects(self, before: State, action: int, after: State) -> Findings:
        if after.rolls - before.rolls != before.frame.chance:  # forgotten, the same die would fall again
            text = before.text(action)
            message = f"{after.rolls - before.rolls} dice were counted for {text!r}, which takes {int(before.frame.chance)}"
            yield found("effects", f"rolls {before.frame.kind.name}", message, before, (text,))
        for problem in self.system.proof.transition(before, action, after):
            text = before.text(action)
            key = f"{problem.clause} {problem.facts.get('case', '')} {text.split()[0]}"
            yield found("effects", key, f"{_say(after, problem)} (after {text!r})", before, (text,))

    def _result(self, before: State, action: int, after: State) -> Findings:
        result = after.outcome
        if result is None:
            return
        text = before.text(action)
        if result.clause not in self.system.clauses:
            message = f"the game ended by {result.clause!r}, which is not in the rule book"
            yield found("result", result.clause, message, before, (text,))
        if result.winner is not None and not 0 <= result.winner < len(self.system.sides):
            yield found("result", "winner", f"side {result.winner} won, and there is no such side", before, (text,))

    # --- one game -------------------------------------------------------------------------------------------------------
    def choose(self, player: str) -> Callable[[State, list[int]], int]:
        """How a player chooses among his legal actions."""
        push, rng = self.system.judgement.push, self.rng
        if player == "pushy" and push is not None:
            return lambda state, actions: push(state, actions, rng)
        return lambda state, actions: rng.choice(actions)

    def play(self, game: Game) -> None:
        """One game with every check, then scrambled states of the same rules."""
        self.rng = random.Random(f"{game.seed} {game.player}")
        self.where, self.game = str(game), game.number
        try:
            start = self.system.new(game.scenario, game.options, game.seed)
        except Exception as error:  # there is no state yet, so no position file either
            key, message = _where(error, "while a new game was set up")
            self.report.failures.append(Failure("crash", key, message, self.where, "", 1, game.number))
            raise Stop from None
        if game.number == 0:
            self.run("text", start, lambda: untranslated(start))
        choose = self.choose(game.player)
        state, kept = start.copy(), []
        visited: set[int] = set()
        self.begin(0)
        if self.rates.ahead:
            self.scrambles([start, *self.variants()], choose, self.rates.ahead)
        while self.length < self.rates.broken_off:
            self._check_deadline()
            self.begin(self.length + 1)
            self.look(state)
            if state.outcome is not None:
                break
            mark = hash(state.content())
            if mark in visited or len(visited) >= self.limit:
                self.run("runaway", state, lambda s=state, again=mark in visited: self._runaway(s, again))  # type: ignore[misc]
                break
            visited.add(mark)
            if self.rng.random() < 0.05:
                kept.append(state.copy())
            actions = list(state.legal())
            if not actions and not state.frame.chance:
                break
            if not self.step(state, state.draw() if state.frame.chance else choose(state, actions)):
                break
        self.report.times["runaway"] += 1
        self.report.games += 1
        if self.rng.random() < self.rates.tables or game.number < 4:
            replay = self.registered and (self.rng.random() < self.rates.records or game.number < 4)
            if replay:
                self.report.times["record"] += 1
            most = min(self.limit, self.rates.broken_off)
            self.run("undo", start, lambda: table_game(start, choose, self.rng, most, replay))
        self.begin(0)
        self.scrambles(kept or [start], choose, self.rates.scrambled)
        if start.layout.secrets:
            self.run("secret", start, lambda: self.guesses.missing(start))

    def _runaway(self, state: State, again: bool) -> Findings:
        kind = state.frame.kind.name
        if again:
            yield found(
                "runaway", f"loop {kind}", f"the same state was repeated in {kind}: its measure does not decrease", state
            )
        else:
            yield found("runaway", "long", f"the game was not over after {self.limit} actions, in {kind}", state)

    def begin(self, length: int) -> None:
        """The next state of a game, or (0) states that belong to no course of play."""
        self.length = length
        if not length:
            self.lately.clear()

    def variants(self, count: int = 6) -> list[State]:
        """New games with other options, so that no option has to wait for its turn in the plan."""
        return [self.system.new(*switched(self.system, self.rng)) for _ in range(count)]

    def scrambles(self, bases: Sequence[State], choose: Callable[[State, list[int]], int], count: int) -> None:
        """Dense odd situations, looked at with every check, and a few actions on from there."""
        scramble = self.system.proof.scramble
        if scramble is None:
            return
        for number in range(count):
            self._check_deadline()
            state = self.rng.choice(bases).copy()
            try:
                scramble(state, self.rng, self.kinds)
            except Exception as error:
                self.add(_crash(self.rng.choice(bases), error, "while a state was scrambled"))
                return
            self.report.scrambled += 1
            self.look(state, always=True)
            self.fan(state)
            if self.rng.random() < self.rates.back:
                self.run("undo", state, lambda s=state: table_game(s.copy(), choose, self.rng, BACK, False))  # type: ignore[misc]
            for _ in range(self.rates.follow):
                if state.outcome is not None:
                    break
                actions = [a for a, _chance in state.outcomes()] if state.frame.chance else list(state.legal())
                if not actions:
                    break
                action = self.rng.choice(actions) if state.frame.chance or number % 2 else choose(state, actions)
                if not self.step(state, action):
                    break
                self.look(state)

    def fan(self, state: State) -> None:
        """Judge the effects of every action that could be taken here, or of some if they are many."""
        actions = [a for a, _chance in state.outcomes()] if state.frame.chance else list(state.legal())
        for action in actions if len(actions) <= self.rates.fan else self.some(state, actions):
            branch = state.copy()
            if self.step(branch, action):
                self.run("dead end", branch, lambda b=branch: answers(b))  # type: ignore[misc]
                self.run("derived", branch, lambda b=branch: derived(b, self.rng, False))  # type: ignore[misc]
                asked = state.frame.chance and branch.outcome is None and not branch.frame.chance
                if asked and self.rng.random() < self.rates.judges:  # some questions only follow a rare die
                    self.run("judges", branch, lambda b=branch: judges(b, self.rng, 60, self.heard))  # type: ignore[misc]

    def some(self, state: State, actions: Sequence[int]) -> list[int]:
        """So many of the actions that their effects can all be judged: of each verb about the same number."""
        by_verb: dict[str, list[int]] = {}
        for action in self.rng.sample(actions, len(actions)):
            by_verb.setdefault(state.rules.verbs.verb(action).name, []).append(action)
        turns = zip_longest(*by_verb.values())
        return [action for turn in turns for action in turn if action is not None][: self.rates.fan]

    def _check_deadline(self) -> None:
        if time.process_time() > self.deadline:  # its own work counts, not that of a busy machine
            raise Stop


def _crash(state: State, error: Exception, when: str, do: tuple[str, ...] = ()) -> Finding:
    key, message = _where(error, when)
    return found("crash", key, message, state, do)


def _where(error: Exception, when: str) -> tuple[str, str]:
    """What sort of error it is, and a sentence that names the line of code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "?"
    short = "/".join(place.replace("\\", "/").split("/")[-3:])
    name = type(error).__name__
    return f"{name} {short}", f"{name} {when}: {error} ({short})"


def _say(state: State, problem: Any) -> str:
    try:
        return state.sentence(problem)
    except (LookupError, ValueError, TypeError, AttributeError):
        return f"{problem.clause} {dict(problem.facts)}"
