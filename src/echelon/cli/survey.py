"""`echelon survey`: how many games end, and how."""

from __future__ import annotations

import click

from echelon.cli.common import console, emit, json_flag, option_words, options_flag, percent, plural, scenario_flag, system_of
from echelon.core.errors import UnknownError

__all__ = ["survey"]


@click.command()
@click.argument("system")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="The number of games.")
@click.option(
    "--players",
    default="random",
    show_default=True,
    metavar="NAME[,NAME]",
    help="The players: one for all sides, or one for each.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The number of the first game.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@scenario_flag
@options_flag
@json_flag
def survey(
    system: str, games: int, players: str, seed: int, jobs: int, scenario: str, option: tuple[str, ...], as_json: bool
) -> None:
    """Play many games between computer players and count how they end: winner, deciding clause, length.

    \b
    Example: echelon survey drill --games 500
             echelon survey drill --games 100 --players pushy,random --jobs 2
    """
    from rich.progress import Progress

    from echelon.lab.survey import survey as run
    from echelon.players import check
    from echelon.players.parameters import split_names

    game = system_of(system)
    names = split_names(players)
    for name in names:
        check(name)
    if len(names) not in (1, len(game.sides)):
        raise UnknownError("number of players", players, (), f"name one for all, or {len(game.sides)}")
    seats = names * len(game.sides) if len(names) == 1 else names
    game.rules(scenario, option_words(option))  # bad words are refused before the first game
    screen = console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("Playing", total=games)
        found = run(
            game, games, scenario=scenario, options=option_words(option), players=seats, seed=seed, jobs=jobs,
            progress=lambda done, _all: bar.update(task, completed=done),
        )  # fmt: skip
    least, middle, most = found.decisions()
    if as_json:
        rows = [{"winner": w, "level": level, "clause": c, "games": n} for (w, level, c), n in found.results]
        turns = [{"turn": turn, "games": n} for turn, n in found.turns]
        emit({"system": system, "games": games, "results": rows, "ended_in": turns, "decisions": [least, middle, most]})
        return
    out = console()
    out.print(f"{game.title}, {plural(games, 'game')}, {' against '.join(seats)}; every one ended by the rules.")
    words = game.texts.template
    for (winner, level, clause), n in found.results:
        who = (words("side", winner) or winner) if winner else "draw"
        out.print(f"  {n:>6,}  {percent(n / games):>5}  {who}, {words('word', level) or level} \\[{clause}]")
    out.print("Ended in turn: " + ", ".join(f"{turn} ({n:,})" for turn, n in found.turns))
    out.print(f"Decisions with two or more choices per game: median {middle:,.0f}, {least:,} to {most:,}")
