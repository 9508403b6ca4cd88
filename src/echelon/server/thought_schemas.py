"""What is sent and received where computer players think aloud: hints, plans, reasons."""

from __future__ import annotations

from msgspec import Struct

from echelon.server.requests import Number, Request, SideQuery, Word

__all__ = ["Hint", "HintWish", "MoveQuery", "MoveReasons", "Plan", "Plans", "Reason", "ReportPart"]


class HintWish(Request):
    """Advice for a side on the state with this number."""

    side: Word
    number: Number


class MoveQuery(SideQuery):
    """A move, by its number from the start."""

    move: Number = 0


class Reason(Struct):
    """One thought of a computer player. `path` is where a unit goes, `sources` and `target` whence and what is attacked."""

    kind: str
    say: str
    unit: str
    path: list[str]
    target: str
    odds: str
    sources: list[str]


class Hint(Struct):
    """What a computer player would do in your place: a line to play, its sentence, the reasons, and the plan it belongs to."""

    number: int
    by: str
    say: str
    line: str
    reasons: list[str]
    units: list[str]
    path: list[str]
    hexes: list[str]
    hexsides: list[str]
    plan: list[Reason]


class Plan(Struct):
    """What a computer player meant to do when so many moves had been made. `hidden`: its reasons rest on what is not public
    yet, so that only the ways it has gone are told."""

    at: int
    until: int
    side: str
    by: str
    turn: int
    step: str
    hidden: bool
    reasons: list[Reason]


class Plans(Struct):
    """The plans of computer players, the latest last, and the moves for which a reason can be asked for."""

    plans: list[Plan]
    told: list[int]


class MoveReasons(Struct):
    """Why a computer player made a move."""

    move: int
    by: str
    reasons: list[Reason]


class Finding(Struct):
    """One finding of a report: what it brought the first side, and the moment of the game it belongs to, in moves."""

    title: str
    say: str
    change: float
    at: int


class GameReport(Struct):
    """The after-action report of a game; `chart` is an SVG picture whose colours a style sheet gives."""

    title: str
    summary: list[str]
    points: list[Finding]
    dice: list[Finding]
    missed: list[Finding]
    headings: dict[str, str]
    chart: str


class ReportPart(Struct):
    """How far a report has come; ask again until it is there."""

    done: int
    of: int
    report: GameReport | None
