"""`echelon source`: the code of a system's questions, that which is generated from declarations among it."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import system_of

if TYPE_CHECKING:
    from echelon.core.system import System

__all__ = ["source"]


@click.command()
@click.argument("system")
@click.argument("stage", default="")
def source(system: str, stage: str) -> None:
    """Show the functions that answer, carry out and judge a system's questions, as they are run.

    STAGE is the beginning of a name; without it, the names are listed. What is generated from declarations has a file name in
    angle brackets, which tracebacks name too.

    \b
    Example: echelon source drill
             echelon source drill move.legal
    """
    found = functions(system_of(system))
    chosen = {name: function for name, function in found.items() if name.startswith(stage)}
    if not chosen:
        raise click.ClickException(f"there is no function {stage!r}; the first words are {', '.join(_first(found))}")
    for name, function in chosen.items():
        if not stage:
            click.echo(f"{name:32} {_file(function)}")
            continue
        try:
            text = textwrap.dedent(inspect.getsource(function)).rstrip()
        except (OSError, TypeError):
            text = "# its source cannot be found"
        click.echo(f"# {name}, {_file(function)}\n{text}\n")


def functions(system: System) -> dict[str, Callable[..., Any]]:
    """What a system's questions refer to, by name, and all that is generated."""
    found: dict[str, Callable[..., Any]] = {}
    for kind in system.kinds:
        for part in ("legal", "apply", "why_not"):
            found[f"{kind.name}.{part}"] = getattr(kind, part)
    written = getattr(getattr(system.rules(), "fast", None), "sources", {})
    for name, function in written.items():
        found.setdefault(name, function)
    return found


def _first(found: dict[str, Callable[..., Any]]) -> list[str]:
    return list(dict.fromkeys(name.partition(".")[0] for name in found))


def _file(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None) or getattr(getattr(function, "__func__", None), "__code__", None)
    file = "?" if code is None else str(code.co_filename)
    return file if file.startswith("<") else "/".join(file.split("/")[-3:])
