"""The command `echelon`: one module a command or family of commands. Nothing heavy is imported until a command runs."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """The entry point of the command."""
    from echelon.cli.app import app

    app(prog_name="echelon")
