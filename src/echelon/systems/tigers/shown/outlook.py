"""Who would win if it ended now, and every way to win, condition by condition (chapters 21 and 24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from echelon.core.show.panels import Condition, Outlook, Victory
from echelon.systems.tigers.facts.goals import Hold, Level, goals_of
from echelon.systems.tigers.play.victory import points, verdict
from echelon.systems.tigers.standing import mixed
from echelon.systems.tigers.state import ALLIED, GERMAN, TigersState

__all__ = ["outlook"]

Say = Callable[..., str]
_EXITS = 2  # divisions that win at once (TIG-VIC-1)
_WORTH = {"strategic": "worth.strategic", "historic": "worth.historic"}


def outlook(s: TigersState, say: Say) -> Outlook | None:
    """Nothing once the game is over."""
    if s.outcome is not None:
        return None
    winner, level, _clause = verdict(s)
    if winner is None:
        return None
    counted = bool(goals_of(s.rules).points)
    facts = {"side": winner, "word_level": level, "turn": s.turn, "turns": s.rules.turns}
    under = say("under.points", points=points(s), **facts) if counted else say("under", **facts)
    return Outlook(winner, say("short", **facts), say("now", side=winner), under, tuple(_victories(s, say, winner)))


def _victories(s: TigersState, say: Say, winner: int) -> Iterator[Victory]:
    goals = goals_of(s.rules)
    number = Fraction(s.exits, 4)
    off = Condition(say("exit"), say("exit.value", number=mixed(number), most=_EXITS), number >= _EXITS)
    yield Victory(GERMAN, _title(say, GERMAN, "strategic"), (off,), say("worth.strategic"), say("exit.note"), "TIG-VIC-1")
    for goal in sorted(goals.hold, key=lambda goal: goal.side != GERMAN):
        note = say("hold.note", turn=s.rules.turns, step=goal.step)
        yield Victory(
            goal.side, _title(say, goal.side, goal.level), _held(s, say, goal), _worth(say, goal.level), note, goal.clause
        )
    if goals.points:
        yield _points(s, say)
    above = None
    for level in goals.levels:
        clear = _level(s, say, level, above) if goals.points else Condition(say("rest"), "", winner == level.side)
        yield Victory(level.side, _title(say, level.side, level.level), (clear,), _worth(say, level.level), "", level.clause)
        above = level.least


def _level(s: TigersState, say: Say, level: Level, above: int | None) -> Condition:
    """The points a result asks for: at least so many, and fewer than the next better one."""
    key = "least" if above is None else "between" if level.least > -99 else "most"
    number = points(s)
    met = number >= level.least and (above is None or number < above)
    return Condition(say(key, least=level.least, most=(above or 0) - 1), say("points.now", points=number), met)


def _title(say: Say, side: int, level: str) -> str:
    return say("title", side=side, word_level=level)


def _worth(say: Say, level: str) -> str:
    return say(_WORTH[level]) if level in _WORTH else ""


def _held(s: TigersState, say: Say, goal: Hold) -> tuple[Condition, ...]:
    """The hexes a side must hold, each with who holds it."""
    board = s.rules.board
    found = []
    for h in sorted(board.members(goal.hexes)):
        owner = GERMAN if board.bit[h] & s.german else ALLIED
        found.append(Condition(_place(s, h), say("owner", side=owner), owner == goal.side, hex=h))
    return tuple(found)


def _points(s: TigersState, say: Say) -> Victory:
    """The places that count for the German, with what each brings."""
    bit = s.rules.board.bit
    rows = [
        Condition(_place(s, h), say("place.worth", points=worth), bool(bit[h] & s.german), hex=h)
        for h, worth in goals_of(s.rules).points
    ]
    return Victory(GERMAN, say("points"), tuple(rows), say("points.now", points=points(s)), say("points.note"), "TIG-BRK-2")


def _place(s: TigersState, h: int) -> str:
    names = [place.name for place in s.rules.board.places if place.hex == h and place.kind in ("town", "city")]
    return names[0] if names else s.rules.board.labels[h]
