"""The desk: reads what a person types and does it. A number, an action, a short form, or one of the desk's own words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from echelon.cli.common import clean, shown_path, write_text
from echelon.cli.play.answers import names_it, points, singles
from echelon.cli.play.game import Game
from echelon.cli.play.names import names_of
from echelon.cli.play.voice import Told, languages
from echelon.core.errors import EchelonError, Illegal, Invalid, nearest
from echelon.core.show.leads import lead_of
from echelon.core.text.grammar import FIRST
from echelon.core.text.lines import as_meant

if TYPE_CHECKING:
    from echelon.advice import Adviser
    from echelon.cli.play.screen import Screen

__all__ = ["Desk", "Leave", "Load"]


HINT = 2.0  # seconds of thought for a hint
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
        self.voice = screen.voice
        self.held = ""  # a line that leads to more than it says: Enter carries it out, anything else drops it
        unit, place, zone = self.examples()
        either = self.voice("desk.or")
        file = self.voice("desk.file")
        self.words: dict[str, tuple[Callable[[str], bool], str]] = {
            "help": (self.help, ""),
            "list": (self.list, f"[{unit}{either}{place}]"),
            "map": (self.map, f"[{place}]"),
            "status": (self.status, ""),
            "why": (self.why, f"move {unit} {place}"),
            "rules": (self.rules, zone),
            "odds": (self.odds, ""),
            "range": (self.range, unit),
            "ask": (self.ask, f"supplied {unit}"),
            "hint": (self.hint, f"[{self.voice('desk.plan')}]"),
            "undo": (self.undo, ""),
            "log": (self.log, ""),
            "resign": (self.resign, ""),
            "draw": (self.draw, ""),
            "save": (self.save, file),
            "load": (self.load, file),
            "lang": (self.lang, next(code for code in languages() if code != self.voice.language)),
            "quit": (self.quit, ""),
        }

    def examples(self) -> tuple[str, str, str]:
        """A unit, a hex and a clause of this very game, for the page of help."""
        rules = self.game.state.rules
        mine = [u for u in rules.forces.units if u.side == (self.game.humans or [0])[0]]
        zone = next((c for c in rules.system.clauses if "-ZOC-" in c), next(iter(rules.system.clauses)))
        either = self.voice("desk.or")
        return self.names.short(mine[0].id), rules.board.labels[rules.board.n // 2], f"{zone.split('-')[1]}{either}{zone}"

    # --- reading --------------------------------------------------------------------------------------------------------
    def handle(self, typed: str) -> bool:
        """Do what was typed. Foreseen errors are told, not raised."""
        text, voice = typed.strip(), self.voice
        held, self.held = self.held, ""
        try:
            if not text:
                return self.act(held, sure=True) if held else self.enter()
            word, _, rest = text.removeprefix(":").partition(" ")
            word = SHORT.get(word.lower(), word.lower())
            if word == "undo" and held:
                self.screen.say(voice("desk.dropped"))
                return False
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
                reason = voice("desk.several", answers=", ".join(begun[:6]) + (" …" if len(begun) > 6 else ""))
            elif first in self.game.state.rules.verbs or "did you mean" in error.reason:
                reason = error.reason if voice.language == FIRST else voice.error(error).removesuffix(".")
            else:
                reason = voice("desk.no_verb", word=first, verbs=voice("desk.or").join(verbs))
            self.screen.say(f"{reason[:1].upper()}{reason[1:]}.".replace("?.", "?"), "yellow")
            other = voice("desk.word", near=near) if near else ""
            self.screen.say(voice("desk.type", other=other), "dim")
        except (EchelonError, OSError) as error:
            self.screen.say(voice.error(error), "yellow")
        return False

    def options(self) -> list[int]:
        """The answers as they are numbered on the screen."""
        return self.game.view().legal()

    def enter(self) -> bool:
        """Enter alone does something only where there is nothing to choose."""
        options = self.options()
        if len(options) == 1:
            return self.act(self.game.state.text(options[0]))
        self.screen.say(self.voice("desk.number", count=len(options)), "dim")
        return False

    def act(self, text: str, sure: bool = False) -> bool:
        """A number, the name of a unit or hex that one answer alone names, or an action or short form. What would roll a die,
        end a phase or hand over the turn without saying so is held first, unless one is `sure`."""
        game, options = self.game, self.options()
        if game.state.outcome is not None:
            self.screen.say(self.voice("desk.over"), "yellow")
            return False
        if text.isdigit() and str(int(text)) == text:
            number = int(text)
            if not 1 <= number <= len(options):
                known = self.voice("desk.numbers" if len(options) > 1 else "desk.only", count=len(options))
                self.screen.say(self.voice("desk.no_number", number=number, known=known), "yellow")
                return False
            text = game.state.text(options[number - 1])
        else:
            text = self.named(text, options) or text
            text = as_meant(game.state, text)
        game.try_line(text, self.voice.language)
        lead = lead_of(game.table, text, game.state.frame.side)
        if lead.unsaid and not sure:
            self.held = text
            leads = ", ".join(self.voice(f"lead.{one}") for one in lead.found)
            self.screen.say(
                self.voice("desk.held", action=lead.before.describe(lead.action, self.voice.language), leads=leads), "bold"
            )
            return False
        game.do(text, self.voice.language)
        left = [step for step in game.table.rest if not step.endswith("?")]  # what is optional is not missed
        game.table.rest = ()
        if left:
            self.screen.notice = self.voice("desk.unplayed", lines="; ".join(left))
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
                raise Told(self.voice("desk.names", word=text, answers=shown))
            if not some:
                meant = self.instead(text, kind, options)
                if not meant:
                    raise Told(self.voice("desk.no_answer", word=text))
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
        voice = self.voice
        self.screen.say(voice("desk.refused", line=error.text), "bold yellow")
        for ruling in error.rulings:
            self.screen.say(f"  {state.sentence(ruling, voice.language)}")
        if error.rulings[0].clause == state.rules.order_clause and "kind" in error.rulings[0].facts and not self.game.stuck:
            self.screen.say(f"  {voice('desk.asks', prompt=self.game.view().state.prompt(voice.language))}")
        if self.game.stuck:
            action, prompt = self.game.stuck
            self.screen.say(f"  {voice('desk.stuck', action=action, prompt=prompt)} {voice('desk.unplayed_line')}")
        self.screen.say(f"  {voice('desk.print', clause=error.rulings[0].clause)}", "dim")

    # --- the words ------------------------------------------------------------------------------------------------------
    def help(self, rest: str) -> bool:
        """What can be typed."""
        system = self.game.state.rules.system
        print_, voice, texts = self.screen.console.print, self.voice, system.texts
        print_(voice("desk.answer"))
        for pattern, meaning in system.play.forms:
            words = " ".join(word.partition(":")[0] for word in pattern.split())
            meant = clean(meaning.replace("*", "").replace("?", ""))
            print_(f"  [bold]{clean(words):<21}[/]    [dim]{voice('desk.short')}[/] {meant}")
            marks = [mark.split("=") for word in pattern.split() for mark in word.partition(":")[2].split(",") if "=" in mark]
            for sign, word in marks:
                meant = word if voice.language == FIRST else texts.template("word", word, voice.language) or word
                print_(f"  {'':<21}    [dim]{clean(voice('desk.behind', sign=sign, meant=meant))}[/]")
        for word, (_do, example) in self.words.items():
            print_(f"  [bold]{word:<6}[/] [dim]{clean(f'{example:<17}')}[/] {clean(voice(f'help.{word}'))}")
        self.screen.legend(self.game.state)
        return False

    def list(self, rest: str) -> bool:
        """All answers, or those that name something."""
        state, options = self.game.view().state, self.options()
        if rest:
            word = self.names.full(rest)
            wanted = [i for i, action in enumerate(options) if names_it(state, action, word)]
            self.screen.rows(singles(state, options, wanted, self.voice))
            if not wanted:
                self.screen.say(self.voice("desk.not_named", word=rest))
        else:
            self.screen.question(state, options, everything=True)
        return False

    def status(self, rest: str) -> bool:
        """How to win, and how the game stands."""
        state = self.game.view().state
        told = [self.screen.goal(state), self.screen.standing(state)]
        if not any(told):
            self.screen.say(self.voice("desk.silent"))
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
            self.screen.say(self.voice("desk.why", example=self.words["why"][1]))
            return False
        state = self.game.state
        number = self._is_number(rest)
        line = state.text(self.options()[int(rest) - 1]) if number else as_meant(state, self.names.meant(rest))
        self.game.try_line(line, self.voice.language)
        self.screen.say(self.voice("desk.allowed"), "green")
        return False

    def _is_number(self, rest: str) -> bool:
        return rest.isdigit() and str(int(rest)) == rest and 1 <= int(rest) <= len(self.options())

    def rules(self, rest: str) -> bool:
        """Clauses of the rule book."""
        from echelon.cli.rules import found_clauses

        book = self.game.state.rules.system.book_in(self.voice.language)
        if not rest:
            codes = dict.fromkeys((c.id.split("-")[1], c.chapter) for c in book.clauses.values())
            for code, chapter in codes:
                self.screen.console.print(f"  [bold cyan]{code:<5}[/] {clean(chapter)}")
            self.screen.say(self.voice("desk.rules"))
            return False
        try:
            found = found_clauses(book, tuple(rest.split()))
        except EchelonError:
            known = sorted({clause_id.split("-")[1] for clause_id in book.clauses})
            raise Told(self.voice("desk.no_clause", words=rest, codes=", ".join(known))) from None
        for clause in found:
            self.screen.console.print(f"  [bold cyan]{clause.id}[/] {clean(clause.text)}")
        return False

    def odds(self, rest: str) -> bool:
        """What each answer leads to."""
        self.screen.odds(self.game.view().state, self.options())
        return False

    def range(self, rest: str) -> bool:
        """Where a unit can go."""
        from echelon.advice.reach import reach

        state = self.game.view().state
        if not rest:
            self.screen.say(self.voice("desk.which", example=self.words["range"][1]))
            return False
        found = reach(state, self.names.unit(rest, self.voice))
        by_cost: dict[int, list[str]] = {}
        for h, cost in found.costs.items():
            by_cost.setdefault(cost or 0, []).append(state.rules.board.labels[h])
        for cost in sorted(by_cost):
            self.screen.say(
                f"  {state.rules.in_points(cost):>3} {points(state, self.voice)}  {' '.join(sorted(by_cost[cost]))}"
            )
        if not by_cost:
            self.screen.say(self.voice("desk.nowhere", unit=rest))
        return False

    def ask(self, rest: str) -> bool:
        """A named question."""
        from echelon.cli.query import answer_words

        if not rest:
            rules = self.game.state.rules
            for question in rules.system.play.queries:
                help_ = rules.texts.template("query", question.name, self.voice.language) or question.help
                self.screen.console.print(f"  [bold]{question.spec:<20}[/] {clean(help_)}")
            return False
        self.screen.say(f"{rest}: {answer_words(self.game.view().ask(self.names.meant(rest)))}")
        return False

    def hint(self, rest: str) -> bool:
        """What a planning player would do here, and why; with `plan`, all that it means to do."""
        from echelon.advice import headline, plan_words, reasons
        from echelon.players.thinking import Limits

        view, language = self.game.view(), self.voice.language
        advice = self.adviser.advise(view, Limits(HINT))
        state = view.state
        self.screen.say(headline(state, advice, language), "bold")
        whole = rest == self.voice("desk.plan") and bool(advice.plan)
        said = [row.say for row in plan_words(state, advice.plan, language)] if whole else reasons(state, advice, language)
        for sentence in said:
            self.screen.say(f"  {sentence}")
        self.screen.say(self.voice("desk.hint", line="; ".join(advice.line)))
        return False

    @cached_property
    def adviser(self) -> Adviser:
        """Who is asked for hints, the same one through the game: his plan goes on as long as it is followed."""
        from echelon.advice import Adviser

        return Adviser()

    def undo(self, rest: str) -> bool:
        """Take back the last choice."""
        words, reason = self.game.undo(self.voice.language)
        if reason:
            self.screen.say(self.voice("desk.not_back", reason=self.voice(f"undo.{reason}")), "yellow")
            return False
        self.screen.notice = self.voice("desk.back", actions=self.voice("screen.semicolon").join(words))
        return True

    def resign(self, rest: str) -> bool:
        """Give the game up, if that is meant."""
        game, voice = self.game, self.voice
        if game.state.outcome is not None:
            self.screen.say(voice("desk.over"), "yellow")
            return False
        if not self.sure(voice("desk.resign", side=self.other())):
            return False
        game.table.resign(game.viewer)
        return True

    def draw(self, rest: str) -> bool:
        """Offer a draw: the other person at the screen is asked; a computer player declines."""
        game, voice = self.game, self.voice
        if game.state.outcome is not None:
            self.screen.say(voice("desk.over"), "yellow")
            return False
        other = self.other()
        if len(game.humans) < 2 or not self.sure(voice("desk.draw", side=other)):
            self.screen.say(voice("desk.declined", side=other))
            return False
        game.table.agree()
        return True

    def other(self) -> object:
        """The other side, as the language bends it."""
        rules = self.game.state.rules
        return rules.texts.word(rules, "side", 1 - self.game.viewer, self.voice.language)

    def sure(self, question: str) -> bool:
        """Does the person say yes?"""
        return self.screen.ask(question).strip().lower() in self.voice("play.yes").split()

    def log(self, rest: str) -> bool:
        """All that happened."""
        self.screen.log(self.game)
        return False

    def save(self, rest: str) -> bool:
        """Write the game to a file."""
        if not rest:
            self.screen.say(self.voice("desk.where"))
            return False
        write_text(rest, self.game.text())
        self.screen.say(self.voice("desk.saved", path=shown_path(rest)), "green")
        return False

    def load(self, rest: str) -> bool:
        """Go on with another game."""
        if not rest:
            self.screen.say(self.voice("desk.which_file"))
            return False
        raise Load(Game.load(rest))

    def lang(self, rest: str) -> bool:
        """Another language, from now on."""
        if rest not in languages():
            self.screen.say(self.voice("desk.languages", codes=", ".join(languages())))
            return False
        self.voice.language = rest
        self.screen.notice = self.voice("desk.language")
        return True

    def quit(self, rest: str) -> bool:
        """Leave."""
        raise Leave
