"""What a person at the terminal sees: heading, map, what happened, and the numbered answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.rule import Rule
from rich.table import Table as Grid

from echelon.cli.common import clean, percent
from echelon.cli.play.map import SIDE_STYLES, draw_map, legend
from echelon.core.pieces import pieces_of
from echelon.core.texts import halves
from echelon.core.views import visible

if TYPE_CHECKING:
    from rich.console import Console

    from echelon.cli.play.game import Game
    from echelon.core.state import Event, State
    from echelon.core.table import Move

__all__ = ["Screen"]

MOST_EVENTS = 10
MOST_OPTIONS = 24


class Screen:
    """Prints a game for one person at a time."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.notice = ""  # a sentence for the next screen, such as what undo took back

    def ask(self, prompt: str) -> str:
        """A line from the person; EOFError at the end of the input."""
        if self.console.is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401 - arrow keys and history while typing
            return input(prompt)  # the prompt is handed over, so that readline knows where the line begins
        typed = input(prompt)
        self.console.print(clean(typed))  # a transcript shows what was typed
        return typed

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
        self.map(view.state, options)
        if first:
            self.legend(view.state)
        self.since(game, since)
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
        name = rules.texts.template("side", rules.side_name(side)) or rules.side_name(side)
        words = "Game over" if state.outcome else f"Turn {state.turn} · {step.title} · {name}"
        style = SIDE_STYLES[side % len(SIDE_STYLES)] if side < len(rules.sides) else "bold"
        self.console.print(Rule(f"[{style}] {clean(words)} [/]", style="dim", align="left"))

    def map(self, state: State, options: Sequence[int] = (), focus: int | None = None) -> None:
        """The map in the largest form that leaves room for the rest."""
        verbs = state.rules.verbs
        marks = {h for action in options for h in verbs.values(action, "hex")}
        width, height = self.console.width, self.console.height
        if not self.console.is_terminal:
            height = 0
        colour = self.console.color_system is not None
        picture = draw_map(state, width, 0, marks, focus, colour=colour)
        if height and len(picture.plain.splitlines()) > height - 16:
            picture = draw_map(state, width, max(14, height - 11), marks, focus, compact=True, colour=colour)
        self.console.print(picture)

    def legend(self, state: State) -> None:
        """What the signs mean."""
        self.console.print(legend(state.rules.board))

    # --- what happened --------------------------------------------------------------------------------------------------
    def since(self, game: Game, first: int) -> None:
        """What the viewer may know of the moves since `first`."""
        lines = told(game, game.table.moves[first:], game.viewer)
        hidden = len(lines) - MOST_EVENTS
        if hidden > 0:
            self.console.print(f"[dim]  … {hidden} earlier: type log[/]")
        for line in lines[-MOST_EVENTS:]:
            self.console.print(f"[dim]›[/] {_faded_clause(line)}")

    def log(self, game: Game) -> None:
        """Everything that happened, by turn and step."""
        heading = ""
        for move in game.table.moves:
            lines = told(game, [move], game.viewer)
            step = move.before.rules.sequence[move.before.step]
            now = f"Turn {move.before.turn} · {step.title} · {_side(move.before, step.side)}".rstrip(" ·")
            if lines and now != heading:
                heading = now
                self.console.print(f"[bold]{clean(heading)}[/]")
            for line in lines:
                self.console.print(f"  {_faded_clause(line)}")
        if not heading:
            self.say("Nothing has happened yet.")

    def secrets(self, state: State, side: int) -> None:
        """What only this side knows."""
        for slot in state.layout.secrets:
            value = getattr(state, slot.name)
            if slot.secret == side and value != slot.unknown:
                word = slot.codec.dump(state.rules, value)
                self.console.print(f"[magenta]Only you know: {slot.name} {clean(str(word))}[/]")

    # --- what can be done -----------------------------------------------------------------------------------------------
    def question(self, state: State, options: Sequence[int], everything: bool = False) -> None:
        """The prompt and the numbered answers."""
        self.console.print(f"[bold]{clean(state.prompt())}[/]")
        self.options(state, options, everything)

    def options(self, state: State, options: Sequence[int], everything: bool = False) -> None:
        """The answers with their numbers; long lists are cut."""
        shown = options if everything else options[:MOST_OPTIONS]
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for justify in ("right", "left", "left", "left"):
            grid.add_column(justify=justify, no_wrap=True)
        for number, action in enumerate(shown, 1):
            hint = brief(state, action)
            row = [f"[bold cyan]{number}[/]", clean(state.describe(action)), f"[dim]{clean(state.text(action))}[/]"]
            grid.add_row(*row, f"[dim]{clean(hint)}[/]")
        self.console.print(grid)
        if len(shown) < len(options):
            more = len(options) - len(shown)
            self.console.print(f"[dim]… and {more} more: type list, or list with a unit or hex[/]")

    def odds(self, state: State, options: Sequence[int]) -> None:
        """What each answer leads to, in full."""
        from echelon.cli.query import preview_words

        shown = False
        results: dict[str, str] = {}
        for action in options:
            preview = state.preview(action)
            if preview:
                shown = True
                for key in preview.get("results", ()):
                    results[key] = state.rules.texts.template("word", key) or ""
                self.console.print(f"[bold]{clean(state.describe(action))}[/]")
                self.console.print(f"  {clean(preview_words(preview))}")
        for key, meaning in results.items():
            if meaning:
                self.console.print(f"[dim]  {clean(key)}: {clean(meaning)}[/]")
        if not shown:
            self.say("Nothing to reckon here. Odds are shown when you choose the units of an attack.")


