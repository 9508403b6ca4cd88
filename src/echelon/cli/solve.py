"""`echelon solve`: the exact value of a small scenario."""

from __future__ import annotations

import sys
from fractions import Fraction

import click

from echelon.cli.common import (
    console,
    emit,
    json_flag,
    option_words,
    options_flag,
    percent,
    plural,
    score_words,
    scores_flag,
    system_of,
)

__all__ = ["solve"]


@click.command()
@click.argument("system")
@click.argument("scenario")
@options_flag
@click.option("--limit", type=click.IntRange(1), default=2_000_000, show_default=True, help="Give up beyond this many states.")
@scores_flag
@json_flag
def solve(system: str, scenario: str, option: tuple[str, ...], limit: int, scores: tuple[str, ...], as_json: bool) -> None:
    """Solve a small scenario exactly: the value under best play of both sides, every die roll expanded.

    The value counts a win of the first side as 1, a draw as ½, a loss as 0. `--score marginal=3/4` scores a marginal win
    as ¾ for the winner. Exit code 1 if the scenario has too many states.

    \b
    Example: echelon solve drill ford
    """
    from echelon.lab.solve import TooLarge
    from echelon.lab.solve import solve as run

    state = system_of(system).new(scenario, option_words(option))
    screen = console()
    worth = score_words(scores)
    try:
        if as_json or not screen.is_terminal:
            found = run(state, worth, limit)
        else:
            with screen.status("solving ...") as status:
                found = run(state, worth, limit, lambda n: status.update(f"solving: {n:,} states ..."))
    except TooLarge as error:
        click.echo(f"echelon: {error}", err=True)
        sys.exit(1)
    sides = state.rules.sides
    results = [
        {"winner": "draw" if r.winner is None else sides[r.winner], "level": r.level, "clause": r.clause, "chance": c}
        for r, c in found.results
    ]
    if as_json:
        emit(
            {
                "system": system, "scenario": scenario, "value": found.value, "for": sides[0], "states": found.states,
                "line": list(found.line), "choices": dict(found.choices), "results": results, "secret": found.secret,
            }
        )  # fmt: skip
        return
    texts = state.rules.texts
    name = texts.template("side", sides[0]) or sides[0]
    screen.print(
        f"[bold]{state.rules.scenario.title}[/]: value [bold]{found.value}[/] for {name} ({percent(found.value)}), exactly."
    )
    screen.print(f"Best play begins: [bold]{'; '.join(found.line)}[/]")
    for row in results:
        winner = texts.template("side", str(row["winner"])) or str(row["winner"])
        verdict = "a draw" if row["winner"] == "draw" else f"{winner} wins, {row['level']}"
        screen.print(f"  {row['chance']!s:>16}  {percent(Fraction(str(row['chance']))):>5}  {verdict} [dim]{row['clause']}[/]")
    screen.print("[dim]First actions:[/]")
    for text, value in found.choices:
        screen.print(f"  {value!s:>16}  {percent(value):>5}  {text}")
    screen.print(f"[dim]{plural(found.states, 'state')} solved.[/]")
    if found.secret:
        screen.print("A secret choice was solved as if it were open; kept secret, its value to its owner is at least as high.")
