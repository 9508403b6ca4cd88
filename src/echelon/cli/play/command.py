"""The command `echelon play`: from its options to a game, and the round of question and answer until somebody leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import (
    check_writable,
    console,
    default_system,
    language_flag,
    option_words,
    options_flag,
    program,
    result_words,
    scenario_flag,
    shell_path,
    shown_path,
    side_words,
    system_of,
    write_text,
)
from echelon.core.errors import EchelonError
from echelon.core.text.names import scenario_text

if TYPE_CHECKING:
    from echelon.cli.play.game import Game
    from echelon.cli.play.saves import Saves
    from echelon.cli.play.screen import Screen
    from echelon.core.system import System

__all__ = ["play"]


class Play(click.Command):
    """A command with one more option for each side of the system that is played: `--blue human --red random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find out the system first, since it names the sides."""
        from echelon.core.system import load, system_names

        names = [a for a in args if a in system_names()]
        system = load(names[0]) if names else default_system()
        ctx.meta["echelon.system"] = system
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The declared options, and the sides'."""
        system: System | None = ctx.meta.get("echelon.system")
        seats = [
            click.Option([f"--{side}", f"seat_{i}"], metavar="WHO", help=f"Who plays {side}: human, recruit, pushy or random.")
            for i, side in enumerate(system.sides if system else ())
        ]
        return [*super().get_params(ctx), *seats]


@click.command(cls=Play)
@click.argument("system", required=False)
@click.option("--text", is_flag=True, help="Play in the terminal.")
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="NUMBER", help="The port of the local server.")
@click.option(
    "--data",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="The directory where games played in the browser are saved.",
)
@scenario_flag
@options_flag
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 64) - 1),
    metavar="NUMBER",
    help="The seed of the dice: the same number gives the same die rolls.",
)
@click.option("--load", "load_file", type=click.Path(), help="Resume a saved game.")
@click.option("--save", "save_file", type=click.Path(), help="Also save the game to this file when you quit.")
@click.option("--new", is_flag=True, help="Start a new game without offering the unfinished one.")
@language_flag
@click.pass_context
def play(
    ctx: click.Context,
    /,
    system: str | None,
    text: bool,
    no_browser: bool,
    port: int | None,
    data: str | None,
    scenario: str,
    option: tuple[str, ...],
    seed: int | None,
    load_file: str | None,
    save_file: str | None,
    new: bool,
    lang: str,
    **seats: Any,
) -> None:
    """Play in the browser: opens it, and saves every game on this machine. Ctrl-C stops the server; nothing is lost.

    With --text, play in the terminal, against the computer or a friend at the same screen. Without a game, this
    starts the tutorial game: you play the first side, the computer (recruit) the other. Every move is saved; the
    next start offers to resume.

    \b
    Example: echelon play
             echelon play --text
             echelon play drill --text --red human
             echelon play drill --text --blue pushy --red human --option frozen=on
             echelon play --text --load mygame.txt
    """
    from echelon.cli.play.game import HUMAN, Game, check_seats
    from echelon.cli.play.saves import Saves
    from echelon.cli.play.screen import Screen
    from echelon.cli.play.voice import Voice, from_environment
    from echelon.players import DEFAULT

    loaded = system_of(system) if system else ctx.meta["echelon.system"]
    if not text:
        from echelon.cli.serve import play_here

        words = {"--scenario": scenario, "--option": option, "--load": load_file, "--save": save_file, "--new": new,
                 "--seed": seed is not None, **{f"--{loaded.sides[int(k[5:])]}": v for k, v in seats.items()}}  # fmt: skip
        terminal = [word for word, given in words.items() if given]
        if terminal:
            raise EchelonError(f"{terminal[0]} is for the terminal: add --text, or choose it in the browser")
        play_here(system or "", port, data, no_browser)
        return
    if no_browser or port is not None or data:
        raise EchelonError("--no-browser, --port and --data are for playing in the browser: leave out --text")
    chosen = {int(key.removeprefix("seat_")): str(who) for key, who in seats.items() if who}
    check_seats(chosen.values())
    loaded.rules(scenario, option_words(option))  # what is asked for must exist before anything else is touched
    if save_file:
        check_writable(save_file)
    voice = Voice(lang or from_environment())
    screen, saves = Screen(console(), voice), Saves()
    game: Game | None = None
    known = False  # has the person seen what the signs mean?
    try:
        if load_file:
            game = Game.load(load_file, chosen)
        elif not new and saves.running.exists():
            game = _offer(screen, saves, chosen)
        if game is None:
            names = [chosen.get(i) or (HUMAN if i == 0 else DEFAULT) for i in range(len(loaded.sides))]
            game = Game.new(loaded, scenario, option_words(option), names, seed)
            _welcome(screen, game)
            known = True
    except (EOFError, KeyboardInterrupt):
        screen.say(voice("play.farewell"))
        return
    Round(game, screen, saves, save_file, legend=not known).run()


def _offer(screen: Screen, saves: Saves, seats: dict[int, str]) -> Game | None:
    """Ask whether to go on with the unfinished game. Put aside, it keeps a name of its own."""
    from echelon.cli.play.game import Game

    try:
        game = Game.load(str(saves.running), seats)
    except EchelonError as error:
        aside = saves.put_aside("unreadable")
        told = screen.voice("play.unreadable", error=str(error), path=shown_path(aside or ""))
        screen.say(told, "yellow")
        return None
    state = game.state
    voice = screen.voice
    title = scenario_text(state.rules.system, state.rules.scenario, "title", voice.language) or state.rules.scenario.name
    answer = screen.ask(voice("play.offer", title=title, turn=state.turn))
    if answer.strip().lower() in ("", *voice("play.yes").split()):
        return game
    aside = saves.put_aside("unfinished")
    if aside:
        screen.say(voice("play.kept_as", path=shown_path(aside)), "dim")
    return None


def _welcome(screen: Screen, game: Game) -> None:
    """What this is, who plays, how to win, and what to type."""
    state, voice = game.state, screen.voice
    texts, rules, lang = state.rules.texts, state.rules, screen.voice.language
    title, summary = (scenario_text(rules.system, rules.scenario, field, lang) for field in ("title", "summary"))
    screen.say(voice("play.welcome", title=title, summary=summary), "bold")
    people = texts.word(rules, "side", tuple(game.humans), lang)
    seats = [(side_words(state, i, lang), voice(f"player.{who}")) for i, who in enumerate(game.seats) if i not in game.humans]
    others = texts.word(rules, "text", tuple(f"{name} ({who})" for name, who in seats), lang)
    if len(game.humans) == 1:
        screen.say(voice("play.you", people=people) + (voice("play.computer", others=others) if others else ""))
    elif people:
        screen.say(voice("play.people", people=people))
    else:
        screen.say(voice("play.computer", others=others))
    screen.goal(state)
    screen.course(state)
    if people:
        screen.say(voice("play.how"))
        screen.say(voice("play.map"))
        screen.compact = not screen.fits(state)
        screen.legend(game.view().state)
        screen.pause(voice("play.begin"))


class Round:
    """Question and answer until the game is over or somebody leaves. Saves after every change."""

    def __init__(self, game: Game, screen: Screen, saves: Saves, save_file: str | None, legend: bool = True) -> None:
        self.game, self.screen, self.saves, self.save_file = game, screen, saves, save_file
        self.seen = dict.fromkeys(range(len(game.seats)), len(game.table.moves))
        self.last: int | None = None  # the person who saw the screen last
        self.legend = legend  # to be shown with the first map
        self.first = True

    def run(self) -> None:
        """Play."""
        from echelon.cli.play.desk import Leave, Load

        try:
            while True:
                self.step()
                if self.game.state.outcome is not None and self.after():
                    return
        except Load as wish:
            self.write_copy()
            if self.game.state.outcome is None:
                self.keep(whole=True)
            aside = self.saves.put_aside("unfinished")
            if aside:
                self.screen.notice = self.screen.voice("play.left_kept", path=shown_path(aside))
            Round(wish.game, self.screen, self.saves, self.save_file).run()
        except Leave:
            self.leave()
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()
            self.leave()

    def step(self) -> None:
        """Let others play, show the screen, and take answers until the game has moved."""
        from echelon.cli.play.desk import Desk

        game = self.game
        if game.state.outcome is None:  # a finished game that is only looked at is not kept twice
            game.let_others_play()
            self.keep()
        if game.state.outcome is not None:
            return
        self.curtain()
        self.show()
        desk = Desk(game, self.screen)
        while not desk.handle(self.screen.ask(self.prompt())):
            pass
        self.keep()

    def prompt(self) -> str:
        """Who is asked, for the line where one types."""
        state = self.game.state
        return f"{side_words(state, state.frame.side, self.screen.voice.language)}> "

    def curtain(self) -> None:
        """Between two people at one screen, if there is anything to hide."""
        side, rules = self.game.state.frame.side, self.game.state.rules
        if len(self.game.humans) > 1 and side != self.last and self.game.secrets():
            if not self.first:
                self.screen.clear()
            self.screen.ask(
                self.screen.voice("play.pass", name=rules.texts.word(rules, "side", side, self.screen.voice.language))
            )
        self.last = side

    def show(self) -> None:
        """The screen for the person who is asked."""
        game, viewer = self.game, self.game.viewer
        if not self.first or not self.legend:
            self.screen.clear()
        self.screen.turn(game, min(self.seen[viewer], len(game.table.moves)), self.first and self.legend)
        self.first = False
        self.seen[viewer] = len(game.table.moves)

    def after(self) -> bool:
        """The game is over: show how, and answer questions until the person leaves."""
        from echelon.cli.play.desk import Desk

        game, screen, voice = self.game, self.screen, self.screen.voice
        screen.clear()
        view = game.view()
        screen.heading(view.state)
        screen.map(view.state, below=16)
        screen.since(game, min(self.seen[game.viewer], len(game.table.moves)))
        result = game.state.result()
        assert result is not None
        yours = ""
        if len(game.humans) == 1 and result.winner is not None:
            yours = voice("play.won" if result.winner == game.humans[0] else "play.lost")
        screen.say(voice("play.over", yours=yours, result=result_words(game.state, voice.language)), "bold")
        if result.clause:
            screen.say(game.state.rules.system.book_in(voice.language)[result.clause].text, "dim")
        screen.standing(view.state)
        kept = self.saves.put_aside("finished")
        self.write_copy()
        if kept:
            screen.say(voice("play.read_again"))
            screen.say(f"  {program()} record show {shell_path(kept)}")
        desk = Desk(game, screen)
        while True:
            typed = screen.ask(voice("play.after"))
            if not typed.strip():
                return True
            desk.handle(typed)

    def keep(self, whole: bool = False) -> None:
        """Save the running game: quickly after every answer, with headings and fingerprints when somebody leaves."""
        self.saves.keep(self.game.text(headings=whole or self.game.state.outcome is not None))

    def write_copy(self) -> None:
        """The copy the person asked for with --save."""
        if self.save_file:
            write_text(self.save_file, self.game.text())

    def leave(self) -> None:
        """Say where the game is."""
        self.write_copy()
        if self.game.state.outcome is None:
            self.keep(whole=True)
            self.screen.say(self.screen.voice("play.leave", program=program()))
        else:
            self.screen.say(self.screen.voice("play.bye"))