def told(game: Game, moves: Sequence[Move], viewer: int) -> list[str]:
    """Moves in sentences, as far as a side may read them; that the other did something secret, or nothing, is told too."""
    lines: list[str] = []
    sides: list[int] = []
    for move in moves:
        state = move.before
        events = [e for e in move.events if visible(e, viewer)]
        lines += [state.sentence(e) for e in events]
        if not events and move.before.frame.kind.secret and move.side != viewer:
            lines.append(f"{_side(state, move.side)} has made a secret choice.")
        sides.append(move.side)
    if moves and not lines and all(side != viewer for side in sides):
        lines.append(f"{_side(moves[-1].before, moves[-1].side)} does nothing.")
    return lines


def brief(state: State, action: int) -> str:
    """A few words beside an answer: the column and chances of an attack, or what a step costs."""
    preview = state.preview(action)
    if preview:
        return _chances(preview)
    units = list(state.rules.verbs.values(action, "unit"))
    if not units:
        there = set(state.rules.verbs.values(action, "hex"))
        return ", ".join(f"{p['name']} {'-'.join(map(str, p['values']))}" for p in pieces_of(state) if p["hex"] in there)
    if state.frame.chance:
        return ""
    after = state.copy()
    events: list[Event] = []
    after.log = events
    after.apply(action)
    spent = [e.facts["mf"] for e in events if e.facts.get("unit") in units and isinstance(e.facts.get("mf"), int)]
    return f"{halves(sum(spent))} MP" if spent else ""


def _chances(preview: Mapping[str, Any]) -> str:
    """`2:1 — DR 50%, AR 33%, DE 17%` where the preview has these rows, else its plain values."""
    results = preview.get("results")
    parts = [str(preview["column"])] if "column" in preview else []
    if isinstance(results, Mapping):
        parts.append(", ".join(f"{k} {percent(Fraction(str(v)))}" for k, v in results.items()))
    if not parts:
        parts = [f"{k} {v}" for k, v in preview.items() if isinstance(v, str | int)]
    return " — ".join(parts)


def _side(state: State, side: int) -> str:
    name = state.rules.side_name(side)
    return state.rules.texts.template("side", name) or ("" if side >= len(state.rules.sides) else name)


def _faded_clause(line: str) -> str:
    """A sentence with its clause id in the background."""
    text, bracket, clause = line.rpartition(" [")
    return f"{clean(text)} [dim]{clean('[' + clause)}[/]" if bracket and clause.endswith("]") else clean(line)
