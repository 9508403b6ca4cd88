"""The commands `echelon backup` and `echelon restore`: all that a server has stored, as one file. Both work while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from echelon.cli.common import shown_path
from echelon.cli.serve import configured

if TYPE_CHECKING:
    from echelon.server.settings import Settings

__all__ = ["backup", "restore"]


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@configured("data", "database_url")
def backup(settings: Settings, file: str) -> None:
    """Write everything a server has stored into FILE: players, games, seats, moves. The server may be running.

    FILE is an SQLite database, whatever database the server uses. Keep it private: it contains the secrets of every game.

    \b
    Example: echelon backup echelon-monday.db
             echelon backup --database-url postgresql+psycopg://echelon@db/echelon /backups/echelon.db
    """
    from echelon.server.storage.backup import backup as written

    count = written(settings.url, Path(file))
    click.echo(f"Saved {count} {'game' if count == 1 else 'games'} in {shown_path(Path(file))}.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@configured("data", "database_url")
def restore(settings: Settings, file: str) -> None:
    """Put the games of a backup into a server's database. The server may be running.

    Games that are there already stay as they are, so it is safe to repeat. To go back to the state of a backup, stop the
    server, move its database away, and restore into the new one.

    \b
    Example: echelon restore echelon-monday.db
    """
    from echelon.server.storage.backup import restore as put_back

    settings.data.mkdir(parents=True, exist_ok=True)
    found = put_back(settings.url, Path(file))
    left = f" {found.known} were there already and stay as they are." if found.known else ""
    click.echo(f"Restored {found.games} {'game' if found.games == 1 else 'games'} and {found.players} players.{left}")
