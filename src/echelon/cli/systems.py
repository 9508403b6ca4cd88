"""`echelon systems`: which games there are, with their scenarios and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import clean, console, emit, json_flag

if TYPE_CHECKING:
    from echelon.core.system import System

__all__ = ["systems"]


@click.command()
@click.argument("name", required=False)
@json_flag
def systems(name: str | None, as_json: bool) -> None:
    """List the games with their scenarios and optional rules.

    \b
    Example: echelon systems
             echelon systems drill --json
    """
    from echelon.core.system import load, system_names

    found = [load(n) for n in ([name] if name else system_names())]
    if as_json:
        emit([_data(s) for s in found])
        return
    screen = console()
    for system in found:
        screen.print(f"[bold]{system.name}[/] {system.version}  [bold]{clean(system.title)}[/]")
        screen.print(f"  {clean(system.summary)}")
        screen.print(f"  sides: {', '.join(system.sides)}; {len(system.book.clauses)} clauses")
        for scenario in system.scenarios.values():
            screen.print(f"  scenario [cyan]{scenario.name}[/]: {clean(scenario.title)}. [dim]{clean(scenario.summary)}[/]")
        for option in system.play.options.values():
            values = "|".join(option.values)
            title = clean(option.title or option.name)
            screen.print(
                f"  option [cyan]{option.name}[/]={values}: {title} (default {option.default}; {', '.join(option.clauses)})"
            )
        screen.print()
    if not found:
        screen.print("No system is installed.")


def _data(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "version": system.version,
        "summary": system.summary,
        "sides": list(system.sides),
        "clauses": len(system.book.clauses),
        "scenarios": [{"name": s.name, "title": s.title, "summary": s.summary} for s in system.scenarios.values()],
        "options": [
            {"name": o.name, "title": o.title, "default": o.default, "values": list(o.values), "clauses": list(o.clauses)}
            for o in system.play.options.values()
        ],
        "questions": [{"form": q.spec, "help": q.help} for q in system.play.queries],
    }
