"""What a text may hold, checked before a parser sees it: no game needs more, and a parser would pay for it.

TOML is read by recursion, and a key of many parts costs the square of their number: one of 100,000 parts, 200 KB of text, takes
24 GB. A number of a million digits, a map of a billion hexes, a road that runs to and fro for a megabyte cost as much in other
places. The limits here are far above what real files hold: the longest position of a shipped game has 4,000 characters, the
longest record 60,000.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from echelon.core.errors import EchelonError, PositionError

__all__ = [
    "ACTIONS", "BOARD", "BRANCHES", "COUNTED", "FEATURES", "HEXES", "KINDS", "LINE", "NUMBER", "POSITION", "PRINTED",
    "PROBLEMS", "RECORD", "REMARK", "BoundsError", "check_data", "check_lines", "check_toml",
]  # fmt: skip

POSITION = 200_000  # characters of a position
BOARD = 1_000_000  # of a board file
RECORD = 8_000_000  # of a record; a server takes no more than its `body_limit`
LINE = 20_000  # of a line of either
WORD = 100  # of a name or number outside of quotes
KEY = 4  # parts of a key, as in units.b1.at
DOTS = 5_000  # points outside of quotes: each may be a table of its own
DEPTH = 10  # lists and tables inside one another
ENTRIES = 2_000  # of a list or table
NUMBER = 2**63 - 1  # the largest number; units, turns and values of a state are far below
PRINTED = 1_000  # on a made-up unit: movement is searched step by step
ACTIONS = 400_000  # of a record, its branches included: a whole game of Tigers has 2,800, a campaign of weeks 100,000
BRANCHES = 20  # inside one another
REMARK = 4_000  # characters of the remark on one action
HEXES = 16_384  # of a map: sets of hexes take the square of it
FEATURES = 4  # times the hexes of a map: what one feature may name; a map has three hexsides for each hex
KINDS = 60  # of features that a position adds to its map
COUNTED = 1_000_000  # turns, dice and disclosures so far
PROBLEMS = 100  # of a board that are looked for

_SAID = {
    "text": "a text may have at most {most} characters",
    "line": "a line may have at most {most} characters",
    "key": "a key may have at most {most} parts",
    "dots": "a position may have at most {most} dotted keys",
    "depth": "lists and tables may be nested at most {most} deep",
    "word": "a name or number may have at most {most} characters",
    "entries": "a list or table may have at most {most} entries",
    "number": "a number may be at most {most}",
    "actions": "a record may have at most {most} actions",
    "branches": "branches may be nested at most {most} deep",
    "remark": "the remark on an action may have at most {most} characters",
    "hexes": "a map may have at most {most} hexes",
    "kinds": "a position may add at most {most} kinds of map features",
    "feature": "a map feature may name at most {most} hexes or hexsides",
}


class BoundsError(EchelonError):
    """A text that asks for more than any game needs: which bound it breaks, what the bound is, and where."""

    def __init__(self, bound: str, most: int, source: str = "", line: int | None = None) -> None:
        self.bound, self.most, self.source, self.line = bound, most, source, line
        where = f"line {line}" if line and not source else ":".join(str(x) for x in (source, line) if x)
        said = _SAID[bound].format(most=most)
        super().__init__(f"{where}: {said}" if where else said)


_TOKEN = re.compile(
    r'''(?P<text>"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|\'\'\'(?:[^']|'(?!''))*+'{3,5}|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')'''
    r"""|(?P<remark>\#[^\n]*+)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,\n])"""
    r"""|(?P<word>[^\s"'\#\[\]{}.=,]++)|(?P<quote>["'])""",
    re.DOTALL,
)


def check_lines(text: str, most: int, source: str = "") -> None:
    """A text of lines: not too long, nor any line of it."""
    if len(text) > most:
        raise BoundsError("text", most, source)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LINE:
            raise BoundsError("line", LINE, source, number)


def check_toml(text: str, source: str = "") -> None:
    """A position's text: what `tomllib` would have to nest, join or count is small. It is looked through once."""
    check_lines(text, POSITION, source)
    depth = parts = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            parts, dots = parts + 1, dots + 1
            if parts >= KEY:
                raise BoundsError("key", KEY, source, _line(text, token))
            if dots > DOTS:
                raise BoundsError("dots", DOTS, source, _line(text, token))
        elif kind == "word":
            if token.end() - token.start() > WORD:
                raise BoundsError("word", WORD, source, _line(text, token))
        elif kind == "open":
            depth, parts = depth + 1, 0
            if depth > DEPTH:
                raise BoundsError("depth", DEPTH, source, _line(text, token))
        elif kind == "close":
            depth, parts = max(0, depth - 1), 0
        elif kind == "end":
            parts = 0
        elif kind == "quote":  # what follows can no longer be told apart
            raise PositionError("this is not TOML: a text in quotes is not closed", source, _line(text, token))


def _line(text: str, token: re.Match[str]) -> int:
    return text.count("\n", 0, token.start()) + 1


def check_data(value: Any, source: str = "") -> None:
    """What was read: no list or table too long, no number too large. It is not nested deeply, so recursion is safe."""
    if isinstance(value, Mapping):
        if len(value) > ENTRIES:
            raise BoundsError("entries", ENTRIES, source)
        for one in value.values():
            check_data(one, source)
    elif isinstance(value, list):
        if len(value) > ENTRIES:
            raise BoundsError("entries", ENTRIES, source)
        for one in value:
            check_data(one, source)
    elif isinstance(value, int | float) and (not isfinite(value) or abs(value) > NUMBER):
        raise BoundsError("number", NUMBER, source)
