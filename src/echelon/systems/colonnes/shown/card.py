"""How the game presents itself: its card, the verbs of the main button, and the turn track."""

from __future__ import annotations

from collections.abc import Mapping

from echelon.core.show.leads import LeadsTo
from echelon.core.show.panels import Card
from echelon.core.text.texts import Texts
from echelon.systems.colonnes.standing import day_of, half_of
from echelon.systems.colonnes.state import ColonnesState

__all__ = ["MAIN", "SAYS", "card", "remark", "track"]

# the verbs that end a question, best first
MAIN = ("fight", "done", "halt", "finish", "stop", "hold", "end")
# what the words of verbs tell of what they lead to
SAYS: Mapping[str, tuple[LeadsTo, ...]] = {"end": ("step", "turn", "over")}


def card(texts: Texts) -> Card:
    """The card of the home page; its words are those of the catalogue's `[card]`."""
    return Card(
        period=texts.template("card", "period") or "",
        hours=texts.template("card", "hours") or "",
        difficulty=3,
        palettes={"light": "summer", "dark": "dusk"},
        colours={"allied": ("#5E6E2E", "#B5C46B"), "german": ("#4B5560", "#93A0AD")},
    )


def track(s: ColonnesState, language: str = "en") -> list[tuple[int, str, str, str]]:
    """Turn, day and half of the day, no sign, and a title."""
    rules = s.rules
    say = rules.texts.teller(rules, "track", language)
    found = []
    for turn in range(1, rules.turns + 1):
        day, half = day_of(turn), half_of(turn)
        found.append((turn, say(f"label.{half}", day=day), "", say("turn", turn=turn, day=day, word_half=half)))
    return found


def remark(s: ColonnesState, language: str = "en") -> tuple[str, str] | None:
    """What is peculiar to the present step: supply and command are those found before the segment."""
    name = s.rules.sequence[s.step].name
    if name[1:] not in ("4", "7"):
        return None
    return s.rules.texts.teller(s.rules, "remark", language)("supply"), "COL-SEQ-3"
