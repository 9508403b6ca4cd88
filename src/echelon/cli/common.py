"""What several commands share: reading files, writing JSON, option words, and the system to start with."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from echelon.core.errors import EchelonError, UnknownError
from echelon.core.record.closing import AGREED, RESIGNED, loser_of

if TYPE_CHECKING:
    from rich.console import Console

    from echelon.core.rules import Rules
    from echelon.core.state import State
    from echelon.core.system import System

__all__ = [
    "check_writable", "clean", "coloured", "console", "default_system", "emit", "facts_data", "json_flag", "language_flag",
    "option_words", "options_flag", "percent", "plural", "program", "read_text", "result_words", "scenario_flag",
    "score_words", "scores_flag", "shell_path", "shown_path", "side_words", "system_of", "write_text",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])


def json_flag(function: F) -> F:
    """The flag `--json`, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(function)


def scenario_flag(function: F) -> F:
    """The option `--scenario`; the first of the system if left out."""
    return click.option("--scenario", default="", metavar="NAME", help="The scenario; by default, the first.")(function)


def options_flag(function: F) -> F:
    """The option `--option name=value`, any number of times, as `option`."""
    return click.option(
        "--option", "option", multiple=True, metavar="NAME=VALUE", help="Switch an optional rule; may be repeated."
    )(function)


def scores_flag(function: F) -> F:
    """The option `--score level=worth`, any number of times, as `scores`."""
    return click.option(
        "--score", "scores", multiple=True, metavar="LEVEL=WORTH", help="The value of a victory level; by default, 1."
    )(function)


def score_words(words: Iterable[str]) -> dict[str, Fraction]:
    """`("marginal=3/4",)` as a mapping."""
    found = {}
    for word in words:
        level, _, value = word.partition("=")
        try:
            found[level] = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise EchelonError(f"--score {word}: write a level and its value, as in marginal=3/4") from None
        if not 0 <= found[level] <= 1:
            raise EchelonError(f"--score {word}: the value must be between 0 and 1")
    return found


def language_flag(function: F) -> F:
    """The option `--lang`; the terminal's language if left out."""
    return click.option("--lang", default="", metavar="CODE", help="The language: en or fr.")(function)


def option_words(pairs: Iterable[str]) -> dict[str, str]:
    """`("frozen=on",)` as a mapping; a bare name means on."""
    chosen = {}
    for pair in pairs:
        for word in pair.replace(",", " ").split():
            name, equals, value = word.partition("=")
            chosen[name] = value if equals else "on"
    return chosen


def system_of(name: str) -> System:
    """A system by name."""
    from echelon.core.system import load

    return load(name)


def default_system() -> System:
    """The system for a newcomer: the first that says it is for learning, else the first there is."""
    from echelon.core.system import load, system_names

    names = system_names()
    if not names:
        raise UnknownError("system", "", (), "none is installed")
    found = [load(name) for name in names]
    return next((system for system in found if system.learning), found[0])


def console(stderr: bool = False) -> Console:
    """Where text for people goes. Wide enough for a file when the output is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    plain = not stream.isatty()
    return Console(stderr=stderr, highlight=False, width=120 if plain else None, soft_wrap=plain)


def coloured(screen: Console) -> bool:
    """Does colour reach the reader? Not in a file, and not where NO_COLOR is set."""
    return screen.color_system is not None and not screen.no_color


def clean(text: str) -> str:
    """A text in which square brackets mean themselves."""
    from rich.markup import escape

    return escape(text)


def emit(data: Any) -> None:
    """Write JSON to stdout."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    if hasattr(value, "items"):
        return dict(value)
    return str(value)


def read_text(path: str) -> str:
    """The text of a file; `-` is the standard input."""
    if path == "-":
        return sys.stdin.read()
    try:
        return Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise EchelonError(f"{path} is not a text file") from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file whole or not at all: a half-written save would lose a game."""
    target = Path(path)
    check_writable(target)
    draft = target.with_name(target.name + ".part")
    draft.write_text(text, "utf-8")
    draft.replace(target)


def check_writable(path: str | Path) -> None:
    """Refuse a place where no file can be written, before any work is done for it."""
    target = Path(path)
    if target.is_dir() or not target.name:
        raise EchelonError(f"{path} is a directory; name a file to write to")
    if not target.parent.is_dir():
        raise EchelonError(f"{path} cannot be written: there is no directory {target.parent}")


def program() -> str:
    """How this command is called from where the person is: its plain name if the shell would find it."""
    from shutil import which

    name = Path(sys.argv[0]).name
    if name != "echelon":  # started as a module, or by a test
        return "echelon"
    found = which(name)
    return name if found and Path(found).resolve() == Path(sys.argv[0]).resolve() else shown_path(sys.argv[0], follow=False)


def shell_path(path: str | Path) -> str:
    """A path to be typed at a shell: short, and in quotation marks where it needs them."""
    from shlex import quote

    short = shown_path(path)
    return short if quote(short.removeprefix("~/")) == short.removeprefix("~/") else quote(str(Path(path).resolve()))


def result_words(state: State, language: str = "en") -> str:
    """Who has won and how, with the clause that says so; or how far an unfinished game has come."""
    from echelon.cli.play.voice import Voice

    voice, found, texts = Voice(language), state.result(), state.rules.texts
    if found is None:
        return voice("play.unfinished", turn=state.turn)
    if found.level == AGREED:
        return voice("play.agreed")
    if found.level == RESIGNED and found.winner is not None:
        winner, loser = (texts.word(state.rules, "side", side, language) for side in (found.winner, loser_of(found.winner)))
        return voice("play.resigned", side=winner, loser=loser)
    if found.winner is None:
        return voice("play.draw", clause=found.clause)
    level = texts.template("word", found.level, language) or found.level
    said = level if language != "en" else found.level
    return voice("play.wins", side=texts.word(state.rules, "side", found.winner, language), level=said, clause=found.clause)


def side_words(state: State, side: int, language: str = "en") -> str:
    """The name of a side for people."""
    from echelon.core.text.names import side_name

    return side_name(state.rules.texts, state.rules.side_name(side), language)


def shown_path(path: str | Path, follow: bool = True) -> str:
    """A path as short as it can be said: from here, or from home. `follow` says whether links are followed."""
    whole = Path(path).resolve() if follow else Path(path).absolute()
    for base, mark in ((Path.cwd(), ""), (Path.home(), "~/")):
        if whole.is_relative_to(base):
            return mark + str(whole.relative_to(base))
    return str(whole)


def plural(number: int, noun: str, many: str = "") -> str:
    """`1 clause`, `2 clauses`."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def percent(chance: Fraction | float) -> str:
    """A chance in per cent, rounded for a reader but never to 0 or 100 when it is neither."""
    value = float(chance) * 100
    whole = round(value)
    if whole in (0, 100) and value not in (0.0, 100.0):
        return "<1%" if whole == 0 else ">99%"
    return f"{whole}%"


def facts_data(rules: Rules, facts: Any) -> dict[str, Any]:
    """The facts of a ruling or event with names instead of numbers, for JSON."""
    return {key: str(rules.texts.word(rules, key, value)) for key, value in facts.items()}
