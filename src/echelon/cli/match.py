"""`echelon match`: two computer players against each other, scored."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import (
    clean,
    console,
    emit,
    json_flag,
    option_words,
    options_flag,
    plural,
    scenario_flag,
    score_words,
    scores_flag,
    shown_path,
    system_of,
    write_text,
)

if TYPE_CHECKING:
    from echelon.core.system import System
    from echelon.lab.match import Game, Match

__all__ = ["match"]


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--system", required=True, metavar="NAME", help="The game to play.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="The number of games.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of processes.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The seed: the same number gives the same dice in all games.",
)
@click.option("--time", "seconds", type=click.FloatRange(0), help="Seconds of thinking time per player turn.")
@click.option(
    "--save", type=click.Path(file_okay=False, path_type=Path), help="The directory to write the record of every game to."
)
@scores_flag
@scenario_flag
@options_flag
@json_flag
def match(
    a: str, b: str, system: str, games: int, jobs: int, seed: int, seconds: float | None, save: Path | None,
    scores: tuple[str, ...], scenario: str, option: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Play one computer player against another: sides swap from game to game, and each pair of games has the same dice.

    A player is a name (pushy), a name with parameters (NAME:key=value), or an external engine (engine:./bot). The score is
    given with 95% intervals: by game (Wilson) and by pair. `--score marginal=3/4` scores a marginal win as ¾, so that the
    size of a win counts. Ctrl-C ends the match and scores the games played so far. Exit code 1 if a player chose an illegal
    action or crashed: it loses that game.

    \b
    Example: echelon match pushy random --system drill --games 200
             echelon match pushy "engine:./bot" --system tigers --games 20 --jobs 2 --save games
    """
    from rich.progress import Progress

    from echelon.lab.match import match as run
    from echelon.players import FREE, Limits, check

    game = system_of(system)
    worth = {level: float(value) for level, value in score_words(scores).items()}
    for name in (a, b):
        check(name)
    if save:
        save.mkdir(parents=True, exist_ok=True)
    points = [0.0, 0.0]
    screen = console(stderr=True)
    with Progress(console=screen, transient=True, disable=as_json or not screen.is_terminal) as bar:
        task = bar.add_task(f"{a} : {b}", total=games)

        def done(number: int, last: Game) -> None:
            points[0] += last.points
            points[1] += 1 - last.points
            bar.update(task, completed=number, description=f"{clean(a)} {_points(points[0])} : {_points(points[1])} {clean(b)}")
            if save:
                write_text(save / _file(last, games), last.record)

        found = run(
            game, (a, b), games, scenario=scenario, options=option_words(option), seed=seed, jobs=jobs, keep=save is not None,
            limits=FREE if seconds is None else Limits(seconds), scores=worth, progress=done,
        )  # fmt: skip
    if as_json:
        emit(_data(found, game, seconds, save))
    else:
        _print(found, game, seconds, save)
    sys.exit(1 if any(g.forfeit for g in found.games) or not found.games else 0)


def _file(game: Game, games: int) -> str:
    return f"game-{game.number + 1:0{max(3, len(str(games)))}}.txt"


# --- for programs -------------------------------------------------------------------------------------------------------
def _data(found: Match, system: System, seconds: float | None, save: Path | None) -> dict[str, Any]:
    pair = found.pair_interval
    return {
        "system": system.name,
        "players": [_player(found, system, player) for player in (0, 1)],
        "games": len(found.games),
        "wanted": found.wanted,
        "time": seconds,
        "score": found.rate,
        "interval": list(found.interval),
        "pairs": len(found.pairs),
        "pair_interval": list(pair) if pair else None,
        "elo": [_finite(value) for value in found.elo],
        "turns": found.turns,
        "decisions": found.decisions,
        "endings": [
            {"side": side, "level": level, "clause": clause, "won": list(won)} for (side, level, clause), won in found.endings
        ],
        "results": [
            {
                "game": game.number + 1, "seed": game.seed, "seats": [found.players[i] for i in game.seats],
                "winner": None if game.winner is None else found.players[game.winner], "points": game.points,
                "side": game.side, "level": game.level, "clause": game.clause, "turn": game.turn,
                "decisions": game.decisions, "forfeit": game.forfeit,
                **({"file": str(save / _file(game, found.wanted))} if save else {}),
            }
            for game in found.games
        ],
    }  # fmt: skip


