"""Who would win if it ended now, and what each side has its points for (COL-VIC-1 to COL-VIC-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from echelon.core.show.panels import Condition, Outlook, Victory
from echelon.systems.colonnes.facts.compiled import SIDES
from echelon.systems.colonnes.facts.score import points, score_rows, verdict
from echelon.systems.colonnes.state import ALLIED, GERMAN, ColonnesState

__all__ = ["outlook"]

Say = Callable[..., str]
_CLAUSE = {GERMAN: "COL-VIC-1", ALLIED: "COL-VIC-2"}


def outlook(s: ColonnesState, say: Say) -> Outlook | None:
    """Nothing once the game is over."""
    if s.outcome is not None:
        return None
    winner, level = verdict(s)
    facts: dict[str, object] = {"lead": points(s, GERMAN) - points(s, ALLIED), "turn": s.turn, "turns": s.rules.turns}
    ways = tuple(_victories(s, say))
    facts["range"] = next(row.how for row in ways[-1].conditions if row.met)
    if winner is None:
        return Outlook(None, say("short.draw"), say("now.draw"), say("under.draw", **facts), ways)
    return Outlook(
        winner,
        say("short", side=winner, word_level=level),
        say("now", side=winner),
        say("under", side=winner, word_level=level, **facts),
        ways,
    )


def _victories(s: ColonnesState, say: Say) -> Iterator[Victory]:
    """The points of both sides row by row, then the levels by the difference."""
    places = {"crest": s.rules.crest, "montelimar": s.rules.montelimar}
    for side in (GERMAN, ALLIED):
        rows = []
        for row in score_rows(s, side):
            case = row.facts["case"]
            hexes = list(s.rules.board.members(places.get(case, 0)))
            rows.append(
                Condition(say(f"points.{row.clause}.{case}"), str(row.amount), row.amount > 0, hex=hexes[0] if hexes else -1)
            )
        yield Victory(side, say("points", side=side), tuple(rows), say("vp", number=points(s, side)), clause=_CLAUSE[side])
    lead = points(s, GERMAN) - points(s, ALLIED)
    above: int | None = None
    rows = []
    for row in s.rules.scenario.data["level"]:
        least = row["least"]
        met = lead >= least and (above is None or lead < above)
        name = say("level", side=SIDES.index(row["side"]), word_level=row["level"]) if "side" in row else say("level.draw")
        key = "least" if above is None else "between" if least > -999 else "most"
        rows.append(Condition(name, say(key, least=least, most=(above or 0) - 1), met))
        above = least
    yield Victory(
        None, say("levels"), tuple(rows), say("lead", number=lead), say("levels.note", turns=s.rules.turns), "COL-VIC-3"
    )
