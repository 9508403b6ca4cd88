"""The desk: reads what a person types and does it. A number, an action, a short form, or one of the desk's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from echelon.cli.common import clean, shown_path, write_text
from echelon.cli.play.answers import names_it, points, singles
from echelon.cli.play.game import Game
from echelon.cli.play.names import names_of
from echelon.core.errors import EchelonError, Illegal, Invalid, nearest
from echelon.core.lines import as_meant

if TYPE_CHECKING:
    from echelon.cli.play.screen import Screen

__all__ = ["Desk", "Leave", "Load"]


SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "goal": "status", "victory": "status"}


class Leave(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to go."""


class Load(Exception):  # noqa: N818 - likewise
    """The person wants to go on with another game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__("another game")


class Desk:
    """One person's side of the conversation. `handle` returns True if the game moved and the screen should be drawn again."""

    def __init__(self, game: Game, screen: Screen) -> None:
        self.game, self.screen = game, screen
        self.names = names_of(game.state.rules)
        unit, place, zone = self.examples()
        self.words: dict[str, tuple[Callable[[str], bool], str, str]] = {
            "help": (self.help, "", "this page"),
            "list": (self.list, f"[{unit} or {place}]", "all answers, or those that name a unit or hex"),
            "map": (self.map, f"[{place}]", "the map again, around a hex if it is a large one"),
            "status": (self.status, "", "how to win, and how the game stands"),
            "why": (self.why, f"move {unit} {place}", "why something is not allowed, with the clauses"),
            "rules": (self.rules, zone, "clauses of the rule book, by id, chapter or words"),
            "odds": (self.odds, "", "what each answer leads to, with exact chances"),
            "range": (self.range, unit, "where a unit can go, and what it costs"),
            "ask": (self.ask, f"supplied {unit}", "a question about the position; alone, lists them"),
            "hint": (self.hint, "", "what a simple player who seeks contact would do"),
            "undo": (self.undo, "", "take back your last choice"),
            "log": (self.log, "", "all that has happened"),
            "save": (self.save, "FILE", "write the game to a file (it is kept anyway)"),
            "load": (self.load, "FILE", "go on with another game"),
            "quit": (self.quit, "", "leave; the game is kept"),
        }

    def examples(self) -> tuple[str, str, str]:
        """A unit, a hex and a clause of this very game, for the page of help."""
        rules = self.game.state.rules
        mine = [u for u in rules.forces.units if u.side == (self.game.humans or [0])[0]]
        zone = next((c for c in rules.system.clauses if "-ZOC-" in c), next(iter(rules.system.clauses)))
        return self.names.short(mine[0].id), rules.board.labels[rules.board.n // 2], f"{zone.split('-')[1]} or {zone}"

    # --- reading --------------------------------------------------------------------------------------------------------
    def handle(self, typed: str) -> bool:
        """Do what was typed. Foreseen errors are told, not raised."""
        text = typed.strip()
        try:
            if not text:
                return self.enter()
            word, _, rest = text.removeprefix(":").partition(" ")
            word = SHORT.get(word.lower(), word.lower())
            if word in self.words and (text.startswith(":") or word not in self.game.state.frame.kind.verbs):
                return self.words[word][0](rest.strip())
            return self.act(self.names.meant(text))
        except Illegal as error:
            self.refuse(error)
        except Invalid as error:
            near = nearest(text.split()[0], list(self.words))
            first, verbs = text.split()[0], self.game.state.frame.kind.verbs
            begun = self.beginning(text)
            if len(begun) > 1:
                reason = f"Several answers begin like that: {', '.join(begun[:6])}{' …' if len(begun) > 6 else ''}"
            elif first in self.game.state.rules.verbs or "did you mean" in error.reason:
                reason = error.reason
            else:
                reason = f"“{first}” is no answer here: answers begin with {' or '.join(verbs)}"
            self.screen.say(f"{reason[:1].upper()}{reason[1:]}.".replace("?.", "?"), "yellow")
            other = f"Or did you mean the word {near}? " if near else ""
            self.screen.say(f"({other}Type a number from the list, or help for what else you can type.)", "dim")
        except (EchelonError, OSError) as error:
            self.screen.say(f"{error}", "yellow")
        return False

    def options(self) -> list[int]:
        """The answers as they are numbered on the screen."""
        return self.game.view().legal()

    def enter(self) -> bool:
        """Enter alone does something only where there is nothing to choose."""
        options = self.options()
        if len(options) == 1:
            return self.act(self.game.state.text(options[0]))
        self.screen.say(f"Type a number from 1 to {len(options)}, or help.", "dim")
        return False

    def act(self, text: str) -> bool:
        """A number, the name of a unit or hex that one answer alone names, or an action or short form."""
        game, options = self.game, self.options()
        if game.state.outcome is not None:
            self.screen.say("The game is over: there is nothing left to answer.", "yellow")
            return False
        if text.isdigit() and str(int(text)) == text:
            number = int(text)
            if not 1 <= number <= len(options):
                known = f"they go from 1 to {len(options)}" if len(options) > 1 else "there is only one, press Enter for it"
                self.screen.say(f"There is no answer {number}: {known}.", "yellow")
                return False
            text = game.state.text(options[number - 1])
        else:
            text = self.named(text, options) or text
            text = as_meant(game.state, text)
        game.do(text)
        left = [step for step in game.table.rest if not step.endswith("?")]  # what is optional is not missed
        game.table.rest = ()
        if left:
            self.screen.notice = f"Not played, because something came between: {'; '.join(left)}."
        return True

    def named(self, text: str, options: list[int]) -> str:
        """The answer that a bare unit, hex or beginning (`stop`) means, if it is the only one."""
        rules = self.game.state.rules
        kind, value = "", -1
        text = self.names.full(text)
        if text in rules.forces:
            kind, value = "unit", rules.forces.index(text)
        elif text in rules.board.ids:
            kind, value = "hex", rules.board.ids[text]
        words, write = text.split(), self.game.state.text
        if kind:
            some = [write(a) for a in options if value in rules.verbs.values(a, kind)]
            if len(some) > 1:
                shown = ", ".join(map(self.names.shorten, some[:8])) + (" …" if len(some) > 8 else "")
                raise EchelonError(f"Several answers name {text}: {shown}.")
            if not some:
                meant = self.instead(text, kind, options)
                if not meant:
                    raise EchelonError(f"No answer names {text} now.")
                return meant
            found = [a for a in options if value in rules.verbs.values(a, kind)]
        else:
            found = [a for a in options if write(a).split()[: len(words)] == words]
        return self.game.state.text(found[0]) if len(found) == 1 else ""

    def beginning(self, text: str) -> list[str]:
        """The answers that begin with these words."""
        words, write = self.names.meant(text).split(), self.game.state.text
        return [self.names.shorten(write(a)) for a in self.options() if write(a).split()[: len(words)] == words]

    def instead(self, text: str, kind: str, options: list[int]) -> str:
        """The action that a unit or hex no answer names was surely meant for, so that its refusal can say why."""
        rules, meant = self.game.state.rules, set()
        for action in options:
            values = rules.verbs.values(action, kind)
            names = [rules.forces.units[v].id if kind == "unit" else rules.board.labels[v] for v in values]
            words = self.game.state.text(action).split()
            if len(names) == 1 and words.count(names[0]) == 1:
                meant.add(" ".join(text if word == names[0] else word for word in words))
        return meant.pop() if len(meant) == 1 else ""

    def refuse(self, error: Illegal) -> None:
        """Every clause that forbids it, in sentences."""
        state = self.game.state
        self.screen.say(f"{error.text}: not allowed.", "bold yellow")
        for ruling in error.rulings:
            self.screen.say(f"  {state.sentence(ruling)}")
        if error.rulings[0].clause == state.rules.order_clause and "kind" in error.rulings[0].facts and not self.game.stuck:
            self.screen.say(f"  Now the game asks: {self.game.view().state.prompt()}")
        if self.game.stuck:
            self.screen.say(f"  {self.game.stuck} Nothing of the line was played.")
        self.screen.say(f"  (rules {error.rulings[0].clause} prints the clause.)", "dim")

    # --- the words ------------------------------------------------------------------------------------------------------
    def help(self, rest: str) -> bool:
        """What can be typed."""
        system = self.game.state.rules.system
        print_ = self.screen.console.print
        print_(
            "Answer with the [bold cyan]number[/] in front, or in words as they stand behind it. A unit or hex alone will do "
            "where only one answer names it, and of a unit's name as much as no other has. Enter alone gives the only answer "
            "there is."
        )
        for pattern, meaning in system.lines:
            words = " ".join(word.partition(":")[0] for word in pattern.split())
            print_(f"  [bold]{clean(words):<21}[/]    [dim]short for[/] {clean(meaning.replace('*', '').replace('?', ''))}")
            marks = [mark.split("=") for word in pattern.split() for mark in word.partition(":")[2].split(",") if "=" in mark]
            for sign, meant in marks:
                print_(f"  {'':<21}    [dim]{clean(f'behind a hex of the path {sign} stands for {meant}')}[/]")
        for word, (_do, example, text) in self.words.items():
            print_(f"  [bold]{word:<6}[/] [dim]{clean(f'{example:<17}')}[/] {clean(text)}")
        self.screen.legend(self.game.state)
        return False

    def list(self, rest: str) -> bool:
        """All answers, or those that name something."""
        state, options = self.game.view().state, self.options()
        if rest:
            word = self.names.full(rest)
            wanted = [i for i, action in enumerate(options) if names_it(state, action, word)]
            self.screen.rows(singles(state, options, wanted))
            if not wanted:
                self.screen.say(f"No answer names {rest}.")
        else:
            self.screen.question(state, options, everything=True)
        return False

    def status(self, rest: str) -> bool:
        """How to win, and how the game stands."""
        state = self.game.view().state
        told = [self.screen.goal(state), self.screen.standing(state)]
        if not any(told):
            self.screen.say("This game does not say how it stands: rules lists the chapters of its rule book.")
        return False

    def map(self, rest: str) -> bool:
        """The map again."""
        state = self.game.view().state
        self.screen.map(state, self.options(), state.rules.board.parse_hex(rest) if rest else None)
        self.screen.legend(state)
        return False

    def why(self, rest: str) -> bool:
        """Why a line is not allowed."""
        if not rest:
            self.screen.say(f"Say what you would like to do, as in: why {self.words['why'][1]}")
            return False
        state = self.game.state
        number = self._is_number(rest)
        line = state.text(self.options()[int(rest) - 1]) if number else as_meant(state, self.names.meant(rest))
        self.game.try_line(line)
        self.screen.say("That is allowed.", "green")
        return False

    def _is_number(self, rest: str) -> bool:
        return rest.isdigit() and str(int(rest)) == rest and 1 <= int(rest) <= len(self.options())

    def rules(self, rest: str) -> bool:
        """Clauses of the rule book."""
        from echelon.cli.rules import found_clauses

        book = self.game.state.rules.system.book
        if not rest:
            codes = dict.fromkeys((c.id.split("-")[1], c.chapter) for c in book.clauses.values())
            for code, chapter in codes:
                self.screen.console.print(f"  [bold cyan]{code:<5}[/] {clean(chapter)}")
            self.screen.say("Type rules and a code, an id or words, as in: rules ZOC")
            return False
        for clause in found_clauses(book, tuple(rest.split())):
            self.screen.console.print(f"  [bold cyan]{clause.id}[/] {clean(clause.text)}")
        return False

    def odds(self, rest: str) -> bool:
        """What each answer leads to."""
        self.screen.odds(self.game.view().state, self.options())
        return False

    def range(self, rest: str) -> bool:
        """Where a unit can go."""
        from echelon.core.texts import halves
        from echelon.lab.reach import reach

        state = self.game.view().state
        if not rest:
            self.screen.say(f"Say which unit, as in: range {self.words['range'][1]}")
            return False
        found = reach(state, self.names.unit(rest))
        by_cost: dict[int, list[str]] = {}
        for h, cost in found.costs.items():
            by_cost.setdefault(cost or 0, []).append(state.rules.board.labels[h])
        for cost in sorted(by_cost):
            self.screen.say(f"  {halves(cost):>3} {points(state)}  {' '.join(sorted(by_cost[cost]))}")
        if not by_cost:
            self.screen.say(f"{rest} cannot go anywhere now.")
        return False

    def ask(self, rest: str) -> bool:
        """A named question."""
        from echelon.cli.query import answer_words

        if not rest:
            for question in self.game.state.rules.system.questions:
                self.screen.console.print(f"  [bold]{question.spec:<20}[/] {clean(question.help)}")
            return False
        self.screen.say(f"{rest}: {answer_words(self.game.view().ask(self.names.meant(rest)))}")
        return False

    def hint(self, rest: str) -> bool:
        """What the pushy player would do."""
        from echelon.players import make

        view = self.game.view()
        # such a player is a little random: what most of several would do
        votes = Counter(make("pushy", i).choose(view) for i in range(25))
        action = votes.most_common(1)[0][0]
        number = self.options().index(action) + 1
        self.screen.say(f"A simple player who seeks contact: {number}, {view.state.describe(action)}")
        return False

    def undo(self, rest: str) -> bool:
        """Take back the last choice."""
        words, reason = self.game.undo()
        if reason:
            self.screen.say(f"That cannot be taken back: {reason}.", "yellow")
            return False
        self.screen.notice = f"Taken back: {'; '.join(words)}."
        return True

    def log(self, rest: str) -> bool:
        """All that happened."""
        self.screen.log(self.game)
        return False

    def save(self, rest: str) -> bool:
        """Write the game to a file."""
        if not rest:
            self.screen.say("Say where, as in: save mygame.txt")
            return False
        write_text(rest, self.game.text())
        self.screen.say(f"Saved to {shown_path(rest)}. It holds the dice and both sides' secrets: no peeping.", "green")
        return False

    def load(self, rest: str) -> bool:
        """Go on with another game."""
        if not rest:
            self.screen.say("Say which file, as in: load mygame.txt")
            return False
        raise Load(Game.load(rest))

    def quit(self, rest: str) -> bool:
        """Leave."""
        raise Leave
