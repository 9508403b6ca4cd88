"""The group of all commands: loads each on first use, and turns every foreseen error into one sentence and exit code 2."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from echelon import __version__
from echelon.core.errors import EchelonError

__all__ = ["COMMANDS", "Refused", "app"]

# name -> where it lives, and its one-line help, so that `echelon --help` imports nothing
COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "play": (
            "echelon.cli.play.command:play",
            "Play in the browser, against the computer or a friend; with --text, in the terminal.",
        ),
        "serve": ("echelon.cli.serve:serve", "Run a server for other players."),
        "backup": ("echelon.cli.backup:backup", "Write everything a server has stored into one file."),
        "restore": ("echelon.cli.backup:restore", "Put the games of a backup into a server's database."),
        "systems": ("echelon.cli.systems:systems", "List the games with their scenarios and options."),
        "rules": ("echelon.cli.rules:rules", "Print clauses of a rule book."),
        "clauses": ("echelon.cli.clauses:clauses", "List the code and the tests behind every clause."),
        "query": ("echelon.cli.query:query", "Query a position file: legal actions, why not, odds, ranges."),
        "check": ("echelon.cli.check:check", "Run the expectations of position files."),
        "record": ("echelon.cli.record:record", "Show, verify, replay or migrate a saved game."),
        "board": ("echelon.cli.board:board", "Check or draw a map."),
        "certify": ("echelon.cli.certify:certify", "Test a system's rules in thousands of games."),
        "mutants": ("echelon.cli.mutants:mutants", "Make small errors in a system's rules and see what catches them."),
        "survey": ("echelon.cli.survey:survey", "Play many games between computer players and count how they end."),
        "match": ("echelon.cli.match:match", "Play one computer player against another over many games, and score them."),
        "engine": ("echelon.cli.engine:engine", "Make a computer player available to other programs (engine protocol)."),
        "source": ("echelon.cli.source:source", "Show the code of a system's questions, generated code among it."),
        "walk": ("echelon.cli.walk:walk", "Count all possible sequences of actions to a given depth."),
        "solve": ("echelon.cli.solve:solve", "Solve a small scenario exactly."),
    }
)


class Refused(click.ClickException):
    """Bad input: one sentence on stderr, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """The sentence, without a traceback or a usage block."""
        click.echo(f"echelon: {self.format_message()}", file=file, err=file is None)


class Lazy(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest name where there is no such command."""
        from echelon.core.errors import UnknownError

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise Refused(str(UnknownError("command", args[0], tuple(COMMANDS))))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; whatever goes wrong on purpose becomes one sentence."""
        try:
            return super().invoke(ctx)
        except EchelonError as error:
            raise Refused(str(error)) from None
        except click.UsageError as error:
            if isinstance(error, click.exceptions.NoArgsIsHelpError):
                raise  # a family of commands without a word prints its help
            where = error.ctx.command_path if error.ctx else "echelon"
            words = error.format_message().rstrip(".")
            raise Refused(f"{words} See {where} --help" if words.endswith("?") else f"{words}; see {where} --help") from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader went away, as in `echelon rules drill | head`: click ends quietly
            where = f"{error.filename}: " if error.filename else ""
            raise Refused(f"{where}{error.strerror or error}") from None


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="echelon")
def app() -> None:
    """Operational hex-and-counter wargames with every rule enforced.

    New here? `echelon play` opens the games in your browser; the tutorial takes ten minutes.

    \b
    Exit codes: 0 success, 1 negative answer or failure, 2 invalid input.
    """