def _player(found: Match, system: System, player: int) -> dict[str, Any]:
    won, drawn, lost = found.tally(player)
    spent = found.thought(player)
    sides = {side: found.as_side(player, i) for i, side in enumerate(system.sides)}
    return {
        "name": found.players[player], "won": won, "drawn": drawn, "lost": lost,
        "sides": {side: {"points": points, "games": games} for side, (points, games) in sides.items()},
        "player_turns": spent.turns, "seconds_mean": spent.mean, "seconds_longest": spent.longest, "late": spent.late,
        "illegal": found.illegal(player), "forfeits": len(found.forfeits(player)),
    }  # fmt: skip


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


# --- for people ---------------------------------------------------------------------------------------------------------
def _print(found: Match, system: System, seconds: float | None, save: Path | None) -> None:
    from rich.table import Table

    screen, played = console(), len(found.games)
    a, b = map(clean, found.players)
    if played < found.wanted:
        screen.print(f"Stopped after {played:,} of {plural(found.wanted, 'game')}.")
    if not played:
        return
    won, drawn, lost = found.tally()
    (low, high), (middle, least, most), pair = found.interval, found.elo, found.pair_interval
    screen.print(
        f"{clean(system.title)}, {plural(played, 'game')}: [bold]{a} {_points(found.points)} : "
        f"{_points(played - found.points)} {b}[/] ({won:,} won, {drawn:,} drawn, {lost:,} lost)"
    )
    by_pairs = f"; by {plural(len(found.pairs), 'pair')} {_share(pair[0])} to {_share(pair[1])}" if pair else ""
    screen.print(f"Score of {a}: {_share(found.rate)}, with 95% confidence {_share(low)} to {_share(high)}{by_pairs}")
    screen.print(f"Elo difference: {_elo(middle)}, {_elo(least)} to {_elo(most)}")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for i, title in enumerate(("player", *(f"as {_side(system, side)}" for side in system.sides),
                               "player-turns", "seconds each", "longest", "illegal")):  # fmt: skip
        table.add_column(title, justify="right" if i else "left")
    for player, name in enumerate((a, b)):
        spent = found.thought(player)
        cells = [_as_side(*found.as_side(player, side)) for side in range(len(system.sides))]
        longest = f"{spent.longest:.2f}" + (f" [red]({spent.late:,} late)[/]" if spent.late else "")
        wrong = found.illegal(player)
        table.add_row(
            name, *cells, f"{spent.turns:,}", f"{spent.mean:.3f}", longest, f"[red]{wrong}[/]" if wrong else "[green]0[/]"
        )
    screen.print(table)
    words = system.texts.template
    for (side, level, clause), (first, second) in found.endings:
        who = f"{_side(system, side)}, {words('word', level) or level}" if side else "draw"
        each = f"{a} {first:,}, {b} {second:,}" if side else f"{first:,}"
        law = clean(f" [{clause}]") if clause else ""
        screen.print(f"  {who}{law}: {each}")
    screen.print(f"A game took {found.turns:.1f} turns and {found.decisions:,.0f} decisions with two or more choices.")
    if seconds is not None:
        screen.print(f"Limit: {seconds:g} s per player turn; a player turn counts as late if it took over a tenth longer.")
    faults = [game for game in found.games if game.forfeit]
    for game in faults[:5]:
        screen.print(f"[red]Game {game.number + 1} forfeited:[/] {clean(game.forfeit)}")
    if len(faults) > 5:
        screen.print(f"... and {plural(len(faults) - 5, 'more game')} forfeited")
    if save:
        screen.print(f"Records: {clean(shown_path(save))}")


def _points(points: float) -> str:
    """`12½`."""
    if abs(points * 2 - round(points * 2)) > 1e-6:
        return f"{points:,.2f}"
    whole, half = divmod(round(points * 2), 2)
    return f"{whole:,}{'½' if half else ''}" if whole or not half else "½"


def _share(rate: float) -> str:
    return f"{rate * 100:.1f}%"


def _elo(points: float) -> str:
    return f"{round(points):+}" if math.isfinite(points) else "+∞" if points > 0 else "-∞"


def _side(system: System, side: str) -> str:
    return system.texts.template("side", side) or side


def _as_side(points: float, games: int) -> str:
    return f"{_points(points)} of {games:,}" if games else "-"
