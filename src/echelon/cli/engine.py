"""`echelon engine`: a computer player for other programs, over text on stdin and stdout."""

from __future__ import annotations

import io
import sys

import click

__all__ = ["engine"]


@click.command()
@click.argument("player", default="pushy")
def engine(player: str) -> None:
    """Make a computer player available to another program: messages on stdin, replies on stdout (see docs/engines.md).

    \b
    Example: echelon engine pushy
             echelon match "engine:echelon engine pushy" random --system drill --games 10
    """
    from echelon.players.protocol.engine import Engine

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    try:
        Engine(player, sys.stdout).run(iter(sys.stdin))
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell counts it; nothing is said, for somebody may still read
