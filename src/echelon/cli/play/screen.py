"""What a person at the terminal sees: heading, map, what happened, and the numbered answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from rich.rule import Rule
from rich.table import Table as Grid

from echelon.cli.common import clean, coloured, side_words
from echelon.cli.play.answers import Row, odds_lines, result_codes, rows
from echelon.cli.play.map import SIDE_STYLES, draw_map, legend
from echelon.cli.play.names import names_of
from echelon.cli.play.voice import Voice
from echelon.core.show.story import gathered
from echelon.core.text.names import name_of, scenario_text, step_title
from echelon.core.views import sees, visible

if TYPE_CHECKING:
    from rich.console import Console

    from echelon.cli.play.game import Game
    from echelon.core.state import Event, State
    from echelon.core.table import Move

__all__ = ["Screen"]

MOST_EVENTS = 10
FEW_EVENTS = 3  # so many are told even where they push the map up
MOST_OPTIONS = 24


class Screen:
    """Prints a game for one person at a time."""

    def __init__(self, console: Console, voice: Voice | None = None) -> None:
        self.console = console
        self.voice = voice or Voice()
        self.notice = ""  # a sentence for the next screen, such as what undo took back
        self.compact = False  # was the map last drawn in its small form?

    def ask(self, prompt: str) -> str:
        """A line from the person; EOFError at the end of the input."""
        if self.console.is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401 - arrow keys and history while typing
            return input(prompt)  # the prompt is handed over, so that readline knows where the line begins
        typed = input(prompt)
        self.console.print(clean(typed))  # a transcript shows what was typed
        return typed

    def pause(self, prompt: str) -> None:
        """Wait until the person has read; a script is not kept waiting."""
        if self.console.is_terminal:
            self.ask(prompt)

    def say(self, sentence: str, style: str = "") -> None:
        """One sentence, taken literally."""
        self.console.print(clean(sentence), style=style or None)

    def clear(self) -> None:
        """A fresh screen, where there is one."""
        if self.console.is_terminal:
            self.console.clear()

    # --- the whole picture ----------------------------------------------------------------------------------------------
    def turn(self, game: Game, since: int, first: bool = False) -> None:
        """Everything for an answer: heading, map (at first with its legend), what happened since, question and answers."""
        view = game.view()
        self.heading(view.state)
        options = list(view.legal())
        lines = told(game, game.table.moves[since:], game.viewer, self.voice)
        # heading, question, codes, the line where one types, and one to spare; what happened gives way to the map
        below = min(len(options), MOST_OPTIONS) + 5 + bool(self.notice) + 2 * first
        drawn = self.map(view.state, options, below=below + min(len(lines), FEW_EVENTS))
        if first:
            self.legend(view.state)
        room = self.console.height - below - drawn if self.console.is_terminal else MOST_EVENTS
        self.tell(lines, min(max(room, FEW_EVENTS), MOST_EVENTS))
        self.secrets(view.state, game.viewer)
        if self.notice:
            self.say(self.notice, "green")
            self.notice = ""
        self.question(view.state, options)

    def heading(self, state: State) -> None:
        """Turn, phase, side."""
        rules = state.rules
        step = rules.sequence[state.step]
        side = state.frame.side
        voice, lang = self.voice, self.voice.language
        facts = {"turn": state.turn, "step": step_title(rules.texts, step, lang), "side": side_words(state, side, lang)}
        words = voice("screen.over") if state.outcome else voice("screen.heading", **facts)
        style = SIDE_STYLES[side % len(SIDE_STYLES)] if side < len(rules.sides) else "bold"
        self.console.print(Rule(f"[{style}] {clean(words)} [/]", style="dim", align="left"))

    def map(self, state: State, options: Sequence[int] = (), focus: int | None = None, below: int = 4) -> int:
        """The map in the largest form that leaves room for `below` lines. Returns how many lines it takes."""
        verbs = state.rules.verbs
        marks = {h for action in options for h in verbs.values(action, "hex")}
        width, height = self.console.width, self.console.height
        colour = coloured(self.console)
        self.compact = not self.fits(state, below)
        most = max(14, height - 11) if self.compact else 0
        picture = draw_map(state, width, most, marks, focus, compact=self.compact, colour=colour, language=self.voice.language)
        self.console.print(picture)
        return len(picture.plain.splitlines())

    def legend(self, state: State) -> None:
        """What the signs mean."""
        self.console.print(legend(state, self.compact, coloured(self.console), self.voice))

    def fits(self, state: State, below: int = 12) -> bool:
        """Is there room for the map in its large form above `below` lines?"""
        return not self.console.is_terminal or len(draw_map(state).plain.splitlines()) <= self.console.height - below

    def goal(self, state: State) -> bool:
        """How to win, if the scenario says so in a sentence."""
        words = scenario_text(state.rules.system, state.rules.scenario, "goal", self.voice.language)
        if words:
            self.console.print(f"[bold]{self.voice('screen.goal')}[/] {clean(words)}")
        return bool(words)

    def course(self, state: State) -> None:
        """The sequence of play in a sentence: the steps of a turn in which somebody is asked."""
        rules = state.rules
        voice, lang = self.voice, self.voice.language
        told = scenario_text(rules.system, rules.scenario, "course", lang)
        if told:
            self.console.print(f"[bold]{voice('screen.course')}[/] {clean(told)}")
            return
        asked = [step for step in rules.sequence[rules.system.play.first :] if step.opens and step.side < len(rules.sides)]
        parts = [
            f"{side_words(state, side, lang)} {', '.join(step_title(rules.texts, step, lang).lower() for step in steps)}"
            for side, steps in groupby(asked, key=lambda step: step.side)
        ]
        if parts:
            self.console.print(f"[bold]{voice('screen.course')}[/] {clean(voice('screen.then').join(parts))}.")

    def standing(self, state: State) -> bool:
        """How the game stands, if the system tells."""
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        rows = state.rules.system.show.standing(state, self.voice.language)
        for label, value in rows:
            grid.add_row(f"  {clean(label)}", f"[bold]{clean(value)}[/]")
        if rows:
            self.console.print(grid)
        return bool(rows)

    # --- what happened --------------------------------------------------------------------------------------------------
    def since(self, game: Game, first: int) -> None:
        """What the viewer may know of the moves since `first`."""
        self.tell(told(game, game.table.moves[first:], game.viewer, self.voice))

    def tell(self, lines: Sequence[str], most: int = MOST_EVENTS) -> None:
        """What happened, on `most` lines: the last of it, and a word about the rest."""
        shown = lines if len(lines) <= most else lines[1 - most :]
        if len(shown) < len(lines):
            self.console.print(f"[dim]  {self.voice('screen.earlier', count=len(lines) - len(shown))}[/]")
        for line in shown:
            self.console.print(f"[dim]›[/] {_faded_clause(line)}")

    def log(self, game: Game) -> None:
        """Everything that happened, by turn and step."""
        heading = ""
        for move in game.table.moves:
            lines = told(game, [move], game.viewer, self.voice)
            rules, lang = move.before.rules, self.voice.language
            step = rules.sequence[move.before.step]
            facts = {"step": step_title(rules.texts, step, lang), "side": _side(move.before, step.side, lang)}
            now = self.voice("screen.heading", turn=move.before.turn, **facts).rstrip(" ·")
            if lines and now != heading:
                heading = now
                self.console.print(f"[bold]{clean(heading)}[/]")
            for line in lines:
                self.console.print(f"  {_faded_clause(line)}")
        if not heading:
            self.say(self.voice("screen.nothing"))

    def secrets(self, state: State, side: int) -> None:
        """What only this side knows."""
        for slot in state.layout.secrets:
            value = getattr(state, slot.name)
            if slot.secret == side and value != slot.unknown:
                word = str(slot.codec.dump(state.rules, value))
                name = name_of(state.rules.texts, slot.name, self.voice.language)
                self.console.print(f"[magenta]{clean(self.voice('screen.secret', name=name, value=word))}[/]")

    # --- what can be done -----------------------------------------------------------------------------------------------
    def question(self, state: State, options: Sequence[int], everything: bool = False) -> None:
        """The prompt and the numbered answers."""
        self.console.print(f"[bold]{clean(state.prompt(self.voice.language))}[/]")
        self.options(state, options, everything)

    def options(self, state: State, options: Sequence[int], everything: bool = False) -> None:
        """The answers with their numbers; long lists are grouped, and cut if that does not help."""
        shown, left = rows(state, options, MOST_OPTIONS, everything, voice=self.voice)
        self.rows(shown)
        if len(options) <= MOST_OPTIONS:
            codes = {key for action in options for key in state.preview(action).get("results", ())}
            meanings = result_codes(state, sorted(codes), self.voice)
            if meanings:
                self.console.print(f"[dim]{clean(meanings)}[/]")
        if left:
            self.console.print(f"[dim]{self.voice('screen.more', left=left)}[/]")
        joined = next((row for row in shown if "-" in row.numbers), None)
        if joined:
            first = options[int(joined.numbers.split("-")[0]) - 1]
            example = names_of(state.rules).shorten(state.text(first))
            self.console.print(f"[dim]{clean(self.voice('screen.example', example=example))}[/]")

    def rows(self, shown: Sequence[Row]) -> None:
        """Numbered rows; numbers and what to type are never cut short."""
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        widths = [max((len(row[i]) for row in shown), default=1) for i in (0, 2)]
        grid.add_column(justify="right", no_wrap=True, min_width=widths[0])
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, min_width=widths[1])
        grid.add_column()
        for row in shown:
            grid.add_row(f"[bold cyan]{row.numbers}[/]", clean(row.sentence), *(f"[dim]{clean(word)}[/]" for word in row[2:]))
        self.console.print(grid)

    def odds(self, state: State, options: Sequence[int]) -> None:
        """What each answer leads to, in full."""
        results: dict[str, None] = {}
        shown = [(action, preview) for action in options if (preview := state.preview(action))]
        for action, preview in shown:
            results |= dict.fromkeys(preview.get("results", ()))
            self.console.print(f"[bold]{clean(state.describe(action, self.voice.language))}[/]")
            for line in odds_lines(state, preview, self.voice):
                self.console.print(f"  {clean(line)}")
        if results:
            self.console.print(f"[dim]{clean(result_codes(state, list(results), self.voice))}[/]")
        if not shown:
            self.say(self.voice("screen.no_odds"))


def told(game: Game, moves: Sequence[Move], viewer: int, voice: Voice) -> list[str]:
    """Moves in sentences, as far as a side may read them; that the other did something secret, or nothing, is told too."""
    lines: list[str] = []
    sides: list[int] = []
    last: Event | None = None
    for move in moves:
        state = move.before
        events = gathered(state.rules.texts, [e for e in move.events if visible(e, viewer)])
        for event in events:
            joined = _joined(last, event)
            if joined:
                lines.pop()
            last = joined or event
            lines.append(state.sentence(last, voice.language))
        if not events and not sees(state, move.action, viewer):
            asked = state.frame_of(move.action) or state.frame
            side = state.rules.texts.word(state.rules, "side", asked.owner, voice.language)
            lines.append(voice("screen.secret_die" if asked.chance else "screen.secret_choice", side=side))
        sides.append(move.side)
    if moves and not lines and all(side != viewer for side in sides):
        state = moves[-1].before
        side = state.rules.texts.word(state.rules, "side", moves[-1].side, voice.language)
        lines.append(voice("screen.does_nothing", side=side))
    return lines


def _joined(last: Event | None, event: Event) -> Event | None:
    """Two steps of one unit as one: where it is now, for what both cost together. None if they are not that."""
    if last is None or (last.key, last.clause, set(last.facts)) != (event.key, event.clause, {"unit", "hex", "mf"}):
        return None
    if set(event.facts) != set(last.facts) or last.facts["unit"] != event.facts["unit"]:
        return None
    return event._replace(facts={**event.facts, "mf": last.facts["mf"] + event.facts["mf"]})


def _side(state: State, side: int, language: str) -> str:
    return "" if side >= len(state.rules.sides) else side_words(state, side, language)


def _faded_clause(line: str) -> str:
    """A sentence with its clause id in the background."""
    text, bracket, clause = line.rpartition(" [")
    return f"{clean(text)} [dim]{clean('[' + clause)}[/]" if bracket and clause.endswith("]") else clean(line)
