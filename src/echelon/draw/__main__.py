"""Draw a board file: `python -m echelon.draw path/to/board.txt out.svg [--palette dusk] [--size 2000]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from echelon.core.board.board import Board
from echelon.draw import PALETTES, MissingNumpyError, sheet


def main(arguments: list[str] | None = None) -> int:
    """Read a board, write its sheet."""
    parser = argparse.ArgumentParser(prog="python -m echelon.draw", description="Draw a board file as SVG.")
    parser.add_argument("board", type=Path, help="a board file")
    parser.add_argument("out", type=Path, help="the SVG file to write")
    parser.add_argument("--palette", choices=sorted(PALETTES), help="the board's own unless given")
    parser.add_argument("--title", help="instead of the board's title")
    parser.add_argument("--size", type=float, help="width in pixels")
    parser.add_argument("--no-legend", action="store_true", help="leave the legend out")
    given = parser.parse_args(arguments)
    try:
        picture = sheet(Board.load(given.board), given.palette, title=given.title, legend=not given.no_legend, size=given.size)
    except (MissingNumpyError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    given.out.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
